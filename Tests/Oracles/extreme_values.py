# SPDX-License-Identifier: Apache-2.0
"""Every number of every format and request at its extremes: no command traps, and no server ends.

    extreme_values.py GAITWAY                   2000 inputs and 1500 requests, drawn from a seed
    extreme_values.py GAITWAY --times 5         five times as many
    extreme_values.py GAITWAY --only WORD       the samples whose name has the word; all their values

Each sample is small and valid. One number of it becomes 0, ±1, ±1e18, ±1e300, NaN, an infinity, an end of Int64 or the
first number beyond ±2^53; then the commands that read such a file run, also for their pages. The integers of a store
become extreme, too, and the times of files. A command fails by a signal or a code above 127. A server
fails if it no longer answers.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import extreme_stores
import growth_inputs

VALUES = [
    "0", "1", "-1", "1e18", "-1e18", "1e300", "-1e300", "NaN", "Infinity", "-Infinity", "9223372036854775807",
    "-9223372036854775808", "9007199254740993", "-9007199254740993",
]  # fmt: skip
NUMBER = re.compile(r"(?<![\w.+-])(?<!\d:)-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w-]|[.:]\d)")
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DATA = ROOT / "Datasets"
TOKEN = "a-token-of-the-tests"
START = growth_inputs.NOON
FIT = "track-fit records"


@dataclasses.dataclass
class Sample:
    """A valid file, and the commands that read it: FILE is the file, FOLDER its folder, PAGE a page to write."""

    name: str
    file: str
    text: str
    commands: list[str]
    beside: dict[str, str] = dataclasses.field(default_factory=dict)

    def mutations(self) -> list[tuple[int, int, str]]:
        """Where a number stands, and what it becomes.

        The characters of a binary file's text are its bytes; each may begin a number.
        """
        if self.name != FIT:
            return mutations(self.text)
        return [
            (start, start + size, first + rest * (size - 1))
            for start, size in itertools.product(range(len(self.text)), (1, 2, 4))
            for first, rest in ("\0\0", "\xff\xff", "\xff\x7f", "\0\x80")
        ]

    def content(self, text: str) -> bytes:
        """The file's bytes for a changed text, with the checksums that belong to them."""
        return growth_inputs.summed(text.encode("latin-1")) if self.name == FIT else checked(text).encode()


def track(count: int = 12) -> str:
    """Fixes of a walk, with everything that a table may have."""
    return "time,latitude,longitude,altitude,speed,course,horizontal_accuracy\n" + "".join(
        f"{START + 10 * n},{52.5 + n * 0.0001:.6f},13.25,34.5,1.5,90,8\n" for n in range(count)
    )


PLACES = (
    '{"type":"FeatureCollection","features":[{"type":"Feature","id":"a","geometry":{"type":"Point","coordinates":'
    '[13.25,52.5005]},"properties":{"title":"A","radius":60}}]}'
)
PAGE = ["trips --track TRACK --activities FILE --report PAGE"]
TRACKS = ["trips --track FILE --report PAGE", "simulate --track FILE --places PLACES --report PAGE"]
LOGS = ["classify FILE --report PAGE --format ndjson", "inspect FILE", "classify FILE --live", "trips --track FILE"]


def stream() -> str:
    flags = '"stationary":false,"walking":true,"running":false,"automotive":false,"cycling":false,"unknown":false'
    return (
        '{"gaitway":"activity-stream","version":3,"source":"a","model":"m","origin":"2026-05-01T12:00:00Z"}\n'
        + "".join(
            f'{{"elapsed":{n * 20}.5,"start":null,"delivered":{n * 20 + 2}.5,"activity":"walking",'
            f'{flags},"confidence":"high",'
            f'"window":[{n * 20}.5,{n * 20 + 5}.5],"speed":1.5,"steps":{n * 20},"cadence":1.8}}\n'
            for n in range(5)
        )
        + '{"end":120.5,"windows":40,"repaired":{"gap":1}}\n'
    )


