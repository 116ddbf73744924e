# SPDX-License-Identifier: Apache-2.0
"""Compares our Fourier transform in single precision with NumPy's in double precision.

    python3 Tests/Oracles/spectra.py .build/release/OracleWriter [--cases 100] [--times 1] [--seed 1]

A case is eight signals of 8 to 4096 numbers: noise, sums of sines, single pulses, constants, steps, a small noise on a
large constant, of sizes from 1e-12 to 1e12, each lane of its own kind. The root of the mean squared error over a
signal's bins may be 2^-24 log2 N times that of the bins: a seventh of the worst case (N. J. Higham, "Accuracy and
stability of numerical algorithms", 2002, theorem
24.2). No single bin may be off by more than eight times that share of the largest.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt
from comparison import Comparison, ask, parse_arguments

Array = npt.NDArray[np.float64]


def draw_signal(numbers: np.random.Generator, count: int) -> Array:
    """A signal, as single precision holds it."""
    time = np.arange(count)
    kind = numbers.integers(6)
    if kind == 0:
        signal = numbers.normal(size=count)
    elif kind == 1:
        signal = np.sum([np.sin(time * numbers.uniform(0, np.pi) + numbers.uniform(0, 6)) for _ in range(3)], axis=0)
    elif kind == 2:
        signal = np.where(time == numbers.integers(count), 1.0, 0.0)
    elif kind == 3:
        signal = np.full(count, numbers.normal())
    elif kind == 4:
        signal = np.where(time < numbers.integers(count), 1.0, -1.0)
    else:
        signal = 9.81 + 0.01 * numbers.normal(size=count)
    return np.asarray(signal * 10 ** numbers.uniform(-12, 12), dtype=np.float32).astype(np.float64)


def difference(spectrum: list[float], signal: Array) -> str | None:
    """In what a spectrum differs from NumPy's."""
    count = len(signal)
    ours = np.array(spectrum[::2]) + 1j * np.array(spectrum[1::2])
    theirs = np.fft.rfft(signal)
    if ours.shape != theirs.shape:
        return f"{len(ours)} bins, not {len(theirs)}"
    error = np.abs(ours - theirs)
    share = 2.0**-24 * np.log2(count)
    size = np.sqrt(np.mean(np.abs(theirs) ** 2))
    if not np.sqrt(np.mean(error**2)) <= share * size:
        return f"of {count} numbers, {np.sqrt(np.mean(error**2)) / size / 2.0**-24:.2f} times 2^-24"
    largest = np.max(np.abs(theirs))
    if not np.max(error) <= 8 * share * largest:
        return f"of {count} numbers, bin {np.argmax(error)} by {np.max(error) / largest / 2.0**-24:.2f} times 2^-24"
    return None


def main() -> int:
    """Runs the comparison."""
    arguments = parse_arguments(__doc__, 100)
    numbers = np.random.default_rng(arguments.seed)
    cases = []
    for index in range(arguments.cases):
        count = 8 << index % 10
        cases.append(np.stack([draw_signal(numbers, count) for _ in range(8)]))
    answers = ask(arguments.program, ["fft"], [np.ascontiguousarray(case.T, dtype="<f8").tobytes() for case in cases])
    comparison = Comparison("spectra")
    for number, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        for lane, (spectrum, signal) in enumerate(zip(answer["spectra"], case, strict=True)):
            name = f"case {number}, lane {lane}"
            comparison.add(name, difference(spectrum, signal))
            if not np.any(signal):
                continue
            # The largest bin, off by one part in ten thousand.
            spoiled = list(spectrum)
            largest = int(np.argmax(np.abs(spectrum)))
            spoiled[largest] += 1e-4 * abs(spoiled[largest])
            comparison.add_spoiled(name, difference(spoiled, signal))
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
