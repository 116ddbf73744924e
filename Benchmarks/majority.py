#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""majority.py GAITWAY MANIFEST ROOT [--where COLUMN=VALUE]

Classifies every ride of a manifest with the built-in model and counts, per logger, how many have the label as the
majority of their time within the labelled span (windows of the stream with --every-window, smoothed causally). Rides
labelled unknown and unlabelled ones are left out. The model may have learnt from these rides: this is a check of the
readers and of the whole path, not a figure of merit; `gaitway evaluate --cross-validate` gives those."""
import argparse, collections, csv, json, os, subprocess

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("gaitway"); parser.add_argument("manifest"); parser.add_argument("root")
parser.add_argument("--where", action="append", default=[])
arguments = parser.parse_args()
filters = [f.split("=", 1) for f in arguments.where]
LOGGERS = {
    "phyphox",
    "sensor-logger",
    "physics-toolbox",
    "sensor-record",
    "core-motion",
    "sensorlog-ios",
    "androsensor",
    "plain",
}

counts = collections.defaultdict(collections.Counter)
wrong = []
for row in csv.DictReader(open(arguments.manifest)):
    if row["activity"] in ("unknown", "none") or row.get("mode", "").startswith("unlabelled"): continue
    if any(row.get(column) != value for column, value in filters): continue
    command = [
        arguments.gaitway,
        "classify",
        os.path.join(arguments.root, row["recording"]),
        "--format",
        "ndjson",
        "--every-window",
    ]
    if row.get("logger") in LOGGERS: command += ["--logger", row["logger"]]
    if row.get("unit"): command += ["--unit", row["unit"]]
    if row.get("acceleration") in ("total", "linear"): command += ["--acceleration", row["acceleration"]]
    run = subprocess.run(command, capture_output=True, text=True)
    logger = row.get("logger", "")
    if run.returncode != 0:
        counts[logger]["failed"] += 1
        wrong.append((row["recording"], run.stderr.strip().splitlines()[-1:]))
        continue
    start, end = float(row.get("start_s") or 0), float(row.get("end_s") or 1e18)
    answers = collections.Counter()
    for line in run.stdout.splitlines():
        report = json.loads(line)
        if "window" not in report or report["window"][0] < start or report["window"][1] > end: continue
        flags = [a for a in ("automotive", "cycling", "running", "walking", "stationary", "unknown") if report[a]]
        answers[flags[0] if flags else "none"] += 1
    if not answers:
        counts[logger]["too short"] += 1
    elif answers.most_common(1)[0][0] == row["activity"]:
        counts[logger]["right"] += 1
    else:
        counts[logger]["unknown" if answers.most_common(1)[0][0] == "unknown" else "wrong"] += 1
        wrong.append((row["recording"], row["activity"], answers.most_common(2)))
kinds = ["right", "wrong", "unknown", "too short", "failed"]
print(f'{"logger":16}' + "".join(f"{k:>10}" for k in kinds))
for logger in sorted(counts): print(f"{logger:16}" + "".join(f"{counts[logger][k]:>10}" for k in kinds))
print(f'{"all":16}' + "".join(f"{sum(c[k] for c in counts.values()):>10}" for k in kinds))
for entry in wrong: print(*entry)
