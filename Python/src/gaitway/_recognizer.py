# SPDX-License-Identifier: Apache-2.0
"""Live streams: samples in, reports out."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import byref, c_int32, c_int64, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import Arrays, Clock, SensorData
from ._command import PathLike
from ._errors import UsageError
from ._layouts import (
    CONFIDENCES,
    HAS_CADENCE,
    HAS_PROBABILITIES,
    HAS_SMOOTHED,
    HAS_SPEED,
    HAS_START,
    HAS_STEPS,
    HAS_WINDOW,
    IS_PROVISIONAL,
    IS_REPEAT,
    SMOOTHINGS,
    Batch,
    Counts,
    RecognizerOptions,
    report_type,
)
from ._lazy import pd
from ._library import Handle, address, encoded, library
from ._logs import Moment, moment
from ._model import Model, as_model, reason_words
from ._stream import CLASSES, FLAGS, answer, reports_table
from ._words import Smoothing, one_of

__all__ = ["Recognizer", "Report"]

#: Nanoseconds since 1970 that times are taken for: from 1990 to 2100.
_UNIX = (631_152_000_000_000_000, 4_102_444_800_000_000_000)


@dataclass(frozen=True)
class Report:
    """One report of an activity stream.

    Attributes
    ----------
    activity
        What is done, in one word: ``stationary``, ``walking``, ``running``, ``cycling``, ``automotive``, ``none`` or
        ``unknown``.
    flags
        The flags that are set. A vehicle at rest is ``automotive`` and ``stationary``.
    confidence
        ``low``, ``medium`` or ``high``.
    elapsed, delivered
        When the activity began, and when the last sample that it needed arrived, in seconds.
    start
        The moment of `elapsed`, or None.
    probabilities, smoothed
        By class; None without an estimate or without smoothing.
    reason
        The reason for a missing estimate, or None.
    is_repeat
        Whether nothing changed.
    is_provisional
        Whether it is the first answer after the start or a gap, from half a window.
    window
        Start and end in seconds, if every window is reported.
    speed
        The speed in m/s that the probabilities use, or None.
    steps
        Whole steps since the recording began, while walking or running; None if they were not counted.
    cadence
        Steps a second; None at rest.

    Examples
    --------
    >>> ride = gaitway.read("Datasets/run")
    >>> reports = gaitway.Recognizer().append(ride.acceleration.time, ride.acceleration.values)
    >>> "running" in {report.activity for report in reports}
    True
    """

    activity: str
    flags: frozenset[str]
    confidence: str
    elapsed: float
    delivered: float
    start: pd.Timestamp | None
    probabilities: dict[str, float] | None
    smoothed: dict[str, float] | None
    reason: str | None
    is_repeat: bool
    is_provisional: bool
    window: tuple[float, float] | None
    speed: float | None
    steps: int | None
    cadence: float | None


class RecognizerHandle(Handle):
    """The library's recogniser."""

    _create = "gaitway_recognizer_create"
    _free = "gaitway_recognizer_free"

    def taken(self) -> NDArray[Any]:
        """The reports that wait."""
        left = c_size_t()
        self.call("gaitway_recognizer_take_reports", c_void_p(), 0, None, byref(left))
        rows = np.zeros(left.value, report_type)
        if len(rows):
            taken = c_size_t()
            self.call("gaitway_recognizer_take_reports", address(rows), len(rows), byref(taken), None)
            rows = rows[: taken.value]
        return rows

    def take(self, log: Handle, *, threads: bool) -> None:
        """Take a log to its end and finish; what came before a fault is taken, too."""
        self.call("gaitway_recognizer_append_log", log._pointer, int(threads))

    def counts(self) -> Counts:
        """The windows so far."""
        counts = Counts()
        self.call("gaitway_recognizer_counts", byref(counts))
        return counts

    @property
    def origin(self) -> int | None:
        """The moment of time 0, in nanoseconds since 1970."""
        origin, has_origin = c_int64(), c_int32()
        self.call("gaitway_recognizer_origin", byref(origin), byref(has_origin))
        return origin.value if has_origin.value else None

    def saved(self) -> bytes:
        """Its state. Take the reports first."""
        pointer, size = c_void_p(), c_size_t()
        self.call("gaitway_recognizer_save", byref(pointer), byref(size))
        try:
            return ctypes.string_at(pointer.value or 0, size.value)
        finally:
            library().gaitway_free(pointer)


