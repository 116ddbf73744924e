# SPDX-License-Identifier: Apache-2.0
"""Advice fits the command: each command that reads an input gets inputs of every other kind, and its message is judged.

    wrong_inputs.py GAITWAY                 all pairs of a command and an input
    wrong_inputs.py GAITWAY --only WORD     pairs whose command or input has the word
    wrong_inputs.py GAITWAY --show          also prints each message

A refusal exits with 3, names the file, and says what to do. It names options only of this command, or of a command that
it names. A command that reads locations does not speak of acceleration, and one that reads motion not of fixes. No
message is longer than two lines of 80 columns.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import gzip
import io
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "Datasets"

COMMANDS = {
    "classify": "classify X",
    "inspect": "inspect X",
    "manifest": "manifest X",
    "classify --model": "classify WALK --model X",
    "classify --labels": "classify WALK --report OUT --labels X",
    "train": "train X --output OUT",
    "train --adapt": "train MANIFEST --where user=ann --adapt X --quick --output OUT",
    "train --figures": "train MANIFEST --figures X --output OUT",
    "evaluate": "evaluate X",
    "evaluate --model": "evaluate MANIFEST --model X",
    "trips --track": "trips --track X",
    "trips --activities": "trips --track GPX --activities X",
    "trips --check": "trips --track GPX --check X",
    "trips --evaluate": "trips --track GPX --evaluate X",
    "trips --places": "trips --track GPX --places X",
    "trips --privacy-zones": "trips --track GPX --privacy-zones X",
    "trips --policy": "trips --track GPX --policy X",
    "trips --store": "trips --store X",
    "simulate --track": "simulate --track X --places PLACES",
    "simulate --places": "simulate --track GPX --places X",
    "simulate --activities": "simulate --track GPX --places PLACES --activities X",
    "simulate --wanted": "simulate --track GPX --places PLACES --wanted X",
    "simulate --policy": "simulate --track GPX --places PLACES --policy X",
    "simulate --rides": "simulate --rides X",
    "places make": "places make --track X --count 3",
    "places check": "places check X",
    "gate explain --track": "gate explain --track X --places PLACES --entry 1",
    "gate explain --places": "gate explain --track GPX --places X --entry 1",
    "gate check": "gate check X",
    "gate check --policy": "gate check SCENARIO --policy X",
    "model show": "model show X",
    "model verify": "model verify X",
    "model export": "model export X --format onnx --output OUT",
    "model import": "model import X --output OUT",
    "model tune": "model tune X --output OUT",
    "model reproduce": "model reproduce X MANIFEST",
    "model reproduce, manifest": "model reproduce MODEL X",
    "serve --replay": "serve --port 0 --replay X",
    "serve --places": "serve --port 0 --places X",
    "serve --model": "serve --port 0 --model X",
}
"""The command line of each door for an input, which is X."""

NEEDLESS = {
    r"^(trips|places|simulate --(track|places)|gate explain)": r"\bax\b|--rate|Sensor Logger|[Aa]ccelero?|[Gg]yroscope",
    r"^(classify|inspect|manifest|train|evaluate|serve --replay|model)": r"\bfix(es)?\b|latitude|longitude",
}
"""Words that messages of some commands do not have."""


def archive(files: dict[str, bytes]) -> bytes:
    """A zip of files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(name, content)
    return target.getvalue()


