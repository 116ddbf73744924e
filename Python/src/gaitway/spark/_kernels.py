# SPDX-License-Identifier: Apache-2.0
"""Random-kernel features of windows' signals, in NumPy, with the same whole numbers as the recogniser's."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ._folds import Units

__all__ = ["POINTS", "ROTATION", "Kernels", "drawn_numbers"]

#: The grid points of a window, and the place of the rotation among its four signals.
POINTS, ROTATION = 128, 3
_DILATIONS = (1, 2, 4, 8, 14)
_TAPS = np.array(list(combinations(range(9), 3)))
_ALL = 4 * len(_DILATIONS) * len(_TAPS)
_GOLDEN = 0.6180339887
#: What is added to a deviation, so that a share that hardly varies does not count like one that does.
_LEAST_SPREAD = 0.02


def drawn_numbers(count: int, units: Units) -> NDArray[np.int64]:
    """The numbers of `count` kernels, ascending."""
    return np.sort(np.array(units.drawn(min(count, _ALL), _ALL), np.int64))


@dataclass
class Kernels:
    """Kernels by their numbers, with thresholds, and the means and deviations of their shares."""

    numbers: NDArray[np.int64]
    thresholds: NDArray[np.int64]
    means: NDArray[np.float64]
    deviations: NDArray[np.float64]

    @property
    def signals(self) -> NDArray[np.int64]:
        """The signal of each kernel."""
        signals: NDArray[np.int64] = self.numbers // len(_TAPS) // len(_DILATIONS)
        return signals

    @classmethod
    def with_quantiles(
        cls, numbers: NDArray[np.int64], windows: NDArray[np.int16], points: NDArray[np.int64]
    ) -> Kernels:
        """Kernels whose thresholds are quantiles of their answers at a point of each window, zeros left out."""
        made = cls(numbers, np.zeros(len(numbers), np.int64), np.zeros(len(numbers)), np.zeros(len(numbers)))
        chosen = np.arange(len(windows))
        for place, (number, answers) in enumerate(zip(numbers, made._answers(windows), strict=True)):
            own = np.sort(answers[chosen, points[:, place]])
            own = own[own != 0]
            if len(own):
                multiple = _GOLDEN * float(number)
                quantile = 0.05 + 0.9 * (multiple - np.floor(multiple))
                made.thresholds[place] = np.clip(own[int(quantile * float(len(own) - 1))], -32768, 32767)
        return made

    def _answers(self, windows: NDArray[np.int16]):  # type: ignore[no-untyped-def]
        """The answers of each kernel at all points of windows: (n, 128), kernel after kernel."""
        loaded, shifted, total = -1, [], None  # type: ignore[var-annotated]
        for number in self.numbers:
            row, choice = divmod(int(number), len(_TAPS))
            signal, dilation = divmod(row, len(_DILATIONS))
            if loaded != row:
                reach = 4 * _DILATIONS[dilation]
                padded = np.pad(windows[:, signal].astype(np.int32), ((0, 0), (reach, reach)))
                shifted = [padded[:, tap * _DILATIONS[dilation] :][:, :POINTS] for tap in range(9)]
                total, loaded = sum(shifted), row
            first, second, third = _TAPS[choice]
            yield 3 * (shifted[first] + shifted[second] + shifted[third]) - total

    def shares(self, windows: NDArray[np.int16], has_rotation: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The share of points at which each kernel answers above its threshold; 0 for kernels of a missing rotation."""
        shares = np.empty((len(windows), len(self.numbers)))
        for place, answers in enumerate(self._answers(windows)):
            shares[:, place] = np.count_nonzero(answers > self.thresholds[place], axis=1) / POINTS
        shares[np.ix_(~has_rotation, self.signals == ROTATION)] = 0
        return shares

    def features(self, shares: NDArray[np.float64], has_rotation: NDArray[np.bool_]) -> NDArray[np.float64]:
        """The shares scaled: clip((s - mean) / (deviation + 0.02), -4, 4) / 2."""
        scaled = np.clip((shares - self.means) * (0.5 / (self.deviations + _LEAST_SPREAD)), -2, 2)
        scaled[np.ix_(~has_rotation, self.signals == ROTATION)] = 0
        values: NDArray[np.float64] = scaled
        return values
