# SPDX-License-Identifier: Apache-2.0
"""Tables of samples: pandas, polars, Arrow, or a mapping of columns."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from ctypes import byref, c_char_p, c_void_p
from dataclasses import dataclass
from typing import Any

import numpy as np

from ._arrays import numbers
from ._errors import UsageError
from ._extras import package
from ._lazy import pd
from ._library import check, library, take_text

__all__ = ["Table", "is_table", "table_of"]


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
    if isinstance(log, pd.DataFrame | Mapping):
        return True
    is_arrow = hasattr(log, "__arrow_c_stream__") or hasattr(log, "__arrow_c_array__")
    return is_arrow and (hasattr(log, "get_columns") or hasattr(log, "schema"))


def _columns(log: Any) -> tuple[list[str], Callable[[int], Any]]:
    """The names of a table, and its columns as what NumPy understands."""
    if isinstance(log, pd.DataFrame):
        return [str(name) for name in log.columns], lambda column: log.iloc[:, column]
    if isinstance(log, Mapping):
        values = list(log.values())
        return [str(name) for name in log], lambda column: values[column]
    if hasattr(log, "columns") and hasattr(log, "get_columns"):
        return list(log.columns), lambda column: log.get_columns()[column].to_numpy()
    arrow = log if hasattr(log, "schema") and hasattr(log, "column") else package("pyarrow", "arrow").table(log)

    def column(index: int) -> Any:
        one = arrow.column(index)
        return (one.combine_chunks() if hasattr(one, "combine_chunks") else one).to_numpy(zero_copy_only=False)

    return list(arrow.schema.names), column


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
    elif len(names) == 3 and not found and not roles["times"]:
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
    if time is None and isinstance(log, pd.DataFrame) and isinstance(log.index, pd.DatetimeIndex | pd.TimedeltaIndex):
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
