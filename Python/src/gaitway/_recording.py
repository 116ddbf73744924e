"""Logs as arrays."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator
from ctypes import byref, c_int64, c_size_t, c_void_p
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ._arrays import SensorData, numbers, series, times_of
from ._command import PathLike
from ._errors import GaitwayError, InputError, UsageError
from ._layouts import SENSORS, Batch, LogOptions, Series, fix_type
from ._library import Handle, encoded, lent

__all__ = ["Recording", "Samples", "read"]

_SENSORS = {sensor.replace(" ", "_"): sensor for sensor in SENSORS}


class LogHandle(Handle):
    """A log that the library has opened."""

    _create = "gaitway_log_open"
    _free = "gaitway_log_free"

    def batches(self) -> Iterator[Batch]:
        """The samples in time order over all sensors, some 4096 at a time; each is good until the next."""
        batch = Batch()
        while True:
            self.call("gaitway_log_next", byref(batch))
            if not batch.count:
                return
            yield batch

    @property
    def header(self) -> dict[str, Any]:
        """What is known before the samples."""
        return dict(self.json("gaitway_log_header"))

    @property
    def repairs(self) -> dict[str, int]:
        """What was repaired so far."""
        return dict(self.json("gaitway_log_repairs"))

    @property
    def end(self) -> int:
        """The largest elapsed time so far, in nanoseconds."""
        end = c_int64()
        self.call("gaitway_log_end", byref(end))
        return end.value


class _LogOfBytes(LogHandle):
    _create = "gaitway_log_open_bytes"


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
    options = LogOptions(
        logger=encoded(logger, "logger"),
        unit=encoded(unit, "unit"),
        acceleration=encoded(acceleration, "acceleration"),
        rate=0.0 if rate is None else float(rate),
        reads_location=int(location),
        reads_speed=int(speed),
    )
    if rate is not None and not (0 < float(rate) < float("inf")):
        raise UsageError(f"rate is {rate}; give samples a second, above 0")
    if isinstance(log, bytes | bytearray | memoryview):
        data = bytes(log)
        if name is None:
            raise UsageError("the log is in memory; give its file's name, whose ending tells what it is")
        return _LogOfBytes(data, len(data), encoded(name, "name"), options)
    if not isinstance(log, str | os.PathLike):
        raise UsageError(f"the log is {type(log).__name__}; give a path, bytes, a Recording, or an array of acceleration")
    return LogHandle(encoded(os.fspath(log), "the path"), options)


@dataclass(frozen=True)
class Samples:
    """The samples of one sensor.

    Attributes
    ----------
    nanoseconds
        Their times since the recording's first accelerometer sample, ascending.
    values
        In the sensor's unit (m/s², rad/s, hPa, m/s): ``(n, 3)`` float32, of pressure and speed ``(n,)``.
    """

    nanoseconds: NDArray[np.int64]
    values: NDArray[Any]

    @property
    def time(self) -> NDArray[np.float64]:
        """Their times in seconds."""
        return self.nanoseconds / 1e9

    @property
    def rate(self) -> float:
        """Samples a second: one over the median step; NaN with fewer than two."""
        if len(self) < 2:
            return float("nan")
        step = float(np.median(np.diff(self.nanoseconds)))
        return 1e9 / step if step > 0 else float("nan")

    def __len__(self) -> int:
        return len(self.nanoseconds)


@dataclass(frozen=True)
class Recording:
    """What a log holds: samples in SI units on one clock, and what was repaired.

    Attributes
    ----------
    source
        The log as it was named.
    sensors
        The samples of each sensor that there is: ``acceleration`` or ``linear_acceleration``, ``rotation_rate``, ``pressure``, ``speed``.
    repairs
        What was repaired, by kind, and how often; empty if nothing was.
    logger, device
        The app that wrote the log, and the phone, as far as known.
    origin
        The moment of time 0, or None.
    end
        The largest time in seconds.
    fixes
        Location fixes, if they were asked for.
    labels
        What a person noted while recording: text, and its time in seconds, or None for a note about the whole.
    guesses
        What was guessed, each with its reason.
    """

    source: str
    sensors: dict[str, Samples]
    repairs: dict[str, int] = field(default_factory=dict)
    logger: str | None = None
    device: str | None = None
    origin: pd.Timestamp | None = None
    end: float = 0.0
    fixes: pd.DataFrame = field(default_factory=pd.DataFrame)
    labels: list[tuple[float | None, str]] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)

    @property
    def acceleration(self) -> Samples:
        """Acceleration with gravity, or without it where that is all there is."""
        for name in ("acceleration", "linear_acceleration"):
            if name in self.sensors:
                return self.sensors[name]
        raise UsageError(f"{self.source}: there is no acceleration")

    @property
    def duration(self) -> float:
        """Seconds from the first sample of any sensor to the last."""
        starts = [one.nanoseconds[0] for one in self.sensors.values() if len(one)]
        return self.end - (min(starts) / 1e9 if starts else 0.0)

    def frame(self, sensor: str = "acceleration") -> pd.DataFrame:
        """Give a sensor's samples as a table: ``time`` in seconds, and ``x``, ``y``, ``z`` or ``value``."""
        if sensor not in self.sensors:
            raise UsageError(f"{self.source}: there is no {sensor}; there are {', '.join(self.sensors) or 'no samples'}")
        samples = self.sensors[sensor]
        frame = pd.DataFrame({"time": samples.time})
        if samples.values.ndim == 1:
            frame["value"] = samples.values
        else:
            for axis, name in enumerate("xyz"):
                frame[name] = samples.values[:, axis]
        return frame

    @classmethod
    def from_arrays(
        cls,
        time: ArrayLike | None,
        acceleration: ArrayLike | None = None,
        *,
        linear_acceleration: ArrayLike | None = None,
        rotation_rate: SensorData | None = None,
        pressure: SensorData | None = None,
        speed: SensorData | None = None,
        source: str = "",
        origin: Any = None,
    ) -> Recording:
        """Make a recording of arrays; see `classify` for what they are."""
        sensors: dict[str, Samples] = {}
        given: dict[str, Any] = {
            "acceleration": acceleration,
            "linear_acceleration": linear_acceleration,
            "rotation_rate": rotation_rate,
            "pressure": pressure,
            "speed": speed,
        }
        for name, data in given.items():
            if data is None:
                continue
            times, values = data if isinstance(data, tuple) and len(data) == 2 else (time, data)
            if times is None:
                raise UsageError(f"{name} has no times; give time, or a pair of times and values")
            one = times_of(times)
            if one.dtype != np.int64 and not (finite := np.isfinite(one)).all():
                row = int(np.flatnonzero(~finite)[0])
                raise InputError(
                    f"time {row} of {name} is {one[row]}", "leave out what is not a number", source=source or None, code="value"
                )
            nanoseconds = one if one.dtype == np.int64 else np.rint(one * 1e9).astype(np.int64)
            sensors[name] = Samples(nanoseconds, numbers(values, name))
        end = max((float(one.nanoseconds[-1]) / 1e9 for one in sensors.values() if len(one)), default=0.0)
        return cls(source, sensors, origin=None if origin is None else moment(origin), end=end)


