"""Streams of samples, grouped by device, to activity streams."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, LongType, StringType, StructField, StructType, TimestampType

from .._arrays import Arrays
from .._errors import UsageError
from .._layouts import SENSORS
from .._model import Model, as_model
from .._parquet import _schema
from .._recognizer import RecognizerHandle, RestoredRecognizerHandle, open_recognizer, table_of
from .._words import Smoothing
from ._batches import _for_spark, _require

__all__ = ["classify_samples", "classify_stream"]

#: A sample as it waits in the state: the sensor's number, nanoseconds since 1970, and its value.
_SAMPLE = np.dtype([("sensor", "u1"), ("time", "<i8"), ("value", "<f4", (3,))])
_NAMES = [name.replace(" ", "_") for name in SENSORS]
_ACCELERATION = (0, 1)
#: The first sensor of one number.
_SCALARS = _NAMES.index("pressure")
#: The word of a row that ends a recording, in place of a sensor.
_END = "end"
#: Other sensors may begin before the accelerometer; no feature looks back farther.
_LEAD = 60_000_000_000

_STATE = "origin bigint, fed bigint, late bigint, waiting binary, recognizer binary"


def classify_stream(
    df: DataFrame,
    *,
    key: str = "device",
    delay: float = 10.0,
    timeout: float | None = 600.0,
    model: Any = None,
    smoothing: Smoothing = "causal",
    every_window: bool = False,
    use_speed: bool = False,
    prior: dict[str, float] | str | None = None,
) -> DataFrame:
    """Recognise activities in a stream of phones' samples.

    The state of each device, some ten kilobytes and the samples of the last `delay` seconds, is kept by Spark. Whatever
    the micro-batches, and however often the query is stopped and started from its checkpoint, the reports are those of
    `gaitway.classify` for the whole recording (``rows="changes"``, or ``"windows"`` with `every_window`).

    Parameters
    ----------
    df
        A streaming DataFrame with a row for each sample, or for each packet of samples of one sensor: the key;
        ``sensor`` (``acceleration``, ``linear_acceleration``, ``rotation_rate``, ``pressure`` or ``speed``); ``time``,
        a moment as a timestamp, or nanoseconds since 1970 as bigint; ``x``, ``y`` and ``z`` in SI units (``y`` and
        ``z`` of pressure and speed are not read). In a packet ``time``, ``x``, ``y`` and ``z`` are arrays. A row with
        the sensor ``end`` ends the recording at its time.
    key
        The column that tells devices apart.
    delay
        How many seconds samples may come later than others of the same device. They are sorted by time, and used when
        they are that old. Later ones are left out and counted.
    timeout
        After how many seconds without a row, by Spark's clock, a device's recording ends. None: only rows with the
        sensor ``end`` end one. With a timeout Spark looks at its clock for ever, so that the trigger ``availableNow``
        has no end.
    model
        A model or a model file; it is read here, once, and sent along. The built-in model if not given.
    smoothing, every_window, use_speed, prior
        As `gaitway.Recognizer` takes them.

    Returns
    -------
    pyspark.sql.DataFrame
        The key; the columns of `gaitway.classify`, ``elapsed`` counted from the recording's first accelerometer sample;
        ``ended``, true in the last row of a recording, which has no report; ``late``, how many samples were left out so
        far; ``error``, the text of a row with the fault of unusable rows.

    Raises
    ------
    UsageError
        If a column is missing or has another type, or options do not go together.
    """
    if not 0 <= delay < float("inf") or not (timeout is None or 0 < timeout < float("inf")):
        raise UsageError(f"delay is {delay} and timeout {timeout}; give seconds, of delay from 0, of timeout above 0")
    options = {
        "smoothing": smoothing, "every_window": every_window, "use_speed": use_speed, "prior": prior,
    }  # fmt: skip
    samples, schema, work = _prepared(df, key, model, options)
    work.delay, work.timeout = round(delay * 1e9), None if timeout is None else round(timeout * 1e3)
    waiting = "NoTimeout" if timeout is None else "ProcessingTimeTimeout"
    return samples.groupBy(f"`{key}`").applyInPandasWithState(work, schema, _STATE, "append", waiting)


def classify_samples(
    df: DataFrame,
    *,
    key: str = "device",
    model: Any = None,
    smoothing: Smoothing = "viterbi",
    every_window: bool = False,
    use_speed: bool = False,
    prior: dict[str, float] | str | None = None,
) -> DataFrame:
    """Recognise activities in a table of samples, a recording for each key.

    Parameters
    ----------
    df
        A DataFrame with a row for each sample, or for each packet of samples, as `classify_stream` takes it. Rows may
        be in any order. A row with the sensor ``end`` ends a recording; later samples of the key begin another one.
    key
        The column that tells recordings apart. The samples of a key must fit into an executor's memory.
    model
        A model or a model file; it is read here, once, and sent along. The built-in model if not given.
    smoothing, every_window, use_speed, prior
        As `gaitway.Recognizer` takes them. The default knows the whole recording, as `gaitway.classify` does.

    Returns
    -------
    pyspark.sql.DataFrame
        As `classify_stream` gives it.

    Raises
    ------
    UsageError
        If a column is missing or has another type, or options do not go together.
    """
    options = {
        "smoothing": smoothing, "every_window": every_window, "use_speed": use_speed, "prior": prior,
    }  # fmt: skip
    samples, schema, work = _prepared(df, key, model, options)

    # Spark counts the parameters of a function, and with a method also self.
    def whole(values: tuple[pa.Scalar, ...], rows: pa.Table) -> pa.Table:
        return work.whole(tuple(one.as_py() for one in values), rows)

    return samples.groupBy(f"`{key}`").applyInArrow(whole, schema)


def _prepared(df: DataFrame, key: str, model: Any, options: dict[str, Any]) -> tuple[DataFrame, StructType, _Work]:
    """The samples with times in nanoseconds, the schema of the result, and the work on each key."""
    _require(df, [key, "sensor", "time", "x", "y", "z"])
    fields = {one.name: one.dataType for one in df.schema.fields}
    if not isinstance(fields["sensor"], StringType):
        raise UsageError(f"the column 'sensor' is {fields['sensor'].simpleString()}; give the sensors' names")
    are_packets = isinstance(fields["time"], ArrayType)
    for name in ("x", "y", "z"):
        if isinstance(fields[name], ArrayType) != are_packets:
            raise UsageError(
                f"the column {name!r} is {fields[name].simpleString()}; give arrays for time, x, y and z, or for none"
            )
    kind = fields["time"].elementType if are_packets else fields["time"]  # type: ignore[attr-defined]
    time = sql.col("time")
    if isinstance(kind, TimestampType):
        time = sql.transform(time, _nanoseconds) if are_packets else _nanoseconds(time)
    elif not isinstance(kind, LongType):
        raise UsageError(
            f"the column 'time' is {fields['time'].simpleString()}; give timestamps, or nanoseconds since 1970 as "
            "bigint"
        )
    known = as_model(model if model is None or isinstance(model, Model) else Model(model))
    reader = open_recognizer(known, origin=None, **options)
    empty = table_of(reader.taken(), {}, with_speed=options["use_speed"])
    empty.attrs = {}
    reports = [(one.name, _for_spark(one.type)) for one in list(_schema(empty, "raise"))[1:]]
    results = pa.schema([*reports, ("ended", pa.bool_()), ("late", pa.int64()), ("error", pa.string())])
    schema = StructType([StructField(key, fields[key]), *from_arrow_schema(results).fields])
    work = _Work(key, None if model is None else known, options, [*schema.names], results)
    return df.select(sql.col(f"`{key}`"), "sensor", time.alias("time"), "x", "y", "z"), schema, work


def _nanoseconds(moment: Any) -> Any:
    return sql.unix_micros(moment) * 1000


@dataclass
class _Work:
    """The work on a device's new rows."""

    key: str
    model: Model | None
    options: dict[str, Any]
    columns: list[str]
    #: All columns but the key.
    results: pa.Schema
    #: In nanoseconds and milliseconds.
    delay: int = 0
    timeout: int | None = None

    def __call__(self, key: tuple[Any, ...], frames: Iterable[pd.DataFrame], state: Any) -> Iterator[pd.DataFrame]:
        device = _Device(self, state.get if state.exists else None)
        if state.hasTimedOut:
            device.end(None)
        else:
            # The order of rows within a micro-batch says nothing: all are needed before the first is used.
            device.take(pd.concat(list(frames), ignore_index=True))
        if device.is_empty:
            state.remove()
        else:
            state.update(device.state())
            if self.timeout is not None:
                state.setTimeoutDuration(self.timeout)
        yield from self._results(key, device)

    def whole(self, key: tuple[Any, ...], rows: pa.Table) -> pa.Table:
        """All reports of a key whose rows are all there."""
        schema = pa.schema([rows.schema.field(self.key), *self.results])
        device = _Device(self, None)
        device.take(rows.to_pandas())
        device.end(None)
        tables = [
            pa.table(
                [
                    # A column of a table without reports has no type.
                    pa.nulls(len(table), one.type)
                    if table[one.name].isna().all()
                    else pa.array(table[one.name], one.type, from_pandas=True, safe=False)
                    for one in schema
                ],
                schema=schema,
            )
            for table in self._results(key, device)
        ]
        return pa.concat_tables([schema.empty_table(), *tables])

    def _results(self, key: tuple[Any, ...], device: _Device) -> Iterator[pd.DataFrame]:
        for table in device.tables:
            table.insert(0, self.key, [key[0]] * len(table))
            # Spark cannot take pandas's own texts here, only objects.
            objects = {name: object for name, kind in table.dtypes.items() if isinstance(kind, pd.StringDtype)}
            yield table.astype(objects).reindex(columns=self.columns)


