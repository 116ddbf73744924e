# SPDX-License-Identifier: Apache-2.0
"""gate_pipes.py GAITWAY MANIFEST RIDES [--rides 10] [--long 1000000]: the gate at the end of a pipe.

Plays real rides with location as a shell would: `classify RIDE --format ndjson --live | simulate --track RIDE
--activities - --format ndjson`, against places that `places make` scatters along each. Every output is compared, byte
for byte, with that of the finished stream in a file. Then a pipe of many reports is played against the last ride, to
measure its memory.
"""
import argparse
import collections
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import typing


def finished(words: list[str], **options: typing.Any) -> tuple[bytes, int, int]:
    """Runs a command; returns its output, its exit code and its peak memory in KiB."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(words, stdout=output, stderr=subprocess.DEVNULL, **options)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        return output.read(), process.returncode, usage.ru_maxrss


def chosen(manifest: pathlib.Path, rides: pathlib.Path, count: int) -> typing.Iterator[pathlib.Path]:
    """Yields rides with location, the data sets in turn."""
    groups: dict[str, list[pathlib.Path]] = collections.defaultdict(list)
    with manifest.open(newline="") as rows:
        for row in csv.DictReader(rows):
            path = rides / row["recording"]
            if row.get("has_gps") == "1" and path.exists() and path not in groups[row["dataset"]]:
                groups[row["dataset"]].append(path)
    seen = 0
    for turn in range(max(map(len, groups.values()), default=0)):
        for group in groups.values():
            if turn < len(group) and seen < count * 4:
                seen += 1
                yield group[turn]


def play(gaitway: str, ride: str, places: str, folder: pathlib.Path) -> list[str] | None:
    """Plays one ride by a pipe and by a file; returns a row of figures, or nothing for a ride without a stream."""
    stream = folder / "stream.ndjson"
    text, status, _ = finished([gaitway, "classify", ride, "--format", "ndjson", "--live"])
    if status != 0:
        return None
    stream.write_bytes(text)
    simulate = [gaitway, "simulate", "--track", ride, "--places", places, "--format", "ndjson", "--activities"]
    start = time.monotonic()
    producer = subprocess.Popen(
        [gaitway, "classify", ride, "--format", "ndjson", "--live"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    piped, piped_status, memory = finished([*simulate, "-"], stdin=producer.stdout)
    seconds = time.monotonic() - start
    producer.wait()
    whole, whole_status, _ = finished([*simulate, str(stream)])
    lines = piped.splitlines()
    return [
        str(text.count(b"\n") - 2), str(sum(line.startswith(b'{"time"') for line in lines)),
        str(piped.count(b'"decision":"deliver"')), f"{seconds:.2f} s", f"{memory / 1024:.0f} MiB",
        "yes" if (piped, piped_status) == (whole, whole_status) else "NO", str(piped_status),
    ]


def long_pipe(gaitway: str, ride: str, places: str, stream: bytes, reports: int) -> str:
    """Plays a pipe of `reports` reports, a millisecond apart, and returns its peak memory."""
    lines = [line for line in stream.splitlines() if line.startswith(b'{"elapsed"')]
    header = stream.splitlines()[0]
    before = lines[0].split(b'"delivered":')[0]
    rests = [line.split(b'"delivered":')[1].split(b",", 1)[1] for line in lines]
    process = subprocess.Popen(
        [gaitway, "simulate", "--track", ride, "--places", places, "--format", "ndjson", "--activities", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    process.stdin.write(header + b"\n")
    for index in range(reports):
        process.stdin.write(before + b'"delivered":%.3f,' % (10 + index / 1000) + rests[index % len(rests)] + b"\n")
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return f"{usage.ru_maxrss / 1024:.1f} MiB, exit code {process.returncode}"


def main() -> None:
    """Prints the table and the memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gaitway")
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--rides", type=int, default=10)
    parser.add_argument("--long", type=int, default=1_000_000)
    arguments = parser.parse_args()
    rows = [["ride", "reports", "decisions", "alerts", "time", "memory", "as a file", "exit code"]]
    last = None
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for ride in chosen(arguments.manifest, arguments.folder, arguments.rides):
            if len(rows) > arguments.rides:
                break
            made, status, _ = finished([arguments.gaitway, "places", "make", "--track", str(ride), "--count", "40",
                                        "--spread", "150"])
            places = folder / "places.geojson"
            places.write_bytes(made)
            figures = play(arguments.gaitway, str(ride), str(places), folder) if status == 0 else None
            if figures is None:
                continue
            rows.append([str(ride.relative_to(arguments.folder)), *figures])
            last = ride
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if last is not None:
            stream = (folder / "stream.ndjson").read_bytes()
            for reports in (arguments.long // 100, arguments.long // 10, arguments.long):
                memory = long_pipe(arguments.gaitway, str(last), str(folder / "places.geojson"), stream, reports)
                print(f"a pipe of {reports} reports: {memory}")
    if any(row[6] == "NO" for row in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