def moment(value: Any) -> pd.Timestamp:
    stamp = pd.Timestamp(value)
    if pd.isna(stamp):
        raise UsageError("origin is not a time; leave it out if it is not known")
    return stamp.tz_localize("UTC") if stamp.tzinfo is None else stamp.tz_convert("UTC")


def read(
    log: PathLike | bytes,
    *,
    name: str | None = None,
    logger: str | None = None,
    unit: str | None = None,
    acceleration: str | None = None,
    rate: float | None = None,
    location: bool = True,
    speed: bool = False,
) -> Recording:
    """Read a log of a phone's motion sensors.

    Parameters
    ----------
    log
        A file, packed by gzip or not, a logger's export folder or a zip of one; a path may lead into a zip (``rides.zip/monday``). Or
        the bytes of a file or zip.
    name
        The file's name, if `log` is bytes: its ending tells what it is.
    logger
        The app that wrote the log, as ``phyphox``; detected if not given.
    unit
        The unit of acceleration, ``m/s^2`` or ``g``; detected if not given.
    acceleration
        Whether acceleration has gravity (``total``) or not (``linear``); detected if not given.
    rate
        Samples a second of a log that has no times.
    location
        Whether location fixes are read.
    speed
        Whether speeds of fixes are a sensor of their own.

    Returns
    -------
    Recording
        Samples as arrays, and what was repaired.

    Raises
    ------
    InputError
        If the log cannot be used. Where the fault is in the middle, its `partial` is what came before.

    Examples
    --------
    >>> ride = gaitway.read("Datasets/walk")  # doctest: +SKIP
    >>> ride.acceleration.values.shape, ride.repairs  # doctest: +SKIP
    """
    opened = open_log(
        log, name=name, logger=logger, unit=unit, acceleration=acceleration, rate=rate, location=location, speed=speed
    )
    fault: GaitwayError | None = None
    try:
        opened.call("gaitway_log_read")
    except GaitwayError as error:
        fault = error
    recording = _recording(opened)
    opened.close()
    if fault is not None:
        fault.partial = recording
        raise fault
    return recording