def samples() -> list[Sample]:
    """All files, with the tables of growth_inputs.py."""
    made = []
    seen: dict[tuple[str, str], growth_inputs.Case] = {}
    for case in growth_inputs.cases():
        if "," not in case.name and not case.name.startswith("only "):
            seen.setdefault((case.reader, case.name), case)
    table = {
        "timeline": ["trips --track FILE --report PAGE", "trips --check FILE --track TRACK"],
        "truth": ["trips --track TRACK --evaluate FILE"],
        "timeline-policy": ["trips --track TRACK --policy FILE"],
        "moves": ["trips --track FILE --report PAGE"],
        "stream": PAGE + ["simulate --track TRACK --places PLACES --activities FILE --report PAGE"],
        "places": ["places check FILE", "simulate --track TRACK --places FILE --report PAGE"],
        "policy": ["simulate --track TRACK --places PLACES --policy FILE --report PAGE"],
        "scenario": ["gate check FILE"],
        "alert-labels": ["simulate --track TRACK --places PLACES --wanted FILE --report PAGE"],
        "corrections": [
            "trips --store FOLDER/life.gaitway --track TRACK",
            "trips correct import FILE --store FOLDER/life.gaitway",
        ],
        "manifest": ["evaluate FILE", "simulate --rides FILE", "evaluate FILE --report PAGE"],
        "exchange-model": ["model import FILE --output -"],
    }
    for (reader, name), case in seen.items():
        commands = (
            TRACKS if reader.startswith("track-") and reader not in ("track-fit", "track-played") else table.get(reader)
        )
        log = reader in ("log.csv", "log.json")
        if commands or log:
            text = case.make(400 if log else 8).decode()
            suffix = ".json" if text[:1] in "[{" else ".xml" if text[:1] == "<" else ".csv"
            made.append(Sample(f"{reader} {name}", "input" + suffix, text, LOGS if log else commands or []))
    rows = "".join(f"{START * 10**9 + k * 20_000_000},{k / 50:.2f},9.8,0.1,{k % 7 / 10}\n" for k in range(400))
    export = {
        "Accelerometer.csv": "time,seconds_elapsed,z,y,x\n" + rows,
        "Gyroscope.csv": "time,seconds_elapsed,z,y,x\n" + rows,
        "Barometer.csv": "time,seconds_elapsed,relativeAltitude,pressure\n"
        + "".join(f"{START * 10**9 + k * 10**9},{k},0.1,1013.2\n" for k in range(8)),
        "Location.csv": "time,seconds_elapsed,bearingAccuracy,speedAccuracy,verticalAccuracy,horizontalAccuracy,speed,"
        "bearing,altitude,longitude,latitude\n"
        + "".join(
            f"{START * 10**9 + k * 10**9},{k},1,1,3,8,1.5,90,34.5,13.25,{52.5 + k * 1e-5:.6f}\n" for k in range(8)
        ),
        "Annotation.csv": f"time,seconds_elapsed,text,millisecond_press_duration\n{START * 10**9 + 10**9},1,walking,\n",
        "Activity.csv": f"time,seconds_elapsed,activity,confidence\n{START * 10**9 + 10**9},1,walking,2\n",
        "Metadata.csv": "version,device name,recording epoch time,recording timezone,platform\n"
        f"3,phone,{START * 1000},Europe_Berlin,android\n",
    }
    for name, text in export.items():
        own = {other: content for other, content in export.items() if other != name}
        commands = [word.replace("FILE", "FOLDER/log") for word in LOGS + TRACKS[1:] + ["manifest FILE"]]
        made.append(Sample(f"export {name}", f"log/{name}", text, commands, {f"log/{k}": v for k, v in own.items()}))
    made.append(Sample("table of fixes", "input.csv", track(), TRACKS + ["places make --track FILE"]))
    made.append(Sample("stream v3", "input.ndjson", stream(), table["stream"]))
    manifest = "recording,activity,dataset,user,start_s,end_s,rate\nlog.csv,walking,one,ann,0.5,7.5,50\n"
    made.append(
        Sample("manifest of a log", "manifest.csv", manifest, table["manifest"],
               {"log.csv": "time,ax,ay,az\n" + growth_inputs.swing(400, 3)})
    )  # fmt: skip
    zones = (
        '{"type":"FeatureCollection","features":[{"type":"Feature",'
        '"geometry":{"type":"Point","coordinates":[13.25,52.5]},"properties":{"radius":100}}]}'
    )
    made.append(Sample(FIT, "input.fit", growth_inputs.fit([0, 10, 20])[:-2].decode("latin-1"), TRACKS))
    log = {"log.csv": "time,ax,ay,az\n" + growth_inputs.swing(400, 3)}
    model = (ROOT / "Models" / "default.json").read_text()
    made.append(Sample("model", "model.json", model, ["classify FOLDER/log.csv --model FILE --format ndjson"], log))
    made.append(Sample("zones", "zones.geojson", zones, ["trips --track TRACK --privacy-zones FILE --report PAGE"]))
    return made


