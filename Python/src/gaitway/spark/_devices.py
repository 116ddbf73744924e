# SPDX-License-Identifier: Apache-2.0
"""The work on the samples of one device, and its state between micro-batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray
from pyspark.sql.streaming.stateful_processor import (
    ExpiredTimerInfo,
    StatefulProcessor,
    StatefulProcessorHandle,
    TimerValues,
)

from .._arrays import Arrays
from .._model import Model
from .._recognizer import RecognizerHandle, RestoredRecognizerHandle, open_recognizer, table_of
from ._samples import ACCELERATION, NAMES, SAMPLE, SCALARS, samples_of

__all__ = ["STATE", "Devices", "Work"]

#: Other sensors may begin before the accelerometer; no feature looks back farther.
_LEAD = 60_000_000_000

#: The columns of a device's state.
STATE = "origin bigint, fed bigint, late bigint, waiting binary, recognizer binary"


@dataclass
class Work:
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
        device = self.device(state.get if state.exists else None, None if state.hasTimedOut else frames)
        if device.is_empty:
            state.remove()
        else:
            state.update(device.state())
            if self.timeout is not None:
                state.setTimeoutDuration(self.timeout)
        yield from self.rows(key, device)

    def device(self, saved: tuple[Any, ...] | None, frames: Iterable[pd.DataFrame] | None) -> _Device:
        """A device from its state, after new rows, or without rows after its recording has ended."""
        device = _Device(self, saved)
        if frames is None:
            device.end(None)
        else:
            # The order of rows within a micro-batch says nothing: all are needed before the first is used.
            device.take(pd.concat(list(frames), ignore_index=True))
        return device

    def whole(self, key: tuple[Any, ...], rows: pa.Table) -> pa.Table:
        """All reports of a key whose rows are all there."""
        schema = pa.schema([rows.schema.field(self.key), *self.results])
        device = self.device(None, [rows.to_pandas()])
        device.end(None)
        tables = [
            pa.Table.from_pandas(table, schema, preserve_index=False, safe=False) for table in self.rows(key, device)
        ]
        return pa.concat_tables([schema.empty_table(), *tables])

    def rows(self, key: tuple[Any, ...], device: _Device) -> Iterator[pd.DataFrame]:
        """The rows that came out."""
        for table in device.tables:
            table.insert(0, self.key, [key[0]] * len(table))
            whole = table.reindex(columns=self.columns)
            # Spark cannot take pandas's own texts here, also not as categories, nor numbers for a missing text or time.
            texts = (pd.StringDtype, pd.CategoricalDtype)
            objects = [name for name in self.columns if name not in table or isinstance(table[name].dtype, texts)]
            yield whole.astype(dict.fromkeys(objects, object))


class Devices(StatefulProcessor):
    """The work on each device, for `transformWithStateInPandas`."""

    def __init__(self, work: Work) -> None:
        self._work = work

    def init(self, handle: StatefulProcessorHandle) -> None:
        self._handle = handle
        self._state = handle.getValueState("device", STATE)

    def handleInputRows(  # noqa: N802
        self, key: tuple[Any, ...], rows: Iterator[pd.DataFrame], timerValues: TimerValues
    ) -> Iterator[pd.DataFrame]:
        device = self._work.device(self._state.get() if self._state.exists() else None, rows)
        if self._work.timeout is not None:
            for timer in list(self._handle.listTimers()):
                self._handle.deleteTimer(timer)
        if device.is_empty:
            self._state.clear()
        else:
            self._state.update(device.state())
            if self._work.timeout is not None:
                self._handle.registerTimer(timerValues.getCurrentProcessingTimeInMs() + self._work.timeout)
        return self._work.rows(key, device)

    def handleExpiredTimer(  # noqa: N802
        self, key: tuple[Any, ...], timerValues: TimerValues, expiredTimerInfo: ExpiredTimerInfo
    ) -> Iterator[pd.DataFrame]:
        device = self._work.device(self._state.get(), None)
        self._state.clear()
        return self._work.rows(key, device)

    def close(self) -> None:
        pass


class _Device:
    """The state of a device, and the rows that come out."""

    def __init__(self, work: Work, state: tuple[Any, ...] | None) -> None:
        self.work = work
        self.tables: list[pd.DataFrame] = []
        self.origin: int | None = None
        self.fed: int | None = None
        self.late = 0
        self.waiting: NDArray[Any] = np.empty(0, SAMPLE)
        self.recognizer: RecognizerHandle | None = None
        if state is not None:
            self.origin, self.fed, self.late, waiting, saved = state
            self.waiting = np.frombuffer(bytes(waiting), SAMPLE)
            if saved is not None:
                self.recognizer = RestoredRecognizerHandle(bytes(saved), work.model)

    def _reset(self) -> None:
        self.origin, self.fed, self.late = None, None, 0
        self.waiting, self.recognizer = np.empty(0, SAMPLE), None

    @property
    def is_empty(self) -> bool:
        return self.recognizer is None and not len(self.waiting) and self.fed is None

    def state(self) -> tuple[Any, ...]:
        """The state that Spark keeps, in the order of its schema."""
        saved = None if self.recognizer is None else self.recognizer.saved()
        return self.origin, self.fed, self.late, self.waiting.tobytes(), saved

    def take(self, frame: pd.DataFrame) -> None:
        """Take rows in any order."""
        samples, ends, faults = samples_of(frame)
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
            isours = np.isin(samples["sensor"], ACCELERATION)
            if not isours.any():
                # Answers need acceleration. Until it comes, samples that no later feature needs are dropped.
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
        for sensor, name in enumerate(NAMES):
            own = samples[samples["sensor"] == sensor]
            if len(own) and (name != "speed" or self.work.options["use_speed"]):
                values = own["value"][:, 0] if sensor >= SCALARS else own["value"]
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
