# SPDX-License-Identifier: Apache-2.0
"""Recordings cut into windows."""

from __future__ import annotations

from collections.abc import Mapping
from ctypes import byref, c_size_t
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import SensorData
from ._classify import refuse
from ._command import PathLike
from ._errors import UsageError
from ._layouts import window_type
from ._lazy import pd
from ._library import address, library
from ._logs import ArrayRequest, LogHandle, open_arrays, open_log
from ._model import reason_words
from ._recording import Recording, series_of
from ._tables import is_table, parted
from ._texts import texts
from ._windows import WINDOW_HOP, WINDOW_SAMPLES, RecordingWindows, WindowStreamHandle, feature_names, is_path
from ._words import AccelerationKind, LoggerName, RotationUnit, TimeUnit, Unit, one_of

__all__ = ["Layout", "windows"]

#: The order of the axes of windows' samples.
Layout: TypeAlias = Literal["samples", "aeon"]


def windows(
    log: PathLike | bytes | Recording | ArrayLike | Mapping[str, Any],
    *,
    by: str | None = None,
    time: ArrayLike | None = None,
    time_unit: TimeUnit | None = None,
    rotation_rate: SensorData | None = None,
    rotation_unit: RotationUnit | None = None,
    pressure: SensorData | None = None,
    speed: SensorData | None = None,
    linear: bool | None = None,
    use_speed: bool = False,
    samples: bool = True,
    history: bool = False,
    layout: Layout = "samples",
    name: str | None = None,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> RecordingWindows:
    """Cut a recording into windows of 5.12 s, each overlapping half of the one before, as the recogniser does.

    Parameters
    ----------
    log, time, time_unit, rotation_rate, rotation_unit, pressure, speed, linear, name, logger, unit, acceleration, rate
        As `classify` takes them.
    by
        Of a table: the column that tells recordings apart, as `classify` takes it. The result's `table` begins with it.
    use_speed
        Read speeds of location fixes. Speeds of arrays are always read.
    samples
        Return the samples of the windows; without them the array is empty.
    history
        Return the 64 samples before each window, too. Then windows may be shuffled, split and left out, and `features`
        still finds all that they follow.
    layout
        The axes of `samples`. ``"samples"``: windows, samples, channels, as `features` takes them. ``"aeon"``: windows,
        channels, samples, as aeon's estimators take collections of series: acceleration is channels 0 to 2, rotation
        rate 3 to 5. Without a gyroscope those are NaN; leave them out.

    Returns
    -------
    RecordingWindows
        The windows, their features, and their samples at 25 Hz.

    Raises
    ------
    InputError
        If the log is unusable.
    UsageError
        If an array has a wrong shape or type.

    Examples
    --------
    >>> gaitway.windows("Datasets/walk", history=True).samples.shape[1:]
    (192, 6)
    >>> gaitway.windows("Datasets/walk", layout="aeon").samples.shape[1:]
    (6, 128)
    """
    one_of(Layout, layout, "layout")
    if history and not samples:
        raise UsageError("history is set and samples is not; set both")
    if by is not None:
        if not is_table(log):
            raise UsageError(f"by is {by!r}, which is for a table; leave it out")
        refuse("a table of several recordings", name=name, time=time, rotation_rate=rotation_rate, pressure=pressure,
               speed=speed)  # fmt: skip
        shared: dict[str, Any] = {
            "time_unit": time_unit, "rotation_unit": rotation_unit, "linear": linear, "use_speed": use_speed,
            "samples": samples, "history": history, "layout": layout, "logger": logger, "unit": unit,
            "acceleration": acceleration, "rate": rate,
        }  # fmt: skip
        parts = parted(log, by, linear=bool(linear) or acceleration == "linear", time_unit=time_unit)
        return _joined(by, [(value, windows(part, **shared)) for value, part in parts])
    stream = WindowStreamHandle()
    taken: list[tuple[Any, Any, Any]] = []
    of_arrays: dict[str, Any] = {
        "time": time,
        "time_unit": time_unit,
        "rotation_rate": rotation_rate,
        "rotation_unit": rotation_unit,
        "pressure": pressure,
        "speed": speed,
        "linear": linear,
    }
    if isinstance(log, Recording):
        refuse("a Recording", name=name, logger=logger, unit=unit, acceleration=acceleration, rate=rate, **of_arrays)
        series, count, kept = series_of(log, speed=use_speed)
        stream.call("gaitway_window_stream_append", series, count)
        del kept
        taken.append(_taken(stream, samples))
    else:
        opened: LogHandle | None
        if is_path(log) or isinstance(log, bytes | bytearray | memoryview):
            refuse("a path" if is_path(log) else "bytes", **of_arrays)
            opened = open_log(
                log,  # type: ignore[arg-type]
                name=name,
                logger=logger,
                unit=unit,
                acceleration=acceleration,
                rate=rate,
                speed=use_speed,
            )
        else:
            refuse("arrays", name=name, logger=logger)
            opened = open_arrays(ArrayRequest(log, unit=unit, acceleration=acceleration, rate=rate, **of_arrays))
        if opened is not None:
            for batch in opened.batches():
                stream.call("gaitway_window_stream_append_batch", byref(batch))
                taken.append(_taken(stream, samples))
            opened.warn_of_repairs(opened.header["source"])
            opened.close()
    stream.call("gaitway_window_stream_finish")
    taken.append(_taken(stream, samples))
    rows, values, motion = (np.concatenate(parts) for parts in zip(*taken, strict=True))
    if history:
        before = np.full((len(motion), WINDOW_HOP, motion.shape[2]), np.nan, np.float32)
        follows = np.flatnonzero(rows["starts_segment"] == 0)
        before[follows] = motion[follows - 1, :WINDOW_HOP]
        motion = np.concatenate([before, motion], axis=1)
    if layout == "aeon":
        motion = np.ascontiguousarray(motion.transpose(0, 2, 1))
    faults = reason_words(rows["fault"])
    table = pd.DataFrame(
        {
            "from": rows["from_ns"] / 1e9,
            "to": rows["to_ns"] / 1e9,
            "arrival": rows["arrival_ns"] / 1e9,
            "rate": rows["rate"],
            "starts_segment": rows["starts_segment"].astype(bool),
            "linear": rows["is_linear"].astype(bool),
            "rotation": rows["has_rotation"].astype(bool),
            "fault": texts(faults),
            "speed": rows["speed"],
            "pressure_spread_30": rows["pressure_spread"][:, 0],
            "pressure_spread_60": rows["pressure_spread"][:, 1],
        }
    )
    return RecordingWindows(table, pd.DataFrame(values, columns=feature_names()), motion)


def _joined(by: str, parts: list[tuple[Any, RecordingWindows]]) -> RecordingWindows:
    """The windows of recordings, one after the other; the first column has the value of each recording."""
    if not parts:
        raise UsageError("the table has no rows; give samples")
    values = pd.Series([value for value, _ in parts]).repeat([len(part) for _, part in parts]).reset_index(drop=True)
    table = pd.concat([part.table for _, part in parts], ignore_index=True)
    if by in table:
        raise UsageError(f"by is {by!r}, which is a column of the result; rename the table's column")
    table.insert(0, by, values)
    return RecordingWindows(
        table,
        pd.concat([part.features for _, part in parts], ignore_index=True),
        np.concatenate([part.samples for _, part in parts]),
    )


def _taken(stream: WindowStreamHandle, with_samples: bool) -> tuple[Any, Any, Any]:
    left, done = c_size_t(), c_size_t()
    stream.call("gaitway_window_stream_take", 0, None, None, None, None, byref(left))
    count = left.value
    rows = np.zeros(count, window_type)
    values = np.empty((count, int(library().gaitway_feature_count())))
    motion = np.empty((count if with_samples else 0, WINDOW_SAMPLES, 6), np.float32)
    if count:
        stream.call(
            "gaitway_window_stream_take",
            count,
            address(rows),
            address(values),
            address(motion) if with_samples else None,
            byref(done),
            None,
        )
    return rows, values, motion
