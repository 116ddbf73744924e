"""Streams and features as Parquet files, one log in memory at a time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pandas as pd

from ._classify import Rows, classify
from ._command import PathLike
from ._cutting import windows
from ._errors import InputError, UsageError
from ._stream import read_stream

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["classify_to_parquet", "features_to_parquet", "stream_to_parquet"]

OnError = Literal["raise", "row"]


def classify_to_parquet(
    logs: Iterable[PathLike], path: PathLike, *, rows: Rows = "windows", on_error: OnError = "raise", **options: Any
) -> int:
    """Classify many logs into one Parquet file.

    Parameters
    ----------
    logs
        Their paths.
    path
        Where the file is written; it appears there when it is whole, and replaces what was there.
    rows, options
        As `classify` takes them.
    on_error
        ``"raise"`` stops at a log that cannot be used. ``"row"`` goes on: a column ``error`` then has the fault's text in a row of
        its own, behind what came before the fault.

    Returns
    -------
    int
        How many rows were written.
    """
    kept = {key: options[key] for key in ("use_speed", "model", "prior", "smoothing") if key in options}

    def empty() -> pd.DataFrame:
        table: pd.DataFrame = classify(np.empty((0, 3)), time=np.empty(0), rows=rows, **kept)
        return table

    return _write(logs, path, lambda log: classify(log, rows=rows, **options), empty, on_error)


def features_to_parquet(logs: Iterable[PathLike], path: PathLike, *, on_error: OnError = "raise", **options: Any) -> int:
    """Write the features of many logs' windows into one Parquet file.

    Parameters
    ----------
    logs
        Their paths.
    path
        Where the file is written; it appears there when it is whole, and replaces what was there.
    on_error
        As `classify_to_parquet` takes it.
    options
        As `windows` takes them.

    Returns
    -------
    int
        How many rows were written: one for each window, with ``source``, what the window is, and its features.
    """

    def table(log: Any, **more: Any) -> pd.DataFrame:
        cut = windows(log, samples=False, **more)
        joined: pd.DataFrame = cut.table.join(cut.features)
        return joined

    def empty() -> pd.DataFrame:
        return table(np.empty((0, 3)), time=np.empty(0))

    return _write(logs, path, lambda log: table(log, **options), empty, on_error)


def stream_to_parquet(streams: Iterable[PathLike] | PathLike, path: PathLike, *, on_error: OnError = "raise") -> int:
    """Write activity streams that the command wrote as NDJSON into one Parquet file.

    Parameters
    ----------
    streams
        The files; each holds one stream.
    path
        Where the file is written; it appears there when it is whole, and replaces what was there.
    on_error
        As `classify_to_parquet` takes it.

    Returns
    -------
    int
        How many rows were written: one for each report; ``source`` is the log that the stream names.
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

    import pyarrow.parquet as pq

    target = Path(os.fspath(path))
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    writer: pq.ParquetWriter | None = None
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

    # A column of text without any value says nothing of its type.
    fields = [
        pa.field(one.name, pa.string() if pa.types.is_null(one.type) or pa.types.is_large_string(one.type) else one.type)
        for one in pa.Schema.from_pandas(table, preserve_index=False)
    ]
    if on_error == "row":
        fields.append(pa.field("error", pa.string()))
    return pa.schema([pa.field("source", pa.string()), *fields])


def _parts(table: pd.DataFrame, source: str, fault: str | None, schema: pa.Schema, on_error: OnError) -> Iterator[pa.Table]:
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
                f"{source}: its table has other columns than the first: {', '.join(missing + more)}; write it to a file of its own"
            )
        columns = {name: pa.array(table[name], schema.field(name).type, from_pandas=True) for name in table.columns}
        yield with_constants(columns, len(table), None)
    if fault is not None:
        yield with_constants({one.name: pa.nulls(1, one.type) for one in schema}, 1, fault)