def mutations(text: str) -> list[tuple[int, int, str]]:
    """Where a number stands, and what it becomes: those of the first lines, one in the middle and the last."""
    ends = [0] + [match.end() for match in re.finditer("\n", text)]
    chosen = {*range(4), len(ends) // 2, len(ends) - 2, len(ends) - 3}
    spans = []
    for match in NUMBER.finditer(text):
        line = (
            sum(1 for _ in itertools.takewhile(lambda end: end <= match.start(), ends)) - 1 if len(ends) < 60 else None
        )
        if line is None:
            line = text.count("\n", 0, match.start())
        if line in chosen:
            spans.append(match.span())
    return [(start, end, value) for start, end in spans for value in VALUES]


def checked(text: str) -> str:
    """NMEA's sentences with the checksums of their bytes."""

    def sum_up(match: re.Match[str]) -> str:
        total = 0
        for byte in match[1].encode():
            total ^= byte
        return f"${match[1]}*{total:02X}"

    return re.sub(r"\$([^*\n]+)\*[0-9A-Fa-f]{2}", sum_up, text)


class Commands:
    """Runs the commands of mutated samples."""

    def __init__(self, program: str) -> None:
        self.program = program
        self.failures: list[str] = []
        self.codes: collections.Counter[int] = collections.Counter()

    def run(self, sample: Sample, start: int, end: int, value: str) -> None:
        text = sample.text[:start] + value + sample.text[end:]
        with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
            folder = pathlib.Path(name)
            for path, content in {"track.csv": track(), "places.geojson": PLACES, **sample.beside}.items():
                (folder / path).parent.mkdir(exist_ok=True)
                (folder / path).write_text(content)
            (folder / sample.file).parent.mkdir(exist_ok=True)
            (folder / sample.file).write_bytes(sample.content(text))
            words = {
                "FILE": folder / sample.file, "FOLDER": folder, "TRACK": folder / "track.csv",
                "PLACES": folder / "places.geojson",
            }  # fmt: skip
            for number, command in enumerate(sample.commands):
                line = re.sub(r"\b(FILE|FOLDER|TRACK|PLACES)\b", lambda match: str(words[match[0]]), command)
                line = line.replace("PAGE", f"{folder}/page-{number}.html")
                self.call(line.split(), f"{sample.name}: {text[max(0, start - 30) : start]!r} then {value}: {command}")

    def fail(self, words: str) -> None:
        self.failures.append(words)
        print(words, flush=True)

    def call(self, arguments: list[str], words: str) -> None:
        try:
            done = subprocess.run(
                [self.program, *arguments], capture_output=True, timeout=120, stdin=subprocess.DEVNULL
            )
        except subprocess.TimeoutExpired:
            self.fail(f"{words}: no end after 120 s")
            return
        self.codes[done.returncode] += 1
        if done.returncode < 0 or done.returncode > 127:
            self.fail(f"{words}: exit {done.returncode} {done.stderr[-300:].decode(errors='replace')}")


OPTIONS = [
    "trips --track TRACK --shortest-visit", "trips --track TRACK --trip-ending-pause", "classify LOG --rate",
    "places make --track TRACK --count", "places make --track TRACK --spread", "places make --track TRACK --radius",
    "places make --track TRACK --seed", *(f"simulate --track TRACK --places PLACES {option}" for option in [
        "--settle", "--accuracy", "--delay", "--seed", "--regions", "--foreground", "--restart", "--change-interval",
        "--sweep driving_onset=", "--sweep after_driving=", "--sweep short_cap="]),
    "classify LOG --prior walking=",
]  # fmt: skip


def options(runner: Commands) -> None:
    """The numbers of the command line."""
    with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
        folder = pathlib.Path(name)
        (folder / "track.csv").write_text(track())
        (folder / "places.geojson").write_text(PLACES)
        (folder / "log.csv").write_text("time,ax,ay,az\n" + growth_inputs.swing(400, 3))
        for option, value in itertools.product(OPTIONS, VALUES):
            if "--count" in option and value.lstrip("-")[:2] in ("92", "1e"):
                continue
            words = option.replace("TRACK", f"{folder}/track.csv").replace("PLACES", f"{folder}/places.geojson")
            parts = words.replace("LOG", f"{folder}/log.csv").split()
            parts = (
                parts[:-1] + [parts[-1] + value] if parts[-1].endswith("=") else parts[:-1] + [f"{parts[-1]}={value}"]
            )
            runner.call(parts, f"{option} {value}")


def times(runner: Commands) -> None:
    """Files whose times 64 bits of nanoseconds do not hold."""
    with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
        folder = workspace(pathlib.Path(name))
        for second in (-(1 << 31), 13_569_465_600):
            for path in folder.rglob("*"):
                os.utime(path, (second, second))
            for command in ("classify rides/log.csv", "classify rides", "places check places.geojson"):
                program, path = command.rsplit(" ", 1)
                runner.call([*program.split(), f"{folder}/{path}"], f"{command} with files of second {second}")
            server = Server(runner.program, folder)
            for look in LOOKS:
                server.ask(look)
            if not server.is_alive():
                runner.fail(f"files of second {second}: the server ended: {''.join(server.lines[-3:])[-400:]}")
            server.stop()


def pushed(n: int) -> str:
    payload = [
        {
            "name": "accelerometer",
            "time": START * 10**9 + k * 20_000_000,
            "values": {"x": 0.1, "y": k % 7 / 10, "z": 9.8},
        }
        for k in range(50)
    ]
    values = {"latitude": 52.5, "longitude": 13.25, "altitude": 34.5, "speed": 1.5, "bearing": 90}
    payload.append({"name": "location", "time": START * 10**9, "values": values | {"horizontalAccuracy": 8}})
    return json.dumps({"messageId": n, "sessionId": f"s{n % 5}", "deviceId": "d", "payload": payload[-8:]})


def sampled() -> str:
    lines = ['{"gaitway":"samples","version":1,"session":"t","message":1}']
    lines += [f'{{"sensor":"acceleration","ns":{k * 20_000_000},"x":0.1,"y":0.2,"z":9.8}}' for k in range(3)]
    return "\n".join([*lines, '{"sensor":"acceleration","t":0.08,"x":0.1,"y":0.2,"z":9.8}']) + "\n"


NOW = int(time.time())
OVERLAND = (
    '{"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[13.25,52.5,34.5]},"properties":'
    f'{{"timestamp":{NOW},"speed":1.5,"horizontal_accuracy":8,"altitude":34.5,"course":90,"motion":["walking"]}}}}]}}'
)
OWNTRACKS = f'{{"_type":"location","lat":52.5,"lon":13.25,"tst":{NOW},"vel":5.4,"acc":8,"alt":34,"cog":90}}'
PLACE = '{"latitude":52.5,"longitude":13.25,"radius":100}'
REQUESTS: list[tuple[str, str | None]] = [
    ("/api/days/heat?zoom=0&box=0,0,1,1", None), ("/api/days/heat?zoom=12&box=2190,1340,2200,1350", None),
    ("/api/land?box=7.5,46.5,9,48", None), ("/api/days/years?year=2026", None), ("/api/days/day?date=2026-05-01", None),
    ("/api/upload?name=a.csv&offset=0&total=4", "abcd"), ("/api/inbox?name=a.csv&offset=0&total=4", "abcd"),
    ("/tiles/3/2/1", None), ("/api/days/forget", f'{{"trial":true,{PLACE[1:]}'),
    ("/api/days/withdraw", '{"number":1}'), ("/api/days/zones", f'{{"hash":"","zones":[{PLACE}]}}'),
    ("/api/labels", '{"rides":["log.csv"],"change":{"kind":"put","from":1,"to":5,"activity":"walking"}}'),
    ("/api/labels", '{"rides":["log.csv"],"change":{"kind":"move","from":1,"to":2,"edge":5,"at":3}}'),
    ("/api/labels", '{"spans":{"log.csv":[[1,5,"walking"],[5,6,null]]}}'),
    ("/api/try", '{"policy":{"driving_onset":10,"after_driving":120},"profile":"gaitway","places":'
                 + PLACES + ',"rides":null,"details":"log.csv"}'),
    ("/api/policy", '{"name":"p","policy":{"driving_onset":10,"short_cap":{"alerts":2,"window":60.5}}}'),
    ("/api/places", '{"places":' + PLACES + ',"hash":""}'),
    ("/api/days/correct", '{"kind":"name","place":{"latitude":52.5,"longitude":13.25},"name":"Home"}'),
    ("/api/days/correct", '{"kind":"radius","place":{"latitude":52.5,"longitude":13.25},"radius":80}'),
    ("/track/overland", OVERLAND), ("/track/owntracks", OWNTRACKS),
    (f"/track/osmand?lat=52.5&lon=13.25&timestamp={NOW}&altitude=34.5&accuracy=8&speed=1.5&bearing=90", None),
    (f"/track/gpslogger?lat=52.5&lon=13.25&timestamp={NOW}&altitude=34.5&accuracy=8&speed=1.5&bearing=90", None),
    ("/push", "PUSHED"), ("/samples", "SAMPLED"),
]  # fmt: skip
LOOKS = ["/sessions", "/api/state", "/api/rides", "/api/ride?ride=log.csv", "/api/ride?ride=high", "/api/alerts",
         "/api/next", "/api/days/calendar", "/api/days/places", "/api/days/doubts", "/"]  # fmt: skip
NOTE = (
    '{"ride":"log.csv","size":1000,"modified":1790000000.25,"nanoseconds":"1790000000250000000","duration":8.5,'
    '"origin":1790000000.5,"device":"","logger":"plain","hasFixes":false,"answer":"","doubt":""}'
)


class Server:
    """A server of a small workspace."""

    def __init__(self, program: str, folder: pathlib.Path) -> None:
        self.process = subprocess.Popen(
            [program, "serve", folder, "--port", "0", "--token", TOKEN], stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL, text=True)  # fmt: skip
        self.lines: list[str] = []
        assert self.process.stderr
        self.address = ""
        for line in self.process.stderr:
            self.lines.append(line)
            if "the page is at " in line:
                self.address = re.sub(r"/(\?.*)?$", "", line.split("the page is at ")[1].strip())
                break
        threading.Thread(target=lambda: self.lines.extend(self.process.stderr or []), daemon=True).start()

    def ask(self, path: str, body: str | None = None) -> None:
        request = urllib.request.Request(self.address + path, body.encode() if body is not None else None)
        request.add_header("Authorization", "Bearer " + TOKEN)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            error.read()
        except OSError:
            pass

    def is_alive(self) -> bool:
        return bool(self.address) and self.process.poll() is None

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def workspace(folder: pathlib.Path, notes: str = "") -> pathlib.Path:
    """A workspace with a log, an export whose altitude is out of all ranges, and perhaps the server's notes."""
    (folder / "rides/high").mkdir(parents=True, exist_ok=True)
    (folder / ".gaitway").mkdir(exist_ok=True)
    (folder / "rides/log.csv").write_text("time,ax,ay,az\n" + growth_inputs.swing(400, 3))
    for sample in samples():
        if sample.name == "export Location.csv":
            for path, text in {**sample.beside, sample.file: sample.text.replace("34.5", "1e18")}.items():
                (folder / "rides/high" / pathlib.Path(path).name).write_text(text)
    (folder / "places.geojson").write_text(PLACES)
    (folder / "manifest.csv").write_text("recording,activity,start_s,end_s\nrides/log.csv,walking,0,5\n")
    if notes:
        (folder / ".gaitway/rides.ndjson").write_text(notes + "\n")
    return folder


def requests(program: str, count: int, draw: random.Random, runner: Commands) -> int:
    """Requests with mutated numbers, in the address and in the body."""
    cases = []
    for path, body in REQUESTS:
        body = {"PUSHED": pushed(1), "SAMPLED": sampled()}.get(body or "", body)
        for start, end, value in mutations(path.replace("/tiles/3/2/1", "/tiles/ 3 / 2 / 1")):
            text = path.replace("/tiles/3/2/1", "/tiles/ 3 / 2 / 1")
            cases.append(((text[:start] + value + text[end:]).replace(" ", ""), body))
        cases += [(path, body[:start] + value + body[end:]) for start, end, value in mutations(body or "")]
    chosen = draw.sample(cases, min(count, len(cases)))
    with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
        server = Server(program, workspace(pathlib.Path(name)))
        for number, (path, body) in enumerate(chosen):
            server.ask(path, body)
            if number % 10 == 0:
                server.ask(LOOKS[number // 10 % len(LOOKS)])
            if not server.is_alive():
                runner.fail(f"{path} {(body or '')[:300]}: the server ended: {''.join(server.lines[-3:])[-400:]}")
                server.stop()
                server = Server(program, workspace(pathlib.Path(name)))
        for path in LOOKS:
            server.ask(path)
        if not server.is_alive():
            runner.fail(f"the server ended at a look: {''.join(server.lines[-3:])[-400:]}")
        server.stop()
    return len(chosen)


def starts(program: str, runner: Commands) -> int:
    """Starts on notes with mutated numbers."""
    cases = mutations(NOTE)
    cases = [case for case in cases if case[2] in ("1e300", "-9223372036854775808", "9223372036854775807", "-1")]
    for start, end, value in cases:
        with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
            server = Server(program, workspace(pathlib.Path(name), NOTE[:start] + value + NOTE[end:]))
            for path in ("/api/rides", "/api/state"):
                server.ask(path)
            if not server.is_alive():
                runner.fail(f"notes with {NOTE[max(0, start - 20) : start]}{value}: {''.join(server.lines)[-400:]}")
            server.stop()
    return len(cases)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gaitway")
    parser.add_argument("--times", type=float, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    draw = random.Random(given.seed)
    runner = Commands(given.gaitway)
    cases = [
        (sample, *mutation) for sample in samples() if given.only in sample.name for mutation in sample.mutations()
    ]
    if not given.only:
        # An even share of each sample.
        groups = collections.defaultdict(list)
        for case in cases:
            groups[case[0].name].append(case)
        share = max(1, int(2000 * given.times / len(groups)))
        cases = [case for group in groups.values() for case in draw.sample(group, min(share, len(group)))]
    asked = started = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for future in [pool.submit(runner.run, *case) for case in cases]:
            future.result()
        if not given.only:
            options(runner)
            times(runner)
    stored = 0
    if not given.only or given.only in "stores":
        stored = extreme_stores.stores(given.gaitway, int(300 * given.times), draw, runner.call)
    if not given.only or given.only in "requests":
        asked = requests(given.gaitway, int(1500 * given.times), draw, runner)
        started = starts(given.gaitway, runner)
    codes = ", ".join(f"{count} with {code}" for code, count in sorted(runner.codes.items()))
    print(
        f"{len(cases)} inputs ({codes}), {asked} requests, {started} starts and "
        f"{stored} stores: {len(runner.failures)} failures"
    )
    sys.exit(1 if runner.failures else 0)


if __name__ == "__main__":
    main()
