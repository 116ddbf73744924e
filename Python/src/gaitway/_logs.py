# SPDX-License-Identifier: Apache-2.0
"""Logs and arrays, opened by the library."""

from __future__ import annotations

import os
from collections.abc import Iterator
from ctypes import byref, c_int32, c_int64
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

import numpy as np

from ._arrays import Arrays, Clock, numbers
from ._command import PathLike
from ._errors import InputError, UsageError, warn
from ._layouts import ArrayOptions, Batch, LogOptions
from ._lazy import pd
from ._library import Handle, encoded
from ._tables import is_table, table_of
from ._words import AccelerationKind, RotationUnit, TimeUnit, Unit, one_of

__all__ = ["ArrayRequest", "LogHandle", "Moment", "moment", "open_arrays", "open_log", "rate_of"]

#: A moment: of pandas, NumPy or Python, or a text of ISO 8601. Without a time zone it is of UTC.
Moment: TypeAlias = "pd.Timestamp | datetime | np.datetime64 | str"


class LogHandle(Handle):
    """A log that the library has opened."""

    _create = "gaitway_log_open"
    _free = "gaitway_log_free"
    #: What else may help against repairs.
    advice = ""

    def warn_of_repairs(self, source: str) -> None:
        """Warn of what was repaired, as the command notes it."""
        repairs = self.repairs
        if repairs:
            counts = ", ".join(f"{kind} {count}" for kind, count in repairs.items())
            text = f"{source}: repaired: {counts}" if source else f"repaired: {counts}"
            warn(text + (self.advice if repairs.keys() & {"clock-reset", "shared-time"} else ""))

    def batches(self) -> Iterator[Batch]:
        """The samples of all sensors in order of time, about 4096 at a time. A batch is valid until the next."""
        batch = Batch()
        while True:
            self.call("gaitway_log_next", byref(batch))
            if not batch.count:
                return
            yield batch

    @property
    def header(self) -> dict[str, Any]:
        """The facts that are known before the samples."""
        return dict(self.json("gaitway_log_header"))

    @property
    def repairs(self) -> dict[str, int]:
        """The repairs so far."""
        return dict(self.json("gaitway_log_repairs"))

    @property
    def end(self) -> int:
        """The largest elapsed time so far, in nanoseconds."""
        end = c_int64()
        self.call("gaitway_log_end", byref(end))
        return end.value

    def needs_speed(self, model: Handle) -> bool:
        """Whether only the speeds of fixes can answer it, as its rate is too low. Nothing has been read yet."""
        needs = c_int32()
        self.call("gaitway_log_needs_speed", model._pointer, byref(needs))
        return needs.value == 1


class _LogOfBytes(LogHandle):
    _create = "gaitway_log_open_bytes"


class _LogOfArrays(LogHandle):
    _create = "gaitway_log_open_arrays"

    def __init__(self, arrays: Arrays, options: ArrayOptions) -> None:
        # The library reads the arrays where they lie until the log is freed.
        made, count, self._kept = arrays.series()
        super().__init__(made, count, options)


def rate_of(rate: float | None) -> float | None:
    """A rate that can be one."""
    if rate is None:
        return None
    try:
        number = float(rate)
    except (TypeError, ValueError) as error:
        raise UsageError(f"rate is {rate!r}; give samples per second, above 0") from error
    if not (0 < number <= 10_000):
        raise UsageError(f"rate is {rate}; give samples per second, above 0 and at most 10000")
    return number


@dataclass(frozen=True)
class ArrayRequest:
    """Arrays or a table as they were given, with what was stated about them."""

    log: Any
    time: Any = None
    linear_acceleration: Any = None
    rotation_rate: Any = None
    pressure: Any = None
    speed: Any = None
    use_speed: bool = True
    source: str | None = None
    origin: Any = None
    unit: str | None = None
    acceleration: str | None = None
    time_unit: str | None = None
    rotation_unit: str | None = None
    rate: float | None = None
    linear: bool | None = None

    def kind(self) -> str | None:
        """The kind of acceleration that is stated."""
        stated = None if self.linear is None else "linear" if self.linear else "total"
        if stated is not None and self.acceleration is not None and stated != self.acceleration:
            raise UsageError(f"linear is {self.linear}, and acceleration is {self.acceleration!r}; give one of them")
        return self.acceleration or stated


