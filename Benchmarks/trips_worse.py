# SPDX-License-Identifier: Apache-2.0
"""trips_worse.py TRIPS_BENCHMARK DAYS [VARIANT...]: scores timelines of days with less or worse data.

The days of trips_table.py are written again with something taken away or spoilt. The program `trips-benchmark` makes
timelines of them and scores these against the whole days, so that every row has the same expected trips. It also counts
the rules of a timeline that they break, and on standard error the kilometres of their paths, the visits and the time of
running: the carriers never ran.
"""
import argparse
import json
import math
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from trips_table import row, score


def moved(entry, north, east, accuracy):
    data = dict(entry["data"], accuracy=accuracy)
    data["latitude"] += north / 111_000
    data["longitude"] += east / (111_000 * math.cos(math.radians(data["latitude"])))
    return dict(entry, data=data)


def every(seconds):
    def thin(fixes, _):
        last = -math.inf
        for fix in fixes:
            if fix["data"]["ts"] - last >= seconds:
                last = fix["data"]["ts"]
                yield fix
    return thin


def significant(fixes, _):
    """What a phone reports for significant changes alone: a fix 500 m or more from the last, at most one in 5 min."""
    last = None
    for fix in fixes:
        data = fix["data"]
        if last:
            north = (data["latitude"] - last["latitude"]) * 111_000
            east = (data["longitude"] - last["longitude"]) * 111_000 * math.cos(math.radians(data["latitude"]))
            if data["ts"] - last["ts"] < 300 or math.hypot(north, east) < 500:
                continue
        last = data
        yield fix


def holes(fixes, _):
    return (fix for fix in fixes if fix["data"]["ts"] % 2400 >= 600)


def noise(metres):
    """Noise on each axis, and an accuracy that states it: 1.51 deviations hold 68 % of the fixes."""
    def spoil(fixes, rng):
        for fix in fixes:
            accuracy = math.hypot(fix["data"].get("accuracy", 30), 1.51 * metres)
            yield moved(fix, rng.gauss(0, metres), rng.gauss(0, metres), accuracy)
    return spoil


def outliers(fixes, rng):
    for fix in fixes:
        distance, angle = rng.uniform(500, 3000), rng.uniform(0, 2 * math.pi)
        wrong = rng.random() < 0.04
        yield moved(fix, distance * math.cos(angle), distance * math.sin(angle), 65) if wrong else fix


def echoes(fixes, rng):
    until, angle = -math.inf, 0
    for fix in fixes:
        if fix["data"]["ts"] > until and rng.random() < 0.003:
            until, angle = fix["data"]["ts"] + 180, rng.uniform(0, 2 * math.pi)
        wrong = fix["data"]["ts"] < until
        yield moved(fix, 400 * math.cos(angle), 400 * math.sin(angle), 65) if wrong else fix


def unchanged(fixes, _):
    return fixes


VARIANTS = {
    "nothing": unchanged, "a fix in 30 s": every(30), "a fix in 60 s": every(60), "a fix in 120 s": every(120),
    "a fix in 180 s": every(180), "a fix in 300 s": every(300), "a fix in 600 s": every(600),
    "significant changes alone": significant, "no activity reports": unchanged,
    "no activity reports, a fix in 180 s": every(180), "10 min of 40 without a fix": holes,
    "noise of 15 m more on each axis": noise(15), "noise of 50 m more on each axis": noise(50),
    "4 % of fixes 0.5 to 3 km off, stating 65 m": outliers,
    "400 m off for 3 min from one fix in 333, stating 65 m": echoes,
}


def spoil(entries, name):
    """A file's entries; those of fixes are changed within their own kind, in the order of time."""
    if name.startswith("no activity reports"):
        entries = [e for e in entries if "motion_activity" not in e["metadata"]["key"]]
    result, kinds = [], {}
    for entry in entries:
        is_fix = "latitude" in entry.get("data", {})
        (kinds.setdefault(entry["metadata"]["key"], []) if is_fix else result).append(entry)
    for fixes in kinds.values():
        result += VARIANTS[name](sorted(fixes, key=lambda e: e["data"]["ts"]), random.Random(1))
    return result


def write(days, out, name):
    for path in pathlib.Path(days).rglob("*"):
        target = out / path.relative_to(days)
        if path.is_dir():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        is_day = path.parent.name == "e-mission" and "_" in path.name and not path.suffix
        if is_day or path.parent.name.endswith(("location", "motion_activity")):
            target.write_text(json.dumps(spoil(json.loads(path.read_text()), name)))
        else:
            shutil.copy(path, target)


def sums(folder):
    """Kilometres seen, kilometres unseen, visits and minutes of running of timelines."""
    items = [item for path in pathlib.Path(folder).rglob("*.json") for item in json.loads(path.read_text())["items"]]
    sections = [section for item in items for section in item.get("sections", [])]
    return (
        sum(s["distance"] or 0 for s in sections) / 1000, sum(s["unobserved_distance"] or 0 for s in sections) / 1000,
        sum(item["kind"] == "visit" for item in items),
        sum(s["duration"] for s in sections if s["activity"] == "running") / 60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="TRIPS_BENCHMARK")
    parser.add_argument("days")
    parser.add_argument("variants", nargs="*", metavar="VARIANT")
    options = parser.parse_args()
    print(
        "| days (days, trips) | what is worse | missed | invented (per 24 h) | cuts at waits / wrong | start s: median "
        "/ p90 (signed) "
        "| end s | right mode % (foot/cycling/automotive) | sections split / merged | pauses of 2 to 5 min parted |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in options.variants or VARIANTS:
        with tempfile.TemporaryDirectory() as folder:
            worse, made = pathlib.Path(folder) / "days", pathlib.Path(folder) / "timelines"
            write(options.days, worse, name)
            subprocess.run([options.program, worse, "--save-timelines", made], check=True, stdout=subprocess.DEVNULL)
            groups, _ = score(options.program, options.days, made)
            # A timeline is checked against the fixes that it was made of.
            check = [options.program, worse, "--check", "--timelines", made]
            rules = json.loads(subprocess.run(check, check=True, capture_output=True, text=True).stdout)["broken"]
            seen, unseen, visits, running = sums(made)
        for group in ("all with trips", "all still"):
            print(row(group, name, groups[group]), flush=True)
        broken = ", ".join(f"{count} {rule}" for rule, count in rules.items() if count)
        print(
            f"{name}: broken rules: {broken or 'none'}; {seen:.0f} km of paths, {unseen:.0f} km unseen, "
            f"{visits} visits, {running:.0f} min of running", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
