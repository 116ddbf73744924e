# SPDX-License-Identifier: Apache-2.0
"""Logs and arrays to tables of activities."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from ctypes import byref, c_size_t
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import SensorData
from ._command import PathLike
from ._errors import GaitwayError, InputError, UsageError, warn
from ._extras import package
from ._layouts import CONFIDENCES, report_type, stretch_type
from ._lazy import pd
from ._library import address, check, library
from ._logs import ArrayRequest, LogHandle, Moment, open_arrays, open_log
from ._model import Model, as_model, reason_words
from ._recognizer import RecognizerHandle, open_recognizer, table_of
from ._recording import Recording, series_of
from ._stream import CLASSES
from ._tables import is_table, parted
from ._texts import texts
from ._windows import is_path
from ._words import (
    AccelerationKind,
    LoggerName,
    OnError,
    RotationUnit,
    Rows,
    Smoothing,
    TableKind,
    TimeUnit,
    Unit,
    one_of,
)

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Log", "classify", "refuse", "to_arrow"]

#: A log, or several.
Log: TypeAlias = (
    "PathLike | bytes | Recording | ArrayLike | Mapping[str, Any] | Sequence[PathLike | Recording | pd.DataFrame]"
)


@overload
def classify(
    log: Log,
    *,
    rows: Rows = ...,
    by: str | None = ...,
    as_: Literal["pandas"] = ...,
    model: Model | PathLike | None = ...,
    smoothing: Smoothing | None = ...,
    use_speed: bool = ...,
    prior: Mapping[str, float] | str | None = ...,
    all_changes: bool = ...,
    time: ArrayLike | None = ...,
    time_unit: TimeUnit | None = ...,
    rotation_rate: SensorData | None = ...,
    rotation_unit: RotationUnit | None = ...,
    pressure: SensorData | None = ...,
    speed: SensorData | None = ...,
    linear: bool | None = ...,
    origin: Moment | None = ...,
    source: str | None = ...,
    name: str | None = ...,
    logger: LoggerName | None = ...,
    unit: Unit | None = ...,
    acceleration: AccelerationKind | None = ...,
    rate: float | None = ...,
    on_error: OnError | None = ...,
    n_jobs: int | None = ...,
) -> pd.DataFrame: ...
@overload
def classify(
    log: Log,
    *,
    rows: Rows = ...,
    by: str | None = ...,
    as_: Literal["arrow"],
    model: Model | PathLike | None = ...,
    smoothing: Smoothing | None = ...,
    use_speed: bool = ...,
    prior: Mapping[str, float] | str | None = ...,
    all_changes: bool = ...,
    time: ArrayLike | None = ...,
    time_unit: TimeUnit | None = ...,
    rotation_rate: SensorData | None = ...,
    rotation_unit: RotationUnit | None = ...,
    pressure: SensorData | None = ...,
    speed: SensorData | None = ...,
    linear: bool | None = ...,
    origin: Moment | None = ...,
    source: str | None = ...,
    name: str | None = ...,
    logger: LoggerName | None = ...,
    unit: Unit | None = ...,
    acceleration: AccelerationKind | None = ...,
    rate: float | None = ...,
    on_error: OnError | None = ...,
    n_jobs: int | None = ...,
) -> pa.Table: ...
def classify(
    log: Log,
    *,
    rows: Rows = "stretches",
    by: str | None = None,
    as_: TableKind = "pandas",
    model: Model | PathLike | None = None,
    smoothing: Smoothing | None = None,
    use_speed: bool = False,
    prior: Mapping[str, float] | str | None = None,
    all_changes: bool = False,
    time: ArrayLike | None = None,
    time_unit: TimeUnit | None = None,
    rotation_rate: SensorData | None = None,
    rotation_unit: RotationUnit | None = None,
    pressure: SensorData | None = None,
    speed: SensorData | None = None,
    linear: bool | None = None,
    origin: Moment | None = None,
    source: str | None = None,
    name: str | None = None,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
    on_error: OnError | None = None,
    n_jobs: int | None = None,
) -> pd.DataFrame | pa.Table:
    """Recognise activities in a log, in arrays, in a table, or in many logs.

    The answers equal those of ``gaitway classify`` for the same log. Arrays and tables are read as files are: units and
    clocks are found, rows that are out of order or not numbers are repaired, and all of it is counted in
    ``attrs["repaired"]`` and said in ``attrs["guesses"]``. A unit or a clock that was found and not stated is a
    `GaitwayWarning`, too, as are repairs. More than one row in twenty that cannot be put in order is an error.

    Parameters
    ----------
    log
        A log's path, the bytes of one (with `name`), a `Recording`, an array ``(n, 3)`` of acceleration (with `time` or
        `rate`), or a table of pandas, polars or Arrow, a structured array, or a mapping of columns. Columns are found
        by name, as in a file: ``time``, ``x``, ``y``, ``z``, ``gx``, ``gy``, ``gz``, ``pressure``, ``speed``, with
        units as ``x (g)`` or ``time_ms``. The index of pandas may have the times. Masked values, NaN and NA are
        missing. Arrays of float32 and float64 are not copied. Or a list of paths, recordings or pandas tables.
    rows
        ``"stretches"``: a row for each stretch of one activity, as in the command's table. ``"windows"``: a row for
        each window of 5.12 s, its bounds first. ``"changes"``: a row for each line of the activity stream.
    by
        Of a table: the column that tells recordings apart, as a name of rides or people. The rows of each value are
        sorted by time and classified as a recording of its own. The result begins with that column.
    as_
        ``"pandas"`` or ``"arrow"``.
    model
        A model or a model file. The default is the built-in model.
    smoothing
        The smoother: ``none``, ``causal``, ``lag`` or ``viterbi``. The default is ``viterbi``, which knows the whole
        log, as the command does. `simulate` needs ``causal``: what was known at the time.
    use_speed
        Use speeds of location fixes. Without it they answer only a log whose rate is too low for the model.
    prior
        The share of time of each activity, as ``{"walking": 0.3, "cycling": 0}``.
    all_changes
        For stretches: keep short ones with low probability, and give a vehicle's rest a stretch of its own.
    time
        Of arrays: seconds as floats, nanoseconds as int64, numbers in `time_unit`, durations, or moments (datetime64,
        pandas, Python, texts of ISO 8601; UTC without a time zone). They may begin anywhere, as at 1970: elapsed 0 is
        the first acceleration.
    time_unit
        The unit of `time`: ``s``, ``ms``, ``us`` or ``ns``. The default is to find it.
    rotation_rate, pressure, speed
        For arrays: values at the same times, or pairs of times and values.
    rotation_unit
        The unit of `rotation_rate`: ``rad/s`` or ``deg/s``. The default is rad/s, unless the values are too large for
        it.
    linear
        For arrays: True if acceleration is without gravity, False if it is with it. The default is to find it.
    origin
        For arrays: the moment of time 0, unless `time` tells it.
    source
        The log's name in the table's ``attrs``. The default is its path.
    unit
        The unit of acceleration: ``m/s^2``, ``g`` or ``mg``. The default is to find it.
    acceleration
        ``total`` if acceleration has gravity, else ``linear``. The default is to find it.
    rate
        Samples per second, without times.
    name, logger
        The name of a file whose bytes are given, and the app that wrote the file; see `read`.
    on_error
        For a list: an unusable log raises its error (``"raise"``, the default), is left out with a warning
        (``"skip"``), or gives a row with its text in the column ``error``, after its rows before the fault
        (``"return"``). ``attrs["logs"]`` has each error, too.
    n_jobs
        For a list: how many logs are classified at once, in threads; -1 for one on each processor. The default is 1.

    Returns
    -------
    pandas.DataFrame or pyarrow.Table
        Times are seconds since the first accelerometer sample; ``start`` is a moment if the log has a wall clock. The
        table of several logs begins with a column ``source``. ``attrs`` (for Arrow, the schema's metadata) describes
        the whole log: source, model, origin, guesses, end, windows, repairs, and the reason if everything is unknown.

    Raises
    ------
    InputError
        If the log is unusable. If it breaks off, the error's `partial` is the table up to the fault.
    UsageError
        If an array has a wrong shape or type, or an option does not apply.

    Examples
    --------
    >>> gaitway.classify("Datasets/commute")["activity"].tolist()
    ['walking', 'automotive', 'walking', 'stationary']
    >>> ride = gaitway.read("Datasets/commute").acceleration
    >>> windows = gaitway.classify(ride.values, time=ride.time, unit="m/s^2", rows="windows")
    >>> windows["activity"].value_counts().idxmax()
    'automotive'
    """
    one_of(Rows, rows, "rows")
    one_of(TableKind, as_, "as_")
    if smoothing is not None:
        one_of(Smoothing, smoothing, "smoothing")
    if all_changes and rows != "stretches":
        raise UsageError(f"all_changes is for stretches, and rows is {rows!r}; leave it out")
    if as_ == "arrow":
        package("pyarrow", "arrow")
    request = _Request(
        rows=rows, model=as_model(model), smoothing=smoothing or "viterbi",
        use_speed=use_speed, prior=prior, all_changes=all_changes, source=source, name=name, logger=logger, unit=unit,
        acceleration=acceleration, rate=rate, time=time, time_unit=time_unit, rotation_rate=rotation_rate,
        rotation_unit=rotation_unit, pressure=pressure,
        speed=speed, linear=linear, origin=origin,
    )  # fmt: skip
    if by is not None:
        if not is_table(log):
            raise UsageError(f"by is {by!r}, which is for a table; leave it out")
        refuse("a table of several recordings", source=source, name=name, time=time, rotation_rate=rotation_rate,
               pressure=pressure, speed=speed)  # fmt: skip
        if by in _nothing(request).columns:
            raise UsageError(f"by is {by!r}, which is a column of the result; rename the table's column")
        parts = parted(log, by, linear=bool(linear) or acceleration == "linear", time_unit=time_unit)
        values = pd.Series([value for value, _ in parts])
        return _in_form(_several([part for _, part in parts], request, on_error or "raise", n_jobs, (by, values)), as_)
    if isinstance(log, list | tuple) and log and all(_is_log(one) for one in log):
        refuse("a list of logs", source=source, name=name, **request.of_arrays)
        return _in_form(_several(log, request, on_error or "raise", n_jobs), as_)
    refuse("one log", on_error=on_error, n_jobs=n_jobs)
    return _in_form(_classified(log, request), as_)


def refuse(what: str, **options: object) -> None:
    """Refuse options that do not apply."""
    for name, value in options.items():
        if value is not None:
            raise UsageError(f"{name} does not apply to {what}; leave it out")


def _is_log(one: object) -> bool:
    return is_path(one) or isinstance(one, Recording) or is_table(one)


@dataclass(frozen=True)
class _Request:
    """The options of a call."""

    rows: Rows
    model: Model
    smoothing: Smoothing
    use_speed: bool
    prior: Mapping[str, float] | str | None
    all_changes: bool
    source: str | None
    name: str | None
    logger: LoggerName | None
    unit: Unit | None
    acceleration: AccelerationKind | None
    rate: float | None
    time: Any
    time_unit: TimeUnit | None
    rotation_rate: Any
    rotation_unit: RotationUnit | None
    pressure: Any
    speed: Any
    linear: bool | None
    origin: Any

    @property
    def of_arrays(self) -> dict[str, Any]:
        """The options that only arrays have."""
        names = ("time", "time_unit", "rotation_rate", "rotation_unit", "pressure", "speed", "linear", "origin")
        return {name: getattr(self, name) for name in names}

    @property
    def of_reading(self) -> dict[str, Any]:
        """The options that settle how samples are read."""
        return {name: getattr(self, name) for name in ("unit", "acceleration", "rate")}


def _opened(log: Any, request: _Request, *, with_speed: bool) -> LogHandle:
    return open_log(log, name=request.name, logger=request.logger, speed=with_speed, **request.of_reading)


def _comes_once(log: Any) -> bool:
    """Whether this is a pipe or a device."""
    if isinstance(log, bytes | bytearray | memoryview):
        return False
    path = Path(os.fspath(log))
    return path.exists() and not path.is_file() and not path.is_dir()


def _classified(log: Any, request: _Request, *, threads: bool = True) -> pd.DataFrame:
    run = _Run(
        model=request.model,
        smoothing=request.smoothing,
        every_window=request.rows != "changes",
        use_speed=request.use_speed,
        prior=request.prior,
        threads=threads,
    )
    fault: GaitwayError | None = None
    if isinstance(log, Recording):
        refuse("a Recording", name=request.name, logger=request.logger, **request.of_reading, **request.of_arrays)
        run.recording(log, request.source)
    else:
        opened: LogHandle | None
        if is_path(log) or isinstance(log, bytes | bytearray | memoryview):
            refuse("a path" if is_path(log) else "bytes", **request.of_arrays)
            opened = _opened(log, request, with_speed=request.use_speed)
            if not request.use_speed and not _comes_once(log) and opened.needs_speed(request.model.handle):
                opened.close()
                opened = _opened(log, request, with_speed=True)
                run.use_speed = True
        else:
            refuse("arrays", name=request.name, logger=request.logger)
            if request.speed is not None and not request.use_speed:
                raise UsageError("speed is given; set use_speed, or leave it out")
            opened = open_arrays(
                ArrayRequest(
                    log, use_speed=request.use_speed, source=request.source, **request.of_reading, **request.of_arrays
                )
            )
        if opened is None:
            run.nothing(request.source)
        else:
            fault = run.log(opened, request.source)
            opened.close()
    table = run.stretches(folds=not request.all_changes) if request.rows == "stretches" else run.reports()
    if request.rows == "windows":
        bounds = ["window.from", "window.to"]
        table = table[[*bounds, *table.columns.drop(bounds)]]
    if fault is not None:
        fault.partial = table
        raise fault
    return table


class _Run:
    """One log, or one set of arrays, in a recogniser."""

    def __init__(
        self, *, model: Model, smoothing: Smoothing, every_window: bool, use_speed: bool, prior: Any, threads: bool
    ) -> None:
        self.threads = threads
        self.model = model
        self.smoothing = smoothing
        self.every_window = every_window
        self.use_speed = use_speed
        self.prior = prior
        self.rows: list[NDArray[Any]] = []
        self.end = 0
        self.origin: int | None = None
        self.attributes: dict[str, Any] = {}

    def begin(self, source: str, guesses: Sequence[str] = ()) -> RecognizerHandle:
        self.attributes = {
            "source": source,
            "model": f"{self.model.name} gaitway/{library().gaitway_version().decode()}",
            "origin": None
            if self.origin is None
            else pd.Timestamp(self.origin, unit="ns", tz="UTC").isoformat(timespec="nanoseconds"),
            "smoothing": self.smoothing,
            "guesses": list(guesses),
        }
        return open_recognizer(
            self.model,
            smoothing=self.smoothing,
            every_window=self.every_window,
            origin=self.origin,
            use_speed=self.use_speed,
            prior=self.prior,
        )

    def finish(self, recognizer: RecognizerHandle, repairs: dict[str, int], *, is_whole: bool) -> None:
        recognizer.call("gaitway_recognizer_finish")
        self.complete(recognizer, repairs, is_whole=is_whole)

    def complete(self, recognizer: RecognizerHandle, repairs: dict[str, int], *, is_whole: bool) -> None:
        self.rows.append(recognizer.taken())
        if not is_whole:
            return
        counts = recognizer.counts()
        self.attributes.update(
            end=self.end / 1e9, windows=int(counts.windows), steps=int(counts.steps), repaired=repairs
        )
        if self.use_speed:
            self.attributes["windows_with_speed"] = int(counts.windows_with_speed)
        why = recognizer.text("gaitway_recognizer_why_unknown")
        source, unknown = self.attributes["source"], list(counts.unknown)
        if why:
            self.attributes["unknown_throughout"] = why
            warn(f"{source}: {why}" if source else why)
        elif 2 * unknown[0] > counts.windows:
            reasons = ", ".join(
                f"{word} {n}" for word, n in zip(reason_words(range(8)), unknown, strict=True) if word and n
            )
            text = f"{unknown[0]} of {counts.windows} windows are unknown: {reasons}"
            warn(f"{source}: {text}" if source else text)

    def log(self, log: LogHandle, source: str | None) -> GaitwayError | None:
        """Take a log to its end. Return the fault at which it broke off, or None."""
        header = log.header
        self.origin = header.get("origin_ns")
        recognizer = self.begin(source if source is not None else header["source"], header["guesses"])
        fault: GaitwayError | None = None
        try:
            # Threads cost more than they save where there is one processor.
            recognizer.take(log, threads=self.threads and len(os.sched_getaffinity(0)) > 1)
        except InputError as error:
            fault = error
        self.end = log.end
        log.warn_of_repairs(self.attributes["source"])
        self.complete(recognizer, log.repairs, is_whole=fault is None)
        return fault

    def recording(self, recording: Recording, source: str | None) -> None:
        self.origin = None if recording.origin is None else int(recording.origin.as_unit("ns").value)
        recognizer = self.begin(source if source is not None else recording.source, recording.guesses)
        self.end = round(recording.end * 1e9)
        made, count, kept = series_of(recording, speed=self.use_speed)
        recognizer.call("gaitway_recognizer_append", made, count)
        del kept
        self.finish(recognizer, recording.repairs, is_whole=True)

    def nothing(self, source: str | None) -> None:
        """Take a recording without samples."""
        self.finish(self.begin(source or ""), {}, is_whole=True)

    def all_rows(self) -> NDArray[Any]:
        return np.concatenate(self.rows) if self.rows else np.empty(0, report_type)

    def reports(self) -> pd.DataFrame:
        return table_of(self.all_rows(), self.attributes, with_speed=self.use_speed)

    def stretches(self, *, folds: bool) -> pd.DataFrame:
        reports = np.ascontiguousarray(self.all_rows())
        made = np.zeros(len(reports), stretch_type)
        count = c_size_t()
        check(
            library().gaitway_stretches(
                address(reports),
                len(reports),
                self.end,
                self.attributes.get("steps", -1),
                int(folds),
                address(made),
                byref(count),
            )
        )
        return _stretch_table(made[: count.value], self.origin, self.attributes)


def _stretch_table(rows: NDArray[Any], origin: int | None, attributes: dict[str, Any]) -> pd.DataFrame:
    words = np.array([*CLASSES, "unknown"], dtype=object)
    start = (
        np.full(len(rows), "NaT", "datetime64[ns]")
        if origin is None
        else (rows["start_ns"] + origin).astype("datetime64[ns]")
    )
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
            "steps": rows["steps"],
            "is_rest": rows["is_rest"].astype(bool),
            "reason": texts(reason_words(rows["reason"])),
        }
    )
    frame.attrs.update(attributes)
    return frame


def _several(
    logs: Sequence[Any],
    request: _Request,
    on_error: OnError,
    n_jobs: int | None,
    by: tuple[str, pd.Series[Any]] | None = None,
) -> pd.DataFrame:
    """The table of several logs. `by` has the name of its first column, and its value for each log."""
    one_of(OnError, on_error, "on_error")
    jobs = _jobs(n_jobs)

    def named(number: int) -> str:
        return _name(logs[number], number) if by is None else str(by[1].iloc[number])

    def classified(log: Any, number: int) -> pd.DataFrame | InputError:
        own = request if by is None else replace(request, source=named(number))
        try:
            return _classified(log, own, threads=jobs == 1)
        except InputError as fault:
            return fault

    def results() -> Iterator[pd.DataFrame | InputError]:
        if jobs == 1:
            yield from map(classified, logs, range(len(logs)))
            return
        with ThreadPoolExecutor(jobs) as pool:
            waiting: list[Future[pd.DataFrame | InputError]] = [
                pool.submit(classified, log, number) for number, log in enumerate(logs)
            ]
            try:
                for one in waiting:
                    yield one.result()
            finally:
                for one in waiting:
                    one.cancel()

    tables: list[pd.DataFrame] = []
    described: list[dict[str, Any]] = []
    column = "source" if by is None else by[0]
    for number, result in enumerate(results()):
        error = None
        if isinstance(result, InputError):
            if on_error == "raise":
                raise result
            error = str(result)
            if on_error == "skip":
                warn(f"a log is skipped: {error}")
                described.append({"source": named(number), "error": error})
                continue
            result = result.partial if isinstance(result.partial, pd.DataFrame) else _nothing(request)
        attributes: dict[str, Any] = {str(key): value for key, value in result.attrs.items()}
        result.attrs = {}
        source = (attributes.get("source") if error is None or len(result) else None) or named(number)
        if error is not None:
            result = pd.concat([result, _fault_row(result)], ignore_index=True)
            attributes = {**attributes, "error": error}
        values = (
            texts([source] * len(result)) if by is None else by[1].iloc[[number] * len(result)].reset_index(drop=True)
        )
        result.insert(0, column, values)
        if on_error == "return":
            result["error"] = texts([None] * (len(result) - (error is not None)) + [error] * (error is not None))
        tables.append(result)
        described.append({**attributes, "source": source})
    if not tables:
        tables = [_nothing(request)]
        tables[0].insert(0, column, texts([]) if by is None else by[1].iloc[:0])
    # A table without rows would lose its columns' types in concat.
    joined: pd.DataFrame = pd.concat([table for table in tables if len(table)] or [tables[0]], ignore_index=True)
    joined.attrs = {"logs": described}
    return joined


def _jobs(n_jobs: int | None) -> int:
    if n_jobs is None:
        return 1
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, int | np.integer) or (n_jobs < 1 and n_jobs != -1):
        raise UsageError(f"n_jobs is {n_jobs!r}; give a number from 1, or -1 for all processors")
    return len(os.sched_getaffinity(0)) if n_jobs == -1 else int(n_jobs)


def _name(log: Any, number: int) -> str:
    return os.fspath(log) if is_path(log) else log.source if isinstance(log, Recording) and log.source else str(number)


def _nothing(request: _Request) -> pd.DataFrame:
    """The table of a recording without samples."""
    empty = replace(request, source=None, unit=None, acceleration=None, rate=None, logger=None, time=np.empty(0))
    table = _classified(np.empty((0, 3)), empty)
    table.attrs = {}
    return table


def _fault_row(table: pd.DataFrame) -> pd.DataFrame:
    """A row of missing values with a table's types; flags are false."""
    row = {}
    for name in table.columns:
        kind = table[name].dtype
        missing = {"b": False, "i": 0, "u": 0}.get(kind.kind)
        row[name] = pd.Series([missing], dtype=kind)
    return pd.DataFrame(row)


def to_arrow(table: pd.DataFrame) -> pa.Table:
    """Turn a table into an Arrow table, its ``attrs`` into metadata of the schema (JSON under the key ``gaitway``).

    Parameters
    ----------
    table
        A table that a function of this package returned.

    Returns
    -------
    pyarrow.Table
        The same columns.

    Examples
    --------
    >>> gaitway.to_arrow(gaitway.classify("Datasets/run")).column_names[:3]
    ['elapsed', 'end', 'start']
    """
    pa = package("pyarrow", "arrow")
    made: Any = pa.Table.from_pandas(table, preserve_index=False)
    metadata = {**(made.schema.metadata or {}), b"gaitway": json.dumps(table.attrs).encode()}
    return made.replace_schema_metadata(metadata)


def _in_form(table: pd.DataFrame, as_: str) -> Any:
    return to_arrow(table) if as_ == "arrow" else table
