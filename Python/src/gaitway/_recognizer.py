"""Live streams: samples go in as they come, reports come out."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_size_t, c_void_p
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ._arrays import SensorData, all_series
from ._command import PathLike
from ._errors import UsageError
from ._layouts import (
    CONFIDENCES,
    HAS_PROBABILITIES,
    HAS_SMOOTHED,
    HAS_SPEED,
    HAS_START,
    HAS_WINDOW,
    IS_REPEAT,
    SMOOTHINGS,
    Batch,
    Counts,
    RecognizerOptions,
    report_type,
)
from ._library import Handle, address, encoded, library
from ._model import Model, as_model, reason_words
from ._recording import moment
from ._stream import CLASSES, FLAGS, answer, reports_table

__all__ = ["Recognizer", "Report", "Smoothing"]

Smoothing = Literal["causal", "none", "lag", "viterbi"]


@dataclass(frozen=True)
class Report:
    """One report of an activity stream.

    Attributes
    ----------
    activity
        What is done, in one word: ``stationary``, ``walking``, ``running``, ``cycling``, ``automotive``, ``none`` or ``unknown``.
    flags
        The flags that are set. A vehicle at rest is ``automotive`` and ``stationary``.
    confidence
        ``low``, ``medium`` or ``high``.
    elapsed, delivered
        When the activity began, and when the last sample that it needed had arrived, in seconds.
    start
        The moment of `elapsed`, or None.
    probabilities, smoothed
        By class; None where there is no estimate, or no smoothing.
    reason
        Why there is no estimate; None where there is one.
    is_repeat
        Whether nothing changed.
    window
        From and to, in seconds, if every window is reported.
    speed
        The speed in m/s that the probabilities rest on, too.
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
    window: tuple[float, float] | None
    speed: float | None


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

    def counts(self) -> Counts:
        """The windows so far."""
        counts = Counts()
        self.call("gaitway_recognizer_counts", byref(counts))
        return counts

    def saved(self) -> bytes:
        """All that it remembers; the reports have been taken."""
        pointer, size = c_void_p(), c_size_t()
        self.call("gaitway_recognizer_save", byref(pointer), byref(size))
        try:
            return ctypes.string_at(pointer.value or 0, size.value)
        finally:
            library().gaitway_free(pointer)


class RestoredRecognizerHandle(RecognizerHandle):
    """One that goes on from what another remembered."""

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
    prior: dict[str, float] | str | None,
) -> RecognizerHandle:
    """Make a recogniser of the library."""
    if smoothing not in SMOOTHINGS:
        raise UsageError(f"smoothing is {smoothing!r}; give one of {', '.join(SMOOTHINGS)}")
    text = ",".join(f"{name}={share!r}" for name, share in prior.items()) if isinstance(prior, dict) else prior
    options = RecognizerOptions(
        smoothing=SMOOTHINGS[smoothing],
        every_window=int(every_window),
        uses_speed=int(use_speed),
        has_origin=int(origin is not None),
        origin_ns=origin or 0,
        prior=encoded(text, "prior"),
    )
    return RecognizerHandle(as_model(model).handle._pointer, options)