def fixtures(folder: pathlib.Path, gaitway: str) -> dict[str, pathlib.Path]:
    """Writes one input of each kind, and gives their paths by their kinds."""
    walk = (DATA / "labelled" / "ann-walking.csv").read_bytes()
    jpeg = b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(256)) * 8
    page = b"<!DOCTYPE html><html><head><title>404 Not Found</title></head><body>Not found</body></html>\n"
    files = {
        "log": ("walk.csv", walk),
        "a log that is UTF-16": ("utf16.csv", walk.decode().encode("utf-16")),
        "a log, cut": ("cut.zip", archive({"log.csv": walk})[:-200]),
        "a log, gzip cut": ("cut.csv.gz", gzip.compress(walk, mtime=0)[:-500]),
        "GPX": ("day.gpx", (DATA / "day" / "day.gpx").read_bytes()),
        "locations": (
            "positions.csv",
            b"time,latitude,longitude\n" + b"".join(b"%d,52.5,13.%04d\n" % (1777880000 + k, k) for k in range(60)),
        ),
        "manifest": ("manifest.csv", (DATA / "manifest.csv").read_bytes()),
        "places": ("places.csv", (DATA / "day" / "places.csv").read_bytes()),
        "expected trips": ("expected.csv", (DATA / "day" / "trips.csv").read_bytes()),
        "labels of alerts": ("wanted.csv", b"place,time,wanted\nbakery,2026-05-04T08:00:00Z,yes\n"),
        "annotations": ("Annotation.csv", (DATA / "bike" / "Annotation.csv").read_bytes()),
        "a scenario": ("cab-ride.txt", (DATA / "cab-ride.txt").read_bytes()),
        "a timeline policy": ("policy.json", b'{"gaitway":"timeline-policy","version":1}\n'),
        "a gate policy": ("gate.json", b'{"gaitway":"gate-policy","version":1,"base":"gaitway"}\n'),
        "model": ("model.json", (ROOT / "Models" / "default.json").read_bytes()),
        "Takeout without history": (
            "takeout.zip",
            archive(
                {
                    "Takeout/Location History (Timeline)/Settings.json": b'{"createdTime":"2020-01-01T00:00:00Z"}',
                    "Takeout/Location History (Timeline)/Encrypted Backups.txt": b"Your data is encrypted\n",
                    "Takeout/Location History (Timeline)/Timeline Edits.json": b'{"timelineEdits":[]}',
                    "Takeout/archive_browser.html": page,
                }
            ),
        ),
        "nothing": ("empty.csv", b""),
        "blank lines": ("blank.csv", b"\n\n  \n"),
        "headers alone": ("headers.csv", b"time,ax,ay,az\n"),
        "headers of locations alone": ("gps.csv", b"time,latitude,longitude\n"),
        "unknown headers": ("shop.csv", b"item;price;count\n" + b"apple;1,20;3\nbread;2,50;1\n" * 9),
        "unknown numbers": ("series.csv", b"month,turnover\n" + b"1,20\n2,30\n3,25\n" * 9),
        "words": ("letter.txt", b"Dear Ann,\nthe log is with Ben.\nYours, Cleo\n"),
        "JSON": ("settings.json", b'{"language":"en","theme":{"dark":true}}\n'),
        "JSON, cut": ("cut.json", b'{"type":"FeatureCollection","features":[{"type":"Fea'),
        "photos": ("photos.zip", archive({"DCIM/IMG_1.jpg": jpeg, "DCIM/IMG_2.jpg": jpeg})),
        "Word": (
            "report.docx",
            archive({"[Content_Types].xml": b"<Types/>", "word/document.xml": b"<w:document/>"}),
        ),
        "a presentation": (
            "talk.pptx",
            archive({"[Content_Types].xml": b"<Types/>", "ppt/presentation.xml": b"<p:presentation/>"}),
        ),
        "an app": ("app.apk", archive({"AndroidManifest.xml": b"\x03\0\x08\0", "classes.dex": b"dex\n035\0"})),
        "an OpenDocument table": ("log.ods", archive({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"})),
        "an empty zip": ("empty.zip", archive({})),
        "PDF": ("scan.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n" + bytes(range(256)) * 4),
        "photo": ("photo.jpg", jpeg),
        "program": ("program", b"\x7fELF\2\1\1\0" + bytes(range(256)) * 8),
        "random bytes": ("noise.bin", bytes((k * k * 31 + k * 7) % 256 for k in range(5000))),
        "zero bytes": ("zeros.csv", bytes(4096)),
        "Parquet": ("log.parquet", b"PAR1" + bytes(range(256)) * 4 + b"PAR1"),
        "NumPy": ("log.npy", b"\x93NUMPY\1\0v\0{'descr': '<f8', 'shape': (9, 4), }\n" + bytes(288)),
        "MATLAB": ("log.mat", b"MATLAB 5.0 MAT-file, Platform: GLNXA64" + bytes(200)),
        "7z": ("log.7z", b"7z\xbc\xaf\x27\x1c\0\4" + bytes(range(200))),
        "RAR": ("log.rar", b"Rar!\x1a\7\1\0" + bytes(range(200))),
        "old Excel": ("log.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)),
        "web page": ("download.csv", page),
        "XML": ("note.xml", b"<?xml version='1.0'?><note><to>Ann</to></note>\n"),
        "SQLite": ("other.db", b""),
        "one long line": ("long.csv", b"x" * 1_000_000),
        "one long row": ("row.csv", b"1," * 500_000),
    }
    paths = {}
    for kind, (name, content) in files.items():
        paths[kind] = folder / name
        paths[kind].write_bytes(content)
    with sqlite3.connect(paths["SQLite"]) as database:
        database.execute("CREATE TABLE notes (text)")
    for kind, name, content in [
        ("an empty folder", "hollow", {}),
        ("a folder of photos", "album", {"a.jpg": jpeg, "b.jpg": jpeg}),
        ("a folder of texts", "texts", {"a.txt": b"Hello\n", "b.md": b"# Hello\n"}),
    ]:
        paths[kind] = folder / name
        paths[kind].mkdir()
        for file, value in content.items():
            (paths[kind] / file).write_bytes(value)
    played = f"simulate --track {paths['GPX']} --places {paths['places']} --format ndjson"
    for kind, name, line in [
        ("stream", "stream.ndjson", f"classify {paths['log']} --format ndjson"),
        ("timeline", "timeline.json", f"trips --track {paths['GPX']} --format json"),
        ("decisions", "decisions.ndjson", played),
    ]:
        paths[kind] = folder / name
        paths[kind].write_bytes(subprocess.run([gaitway, *line.split()], check=True, capture_output=True).stdout)
    paths["store"] = folder / "life.gaitway"
    subprocess.run(
        [gaitway, "trips", "--store", paths["store"], "--track", paths["GPX"]], check=True, capture_output=True
    )
    paths["a file that is missing"] = folder / "missing.csv"
    return paths


class Judge:
    """Runs commands and judges what they say.

    Parameters
    ----------
    gaitway : str
        The command.
    """

    def __init__(self, gaitway: str) -> None:
        self.gaitway = gaitway
        self.helps: dict[str, set[str]] = {}

    def options(self, command: str) -> set[str]:
        """The options of a command, by its help."""
        if command not in self.helps:
            text = subprocess.run([self.gaitway, *command.split(), "--help-all"], capture_output=True, text=True).stdout
            self.helps[command] = set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M))
        return self.helps[command]

    def run(self, line: str) -> tuple[int, str]:
        """The exit code of a command, and what it says on standard error.

        A server that starts is ended after two seconds, with code 0.
        """
        ending = ["timeout", "-s", "INT", "2"] if line.startswith("serve") else ["timeout", "120"]
        done = subprocess.run([*ending, self.gaitway, *line.split()], capture_output=True, stdin=subprocess.DEVNULL)
        return (0 if done.returncode in (124, 130) else done.returncode), done.stderr.decode(errors="replace")

    def faults(self, command: str, line: str, code: int, text: str) -> list[str]:
        """What is wrong with the answer of a command."""
        found = []
        if code not in (0, 3):
            found.append(f"exit code {code}")
        if code == 3 and not any(word in text for word in line.split() if "/" in word):
            found.append("the file is not named")
        if code == 3 and "; " not in text:
            found.append("nothing says what to do")
        # Two lines of a terminal, apart from the folders of this machine.
        longest = max((len(re.sub(r"(/[\w.-]+)+/", "", line)) for line in text.splitlines()), default=0)
        if longest > 160:
            found.append(f"a message of {longest} characters")
        for pattern, words in NEEDLESS.items():
            # The input's own words may be quoted.
            unquoted = re.sub(r'"[^"]*"|the header has [^;]+', "", text)
            if code != 0 and re.match(pattern, command) and (needless := re.search(words, unquoted)):
                found.append(f"speaks of {needless[0]}")
        words = line.split()
        own = " ".join(words[:2]) if words[0] in ("model", "gate", "places") else words[0]
        allowed = set(self.options(own))
        for other in re.findall(r"gaitway ((?:model|gate|places) [a-z]+|[a-z]+)", text):
            allowed |= self.options(other)
        for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", text):
            if option not in allowed:
                found.append(f"{own} has no {option}")
        return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the command gaitway")
    parser.add_argument("--only", default="", help="pairs whose command or input has this word")
    parser.add_argument("--show", action="store_true", help="print each message")
    arguments = parser.parse_args()
    judge = Judge(arguments.program)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        paths = fixtures(folder, arguments.program)
        fixed = {
            "WALK": paths["log"], "MANIFEST": DATA / "labelled" / "manifest.csv", "GPX": paths["GPX"],
            "PLACES": paths["places"], "SCENARIO": paths["a scenario"], "MODEL": paths["model"],
        }  # fmt: skip
        cases = []
        for command, pattern in COMMANDS.items():
            for kind, path in paths.items():
                if arguments.only not in f"{command} < {kind}":
                    continue
                line = pattern.replace("OUT", f"{folder}/out-{len(cases)}")
                for word, value in fixed.items():
                    line = line.replace(word, str(value))
                cases.append((command, kind, re.sub(r"\bX\b", str(path), line)))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda case: judge.run(case[2]), cases))
        failures = 0
        for (command, kind, line), (code, text) in zip(cases, answers):
            found = judge.faults(command, line, code, text)
            failures += bool(found)
            if found or arguments.show:
                said = text.replace(f"{folder}/", "").replace(f"{DATA}/", "").strip()
                print("FAIL" if found else "ok", command, kind, code, "; ".join(found), sep="\t")
                print("    " + said.replace("\n", "\n    "))
    taken = sum(code == 0 for code, _ in answers)
    print(f"wrong_inputs: {len(cases)} inputs, {taken} read, {len(cases) - taken} refused, {failures} fail")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
