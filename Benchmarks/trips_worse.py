"""trips_worse.py TRIPS_BENCHMARK DAYS [VARIANT...]: scores timelines of days with less or worse data.

The days of trips_table.py are written again with something taken away or spoilt, and scored by the program
`trips-benchmark`.
"""
import argparse
import json
import math
import pathlib
import random
import shutil
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


def holes(fixes, _):
    return (fix for fix in fixes if fix["data"]["ts"] % 2400 >= 600)


def noise(fixes, rng):
    for fix in fixes:
        yield moved(fix, rng.gauss(0, 15), rng.gauss(0, 15), math.hypot(fix["data"].get("accuracy", 30), 22))


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


def silent(fixes, _):
    return fixes


VARIANTS = {
    "no activity reports": silent, "a fix a minute": every(60), "a fix in 3 min": every(180),
    "10 min of 40 without a fix": holes, "noise of 15 m more on each axis": noise,
    "4 % of fixes 0.5 to 3 km off, stating 65 m": outliers,
    "400 m off for 3 min from one fix in 333, stating 65 m": echoes,
}


def spoil(entries, name):
    """A file's entries; those of fixes are changed within their own kind, in the order of time."""
    if name == "no activity reports":
        return [e for e in entries if "motion_activity" not in e["metadata"]["key"]]
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
            write(options.days, pathlib.Path(folder), name)
            groups, _ = score(options.program, folder)
        for group in ("all with trips", "all still"):
            print(row(group, name, groups[group]), flush=True)


if __name__ == "__main__":
    main()
