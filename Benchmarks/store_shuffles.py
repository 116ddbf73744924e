#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Adds the same days in different orders and compares the stores: store_shuffles.py [--shuffles 5] [--tracks LOG ...]

Adds the tracks (twelve made days unless given), one run of the command each, to a store in the given order and to
others in shuffled ones; the corrections of the first, which name every place, are imported into each of the others
halfway. Counts the stores whose timeline as JSON is the same to the byte, and those whose places have the same
identifiers and names.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import store_scale

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--shuffles", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tracks", nargs="+")
    options = parser.parse_args()

    def trips(*arguments):
        done = subprocess.run(
            [options.gaitway, "trips", *map(str, arguments)], capture_output=True, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            sys.exit(done.stderr.decode())
        return done.stdout

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        tracks = options.tracks or store_scale.days(folder, range(12), 120, 5)[0]
        zone = ["--time-zone", "UTC"]

        def timeline(store):
            text = trips("--store", store, *zone, "--format", "json")
            return text, [(place["identifier"], place.get("name")) for place in json.loads(text)["places"]]

        first = folder / "first"
        for track in tracks:
            trips("--store", first, "--track", track, *zone)
        places = timeline(first)[1]
        for number, (identifier, _) in enumerate(places):
            trips("correct", "name", identifier, f"Place {number}", "--store", first)
        corrections = folder / "corrections.json"
        corrections.write_bytes(trips("correct", "export", "--store", first))
        expected = timeline(first)
        same_bytes = same_places = 0
        for number in range(options.shuffles):
            random.seed(options.seed + number)
            order = random.sample(list(tracks), len(tracks))
            store = folder / f"shuffle-{number}"
            for index, track in enumerate(order):
                if index == len(order) // 2:
                    trips("correct", "import", corrections, "--store", store)
                trips("--store", store, "--track", track, *zone)
            given = timeline(store)
            same_bytes += given[0] == expected[0]
            same_places += given[1] == expected[1]
    print(
        f"{len(tracks)} tracks, {len(places)} places, {options.shuffles} shuffles: the same places and names in "
        f"{same_places}, "
        f"the same timeline to the byte in {same_bytes}"
    )
    if same_places < options.shuffles:
        sys.exit(1)


if __name__ == "__main__":
    main()
