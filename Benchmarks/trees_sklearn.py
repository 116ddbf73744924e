# SPDX-License-Identifier: Apache-2.0
"""trees_sklearn.py PREFIX [--jobs N] [--learner forest|boosted]: scikit-learn's forests and boosted trees beside
Gaitway's linear model.

PREFIX names the files that `ablation-benchmark --export PREFIX` wrote: the same features, folds and windows. Each
learner is fitted once per fold on the other folds, with Gaitway's weights, once as the windows are and once with
Gaitway's dropout on sensors (each window with an optional sensor also without it, the weight shared). Missing values
are left to the learners, which handle them natively. The scores are the evaluation's: balanced macro-F1 over the cells
of data set and activity, its difference to Gaitway with the paired 90 % bootstrap over data sets, expected calibration
error. Needs numpy, scikit-learn 1.4."""
import argparse
import time

import numpy as np
import sklearn
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier

ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive"]
NONE, NONE_WEIGHT = 5, 0.25
# Columns of the answers: the six classes, then the windows that are refused since their rate is too low.
REFUSED, ANSWERS = 6, 7


class Data:
    def __init__(self, prefix):
        def column(name):
            return np.fromfile(f"{prefix}.{name}.i32", np.int32)

        self.label, self.fold, self.data_set, self.user = column("y"), column("fold"), column("dataset"), column("user")
        self.served, self.need = column("served") == 1, column("need")
        self.features = np.fromfile(prefix + ".X.f64").reshape(len(self.label), -1)
        self.gaitway_answers = column("answer")
        self.gaitway = np.fromfile(prefix + ".p.f64").reshape(len(self.label), -1)


def weights(label, data_set, user):
    """A cell of data set and class weighs as the square root of its windows, so does a person in it; then every class
    alike, none a share; mean 1, as trees expect."""
    cell = data_set * 6 + label
    part = np.unique(np.stack([cell, user]), axis=1, return_inverse=True)[1].ravel()
    weight = 1 / np.sqrt(np.bincount(part)[part])
    weight *= (np.sqrt(np.bincount(cell)) / np.maximum(np.bincount(cell, weight), 1e-300))[cell]
    share = np.where(np.arange(6) == NONE, NONE_WEIGHT, 1.0)
    weight *= (share / np.maximum(np.bincount(label, weight, 6), 1e-300))[label]
    return weight / weight.mean()


def with_dropout(features, label, weight, need):
    """Each window with an optional sensor also without it, the weight shared."""
    rows, labels, row_weights = [features], [label], [weight.copy()]
    for sensor in [1, 2]:
        columns = need == sensor
        for block in range(len(rows)):
            present = ~np.isnan(rows[block][:, columns]).all(1)
            copy = rows[block][present].copy()
            copy[:, columns] = np.nan
            row_weights[block][present] /= 2
            rows.append(copy)
            labels.append(labels[block][present])
            row_weights.append(row_weights[block][present])
    return np.vstack(rows), np.concatenate(labels), np.concatenate(row_weights)


def held_out(data, make, dropout):
    """Probabilities of the six classes for every window by the model that did not see its fold, and the seconds of
    CPU."""
    given = np.zeros((len(data.label), 6))
    start = time.process_time()
    for fold in np.unique(data.fold):
        own = (data.fold != fold) & data.served
        label = data.label[own]
        training = data.features[own], label, weights(label, data.data_set[own], data.user[own])
        if dropout:
            training = with_dropout(*training, data.need)
        model = make().fit(training[0], training[1], sample_weight=training[2])
        given[np.ix_(data.fold == fold, model.classes_)] = model.predict_proba(data.features[data.fold == fold])
    return given, time.process_time() - start


