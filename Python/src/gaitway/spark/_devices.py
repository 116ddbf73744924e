# SPDX-License-Identifier: Apache-2.0
"""The work on the samples of one device, and its state between micro-batches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
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
from .._errors import GaitwayError, InputError
from .._model import Model, as_model
from .._recognizer import RecognizerHandle, RestoredRecognizerHandle, open_recognizer, table_of
from ._samples import ACCELERATION, NAMES, SAMPLE, SCALARS, Fault, moment, samples_of

__all__ = ["STATE", "Devices", "Work"]

#: Other sensors may begin before the accelerometer; no feature looks back farther.
_LEAD = 60_000_000_000

#: How far samples may be from those before them until others have to follow: nanoseconds, or the delay if it is longer.
_JUMP = 60_000_000_000
#: The samples and the nanoseconds that show a clock to go on at another time. Fewer samples make no window.
_LEAST_COUNT, _LEAST_SPAN = 9, 5_000_000_000

#: The columns of a device's state.
STATE = "origin bigint, fed bigint, late bigint, waiting binary, recognizer binary"


#: The beginning of a saved recogniser with the settings that it was made with.
_SETTINGS = b"gaitway-settings\n"


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

    @cached_property
    def settings(self) -> bytes:
        """What the model and the options are told from others by, before a saved recogniser."""
        told = [as_model(self.model).to_bytes(), repr(sorted(self.options.items())).encode()]
        return _SETTINGS + hashlib.sha256(b"".join(told)).digest()

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
            if "start" in table:
                # Spark counts microseconds, and refuses a moment between two of them.
                whole["start"] = whole["start"].dt.floor("us")
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

    origin: int | None
    #: The moment up to which samples were used.
    fed: int | None
    late: int
    #: In time order. Those up to `fed` wait until it is known whether the clock was set back.
    waiting: NDArray[Any]
    recognizer: RecognizerHandle | None

    def __init__(self, work: Work, state: tuple[Any, ...] | None) -> None:
        self.work = work
        self.tables: list[pd.DataFrame] = []
        self._reset()
        if state is not None:
            self.origin, self.fed, self.late, waiting, saved = state
            self.waiting = np.frombuffer(bytes(waiting), SAMPLE)
            if saved is not None:
                self._restore(bytes(saved))

    def _reset(self) -> None:
        self.origin, self.fed, self.late = None, None, 0
        self.waiting, self.recognizer = np.empty(0, SAMPLE), None

    def _restore(self, saved: bytes) -> None:
        """Go on from a saved recogniser. If that cannot be, the recording ends without its last reports."""
        head = len(self.work.settings)
        try:
            if saved.startswith(_SETTINGS):
                if saved[:head] != self.work.settings:
                    raise InputError("the query was started with another model or other options", code="unsupported")
                saved = saved[head:]
            self.recognizer = RestoredRecognizerHandle(saved, self.work.model)
        except GaitwayError as fault:
            begun = "" if self.origin is None else f" that began at {moment(self.origin)}"
            problem = fault.problem if isinstance(fault, InputError) else str(fault)
            self._tell(Fault("state", f"{problem}: the recording{begun} ends here, and another one begins"), ended=True)
            waiting = self.waiting
            self._reset()
            self.waiting = waiting

    @property
    def is_empty(self) -> bool:
        return self.recognizer is None and not len(self.waiting) and self.fed is None

    def state(self) -> tuple[Any, ...]:
        """The state that Spark keeps, in the order of its schema."""
        saved = None if self.recognizer is None else self.work.settings + self.recognizer.saved()
        return self.origin, self.fed, self.late, self.waiting.tobytes(), saved

    def take(self, frame: pd.DataFrame) -> None:
        """Take rows in any order."""
        samples, ends, faults = samples_of(frame)
        for fault in faults:
            self._tell(fault)
        for end in np.sort(ends):
            isbefore = samples["time"] <= end
            self._take_samples(samples[isbefore])
            samples = samples[~isbefore]
            self.end(int(end))
        self._take_samples(samples)

    # ------------------------------------------------------------------------------------------------------------------
    # clocks

    @property
    def _jump(self) -> int:
        return max(_JUMP, self.work.delay)

    def _shows_a_clock(self, times: NDArray[np.int64]) -> bool:
        """Whether samples are enough to believe their clock."""
        least = max(_LEAST_SPAN, self.work.delay)
        return len(times) >= _LEAST_COUNT and int(times[-1]) - int(times[0]) >= least

    def _take_samples(self, samples: NDArray[Any]) -> None:
        if self.fed is not None:
            # Samples from long before wait: the clock may have been set back.
            late = (samples["time"] <= self.fed) & (samples["time"] > self.fed - self._jump)
            self._leave_out(late.sum(), f"came more than {self.work.delay / 1e9:g} s later than others", "late",
                            "give a longer delay if that is common")  # fmt: skip
            samples = samples[~late]
        if not len(samples):
            return
        waited = self._live(self.waiting)
        waiting = np.concatenate([self.waiting, samples])
        self.waiting = waiting[np.lexsort((waiting["sensor"], waiting["time"]))]
        self._drop_first()
        live = self._live(self.waiting)
        trusted, before = self._trusted(live["time"]), self._trusted(waited["time"])
        newest = int(live["time"][trusted - 1]) if trusted else None
        if newest is not None and (not before or newest > int(waited["time"][before - 1])):
            # The clock goes on as before: what waited for others to follow is wrong.
            self._drop(self.waiting[: len(self.waiting) - len(live)], "before")
            ahead = live[trusted:]
            self._drop(ahead[np.isin(ahead["time"], waited["time"][before:])], "after")
        elif self.fed is not None and self._shows_a_clock(self.waiting["time"][: len(self.waiting) - len(live)]):
            self._set_back()
            return
        if newest is not None:
            self._feed(newest - self.work.delay)

    def _live(self, samples: NDArray[Any]) -> NDArray[Any]:
        """Samples after those that were used."""
        return samples if self.fed is None else samples[samples["time"] > self.fed]

    def _trusted(self, times: NDArray[np.int64]) -> int:
        """How many of the times are those of the device's clock: up to a jump that too few samples follow."""
        before = times[:1] - 1 if self.fed is None else np.array([self.fed])
        for jump in np.flatnonzero(np.diff(times, prepend=before) > self._jump):
            if not self._shows_a_clock(times[jump:]):
                return int(jump)
        return len(times)

    def _drop_first(self) -> None:
        """Leave out the first samples of a device if they are few and long before the others."""
        if self.fed is not None:
            return
        for jump in np.flatnonzero(np.diff(self.waiting["time"]) > self._jump)[::-1] + 1:
            if jump < _LEAST_COUNT and self._shows_a_clock(self.waiting["time"][jump:]):
                self._drop(self.waiting[:jump], "before")
                return

    def _drop(self, dropped: NDArray[Any], side: str) -> None:
        """Leave out samples that wait."""
        if len(dropped):
            self.waiting = self.waiting[~np.isin(self.waiting["time"], dropped["time"])]
            text = f"have times more than {self._jump / 1e9:g} s {side} the device's others, the first "
            self._leave_out(len(dropped), text + moment(dropped["time"][0]), "clock", "set the device's clock")

    def _set_back(self) -> None:
        """End the recording at a clock that was set back, and begin one with the samples that show it."""
        waiting, live = self.waiting, self._live(self.waiting)
        back = waiting[: len(waiting) - len(live)]
        self.waiting = live
        fed = self.fed or 0
        text = (
            f"the clock went back by {(fed - int(back['time'][0])) / 1e9:.0f} s, to {moment(back['time'][0])}: one "
            "recording ends, and another one begins"
        )
        self.end(int(fed), Fault("clock", text))
        self._take_samples(back)

    # ------------------------------------------------------------------------------------------------------------------
    # the recogniser

    def _feed(self, horizon: int) -> None:
        """Use the samples up to a moment."""
        times = self.waiting["time"]
        first = 0 if self.fed is None else int(np.searchsorted(times, self.fed, side="right"))
        last = int(np.searchsorted(times, horizon, side="right"))
        if first >= last:
            return
        samples = self.waiting[first:last]
        if self.recognizer is None:
            isours = np.isin(samples["sensor"], ACCELERATION)
            if not isours.any():
                # Answers need acceleration. Until it comes, samples that no later feature needs are dropped.
                old = int((samples["time"] < horizon - _LEAD).sum())
                self.waiting = self.waiting[old:]
                self._leave_out(old, "came long before any acceleration", "no-acceleration")
                return
            self.origin = int(samples["time"][isours][0])
            self.recognizer = open_recognizer(self.work.model, origin=self.origin, **self.work.options)
        self.waiting = np.concatenate([self.waiting[:first], self.waiting[last:]])
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
        try:
            self.recognizer.call("gaitway_recognizer_append", made, number)
        except InputError as fault:
            # The recogniser took nothing of the call. No fault is known that gets here.
            self._tell(Fault(fault.code or "value", f"{len(samples)} samples are left out: {fault}"))
            self.late += len(samples)
        del kept
        self._report()

    def end(self, at: int | None, fault: Fault | None = None) -> None:
        """End the recording."""
        hadsamples = len(self.waiting) > 0
        live = self._live(self.waiting)
        self._drop(self.waiting[: len(self.waiting) - len(live)], "before")
        ahead = live[self._trusted(live["time"]) :]
        if len(ahead) < _LEAST_COUNT:
            self._drop(ahead, "after")
        if len(self.waiting):
            self._feed(int(self.waiting["time"][-1]))
        if self.recognizer is not None:
            self.recognizer.call("gaitway_recognizer_finish")
            self._report()
        else:
            self._leave_out(len(self.waiting), "have no acceleration beside them", "no-acceleration",
                            "send acceleration, too")  # fmt: skip
            if fault is None and not hadsamples and (at is None or self.fed is None):
                self._reset()
                return
        if fault is None:
            self.tables.append(pd.DataFrame({"ended": [True], "late": [self.late]}))
        else:
            self._tell(fault, ended=True)
        self._reset()

    def _report(self) -> None:
        assert self.recognizer is not None
        rows = self.recognizer.taken()
        if len(rows):
            table = table_of(rows, {}, with_speed=self.work.options["use_speed"])
            table.attrs = {}
            self.tables.append(table.assign(ended=False, late=self.late))

    def _leave_out(self, count: Any, why: str, code: str, remedy: str = "") -> None:
        """Count samples that are left out, and report them."""
        if count:
            self.late += int(count)
            text = f"{int(count)} samples {why}; they are left out" + (f"; {remedy}" if remedy else "")
            self._tell(Fault(code, text))

    def _tell(self, fault: Fault, *, ended: bool = False) -> None:
        self.tables.append(
            pd.DataFrame({"ended": [ended], "late": [self.late], "error": [fault.text], "code": [fault.code]})
        )
