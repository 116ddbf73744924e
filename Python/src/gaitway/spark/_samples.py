# SPDX-License-Identifier: Apache-2.0
"""Rows of samples: packed into packets before Spark moves them, and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.sql import DataFrame
from pyspark.sql.types import ArrayType, StructField, StructType

from .._layouts import SENSORS

__all__ = ["ACCELERATION", "NAMES", "SAMPLE", "SCALARS", "Fault", "moment", "packed", "samples_of"]

#: A sample as it waits in the state: the sensor's number, nanoseconds since 1970, and its value.
SAMPLE = np.dtype([("sensor", "u1"), ("time", "<i8"), ("value", "<f4", (3,))])
NAMES = [name.replace(" ", "_") for name in SENSORS]
ACCELERATION = (0, 1)
#: The first sensor of one number.
SCALARS = NAMES.index("pressure")
#: The word of a row that ends a recording, in place of a sensor.
_END = "end"
#: The first nanosecond since 1970 that no sample may have: of 2068. A recording is shorter than a hundred years.
_LATEST = 3_100_000_000_000_000_000
#: The largest component of acceleration and rotation rate, as the library takes it.
_LARGEST = 1e4
#: The columns that a packet has as arrays.
_SERIES = ("time", "x", "y", "z")


class Fault(NamedTuple):
    """A fault of a device's rows: a word for programs, and a text."""

    code: str
    text: str


def moment(nanoseconds: int) -> str:
    """A moment for a text, to the second."""
    return f"{np.datetime64(int(nanoseconds) // 1_000_000_000, 's')}Z"


def packed(rows: DataFrame, key: str) -> DataFrame:
    """Rows of one sample as packets, so that Spark has fewer rows to move, sort and hand on."""
    fields = [
        StructField(one.name, ArrayType(one.dataType) if one.name in _SERIES else one.dataType) for one in rows.schema
    ]

    def work(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            if batch.num_rows:
                yield _packets(batch, key)

    return rows.mapInArrow(work, StructType(fields))


def _packets(batch: pa.RecordBatch, key: str) -> pa.RecordBatch:
    """A packet for each sensor of each key; a row without sensor or time stays a packet of its own."""
    keys, sensors = (batch.column(name).dictionary_encode("encode").indices.to_numpy() for name in (key, "sensor"))
    groups = keys.astype(np.int64) * (int(sensors.max()) + 1) + sensors
    without_time = batch.column("time").is_null().to_numpy(zero_copy_only=False)
    unusable = without_time | batch.column("sensor").is_null().to_numpy(zero_copy_only=False)
    groups[unusable] = -1 - np.flatnonzero(unusable)
    order = np.argsort(groups, kind="stable")
    first = np.flatnonzero(np.diff(groups[order], prepend=groups[order[0]] - 1))
    offsets = pa.array(np.append(first, len(order)), pa.int32())
    leading, places = pa.array(order[first]), pa.array(order)
    # A packet whose time is missing has no array of times, as a packet of the source may have none.
    missing = pa.array(without_time[order[first]])
    columns = [
        pa.ListArray.from_arrays(offsets, column.take(places), mask=missing if name == "time" else None)
        if name in _SERIES
        else column.take(leading)
        for name, column in zip(batch.schema.names, batch.columns, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, batch.schema.names)


def samples_of(frame: pd.DataFrame) -> tuple[NDArray[Any], NDArray[np.int64], list[Fault]]:
    """The samples of rows, the ends of recordings, and faults of unusable rows."""
    faults: list[Fault] = []
    codes, words = pd.factorize(frame["sensor"])
    # An array of times with a gap comes as floating-point numbers, or as objects.
    has_times = np.array([one is not None and (not len(one) or one.dtype.kind == "i") for one in frame["time"]], bool)
    missing = (codes < 0) | ~has_times
    if missing.any():
        faults.append(Fault("row", f"{int(missing.sum())} rows have no sensor or no time; fill them in"))
    # The number of each word; the end has that after the sensors.
    numbers = np.array([[*NAMES, _END].index(word) if word in (*NAMES, _END) else -1 for word in words] + [-1])[codes]
    for name in sorted({str(words[code]) for code in np.unique(codes[(numbers < 0) & ~missing])}):
        faults.append(Fault("sensor", f"'{name}' is not a sensor; give one of {', '.join(NAMES)}, or {_END}"))
    ending = (numbers == len(NAMES)) & ~missing
    ends = np.concatenate([np.empty(0, np.int64), *frame.loc[ending, "time"]])
    kept = ~missing & (numbers >= 0) & ~ending
    usable, numbers = (frame, numbers) if kept.all() else (frame[kept], numbers[kept])
    counts = np.array([np.size(one) for one in usable["time"]], np.int64)
    for axis in "xyz":
        # A sensor of one number has no y and z, a packet of it none or an empty list.
        sizes = np.array([0 if one is None else np.size(one) for one in usable[axis]], np.int64)
        isneeded = (axis == "x") | (numbers < SCALARS)
        if (wrong := isneeded & (sizes != counts)).any():
            text = f"{int(wrong.sum())} packets have another number of {axis} than of times; give one for each"
            faults.append(Fault("row", text))
            usable, counts, numbers = usable[~wrong], counts[~wrong], numbers[~wrong]
    samples = np.empty(int(counts.sum()), SAMPLE)
    samples["sensor"] = np.repeat(numbers, counts)
    samples["time"] = _joined(usable["time"], counts, np.int64)
    # A number that a float cannot hold is refused below.
    with np.errstate(over="ignore"):
        for place, name in enumerate("xyz"):
            samples["value"][:, place] = _joined(usable[name], counts, np.float32)
    wild = np.concatenate([ends[~_possible(ends)], samples["time"][~_possible(samples["time"])]])
    ends, samples = ends[_possible(ends)], samples[_possible(samples["time"])]
    if len(wild):
        text = f"{len(wild)} times are outside 1970 to 2068, the first is {int(wild[0])} ns"
        faults.append(Fault("time", f"{text}; give timestamps, or nanoseconds since 1970"))
    scalar = samples["sensor"] >= SCALARS
    samples["value"][scalar, 1:] = 0
    largest = np.where(scalar, np.finfo(np.float32).max, _LARGEST)
    # A comparison with NaN is false.
    plausible = (np.abs(samples["value"]) <= largest[:, None]).all(axis=1)
    if not plausible.all():
        first = samples[~plausible][0]
        value = ", ".join(f"{one:g}" for one in first["value"][: 1 if first["sensor"] >= SCALARS else 3])
        text = (
            f"{int((~plausible).sum())} samples have a value that is missing, not a number or more than any phone "
            f"measures, the first is {NAMES[first['sensor']]} ({value}) at {moment(first['time'])}"
        )
        faults.append(Fault("value", f"{text}; leave such samples out"))
    return samples[plausible], ends, faults


def _possible(times: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which times are those of a sample."""
    return (times >= 0) & (times < _LATEST)


def _joined(column: pd.Series[Any], counts: NDArray[Any], kind: Any) -> NDArray[Any]:
    if not len(column):
        return np.empty(0, kind)
    filler = np.nan if kind is np.float32 else 0
    parts = [
        np.full(count, filler, kind) if one is None or np.size(one) != count else np.asarray(one, kind).reshape(-1)
        for one, count in zip(column, counts, strict=True)
    ]
    return np.concatenate(parts)
