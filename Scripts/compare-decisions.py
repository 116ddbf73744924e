# SPDX-License-Identifier: Apache-2.0
"""Compares decisions of two builds, byte by byte, for profiles that must not change, over the rides with GPS of a
manifest.

    python3 Scripts/compare-decisions.py FORMER NEW MANIFEST ROOT

Plays the first ride with GPS of each data set and activity with the profiles `here` and `article`, once with the
activity stream of the former build and once without reports. For the profile `gaitway` it counts differences only.
"""

from __future__ import annotations

import csv
import pathlib
import subprocess
import sys
import tempfile


def run(*arguments: str) -> tuple[int, bytes, bytes]:
    """Status, standard output and standard error."""
    result = subprocess.run(arguments, check=False, capture_output=True)
    return result.returncode, result.stdout, result.stderr


def main() -> None:
    former, new, manifest, root = sys.argv[1:]
    with open(manifest, newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["has_gps"] == "1"]
    rides = {}
    for row in rows:
        rides.setdefault((row["dataset"], row["activity"]), f"{root}/{row['recording']}")
    runs = decisions = changed = 0
    with tempfile.TemporaryDirectory() as name:
        places, stream = pathlib.Path(name) / "places.geojson", pathlib.Path(name) / "stream.ndjson"
        for ride in sorted(set(rides.values())):
            status, made, _ = run(former, "places", "make", "--track", ride, "--count", "60", "--spread", "150")
            classified = run(former, "classify", ride, "--format", "ndjson")
            if status or classified[0]:
                print(f"{ride}: left out, it cannot be read")
                continue
            places.write_bytes(made)
            stream.write_bytes(classified[1])
            base = ["simulate", "--track", ride, "--places", str(places), "--format", "ndjson"]
            for activities in (["--activities", str(stream)], []):
                for profile in ("here", "article"):
                    options = [*base, *activities, "--profile", profile]
                    one, other = run(former, *options), run(new, *options)
                    # The last line has the figures of the run; new builds may add some.
                    if (one[0], one[1].splitlines()[:-1]) != (other[0], other[1].splitlines()[:-1]):
                        sys.exit(f"{ride}, {profile}: the decisions differ")
                    runs += 1
                    decisions += one[1].count(b'"decision"')
                one, other = (run(build, *base, *activities)[1].splitlines()[:-1] for build in (former, new))
                changed += one != other
    print(f"{runs} runs with {decisions} decisions of here and article are the same; {changed} of gaitway differ")


if __name__ == "__main__":
    main()
