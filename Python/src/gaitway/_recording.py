# SPDX-License-Identifier: Apache-2.0
"""Logs as arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Clock, SensorData, series
from ._command import PathLike
from ._errors import GaitwayError, UsageError
from ._layouts import SENSORS, Series, fix_type
from ._lazy import pd
from ._library import lent
from ._logs import ArrayRequest, LogHandle, Moment, moment, open_arrays, open_log
from ._pages import Page, in_notebook, samples_folder
from ._pages import page as page_of
from ._plots import plot_samples
from ._words import AccelerationKind, LoggerName, RotationUnit, TimeUnit, Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Recording", "Samples", "read", "series_of"]


_SENSORS = {sensor.replace(" ", "_"): sensor for sensor in SENSORS}


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
        >>> gaitway.read("Datasets/run").page().title.split(",")[0]
        'Ride run'
        """
        return page_of(self, time_zone=time_zone)

    @contextmanager
    def _shown(self) -> Iterator[list[str]]:
        """The command's arguments that show the samples."""
        samples = {name: (one.time, one.values) for name, one in self.sensors.items()}
        with samples_folder(self.source, samples, self.fixes, self.origin) as folder:
            yield ["classify", folder]

    _repr_html_ = in_notebook(page)

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
        if sensor is None:
            sensor = "acceleration" if "acceleration" in self.sensors else "linear_acceleration"
        return plot_samples(self.frame(sensor), sensor, self.source, ax)

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
    log.warn_of_repairs(header["source"])
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
