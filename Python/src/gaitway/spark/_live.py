# SPDX-License-Identifier: Apache-2.0
"""Streams of samples, grouped by device, to activity streams."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import (
    ArrayType,
    AtomicType,
    LongType,
    NumericType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

from .._errors import UsageError
from .._model import Model, as_model
from .._parquet import _schema
from .._recognizer import open_recognizer, table_of
from .._words import Smoothing
from ._batches import _for_spark, _require
from ._devices import STATE, Devices, Work
from ._samples import packed

__all__ = ["classify_samples", "classify_stream"]


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
        they are that old. Later ones are left out and counted. Samples more than a minute ahead wait until others
        follow them. A clock that is set back more than a minute begins a new recording.
    timeout
        After how many seconds without a row, by Spark's clock, a device's recording ends. None: only rows with the
        sensor ``end`` end one. With a timeout Spark looks at its clock for ever, so that the trigger ``availableNow``
        has no end.
    model
        A model or a model file; it is read here, once, and sent along. The built-in model if not given. If a query is
        started from its checkpoint with another model or other options, each device's recording begins anew.
    smoothing, every_window, use_speed, prior
        As `gaitway.Recognizer` takes them.

    Returns
    -------
    pyspark.sql.DataFrame
        The key; the columns of `gaitway.classify`, ``elapsed`` counted from the recording's first accelerometer sample;
        ``ended``, true in the last row of a recording, which has no report; ``late``, how many samples were left out so
        far; ``error`` and ``code``, the text and the kind of a fault in a row of its own. `faults` describes the kinds.

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
    devices = samples.groupBy(f"`{key}`")
    if "RocksDB" in df.sparkSession.conf.get("spark.sql.streaming.stateStore.providerClass", ""):
        # Spark's newer interface, which asks for this store.
        mode = "None" if timeout is None else "ProcessingTime"
        return devices.transformWithStateInPandas(Devices(work), schema, "Append", mode)
    waiting = "NoTimeout" if timeout is None else "ProcessingTimeTimeout"
    return devices.applyInPandasWithState(work, schema, STATE, "append", waiting)


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


def _prepared(df: DataFrame, key: str, model: Any, options: dict[str, Any]) -> tuple[DataFrame, StructType, Work]:
    """The samples with times in nanoseconds, the schema of the result, and the work on each key."""
    _require(df, [key, "sensor", "time", "x", "y", "z"])
    fields = {one.name: one.dataType for one in df.schema.fields}
    if not isinstance(fields[key], AtomicType):
        raise UsageError(f"the column {key!r} is {fields[key].simpleString()}; give a text or a number for each device")
    if not isinstance(fields["sensor"], StringType):
        raise UsageError(f"the column 'sensor' is {fields['sensor'].simpleString()}; give the sensors' names")
    are_packets = isinstance(fields["time"], ArrayType)
    for name in ("x", "y", "z"):
        if isinstance(fields[name], ArrayType) != are_packets:
            raise UsageError(
                f"the column {name!r} is {fields[name].simpleString()}; give arrays for time, x, y and z, or for none"
            )
        kind = fields[name].elementType if are_packets else fields[name]  # type: ignore[attr-defined]
        if not isinstance(kind, NumericType):
            raise UsageError(f"the column {name!r} is {fields[name].simpleString()}; give floats")
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
    results = pa.schema(
        [*reports, ("ended", pa.bool_()), ("late", pa.int64()), ("error", pa.string()), ("code", pa.string())]
    )
    schema = StructType([StructField(key, fields[key]), *from_arrow_schema(results).fields])
    work = Work(key, None if model is None else known, options, [*schema.names], results)
    rows = df.select(sql.col(f"`{key}`"), "sensor", time.alias("time"), "x", "y", "z")
    return rows if are_packets else packed(rows, key), schema, work


def _nanoseconds(moment: Any) -> Any:
    # A moment that nanoseconds cannot hold becomes one that no sample may have, and not the end of the query.
    return sql.coalesce(
        sql.try_multiply(sql.unix_micros(moment), sql.lit(1000)),
        sql.when(moment.isNotNull(), sql.lit(2**63 - 1)),
    )
