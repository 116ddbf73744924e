# SPDX-License-Identifier: Apache-2.0
"""steps.py GAITWAY STEPS [--rides RIDES --manifest MANIFEST] [--where COLUMN=VALUE ...]: steps beside counted ones.

STEPS has steps.csv (recording, person, placement, steps) and a folder for each recording with accelerometer.csv
(seconds, m/s^2, gravity included). Each walk is counted by `gaitway classify --smoothing causal`, with the built-in
model, and by two peers over the whole walk. With rides, steps an hour follow, by activity and data set: those of
`gaitway classify` within the labelled span. At rest, in vehicles and on bicycles they are false.

The peers, in NumPy and SciPy:
- peaks: the size of the acceleration at 50 Hz, band-pass of 0.8 to 3.5 Hz, peaks with a prominence of 0.5 m/s^2 and
  0.3 s apart;
- windowed: D. Salvi, C. Velardo, J. Brynes, L. Tarassenko, "An optimised algorithm for accurate steps counting from
  smart-phone accelerometry", EMBC 2018, after its description: size at 100 Hz, low-pass of 3 Hz, the score of a sample
  is its mean difference from those around it, a peak's score is some standard deviations above the mean of all before,
  and of peaks within some time the highest counts. The authors choose its constants by a search; here, for each person
  on the walks of the others.
"""
import argparse
import collections
import csv
import itertools
import json
import pathlib
import subprocess

import numpy
from scipy import signal


def uniform(table, rate):
    """The size of the acceleration, at a rate."""
    times = numpy.arange(table[0, 0], table[-1, 0], 1 / rate)
    size = numpy.linalg.norm(table[:, 1:4], axis=1)
    return numpy.interp(times, table[:, 0], size)


def peaks(table):
    size = uniform(table, 50)
    band = signal.butter(2, [0.8, 3.5], "band", fs=50, output="sos")
    return len(signal.find_peaks(signal.sosfiltfilt(band, size - size.mean()), prominence=0.5, distance=15)[0])


# Taps of the low-pass, samples of a score, standard deviations of a peak, samples between peaks.
WINDOWED = list(itertools.product((13, 41), (35, 51, 71), (0.4, 0.6, 0.8, 1.0, 1.2), (20, 25, 30)))


