#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a store of many days: store_scale.py year|decade [options]

year: days at one fix a second, added by one command and by one command a month; prints the peak of memory (resident
set) of each. With
--one-file they are one table, added by one command, and with --months also by files of days, whose timeline must be the
same. decade: years of days as a phone that saves power records them (a fix in 2 min at rest, in 5 s on the way), added
by one command a year, then one more day; prints size, and seconds and peak of memory of adding, and of asking for a
day, a place, an activity, the whole table and a page of all.

Seconds are those of a processor, which another program on the machine does not change. The days are of one person who
lives, works and shops at fixed spots; each is made from its number alone. --days and --years scale both.
"""

import argparse
import datetime
import hashlib
import math
import os
import pathlib
import random
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
START = datetime.datetime(2016, 1, 1, tzinfo=datetime.timezone.utc)
SPOTS = [(0, 0), (4000, 1200), (900, -700), (-2500, 300), (12000, -5000), (-800, 1500)]


def day(number, rest_step, move_step):
    """Rows (unix time, latitude, longitude, accuracy, speed) of a day of a number."""
    random.seed(number)
    start = START.timestamp() + number * 86400
    time_, end = start, start + 86400
    east, north = 0.0, 0.0
    rows = []

    def row(speed):
        rows.append(f"{time_:.0f},{47 + (north + random.gauss(0, 4)) / 111177:.7f},"
                    f"{8 + (east + random.gauss(0, 4)) / 76057:.7f},{random.randint(4, 12)},{speed:.1f}\n")

    def stay(until):
        nonlocal time_
        while time_ < min(until, end):
            row(0)
            time_ += rest_step

    stay(start + random.randint(6, 9) * 3600)
    for target in random.sample(range(1, len(SPOTS)), random.randint(1, 3)) + [0]:
        to_east, to_north = SPOTS[target]
        distance = math.hypot(to_east - east, to_north - north)
        speed = 11.0 if distance > 2000 else 1.4
        from_east, from_north, begin = east, north, time_
        while time_ < min(begin + distance / speed, end):
            share = (time_ - begin) * speed / distance
            east, north = from_east + share * (to_east - from_east), from_north + share * (to_north - from_north)
            row(speed)
            time_ += move_step
        east, north = to_east, to_north
        if target:
            stay(time_ + random.randint(1200, 14000))
    stay(end)
    return "time,latitude,longitude,accuracy,speed\n" + "".join(rows)


def days(folder, numbers, rest_step, move_step):
    """Writes days as files; their paths and the number of their fixes."""
    paths, fixes = [], 0
    for number in numbers:
        path = folder / f"day-{number:05}.csv"
        text = day(number, rest_step, move_step)
        path.write_text(text)
        paths.append(path)
        fixes += text.count("\n") - 1
    return paths, fixes


def run(gaitway, *arguments):
    """Seconds of a processor, peak of memory in MB and lines of a command that must succeed."""
    with open(os.devnull, "wb") as nothing, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([gaitway, *map(str, arguments)], stdin=nothing, stdout=output, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        lines = sum(1 for _ in output)
        if process.returncode:
            errors.seek(0)
            raise SystemExit(errors.read().decode()[-500:])
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, lines


def one_file(folder, numbers, rest_step, move_step):
    """Writes days as one table; its path and the number of its fixes."""
    path, fixes = folder / "days.csv", 0
    with path.open("w") as table:
        for number in numbers:
            header, _, rows = day(number, rest_step, move_step).partition("\n")
            if not fixes:
                table.write(header + "\n")
            table.write(rows)
            fixes += rows.count("\n")
    return path, fixes


def add(gaitway, store, paths):
    return run(
        gaitway,
        "trips",
        "--store",
        store,
        "--time-zone",
        "UTC",
        *(part for path in paths for part in ("--track", path)),
    )


def digest(gaitway, store):
    """A digest of a store's timeline, paths included."""
    command = [gaitway, "trips", "--store", str(store), "--time-zone", "UTC", "--format", "json"]
    result = hashlib.sha256()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        while chunk := process.stdout.read(1 << 20):
            result.update(chunk)
    if process.returncode:
        raise SystemExit(f"{store}: exit code {process.returncode}")
    return result.hexdigest()


