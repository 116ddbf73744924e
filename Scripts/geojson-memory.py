#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the memory for tracks in GeoJSON: geojson-memory.py GAITWAY MEGABYTES...

Writes tracks of each kind and size, and lets `places make` read them from a file and from a pipe. Prints the command's
peak memory less that of a track of two fixes, in MB and as a multiple of the file's size.
"""

import datetime
import pathlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator

KINDS = ["line", "short-line", "multi-line", "many-lines", "points"]
LINES = 1000
START = datetime.datetime(2026, 5, 1)


def position(kind: str, number: int) -> str:
    """A position: 7 decimals and an altitude, or 4 decimals."""
    if kind == "short-line":
        return f"[13.{2500 + number % 7000},52.{5000 + number // 100 % 4000}]"
    return f"[13.{2500000 + number % 7000000},52.{5000000 + number % 4000000},3{number % 10}.5]"


def time(kind: str, number: int) -> str:
    """A time in ISO 8601, ten a second, or one a second for short positions."""
    second = number if kind == "short-line" else number // 10
    text = (START + datetime.timedelta(seconds=second)).isoformat()
    return f'"{text}Z"' if kind == "short-line" else f'"{text}.{number % 10}00Z"'


def pieces(kind: str, count: int) -> Iterator[str]:
    """The text of a track of `count` fixes, in pieces."""
    length = LINES if kind in ("multi-line", "many-lines") else count
    parts = [range(start, min(start + length, count)) for start in range(0, count, length)]
    yield '{"type":"FeatureCollection","features":['
    if kind == "points":
        for number in range(count):
            yield (
                ("," if number else "")
                + '{"type":"Feature","geometry":{"type":"Point","coordinates":'
                + position(kind, number)
            )
            yield '},"properties":{"time":' + time(kind, number) + "}}"
    elif kind == "multi-line":
        yield '{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":['
        for part in parts:
            yield ("," if part[0] else "") + "[" + ",".join(position(kind, number) for number in part) + "]"
        yield ']},"properties":{"coordTimes":['
        for part in parts:
            yield ("," if part[0] else "") + "[" + ",".join(time(kind, number) for number in part) + "]"
        yield "]}}"
    else:
        for part in parts:
            yield ("," if part[0] else "") + '{"type":"Feature","geometry":{"type":"LineString","coordinates":['
            for number in part:
                yield ("," if number > part[0] else "") + position(kind, number)
            yield ']},"properties":{"coordTimes":['
            for number in part:
                yield ("," if number > part[0] else "") + time(kind, number)
            yield "]}}"
    yield "]}"


def peak(command: str) -> int:
    """The peak memory of a command line in bytes."""
    script = (
        "import resource, subprocess, sys; status = subprocess.call(sys.argv[1], shell=True, executable='/bin/bash', "
        "stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", script, command], capture_output=True, text=True, check=True)
    return int(done.stdout) << 10


def main() -> None:
    """Prints a row for each kind and size."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    words = f"'{pathlib.Path(sys.argv[1]).resolve()}' places make --count 1 --track"
    print(f"{'track':<12} {'MB':>6} {'file, MB':>9} {'times':>6} {'pipe, MB':>9} {'times':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS:
            path = pathlib.Path(folder) / "track.geojson"
            path.write_text("".join(pieces(kind, 2)))
            base = peak(f"{words} '{path}'")
            for size in map(float, sys.argv[2:]):
                one = len("".join(pieces(kind, 2000))) / 2000
                with path.open("w") as file:
                    file.writelines(pieces(kind, int(size * 1e6 / one)))
                length = path.stat().st_size
                peaks = [peak(f"{words} '{path}'"), peak(f"cat '{path}' | {words} -")]
                cells = " ".join(f"{value / 1e6:>9.0f} {(value - base) / length:>6.2f}" for value in peaks)
                print(f"{kind:<12} {length / 1e6:>6.0f} {cells}", flush=True)


if __name__ == "__main__":
    main()
