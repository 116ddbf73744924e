# SPDX-License-Identifier: Apache-2.0
"""Folds of rides and weights of windows, from counts of windows, as in ``gaitway train``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from .._stream import ACTIVITIES, CLASSES

__all__ = ["Ride", "Units", "balanced_weights", "folds"]

#: Nanoseconds that a window stands for: a hop.
_HOP = 2_560_000_000
_MOST_FOLDS = 9
#: The most windows of a person that count for a class of a data set.
_MOST_WINDOWS = 400.0
#: The weight of the class none beside an activity's.
NONE_WEIGHT = 0.25


@dataclass(frozen=True)
class Ride:
    """A labelled ride, or one of the ways in which it is made into a sensor case.

    It has the number of its windows, and of those that training learns from.
    """

    row: int
    part: int
    data_set: str
    user: str
    label: str
    windows: int
    learning: int

    @property
    def number(self) -> int:
        """The class."""
        return CLASSES.index(self.label) if self.label in ACTIVITIES else len(ACTIVITIES)


def folds(rides: Sequence[Ride], by_user: bool) -> list[int] | None:
    """The fold of each ride; None if each activity is in one group only.

    There are as many folds as groups have the rarest activity, nine at the most: each gets one of those, the longest
    first, and all others go, the longest first, to the fold with the fewest hours.
    """
    members: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, ride in enumerate(rides):
        members[(ride.data_set, ride.user if by_user else "")].append(index)
    # In the command's steps: rides of one length make groups of equal hours, and the last bit decides which of them is
    # the shorter.
    hours = {
        key: sum(sorted(rides[index].windows * _HOP * 1e-9 / 3600 for index in own)) for key, own in members.items()
    }
    longest = sorted(members, key=lambda key: (-hours[key], key))
    holders = [
        [key for key in longest if any(rides[index].label == name for index in members[key])] for name in ACTIVITIES
    ]
    shared = [own for own in holders if len(own) > 1]
    if not shared:
        return None
    seeds = min(shared, key=len)[:_MOST_FOLDS]
    dealt, sums = [[key] for key in seeds], [hours[key] for key in seeds]
    for key in longest:
        if key not in seeds:
            shortest = sums.index(min(sums))
            dealt[shortest].append(key)
            sums[shortest] += hours[key]
    fold_of = {index: fold for fold, keys in enumerate(dealt) for key in keys for index in members[key]}
    return [fold_of[index] for index in range(len(rides))]


def balanced_weights(rides: Sequence[Ride]) -> list[float]:
    """The weight of each window of each ride. The weights of all training windows sum to 1.

    Every activity weighs the same, and none a quarter of that. In a class, a data set of n windows weighs as √n, and so
    does a person among the people of a data set.
    """
    parts: dict[tuple[int, str, str], int] = defaultdict(int)
    for ride in rides:
        if ride.learning:
            parts[(ride.number, ride.data_set, ride.user)] += ride.learning
    cells: dict[tuple[int, str], float] = defaultdict(float)
    people: dict[tuple[int, str], float] = defaultdict(float)
    for (number, data_set, _), count in parts.items():
        cells[(number, data_set)] += min(count, _MOST_WINDOWS)
        people[(number, data_set)] += sqrt(count)
    classes: dict[int, float] = defaultdict(float)
    for (number, _), size in cells.items():
        classes[number] += sqrt(size)
    shares = {number: NONE_WEIGHT if number == len(ACTIVITIES) else 1.0 for number in classes}
    total = sum(shares.values())

    def weight(ride: Ride) -> float:
        if not ride.learning:
            return 0.0
        cell, count = (ride.number, ride.data_set), parts[(ride.number, ride.data_set, ride.user)]
        of_cell = sqrt(cells[cell]) / classes[ride.number]
        return shares[ride.number] / total * of_cell * sqrt(count) / people[cell] / count

    return [weight(ride) for ride in rides]


class Units:
    """Random numbers between 0 and 1 from a seed (SplitMix64; Steele, Lea and Flood, OOPSLA 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = np.uint64(seed)

    def take(self, count: int) -> NDArray[np.float64]:
        """Return the next numbers."""
        with np.errstate(over="ignore"):
            states = self._state + np.uint64(0x9E3779B97F4A7C15) * np.arange(1, count + 1, dtype=np.uint64)
            if count:
                self._state = states[-1]
            mixed = (states ^ (states >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            mixed ^= mixed >> np.uint64(31)
        values: NDArray[np.float64] = ((mixed >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        return values

    def drawn(self, count: int, bound: int) -> list[int]:
        """Return distinct numbers below a bound (Fisher and Yates)."""
        numbers = np.arange(bound)
        for place, unit in enumerate(self.take(count)):
            other = place + int(unit * (bound - place))
            numbers[place], numbers[other] = numbers[other], numbers[place]
        return [int(one) for one in numbers[:count]]
