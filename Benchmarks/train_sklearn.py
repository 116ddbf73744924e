#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make a random classification problem, save it in raw files, and fit scikit-learn to it.

    train_sklearn.py PREFIX [--rows N] [--features D] [--classes K] [--seed S] [--solvers
    lbfgs,newton-cg,newton-cholesky] train_sklearn.py PREFIX --existing D

The first form draws correlated features from a few hidden sources and labels from a noisy linear model, standardises
the features, and writes PREFIX.X.f64 (row-major doubles) and PREFIX.y.i32. The second reads such files with D features.
Then every solver is fitted with C = 1 and tolerance 1e-6; a line each tells objective (sum of the log-losses plus
|W|^2 / 2), the largest gradient entry of the mean objective, iterations, CPU seconds of the fit and peak memory.
An empty list of solvers only writes the files.
"""
import argparse
import resource
import time

import numpy as np


def draw(rows, features, classes, seed):
    random = np.random.default_rng(seed)
    sources = max(2, features // 4)
    mixing = random.normal(size=(sources, features)) / np.sqrt(1 + np.arange(sources))[:, None]
    table = random.normal(size=(rows, sources)) @ mixing
    table += 0.25 * random.normal(size=table.shape)
    table -= table.mean(axis=0)
    table /= table.std(axis=0)
    scores = table @ random.normal(scale=2 / np.sqrt(features), size=(features, classes))
    labels = np.argmax(scores + random.gumbel(size=scores.shape), axis=1)
    # A tenth of the labels is wrong, so that the classes cannot be separated.
    wrong = random.random(rows) < 0.1
    labels[wrong] = random.integers(classes, size=np.count_nonzero(wrong))
    return table, labels.astype(np.int32)


def judge(table, labels, model):
    """The objective in the sum convention and the largest gradient entry of the mean, from the coefficients alone."""
    logits = table @ model.coef_.T + model.intercept_
    logits -= logits.max(axis=1, keepdims=True)
    normaliser = np.log(np.exp(logits).sum(axis=1))
    chosen = logits[np.arange(len(labels)), labels]
    objective = (normaliser - chosen).sum() + 0.5 * (model.coef_**2).sum()
    residual = np.exp(logits - normaliser[:, None])
    residual[np.arange(len(labels)), labels] -= 1
    slopes = residual.T @ table + model.coef_
    return objective, max(abs(slopes).max(), abs(residual.sum(axis=0)).max()) / len(labels)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--features", type=int, default=250)
    parser.add_argument("--classes", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solvers", default="lbfgs,newton-cg,newton-cholesky")
    parser.add_argument("--existing", type=int, metavar="D")
    options = parser.parse_args()
    if options.existing:
        table = np.fromfile(options.prefix + ".X.f64").reshape(-1, options.existing)
        labels = np.fromfile(options.prefix + ".y.i32", dtype=np.int32)
    else:
        table, labels = draw(options.rows, options.features, options.classes, options.seed)
        table.tofile(options.prefix + ".X.f64")
        labels.tofile(options.prefix + ".y.i32")
    for solver in filter(None, options.solvers.split(",")):
        from sklearn.linear_model import LogisticRegression

        model = LogisticRegression(C=1, tol=1e-6, solver=solver, max_iter=5000)
        before = time.process_time()
        model.fit(table, labels)
        seconds = time.process_time() - before
        objective, gradient = judge(table, labels, model)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{solver}: objective {objective:.8f}, largest gradient {gradient:.2g}, iterations {model.n_iter_[0]}, "
            f"fit CPU {seconds:.2f} s, peak {peak:.0f} MiB",
            flush=True,
        )


if __name__ == "__main__":
    main()
