"""Logs as arrays."""

from __future__ import annotations

import ctypes
import os
import warnings
from collections.abc import Iterator
from ctypes import byref, c_int32, c_int64, c_size_t, c_void_p
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Arrays, Clock, SensorData, numbers, series
from ._command import PathLike, option
from ._errors import GaitwayError, GaitwayWarning, UsageError
from ._layouts import SENSORS, ArrayOptions, Batch, LogOptions, Series, fix_type
from ._lazy import pd
from ._library import Handle, encoded, lent
from ._pages import Page, in_notebook, recording_page
from ._tables import is_table, table_of
from ._words import AccelerationKind, LoggerName, RotationUnit, TimeUnit, Unit, one_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["ArrayRequest", "Moment", "Recording", "Samples", "open_arrays", "read"]

#: A moment: of pandas, NumPy or Python, or a text of ISO 8601.
Moment: TypeAlias = "pd.Timestamp | datetime | np.datetime64 | str"

_SENSORS = {sensor.replace(" ", "_"): sensor for sensor in SENSORS}


class LogHandle(Handle):
    """A log that the library has opened."""

    _create = "gaitway_log_open"
    _free = "gaitway_log_free"

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


def open_arrays(request: ArrayRequest, *, stacklevel: int = 3) -> LogHandle | None:
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
    made = _LogOfArrays(arrays, options)
    for guess in made.header["guesses"]:
        warnings.warn(guess, GaitwayWarning, stacklevel=stacklevel)
    return made


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


@dataclass(frozen=True, repr=False)
class Samples:
    """The samples of one sensor.

    Attributes
    ----------
    nanoseconds
        Times since the recording's first accelerometer sample, ascending.
    values
        In the sensor's unit (m/s², rad/s, hPa, m/s): ``(n, 3)`` float32, of pressure and speed ``(n,)``.

    Examples
    --------
    >>> gaitway.read("Datasets/commute").acceleration.values.shape[1]
    3
    """

    nanoseconds: NDArray[np.int64]
    values: NDArray[Any]

    @property
    def time(self) -> NDArray[np.float64]:
        """Their times in seconds."""
        return self.nanoseconds / 1e9

    @property
    def rate(self) -> float:
        """Samples per second: one over the median step; NaN with fewer than two samples."""
        if len(self) < 2:
            return float("nan")
        step = float(np.median(np.diff(self.nanoseconds)))
        return 1e9 / step if step > 0 else float("nan")

    def __len__(self) -> int:
        return len(self.nanoseconds)

    def __repr__(self) -> str:
        return f"Samples({len(self)} at {self.rate:.4g} Hz)"


@dataclass(frozen=True, repr=False)
class Recording:
    """The content of a log: samples in SI units on one clock, and its repairs.

    A notebook shows it as the page of its log: probabilities, activities and sensors along time.

    Attributes
    ----------
    source
        The log's name.
    sensors
        The samples by sensor: ``acceleration`` or ``linear_acceleration``, ``rotation_rate``, ``pressure``, ``speed``.
    repairs
        The repairs, by kind and count.
    logger, device
        The app that wrote the log, and the phone, if they are known.
    origin
        The moment of time 0, or None.
    end
        The largest time in seconds.
    fixes
        Location fixes, if they were read.
    labels
        Notes that a person made while recording: text and time in seconds, or None for a note on the whole recording.
    guesses
        The guesses of reading, each with its reason.

    Examples
    --------
    >>> ride = gaitway.read("Datasets/commute")
    >>> ride
    Recording('Datasets/commute', 330.3 s: acceleration 100 Hz, rotation_rate 100 Hz, pressure 1 Hz)
    >>> ride.logger, ride.repairs
    ('phyphox', {})
    """

    source: str
    sensors: dict[str, Samples]
    repairs: dict[str, int] = field(default_factory=dict)
    logger: str | None = None
    device: str | None = None
    origin: pd.Timestamp | None = None
    end: float = 0.0
    fixes: pd.DataFrame = field(default_factory=lambda: pd.DataFrame())
    labels: list[tuple[float | None, str]] = field(default_factory=list)
    guesses: list[str] = field(default_factory=list)

    @property
    def acceleration(self) -> Samples:
        """Acceleration with gravity; without gravity if the log has no other."""
        for name in ("acceleration", "linear_acceleration"):
            if name in self.sensors:
                return self.sensors[name]
        raise UsageError(f"{self.source}: there is no acceleration")

    @property
    def duration(self) -> float:
        """Seconds from the first sample of any sensor to the last."""
        starts = [one.nanoseconds[0] for one in self.sensors.values() if len(one)]
        return self.end - (min(starts) / 1e9 if starts else 0.0)

    def __repr__(self) -> str:
        sensors = ", ".join(f"{name} {one.rate:.4g} Hz" for name, one in self.sensors.items()) or "no samples"
        return f"Recording({self.source!r}, {self.duration:.1f} s: {sensors})"

    _repr_html_ = in_notebook(recording_page)

    def page(self, *, time_zone: str | None = None) -> Page:
        """Make the recording's page: its probabilities, activities and sensors along time.

        The command classifies the samples. Notes that a person made while recording are not on the page.

        Parameters
        ----------
        time_zone
            The zone of the times shown, as ``Europe/Berlin``. The default is the machine's.

        Returns
        -------
        Page
            The page.

        Examples
        --------
        >>> gaitway.read("Datasets/run").page().title
        'Ride run'
        """
        return recording_page(self, option("--time-zone", time_zone))

    def plot(self, sensor: str | None = None, *, ax: Axes | None = None) -> Axes:
        """Draw a sensor's samples along time, with matplotlib (the extra ``gaitway[plot]``).

        Parameters
        ----------
        sensor
            The sensor. The default is acceleration.
        ax
            The axes to draw in. The default is a figure of its own.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Examples
        --------
        >>> gaitway.read("Datasets/run").plot("rotation_rate").get_ylabel()
        'rotation rate (rad/s)'
        """
        from ._plots import plot_recording

        return plot_recording(self, sensor, ax)

    def frame(self, sensor: str = "acceleration") -> pd.DataFrame:
        """Return a sensor's samples as a table: ``time`` in seconds, and ``x``, ``y``, ``z`` or ``value``.

        Examples
        --------
        >>> gaitway.read("Datasets/commute").frame("pressure").columns.tolist()
        ['time', 'value']
        """
        if sensor not in self.sensors:
            raise UsageError(
                f"{self.source}: there is no {sensor}; there are {', '.join(self.sensors) or 'no samples'}"
            )
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
        origin: Moment | None = None,
        unit: Unit | None = None,
        time_unit: TimeUnit | None = None,
        rotation_unit: RotationUnit | None = None,
        rate: float | None = None,
    ) -> Recording:
        """Make a recording of arrays or of a table, which `classify` describes. Units and clocks are settled as there.

        Parameters
        ----------
        time, acceleration, rotation_rate, pressure, speed, origin, unit, time_unit, rotation_unit, rate
            As `classify` takes them.
        linear_acceleration
            Acceleration without gravity, instead of acceleration.
        source
            The recording's name.

        Examples
        --------
        >>> rest = np.zeros((1000, 3)) + [0, 0, 9.81]
        >>> gaitway.Recording.from_arrays(np.arange(1000) / 50, rest, source="desk")
        Recording('desk', 20.0 s: acceleration 50 Hz)
        """
        if acceleration is not None and linear_acceleration is not None:
            raise UsageError("both acceleration and linear_acceleration are given; give only the one with gravity")
        request = ArrayRequest(
            acceleration,
            time=time,
            linear_acceleration=linear_acceleration,
            rotation_rate=rotation_rate,
            pressure=pressure,
            speed=speed,
            source=source,
            origin=origin,
            unit=unit,
            time_unit=time_unit,
            rotation_unit=rotation_unit,
            rate=rate,
        )
        opened = open_arrays(request)
        if opened is None:
            return cls(source, {}, origin=None if origin is None else moment(origin))
        opened.call("gaitway_log_read")
        made = _recording(opened)
        opened.close()
        return made


