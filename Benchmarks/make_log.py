#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_log.py OUT [--hours H] [--rate R] [--seed S]

Writes a merged log for speed measurements: `time,ax,ay,az,gx,gy,gz,pressure`, six decimals, jittered clock. Blocks of
ten minutes alternate between rest, steps and vibration in a random pose. Nothing here is a test of accuracy."""
import argparse
import numpy as np

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("out")
parser.add_argument("--hours", type=float, default=24)
parser.add_argument("--rate", type=float, default=50)
parser.add_argument("--seed", type=int, default=1)
a = parser.parse_args()
rng = np.random.default_rng(a.seed)
total, block, done = int(a.hours * 3600 * a.rate), int(600 * a.rate), 0
with open(a.out, "w") as out:
    out.write("time,ax,ay,az,gx,gy,gz,pressure\n")
    while done < total:
        n = min(block, total - done)
        t = (done + np.arange(n) + rng.uniform(-0.2, 0.2, n)) / a.rate
        kind = rng.integers(3)
        body, turn = 0.02 * rng.standard_normal((n, 3)), 0.003 * rng.standard_normal((n, 3))
        if kind == 1:
            phase = 2 * np.pi * np.cumsum(1.8 + 0.05 * rng.standard_normal(n)) / a.rate
            for order, size in ((0.5, 0.8), (1, 2.4), (2, 1.5), (3, 0.8)):
                body += size * np.sin(order * phase[:, None] + rng.uniform(0, 6, 3)) * [0.5, 0.4, 1]
            turn += 1.2 * np.sin(phase / 2)[:, None] * rng.standard_normal(3)
        elif kind == 2:
            body += 0.4 * rng.standard_normal((n, 3)); turn += 0.03 * rng.standard_normal((n, 3))
        body[:, 2] += 9.81
        pose, _ = np.linalg.qr(rng.standard_normal((3, 3)))
        pressure = 1013 + 0.2 * np.sin(t / 300)
        np.savetxt(out, np.column_stack([t, body @ pose, turn @ pose, pressure]), fmt="%.6f", delimiter=",")
        done += n
