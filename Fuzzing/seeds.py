#!/usr/bin/env python3
"""Writes the seeds of every fuzz target to corpus/TARGET/. Small and valid: the fuzzer does the damage."""
import io
import pathlib
import zipfile

ROWS = b"time,x,y,z\n" + b"".join(b"%d,0.1,0.2,9.8\n" % row for row in range(20))


def archive(method, comment=b"", wide=False, piped=False):
    class Pipe(io.RawIOBase):
        """A file that cannot seek, so that sizes follow the data."""

        def __init__(self):
            self.parts = []

        def writable(self):
            return True

        def write(self, data):
            self.parts.append(bytes(data))
            return len(data)

    target = Pipe() if piped else io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as file:
        for name in ["Accelerometer.csv", "meta/größe.csv", "folder/"]:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with file.open(info, "w", force_zip64=wide) as entry:
                entry.write(b"" if name.endswith("/") else ROWS)
        file.comment = comment
    return b"".join(target.parts) if piped else target.getvalue()


HEADER = '{"gaitway":"activity-stream","version":1,"source":"a \\"\\u00e9\\"","model":"m","origin":null}\n'
FLAGS = '"stationary":false,"walking":true,"running":false,"automotive":false,"cycling":false,"unknown":false'
SHARES = '{"stationary":0.0100,"walking":0.9500,"running":0.0100,"cycling":0.0100,"automotive":0.0179,"none":0.0021}'
REPORT = (
    '{"elapsed":12.8,"start":"2026-05-01T08:00:12.800Z","delivered":17.92,%s,"confidence":"high",'
    '"probabilities":%s,"smoothed":%s,"repeat":true,"window":[12.8,17.92]}\n' % (FLAGS, SHARES, SHARES)
)
UNKNOWN = (
    '{"elapsed":-1e-2,"start":null,"delivered":2,%s,"confidence":"low","reason":"gap"}\n'
    % FLAGS.replace("true", "false").replace('"unknown":false', '"unknown":true')
)
FOOTER = '{"end":600,"windows":117,"repaired":{"gap":1,"duplicate":2}}\n'

REPORT_COLUMNS = "elapsed,start,delivered,stationary,walking,running,automotive,cycling,unknown,confidence".split(",")
CLASSES = "stationary,walking,running,cycling,automotive,none".split(",")
COLUMNS = (
    REPORT_COLUMNS
    + [group + "." + name for group in ["probabilities", "smoothed"] for name in CLASSES]
    + "reason,repeat,window.from,window.to,gaitway,version,source,model,origin,end,windows,repaired".split(",")
)
TABLE = "\n".join(
    [
        ",".join(COLUMNS),
        "," * 26 + 'activity-stream,1,"a ""b"", c",m,2026-05-01T08:00:00Z,,,',
        "12.8,,17.92,false,true,false,false,false,false,high,0.01,0.95,0.01,0.01,0.0179,0.0021" + "," * 8 + "true,0,5.12"
        + "," * 8,
        "," * 31 + '600,117,"{""gap"":1}"',
        "",
    ]
)

SEEDS = {
    "FuzzZipArchive": [
        archive(zipfile.ZIP_STORED),
        archive(zipfile.ZIP_DEFLATED, comment=b"a comment"),
        archive(zipfile.ZIP_DEFLATED, wide=True),
        archive(zipfile.ZIP_DEFLATED, piped=True),
    ],
    # The first byte chooses where the input is cut in two.
    "FuzzActivityStream": [
        ("0" + text).encode() for text in [HEADER + REPORT + FOOTER, HEADER + UNKNOWN + HEADER + FOOTER, TABLE]
    ],
}

for target, seeds in SEEDS.items():
    folder = pathlib.Path(__file__).parent / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number}").write_bytes(seed)
