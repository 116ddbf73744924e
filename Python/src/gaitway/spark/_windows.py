# SPDX-License-Identifier: Apache-2.0
"""Labelled rides to training windows, on the executors."""

from __future__ import annotations

import csv
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql
from pyspark.sql.pandas.types import from_arrow_schema

from .._command import run
from .._errors import GaitwayError, InputError, UsageError
from ._batches import _require

__all__ = ["training_windows"]

#: The columns of a manifest that decide how a ride is read.
_COLUMNS = ("recording", "activity", "dataset", "user", "start_s", "end_s", "logger", "acceleration", "unit")
_CASES = ("total", "slow", "linear")
#: The parts of the work where Spark's setting does not say.
_PARTS = 200
_SCHEMA = pa.schema(
    [
        ("row", pa.int64()),
        ("part", pa.int32()),
        ("recording", pa.string()),
        ("dataset", pa.string()),
        ("user", pa.string()),
        ("activity", pa.string()),
        ("number", pa.int64()),
        ("start", pa.int64()),
        ("speed", pa.float64()),
        ("learns", pa.bool_()),
        ("has_rotation", pa.bool_()),
        ("features", pa.list_(pa.float64())),
        ("signals", pa.binary()),
        ("error", pa.string()),
        ("code", pa.string()),
    ]
)


def training_windows(df: DataFrame, *, root: str | None = None, case: str = "total") -> DataFrame:
    """Turn labelled rides into the training windows of a sensor case, the input of ``train``.

    Store them as Parquet between the two.

    Parameters
    ----------
    df
        The rows of a manifest: ``recording`` and ``activity``, and of ``dataset``, ``user``, ``mode``, ``start_s``,
        ``end_s``, ``logger``, ``acceleration`` and ``unit`` those that there are. Rows whose mode begins ``unlabelled``
        are left out. Rides keep the order of the rows.
    root
        The folder that recordings are relative to, which all machines see.
    case
        ``total``, ``slow`` or ``linear``: the sensor case of the windows.

    Returns
    -------
    pyspark.sql.DataFrame
        A row for each window, with its ride and label, the features and the signals that kernels slide over. A ride
        without a window has one row without a ``number``; one that cannot be read has a row with the fault's text in
        ``error`` and its kind in ``code``.
    """
    _require(df, ["recording", "activity"])
    if case not in _CASES:
        raise UsageError(f"case is {case!r}; give one of {', '.join(_CASES)}")
    if "mode" in df.columns:
        df = df.where(~sql.coalesce("mode", sql.lit("")).startswith("unlabelled"))
    given = [
        sql.col(name).cast("string") if name in df.columns else sql.lit(None).cast("string").alias(name)
        for name in _COLUMNS
    ]
    rows = df.select(sql.monotonically_increasing_id().alias("row"), *given)
    # A number, so that Spark does not join the parts again: rows are few and small, and their work is long.
    parts = df.sparkSession.conf.get("spark.sql.shuffle.partitions", "")
    rows = rows.repartition(int(parts) if parts and parts.isdigit() else _PARTS)
    return rows.mapInArrow(_Work(root, case), from_arrow_schema(_SCHEMA))


@dataclass
class _Work:
    root: str | None
    case: str

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for row in batch.to_pylist():
                yield self._ride(row)

    def _ride(self, row: dict[str, str | int | None]) -> pa.RecordBatch:
        dataset, user = row["dataset"] or "default", row["user"] or row["recording"]
        common = {
            "row": row["row"],
            "recording": row["recording"],
            "dataset": dataset,
            "user": user,
            "activity": row["activity"],
        }
        try:
            windows = self._windows(row)
        except GaitwayError as fault:
            # The command reports the ride first, and then that there is none left.
            text = (getattr(fault, "__notes__", None) or [str(fault)])[0]
            code = (fault.code if isinstance(fault, InputError) else None) or "error"
            return pa.RecordBatch.from_pylist([{**common, "error": text, "code": code}], _SCHEMA)
        if not len(windows):
            return pa.RecordBatch.from_pylist([{**common, "part": 0}], _SCHEMA)
        count = len(windows)
        columns = {name: pa.array([value] * count, _SCHEMA.field(name).type) for name, value in common.items()}
        features = np.ascontiguousarray(windows["features"])
        signals = np.ascontiguousarray(windows["signals"])
        columns |= {
            "part": pa.array(windows["ride"].astype(np.int32)),
            "number": pa.array(windows["number"].astype(np.int64)),
            "start": pa.array(windows["start"].astype(np.int64)),
            "speed": pa.array(windows["speed"].astype(np.float64), from_pandas=True),
            "learns": pa.array(windows["learns"] != 0),
            "has_rotation": pa.array(windows["has_rotation"] != 0),
            "features": pa.ListArray.from_arrays(
                np.arange(count + 1, dtype=np.int32) * features.shape[1], pa.array(features.reshape(-1))
            ),
            "signals": pa.array([one.tobytes() for one in signals], pa.binary()),
            "error": pa.nulls(count, pa.string()),
            "code": pa.nulls(count, pa.string()),
        }
        return pa.RecordBatch.from_arrays([columns[name] for name in _SCHEMA.names], schema=_SCHEMA)

    def _windows(self, row: dict[str, str | int | None]) -> np.ndarray:  # type: ignore[type-arg]
        with tempfile.TemporaryDirectory() as folder:
            manifest, table = Path(folder, "manifest.csv"), Path(folder, "windows.npy")
            with manifest.open("w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(_COLUMNS)
                writer.writerow(["" if row[name] is None else row[name] for name in _COLUMNS])
            root = [] if self.root is None else ["--root", self.root]
            run(["train", str(manifest), *root, "--windows-only", "--case", self.case, "--output", str(table)])
            windows: np.ndarray = np.load(table)  # type: ignore[type-arg]
            return windows
