# SPDX-License-Identifier: Apache-2.0
"""features.py [--windows N] [--tsfel N]: what the features of a window cost beside NumPy and TSFEL.

All on one core in one run: `gaitway.features`, the same features in NumPy (features_numpy.py), and TSFEL's own of the
same four signals. The windows are those of a sample ride, each with noise of its own. CPU microseconds a window, and
ratios; the two that compute the same are held against each other first.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"
os.environ.pop("OPENBLAS_CORETYPE", None)
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import features_numpy  # noqa: E402
import gaitway  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

DATASETS = Path(__file__).resolve().parents[2] / "Datasets"


def cost(work: Callable[[], object], count: int, rounds: int) -> float:
    """CPU microseconds of the fastest round, a window."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) / count * 1e6


def ours_and_numpys(windows: NDArray[np.float32]) -> tuple[float, float, float, int]:
    """The cost of ours and of NumPy's in single and double precision, with the block that suits NumPy best."""
    sample = windows[:2000]
    ours, theirs = gaitway.features(sample, as_="numpy"), features_numpy.features(sample)
    np.testing.assert_array_equal(np.isnan(ours), np.isnan(theirs))
    # Where two peaks are as high, rounding chooses.
    agrees = np.isclose(ours, theirs, rtol=1e-3, atol=1e-3, equal_nan=True).mean()
    assert agrees > 0.9999, agrees
    print(f"the same features: {agrees:.5%} of the values agree to 1e-3")
    blocks = (32, 64, 128, 256, 512, 2048)
    best = min(blocks, key=lambda block: cost(lambda: features_numpy.features(windows[:8192], block), 8192, 2))
    ours_cost = cost(lambda: gaitway.features(windows, as_="numpy"), len(windows), 3)
    single = cost(lambda: features_numpy.features(windows, best), len(windows), 3)
    part = windows[: len(windows) // 4].astype(np.float64)
    double = cost(lambda: features_numpy.features(part, best // 2, np.float64), len(part), 3)
    return ours_cost, single, double, best


def tsfels(windows: NDArray[np.float32], domains: list[str]) -> tuple[float, int]:
    """The cost of TSFEL's features of the four signals, and how many there are."""
    import pandas as pd
    import tsfel

    warnings.filterwarnings("ignore")
    settings: dict[str, object] = {}
    for domain in domains:
        settings.update(tsfel.get_features_by_domain(domain))
    motion = windows.astype(np.float64)
    a, w = motion[:, :, :3], motion[:, :, 3:]
    up = a.mean(1, keepdims=True)
    up /= np.linalg.norm(up, axis=2, keepdims=True)
    vertical = (a * up).sum(2)
    squares = (a * a).sum(2)
    signals = np.stack(
        [np.sqrt(squares), vertical, np.sqrt(np.maximum(squares - vertical**2, 0)), np.linalg.norm(w, axis=2)], 2
    )
    frames = [pd.DataFrame(one, columns=list("mvhw")) for one in signals]

    def work() -> pd.DataFrame:
        return tsfel.time_series_features_extractor(settings, frames, fs=gaitway.WINDOW_RATE, verbose=0, n_jobs=None)

    columns = work().shape[1]
    return cost(work, len(frames), 2), columns


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--windows", type=int, default=100_000)
    parser.add_argument("--tsfel", type=int, default=20, help="windows for TSFEL; 0 leaves it out")
    given = parser.parse_args()
    ride = gaitway.windows(DATASETS / "commute").samples[1:]
    random = np.random.default_rng(1)
    windows = ride[random.integers(0, len(ride), given.windows)]
    windows += random.normal(0, 0.02, windows.shape).astype(np.float32)
    ours, single, double, block = ours_and_numpys(windows)
    count = len(gaitway.feature_names())
    print(f"{given.windows} windows, one core, NumPy {np.__version__}, Python {sys.version.split()[0]}")
    rows = [
        ("gaitway.features", count, ours),
        (f"NumPy, single precision, blocks of {block}", count, single),
        (f"NumPy, double precision, blocks of {block // 2}", count, double),
    ]
    if given.tsfel:
        for domains in (["statistical", "spectral"], ["statistical", "spectral", "temporal"]):
            taken, columns = tsfels(windows[: given.tsfel], domains)
            rows.append((f"TSFEL, {', '.join(domains)}", columns, taken))
    print(f"{'':46} features  CPU µs a window   ratio")
    for label, columns, taken in rows:
        print(f"{label:46} {columns:8d} {taken:16.2f} {taken / ours:7.1f}")


if __name__ == "__main__":
    main()
