# SPDX-License-Identifier: Apache-2.0
"""Compares the command's output for a log that arrives in pieces with that for the file: the same bytes.

    python3 Tests/Oracles/chunked_streams.py .build/release/gaitway [--cases 30] [--times 1] [--seed 1]

Logs are the tables of the sample rides, and variants of them: other line ends, a byte order mark, decimal commas,
shuffled and doubled rows, gaps, rows cut in half, gzip. A piece has one byte to some thousands. It is written when the
one before has been read, so the command reads it as one piece. The test compares streams, tables and summaries, tracks
of the trips' table and activity streams of a simulation. Only the name of the source may differ.
"""

from __future__ import annotations

import fcntl
import gzip
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time

from comparison import Comparison, parse_arguments

DATA = pathlib.Path(__file__).resolve().parents[2] / "Datasets"


def write_pieces(descriptor: int, reading: int, data: bytes, sizes: list[int]) -> None:
    """Writes data piece by piece, each when the pipe is empty; sizes come round again.

    Parameters
    ----------
    descriptor : int
        The end of the pipe that is written to.
    reading : int
        A copy of its other end, which tells how much waits.
    data : bytes
        What is written.
    sizes : list of int
        How many bytes a piece has.
    """
    at = 0
    turn = 0
    try:
        while at < len(data):
            size = sizes[turn % len(sizes)]
            turn += 1
            os.write(descriptor, data[at : at + size])
            at += size
            waited = 0
            while struct.unpack("i", fcntl.ioctl(reading, termios.FIONREAD, b"\0\0\0\0"))[0]:
                waited += 1
                # One that no longer reads is not waited for.
                if waited > 200:
                    time.sleep(0.001)
                if waited > 2000:
                    return
    except BrokenPipeError:
        pass
    finally:
        os.close(descriptor)
        os.close(reading)


def run(command: list[str], data: bytes | None = None, sizes: list[int] | None = None) -> tuple[int, bytes, bytes]:
    """Exit code, output and messages of a command; with data, it gets these on its standard input in pieces."""
    if data is None or sizes is None:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
        return done.returncode, done.stdout, done.stderr
    reading, writing = os.pipe()
    feeder = threading.Thread(target=write_pieces, args=(writing, os.dup(reading), data, sizes))
    with subprocess.Popen(command, stdin=reading, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.close(reading)
        feeder.start()
        output, messages = process.communicate()
        feeder.join()
    return process.returncode, output, messages


def draw_log(draw: random.Random, tables: list[pathlib.Path]) -> bytes:
    """A table, written in one of many ways."""
    lines = draw.choice(tables).read_text().splitlines()
    head, rows = lines[0], lines[1:]
    begin = draw.randrange(max(1, len(rows) - 3000))
    rows = rows[begin : begin + draw.randrange(600, 3000)]
    for _ in range(draw.choice([0, 0, 5])):
        # A late row, a doubled one, one that is cut, one of text.
        at = draw.randrange(50, len(rows) - 5)
        kind = draw.randrange(4)
        if kind == 0:
            rows.insert(at + 4, rows.pop(at))
        elif kind == 1:
            rows.insert(at, rows[at])
        elif kind == 2:
            rows[at] = rows[at][: len(rows[at]) // 2]
        else:
            rows[at] = "no row" + rows[at]
    if draw.random() < 0.3:
        at = draw.randrange(100, len(rows) - 100)
        del rows[at : at + 80]
    text = draw.choice(["\n", "\n", "\r\n", "\r"]).join([head, *rows])
    if draw.random() < 0.2 and ";" not in text:
        text = text.replace(",", ";").replace(".", ",")
    data = text.encode() + draw.choice([b"\n", b""])
    if draw.random() < 0.15:
        data = b"\xef\xbb\xbf" + data
    if draw.random() < 0.2:
        data = gzip.compress(data, mtime=0)
    return data


def draw_sizes(draw: random.Random, count: int) -> list[int]:
    """Sizes of pieces: all alike, or a mixture. Long logs get no pieces of a byte but at their start."""
    kind = draw.randrange(4)
    if kind == 0:
        return [1] * 3000 + [100_000] * 20
    if kind == 1:
        return [draw.randrange(200, 5000)]
    if kind == 2:
        return [draw.choice([1, 2, 63, 64, 65, 4095, 4096, 4097, 65535, 65536]) for _ in range(50)]
    return [max(1, count // draw.randrange(2, 9))]


WAYS = [
    ["classify", "--format", "ndjson", "--every-window", "--live"],
    ["classify", "--format", "csv", "--live", "--all"],
    ["classify", "--format", "csv", "--smoothing", "causal"],
    ["classify", "--format", "csv", "--every-window", "--smoothing", "lag"],
    ["classify", "--format", "table", "--smoothing", "viterbi"],
    ["inspect"],
]


def difference(ours: tuple[int, bytes, bytes], whole: tuple[int, bytes, bytes], path: str) -> str | None:
    """In what the answer to pieces differs from that to the file, but for the name."""
    renamed = [text.replace(path.encode(), b"-") for text in whole[1:]]
    if ours[0] != whole[0]:
        return f"exit code {ours[0]}, not {whole[0]}: {ours[2]!r:.300} {whole[2]!r:.300}"
    for what, mine, other in zip(["output", "messages"], ours[1:], renamed, strict=True):
        if mine != other:
            at = next(
                (index for index, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b),
                min(len(mine), len(other)),
            )
            return f"{what} at byte {at}: {mine[max(0, at - 40) : at + 80]!r}, not {other[max(0, at - 40) : at + 80]!r}"
    return None


def main() -> int:
    """Runs the comparison."""
    arguments = parse_arguments(__doc__, 30, "gaitway")
    draw = random.Random(arguments.seed)
    comparison = Comparison("chunked streams")
    tables = sorted(
        [*DATA.glob("labelled/*-*.csv"), DATA / "car/Accelerometer.csv", DATA / "commute/Accelerometer.csv"]
    )
    with tempfile.TemporaryDirectory() as name:
        path = os.path.join(name, "log.csv")
        stream = os.path.join(name, "stream.ndjson")
        for number in range(arguments.cases):
            data, way = draw_log(draw, tables), draw.choice(WAYS)
            sizes = draw_sizes(draw, len(data))
            pathlib.Path(path).write_bytes(data)
            whole = run([arguments.program, *way, path])
            found = difference(run([arguments.program, *way, "-"], data, sizes), whole, path)
            comparison.add(f"case {number}, {' '.join(way)}, pieces of {sizes[:5]}", found)
            # A case without an answer compares nothing.
            spoiled = (whole[0], whole[1][:-2] + b"~\n", whole[2])
            comparison.add_spoiled(f"case {number}", difference(spoiled, whole, path) if whole[1] else None)
        # A ride's stream on a pipe, beside its track.
        ride = str(DATA / "commute")
        for format_ in ["ndjson", "csv"]:
            written = run([arguments.program, "classify", ride, "--format", format_, "--live"])[1]
            pathlib.Path(stream).write_bytes(written)
            command = [arguments.program, "trips", "--track", ride, "--format", "json", "--activities"]
            whole = run([*command, stream])
            sizes = draw_sizes(draw, len(written))
            comparison.add(f"trips, {format_}", difference(run([*command, "-"], written, sizes), whole, stream))
            spoiled = (whole[0], whole[1][:-2] + b"~\n", whole[2])
            comparison.add_spoiled(f"trips, {format_}", difference(spoiled, whole, stream) if whole[1] else None)
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
