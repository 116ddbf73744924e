# SPDX-License-Identifier: Apache-2.0
"""Arrays for the library, without copies where possible."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._errors import InputError, UsageError
from ._layouts import FLOAT32, FLOAT64, INT64, SENSORS, Series
from ._lazy import is_pandas, pd
from ._library import address

__all__ = ["Arrays", "Clock", "SensorData", "clock_of", "numbers", "series"]

#: Values at the times of the acceleration, or times and values.
SensorData: TypeAlias = "ArrayLike | tuple[ArrayLike, ArrayLike]"

_SCALARS = ("pressure", "speed")
#: A time that is missing among whole numbers: NaT of NumPy.
_MISSING = np.iinfo(np.int64).min


def _plain(values: Any) -> Any:
    """What NumPy understands: pandas's own types with missing values, and polars's and Arrow's columns."""
    if is_pandas(values, "Series", "Index") and not isinstance(values.dtype, np.dtype):
        kind = getattr(values.dtype, "kind", "O")
        if kind in "fiu":
            has_missing = bool(values.isna().any())
            if kind != "f" and has_missing:
                return np.ma.masked_array(values.fillna(0).to_numpy(np.int64), mask=values.isna().to_numpy())
            return values.to_numpy(np.float64, na_value=np.nan) if kind == "f" else values.to_numpy(np.int64)
    if is_pandas(values, "DataFrame") and not all(isinstance(kind, np.dtype) for kind in values.dtypes):
        return values.to_numpy(np.float64, na_value=np.nan)
    return values


def numbers(values: Any, what: str) -> NDArray[Any]:
    """An array of floats or doubles that the library can read in place.

    Other numbers are converted to doubles, masked ones are NaN. Text, truth values, objects and complex numbers are
    refused.
    """
    values = _plain(values)
    try:
        array = np.ma.asanyarray(values) if isinstance(values, np.ma.MaskedArray) else np.asarray(values)
    except ValueError as error:
        raise UsageError(f"{what} is not an array: {error}; give rows of equal length") from error
    if array.dtype.kind not in "fiu":
        raise UsageError(f"{what} has the type {array.dtype}; give numbers, as float32 or float64")
    if isinstance(array, np.ma.MaskedArray):
        kind = np.float32 if array.dtype.kind == "f" and array.dtype.itemsize <= 4 else np.float64
        return np.asarray(np.ma.filled(array.astype(kind), np.nan))
    if array.dtype in (np.float32, np.float64) and array.dtype.isnative:
        return array
    return array.astype(np.float32 if array.dtype == np.float16 or array.dtype == ">f4" else np.float64)


@dataclass(frozen=True)
class Clock:
    """Times for the library: doubles, or 64-bit integers in which the least one is a missing time."""

    times: NDArray[Any]
    #: Their unit if their type tells it.
    unit: str | None = None
    #: Whether they are moments: nanoseconds since 1970.
    are_moments: bool = False

    @property
    def nanoseconds(self) -> NDArray[np.int64]:
        """Nanoseconds of seconds or of nanoseconds. Unix seconds are rounded to the microsecond."""
        if self.times.dtype == np.int64:
            return self.times
        if not (finite := np.isfinite(self.times)).all() or (np.abs(self.times) > 4e9).any():
            row = int(np.flatnonzero(~(finite & (np.abs(np.nan_to_num(self.times)) <= 4e9)))[0])
            raise InputError(f"time {row} is {self.times[row]} s", "leave out what is not a time", code="value")
        whole = np.trunc(self.times)
        step = np.where(np.abs(self.times) > 1e7, 1000, 1)
        rest = np.rint((self.times - whole) * 1e9 / step).astype(np.int64) * step
        nanoseconds: NDArray[np.int64] = whole.astype(np.int64) * 1_000_000_000 + rest
        return nanoseconds