class _Device:
    """The state of a device, and the rows that come out."""

    def __init__(self, work: _Work, state: tuple[Any, ...] | None) -> None:
        self.work = work
        self.tables: list[pd.DataFrame] = []
        self.origin: int | None = None
        self.fed: int | None = None
        self.late = 0
        self.waiting: NDArray[Any] = np.empty(0, _SAMPLE)
        self.recognizer: RecognizerHandle | None = None
        if state is not None:
            self.origin, self.fed, self.late, waiting, saved = state
            self.waiting = np.frombuffer(bytes(waiting), _SAMPLE)
            if saved is not None:
                self.recognizer = RestoredRecognizerHandle(bytes(saved), work.model)

    def _reset(self) -> None:
        self.origin, self.fed, self.late = None, None, 0
        self.waiting, self.recognizer = np.empty(0, _SAMPLE), None

    @property
    def is_empty(self) -> bool:
        return self.recognizer is None and not len(self.waiting) and self.fed is None

    def state(self) -> tuple[Any, ...]:
        """The state that Spark keeps, in the order of its schema."""
        saved = None if self.recognizer is None else self.recognizer.saved()
        return self.origin, self.fed, self.late, self.waiting.tobytes(), saved

    def take(self, frame: pd.DataFrame) -> None:
        """Take rows in any order."""
        samples, ends, faults = _samples(frame)
        for text in faults:
            self._tell(text)
        for end in np.sort(ends):
            isbefore = samples["time"] <= end
            self._take_samples(samples[isbefore])
            samples = samples[~isbefore]
            self.end(int(end))
        self._take_samples(samples)

    def _take_samples(self, samples: NDArray[Any]) -> None:
        if self.fed is not None and (late := samples["time"] <= self.fed).any():
            count = int(late.sum())
            self.late += count
            self._tell(
                f"{count} samples came more than {self.work.delay / 1e9:g} s later than others; they are left out; "
                "give a longer delay if that is common"
            )
            samples = samples[~late]
        if not len(samples):
            return
        waiting = np.concatenate([self.waiting, samples])
        self.waiting = waiting[np.lexsort((waiting["sensor"], waiting["time"]))]
        self._feed(int(self.waiting["time"][-1]) - self.work.delay)

    def _feed(self, horizon: int) -> None:
        """Use the samples up to a moment."""
        count = int(np.searchsorted(self.waiting["time"], horizon, side="right"))
        if not count:
            return
        samples = self.waiting[:count]
        if self.recognizer is None:
            isours = np.isin(samples["sensor"], _ACCELERATION)
            if not isours.any():
                # Without acceleration there is no answer; samples that no later feature needs are dropped.
                old = samples["time"] < horizon - _LEAD
                if old.any():
                    self.late += int(old.sum())
                    self._tell(f"{int(old.sum())} samples came long before any acceleration; they are left out")
                    self.waiting = self.waiting[int(old.sum()) :]
                return
            self.origin = int(samples["time"][isours][0])
            self.recognizer = open_recognizer(self.work.model, origin=self.origin, **self.work.options)
        self.waiting = self.waiting[count:]
        self.fed = horizon
        given: dict[str, Any] = {}
        for sensor, name in enumerate(_NAMES):
            own = samples[samples["sensor"] == sensor]
            if len(own) and (name != "speed" or self.work.options["use_speed"]):
                values = own["value"][:, 0] if name in ("pressure", "speed") else own["value"]
                given[name] = (own["time"] - self.origin, np.ascontiguousarray(values))
        # A phone has the one or the other; where both come, the one with gravity counts.
        if "acceleration" in given:
            given.pop("linear_acceleration", None)
        made, number, kept = Arrays.given(None, given.pop("acceleration", None), **given).series()
        self.recognizer.call("gaitway_recognizer_append", made, number)
        del kept
        self._report()

    def end(self, moment: int | None) -> None:
        """End the recording."""
        if len(self.waiting):
            self._feed(int(self.waiting["time"][-1]))
        if self.recognizer is not None:
            self.recognizer.call("gaitway_recognizer_finish")
            self._report()
        elif moment is None or self.is_empty:
            self._reset()
            return
        self.tables.append(pd.DataFrame({"ended": [True], "late": [self.late]}))
        self._reset()

    def _report(self) -> None:
        assert self.recognizer is not None
        rows = self.recognizer.taken()
        if len(rows):
            table = table_of(rows, {}, with_speed=self.work.options["use_speed"])
            table.attrs = {}
            self.tables.append(table.assign(ended=False, late=self.late))

    def _tell(self, text: str) -> None:
        self.tables.append(pd.DataFrame({"ended": [False], "late": [self.late], "error": [text]}))


