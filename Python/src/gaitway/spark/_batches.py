# SPDX-License-Identifier: Apache-2.0
"""A DataFrame of logs to a DataFrame of stretches, windows or features."""

from __future__ import annotations

import urllib.parse
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import BinaryType, StringType, StructType

from .._classify import classify as classify_log
from .._command import PathLike
from .._cutting import windows
from .._errors import GaitwayWarning, InputError, UsageError
from .._model import Model
from .._parquet import _parts, _schema
from .._words import AccelerationKind, LoggerName, Rows, Smoothing, Unit, one_of

__all__ = ["classify", "features"]

#: How many rows of the result go to Spark at a time, at the most.
_BATCH = 10_000


def classify(
    df: DataFrame,
    *,
    path: str = "path",
    content: str | None = None,
    keep: Sequence[str] | None = None,
    rows: Rows = "stretches",
    model: Model | PathLike | None = None,
    smoothing: Smoothing | None = None,
    use_speed: bool = False,
    prior: Mapping[str, float] | str | None = None,
    all_changes: bool = False,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> DataFrame:
    """Recognise activities in each log of a DataFrame.

    Parameters
    ----------
    df
        A row for each log: its path, or its path and its bytes, as Spark's source ``binaryFile`` has both.
    path
        The column of paths. Without bytes they are opened where the executor runs: a folder that all machines see.
    content
        The column of bytes. The default is ``content`` if it exists. The path then tells the format of the file.
    keep
        The columns that each row of the result has, too; the path if not given.
    rows, smoothing, use_speed, prior, all_changes, logger, unit, acceleration, rate
        As `gaitway.classify` takes them.
    model
        A model or a model file; it is read here, once, and sent along. The built-in model if not given.

    Returns
    -------
    pyspark.sql.DataFrame
        The columns of `keep`, those of `gaitway.classify`, ``error`` and ``code``. A log that cannot be used has a row
        of its own with the fault's text in ``error`` and its kind in ``code``, after the rows before the fault; so has
        a log without a row. The job continues. Missing values are NULL. Moments are cut to microseconds.

    Raises
    ------
    UsageError
        If a column is missing or has another type, or options do not go together.
    """
    known = model if model is None or isinstance(model, Model) else Model(model)
    kept: dict[str, Any] = {
        "rows": rows,
        "model": known,
        "smoothing": smoothing,
        "use_speed": use_speed,
        "prior": prior,
    }
    options = {
        **kept,
        "all_changes": all_changes,
        "logger": logger,
        "unit": unit,
        "acceleration": acceleration,
        "rate": rate,
    }
    _check(logger, unit, acceleration, rate)
    if all_changes and rows != "stretches":
        raise UsageError(f"all_changes is for stretches, and rows is {rows!r}; leave it out")
    empty: pd.DataFrame = classify_log(np.empty((0, 3)), time=np.empty(0), **kept)
    return _mapped(df, path, content, keep, classify_log, options, empty)


def features(
    df: DataFrame,
    *,
    path: str = "path",
    content: str | None = None,
    keep: Sequence[str] | None = None,
    use_speed: bool = False,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> DataFrame:
    """Compute the features of the windows of each log of a DataFrame.

    Parameters
    ----------
    df, path, content, keep
        As `classify` takes them.
    use_speed, logger, unit, acceleration, rate
        As `gaitway.windows` takes them.

    Returns
    -------
    pyspark.sql.DataFrame
        A row for each window: the columns of `keep`, facts of the window, its features, and ``error`` and ``code`` as
        in `classify`. Names of features have dots, so that Spark's SQL wants them in backticks. A missing feature is
        NULL.
    """
    _check(logger, unit, acceleration, rate)
    options = {"use_speed": use_speed, "logger": logger, "unit": unit, "acceleration": acceleration, "rate": rate}
    return _mapped(df, path, content, keep, _features, options, _features(np.empty((0, 3)), time=np.empty(0)))


def _check(logger: Any, unit: Any, acceleration: Any, rate: Any) -> None:
    """Refuse options of reading that no executor could use."""
    for words, value, what in ((LoggerName, logger, "logger"), (Unit, unit, "unit")):
        if value is not None:
            one_of(words, value, what)
    if acceleration is not None:
        one_of(AccelerationKind, acceleration, "acceleration")
    if rate is not None and not 0 < rate < float("inf"):
        raise UsageError(f"rate is {rate!r}; give samples per second, above 0")


def _features(log: Any, **options: Any) -> pd.DataFrame:
    cut = windows(log, samples=False, **options)
    table: pd.DataFrame = cut.table.join(cut.features)
    return table


@dataclass
class _Work:
    """The work of an executor on each batch of logs."""

    path: str
    content: str | None
    keep: list[str]
    table_of: Callable[..., pd.DataFrame]
    options: dict[str, Any]
    empty: pd.DataFrame
    #: The result's columns as pandas has them, the name of the log first, and as Spark takes them, without it.
    inner: pa.Schema
    results: pa.Schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            paths = batch.column(self.path)
            contents = None if self.content is None else batch.column(self.content)
            keys = pa.Table.from_batches([batch.select(self.keep)])
            schema = pa.schema([*keys.schema, *self.results])
            for row in range(batch.num_rows):
                table, fault = self._table(paths[row].as_py(), None if contents is None else contents[row])
                if fault is None and not len(table):
                    fault = InputError(
                        "there is no window in it",
                        "give logs of 5.12 s and more",
                        source=paths[row].as_py(),
                        code="empty",
                    )
                text, code = (None, None) if fault is None else (str(fault), fault.code or "error")
                for part in _parts(table, "", text, self.inner, "row"):
                    key = keys.take(pa.array([row] * part.num_rows, pa.int64()))
                    # The row of the fault is a part of its own.
                    codes = pa.array([None if part["error"][0].as_py() is None else code] * part.num_rows, pa.string())
                    columns = [*key.columns, *part.columns[1:], codes]
                    made = pa.table(
                        [one.cast(to.type, safe=False) for one, to in zip(columns, schema, strict=True)], schema=schema
                    )
                    yield from made.to_batches(max_chunksize=_BATCH)

    def _table(self, path: str | None, content: pa.Scalar | None) -> tuple[pd.DataFrame, InputError | None]:
        """A log's rows, and its fault."""
        # The driver does not see a worker's warnings.
        warnings.simplefilter("ignore", GaitwayWarning)
        try:
            if path is None:
                raise InputError("the path is NULL", "leave such rows out, or fill the path in", code="unreadable")
            if content is None:
                table = self.table_of(_local(path), **self.options)
            elif not content.is_valid:
                raise InputError("the bytes are NULL", "leave such rows out", source=path, code="unreadable")
            else:
                # A view of Arrow's memory; the library takes a copy of one log at a time.
                table = self.table_of(memoryview(content.as_buffer()), name=path, **self.options)
            return self._as_result(table), None
        except InputError as fault:
            partial = fault.partial if isinstance(fault.partial, pd.DataFrame) else self.empty
            return self._as_result(partial), fault

    def _as_result(self, table: pd.DataFrame) -> pd.DataFrame:
        """The table with the result's columns: a log that only speeds can answer has one for them."""
        return table.reindex(columns=self.empty.columns)


def _local(path: str) -> str:
    """The local path of a Hadoop URI."""
    scheme, separator, _ = path.partition(":")
    if not separator or "/" in scheme or len(scheme) < 2:
        return path
    if scheme.lower() == "file":
        return urllib.parse.unquote(urllib.parse.urlsplit(path).path)
    if path[len(scheme) + 1 :].startswith("/"):
        raise InputError(
            f"a path with {scheme}: cannot be opened by an executor",
            "let Spark's source binaryFile read the bytes, and give them as content",
            source=path,
            code="unreadable",
        )
    return path


def _mapped(
    df: DataFrame,
    path: str,
    content: str | None,
    keep: Sequence[str] | None,
    table_of: Callable[..., pd.DataFrame],
    options: dict[str, Any],
    empty: pd.DataFrame,
) -> DataFrame:
    if content is None and "content" in df.columns:
        content = "content"
    keep = [path] if keep is None else list(keep)
    _require(df, [path, *([] if content is None else [content]), *keep])
    fields = {one.name: one for one in df.schema.fields}
    if not isinstance(fields[path].dataType, StringType):
        raise UsageError(f"the column {path!r} is {fields[path].dataType.simpleString()}; give paths as strings")
    if content is not None and not isinstance(fields[content].dataType, BinaryType):
        raise UsageError(f"the column {content!r} is {fields[content].dataType.simpleString()}; give bytes as binary")
    empty.attrs = {}
    inner = _schema(empty, "row")
    clash = sorted(set(keep) & {*inner.names[1:], "code"})
    if clash:
        raise UsageError(f"the column {clash[0]!r} of keep is a column of the result; rename it first")
    results = pa.schema([*(pa.field(one.name, _for_spark(one.type)) for one in list(inner)[1:]), ("code", pa.string())])
    schema = StructType([*(fields[name] for name in keep), *from_arrow_schema(results).fields])
    work = _Work(path, content, keep, table_of, options, empty, inner, results)
    needed = list(dict.fromkeys([path, *([] if content is None else [content]), *keep]))
    # Batches of bytes are as large as Spark makes them: spark.sql.execution.arrow.maxRecordsPerBatch.
    return df.select(*(f"`{name}`" for name in needed)).mapInArrow(work, schema)


def _for_spark(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_timestamp(kind):
        return pa.timestamp("us", kind.tz)
    return pa.int64() if pa.types.is_unsigned_integer(kind) else kind


def _require(df: DataFrame, names: Iterable[str]) -> None:
    for name in names:
        if name not in df.columns:
            raise UsageError(f"the DataFrame has no column {name!r}; it has {', '.join(df.columns) or 'none'}")