def single(options, folder):
    print(
        "days at one fix a second, in one file | fixes | file, MB | s, MB | store, MB | the same as of files of a day"
    )
    for count in options.days:
        whole, parts = folder / "whole", folder / "parts"
        path, fixes = one_file(folder, range(count), 1, 1)
        size = path.stat().st_size
        seconds, memory, _ = add(options.gaitway, whole, [path])
        path.unlink()
        same = "-"
        if options.months:
            for first in range(0, count, 30):
                paths, _ = days(folder, range(first, min(first + 30, count)), 1, 1)
                add(options.gaitway, parts, paths)
                for path in paths:
                    path.unlink()
            same = "yes" if digest(options.gaitway, whole) == digest(options.gaitway, parts) else "NO"
        print(
            f"{count} | {fixes} | {size / 1e6:.0f} | {seconds:.1f}, {memory:.0f} | {whole.stat().st_size / 1e6:.0f} | "
            f"{same}",
            flush=True,
        )
        for path in [whole, parts]:
            path.unlink(missing_ok=True)


def year(options, folder):
    if options.one_file:
        return single(options, folder)
    print(f"days at one fix a second | fixes | one command: s, MB | a command a month: s, greatest MB | store, MB")
    for count in options.days:
        paths, fixes = days(folder, range(count), 1, 1)
        whole, parts = folder / "whole", folder / "parts"
        seconds, memory, _ = add(options.gaitway, whole, paths)
        months = [paths[first:first + 30] for first in range(0, count, 30)]
        costs = (
            [add(options.gaitway, parts, month) for month in months] if options.months else [(math.nan, math.nan, 0)]
        )
        print(
            f"{count} | {fixes} | {seconds:.1f}, {memory:.0f} | {sum(c[0] for c in costs):.1f}, "
            f"{max(c[1] for c in costs):.0f}"
            f" | {whole.stat().st_size / 1e6:.0f}",
            flush=True,
        )
        for path in [*paths, whole, parts]:
            path.unlink(missing_ok=True)


def decade(options, folder):
    store, number, total = folder / "store", 0, 0
    print(
        "| years | fixes | store, MB | bytes a fix | adding the year: s, MB | one more day: s | "
        "asking: a day, a place, an activity, all, a page (s; MB) |\n| --- | --- | --- | --- | --- | --- | --- |"
    )
    for count in range(1, options.years + 1):
        paths, fixes = days(folder, range(number, number + 365), 120, 5)
        seconds, memory, _ = add(options.gaitway, store, paths)
        number, total = number + 365, total + fixes
        for path in paths:
            path.unlink()
        if count not in options.report and count != options.years:
            continue
        size = store.stat().st_size
        (more,), _ = days(folder, [number], 120, 5)
        extra = folder / "extra"
        shutil.copy(store, extra)
        one = add(options.gaitway, extra, [more])[0]
        extra.unlink()
        date = (START + datetime.timedelta(days=number // 2)).date()
        asks = [run(options.gaitway, "trips", "--store", store, "--time-zone", "UTC", *what)
                for what in (["--day", date], ["--place", "p47.00000N8.00000E"], ["--activity", "walking"], [],
                             ["--report", folder / "page.html", "--force"])]
        print(f"| {count} | {total} | {size / 1e6:.0f} | {size / total:.0f} | {seconds:.1f}, {memory:.0f} "
              + f"| {one:.2f} | " + ", ".join(f"{ask[0]:.2f}" for ask in asks)
              + f"; {max(ask[1] for ask in asks):.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["year", "decade"])
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--days", type=int, nargs="+", default=[10, 30], help="for year: 365 is 31.5 million fixes")
    parser.add_argument("--months", action="store_true", help="for year: add month by month, too")
    parser.add_argument("--one-file", action="store_true", help="for year: all days in one table")
    parser.add_argument("--years", type=int, default=2, help="for decade: how many")
    parser.add_argument("--report", type=int, nargs="+", default=[1, 2, 5, 10], help="for decade: after how many years")
    parser.add_argument("--folder", help="where the days and the store go for a while")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        {"year": year, "decade": decade}[options.what](options, pathlib.Path(folder))


if __name__ == "__main__":
    main()
