#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares simulations of two builds of the command, byte for byte.

    Scripts/compare-simulations.py OLD NEW LOG...

Plays each log with places along it, by every strategy, with the profiles ``article`` and ``here``, as table, NDJSON and
GeoJSON, at once and with late events, with the old build's activity stream if it can make one; then ``--compare``. The
new build may add lines at the end of a table, figures to the last line of NDJSON, features on lines of their own to
GeoJSON, and columns to the table of ``--compare``. Everything else must be equal. The exit code is 1 if anything
differs.
"""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

STRATEGIES = ["nearest", "difference", "bubble", "bubble-difference", "full", "oracle"]
NEW_KINDS = ['"kind":"activity"', '"kind":"region"', '"kind":"alert"']
NEW_COLUMNS = ["wake-ups", "GPS min", "energy J"]


def run(binary: str, arguments: list[str]) -> tuple[int, bytes, bytes]:
    """A build's exit code, standard output and standard error."""
    done = subprocess.run([binary, *arguments], capture_output=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def old_features(output: bytes) -> list[str]:
    """The lines of GeoJSON without the features that the old build does not write, and without the commas between
    features."""
    lines = output.decode().split("\n")
    return [line.rstrip(",") for line in lines if not any(kind in line for kind in NEW_KINDS)]


def old_cells(output: bytes) -> dict[tuple[str, str], str]:
    """The cells of a table that may come in parts, by row and column, without the new columns."""
    cells = {}
    header: list[str] = []
    for line in output.decode().split("\n"):
        words = re.split(r"  +", line.strip())
        if words[0] == "strategy, policy":
            header = words
        elif len(words) == len(header):
            cells.update({(words[0], column): word for column, word in zip(header, words)})
    return {key: word for key, word in cells.items() if key[1] not in NEW_COLUMNS}


def main() -> int:
    """Plays all logs and prints the number of runs and differences."""
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    old, new = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
    runs = differences = rides = refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for log in sys.argv[3:]:
            made = run(old, ["places", "make", "--track", log, "--count", "60", "--spread", "400", "--seed", "5"])
            if made[0] != 0:
                refused += 1
                continue
            rides += 1
            places = folder / "places.geojson"
            places.write_bytes(made[1])
            stream = folder / "stream.ndjson"
            stream.write_bytes(run(old, ["classify", log, "--format", "ndjson"])[1])
            base = ["simulate", "--track", log, "--places", str(places)]
            if stream.stat().st_size > 0 and run(old, [*base, "--activities", str(stream)])[0] == 0:
                base += ["--activities", str(stream)]
            cases = [
                [*base, "--strategy", strategy, "--profile", profile, "--format", form, *delay]
                for strategy, profile, form, delay in itertools.product(
                    STRATEGIES, ["article", "here"], ["table", "ndjson", "geojson"], [[], ["--delay", "240"]]
                )
            ]
            for case in [*cases, [*base, "--compare"]]:
                runs += 1
                before, after = run(old, case), run(new, case)
                same = before[0] == after[0] and (
                    old_cells(before[1]) == old_cells(after[1])
                    if "--compare" in case
                    else old_features(before[1]) == old_features(after[1])
                    if "geojson" in case
                    else before[1].splitlines()[:-1] == after[1].splitlines()[:-1]
                    if "ndjson" in case
                    else after[1].startswith(before[1])
                )
                if not same:
                    differences += 1
                    print(f"differs: gaitway {' '.join(case)}")
    print(f"{rides} rides ({refused} logs without fixes left out), {runs} runs, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
