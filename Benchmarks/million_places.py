# SPDX-License-Identifier: Apache-2.0
"""Measures a million places, and a million small polygons, in two builds of the command.

    python3 Benchmarks/million_places.py OLD NEW TRACK [COUNT]

Places are scattered within 20 km of the track. Each build reads the points and plays the track past them; the new one
does the same with squares of 100 to 200 m around the same points. Each runs five times, in turn; the table has the
median CPU seconds and the peak memory.
"""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile


def polygons(points: pathlib.Path, target: pathlib.Path) -> None:
    """Writes a square around each point of a place set with a point a line."""
    with points.open() as source, target.open("w") as result:
        for line in source:
            if '"Point"' not in line:
                result.write(line)
                continue
            comma = "," if line.rstrip().endswith(",") else ""
            feature = json.loads(line.rstrip().rstrip(","))
            east, north = feature["geometry"]["coordinates"]
            number = int(feature["properties"]["identifier"].rsplit("-", 1)[1])
            high = (50 + number % 51) / 111_195
            wide = high / math.cos(math.radians(north))
            corners = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]
            ring = [[round(east + x * wide, 7), round(north + y * high, 7)] for x, y in corners]
            feature["geometry"] = {"type": "Polygon", "coordinates": [ring]}
            del feature["properties"]["radius"]
            result.write(json.dumps(feature, separators=(",", ":")) + comma + "\n")


def cost(arguments: list[str]) -> tuple[float, float]:
    """CPU seconds and peak MiB of a process."""
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(arguments, stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> int:
    """Runs the builds in turn and prints a table."""
    if len(sys.argv) not in (4, 5):
        print(__doc__, file=sys.stderr)
        return 2
    old, new, track = sys.argv[1:4]
    count = sys.argv[4] if len(sys.argv) == 5 else "1000000"
    with tempfile.TemporaryDirectory() as name:
        points = pathlib.Path(name) / "points.geojson"
        squares = pathlib.Path(name) / "squares.geojson"
        make = [old, "places", "make", "--track", track, "--count", count, "--spread", "20000", "--seed", "3"]
        points.write_bytes(subprocess.run(make, check=True, capture_output=True).stdout)
        polygons(points, squares)
        runs = {"old, points": (old, points), "new, points": (new, points), "new, polygons": (new, squares)}
        found: dict[str, list[tuple[float, float]]] = {label: [] for label in runs}
        for _ in range(5):
            for label, (binary, places) in runs.items():
                found[label].append(cost([binary, "simulate", "--track", track, "--places", str(places)]))
        base = statistics.median(seconds for seconds, _ in found["old, points"])
        peak = statistics.median(memory for _, memory in found["old, points"])
        for label, costs in found.items():
            seconds = statistics.median(seconds for seconds, _ in costs)
            memory = statistics.median(memory for _, memory in costs)
            print(f"{label:14} {seconds:6.2f} s ({seconds / base:.2f})  {memory:7.1f} MiB ({memory / peak:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
