# SPDX-License-Identifier: Apache-2.0
"""Measures a year of a timeline in each format: bytes, seconds of CPU, memory.

The year repeats the sample day, with a fix every 3 to 90 s. The command reads it once, from a GPX file into a store.

    python3 Benchmarks/exports.py .build/release/gaitway [--days 365]
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

DAY = Path(__file__).parents[1] / "Datasets" / "day" / "day.gpx"
POINT = re.compile(r'<trkpt lat="([^"]+)" lon="([^"]+)">.*?<time>([^<]+)</time>.*?</trkpt>', re.DOTALL)


def write_year(path: Path, days: int) -> int:
    """Writes a track of `days` days and returns its number of fixes. One day at a time, since a child counts its
    parent's memory as its own."""
    points = [(lat, lon, datetime.datetime.fromisoformat(time)) for lat, lon, time in POINT.findall(DAY.read_text())]
    with path.open("w") as file:
        file.write('<gpx version="1.1"><trk><trkseg>\n')
        for number in range(days):
            for latitude, longitude, time in points:
                moment = (time + datetime.timedelta(days=number)).strftime("%Y-%m-%dT%H:%M:%SZ")
                file.write(f'<trkpt lat="{latitude}" lon="{longitude}"><time>{moment}</time></trkpt>\n')
        file.write("</trkseg></trk></gpx>\n")
    return days * len(points)


def measure(words: list[str], output: Path) -> tuple[float, float, int]:
    """Seconds of CPU, mebibytes of memory and bytes written of a command."""
    with output.open("wb") as file:
        process = subprocess.Popen(words, stdout=file, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, words
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output.stat().st_size


def main() -> int:
    """Prints a row for each format."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("command")
    parser.add_argument("--days", type=int, default=365)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        fixes = write_year(root / "year.gpx", options.days)
        zone = root / "zone.csv"
        zone.write_text("latitude,longitude,radius\n47,8,150\n")
        trips = [str(Path(options.command).resolve()), "trips"]
        store = ["--store", str(root / "year.gaitway"), "--time-zone", "Europe/Berlin"]
        measure([*trips, *store, "--track", str(root / "year.gpx")], root / "added")
        print(f"{options.days} days, {fixes} fixes")
        print(f"{'':24} {'MB':>8} {'s':>6} {'MiB':>6}")
        for form in ["table", "json", "geojson", "gpx", "moves", "csv", "kml"]:
            for name, more in [(form, []), (form + ", a zone", ["--privacy-zones", str(zone)])]:
                seconds, memory, size = measure([*trips, *store, "--format", form, *more], root / "result")
                print(f"{name:24} {size / 1e6:8.2f} {seconds:6.2f} {memory:6.0f}")
        for by in ["day", "year", "trip"]:
            seconds, memory, size = measure([*trips, "stats", *store, "--by", by, "--format", "csv"], root / "result")
            print(f"{'stats by ' + by:24} {size / 1e6:8.4f} {seconds:6.2f} {memory:6.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
