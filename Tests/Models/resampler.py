# SPDX-License-Identifier: Apache-2.0
"""Samples to windows, written from ``Models/EXPORT.md`` alone: the page suffices if the windows are Gaitway's.

Times are whole nanoseconds since the first sample of the accelerometer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

STEP = 40_000_000
HALF = 500_000_000
GAP = 500_000_000
LONGEST_STEP = 75_000_000
SECOND = 1_000_000_000
CUTOFF = 8.5
POINTS, HOP = 128, 64
TURNS = 88


@dataclass
class Window:
    """One window.

    Attributes
    ----------
    start : int
        The time of the first grid point.
    starts_segment : bool
        Whether the beginning or a gap lies before it.
    acceleration : numpy.ndarray
        128 x 3, m/s^2.
    rotation_rate : numpy.ndarray
        128 x 3, rad/s; NaN without a gyroscope.
    pressure_spread : numpy.ndarray
        Over 30 and 60 s, hPa; NaN for a missing one.
    """

    start: int
    starts_segment: bool
    acceleration: np.ndarray
    rotation_rate: np.ndarray
    pressure_spread: np.ndarray


def low_pass(distance: np.ndarray) -> np.ndarray:
    """A sinc under a Hamming window, for distances in nanoseconds; 0 from half a second on."""
    seconds = distance * 1e-9
    value = np.sinc(2 * CUTOFF * seconds) * (0.54 + 0.46 * np.cos(2 * np.pi * seconds))
    return np.where(np.abs(distance) < HALF, value, 0)


def segments(times: np.ndarray, values: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The samples between gaps, with long steps filled by a line."""
    newest = np.maximum.accumulate(times)
    ascends = np.concatenate([[True], times[1:] > newest[:-1]])
    times, values = times[ascends], values[ascends].astype(np.float64)
    ends = np.flatnonzero(np.diff(times) > GAP) + 1
    for first, last in zip([0, *ends], [*ends, len(times)]):
        own, known = times[first:last], values[first:last]
        parts = np.concatenate([np.diff(own) // LONGEST_STEP + 1, [1]])
        parts[:-1][np.diff(own) <= LONGEST_STEP] = 1
        place = np.repeat(np.arange(len(own)), parts)
        part = np.arange(len(place)) - np.repeat(np.cumsum(parts) - parts, parts)
        following = np.minimum(place + 1, len(own) - 1)
        step = own[following] - own[place]
        filled = own[place] + step * part // parts[place]
        share = (part / parts[place])[:, None]
        yield filled, known[place] + (known[following] - known[place]) * share


def grid(times: np.ndarray, values: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """The first grid point and the values of each segment."""
    for own, known in segments(times, values):
        first, last = -(-int(own[0]) // STEP), int(own[-1]) // STEP
        if last < first:
            continue
        steps = np.diff(own)
        if len(steps):
            weights = (np.concatenate([steps[:1], steps]) + np.concatenate([steps, steps[-1:]])) * 0.5e-9
        else:
            weights = np.ones(1)
        sums = np.zeros((last - first + 1, 4))
        reached = -(-(own - HALF) // STEP)
        for offset in range(2 * HALF // STEP + 1):
            point = reached + offset
            share = low_pass(point * STEP - own) * weights
            inside = (point >= first) & (point <= last)
            terms = np.column_stack([known * share[:, None], share])[inside]
            for column in range(4):
                sums[:, column] += np.bincount(point[inside] - first, terms[:, column], len(sums))
        yield first, (sums[:, :3] / sums[:, 3:]).astype(np.float32)


def spread(seconds: np.ndarray, means: np.ndarray, end: int, span: int) -> float:
    """The standard deviation of the pressure around its line over the seconds before a window's end."""
    last = end // SECOND
    own = (seconds >= last - span) & (seconds < last)
    if own.sum() < 0.8 * span:
        return np.nan
    time, pressure = seconds[own] - seconds[own].mean(), means[own] - means[own].mean()
    residual = (pressure**2).sum() - (time * pressure).sum() ** 2 / (time**2).sum()
    return float(np.sqrt(max(residual, 0) / own.sum()))


def windows(
    acceleration: tuple[np.ndarray, np.ndarray],
    rotation: tuple[np.ndarray, np.ndarray],
    pressure: tuple[np.ndarray, np.ndarray],
) -> Iterator[Window]:
    """The windows of a recording: times and values of each sensor, in the order of time."""
    turns = dict(enumerate(grid(*rotation))) if len(rotation[0]) else {}
    seconds, place = np.unique(pressure[0] // SECOND, return_inverse=True)
    means = np.bincount(place, pressure[1]) / np.bincount(place) if len(seconds) else np.empty(0)
    for first, values in grid(*acceleration):
        for begin in range(0, len(values) - POINTS + 1, HOP):
            start = (first + begin) * STEP
            end = start + POINTS * STEP
            rate = np.full((POINTS, 3), np.nan, np.float32)
            count = np.searchsorted(rotation[0], [start, end])
            if count[1] - count[0] >= TURNS:
                for own_first, own in turns.values():
                    place = first + begin - own_first
                    if 0 <= place <= len(own) - POINTS:
                        rate = own[place : place + POINTS]
            spreads = np.array([spread(seconds, means, end, span) for span in (30, 60)], np.float32)
            yield Window(start, begin == 0, values[begin : begin + POINTS], rate, spreads)
