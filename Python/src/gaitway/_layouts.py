# SPDX-License-Identifier: Apache-2.0
"""The structures and constants of ``gaitway.h``."""

from __future__ import annotations

import ctypes
from ctypes import (
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_float,
    c_int32,
    c_int64,
    c_size_t,
    c_ssize_t,
    c_uint8,
    c_uint64,
    c_void_p,
)
from typing import Any, ClassVar

import numpy as np

SENSORS = ("acceleration", "linear acceleration", "rotation rate", "pressure", "speed")
FLOAT32, FLOAT64, INT64 = 0, 1, 2
CONFIDENCES = ("low", "medium", "high")
SMOOTHINGS = {"causal": 0, "none": 1, "lag": 2, "viterbi": 3}

(
    HAS_START, HAS_PROBABILITIES, HAS_SMOOTHED, HAS_WINDOW, HAS_SPEED, IS_REPEAT, HAS_STEPS, HAS_CADENCE, IS_PROVISIONAL
) = (1 << bit for bit in range(9))  # fmt: skip

report_type = np.dtype(
    [
        ("elapsed_ns", "<i8"),
        ("delivered_ns", "<i8"),
        ("start_ns", "<i8"),
        ("window_from_ns", "<i8"),
        ("window_to_ns", "<i8"),
        ("speed", "<f8"),
        ("cadence", "<f8"),
        ("steps", "<i8"),
        ("probabilities", "<f8", 6),
        ("smoothed", "<f8", 6),
        ("has", "<u4"),
        ("flags", "u1"),
        ("confidence", "u1"),
        ("reason", "u1"),
        ("reserved", "u1"),
    ]
)
stretch_type = np.dtype(
    [
        ("start_ns", "<i8"),
        ("end_ns", "<i8"),
        ("rest_ns", "<i8"),
        ("windows", "<i8"),
        ("probability", "<f8"),
        ("answer", "<i4"),
        ("confidence", "<i4"),
        ("reason", "<i4"),
        ("is_rest", "<i4"),
        ("steps", "<i8"),
    ]
)
window_type = np.dtype(
    [
        ("from_ns", "<i8"),
        ("to_ns", "<i8"),
        ("arrival_ns", "<i8"),
        ("rate", "<f8"),
        ("pressure_spread", "<f8", 2),
        ("speed", "<f8"),
        ("starts_segment", "u1"),
        ("is_linear", "u1"),
        ("has_rotation", "u1"),
        ("fault", "u1"),
        ("reserved", "<u4"),
    ]
)
fix_type = np.dtype([(name, "<i8" if name == "elapsed_ns" else "<f8") for name in (
    "elapsed_ns", "latitude", "longitude", "altitude", "speed", "course", "accuracy",
)])  # fmt: skip


class _Sized(Structure):
    """A structure that holds its own size, so that a newer library knows which fields an older program has."""

    struct_size: int

    def __init__(self, **values: Any) -> None:
        super().__init__(struct_size=ctypes.sizeof(type(self)), **values)


class Series(_Sized):
    """The samples of one sensor, in place."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("sensor", c_int32),
        ("time_type", c_int32),
        ("value_type", c_int32),
        ("reserved", c_int32),
        ("count", c_size_t),
        ("times", c_void_p),
        ("time_stride", c_ssize_t),
        ("axes", c_void_p * 3),
        ("value_stride", c_ssize_t),
    ]


class LogOptions(_Sized):
    """Options of reading a log."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("logger", c_char_p),
        ("unit", c_char_p),
        ("acceleration", c_char_p),
        ("rate", c_double),
        ("reads_location", c_int32),
        ("reads_speed", c_int32),
    ]


class ArrayOptions(_Sized):
    """What is stated about arrays."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("name", c_char_p),
        ("unit", c_char_p),
        ("acceleration", c_char_p),
        ("time_unit", c_char_p),
        ("rotation_unit", c_char_p),
        ("pressure_unit", c_char_p),
        ("origin_ns", c_int64),
        ("has_origin", c_int32),
        ("reads_speed", c_int32),
    ]


class Batch(Structure):
    """Consecutive samples of all sensors, in order of time."""

    _fields_: ClassVar[Any] = [
        ("count", c_size_t),
        ("times", POINTER(c_int64)),
        ("values", POINTER(c_float)),
        ("sensors", POINTER(c_uint8)),
    ]


class RecognizerOptions(_Sized):
    """Options of a recogniser."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("smoothing", c_int32),
        ("every_window", c_int32),
        ("uses_speed", c_int32),
        ("has_origin", c_int32),
        ("origin_ns", c_int64),
        ("prior", c_char_p),
        ("gives_provisional_answers", c_int32),
        ("reserved", c_int32),
    ]


class Counts(_Sized):
    """The counts of windows and steps so far."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("windows", c_uint64),
        ("windows_with_speed", c_uint64),
        ("unknown", c_uint64 * 8),
        ("steps", c_uint64),
    ]


class Windows(_Sized):
    """Windows that the program cut, in place."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("data", c_void_p),
        ("value_type", c_int32),
        ("channels", c_int32),
        ("count", c_size_t),
        ("window_stride", c_ssize_t),
        ("sample_stride", c_ssize_t),
        ("channel_stride", c_ssize_t),
        ("is_linear", c_int32),
        ("follows", c_int32),
        ("pressure_spread", c_void_p),
        ("rate", c_double),
    ]


class Training(_Sized):
    """Rows of features with classes and weights."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("rows", c_size_t),
        ("columns", c_size_t),
        ("features", c_void_p),
        ("row_stride", c_ssize_t),
        ("column_stride", c_ssize_t),
        ("labels", c_void_p),
        ("weights", c_void_p),
        ("classes", c_int32),
        ("solver", c_int32),
        ("inverse_regularization", c_double),
        ("tolerance", c_double),
        ("maximum_iterations", c_int64),
    ]


class Fit(_Sized):
    """The result of a fit."""

    _fields_: ClassVar[Any] = [
        ("struct_size", c_size_t),
        ("objective", c_double),
        ("largest_gradient_entry", c_double),
        ("iterations", c_int64),
        ("evaluations", c_int64),
        ("has_converged", c_int32),
        ("solver", c_int32),
    ]