def windowed(size, taps, width, threshold, gap):
    filtered = numpy.convolve(size, signal.firwin(taps, 3, fs=100), "same")
    mean = numpy.convolve(filtered, numpy.ones(width) / width, "same")
    # The mean over the others of the differences from them.
    score = ((filtered - mean) * width / (width - 1))[width // 2:-(width // 2)]
    count = numpy.arange(1, len(score) + 1)
    average = numpy.cumsum(score) / count
    deviation = numpy.sqrt(numpy.maximum(numpy.cumsum(score ** 2) / count - average ** 2, 0))
    steps, best = 0, None
    for index in numpy.flatnonzero((score - average > threshold * deviation) & (count > 15)):
        if best is None or index - best > gap:
            steps += 1
            best = index
        elif score[index] > score[best]:
            best = index
    return steps


def windowed_of_others(rows, tables):
    """The counts of the walks, with the constants that are best on other people's."""
    true = numpy.array([int(row["steps"]) for row in rows])
    sizes = [uniform(table, 100) for table in tables]
    counts = numpy.array([[windowed(size, *constants) for size in sizes] for constants in WINDOWED])
    errors = abs(counts / true - 1)
    people = numpy.array([row["person"] for row in rows])
    return [counts[errors[:, people != person].mean(axis=1).argmin(), walk] for walk, person in enumerate(people)]


def stream(gaitway, log, options=()):
    """The lines of a log's stream, in time order; none for a log that cannot be read."""
    run = subprocess.run(
        [gaitway, "classify", log, "--format", "ndjson", "--smoothing", "causal", "--every-window", *options],
        capture_output=True, text=True)
    return [json.loads(line) for line in run.stdout.splitlines()[1:]] if run.returncode == 0 else []


def walks(gaitway, folder):
    rows = sorted(
        csv.DictReader(open(folder / "steps.csv")),
        key=lambda row: (row["person"], row["placement"], row["recording"]))
    logs = [folder / row["recording"] / "accelerometer.csv" for row in rows]
    tables = [numpy.loadtxt(log, delimiter=",", skiprows=1) for log in logs]
    counters = ["gaitway", "peaks", "windowed"]
    errors = collections.defaultdict(list)
    print("| person | placement | recording | steps | " + " | ".join(counters) + " |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for row, log, table, other in zip(rows, logs, tables, windowed_of_others(rows, tables)):
        counts = [stream(gaitway, log)[-1]["steps"], peaks(table), other]
        true = int(row["steps"])
        cells = []
        for counter, count in zip(counters, counts):
            error = 100 * (count / true - 1)
            cells.append(f"{count} ({error:+.1f} %)")
            for group in (row["person"], row["placement"], "all"):
                errors[group, counter].append(abs(error))
        print(f"| {row['person']} | {row['placement']} | {row['recording']} | {true} | " + " | ".join(cells) + " |")
    print("\n| walks | count | " + " | ".join(f"{c}: mean, 90th percentile" for c in counters) + " |")
    print("| --- | --- | --- | --- | --- |")
    for group in [*sorted({group for group, _ in errors} - {"all"}), "all"]:
        cells = [f"{numpy.mean(e):.2f} %, {numpy.quantile(e, 0.9):.2f} %"
                 for e in (errors[group, counter] for counter in counters)]
        print(f"| {group} | {len(errors[group, 'gaitway'])} | " + " | ".join(cells) + " |")


def counted(lines, start, end):
    """Steps from start to end, by the windows that end there, and the time between them."""
    inside = [line for line in lines if "window" in line and start <= line["window"][0] and line["window"][1] <= end]
    if not inside:
        return 0, 0
    before = [line["steps"] for line in lines if "window" in line and line["window"][1] <= inside[0]["window"][0]]
    return (inside[-1]["steps"] - (before[-1] if before else 0),
            inside[-1]["window"][1] - inside[0]["window"][0])


def rides(gaitway, root, manifest, conditions):
    sums = collections.defaultdict(lambda: [0, 0.0, 0])
    known = {}
    for row in csv.DictReader(open(manifest)):
        if row["activity"] not in ("stationary", "automotive", "cycling", "walking", "running"):
            continue
        if any(row.get(name) != value for name, value in conditions):
            continue
        options = [text for name in ("logger", "unit") if row.get(name) for text in (f"--{name}", row[name])]
        if row.get("acceleration") in ("total", "linear"):
            options += ["--acceleration", row["acceleration"]]
        key = (row["recording"], *options)
        if key not in known:
            known = {key: stream(gaitway, root / row["recording"], options)}
        steps, seconds = counted(known[key], float(row["start_s"] or 0), float(row["end_s"] or "inf"))
        for group in ((row["activity"], "all"), (row["activity"], row["dataset"])):
            sums[group][0] += steps
            sums[group][1] += seconds / 3600
            sums[group][2] += not known[key]
    print("\n| activity | data set | hours | steps | an hour | logs not read |")
    print("| --- | --- | --- | --- | --- | --- |")
    for (activity, dataset), (steps, hours, unread) in sorted(sums.items()):
        rate = f"{steps / hours:.1f}" if hours else "-"
        print(f"| {activity} | {dataset} | {hours:.2f} | {steps} | {rate} | {unread} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("gaitway")
    parser.add_argument("steps", type=pathlib.Path)
    parser.add_argument("--rides", type=pathlib.Path)
    parser.add_argument("--manifest", type=pathlib.Path)
    parser.add_argument("--where", action="append", default=[])
    options = parser.parse_args()
    walks(options.gaitway, options.steps)
    if options.rides:
        rides(options.gaitway, options.rides, options.manifest,
              [condition.split("=", 1) for condition in options.where])


main()