def clock_of(times: Any, what: str = "time", *, unit: str | None = None) -> Clock:
    """Times as the library takes them: numbers in a unit, durations, or moments.

    Moments without a time zone are UTC.
    """
    kept = times
    mask = None
    times = _plain(times)
    if isinstance(times, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(times)
        times = times.data
    try:
        array = np.asarray(times) if not _is_moments(times) else _moments(times, what)
    except ValueError as error:
        raise UsageError(f"{what} is not an array: {error}; give one time for each sample, (n,)") from error
    if array.dtype.kind in "OUT":
        array = _moments(kept, what)
    if array.ndim != 1:
        raise UsageError(f"{what} has the shape {array.shape}; give one time for each sample, (n,)")
    if array.dtype.kind in "mM":
        if unit is not None:
            raise UsageError(f"time_unit is {unit!r}, and {what} has the type {array.dtype}; leave time_unit out")
        are_moments = array.dtype.kind == "M"
        whole = array.astype(f"{array.dtype.kind}8[ns]").astype(np.int64)
        seconds = array.astype(f"{array.dtype.kind}8[s]").astype(np.int64)
        if (np.abs(seconds[~np.isnat(array)]) >= 9_223_372_036).any():
            raise UsageError(f"{what} is outside 1678 to 2262; give times within")
        return Clock(_masked(whole, mask), "ns", are_moments)
    if array.dtype.kind in "iu":
        if unit is None and array.dtype.newbyteorder("=") != np.int64:
            raise UsageError(
                f"{what} has the type {array.dtype}; give seconds as float64, nanoseconds as int64, or the unit as "
                f"time_unit"
            )
        if array.dtype.kind == "u" and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise UsageError(f"{what} is {int(array.max())}; give times below 2^63")
        return Clock(_masked(array.astype(np.int64, copy=False), mask), unit)
    array = numbers(array, what)
    if array.dtype == np.float32 and len(usable := array[np.isfinite(array)]) > 1:
        smallest, largest = float(usable.min()), float(usable.max())
        size = max(-smallest, largest)
        resolution = float(np.spacing(np.float32(size)))
        if resolution > max(1e-3, 0.1 * (largest - smallest) / (len(usable) - 1)):
            raise UsageError(
                f"{what} has the type float32, which counts near {size:g} in steps of {resolution:g}; give float64"
            )
    return Clock(_masked(array.astype(np.float64, copy=False), mask), unit)


def _masked(times: NDArray[Any], mask: NDArray[np.bool_] | None) -> NDArray[Any]:
    if mask is None or not mask.any():
        return times
    times = times.copy()
    times[mask] = _MISSING if times.dtype == np.int64 else np.nan
    return times


def _is_moments(times: Any) -> bool:
    return is_pandas(times, "Series", "Index") and getattr(times.dtype, "kind", "O") == "M"


def _moments(times: Any, what: str) -> NDArray[Any]:
    """Moments in UTC: of pandas, or objects and texts of ISO 8601."""
    try:
        index = pd.DatetimeIndex(
            pd.to_datetime(pd.Series(times), utc=True, format=None if _is_moments(times) else "ISO8601")
        )
    except (ValueError, TypeError, OverflowError) as error:
        raise UsageError(
            f"{what} is neither numbers nor moments: {error}; give seconds as float64, datetimes, or texts as "
            f"2026-05-01T08:00:00Z"
        ) from error
    return np.asarray(index.tz_localize(None))


def series(sensor: str, clock: Clock, values: Any) -> tuple[Series, tuple[NDArray[Any], ...]]:
    """A sensor's samples for the library, and the arrays that must stay alive as long as it reads them."""
    name = sensor.replace(" ", "_")
    time = clock.times
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
    if not time.dtype.isnative:
        time = time.astype(time.dtype.newbyteorder("="))
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


@dataclass
class Arrays:
    """Sensors of one recording as arrays, each with its times."""

    sensors: dict[str, tuple[Clock, Any]] = field(default_factory=dict)

    @classmethod
    def given(
        cls,
        time: Any,
        acceleration: Any,
        *,
        linear_acceleration: Any = None,
        rotation_rate: SensorData | None = None,
        pressure: SensorData | None = None,
        speed: SensorData | None = None,
        unit: str | None = None,
    ) -> Arrays:
        """Collect arguments; `unit` is that of times."""
        if acceleration is not None and linear_acceleration is not None:
            raise UsageError("both acceleration and linear_acceleration are given; give only the one with gravity")
        made = cls()
        shared: Clock | None = None
        if time is not None:
            shared = time if isinstance(time, Clock) else clock_of(time, unit=unit)
        given: list[tuple[str, Any]] = [
            ("acceleration", acceleration),
            ("linear acceleration", linear_acceleration),
            ("rotation rate", rotation_rate),
            ("pressure", pressure),
            ("speed", speed),
        ]
        for sensor, data in given:
            if data is None:
                continue
            name = sensor.replace(" ", "_")
            if isinstance(data, tuple) and len(data) == 2:
                made.sensors[sensor] = (clock_of(data[0], f"the time of {name}", unit=unit), data[1])
            elif shared is None:
                raise UsageError(f"{name} has no times; give time, or a pair of times and values")
            else:
                made.sensors[sensor] = (shared, data)
        moments = {clock.are_moments for clock, _ in made.sensors.values() if len(clock.times)}
        if len(moments) > 1:
            raise UsageError("some times are moments and some are numbers; give moments for all sensors, or for none")
        return made

    @property
    def are_moments(self) -> bool:
        """Whether the times are moments."""
        return any(clock.are_moments for clock, _ in self.sensors.values())

    @property
    def unit(self) -> str | None:
        """The unit of all times, if it is known."""
        units = {clock.unit for clock, _ in self.sensors.values()}
        return units.pop() if len(units) == 1 else None

    def series(self) -> tuple[Any, int, list[NDArray[Any]]]:
        """The sensors for the library, and the arrays that must stay alive as long as it reads them."""
        made: list[Series] = []
        kept: list[NDArray[Any]] = []
        for sensor, (clock, values) in self.sensors.items():
            one, arrays = series(sensor, clock, values)
            made.append(one)
            kept.extend(arrays)
        return (Series * len(made))(*made), len(made), kept
