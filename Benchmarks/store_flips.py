#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Flips single bits of a store and counts the answers: store_flips.py [--flips 150] [--seed 1] [--tracks LOG ...]

Makes a store of the tracks (the sample day by default). Flips one bit at a time, at places spread over the file, and
asks for the timeline as JSON, as a table, and for --check. Counts refusals, unchanged answers, and different timelines
with exit code 0, which must not occur.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--flips", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tracks", nargs="+", default=[str(ROOT / "Datasets/commute")])
    options = parser.parse_args()

    def gaitway(*arguments):
        done = subprocess.run([options.gaitway, "trips", *arguments], capture_output=True, stdin=subprocess.DEVNULL)
        return done.returncode, done.stdout, done.stderr

    with tempfile.TemporaryDirectory() as folder:
        store, damaged = pathlib.Path(folder) / "store", pathlib.Path(folder) / "damaged"
        zone = ["--time-zone", "UTC"]
        for track in options.tracks:
            code, _, errors = gaitway("--store", str(store), "--track", track, *zone)
            if code:
                sys.exit(errors.decode())
        forms = [["--format", "json"], ["--format", "table"]]
        expected = {tuple(form): gaitway("--store", str(store), *form, *zone)[1] for form in forms}
        bytes_ = store.read_bytes()
        random.seed(options.seed)
        outcomes = collections.Counter()
        checks = collections.Counter()
        for number in range(options.flips):
            # One in each stretch of the file, so that all kinds of pages come in.
            first, last = number * len(bytes_) // options.flips, (number + 1) * len(bytes_) // options.flips
            place, bit = random.randrange(first, max(last, first + 1)), random.randrange(8)
            flipped = bytearray(bytes_)
            flipped[place] ^= 1 << bit
            for form in forms:
                damaged.write_bytes(flipped)
                code, output, errors = gaitway("--store", str(damaged), *form, *zone)
                if code == 0:
                    outcome = "the same" if output == expected[tuple(form)] else "ANOTHER TIMELINE"
                else:
                    outcome = "refused" if code == 3 and b"damaged" in errors else f"refused otherwise, {code}"
                outcomes[outcome] += 1
                if outcome == "ANOTHER TIMELINE":
                    print(f"byte {place}, bit {bit}, {form[-1]}: another timeline", file=sys.stderr)
            checks[gaitway("--store", str(damaged), "--check")[0]] += 1
    print(f"{len(bytes_)} bytes, {options.flips} files with one flipped bit, {len(forms)} questions to each: "
          + ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items())))
    print("--check: " + ", ".join(f"exit {code}: {count}" for code, count in sorted(checks.items())))
    if outcomes["ANOTHER TIMELINE"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
