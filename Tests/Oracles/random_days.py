# SPDX-License-Identifier: Apache-2.0
"""Makes timelines of long valid days: thousands of fixes, with stays and silences at the segmenter's limits.

    python3 Tests/Oracles/random_days.py .build/release/OracleWriter [--cases 3000] [--times 1] [--seed 1]

OracleWriter makes each day of a seed, in one process for many days. Items must touch and never overlap, end after they
begin, have finite distances that are not negative, and keep every rule of `trips --check`. A stream, and inputs that
come late, must give the same items. A day that ends the process is found by its seed, and the next ones follow.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import struct
import subprocess
import sys

from comparison import Comparison, parse_arguments


def ask(writer: str, seeds: list[int]) -> list[str | None]:
    """What is wrong with the days of `seeds`, each: None if nothing is."""
    found: list[str | None] = []
    while len(found) < len(seeds):
        cases = b"".join(struct.pack("<IQ", 8, seed) for seed in seeds[len(found) :])
        process = subprocess.run([writer, "day"], input=cases, capture_output=True, check=False)
        lines = process.stdout.splitlines()
        found += ["; ".join(json.loads(line)["faults"]) or None for line in lines]
        if process.returncode != 0 and len(found) < len(seeds):
            found.append(f"the process ended with {process.returncode}: {process.stderr.decode()[:300]}")
    return found


def main() -> int:
    """Runs the days."""
    arguments = parse_arguments(__doc__, 3000)
    seeds = list(range(arguments.seed, arguments.seed + arguments.cases))
    parts = [seeds[start : start + 50] for start in range(0, len(seeds), 50)]
    comparison = Comparison("random days")
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for part, found in zip(parts, pool.map(lambda part: ask(arguments.program, part), parts), strict=True):
            for seed, fault in zip(part, found, strict=True):
                comparison.add(f"seed {seed}", fault)
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
