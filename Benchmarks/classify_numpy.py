#!/usr/bin/env python3
"""classify_numpy.py LOG OUT

A peer for `gaitway classify`, as one would write it with NumPy and PyArrow: read the merged CSV of make_log.py, bring it to
a uniform 50 Hz grid by linear interpolation, and describe windows of 256 samples by 20 numbers for each of four signals.
It does less than Gaitway: no repairs, no anti-alias filter, fewer features, random weights instead of a model."""
import sys
import numpy as np
import pyarrow as pa
import pyarrow.csv as csv

log, out = sys.argv[1:3]
names = ["time", "ax", "ay", "az", "gx", "gy", "gz", "pressure"]
types = {n: pa.float64() if n == "time" else pa.float32() for n in names}
table = csv.read_csv(log, convert_options=csv.ConvertOptions(column_types=types))
def column(name):
    kind = np.float64 if name == "time" else np.float32
    return np.concatenate([np.frombuffer(c.buffers()[1], kind, len(c), c.offset * np.dtype(kind).itemsize) for c in table[name].chunks])
time = column("time")
grid = np.arange(time[0], time[-1], 1 / 50)
a = np.stack([np.interp(grid, time, column(n)).astype(np.float32) for n in names[1:4]])
w = np.stack([np.interp(grid, time, column(n)).astype(np.float32) for n in names[4:7]])
window = np.lib.stride_tricks.sliding_window_view
hann = np.hanning(256).astype(np.float32)
rng = np.random.default_rng(1)
weights = rng.standard_normal((80, 6)).astype(np.float32)
frequency = np.arange(129) * 50 / 256
edges = [0.2, 0.5, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6.5, 8]
bands = np.stack([(frequency >= lo) & (frequency < hi) for lo, hi in zip(edges, edges[1:])], 1).astype(np.float32)
A, W = [window(x, 256, axis=1)[:, ::128] for x in (a, w)]
with open(out, "w") as f:
    f.write("start,activity,probability\n")
    for first in range(0, A.shape[1], 256):
        x, r = A[:, first:first + 256], W[:, first:first + 256]
        g = x.mean(2, keepdims=True); g /= np.sqrt((g * g).sum(0)) + 1e-6
        up = (x * g).sum(0); m = np.sqrt((x * x).sum(0)); h = np.sqrt(np.maximum(m * m - up * up, 0)); turn = np.sqrt((r * r).sum(0))
        rows = []
        for s in (m, up, h, turn):
            d = s - s.mean(1, keepdims=True)
            z = np.fft.rfft(d * hann, axis=1); P = z.real ** 2 + z.imag ** 2
            q = P / (P.sum(1, keepdims=True) + 1e-9)
            rows += [np.log(P @ bands + 1e-6), np.log(d.std(1) + 1e-3)[:, None], np.percentile(d, [5, 25, 75, 95], axis=1).T,
                     (-q * np.log(q + 1e-9)).sum(1)[:, None], (d[:, 1:] * d[:, :-1] < 0).sum(1)[:, None], np.abs(d).max(1)[:, None]]
        scores = np.concatenate(rows, 1) @ weights
        p = np.exp(scores - scores.max(1, keepdims=True)); p /= p.sum(1, keepdims=True)
        best = p.argmax(1)
        f.writelines(f"{(first + i) * 2.56:.2f},{k},{p[i, k]:.4f}\n" for i, k in enumerate(best.tolist()))