class RestoredRecognizerHandle(RecognizerHandle):
    """A recogniser from a saved state."""

    _create = "gaitway_recognizer_restore"

    def __init__(self, state: bytes, model: Model | PathLike | None) -> None:
        if not isinstance(state, bytes):
            raise UsageError(f"the state is {type(state).__name__}; give the bytes that save() returned")
        super().__init__(as_model(model).handle._pointer, state, len(state))


def open_recognizer(
    model: Model | PathLike | None,
    *,
    smoothing: str,
    every_window: bool,
    origin: int | None,
    use_speed: bool,
    prior: Mapping[str, float] | str | None,
    provisional: bool = False,
) -> RecognizerHandle:
    """Make a recogniser of the library."""
    one_of(Smoothing, smoothing, "smoothing")
    text = ",".join(f"{name}={share!r}" for name, share in prior.items()) if isinstance(prior, Mapping) else prior
    options = RecognizerOptions(
        smoothing=SMOOTHINGS[smoothing],
        every_window=int(every_window),
        uses_speed=int(use_speed),
        has_origin=int(origin is not None),
        origin_ns=origin or 0,
        prior=encoded(text, "prior"),
        gives_provisional_answers=int(provisional),
    )
    return RecognizerHandle(as_model(model).handle._pointer, options)


