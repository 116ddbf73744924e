#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""classify_numpy.py OUT LOG... [--reader pyarrow|numpy]
   classify_numpy.py --window LOG

A peer for `gaitway classify`, as one would write it with NumPy and PyArrow: read the merged CSV of make_log.py, bring
it to a uniform 50 Hz grid by linear interpolation, and describe windows of 256 samples by 20 numbers for each of four
signals. It does less than Gaitway: no repairs, no anti-alias filter, fewer features, random weights instead of a model.
NumPy's own reader is slow and imports nothing more: it is the better one for a small log. With several logs OUT is a
folder. The second form prints the CPU microseconds that a window takes in a warm process, from samples to
probabilities: in a block of all windows of the log, and alone."""
import argparse, os, statistics, time
import numpy as np

NAMES = ["time", "ax", "ay", "az", "gx", "gy", "gz", "pressure"]
EDGES = [0.2, 0.5, 0.8, 1.2, 1.6, 2, 2.5, 3, 3.5, 4, 5, 6.5, 8]
frequency = np.arange(129) * 50 / 256
bands = np.stack([(frequency >= lo) & (frequency < hi) for lo, hi in zip(EDGES, EDGES[1:])], 1).astype(np.float32)
hann = np.hanning(256).astype(np.float32)
weights = np.random.default_rng(1).standard_normal((80, 6)).astype(np.float32)


def read(log, reader):
    """The columns of a log: time in doubles, the others in floats."""
    if reader == "numpy":
        table = np.loadtxt(log, delimiter=",", skiprows=1, unpack=True)
        return [table[0]] + [column.astype(np.float32) for column in table[1:]]
    import pyarrow as pa
    import pyarrow.csv as csv

    types = {n: pa.float64() if n == "time" else pa.float32() for n in NAMES}
    table = csv.read_csv(log, convert_options=csv.ConvertOptions(column_types=types))

    def column(name):
        kind = np.float64 if name == "time" else np.float32
        return np.concatenate(
            [
                np.frombuffer(c.buffers()[1], kind, len(c), c.offset * np.dtype(kind).itemsize)
                for c in table[name].chunks
            ]
        )

    return [column(name) for name in NAMES]


def probabilities(x, r):
    """Of windows of acceleration and rotation, 3 x windows x 256 each."""
    g = x.mean(2, keepdims=True); g /= np.sqrt((g * g).sum(0)) + 1e-6
    up = (x * g).sum(0)
    m = np.sqrt((x * x).sum(0))
    h = np.sqrt(np.maximum(m * m - up * up, 0))
    turn = np.sqrt((r * r).sum(0))
    rows = []
    for s in (m, up, h, turn):
        d = s - s.mean(1, keepdims=True)
        z = np.fft.rfft(d * hann, axis=1); P = z.real ** 2 + z.imag ** 2
        q = P / (P.sum(1, keepdims=True) + 1e-9)
        rows += [
            np.log(P @ bands + 1e-6),
            np.log(d.std(1) + 1e-3)[:, None],
            np.percentile(d, [5, 25, 75, 95], axis=1).T,
            (-q * np.log(q + 1e-9)).sum(1)[:, None],
            (d[:, 1:] * d[:, :-1] < 0).sum(1)[:, None],
            np.abs(d).max(1)[:, None],
        ]
    scores = np.concatenate(rows, 1) @ weights
    p = np.exp(scores - scores.max(1, keepdims=True))
    return p / p.sum(1, keepdims=True)


def classify(log, out, reader):
    time, *columns = read(log, reader)
    grid = np.arange(time[0], time[-1], 1 / 50)
    a, w = [
        np.stack([np.interp(grid, time, c).astype(np.float32) for c in part]) for part in (columns[:3], columns[3:6])
    ]
    A, W = [np.lib.stride_tricks.sliding_window_view(x, 256, axis=1)[:, ::128] for x in (a, w)]
    with open(out, "w") as f:
        f.write("start,activity,probability\n")
        for first in range(0, A.shape[1], 256):
            p = probabilities(A[:, first:first + 256], W[:, first:first + 256])
            f.writelines(f"{(first + i) * 2.56:.2f},{k},{p[i, k]:.4f}\n" for i, k in enumerate(p.argmax(1).tolist()))


def windows(log):
    """Microseconds of this thread for a window, in a block of all of the log's and alone."""
    columns = read(log, "numpy")
    blocks = [
        np.lib.stride_tricks.sliding_window_view(np.stack(columns[i : i + 3]), 256, axis=1)[:, ::128] for i in (1, 4)
    ]
    for count, calls in ((blocks[0].shape[1], 4), (1, 40)):
        x, r = [np.ascontiguousarray(block[:, :count]) for block in blocks]
        times = []
        for _ in range(21):
            start = time.thread_time()
            for _ in range(calls): probabilities(x, r)
            times.append((time.thread_time() - start) / calls / count * 1e6)
        yield statistics.median(times)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("out", nargs="?")
parser.add_argument("logs", nargs="*")
parser.add_argument("--reader", default="pyarrow", choices=["pyarrow", "numpy"])
parser.add_argument("--window", metavar="LOG")
options = parser.parse_args()
if options.window:
    print(*(f"{cost:.1f}" for cost in windows(options.window)))
elif len(options.logs) == 1:
    classify(options.logs[0], options.out, options.reader)
else:
    os.makedirs(options.out, exist_ok=True)
    for log in options.logs: classify(log, f"{options.out}/{os.path.basename(log)}", options.reader)
