# SPDX-License-Identifier: Apache-2.0
"""Twice the input costs at most 2.2 times the instructions: for each reader, with whole, damaged and hostile input.

    growth.py ORACLEWRITER                counts instructions with Callgrind, prints growth by reader, fails above 2.2
    growth.py ORACLEWRITER --seconds      the processor's seconds instead, which depend on the machine; fails never
    growth.py ORACLEWRITER --only WORD    readers, or inputs, whose name has the word
    growth.py ORACLEWRITER --times N      inputs N times as large
    growth.py ORACLEWRITER --each N       each Nth input alone

The input of a reader is made of records. Damage takes away each seventh bracket, quotation mark, separator or line end,
puts quotation marks into the text, or cuts it. Hostile input is made by hand for what a reader keeps: fixes of one
moment, places far apart, spans within spans, keys, openings without ends.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

import growth_inputs
from comparison import ask

LIMIT = 2.2
"""The most instructions for twice the input, over those for the input."""

HERE = pathlib.Path(__file__).resolve().parent


def count(program: str, cases: list[bytes]) -> list[int]:
    """The instructions of each case's reading."""
    with tempfile.TemporaryDirectory() as folder:
        counter = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            f"--log-file={folder}/log",
            "--toggle-collect=*8measured33*",
            # Callgrind ignores a pattern that two options share.
            "--dump-after=*8measured33_*",
            "--combine-dumps=yes",
        ]
        # The settings under which counts repeat.
        script = HERE.parent.parent / "Benchmarks" / "count-instructions.sh"
        settings = re.findall(r"^export (.+)$", script.read_text(), re.M)
        shell = " ".join(f"export {line};" for line in settings) + ' exec "$@"'
        ask("sh", ["-c", shell, "sh", *counter, program, "growth"], cases)
        text = pathlib.Path(folder, "out").read_text()
    counts = [int(total) for total in re.findall(r"^totals: (\d+)", text, re.M)]
    # Each case adds a part; a part without instructions may follow the last.
    return [total for total in counts if total][: len(cases)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the path of OracleWriter")
    parser.add_argument("--only", help="readers, or inputs, whose name has this word")
    parser.add_argument("--times", type=float, default=1, help="how many times as large inputs are")
    parser.add_argument("--each", type=int, default=1, help="measure each Nth input alone")
    parser.add_argument("--seconds", action="store_true", help="measure seconds instead of instructions")
    arguments = parser.parse_args()

    chosen = [
        case
        for case in growth_inputs.cases()
        if arguments.only is None or any(arguments.only in name for name in (case.reader, case.name))
    ]
    chosen = chosen[:: arguments.each]
    framed = [
        case.reader.encode() + b"\n" + case.make(round(case.size * arguments.times * times))
        for case in chosen
        for times in (1, 2)
    ]
    faults = [""] * len(framed)
    if arguments.seconds:
        answers = ask(arguments.program, ["growth"], framed)
        costs = [answer["seconds"] for answer in answers]
        faults = [answer["fault"] or "" for answer in answers]
    else:
        # Two processes side by side, as machines of CI have two cores.
        middle = len(chosen) // 2 * 2
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            parts = pool.map(
                lambda part: count(arguments.program, part) if part else [], [framed[:middle], framed[middle:]]
            )
            costs = [cost for part in parts for cost in part]
    if len(costs) != len(framed):
        print(f"growth: {len(framed)} cases and {len(costs)} counts", file=sys.stderr)
        return 1

    unit = "seconds" if arguments.seconds else "thousands"
    print(f"{'reader':24} {'input':34} {'bytes':>9} {unit:>10} {'twice':>10} {'growth':>7}")
    failures = 0
    for number, case in enumerate(chosen):
        once, twice = costs[2 * number : 2 * number + 2]
        growth = twice / once if once else 1
        isTooMuch = growth > LIMIT and not arguments.seconds
        failures += isTooMuch
        values = [f"{cost:10.3f}" if arguments.seconds else f"{cost / 1000:10.0f}" for cost in (once, twice)]
        fault = "  " + faults[2 * number + 1][:60] if faults[2 * number + 1] else ""
        print(
            f"{case.reader:24} {case.name:34} {len(framed[2 * number + 1]):9} {values[0]} {values[1]} {growth:7.2f}"
            + ("  TOO MUCH" if isTooMuch else "")
            + fault
        )
    print(f"growth: {len(chosen)} inputs of {len({case.reader for case in chosen})} readers, {failures} above {LIMIT}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
