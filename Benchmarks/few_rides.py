#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""few_rides.py GAITWAY MANIFEST ROOT [--where COLUMN=VALUE]... [--draws N] [--rides N]... [--people N]...
[--before OLD]

How honest models of few rides are. Each draw trains a model on some rides of one person, or of several, and judges it
on other rides of these people and on rides of others, all of activities that it was trained on. Within a draw each
activity weighs the same. ECE is the expected calibration error of the likeliest class of one model, in 15 bins; the
columns have its mean over the draws, its 90th percentile, and how many draws exceed 0.10. OLD is another build, which
trains and judges the same draws.
"""
import argparse, collections, csv, json, random, statistics, subprocess, sys, tempfile

ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive"]
CLASSES = [f"probabilities.{name}" for name in [*ACTIVITIES, "none"]]
STRANGERS = 4  # rides of other people, for each activity
BINS = 15


def rides(manifest, conditions):
    """The rides of known activities that pass all conditions; values of one column are alternatives."""
    allowed = collections.defaultdict(set)
    for condition in conditions:
        column, _, value = condition.partition("=")
        allowed[column].add(value)
    with open(manifest, newline="", encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["activity"] in ACTIVITIES
                and all(row[column] in values for column, values in allowed.items())]


def person(row):
    return row["dataset"], row["user"]


def draw(rows, count, people, chance):
    """`count` rides of up to `people` people, other rides of theirs, and rides of others; None if that shows fewer than
    two activities."""
    of = collections.defaultdict(list)
    for row in rows:
        of[person(row)].append(row)
    # Each data set is as likely, so that one of many people does not drown the others.
    sets = sorted({key[0] for key in of})
    names = set()
    for _ in range(people):
        data_set = chance.choice(sets)
        names.add(chance.choice(sorted(key for key in of if key[0] == data_set)))
    pool = [row for name in sorted(names) for row in of[name]]
    chance.shuffle(pool)
    training, rest = pool[:count], pool[count:]
    known = {row["activity"] for row in training}
    own = [row for row in rest if row["activity"] in known]
    if len(training) < count or len(known) < 2 or len({row["activity"] for row in own}) < 2:
        return None
    others = [row for row in rows if person(row) not in names and row["activity"] in known]
    chance.shuffle(others)
    strangers = []
    for name in sorted(known):
        strangers += [row for row in others if row["activity"] == name][:STRANGERS]
    return training, own, strangers


class Tool:
    """Trains and evaluates with one build."""

    def __init__(self, program, root, folder):
        self.program, self.root, self.folder = program, root, folder

    def run(self, verb, manifest, *options):
        command = [self.program, verb, manifest, "--root", self.root, "--case", "total", *options, "--force"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def manifest(self, rows, name):
        path = f"{self.folder}/{name}.csv"
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        return path

    def windows(self, rows, model):
        """Each window: truth, probability of the likeliest class, whether it and the answer are right, confidence."""
        path = f"{self.folder}/predictions.csv"
        self.run("evaluate", self.manifest(rows, "judged"), "--model", model, "--predictions", path)
        with open(model, encoding="utf-8") as file:
            levels = json.load(file)["cases"][0]["confidence"]
        found = []
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                values = [float(row[name] or 0) for name in CLASSES]
                top = max(values)
                likeliest = [*ACTIVITIES, "none"][values.index(top)]
                level = "low"
                if row["prediction"] != "unknown":
                    level = "high" if levels["high"] <= top and levels["high"] < 1 else (
                        "medium" if levels["medium"] <= top else "low")
                found.append((row["truth"], top, likeliest == row["truth"], row["prediction"] == row["truth"], level))
        return found


class Figures:
    """The figures of one model."""

    def __init__(self, windows):
        counts = collections.Counter(truth for truth, *_ in windows)
        bins = [0.0] * BINS
        self.right = 0.0
        self.levels = {level: [0.0, 0.0] for level in ("high", "medium")}
        for truth, top, is_right, is_answer, level in windows:
            weight = 1 / (len(counts) * counts[truth])
            bins[min(BINS - 1, int(top * BINS))] += weight * (top - is_right)
            self.right += weight * is_answer
            if level in self.levels:
                self.levels[level][0] += weight
                self.levels[level][1] += weight * is_answer
        self.error = sum(map(abs, bins))


def line(name, models):
    errors = sorted(model.error for model in models)
    cells = [
        name, str(len(models)), f"{statistics.mean(model.right for model in models):.3f}",
        f"{statistics.mean(errors):.3f}", f"{errors[int(0.9 * len(errors))]:.3f}",
        f"{sum(error > 0.1 for error in errors)}"]
    for level in ("high", "medium"):
        share, right = (sum(model.levels[level][place] for model in models) for place in (0, 1))
        cells += [f"{100 * share / len(models):.1f} %", f"{100 * right / share:.1f} %" if share else ""]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gaitway")
    parser.add_argument("manifest")
    parser.add_argument("root")
    parser.add_argument("--where", action="append", default=[])
    parser.add_argument("--draws", type=int, default=20)
    parser.add_argument("--rides", type=int, action="append", default=[])
    parser.add_argument("--people", type=int, action="append", default=[])
    parser.add_argument("--before")
    options = parser.parse_args()
    rows = rides(options.manifest, options.where)
    print("| rides of people, judged on | draws | right | ECE | 90 % | over 0.10 | high | right | medium | right |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        builds = [("before", options.before), ("now", options.gaitway)]
        for people in options.people or [1, 4]:
            for count in options.rides or [3, 6, 10]:
                found = collections.defaultdict(list)
                for seed in range(options.draws):
                    chance = random.Random(1000 * seed + 10 * count + people)
                    drawn = None
                    for _ in range(1000):
                        drawn = drawn or draw(rows, count, people, chance)
                    if drawn is None:
                        sys.exit(f"the rides do not suffice to draw {count}")
                    training, own, strangers = drawn
                    for build, program in builds:
                        if program is None:
                            continue
                        tool = Tool(program, options.root, folder)
                        model = f"{folder}/model.json"
                        tool.run("train", tool.manifest(training, "training"), "--output", model)
                        for judged, others in [("own", own), ("others", strangers)]:
                            if others:
                                found[judged, build].append(Figures(tool.windows(others, model)))
                for (judged, build), models in found.items():
                    line(f"{count} of {people}, {judged}, {build}", models)


if __name__ == "__main__":
    main()
