# SPDX-License-Identifier: Apache-2.0
"""Figures that scikit-learn gives for the sample of EvaluationTests/MetricsOracleTests.swift.

Run with scikit-learn 1.9.1 and numpy; prints the Swift literals that stand in that test. The sample is drawn by the
same SplitMix64 sequence as TestSupport's SeededGenerator, so no data has to be kept.
"""
import numpy as np
from sklearn.metrics import (
    accuracy_score, confusion_matrix, f1_score, log_loss, precision_recall_fscore_support, roc_auc_score)

MASK = (1 << 64) - 1


class SplitMix64:
    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def uniform(self):
        return (self.next() >> 11) * 2.0 ** -53


def sample(count, seed):
    g = SplitMix64(seed)
    data_sets, truths, refused, probabilities = [], [], [], []
    for _ in range(count):
        data_sets.append(min(g.next() % 6, g.next() % 6))
        truths.append(g.next() % 6)  # 5: a ride with none of the five
        refused.append(g.next() % 20 == 0)
        p = []
        for _ in range(6):
            u = g.uniform()
            p.append(u * u * u)
        p[truths[-1]] += g.uniform()
        total = 0.0
        for value in p:
            total += value
        probabilities.append([value / total for value in p])
    return np.array(data_sets), np.array(truths), np.array(refused), np.array(probabilities)


def figures(name, truth, answer, p, weight):
    labels = list(range(5))
    macro = f1_score(truth, answer, labels=labels, average="macro", sample_weight=weight)
    loss = log_loss(truth, p, labels=list(range(6)), sample_weight=weight)
    brier = np.average(((p - np.eye(6)[truth]) ** 2).sum(1), weights=weight)
    top, right = p.max(1), p.argmax(1) == truth
    ece = 0.0
    for i in range(15):
        inside = (top > i / 15) & (top <= (i + 1) / 15)
        w = weight[inside]
        if w.sum() > 0:
            gap = abs(np.average(right[inside], weights=w) - np.average(top[inside], weights=w))
            ece += w.sum() / weight.sum() * gap
    print(f"{name}: macro {macro!r} accuracy {accuracy_score(truth, answer, sample_weight=weight)!r}")
    print(f"  log-loss {loss!r} brier {brier!r} ece {ece!r}")
    precision, recall, f1, _ = precision_recall_fscore_support(
        truth, answer, labels=labels, sample_weight=weight)
    for i in labels:
        print(f"  ({precision[i]!r}, {recall[i]!r}, {f1[i]!r}),")


data_set, truth, refused, p = sample(3000, 17)
answer = np.where(refused, 6, p.argmax(1))
known = truth < 5

cells = {(d, t): int(((data_set == d) & (truth == t)).sum()) for d in range(6) for t in range(5)}
large = {cell for cell, n in cells.items() if n >= 50}
weight = np.zeros(len(truth))
for i in np.flatnonzero(known):
    cell = (data_set[i], truth[i])
    if cell in large:
        siblings = sum(1 for other in large if other[1] == cell[1])
        weight[i] = 1 / (5 * siblings * cells[cell])
print("small cells", sorted((int(d), int(t)) for (d, t), n in cells.items() if 0 < n < 50))

scored = known & (weight > 0)
figures("weighted", truth[scored], answer[scored], p[scored], weight[scored])
figures("plain", truth[known], answer[known], p[known], np.ones(known.sum()))
print("counts", confusion_matrix(truth[known], answer[known], labels=list(range(7)))[:5].tolist())
print("auroc", repr(roc_auc_score(~known, p[:, 5])))
print("share right", repr(np.isin(answer[~known], [5, 6]).mean()), "known refused",
      repr(np.isin(answer[known], [5, 6]).mean()))