class Score:
    """Answers as shares of the cells of 50 windows or more, and what follows from them."""

    def __init__(self, data, given, answers=None):
        if answers is None:
            answers = np.where(data.served, given.argmax(1), REFUSED)
        cells = [
            (data_set, activity, members)
            for data_set in np.unique(data.data_set)
            for activity in range(5)
            for members in [np.flatnonzero((data.data_set == data_set) & (data.label == activity))]
            if len(members) >= 50
        ]
        self.data_sets = sorted({cell[0] for cell in cells})
        count = np.bincount([cell[1] for cell in cells], minlength=5)
        self.shares = np.zeros((len(self.data_sets), 5, ANSWERS))
        weight = np.zeros(len(data.label))
        for data_set, activity, members in cells:
            shares = np.bincount(answers[members], minlength=ANSWERS) / len(members)
            self.shares[self.data_sets.index(data_set), activity] = shares
            weight[members] = 1 / (np.count_nonzero(count) * count[activity] * len(members))
        self.f1 = self.class_f1(np.ones(len(self.data_sets)))
        known = weight > 0
        truth = np.where(known, data.label, 0)
        rows = np.arange(len(truth))
        self.log_loss = -(weight * np.log(np.maximum(given[rows, truth], 1e-15)))[known].sum()
        top = given.max(1)
        bins = np.clip(np.ceil(top * 15).astype(int) - 1, 0, 14)
        gap = weight * ((given.argmax(1) == truth) - top)
        self.calibration_error = np.abs(np.bincount(bins[known], gap[known], 15)).sum()

    def class_f1(self, times):
        confusion = np.tensordot(times, self.shares, 1)
        total = confusion.sum(1)
        if (total == 0).any():
            return None
        confusion /= total[:, None]
        return 2 * np.diag(confusion) / (1 + confusion.sum(0)[:5])


def difference(score, reference, draws=1000):
    """The quantiles of the paired difference of macro-F1; draws without one of the activities are repeated."""
    random = np.random.default_rng(1)
    n, differences = len(score.data_sets), []
    while len(differences) < draws:
        times = np.bincount(random.integers(n, size=n), minlength=n).astype(float)
        own, other = score.class_f1(times), reference.class_f1(times)
        if own is not None:
            differences.append(own.mean() - other.mean())
    return np.quantile(differences, [0.05, 0.95])


def row(name, score, reference, seconds=None):
    worst = int(score.f1.argmin())
    delta = ""
    if score is not reference:
        low, high = 100 * difference(score, reference)
        delta = f"{100 * (score.f1.mean() - reference.f1.mean()):+.1f} ({low:+.1f} to {high:+.1f})"
    cells = [name, f"{score.f1.mean():.3f}", delta, f"{ACTIVITIES[worst]} {score.f1[worst]:.3f}"]
    cells += [f"{score.log_loss:.3f}", f"{score.calibration_error:.3f}", "" if seconds is None else f"{seconds:.0f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--learner", choices=["forest", "boosted"], help="only this one; an hour of one core for both")
    arguments = parser.parse_args()
    data = Data(arguments.prefix)

    def forest():
        return RandomForestClassifier(
            n_estimators=300, min_samples_leaf=3, max_features="sqrt", n_jobs=arguments.jobs, random_state=1)

    def boosted():
        return HistGradientBoostingClassifier(
            max_iter=200, learning_rate=0.08, max_leaf_nodes=31, min_samples_leaf=30, l2_regularization=1,
            early_stopping=False, random_state=1)

    print(f"scikit-learn {sklearn.__version__}, {data.features.shape[0]} windows, {data.features.shape[1]} features\n")
    print("| model | macro-F1 | difference, points (90 %) | worst activity | log-loss | ECE | CPU s, all folds |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    ours = Score(data, data.gaitway, data.gaitway_answers)
    row("Gaitway", ours, ours)
    for learner, name, make in [("forest", "random forest", forest), ("boosted", "boosted trees", boosted)]:
        if arguments.learner not in (None, learner):
            continue
        for dropout in [False, True]:
            given, seconds = held_out(data, make, dropout)
            row(name + (", dropout" if dropout else ""), Score(data, given), ours, seconds)


if __name__ == "__main__":
    main()