def open_arrays(request: ArrayRequest) -> LogHandle | None:
    """Open arrays or a table as a log; None if they have no samples. What was found about units is a warning."""
    kind = request.kind()
    rate = rate_of(request.rate)
    if request.unit is not None:
        one_of(Unit, request.unit, "unit")
    if request.acceleration is not None:
        one_of(AccelerationKind, request.acceleration, "acceleration")
    if request.time_unit is not None:
        one_of(TimeUnit, request.time_unit, "time_unit")
    if request.rotation_unit is not None:
        one_of(RotationUnit, request.rotation_unit, "rotation_unit")
    given: dict[str, Any] = {
        "rotation_rate": request.rotation_rate,
        "pressure": request.pressure,
        "speed": request.speed,
    }
    options = ArrayOptions(
        name=encoded(request.source, "source"),
        rotation_unit=encoded(request.rotation_unit, "rotation_unit"),
        reads_speed=int(request.use_speed),
    )
    unit, time, time_unit, log = request.unit, request.time, request.time_unit, request.log
    table = table_of(log, linear=kind == "linear") if is_table(log) else None
    if table is not None:
        log, unit, kind = table.acceleration, unit or table.unit, kind or table.kind
        for name in given:
            own = getattr(table, name)
            if own is not None and given[name] is not None:
                raise UsageError(f"{name} is given, and the table has it, too; leave one out")
            given[name] = own if given[name] is None else given[name]
        if table.time is not None:
            if time is not None or rate is not None:
                raise UsageError(
                    f"{'time' if time is not None else 'rate'} is given, and the table has times; leave one out"
                )
            time = table.time
            if time_unit is None and np.asarray(time).dtype.kind in "fiu":
                time_unit = table.time_unit
        options.rotation_unit = encoded(request.rotation_unit or table.rotation_unit, "the unit of the rotation rate")
        options.pressure_unit = encoded(table.pressure_unit, "the unit of the pressure")
    if request.rotation_unit is not None and given["rotation_rate"] is None:
        raise UsageError("rotation_unit is for a rotation rate, which is missing; leave it out")
    if given["speed"] is None:
        options.reads_speed = 0
    motion = log if request.linear_acceleration is None else request.linear_acceleration
    is_linear = kind == "linear" or request.linear_acceleration is not None
    if motion is None:
        raise UsageError("there is no acceleration; give the samples of the accelerometer")
    if time is not None and rate is not None:
        raise UsageError("both time and rate are given; leave one out")
    if time is None and rate is not None:
        if time_unit is not None:
            raise UsageError("time_unit is for time, and rate is given; leave time_unit out")
        motion = numbers(motion, "acceleration")
        time = Clock(round(1e9 / rate) * np.arange(len(motion) if motion.ndim else 0, dtype=np.int64), "ns")
    if time is None and np.ndim(motion) == 1 and len(motion) == 0:
        raise UsageError("the list is empty; give logs, or samples with time")
    if time is None:
        raise UsageError("an array of acceleration has no times; give time, or rate")
    arrays = Arrays.given(
        time,
        None if is_linear else motion,
        linear_acceleration=motion if is_linear else None,
        rotation_rate=given["rotation_rate"],
        pressure=given["pressure"],
        speed=given["speed"] if request.use_speed else None,
        unit=time_unit,
    )
    options.unit = encoded(unit, "unit")
    options.acceleration = encoded(kind, "acceleration")
    options.time_unit = encoded(arrays.unit, "time_unit")
    if arrays.are_moments:
        if request.origin is not None:
            raise UsageError("origin is given, and time has moments; leave origin out")
        options.has_origin = 1
    elif request.origin is not None:
        options.has_origin, options.origin_ns = 1, int(moment(request.origin).as_unit("ns").value)
    if not any(len(clock.times) for clock, _ in arrays.sensors.values()):
        arrays.series()
        return None
    _check_order(arrays)
    made = _LogOfArrays(arrays, options)
    if table is not None:
        made.advice = "; if the table has several recordings, set by to the column that tells them apart"
    for guess in made.header["guesses"]:
        warn(guess)
    return made


#: A row may be eight rows late. More than one in twenty rows that are later are an error, as in files.
_LATE_ROWS, _DISORDER = 8, 20


def _check_order(arrays: Arrays) -> None:
    """Refuse times that are not in order, before their steps are taken for those of a clock."""
    for clock, _ in arrays.sensors.values():
        times = clock.times
        earlier = int(np.count_nonzero(times[_LATE_ROWS + 1 :] < times[: -_LATE_ROWS - 1]))
        # Rows from the newest to the oldest are read from the last one.
        most = max(len(times), 1000) // _DISORDER
        if most < earlier < len(times) - most - _LATE_ROWS:
            raise InputError(
                f"{earlier} of {len(times)} times are earlier than those of rows before them, and one in {_DISORDER} "
                "may be",
                "sort the rows by time; of a table with several recordings, set by to the column that tells them apart",
                code="order",
            )


def open_log(
    log: PathLike | bytes,
    *,
    name: str | None = None,
    logger: str | None = None,
    unit: str | None = None,
    acceleration: str | None = None,
    rate: float | None = None,
    location: bool = False,
    speed: bool = False,
) -> LogHandle:
    """Open a log, at a path or in memory."""
    rate = rate_of(rate)
    if not isinstance(log, bytes | bytearray | memoryview) and name is not None:
        raise UsageError("name is for bytes; leave it out")
    options = LogOptions(
        logger=encoded(logger, "logger"),
        unit=encoded(unit, "unit"),
        acceleration=encoded(acceleration, "acceleration"),
        rate=rate or 0.0,
        reads_location=int(location),
        reads_speed=int(speed),
    )
    if isinstance(log, bytes | bytearray | memoryview):
        data = bytes(log)
        if name is None:
            raise UsageError("the log is in memory; give its file's name, whose extension tells the format")
        return _LogOfBytes(data, len(data), encoded(name, "name"), options)
    if not isinstance(log, str | os.PathLike):
        raise UsageError(
            f"the log is {type(log).__name__}; give a path, bytes, a Recording, or an array of acceleration"
        )
    return LogHandle(encoded(os.fspath(log), "the path"), options)


def moment(value: Any) -> pd.Timestamp:
    stamp = pd.Timestamp(value)
    if pd.isna(stamp):
        raise UsageError("origin is not a time; leave it out if it is unknown")
    return stamp.tz_localize("UTC") if stamp.tzinfo is None else stamp.tz_convert("UTC")