def _samples(frame: pd.DataFrame) -> tuple[NDArray[Any], NDArray[np.int64], list[str]]:
    """The samples of rows, the ends of recordings, and faults of unusable rows."""
    faults: list[str] = []
    codes, words = pd.factorize(frame["sensor"])
    missing = (codes < 0) | frame["time"].isna().to_numpy()
    if missing.any():
        faults.append(f"{int(missing.sum())} rows have no sensor or no time; fill them in")
    # The number of each word; the end has that after the sensors.
    numbers = np.array([[*_NAMES, _END].index(word) if word in (*_NAMES, _END) else -1 for word in words] + [-1])[codes]
    for name in sorted({str(words[code]) for code in np.unique(codes[(numbers < 0) & ~missing])}):
        faults.append(f"'{name}' is not a sensor; give one of {', '.join(_NAMES)}, or {_END}")
    ending = (numbers == len(_NAMES)) & ~missing
    ends = np.array([np.max(one) for one in frame.loc[ending, "time"]], np.int64)
    kept = ~missing & (numbers >= 0) & ~ending
    usable, numbers = (frame, numbers) if kept.all() else (frame[kept], numbers[kept])
    if not len(usable):
        return np.empty(0, _SAMPLE), ends, faults
    if usable["time"].dtype == object:
        counts = np.array([np.size(one) for one in usable["time"]])
        for axis in "xyz":
            # A sensor of one number has no y and z, a packet of it none or an empty list.
            sizes = np.array([0 if one is None else np.size(one) for one in usable[axis]])
            isneeded = (axis == "x") | (numbers < _SCALARS)
            if (wrong := isneeded & (sizes != counts)).any():
                faults.append(
                    f"{int(wrong.sum())} packets have another number of {axis} than of times; give one for each"
                )
                usable, counts, numbers = usable[~wrong], counts[~wrong], numbers[~wrong]
    else:
        counts = np.ones(len(usable), np.int64)
    samples = np.empty(int(counts.sum()), _SAMPLE)
    samples["sensor"] = np.repeat(numbers, counts)
    samples["time"] = _joined(usable["time"], counts, np.int64)
    for place, name in enumerate("xyz"):
        samples["value"][:, place] = _joined(usable[name], counts, np.float32)
    scalar = samples["sensor"] >= _SCALARS
    samples["value"][scalar, 1:] = 0
    finite = np.isfinite(samples["value"]).all(axis=1)
    if not finite.all():
        faults.append(
            f"{int((~finite).sum())} samples have a value that is missing or no number; leave such samples out"
        )
    return samples[finite], ends, faults


def _joined(column: pd.Series[Any], counts: NDArray[Any], kind: Any) -> NDArray[Any]:
    if not len(column):
        return np.empty(0, kind)
    if column.dtype != object:
        # A sample in each row.
        return column.to_numpy(kind)
    filler = np.nan if kind is np.float32 else 0
    parts = [
        np.full(count, filler, kind) if one is None or np.size(one) != count else np.asarray(one, kind).reshape(-1)
        for one, count in zip(column, counts, strict=True)
    ]
    return np.concatenate(parts)
