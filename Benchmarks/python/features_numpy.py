# SPDX-License-Identifier: Apache-2.0
"""The features of the schema motion-3 in NumPy, over many windows at once.

Written from the definitions in Sources/GaitwayRecognition/ActivityFeatures/Features as a NumPy expert would: single
precision, blocks that fit the cache, one FFT over all components, no loop over windows. It is the peer of
`gaitway.features`; a test compares both.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

COUNT, RATE = 128, 25.0
WIDTH = RATE / COUNT
EDGES = (0.2, 0.5, 0.8, 1.2, 1.6, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.5, 8.0)
SIGNALS = ("magnitude", "vertical", "horizontal", "rotation")
POWER_FLOOR = np.array([1e-4, 1e-4, 1e-4, 1e-5], np.float32)
GATE_FLOOR = np.array([9e-4, 9e-4, 9e-4, 1e-4], np.float32)
SPREAD_FLOOR = np.float32(0.03)
LAGS = np.arange(7, 41)

HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(COUNT) / COUNT)).astype(np.float32)
SCALE = np.float32(2 / (COUNT * float((HANN.astype(np.float64) ** 2).sum())))
UNBIASED = (COUNT / (COUNT - LAGS)).astype(np.float32)

Floats = NDArray[np.float32]


def bins(low: float, high: float) -> slice:
    """The bins of a spectrum that lie in a band."""
    return slice(int(np.ceil(low / WIDTH)), int(np.ceil(high / WIDTH)))


BANDS = [bins(low, high) for low, high in itertools.pairwise(EDGES)]
WHOLE, SHAPE = bins(0.2, 8), bins(0.4, 8)
BINS = WHOLE.stop + 1  # the right neighbour of a peak in the last
BAND_TABLE = np.zeros((BINS, len(BANDS)), np.float32)
for number, band in enumerate(BANDS):
    BAND_TABLE[band, number] = 1


def names() -> list[str]:
    """The names of the columns."""
    spectral = [f"power.{low}-{high}" for low, high in itertools.pairwise(EDGES)]
    spectral += ["entropy", "peak.frequency", "peak.share", "centroid", "power"]
    temporal = ["deviation", "range.90", "range.50", "asymmetry", "kurtosis", "crest"]
    temporal += [f"autocorrelation.{kind}" for kind in ("maximum", "lag", "minimum")]
    temporal += [f"quarters.{kind}" for kind in ("minimum", "maximum", "range")]
    found = [f"{signal}.{name}" for signal in SIGNALS[:3] for name in spectral]
    found += [f"{signal}.{name}" for signal in SIGNALS[:3] for name in temporal]
    for one in ("0.1-0.8", "0.8-3.0", "3.0-8.0"):
        found += [f"vertical-horizontal.{kind}.{one}" for kind in ("coherence", "correlation")]
    found += ["vertical-horizontal.power"] + [
        f"vertical-horizontal.power.{one}" for one in ("0.2-1.0", "1.0-2.5", "2.5-5.0", "5.0-8.0")
    ]
    found += ["vertical.excess", "horizontal.power.0.1-0.8", "gravity.turn.halves", "gravity.turn.windows"]
    found += ["rotation.entropy", "rotation.power", "rotation.mean", "rotation-acceleration.power.1.0-8.0"]
    return [*found, "pressure.spread.30", "pressure.spread.60"]


def features(windows: NDArray[Any], block: int = 256, precision: Any = np.float32) -> NDArray[np.float64]:
    """The features of windows (n, 128, 6): total acceleration and rotation rate, each window by itself."""
    rows = np.full((len(windows), len(names())), np.nan)
    for first in range(0, len(windows), block):
        part = np.asarray(windows[first : first + block], precision)
        _fill(part[:, :, :3], part[:, :, 3:], rows[first : first + block])
    return rows


def unit(vectors: Floats) -> Floats:
    """Vectors' directions; up the z axis for one without."""
    length = np.sqrt((vectors * vectors).sum(1, keepdims=True))
    return np.where(length > 1e-3, vectors / np.maximum(length, 1e-3), np.float32([0, 0, 1]))


