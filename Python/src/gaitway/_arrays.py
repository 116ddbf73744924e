"""NumPy arrays as the library takes them: where they lie, without copies where that can be."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import UsageError
from ._layouts import FLOAT32, FLOAT64, INT64, SENSORS, Series
from ._library import address

__all__ = ["SensorData", "numbers", "series", "times_of"]

#: Values at the times of the acceleration, or times and values.
SensorData: TypeAlias = "ArrayLike | tuple[ArrayLike, ArrayLike]"

_SCALARS = ("pressure", "speed")


def numbers(values: Any, what: str) -> NDArray[Any]:
    """An array of floats or doubles that the library can read where it lies.

    Other numbers are turned into doubles. Text, truth values, objects and complex numbers are refused.
    """
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise UsageError(f"{what} is no array: {error}; give rows of one length") from error
    if array.dtype.kind not in "fiu":
        raise UsageError(f"{what} has the type {array.dtype}; give numbers, as float32 or float64")
    if array.dtype in (np.float32, np.float64) and array.dtype.isnative:
        return array
    return array.astype(np.float32 if array.dtype == np.float16 or array.dtype == ">f4" else np.float64)


def times_of(times: Any, what: str = "time") -> NDArray[Any]:
    """Times as doubles (seconds) or 64-bit integers (nanoseconds), since the recording's beginning."""
    array = np.asarray(times)
    if array.dtype.kind == "M":
        raise UsageError(f"{what} has moments; give times since the beginning: subtract the first, and give it as origin")
    if array.dtype.kind == "m":
        if np.isnat(array).any():
            raise UsageError(f"{what} has NaT at {int(np.flatnonzero(np.isnat(array))[0])}; leave such rows out")
        array = array.astype("timedelta64[ns]").astype(np.int64)
    elif array.dtype.kind in "iu" and array.dtype != np.int64:
        raise UsageError(f"{what} has the type {array.dtype}; give seconds as float64, or nanoseconds as int64")
    elif array.dtype != np.int64:
        array = numbers(array, what).astype(np.float64, copy=False)
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.ndim != 1:
        raise UsageError(f"{what} has the shape {array.shape}; give one time for each sample, (n,)")
    return array


def series(sensor: str, times: Any, values: Any) -> tuple[Series, tuple[NDArray[Any], ...]]:
    """A sensor's samples as the library reads them, and the arrays that must stay alive meanwhile."""
    name = sensor.replace(" ", "_")
    time = times_of(times, "time" if sensor.endswith("acceleration") else f"the time of {name}")
    array = numbers(values, name)
    if sensor in _SCALARS:
        if array.ndim == 2 and array.shape[1] == 1:
            array = array[:, 0]
        if array.ndim != 1:
            raise UsageError(f"{name} has the shape {array.shape}; give one number for each sample, (n,)")
    elif array.ndim != 2 or array.shape[1] != 3:
        hint = "; transpose it" if array.ndim == 2 and array.shape[0] == 3 else ""
        raise UsageError(f"{name} has the shape {array.shape}; give x, y and z of each sample, (n, 3){hint}")
    if len(time) != len(array):
        raise UsageError(f"{name} has {len(array)} samples and {len(time)} times; give one time for each")
    made = Series(
        sensor=SENSORS.index(sensor),
        time_type=INT64 if time.dtype == np.int64 else FLOAT64,
        value_type=FLOAT32 if array.dtype == np.float32 else FLOAT64,
        count=len(time),
        times=address(time),
        time_stride=time.strides[0],
        value_stride=array.strides[0],
    )
    axes = 1 if array.ndim == 1 else 3
    for axis in range(axes):
        made.axes[axis] = address(array) + (array.strides[1] * axis if axes > 1 else 0)
    return made, (time, array)


def all_series(
    time: Any,
    acceleration: Any,
    *,
    linear_acceleration: Any = None,
    rotation_rate: SensorData | None = None,
    pressure: SensorData | None = None,
    speed: SensorData | None = None,
) -> tuple[Any, int, list[NDArray[Any]]]:
    """Several sensors as an array of series."""
    given: list[tuple[str, Any]] = [
        ("acceleration", acceleration),
        ("linear acceleration", linear_acceleration),
        ("rotation rate", rotation_rate),
        ("pressure", pressure),
        ("speed", speed),
    ]
    if acceleration is not None and linear_acceleration is not None:
        raise UsageError("both acceleration and linear_acceleration are given; give the one with gravity alone")
    kept: list[NDArray[Any]] = []
    made: list[Series] = []
    for sensor, data in given:
        if data is None:
            continue
        times, values = data if isinstance(data, tuple) and len(data) == 2 else (time, data)
        if times is None:
            raise UsageError(f"{sensor.replace(' ', '_')} has no times; give time, or a pair of times and values")
        one, arrays = series(sensor, times, values)
        made.append(one)
        kept.extend(arrays)
    return (Series * len(made))(*made), len(made), kept