class Recognizer:
    """Recognises activities in samples that come as they are recorded.

    Any chunking gives the same reports as all at once. A recogniser serves one thread at a time, and the process that made it.

    Parameters
    ----------
    model
        A model or a model file; the built-in model if not given.
    smoothing
        How windows are joined over time: ``causal`` from the windows so far, ``none``, ``lag`` (10 s late) or ``viterbi`` (all at the
        end).
    every_window
        Whether each window gives a report, not only changes.
    origin
        The moment of time 0.
    use_speed
        Whether speeds count, for a model that learnt from speeds.
    prior
        How often each activity is done, as ``{"walking": 0.3, "cycling": 0}``; those not named share what is left.

    Examples
    --------
    >>> recognizer = gaitway.Recognizer()  # doctest: +SKIP
    >>> for time, acceleration in phone:  # doctest: +SKIP
    ...     for report in recognizer.append(time, acceleration):
    ...         print(report.elapsed, report.activity)
    """

    def __init__(
        self,
        model: Model | PathLike | None = None,
        *,
        smoothing: Smoothing = "causal",
        every_window: bool = False,
        origin: Any = None,
        use_speed: bool = False,
        prior: dict[str, float] | str | None = None,
    ) -> None:
        begin = None if origin is None else int(moment(origin).as_unit("ns").value)
        self._handle = open_recognizer(
            model, smoothing=smoothing, every_window=every_window, origin=begin, use_speed=use_speed, prior=prior
        )

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
        """Take samples, and give the reports that they lead to.

        All or none of them is taken. What was recorded together belongs in one call: a sensor that lags behind the accelerometer by
        more than half a second counts as missing.

        Parameters
        ----------
        time
            Seconds as float64, or nanoseconds as int64 or timedelta64, since the recording's beginning; ascending over all calls.
        acceleration
            With gravity, in m/s², ``(n, 3)``.
        linear_acceleration
            Without gravity, instead of that.
        rotation_rate
            In rad/s, ``(n, 3)``; or a pair of times and values.
        pressure, speed
            In hPa and m/s, ``(n,)``; or a pair of times and values.

        Returns
        -------
        list of Report
            Those that are new.

        Raises
        ------
        InputError
            If times run backwards, or a value is no number; it names the sensor and the sample.
        StateError
            If the recogniser was finished, is used by another thread, or belongs to another process.
        """
        series, count, kept = all_series(
            time, acceleration, linear_acceleration=linear_acceleration, rotation_rate=rotation_rate, pressure=pressure, speed=speed
        )
        self._handle.call("gaitway_recognizer_append", series, count)
        del kept
        return reports_of(self._handle.taken())

    def finish(self) -> list[Report]:
        """End the recording, and give the reports that waited."""
        self._handle.call("gaitway_recognizer_finish")
        return reports_of(self._handle.taken())

    def save(self) -> bytes:
        """Give all that is remembered, to go on from later, or in another process: ten to twenty kilobytes at 100 Hz.

        Returns
        -------
        bytes
            For `restore`. The options are part of it, the model is not.

        Raises
        ------
        StateError
            If the recogniser was finished.
        """
        return self._handle.saved()

    @classmethod
    def restore(cls, state: bytes, model: Model | PathLike | None = None) -> Recognizer:
        """Make a recogniser that goes on from what another saved, and gives the reports that it would have given, to the last bit.

        Parameters
        ----------
        state
            What `save` returned.
        model
            The model that the other had; the built-in model if not given.

        Raises
        ------
        InputError
            If the state is damaged, of another version, or was saved with another model.
        """
        made = cls.__new__(cls)
        made._handle = RestoredRecognizerHandle(state, model)
        return made

    @property
    def windows(self) -> int:
        """How many windows there were."""
        return int(self._handle.counts().windows)

    @property
    def unknown(self) -> dict[str, int]:
        """How many windows had no estimate, by reason."""
        counts = self._handle.counts().unknown
        words = reason_words(range(8))
        return {word: int(count) for word, count in zip(words, counts, strict=True) if word and count}

    @property
    def why_unknown(self) -> str | None:
        """Why the model could not serve the recording at all; None if it could."""
        return self._handle.text("gaitway_recognizer_why_unknown")

    def __reduce__(self) -> Any:
        return self._handle.__reduce__()


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
                window=(float(row["window_from_ns"]) / 1e9, float(row["window_to_ns"]) / 1e9) if has & HAS_WINDOW else None,
                speed=float(row["speed"]) if has & HAS_SPEED else None,
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
    return reports_table(columns, attributes)


def append_batch(handle: RecognizerHandle, batch: Batch) -> None:
    """Hand a batch of a log to a recogniser."""
    handle.call("gaitway_recognizer_append_batch", byref(batch))
