# SPDX-License-Identifier: Apache-2.0
"""Windows of motion and their features."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import numbers
from ._errors import UsageError
from ._layouts import FLOAT32, FLOAT64, Windows
from ._lazy import pd
from ._library import Handle, address, check, library

__all__ = [
    "WINDOW_RATE",
    "WINDOW_SAMPLES",
    "as_windows",
    "feature_formulas",
    "feature_names",
    "feature_units",
    "features",
    "paired",
]

#: Samples in a window of 5.12 s.
WINDOW_SAMPLES = 128
#: Samples from the start of a window to the start of the next.
WINDOW_HOP = 64
#: Samples per second.
WINDOW_RATE = 25.0


@cache
def _feature_texts(kind: str) -> tuple[str, ...]:
    function = getattr(library(), f"gaitway_feature_{kind}")
    return tuple(function(index).decode() for index in range(library().gaitway_feature_count()))


def feature_names() -> list[str]:
    """Return the names of the features, in the order of their columns.

    Examples
    --------
    >>> len(gaitway.feature_names()) == gaitway.windows("Datasets/run").features.shape[1]
    True
    """
    return list(_feature_texts("name"))


def feature_units() -> dict[str, str]:
    """Return the unit of each feature.

    Examples
    --------
    >>> len(gaitway.feature_units()) == len(gaitway.feature_names())
    True
    """
    return dict(zip(_feature_texts("name"), _feature_texts("unit"), strict=True))


def feature_formulas() -> dict[str, str]:
    """Return the formula of each feature.

    The signals are m (magnitude), v (vertical), h (horizontal) and w (rotation); P_b is the power in the band b. The
    glossary of features explains all symbols.

    Examples
    --------
    >>> gaitway.feature_formulas()["rotation.mean"]
    'ln(mean w + 0.003)'
    """
    return dict(zip(_feature_texts("name"), _feature_texts("formula"), strict=True))


@dataclass(frozen=True)
class _Paired:
    """Windows that bring the 64 samples before them."""

    windows: NDArray[Any]
    #: Whether there is a window before each.
    has_history: NDArray[np.bool_]

    def joined(self, answer: Callable[[NDArray[Any], bool, Any], Any], pressure_spread: ArrayLike | None) -> Any:
        """The answers for all windows: those with history as the second of a pair, the others alone."""
        count = len(self.windows)
        spread = None if pressure_spread is None else np.asarray(pressure_spread)
        if spread is not None and spread.shape != (count, 2):
            raise UsageError(
                f"pressure_spread has the shape {spread.shape}; give two numbers for each window, ({count}, 2)"
            )
        later, alone = np.flatnonzero(self.has_history), np.flatnonzero(~self.has_history)
        given = self.windows[later]
        pairs = np.stack([given[:, :WINDOW_SAMPLES], given[:, WINDOW_HOP:]], axis=1)
        if pairs.shape[3] == 6:
            # The window before counts for its gravity alone, and its rotation rate may begin within it.
            pairs[:, 0, :, 3:] = np.nan
        pairs = pairs.reshape(-1, WINDOW_SAMPLES, given.shape[2])
        parts = (
            answer(pairs, True, None if spread is None else np.repeat(spread[later], 2, axis=0))[1::2],
            answer(self.windows[alone, WINDOW_HOP:], False, None if spread is None else spread[alone]),
        )
        order = np.argsort(np.concatenate([later, alone]))
        if isinstance(parts[0], np.ndarray):
            return np.concatenate(parts)[order]
        return pd.concat(parts, ignore_index=True).iloc[order].reset_index(drop=True)


def paired(windows: ArrayLike) -> _Paired | None:
    """Windows of 192 samples, whose first 64 are those before; None for windows of another length."""
    array = numbers(windows, "windows")
    if array.ndim != 3 or array.shape[1] != WINDOW_HOP + WINDOW_SAMPLES or array.shape[2] not in (3, 6):
        return None
    unknown = np.isnan(array[:, :WINDOW_HOP, :3])
    return _Paired(array, ~unknown.all(axis=(1, 2)))


def as_windows(
    windows: ArrayLike, *, linear: bool = False, follows: bool = False, pressure_spread: ArrayLike | None = None
) -> tuple[Windows, NDArray[Any], Any]:
    """Windows for the library, and the arrays that must stay alive during the call."""
    array = numbers(windows, "windows")
    if array.ndim == 2:
        raise UsageError(
            f"windows has the shape {array.shape}; give (n, {WINDOW_SAMPLES}, 3) or (n, {WINDOW_SAMPLES}, 6): one "
            "window is windows[None]"
        )
    if array.ndim != 3 or array.shape[1] != WINDOW_SAMPLES or array.shape[2] not in (3, 6):
        hint = (
            "; swap its last axes"
            if array.ndim == 3 and array.shape[2] == WINDOW_SAMPLES and array.shape[1] in (3, 6)
            else ""
        )
        raise UsageError(
            f"windows has the shape {array.shape}; give (n, {WINDOW_SAMPLES}, 3), acceleration at 25 Hz, "
            f"or (n, {WINDOW_SAMPLES}, 6), and rotation rate{hint}"
        )
    spread = None
    if pressure_spread is not None:
        spread = np.ascontiguousarray(numbers(pressure_spread, "pressure_spread"), np.float64)
        if spread.shape != (len(array), 2):
            raise UsageError(
                f"pressure_spread has the shape {spread.shape}; give two numbers for each window, ({len(array)}, 2)"
            )
    given = Windows(
        data=address(array),
        value_type=FLOAT32 if array.dtype == np.float32 else FLOAT64,
        channels=array.shape[2],
        count=len(array),
        window_stride=array.strides[0],
        sample_stride=array.strides[1],
        channel_stride=array.strides[2],
        is_linear=int(linear),
        follows=int(follows),
        pressure_spread=None if spread is None else address(spread),
    )
    return given, array, spread


@overload
def features(
    windows: ArrayLike,
    *,
    linear: bool = ...,
    follows: bool = ...,
    pressure_spread: ArrayLike | None = ...,
    as_: Literal["pandas"] = ...,
) -> pd.DataFrame: ...
@overload
def features(
    windows: ArrayLike,
    *,
    linear: bool = ...,
    follows: bool = ...,
    pressure_spread: ArrayLike | None = ...,
    as_: Literal["numpy"],
) -> NDArray[np.float64]: ...
def features(
    windows: ArrayLike,
    *,
    linear: bool = False,
    follows: bool = False,
    pressure_spread: ArrayLike | None = None,
    as_: Literal["pandas", "numpy"] = "pandas",
) -> pd.DataFrame | NDArray[np.float64]:
    """Compute the features of windows that you cut.

    For the windows of a log see `gaitway.windows`.

    Parameters
    ----------
    windows
        Windows of 128 samples at 25 Hz, ``(n, 128, 3)`` with acceleration in m/s², or ``(n, 128, 6)`` with rotation
        rate in rad/s behind it. Arrays of float32 and float64 are read where they lie, in any order and with any
        strides. NaN is refused, but a window whose rotation rate is NaN throughout has none. A window may bring the 64
        samples before it, ``(n, 192, 3)`` or ``(n, 192, 6)``, NaN if there are none: `gaitway.windows` gives them with
        ``history=True``. It then has all features wherever it stands.
    linear
        True if acceleration is without gravity.
    follows
        Whether each window begins 2.56 s after the one before. If not, each stands alone, and the feature that needs
        the one before is missing.
    pressure_spread
        Standard deviations of the detrended pressure over the last 30 s and 60 s, in hPa, ``(n, 2)``; NaN if unknown.
    as_
        ``"pandas"`` gives a table with named columns, ``"numpy"`` the array in it.

    Returns
    -------
    pandas.DataFrame or numpy.ndarray
        A row for each window, a column for each of `feature_names`. NaN is missing: what needs a gyroscope, a
        barometer, gravity or the window before, where there is none.

    Raises
    ------
    UsageError
        If the shape or the type is wrong.
    InputError
        If a value is not a number.

    Examples
    --------
    >>> import numpy as np
    >>> rest = np.zeros((2, 128, 3)) + [0, 0, 9.81]
    >>> gaitway.features(rest).shape[0]
    2
    """
    if as_ not in ("pandas", "numpy"):
        raise UsageError(f"as_ is {as_!r}; give 'pandas' or 'numpy'")

    with_history = paired(windows)
    if with_history is not None:
        made: NDArray[np.float64] = with_history.joined(
            lambda part, follows, spread: features(
                part, linear=linear, follows=follows, pressure_spread=spread, as_="numpy"
            ),
            pressure_spread,
        )
        return made if as_ == "numpy" else pd.DataFrame(made, columns=list(_feature_texts("name")), copy=False)
    given, array, spread = as_windows(windows, linear=linear, follows=follows, pressure_spread=pressure_spread)
    rows = np.empty((given.count, int(library().gaitway_feature_count())))
    check(library().gaitway_features(given, address(rows)))
    del array, spread
    return rows if as_ == "numpy" else pd.DataFrame(rows, columns=list(_feature_texts("name")), copy=False)


class WindowStreamHandle(Handle):
    """The library's window stream."""

    _create = "gaitway_window_stream_create"
    _free = "gaitway_window_stream_free"


@dataclass(frozen=True, repr=False)
class RecordingWindows:
    """The windows of a recording, on its uniform grid.

    Attributes
    ----------
    table
        A row for each window: ``from`` and ``to`` in seconds, ``rate`` (accelerometer samples per second),
        ``starts_segment``, ``linear``, ``rotation``, ``fault``, ``speed``, ``pressure_spread_30`` and
        ``pressure_spread_60``.
    features
        Features: a row for each window, NaN for a missing feature.
    samples
        Acceleration and rotation rate at 25 Hz, ``(n, 128, 6)``; rotation rate is NaN without a gyroscope. With
        history, ``(n, 192, 6)``: the 64 samples before each window lie before it, NaN if there are none. In aeon's
        layout, ``(n, 6, 128)`` or ``(n, 6, 192)``.

    Examples
    --------
    >>> gaitway.windows("Datasets/run").samples.shape[1:]
    (128, 6)
    """

    table: pd.DataFrame
    features: pd.DataFrame
    samples: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.table)

    def __repr__(self) -> str:
        return f"RecordingWindows({len(self)} windows, samples {self.samples.shape})"


def is_path(log: object) -> bool:
    """True for the path of a log, False for a log."""
    return isinstance(log, str | os.PathLike)
