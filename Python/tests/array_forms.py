# SPDX-License-Identifier: Apache-2.0
"""One ride in the forms in which arrays and tables come.

Run by itself, it prints how many windows of some rides differ from those of their file, for each form:

    python Python/tests/array_forms.py Datasets/walk Datasets/commute
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd

import gaitway

START = 1_700_000_000_000_000_000
GRAVITY = 9.80665
#: A form: from nanoseconds, acceleration and rotation rate (or None) to the arguments of classify.
Form = Callable[[Any, Any, Any], tuple[Any, dict[str, Any]]]


def _timed(time: Callable[[Any], Any], **more: Any) -> Form:
    """A form of times. A sensor of other times gets them in the same form."""

    def form(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
        return motion, {"time": time(nanoseconds), **_turn(turn, time), **more}

    return form


def _turn(turn: Any, time: Callable[[Any], Any]) -> dict[str, Any]:
    return {} if turn is None else {"rotation_rate": (time(turn[0]), turn[1])}


def _scaled(scale: float, **more: Any) -> Form:
    def form(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
        return motion.astype(np.float64) * scale, {
            "time": nanoseconds / 1e9,
            **_turn(turn, lambda time: time / 1e9),
            **more,
        }

    return form


def _in_degrees(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    turned = None if turn is None else (turn[0], turn[1] * (180 / np.pi))
    return motion, {"time": nanoseconds / 1e9, **_turn(turned, lambda time: time / 1e9)}


def _in_stated_degrees(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    log, arguments = _in_degrees(nanoseconds, motion, turn)
    return log, arguments if turn is None else {**arguments, "rotation_unit": "deg/s"}


def _masked(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    """Rubbish between the samples, and a mask over it."""
    rubbish = np.repeat(motion, 2, axis=0)
    rubbish[1::2] = 999
    mask = np.zeros(rubbish.shape, bool)
    mask[1::2] = True
    between = np.repeat(nanoseconds, 2)
    between[1:-1:2] += np.diff(nanoseconds) // 2
    return np.ma.masked_array(rubbish, mask), {"time": between, **_turn(turn, lambda time: time)}


def _table(nanoseconds: Any, motion: Any, *, time: str = "time", unit: str = "", scale: float = 1.0) -> dict[str, Any]:
    columns = {f"{axis}{unit}": motion[:, index] * scale for index, axis in enumerate("xyz")}
    return {time: nanoseconds, **columns}


def _frame(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    return pd.DataFrame(_table(nanoseconds / 1e9, motion)), _turn(turn, lambda time: time / 1e9)


def _frame_in_g(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    columns = _table(nanoseconds // 1000, motion, time="time_us", unit=" (g)", scale=1 / GRAVITY)
    return pd.DataFrame(columns), _turn(turn, lambda time: time // 1000)


def _indexed(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    index = pd.DatetimeIndex(nanoseconds + START).tz_localize("UTC")
    return pd.DataFrame(motion, index=index, columns=list("xyz")), _turn(
        turn, lambda time: pd.DatetimeIndex(time + START)
    )


def _in_polars(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    import polars

    moments = (nanoseconds + START).astype("datetime64[ns]")
    return polars.DataFrame(_table(moments, motion)), _turn(turn, lambda time: (time + START).astype("datetime64[ns]"))


def _in_arrow(nanoseconds: Any, motion: Any, turn: Any) -> tuple[Any, dict[str, Any]]:
    import pyarrow as pa

    moments = (nanoseconds + START).astype("datetime64[ns]")
    return pa.table(_table(moments, motion)), _turn(turn, lambda time: (time + START).astype("datetime64[ns]"))


def _datetimes(nanoseconds: Any) -> list[datetime]:
    start = datetime.fromtimestamp(START // 10**9, UTC)
    return [start + timedelta(microseconds=int(one)) for one in nanoseconds // 1000]


FORMS: dict[str, Form] = {
    "seconds": _timed(lambda time: time / 1e9),
    "int64 nanoseconds": _timed(lambda time: time),
    "timedelta64": _timed(lambda time: time.astype("timedelta64[ns]")),
    "microseconds, stated": _timed(lambda time: time // 1000, time_unit="us"),
    "milliseconds, stated": _timed(lambda time: np.rint(time / 1e6).astype(np.int64), time_unit="ms"),
    "Unix seconds": _timed(lambda time: time / 1e9 + START / 1e9),
    "Unix milliseconds": _timed(lambda time: np.rint(time / 1e6).astype(np.int64) + START // 10**6),
    "Unix nanoseconds": _timed(lambda time: time + START),
    "datetime64": _timed(lambda time: (time + START).astype("datetime64[ns]")),
    "pandas, Europe/Rome": _timed(
        lambda time: pd.DatetimeIndex(time + START).tz_localize("UTC").tz_convert("Europe/Rome")
    ),
    "Python datetimes": _timed(_datetimes),
    "g, found": _scaled(1 / GRAVITY),
    "g, stated": _scaled(1 / GRAVITY, unit="g"),
    "mg, found": _scaled(1000 / GRAVITY),
    "mg, stated": _scaled(1000 / GRAVITY, unit="mg"),
    "m/s^2, stated": _scaled(1, unit="m/s^2"),
    "deg/s, found": _in_degrees,
    "deg/s, stated": _in_stated_degrees,
    "masked": _masked,
    "DataFrame": _frame,
    "DataFrame, time_us and x (g)": _frame_in_g,
    "DataFrame, DatetimeIndex": _indexed,
    "polars": _in_polars,
    "Arrow": _in_arrow,
}


#: Forms whose unit can be found only if acceleration has gravity.
FOUND = {"g, found", "mg, found"}


def classified(ride: gaitway.Recording, form: str, **options: Any) -> pd.DataFrame:
    """The answers for a ride in a form."""
    linear = "linear_acceleration" in ride.sensors
    main = ride.acceleration
    turn = ride.sensors.get("rotation_rate")
    log, arguments = FORMS[form](
        main.nanoseconds, main.values, None if turn is None else (turn.nanoseconds, turn.values)
    )
    if linear:
        options["linear"] = True
    pressure = ride.sensors.get("pressure")
    if pressure is not None:
        # Barometers are slow; their times are in the form of the others.
        options["pressure"] = (FORMS[form](pressure.nanoseconds, np.ones((len(pressure), 3)), None), pressure.values)
        log_of_times, given = options["pressure"][0]
        options["pressure"] = (_times(log_of_times, given), _values(log_of_times, pressure.values))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return gaitway.classify(log, **arguments, **options)


def _times(log: Any, given: dict[str, Any]) -> Any:
    if "time" in given:
        return given["time"]
    if isinstance(log, pd.DataFrame):
        return log.index if isinstance(log.index, pd.DatetimeIndex) else log.iloc[:, 0].to_numpy()
    return np.asarray(log["time"].to_numpy())


def _values(log: Any, values: Any) -> Any:
    if isinstance(log, np.ma.MaskedArray):
        return np.ma.masked_array(np.repeat(values, 2), log.mask[:, 0])
    return values


def differing(expected: pd.DataFrame, found: pd.DataFrame) -> tuple[int, int]:
    """The windows whose answer differs, and those of them with high confidence."""
    if len(found) != len(expected):
        return len(expected), int((found["confidence"] == "high").sum())
    wrong = (found["activity"] != expected["activity"]).to_numpy()
    return int(wrong.sum()), int((wrong & (found["confidence"] == "high").to_numpy()).sum())


def main(paths: Iterable[str]) -> None:
    """Print a line for each form."""
    rides = [(gaitway.classify(path, rows="windows"), gaitway.read(path)) for path in paths]
    total = sum(len(expected) for expected, _ in rides)
    print(f"{len(rides)} rides, {total} windows")
    print(f"{'form':30} {'differ':>7} {'with high confidence':>21} {'refused':>8}")
    for form in FORMS:
        differ = high = refused = 0
        for expected, ride in rides:
            try:
                found = classified(ride, form, rows="windows")
            except (gaitway.GaitwayError, TypeError, ValueError):
                refused += len(expected)
                continue
            one, confident = differing(expected, found)
            differ, high = differ + one, high + confident
        print(f"{form:30} {differ:7} {high:21} {refused:8}")


if __name__ == "__main__":
    main(sys.argv[1:])