class Recognizer:
    """Recognises activities in live samples.

    The reports do not depend on how the samples are split into calls. A recogniser serves one thread at a time, in the
    process that made it.

    Parameters
    ----------
    model
        A model or a model file. The default is the built-in model.
    smoothing
        The smoother: ``causal`` from the windows so far, ``none``, ``lag`` (10 s late) or ``viterbi`` (all at the
        end).
    every_window
        Report each window instead of each change.
    origin
        The moment of time 0.
    use_speed
        Use speeds, if the model knows speeds.
    prior
        The share of time of each activity, as ``{"walking": 0.3, "cycling": 0}``. The others share the rest.
    provisional
        Give a first answer from half a window, 2.56 s after the start or a gap, with causal smoothing. Its confidence
        is never high, and ``is_provisional`` marks it until the first full window.

    Examples
    --------
    >>> ride = gaitway.read("Datasets/run").acceleration
    >>> recognizer = gaitway.Recognizer()
    >>> reports = []
    >>> for begin in range(0, len(ride), 500):
    ...     part = slice(begin, begin + 500)
    ...     reports += recognizer.append(ride.time[part], ride.values[part])
    >>> reports += recognizer.finish()
    >>> "running" in {report.activity for report in reports}
    True
    """

    def __init__(
        self,
        model: Model | PathLike | None = None,
        *,
        smoothing: Smoothing = "causal",
        every_window: bool = False,
        origin: Moment | None = None,
        use_speed: bool = False,
        prior: Mapping[str, float] | str | None = None,
        provisional: bool = False,
    ) -> None:
        self._origin = None if origin is None else int(moment(origin).as_unit("ns").value)
        self._has_samples = False
        self._options: dict[str, Any] = {
            "model": model,
            "smoothing": smoothing,
            "every_window": every_window,
            "use_speed": use_speed,
            "prior": prior,
            "provisional": provisional,
        }
        self._handle = open_recognizer(origin=self._origin, **self._options)

    def append(
        self,
        time: ArrayLike | None,
        acceleration: ArrayLike | None = None,
        *,
        linear_acceleration: ArrayLike | None = None,
        rotation_rate: SensorData | None = None,
        pressure: SensorData | None = None,
        speed: SensorData | None = None,
    ) -> list[Report]:
        """Take samples, and return new reports.

        It takes all samples or none. Give samples that were recorded together in one call: a sensor that is behind the
        accelerometer by more than half a second counts as missing.

        Parameters
        ----------
        time
            Seconds as float64, or nanoseconds as int64 or timedelta64, since the start of the recording, ascending over
            all calls. Or moments: datetimes, or seconds or nanoseconds since 1970. They count from the origin; without
            one, the first moment is it.
        acceleration
            With gravity, in m/s², ``(n, 3)``. Masked samples are left out.
        linear_acceleration
            Without gravity, instead of acceleration.
        rotation_rate
            In rad/s, ``(n, 3)``; or a pair of times and values.
        pressure, speed
            In hPa and m/s, ``(n,)``; or a pair of times and values.

        Returns
        -------
        list of Report
            The new reports.

        Raises
        ------
        InputError
            If a time is earlier than the one before, or a value is not a number. It names the sensor and the sample.
        StateError
            If the recogniser was finished, is used by another thread, or belongs to another process.
        """
        arrays = Arrays.given(
            time,
            acceleration,
            linear_acceleration=linear_acceleration,
            rotation_rate=rotation_rate,
            pressure=pressure,
            speed=speed,
        )
        series, count, kept = self._rebased(_without_masked(arrays)).series()
        self._handle.call("gaitway_recognizer_append", series, count)
        self._has_samples = self._has_samples or any(len(clock.times) for clock, _ in arrays.sensors.values())
        del kept
        return reports_of(self._handle.taken())

    def _rebased(self, arrays: Arrays) -> Arrays:
        """Arrays whose times count from the origin, if they are moments."""
        moments: dict[str, tuple[Clock, Any]] = {}
        for sensor, (clock, values) in arrays.sensors.items():
            if not len(clock.times):
                continue
            first = clock.times[0] if clock.times.dtype == np.int64 else clock.times[0] * 1e9
            if clock.are_moments or _UNIX[0] <= first <= _UNIX[1]:
                moments[sensor] = (Clock(clock.nanoseconds, "ns", True), values)
        if not moments:
            return arrays
        if len(moments) < sum(len(clock.times) > 0 for clock, _ in arrays.sensors.values()):
            raise UsageError("some times are moments and some are not; give moments for all sensors, or for none")
        if self._origin is None:
            if self._has_samples:
                raise UsageError(
                    "the times are moments, and those before counted from the start; give one kind, or the origin"
                )
            clock, _ = next(iter(moments.values()))
            self._origin = int(clock.times[0])
            self._handle = open_recognizer(origin=self._origin, **self._options)
        return Arrays(
            {sensor: (Clock(clock.times - self._origin, "ns"), values) for sensor, (clock, values) in moments.items()}
        )

    def finish(self) -> list[Report]:
        """End the recording, and return the last reports."""
        self._handle.call("gaitway_recognizer_finish")
        return reports_of(self._handle.taken())

    def save(self) -> bytes:
        """Return the state, to continue later or in another process: 10 to 20 kB at 100 Hz.

        Returns
        -------
        bytes
            The state for `restore`. It contains the options, but not the model.

        Raises
        ------
        StateError
            If the recogniser was finished.
        """
        return self._handle.saved()

    @classmethod
    def restore(cls, state: bytes, model: Model | PathLike | None = None) -> Recognizer:
        """Make a recogniser from a saved state. It gives the same reports as the saved one, to the last bit.

        Parameters
        ----------
        state
            The state that `save` returned.
        model
            The model of the saved recogniser. The default is the built-in model.

        Raises
        ------
        InputError
            If the state is damaged, has another version, or was saved with another model.
        """
        made = cls.__new__(cls)
        made._handle = RestoredRecognizerHandle(state, model)
        made._origin = made._handle.origin
        made._has_samples = True
        made._options = {}
        return made

    @property
    def windows(self) -> int:
        """The number of windows so far."""
        return int(self._handle.counts().windows)

    @property
    def unknown(self) -> dict[str, int]:
        """The numbers of windows without an estimate, by reason."""
        counts = self._handle.counts().unknown
        words = reason_words(range(8))
        return {word: int(count) for word, count in zip(words, counts, strict=True) if word and count}

    @property
    def why_unknown(self) -> str | None:
        """The reason why the model cannot serve the recording; None if it can."""
        return self._handle.text("gaitway_recognizer_why_unknown")

    def __reduce__(self) -> Any:
        return self._handle.__reduce__()


