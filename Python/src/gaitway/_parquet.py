# SPDX-License-Identifier: Apache-2.0
"""Streams and features as Parquet files, one log in memory at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._classify import classify
from ._command import PathLike
from ._cutting import windows
from ._errors import InputError, UsageError
from ._extras import package
from ._lazy import pd
from ._model import Model
from ._stream import read_stream
from ._words import AccelerationKind, LoggerName, Rows, Smoothing, Unit

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["classify_to_parquet", "features_to_parquet", "stream_to_parquet"]

OnError = Literal["raise", "row"]


def classify_to_parquet(
    logs: Iterable[PathLike],
    path: PathLike,
    *,
    rows: Rows = "windows",
    on_error: OnError = "raise",
    model: Model | PathLike | None = None,
    smoothing: Smoothing | None = None,
    use_speed: bool = False,
    prior: Mapping[str, float] | str | None = None,
    all_changes: bool = False,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> int:
    """Classify many logs into one Parquet file.

    Parameters
    ----------
    logs
        Their paths.
    path
        The path of the file. It appears when it is complete, and replaces an existing file.
    rows, model, smoothing, use_speed, prior, all_changes, logger, unit, acceleration, rate
        As `classify` takes them.
    on_error
        ``"raise"`` stops at an unusable log. ``"row"`` continues: after the rows before the fault, one row has the
        fault's text in the column ``error``.

    Returns
    -------
    int
        The number of rows.

    Examples
    --------
    >>> gaitway.classify_to_parquet(["Datasets/run", "Datasets/walk"], "activities.parquet")
    112
    >>> import pandas as pd
    >>> pd.read_parquet("activities.parquet")["source"].unique().tolist()
    ['Datasets/run', 'Datasets/walk']
    """
    kept: dict[str, Any] = {
        "rows": rows,
        "model": model,
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

    def empty() -> pd.DataFrame:
        table: pd.DataFrame = classify(np.empty((0, 3)), time=np.empty(0), **kept)
        return table

    return _write(logs, path, lambda log: classify(log, **options), empty, on_error)


def features_to_parquet(
    logs: Iterable[PathLike],
    path: PathLike,
    *,
    on_error: OnError = "raise",
    use_speed: bool = False,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> int:
    """Write the features of many logs' windows into one Parquet file.

    Parameters
    ----------
    logs
        Their paths.
    path
        The path of the file. It appears when it is complete, and replaces an existing file.
    on_error
        As `classify_to_parquet` takes it.
    use_speed, logger, unit, acceleration, rate
        As `windows` takes them.

    Returns
    -------
    int
        The number of rows: one for each window, with ``source``, facts of the window and its features.

    Examples
    --------
    >>> gaitway.features_to_parquet(["Datasets/run"], "features.parquet")
    92
    """

    def table(log: Any, **more: Any) -> pd.DataFrame:
        cut = windows(log, samples=False, **more)
        joined: pd.DataFrame = cut.table.join(cut.features)
        return joined

    def empty() -> pd.DataFrame:
        return table(np.empty((0, 3)), time=np.empty(0))

    options: dict[str, Any] = {
        "use_speed": use_speed, "logger": logger, "unit": unit, "acceleration": acceleration, "rate": rate,
    }  # fmt: skip
    return _write(logs, path, lambda log: table(log, **options), empty, on_error)


def stream_to_parquet(streams: Iterable[PathLike] | PathLike, path: PathLike, *, on_error: OnError = "raise") -> int:
    """Write activity streams that the command wrote as NDJSON into one Parquet file.

    Parameters
    ----------
    streams
        The files; each holds one stream.
    path
        The path of the file. It appears when it is complete, and replaces an existing file.
    on_error
        As `classify_to_parquet` takes it.

    Returns
    -------
    int
        The number of rows: one for each report. ``source`` is the log that the stream names.

    Examples
    --------
    >>> table = gaitway.classify("Datasets/run", rows="changes")
    >>> text = gaitway.to_stream(table)
    >>> with open("run.ndjson", "w") as file:
    ...     written = file.write(text)
    >>> gaitway.stream_to_parquet("run.ndjson", "run.parquet")
    10
    """
    files = [streams] if isinstance(streams, str | os.PathLike) else streams

    def empty() -> pd.DataFrame:
        return classify(np.empty((0, 3)), time=np.empty(0), rows="changes")

    return _write(files, path, read_stream, empty, on_error)


def _write(
    logs: Iterable[PathLike],
    path: PathLike,
    table_of: Callable[[Any], pd.DataFrame],
    empty: Callable[[], pd.DataFrame],
    on_error: OnError,
) -> int:
    if on_error not in ("raise", "row"):
        raise UsageError(f"on_error is {on_error!r}; give 'raise' or 'row'")

    def tables() -> Iterator[tuple[str, pd.DataFrame, str | None]]:
        for log in logs:
            try:
                table = table_of(log)
                yield str(table.attrs.get("source") or os.fspath(log)), table, None
            except InputError as fault:
                if on_error == "raise":
                    raise
                partial = fault.partial if isinstance(fault.partial, pd.DataFrame) else empty()
                yield os.fspath(log), partial, str(fault)

    pq = package("pyarrow.parquet", "arrow")

    target = Path(os.fspath(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    writer: Any = None
    count = 0
    try:
        for source, table, fault in tables():
            table.attrs = {}
            if writer is None:
                writer = pq.ParquetWriter(unfinished, _schema(table, on_error))
            for part in _parts(table, source, fault, writer.schema, on_error):
                writer.write_table(part)
                count += part.num_rows
        if writer is None:
            raise UsageError("there are no logs; give at least one")
        writer.close()
        writer = None
        unfinished.replace(target)
    finally:
        if writer is not None:
            writer.close()
        unfinished.unlink(missing_ok=True)
    return count


def _schema(table: pd.DataFrame, on_error: OnError) -> pa.Schema:
    import pyarrow as pa

    # A column of text without values has no type.
    fields = [
        pa.field(
            one.name, pa.string() if pa.types.is_null(one.type) or pa.types.is_large_string(one.type) else one.type
        )
        for one in pa.Schema.from_pandas(table, preserve_index=False)
    ]
    if on_error == "row":
        fields.append(pa.field("error", pa.string()))
    return pa.schema([pa.field("source", pa.string()), *fields])


def _parts(
    table: pd.DataFrame, source: str, fault: str | None, schema: pa.Schema, on_error: OnError
) -> Iterator[pa.Table]:
    import pyarrow as pa

    def with_constants(made: dict[str, Any], rows: int, error: str | None) -> pa.Table:
        made["source"] = pa.array([source] * rows, pa.string())
        if on_error == "row":
            made["error"] = pa.array([error] * rows, pa.string())
        return pa.table([made[name] for name in schema.names], schema=schema)

    if len(table):
        missing = [name for name in schema.names if name not in (*table.columns, "source", "error")]
        more = [name for name in table.columns if name not in schema.names]
        if missing or more:
            raise UsageError(
                f"{source}: its table has columns that differ from the first: {', '.join(missing + more)}; write it "
                f"to a file of its own"
            )
        columns = {name: pa.array(table[name], schema.field(name).type, from_pandas=True) for name in table.columns}
        yield with_constants(columns, len(table), None)
    if fault is not None:
        yield with_constants({one.name: pa.nulls(1, one.type) for one in schema}, 1, fault)