def level_axes(up: Floats) -> tuple[Floats, Floats]:
    """Two unit vectors at right angles to `up` and to each other."""
    x, y, z = up.T
    sign = np.where(np.signbit(z), np.float32(-1), np.float32(1))
    a = -1 / (sign + z)
    b = x * y * a
    return np.stack([1 + sign * x * x * a, sign * b, -sign * x], 1), np.stack([b, sign + y * y * a, -y], 1)


def _fill(a: Floats, w: Floats, rows: NDArray[np.float64]) -> None:
    count = len(a)
    halves = a.reshape(count, 2, COUNT // 2, 3).sum(2)
    up = unit(halves.sum(1))
    axes = np.stack([up, *level_axes(up)], 2)
    turned = (a @ axes).transpose(0, 2, 1)
    components = np.empty((count, 7, COUNT), a.dtype)
    components[:, 1:4] = turned
    components[:, 4:] = w.transpose(0, 2, 1)
    level = components[:, 2] ** 2 + components[:, 3] ** 2
    magnitude = np.sqrt(components[:, 1] ** 2 + level)
    components[:, 0] = magnitude
    signals = np.stack([magnitude, components[:, 1], np.sqrt(level)], 1)

    # Spectra.
    weighed = (components - components.mean(2, keepdims=True)) * HANN
    spectrum = np.fft.rfft(weighed, axis=2)[:, :, :BINS]
    squares = (spectrum.real**2 + spectrum.imag**2) * SCALE
    power = np.stack([squares[:, 0], squares[:, 1], squares[:, 2] + squares[:, 3], squares[:, 4:].sum(1)], 1)
    power[:, :, 0] = 0
    total = power[:, :, WHOLE].sum(2) + POWER_FLOOR
    gate = total / (total + GATE_FLOOR)
    shares = power[:, :, SHAPE] / (power[:, :, SHAPE].sum(2) + POWER_FLOOR)[:, :, None]
    entropy = -(shares * np.log(np.maximum(shares, 1e-30))).sum(2)
    shaped = 1 - (1 - entropy / np.float32(np.log(shares.shape[2]))) * gate
    frequencies = (np.arange(SHAPE.start, SHAPE.stop) * WIDTH).astype(np.float32)
    peak = shares[:, :3].argmax(2)
    neighbours = (power[:, :3] / (power[:, :3, SHAPE].sum(2) + POWER_FLOOR[:3])[:, :, None]).reshape(-1, BINS)
    places = peak.ravel() + SHAPE.start
    lines = np.arange(len(places))
    beside = sum(neighbours[lines, places + step] for step in (-1, 0, 1)).reshape(count, 3)
    centroid = shares[:, :3] @ frequencies

    spectral = rows[:, :51].reshape(count, 3, 17)
    spectral[:, :, :12] = np.log(power[:, :3] @ BAND_TABLE + POWER_FLOOR[:3, None])
    spectral[:, :, 12] = shaped[:, :3]
    spectral[:, :, 13] = frequencies[peak] * gate[:, :3]
    spectral[:, :, 14] = beside * gate[:, :3]
    spectral[:, :, 15] = 3 + (centroid - 3) * gate[:, :3]
    spectral[:, :, 16] = np.log(total[:, :3])

    # Statistics in time.
    means = signals.mean(2)
    d = signals - means[:, :, None]
    d2 = d * d
    variance = d2.mean(2)
    squared = variance + SPREAD_FLOOR**2
    trust = variance / squared
    ordered = np.sort(d, axis=2)

    def quantile(fraction: float) -> Floats:
        position = fraction * (COUNT - 1)
        index = int(position)
        low, high = ordered[:, :, index], ordered[:, :, index + 1]
        return low + (high - low) * np.float32(position - index)

    q05, q25, q50, q75, q95 = (quantile(fraction) for fraction in (0.05, 0.25, 0.5, 0.75, 0.95))
    transformed = np.fft.rfft(d, n=2 * COUNT, axis=2)
    products = np.fft.irfft(transformed.real**2 + transformed.imag**2, n=2 * COUNT, axis=2)[
        :, :, LAGS[0] : LAGS[-1] + 1
    ]
    correlation = products * UNBIASED / (squared * COUNT)[:, :, None]
    quarters = d.reshape(count, 3, 4, COUNT // 4)
    spread = (d2.reshape(count, 3, 4, COUNT // 4)).mean(3) - quarters.mean(3) ** 2
    loudness = np.log(np.sqrt(np.maximum(spread, 0)) + SPREAD_FLOOR)

    temporal = rows[:, 51:87].reshape(count, 3, 12)
    temporal[:, :, 0] = 0.5 * np.log(squared)
    temporal[:, :, 1] = np.log(q95 - q05 + SPREAD_FLOOR)
    temporal[:, :, 2] = np.log(q75 - q25 + SPREAD_FLOOR)
    temporal[:, :, 3] = (q95 + q05 - 2 * q50) / (q95 - q05 + SPREAD_FLOOR)
    temporal[:, :, 4] = trust * (np.log(np.minimum((d2 * d2).mean(2) / squared**2, 40) + 0.5) - 1.25)
    largest = np.maximum(ordered[:, :, -1], -ordered[:, :, 0])
    temporal[:, :, 5] = trust * (np.log((largest + SPREAD_FLOOR) / np.sqrt(squared)) - 1)
    temporal[:, :, 6] = correlation.max(2)
    temporal[:, :, 7] = trust * (LAGS / RATE).astype(np.float32)[correlation.argmax(2)]
    temporal[:, :, 8] = correlation.min(2)
    temporal[:, :, 9] = loudness.min(2)
    temporal[:, :, 10] = loudness.max(2)
    temporal[:, :, 11] = temporal[:, :, 10] - temporal[:, :, 9]

    # What compares signals.
    column = 87
    crossed = np.conj(spectrum[:, 1:2]) * spectrum[:, 2:4]
    for band in (bins(0.1, 0.8), bins(0.8, 3), bins(3, 8)):
        cross = crossed[:, :, band].sum(2) * SCALE
        in_phase, out_of_phase = (cross.real**2).sum(1), (cross.imag**2).sum(1)
        levels = power[:, 1:3, band].sum(2) + POWER_FLOOR[1]
        reference = levels[:, 0] * levels[:, 1]
        rows[:, column] = np.sqrt((in_phase + out_of_phase) / reference)
        rows[:, column + 1] = np.sqrt(in_phase / reference)
        column += 2
    rows[:, column] = np.log(total[:, 1] / total[:, 2])
    for band in (bins(0.2, 1), bins(1, 2.5), bins(2.5, 5), bins(5, 8)):
        column += 1
        levels = power[:, 1:3, band].sum(2) + POWER_FLOOR[1]
        rows[:, column] = np.log(levels[:, 0] / levels[:, 1])
    rows[:, column + 1] = ordered[:, 1, -1]
    rows[:, column + 2] = np.log(power[:, 2, bins(0.1, 0.8)].sum(1) + POWER_FLOOR[2])
    chord = np.sqrt(((unit(halves[:, 0]) - unit(halves[:, 1])).astype(np.float64) ** 2).sum(1))
    rows[:, column + 3] = np.log(2 * np.arcsin(np.minimum(1, chord / 2)) + 0.01)
    rows[:, column + 5] = shaped[:, 3]
    rows[:, column + 6] = np.log(total[:, 3])
    rows[:, column + 7] = np.log(np.sqrt((w * w).sum(2)).mean(1) + 0.003)
    fast = power[:, 1:, bins(1, 8)].sum(2)
    rows[:, column + 8] = np.log((fast[:, 2] + POWER_FLOOR[3]) / (fast[:, 0] + fast[:, 1] + POWER_FLOOR[1]))