def _without_masked(arrays: Arrays) -> Arrays:
    """Arrays without masked samples."""
    made = Arrays()
    for sensor, (clock, values) in arrays.sensors.items():
        if isinstance(values, np.ma.MaskedArray) and len(values) == len(clock.times):
            is_masked = np.ma.getmaskarray(values)
            kept = ~(is_masked.any(axis=1) if is_masked.ndim == 2 else is_masked)
            made.sensors[sensor] = (Clock(clock.times[kept], clock.unit, clock.are_moments), values.data[kept])
        else:
            made.sensors[sensor] = (clock, values)
    return made


def reports_of(rows: NDArray[Any]) -> list[Report]:
    """Rows of reports as objects."""
    made = []
    for row in rows:
        has = int(row["has"])
        flags = {name: bool(int(row["flags"]) >> bit & 1) for bit, name in enumerate(FLAGS)}
        made.append(
            Report(
                activity=answer(flags),
                flags=frozenset(name for name, is_set in flags.items() if is_set),
                confidence=CONFIDENCES[int(row["confidence"])],
                elapsed=float(row["elapsed_ns"]) / 1e9,
                delivered=float(row["delivered_ns"]) / 1e9,
                start=pd.Timestamp(int(row["start_ns"]), unit="ns", tz="UTC") if has & HAS_START else None,
                probabilities=_by_class(row["probabilities"]) if has & HAS_PROBABILITIES else None,
                smoothed=_by_class(row["smoothed"]) if has & HAS_SMOOTHED else None,
                reason=reason_words([int(row["reason"])])[0],
                is_repeat=bool(has & IS_REPEAT),
                is_provisional=bool(has & IS_PROVISIONAL),
                window=(float(row["window_from_ns"]) / 1e9, float(row["window_to_ns"]) / 1e9)
                if has & HAS_WINDOW
                else None,
                speed=float(row["speed"]) if has & HAS_SPEED else None,
                steps=int(row["steps"]) if has & HAS_STEPS else None,
                cadence=float(row["cadence"]) if has & HAS_CADENCE else None,
            )
        )
    return made


def _by_class(values: Any) -> dict[str, float]:
    return dict(zip(CLASSES, values.tolist(), strict=True))


def table_of(rows: NDArray[Any], attributes: dict[str, Any], *, with_speed: bool) -> pd.DataFrame:
    """Rows of reports as a table."""
    flags = {name: (rows["flags"] >> bit & 1).astype(bool) for bit, name in enumerate(FLAGS)}
    has = rows["has"]
    activity = np.full(len(rows), "none", dtype=object)
    # The last that fits counts: a vehicle at rest is automotive, and nothing else is with unknown.
    for name in ("cycling", "running", "walking", "stationary", "automotive", "unknown"):
        activity[flags[name]] = name
    start = np.where(has & HAS_START, rows["start_ns"], np.iinfo(np.int64).min).astype("datetime64[ns]")
    columns: dict[str, Any] = {
        "elapsed": rows["elapsed_ns"] / 1e9,
        "start": pd.DatetimeIndex(start).tz_localize("UTC"),
        "delivered": rows["delivered_ns"] / 1e9,
        "activity": activity,
        **flags,
        "confidence": np.array(CONFIDENCES, dtype=object)[rows["confidence"]],
    }
    for kind, bit in (("probabilities", HAS_PROBABILITIES), ("smoothed", HAS_SMOOTHED)):
        for index, name in enumerate(CLASSES):
            columns[f"{kind}.{name}"] = np.where(has & bit, rows[kind][:, index], np.nan)
    columns["reason"] = reason_words(rows["reason"])
    columns["repeat"] = (has & IS_REPEAT).astype(bool)
    columns["window.from"] = np.where(has & HAS_WINDOW, rows["window_from_ns"] / 1e9, np.nan)
    columns["window.to"] = np.where(has & HAS_WINDOW, rows["window_to_ns"] / 1e9, np.nan)
    if with_speed:
        columns["speed"] = np.where(has & HAS_SPEED, rows["speed"], np.nan)
    columns["steps"] = rows["steps"]
    columns["cadence"] = np.where(has & HAS_CADENCE, rows["cadence"], np.nan)
    return reports_table(columns, attributes)


def append_batch(handle: RecognizerHandle, batch: Batch) -> None:
    """Append a batch of a log to a recogniser."""
    handle.call("gaitway_recognizer_append_batch", byref(batch))
