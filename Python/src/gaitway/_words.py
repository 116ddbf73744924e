# SPDX-License-Identifier: Apache-2.0
"""The words that options take, as types."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from ._errors import UsageError

__all__ = [
    "AccelerationKind",
    "LoggerName",
    "OnError",
    "RotationUnit",
    "Rows",
    "SensorCase",
    "Smoothing",
    "TableKind",
    "Theme",
    "TimeUnit",
    "Unit",
    "one_of",
]

#: What a row of the table is.
Rows: TypeAlias = Literal["stretches", "windows", "changes"]
#: The kind of table.
TableKind: TypeAlias = Literal["pandas", "arrow"]
#: The smoother.
Smoothing: TypeAlias = Literal["causal", "none", "lag", "viterbi"]
#: The unit of acceleration.
Unit: TypeAlias = Literal["m/s^2", "g", "mg"]
#: Whether acceleration has gravity.
AccelerationKind: TypeAlias = Literal["total", "linear"]
#: The unit of the rotation rate.
RotationUnit: TypeAlias = Literal["rad/s", "deg/s"]
#: The unit of times.
TimeUnit: TypeAlias = Literal["s", "ms", "us", "ns"]
#: What an unusable log among many does.
OnError: TypeAlias = Literal["raise", "skip", "return"]
#: What phones record: with gravity, without it, at 10 and 14 samples per second, or at 95 or more.
SensorCase: TypeAlias = Literal["total", "linear", "slow", "fast"]
#: The colours of a picture.
Theme: TypeAlias = Literal["light", "dark"]
#: The app that wrote a log.
LoggerName: TypeAlias = Literal[
    "phyphox",
    "sensor-logger",
    "physics-toolbox",
    "sensor-record",
    "core-motion",
    "sensorlog-ios",
    "androsensor",
    "sensor-fusion",
    "biker-log",
    "indoor-location",
    "getsensordata",
    "gnsslogger",
    "science-journal",
    "navrecorder",
    "metawear",
    "empatica",
    "accelerometer-analyzer",
    "plain",
]


def one_of(words: Any, value: object, what: str) -> None:
    """Refuse a value that is not one of a type's words."""
    known: tuple[object, ...] = get_args(words)
    if value not in known:
        *some, last = (repr(word) for word in known)
        raise UsageError(f"{what} is {value!r}; give {', '.join(some)} or {last}")
