# SPDX-License-Identifier: Apache-2.0
"""Tables of samples: pandas, polars, Arrow, NumPy's structured arrays, or a mapping of columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import clock_of, numbers
from ._errors import InputError, UsageError
from ._extras import package
from ._lazy import pd
from ._library import check, library, take_text

__all__ = ["Table", "is_table", "parted", "table_of"]


@dataclass(frozen=True)
class Table:
    """The sensors that the columns of a table hold, and what their names state."""

    time: Any
    time_unit: str | None
    acceleration: Any
    is_linear: bool
    rotation_rate: Any
    pressure: Any
    speed: Any
    unit: str | None
    kind: str | None
    rotation_unit: str | None
    pressure_unit: str | None


def is_table(log: object) -> bool:
    """Whether a log is a table with named columns."""
    if isinstance(log, pd.DataFrame | Mapping) or _is_lazy(log):
        return True
    if isinstance(log, np.ndarray):
        return log.dtype.names is not None
    is_arrow = hasattr(log, "__arrow_c_stream__") or hasattr(log, "__arrow_c_array__")
    return is_arrow and (hasattr(log, "get_columns") or hasattr(log, "schema"))


def _is_lazy(log: object) -> bool:
    """Whether this is a table of polars that has not been computed."""
    return hasattr(log, "collect") and hasattr(log, "collect_schema")


def _columns(log: Any) -> tuple[list[str], Callable[[int], Any]]:
    """The names of a table, and its columns as what NumPy understands. A named index of pandas is the last of them."""
    if _is_lazy(log):
        log = log.collect()
    if isinstance(log, pd.DataFrame):
        names = [str(name) for name in log.columns]
        of_index = [] if log.index.name is None else [str(log.index.name)]
        return [*names, *of_index], lambda column: log.iloc[:, column] if column < len(names) else log.index
    if isinstance(log, Mapping):
        values = list(log.values())
        return [str(name) for name in log], lambda column: values[column]
    if isinstance(log, np.ndarray):
        fields = log.dtype.names or ()
        return [str(name) for name in fields], lambda column: log[fields[column]]
    if hasattr(log, "columns") and hasattr(log, "get_columns"):
        return list(log.columns), lambda column: log.get_columns()[column].to_numpy()
    arrow = log if hasattr(log, "schema") and hasattr(log, "column") else package("pyarrow", "arrow").table(log)

    def column(index: int) -> Any:
        one = arrow.column(index)
        return (one.combine_chunks() if hasattr(one, "combine_chunks") else one).to_numpy(zero_copy_only=False)

    return list(arrow.schema.names), column


def parted(log: Any, by: str, *, linear: bool, time_unit: str | None) -> list[tuple[Any, dict[str, Any]]]:
    """The recordings of a table: for each value of a column, in the order in which they begin, its rows by time."""
    if _is_lazy(log):
        # A lazy table is computed once: the rows of two runs need not be in one order.
        log = log.collect()
    names, column = _columns(log)
    if by not in names:
        raise UsageError(f"by is {by!r}, and the table has the columns {', '.join(map(repr, names[:12]))}")
    columns = {name: column(place) for place, name in enumerate(names)}
    codes, values = pd.factorize(pd.Series(np.asarray(columns.pop(by))))
    if (codes < 0).any():
        problem = (
            f"the column {by!r} has {int((codes < 0).sum())} missing values, the first in row {int(np.argmin(codes))}"
        )
        raise InputError(problem, "fill them in, or leave those rows out", code="value")
    table = table_of(log, linear=linear)
    order = np.arange(len(codes))
    if table is not None and table.time is not None:
        kept = time_unit or (table.time_unit if np.asarray(table.time).dtype.kind in "fiu" else None)
        clock = clock_of(table.time, unit=kept)
        order = np.argsort(clock.times, kind="stable")
        # Times of an unnamed index have no column yet.
        if isinstance(log, pd.DataFrame) and table.time is log.index and log.index.name is None:
            columns["time"] = log.index
    order = order[np.argsort(codes[order], kind="stable")]
    ends = np.searchsorted(codes[order], np.arange(len(values) + 1))

    def rows(values: Any, chosen: Any) -> Any:
        if isinstance(values, pd.Series):
            return values.iloc[chosen]
        return values[chosen] if isinstance(values, np.ndarray | pd.Index) else np.asarray(values)[chosen]

    return [
        (value, {name: rows(one, order[ends[place] : ends[place + 1]]) for name, one in columns.items()})
        for place, value in enumerate(values)
    ]


def _roles(names: list[str]) -> dict[str, Any]:
    """The roles of columns, as the library reads them from a file's header."""
    pointer = c_void_p()
    encoded = (c_char_p * len(names))(*(name.encode("utf-8", "replace").replace(b"\0", b" ") for name in names))
    check(library().gaitway_table_columns(encoded, len(names), byref(pointer)))
    roles: dict[str, Any] = json.loads(take_text(pointer) or "null")
    return roles


def table_of(log: Any, *, linear: bool) -> Table | None:
    """A table's sensors; None for a table of three columns whose names tell nothing.

    Parameters
    ----------
    log
        The table.
    linear
        Whether the caller states that acceleration is without gravity.
    """
    names, column = _columns(log)
    roles = _roles(names)
    found = {one["role"]: one["columns"] for one in roles["columns"]}

    def vector(role: str) -> Any:
        if role not in found:
            return None
        parts = [numbers(column(index), f"the column {names[index]!r}") for index in found[role]]
        kind = np.float32 if all(part.dtype == np.float32 for part in parts) else np.float64
        return np.stack(parts, axis=1, dtype=kind)

    total, without, gravity = (role in found for role in ("acceleration", "linear_acceleration", "gravity"))
    kind = None
    if linear and without:
        acceleration, kind = vector("linear_acceleration"), "linear"
    elif total:
        acceleration, kind = vector("acceleration"), roles["acceleration"]
    elif without and gravity:
        acceleration, kind = vector("linear_acceleration").astype(np.float64) + vector("gravity"), "total"
    elif without:
        acceleration, kind = vector("linear_acceleration"), "linear"
    elif len(names) == 3 and not found and not roles["times"] and not isinstance(log, np.ndarray):
        return None
    else:
        raise UsageError(
            f"the table has no columns of acceleration, it has {', '.join(map(repr, names[:8])) or 'none'}; name "
            f"them time, x, y, z"
        )
    time, time_unit = None, None
    for one in roles["times"]:
        time, time_unit = column(one["column"]), one["unit"]
        break
    if time is None and isinstance(log, pd.DataFrame):
        is_time = isinstance(log.index, pd.DatetimeIndex | pd.TimedeltaIndex)
        # Whole numbers without a name are row numbers.
        if is_time or (log.index.name is None and getattr(log.index.dtype, "kind", "O") == "f"):
            time = log.index
    speed = None
    if "speed" in found:
        speed = numbers(column(found["speed"][0]), "speed") * roles["speed_scale"]
    return Table(
        time=time,
        time_unit=time_unit,
        acceleration=acceleration,
        is_linear=kind == "linear",
        rotation_rate=vector("rotation_rate"),
        pressure=numbers(column(found["pressure"][0]), "pressure") if "pressure" in found else None,
        speed=speed,
        unit=roles["unit"],
        kind=kind,
        rotation_unit=roles["rotation_unit"],
        pressure_unit=roles["pressure_unit"],
    )
