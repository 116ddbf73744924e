"""Logs and arrays to tables of activities."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from ctypes import byref, c_size_t
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ._arrays import SensorData, all_series
from ._command import PathLike
from ._errors import GaitwayError, InputError, UsageError
from ._layouts import CONFIDENCES, report_type, stretch_type
from ._library import address, check, library
from ._model import Model, as_model, reason_words
from ._recognizer import RecognizerHandle, Smoothing, open_recognizer, table_of
from ._recording import LogHandle, Recording, moment, open_log, series_of
from ._stream import CLASSES
from ._texts import texts
from ._windows import is_path

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Rows", "classify", "to_arrow"]

Rows = Literal["stretches", "windows", "changes"]


@overload
def classify(log: Any, *, rows: Rows = ..., as_: Literal["pandas"] = ..., **options: Any) -> pd.DataFrame: ...
@overload
def classify(log: Any, *, rows: Rows = ..., as_: Literal["arrow"], **options: Any) -> pa.Table: ...
def classify(  # type: ignore[misc]
    log: PathLike | bytes | Recording | ArrayLike | Sequence[PathLike],
    *,
    rows: Rows = "stretches",
    as_: Literal["pandas", "arrow"] = "pandas",
    model: Model | PathLike | None = None,
    smoothing: Smoothing | None = None,
    use_speed: bool = False,
    prior: dict[str, float] | str | None = None,
    all_changes: bool = False,
    time: ArrayLike | None = None,
    rotation_rate: SensorData | None = None,
    pressure: SensorData | None = None,
    speed: SensorData | None = None,
    linear: bool = False,
    origin: Any = None,
    source: str | None = None,
    name: str | None = None,
    logger: str | None = None,
    unit: str | None = None,
    acceleration: str | None = None,
    rate: float | None = None,
) -> pd.DataFrame | pa.Table:
    """Tell what a person did, by a log or by arrays.

    The answers are those of ``gaitway classify`` for the same log.

    Parameters
    ----------
    log
        A log's path, a list of them, the bytes of one (with `name`), a `Recording`, or an array ``(n, 3)`` of acceleration in m/s²
        (with `time`). Arrays of float32 and float64 are read where they lie.
    rows
        ``"stretches"``: a row for each time in which one thing was done, as the command's table has them. ``"windows"``: one for
        each window of 5.12 s. ``"changes"``: one for each line of the activity stream.
    as_
        ``"pandas"`` or ``"arrow"``.
    model
        A model or a model file; the built-in model if not given.
    smoothing
        How windows are joined over time: ``none``, ``causal``, ``lag`` or ``viterbi``. If not given, ``viterbi`` for stretches, else
        ``causal``, as the command does.
    use_speed
        Whether speeds of location fixes count.
    prior
        How often each activity is done, as ``{"walking": 0.3, "cycling": 0}``.
    all_changes
        Whether stretches too short to be believed are kept, and a vehicle's rest is told apart.
    time
        Of arrays: seconds as float64, or nanoseconds as int64 or timedelta64, ascending.
    rotation_rate, pressure, speed
        Of arrays, at the same times; or pairs of times and values.
    linear
        Whether the array is acceleration without gravity.
    origin
        Of arrays: the moment of time 0.
    source
        What the log is called in the table's ``attrs``; its path if not given.
    name, logger, unit, acceleration, rate
        What settles how a log is read; see `read`.

    Returns
    -------
    pandas.DataFrame or pyarrow.Table
        Times are seconds since the first accelerometer sample; ``start`` is a moment, where the log has a clock. Several logs have a first
        column ``source``. What is known of the whole log is in ``attrs`` (of Arrow, in the schema's metadata): source, model, origin,
        end, windows, repaired, and why all is unknown, if it is.

    Raises
    ------
    InputError
        If the log cannot be used. Where the fault is in the middle, its `partial` is the table of what came before.
    UsageError
        If an array has another shape or type.

    Examples
    --------
    >>> gaitway.classify("ride.zip")[["start", "duration", "activity"]]  # doctest: +SKIP
    >>> gaitway.classify(acceleration, time=time, rows="windows")  # doctest: +SKIP
    """
    if rows not in ("stretches", "windows", "changes"):
        raise UsageError(f"rows is {rows!r}; give 'stretches', 'windows' or 'changes'")
    if as_ not in ("pandas", "arrow"):
        raise UsageError(f"as_ is {as_!r}; give 'pandas' or 'arrow'")
    if isinstance(log, list | tuple) and log and all(is_path(one) for one in log):
        if source is not None:
            raise UsageError("source is for one log; leave it out")
        options: dict[str, Any] = {
            "rows": rows, "model": as_model(model), "smoothing": smoothing, "use_speed": use_speed, "prior": prior,
            "all_changes": all_changes, "logger": logger, "unit": unit, "acceleration": acceleration, "rate": rate,
        }  # fmt: skip
        return _in_form(_several(log, options), as_)
    run = _Run(
        model=as_model(model),
        smoothing=smoothing or ("viterbi" if rows == "stretches" else "causal"),
        every_window=rows != "changes",
        use_speed=use_speed,
        prior=prior,
    )
    fault: GaitwayError | None = None
    if isinstance(log, Recording):
        run.recording(log, source)
    elif is_path(log) or isinstance(log, bytes | bytearray | memoryview):
        opened = open_log(
            log, name=name, logger=logger, unit=unit, acceleration=acceleration, rate=rate, speed=use_speed,  # type: ignore[arg-type]
        )  # fmt: skip
        fault = run.log(opened, source)
        opened.close()
    else:
        if time is None and rate is not None:
            time = np.arange(len(np.asarray(log))) / float(rate)
        if time is None:
            raise UsageError("an array of acceleration has no times; give time, or rate")
        run.arrays(time, log, linear, rotation_rate, pressure, speed, origin, source)
    table = run.stretches(folds=not all_changes) if rows == "stretches" else run.reports()
    if fault is not None:
        fault.partial = table
        raise fault
    return _in_form(table, as_)


class _Run:
    """One log or one set of arrays on its way through a recogniser."""

    def __init__(self, *, model: Model, smoothing: str, every_window: bool, use_speed: bool, prior: Any) -> None:
        self.model = model
        self.smoothing = smoothing
        self.every_window = every_window
        self.use_speed = use_speed
        self.prior = prior
        self.rows: list[NDArray[Any]] = []
        self.end = 0
        self.origin: int | None = None
        self.attributes: dict[str, Any] = {}

    def begin(self, source: str) -> RecognizerHandle:
        self.attributes = {
            "source": source,
            "model": f"{self.model.name} gaitway/{library().gaitway_version().decode()}",
            "origin": None
            if self.origin is None
            else pd.Timestamp(self.origin, unit="ns", tz="UTC").isoformat(timespec="nanoseconds"),
        }
        return open_recognizer(
            self.model, smoothing=self.smoothing, every_window=self.every_window, origin=self.origin, use_speed=self.use_speed,
            prior=self.prior,
        )  # fmt: skip

    def finish(self, recognizer: RecognizerHandle, repairs: dict[str, int], *, is_whole: bool) -> None:
        recognizer.call("gaitway_recognizer_finish")
        self.rows.append(recognizer.taken())
        if not is_whole:
            return
        counts = recognizer.counts()
        self.attributes.update(end=self.end / 1e9, windows=int(counts.windows), repaired=repairs)
        if self.use_speed:
            self.attributes["windows_with_speed"] = int(counts.windows_with_speed)
        why = recognizer.text("gaitway_recognizer_why_unknown")
        if why:
            self.attributes["unknown_throughout"] = why

    def log(self, log: LogHandle, source: str | None) -> GaitwayError | None:
        """Take a log to its end; the fault at which it broke off, if it did."""
        header = log.header
        self.origin = header.get("origin_ns")
        recognizer = self.begin(source if source is not None else header["source"])
        fault: GaitwayError | None = None
        try:
            for batch in log.batches():
                recognizer.call("gaitway_recognizer_append_batch", byref(batch))
                rows = recognizer.taken()
                if len(rows):
                    self.rows.append(rows)
        except InputError as error:
            fault = error
        self.end = log.end
        self.finish(recognizer, log.repairs, is_whole=fault is None)
        return fault

    def recording(self, recording: Recording, source: str | None) -> None:
        self.origin = None if recording.origin is None else int(recording.origin.as_unit("ns").value)
        recognizer = self.begin(source if source is not None else recording.source)
        self.end = round(recording.end * 1e9)
        made, count, kept = series_of(recording, speed=self.use_speed)
        recognizer.call("gaitway_recognizer_append", made, count)
        del kept
        self.finish(recognizer, recording.repairs, is_whole=True)

    def arrays(
        self,
        time: Any,
        acceleration: Any,
        linear: bool,
        rotation_rate: Any,
        pressure: Any,
        speed: Any,
        origin: Any,
        source: str | None,
    ) -> None:
        self.origin = None if origin is None else int(moment(origin).as_unit("ns").value)
        recognizer = self.begin(source or "")
        made, count, kept = all_series(
            time,
            None if linear else acceleration,
            linear_acceleration=acceleration if linear else None,
            rotation_rate=rotation_rate,
            pressure=pressure,
            speed=speed if self.use_speed else None,
        )
        recognizer.call("gaitway_recognizer_append", made, count)
        times = kept[::2]
        self.end = max(
            (int(one[-1]) if one.dtype == np.int64 else round(float(one[-1]) * 1e9) for one in times if len(one)), default=0
        )
        self.finish(recognizer, {}, is_whole=True)

    def all_rows(self) -> NDArray[Any]:
        return np.concatenate(self.rows) if self.rows else np.empty(0, report_type)

    def reports(self) -> pd.DataFrame:
        return table_of(self.all_rows(), self.attributes, with_speed=self.use_speed)

    def stretches(self, *, folds: bool) -> pd.DataFrame:
        reports = np.ascontiguousarray(self.all_rows())
        made = np.zeros(len(reports), stretch_type)
        count = c_size_t()
        check(library().gaitway_stretches(address(reports), len(reports), self.end, int(folds), address(made), byref(count)))
        return _stretch_table(made[: count.value], self.origin, self.attributes)


def _stretch_table(rows: NDArray[Any], origin: int | None, attributes: dict[str, Any]) -> pd.DataFrame:
    words = np.array([*CLASSES, "unknown"], dtype=object)
    start = np.full(len(rows), "NaT", "datetime64[ns]") if origin is None else (rows["start_ns"] + origin).astype("datetime64[ns]")
    frame = pd.DataFrame(
        {
            "elapsed": rows["start_ns"] / 1e9,
            "end": rows["end_ns"] / 1e9,
            "start": pd.DatetimeIndex(start).tz_localize("UTC"),
            "duration": (rows["end_ns"] - rows["start_ns"]) / 1e9,
            "activity": texts(words[rows["answer"]]),
            "confidence": texts(np.array(CONFIDENCES, dtype=object)[rows["confidence"]]),
            "probability": rows["probability"],
            "rest": rows["rest_ns"] / 1e9,
            "windows": rows["windows"],
            "is_rest": rows["is_rest"].astype(bool),
            "reason": texts(reason_words(rows["reason"])),
        }
    )
    frame.attrs.update(attributes)
    return frame


def _several(logs: Iterable[PathLike], options: dict[str, Any]) -> pd.DataFrame:
    tables = []
    for log in logs:
        table = classify(log, **options)
        table.insert(0, "source", texts([table.attrs["source"]] * len(table)))
        tables.append((table, table.attrs))
    for table, _ in tables:
        table.attrs = {}
    # Tables without a row say nothing of their columns' types to concat.
    joined: pd.DataFrame = pd.concat([table for table, _ in tables if len(table)] or [tables[0][0]], ignore_index=True)
    joined.attrs["logs"] = [attributes for _, attributes in tables]
    return joined


def to_arrow(table: pd.DataFrame) -> pa.Table:
    """Turn a table into an Arrow table, its ``attrs`` into metadata of the schema (JSON under the key ``gaitway``).

    Parameters
    ----------
    table
        What a function of this package returned.

    Returns
    -------
    pyarrow.Table
        The same columns.
    """
    import pyarrow as pa

    made = pa.Table.from_pandas(table, preserve_index=False)
    metadata = {**(made.schema.metadata or {}), b"gaitway": json.dumps(table.attrs).encode()}
    return made.replace_schema_metadata(metadata)


def _in_form(table: pd.DataFrame, as_: str) -> Any:
    return to_arrow(table) if as_ == "arrow" else table