def moment(value: Any) -> pd.Timestamp:
    stamp = pd.Timestamp(value)
    if pd.isna(stamp):
        raise UsageError("origin is not a time; leave it out if it is unknown")
    return stamp.tz_localize("UTC") if stamp.tzinfo is None else stamp.tz_convert("UTC")


def read(
    log: PathLike | bytes,
    *,
    name: str | None = None,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
    location: bool = True,
    speed: bool = False,
) -> Recording:
    """Read a log of a phone's motion sensors.

    Parameters
    ----------
    log
        A file, which may be gzipped, a logger's export folder or a zip of one. A path may lead into a zip
        (``rides.zip/monday``). Or the bytes of a file or zip.
    name
        The file's name, if `log` is bytes. Its extension tells the format.
    logger
        The app that wrote the log, as ``phyphox``. The default is to detect it.
    unit
        The unit of acceleration, ``m/s^2``, ``g`` or ``mg``. The default is to detect it.
    acceleration
        ``total`` if acceleration has gravity, else ``linear``. The default is to detect it.
    rate
        Samples per second, for a log without times.
    location
        Read location fixes.
    speed
        Give speeds of fixes as a sensor.

    Returns
    -------
    Recording
        Samples as arrays, and repairs.

    Raises
    ------
    InputError
        If the log is unusable. If it breaks off, the error's `partial` is the recording up to the fault.

    Examples
    --------
    >>> gaitway.read("Datasets/commute").sensors.keys()
    dict_keys(['acceleration', 'rotation_rate', 'pressure'])
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
    columns = fix_type.names[1:]  # type: ignore[index]
    origin = header.get("origin_ns")
    return Recording(
        source=header["source"],
        sensors=sensors,
        repairs=log.repairs,
        logger=header.get("logger"),
        device=header.get("device"),
        origin=None if origin is None else pd.Timestamp(origin, unit="ns", tz="UTC"),
        end=log.end / 1e9,
        fixes=pd.DataFrame({"time": rows["elapsed_ns"] / 1e9} | {name: rows[name] for name in columns}),
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
    """A recording's sensors for the library."""
    made: list[Series] = []
    kept: list[NDArray[Any]] = []
    for name, samples in recording.sensors.items():
        if name not in _SENSORS:
            raise UsageError(f"{recording.source}: {name} is not a sensor; give one of {', '.join(_SENSORS)}")
        if name == "speed" and not speed:
            continue
        one, arrays = series(_SENSORS[name], Clock(samples.nanoseconds, "ns"), samples.values)
        made.append(one)
        kept.extend(arrays)
    return (Series * len(made))(*made), len(made), kept