def _recording(log: LogHandle) -> Recording:
    header = log.header
    sensors: dict[str, Samples] = {}
    for number, sensor in enumerate(SENSORS):
        series = Series()
        log.call("gaitway_log_series", number, byref(series))
        if series.count:
            sensors[sensor.replace(" ", "_")] = _samples(series, scalar=sensor in ("pressure", "speed"))
    pointer, count = c_void_p(), c_size_t()
    log.call("gaitway_log_fixes", byref(pointer), byref(count))
    rows = lent(pointer.value, (count.value,), (fix_type.itemsize,), fix_type)
    origin = header.get("origin_ns")
    return Recording(
        source=header["source"],
        sensors=sensors,
        repairs=log.repairs,
        logger=header.get("logger"),
        device=header.get("device"),
        origin=None if origin is None else pd.Timestamp(origin, unit="ns", tz="UTC"),
        end=log.end / 1e9,
        fixes=pd.DataFrame({"time": rows["elapsed_ns"] / 1e9, **{name: rows[name] for name in fix_type.names[1:]}}),  # type: ignore[index]
        labels=[
            (None if label["elapsed_ns"] is None else label["elapsed_ns"] / 1e9, label["text"])
            for label in header.get("labels", [])
        ],
        guesses=list(header.get("guesses", [])),
    )


def _samples(series: Series, *, scalar: bool) -> Samples:
    count = int(series.count)
    times = lent(series.times, (count,), (series.time_stride,), np.int64)
    first = series.axes[0]
    kind = np.float32 if series.value_type == 0 else np.float64
    size = ctypes.sizeof(ctypes.c_float if kind is np.float32 else ctypes.c_double)
    if scalar:
        return Samples(times, lent(first, (count,), (series.value_stride,), kind))
    if series.axes[1] - first == size and series.axes[2] - first == 2 * size:
        return Samples(times, lent(first, (count, 3), (series.value_stride, size), kind))
    axes = [lent(series.axes[axis], (count,), (series.value_stride,), kind) for axis in range(3)]
    return Samples(times, np.stack(axes, axis=1))


def series_of(recording: Recording, *, speed: bool) -> tuple[Any, int, list[NDArray[Any]]]:
    """A recording's sensors as the library reads them."""
    made: list[Series] = []
    kept: list[NDArray[Any]] = []
    for name, samples in recording.sensors.items():
        if name not in _SENSORS:
            raise UsageError(f"{recording.source}: {name} is no sensor; give one of {', '.join(_SENSORS)}")
        if name == "speed" and not speed:
            continue
        one, arrays = series(_SENSORS[name], samples.nanoseconds, samples.values)
        made.append(one)
        kept.extend(arrays)
    return (Series * len(made))(*made), len(made), kept
