#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the speed of location fixes alone answers labelled rides below the model's rate.

    Benchmarks/speed_alone.py COMMAND MANIFEST ROOT [OPTION...]

For each activity of the rides with use=slow and fixes: the number of rides and windows, the share of the windows
with an answer, and the share of those that are right. Automotive with stationary is automotive. Options go to
`gaitway classify`, such as --smoothing none.
"""
import collections
import csv
import json
import subprocess
import sys

ORDER = ["automotive", "cycling", "running", "walking", "stationary"]


def answer(line):
    return "unknown" if line["unknown"] else next((flag for flag in ORDER if line[flag]), "none")


def main():
    command, manifest, root = sys.argv[1:4]
    options = sys.argv[4:]
    counts = collections.defaultdict(collections.Counter)
    confidences = collections.defaultdict(collections.Counter)
    rides = collections.Counter()
    with open(manifest, encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["use"] == "slow" and row["has_gps"] == "1"]
    for row in rows:
        if row["activity"] not in ORDER:
            continue
        run = subprocess.run(
            [command, "classify", root + "/" + row["recording"], "--logger", row["logger"], "--format", "ndjson",
             "--every-window", *options],
            capture_output=True, text=True, check=False)
        start, end = float(row["start_s"] or 0), float(row["end_s"] or "inf")
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        windows = [line for line in lines if "window" in line]
        windows = [line for line in windows if start <= line["window"][0] and line["window"][1] <= end]
        # Rides that the motion answers are judged elsewhere.
        if not windows or all(line.get("reason") != "rate-too-low" for line in windows):
            continue
        rides[row["activity"]] += 1
        for line in windows:
            counts[row["activity"]][answer(line)] += 1
            if not line["unknown"]:
                confidences[line["confidence"]][answer(line) == row["activity"]] += 1
    print(f"{'activity':12}{'rides':>6}{'windows':>9}{'answered':>10}{'right':>8}  answers")
    for activity in ORDER:
        tally = counts[activity]
        windows = sum(tally.values())
        if not windows:
            continue
        answered = windows - tally["unknown"]
        right = tally[activity] / answered if answered else 0
        answers = ", ".join(f"{name} {count}" for name, count in tally.most_common())
        print(f"{activity:12}{rides[activity]:6}{windows:9}{answered / windows:10.1%}{right:8.1%}  {answers}")
    for confidence, tally in confidences.items():
        print(f"{confidence}: {tally[True] / sum(tally.values()):.1%} of {sum(tally.values())} windows are right")


if __name__ == "__main__":
    main()
