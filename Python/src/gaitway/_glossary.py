# SPDX-License-Identifier: Apache-2.0
"""The glossary of features, from the library's table of features."""

from __future__ import annotations

from ._windows import feature_formulas, feature_units

__all__ = ["glossary"]

_HEAD = """# Features

`gaitway.windows(log).features` and `gaitway.features(windows)` have a column for each feature. No feature depends on
how the phone is turned. A feature is NaN if a sensor that it needs is missing. `gaitway.feature_units()` and
`gaitway.feature_formulas()` give this table; the unit of a logarithm is that of its argument.

| symbol | meaning | unit |
| --- | --- | --- |
| a, ω | acceleration and rotation rate at 25 Hz | m/s², rad/s |
| g, u | the mean acceleration of the window, and its direction g/\\|g\\| | m/s² |
| m | magnitude, \\|a\\| | m/s² |
| v | vertical, a·u | m/s² |
| h | horizontal, \\|a - v u\\| | m/s² |
| w | rotation, \\|ω\\| | rad/s |
| P_b | the power of a signal in the band b, without its mean and under a Hann window | (m/s²)², (rad/s)² |
| F | the floor of noise: 1e-4 for acceleration, 1e-5 for rotation | (m/s²)², (rad/s)² |
| S | the power from 0.2 to 8 Hz, and F | (m/s²)², (rad/s)² |
| p | P over its sum from 0.4 to 8 Hz | 1 |
| gate | S / (S + E), with E = 9 F for acceleration and 10 F for rotation | 1 |
| d, q05…q95 | x - mean x, and quantiles of x | as x |
| f, sd, G | f = 0.03 m/s² or 0.009 rad/s; sd² = variance + f²; G = variance / (variance + f²) | as x, 1 |
| C₁, C₂ | sums over a band of the cross spectra of v with the two components of a - v u | (m/s²)² |

The name of a feature has the signal, the quantity, and the band in Hz.

| feature | formula | unit |
| --- | --- | --- |
"""


def glossary() -> str:
    """The page of the glossary, Markdown."""
    units = feature_units()
    rows = [
        f"| `{name}` | {formula.replace('|', chr(92) + '|')} | {units[name]} |"
        for name, formula in feature_formulas().items()
    ]
    return _HEAD + "\n".join(rows) + "\n"
