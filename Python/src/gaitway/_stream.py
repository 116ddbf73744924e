# SPDX-License-Identifier: Apache-2.0
"""Activity streams as tables and as text."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from ._command import PathLike, operand
from ._errors import InputError, UsageError
from ._lazy import pd
from ._texts import texts

__all__ = ["ACTIVITIES", "CLASSES", "Activities", "fixed", "read_stream", "stream_bytes", "to_stream"]

#: The activities, in the order of reports.
ACTIVITIES = ("stationary", "walking", "running", "cycling", "automotive")
#: The classes of probabilities: the activities, and other motion.
CLASSES = (*ACTIVITIES, "none")
#: The flags of a report, in the order of the stream.
FLAGS = ("stationary", "walking", "running", "automotive", "cycling", "unknown")

Activities: TypeAlias = "pd.DataFrame | PathLike"

_SECOND = 1_000_000_000


def answer(flags: dict[str, bool]) -> str:
    """One word for a report's flags; a vehicle at rest is automotive."""
    if flags["unknown"]:
        return "unknown"
    for name in ("automotive", "cycling", "running", "walking", "stationary"):
        if flags[name]:
            return name
    return "none"


def report_columns(with_speed: bool, with_steps: bool, with_provisional: bool = False) -> list[str]:
    """The columns of a table of reports: those of the CSV, without the log's name."""
    names = ["elapsed", "start", "delivered", "activity", *FLAGS, "confidence"]
    names += [f"{kind}.{name}" for kind in ("probabilities", "smoothed") for name in CLASSES]
    names += ["reason", "repeat", "window.from", "window.to"]
    names += ["speed"] if with_speed else []
    names += ["steps", "cadence"] if with_steps else []
    return [*names, "provisional"] if with_provisional else names


def fixed(number: float, places: int) -> str:
    """A number with some decimals, halves away from zero, as the command writes it."""
    scaled = number * 10.0**places
    whole = math.floor(abs(scaled))
    whole += abs(scaled) - whole >= 0.5
    sign = "-" if scaled < 0 and whole else ""
    unit = 10**places
    return f"{sign}{whole // unit}" + (f".{whole % unit:0{places}d}" if places else "")


def _seconds(value: float) -> str:
    """Seconds to the millisecond, halves away from zero, with as few decimals as that needs."""
    nanoseconds = round(value * _SECOND)
    scaled = (abs(nanoseconds) + 500_000) // 1_000_000
    sign = "-" if nanoseconds < 0 and scaled else ""
    whole, fraction = divmod(scaled, 1000)
    return f"{sign}{whole}" + (f".{fraction:03d}".rstrip("0") if fraction else "")


def _moment(value: object) -> str:
    if value is None or value is pd.NaT or (isinstance(value, float) and math.isnan(value)):
        return "null"
    # Timestamps are cut to the millisecond, downwards.
    stamp = pd.Timestamp(value)  # type: ignore[arg-type]
    nanoseconds = stamp.as_unit("ns").value
    seconds, rest = divmod(nanoseconds, _SECOND)
    text = np.datetime_as_string(np.datetime64(seconds, "s"))
    return f'"{text}.{rest // 1_000_000:03d}Z"'


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _lines(frame: pd.DataFrame) -> Iterator[str]:
    attributes = frame.attrs
    announced = [name for name in ("speed", "steps", "provisional") if name in frame]
    with_speed, with_steps, with_provisional = (name in announced for name in ("speed", "steps", "provisional"))
    fields = ",".join(f'"{name}"' for name in announced)
    smoothing = attributes.get("smoothing")
    yield (
        f'{{"gaitway":"activity-stream","version":3,"source":{_quoted(str(attributes.get("source", "")))},'
        f'"model":{_quoted(str(attributes.get("model", "")))},"origin":{_moment(attributes.get("origin"))},'
        f'"smoothing":{"null" if smoothing is None else _quoted(str(smoothing))}'
        + (f',"fields":[{fields}]}}' if fields else "}")
    )
    names = report_columns(with_speed, with_steps, with_provisional)
    missing = [name for name in names if name not in frame]
    if missing:
        raise UsageError(
            f"the table has no column {missing[0]}; give what classify returns with rows='changes' or 'windows'"
        )
    # The whole column at once: a row of a table by itself is slow.
    columns = {name: frame[name].tolist() for name in names}
    for row in range(len(frame)):
        parts = [
            f'"elapsed":{_seconds(columns["elapsed"][row])}',
            f'"start":{_moment(columns["start"][row])}',
            f'"delivered":{_seconds(columns["delivered"][row])}',
            f'"activity":"{answer({flag: bool(columns[flag][row]) for flag in FLAGS})}"',
        ]
        parts += [f'"{flag}":{"true" if columns[flag][row] else "false"}' for flag in FLAGS]
        parts.append(f'"confidence":"{columns["confidence"][row]}"')
        for kind in ("probabilities", "smoothed"):
            values = [columns[f"{kind}.{name}"][row] for name in CLASSES]
            if not any(math.isnan(value) for value in values):
                inner = ",".join(
                    f'"{n}":{fixed(min(max(v, 0.0), 1.0), 4)}' for n, v in zip(CLASSES, values, strict=True)
                )
                parts.append(f'"{kind}":{{{inner}}}')
        reason = columns["reason"][row]
        if isinstance(reason, str) and reason:
            parts.append(f'"reason":{_quoted(reason)}')
        if columns["repeat"][row]:
            parts.append('"repeat":true')
        if with_provisional and columns["provisional"][row]:
            parts.append('"provisional":true')
        first, last = columns["window.from"][row], columns["window.to"][row]
        if not math.isnan(first):
            parts.append(f'"window":[{_seconds(first)},{_seconds(last)}]')
        if with_speed and not math.isnan(columns["speed"][row]):
            parts.append(f'"speed":{fixed(columns["speed"][row], 3)}')
        if with_steps:
            cadence = columns["cadence"][row]
            parts.append(f'"steps":{int(columns["steps"][row])}')
            parts.append(f'"cadence":{"null" if math.isnan(cadence) else fixed(cadence, 2)}')
        yield "{" + ",".join(parts) + "}"
    if "end" in attributes:
        repaired = ",".join(f"{_quoted(kind)}:{count}" for kind, count in attributes.get("repaired", {}).items())
        speeds = f'"windows_with_speed":{attributes.get("windows_with_speed", 0)},' if with_speed else ""
        steps = f'"steps":{attributes.get("steps", 0)},' if with_steps else ""
        yield (
            f'{{"end":{_seconds(attributes["end"])},"windows":{attributes.get("windows", len(frame))},{speeds}{steps}'
            f'"repaired":{{{repaired}}}}}'
        )


def to_stream(frame: pd.DataFrame) -> str:
    """Write a table of reports as an activity stream.

    Parameters
    ----------
    frame
        A table of `classify` with ``rows="changes"`` or ``"windows"``.

    Returns
    -------
    str
        NDJSON, the text that ``gaitway classify --format ndjson`` writes for the same log.

    Raises
    ------
    UsageError
        If columns are missing.

    Examples
    --------
    >>> gaitway.to_stream(gaitway.classify("Datasets/run", rows="changes"))[:28]
    '{"gaitway":"activity-stream"'
    """
    return "".join(line + "\n" for line in _lines(frame))


def stream_bytes(activities: Activities | None) -> tuple[bytes | None, str | None]:
    """The command's ``--activities``: text for its standard input, and the option's value."""
    if activities is None:
        return None, None
    if isinstance(activities, pd.DataFrame):
        return to_stream(activities).encode(), "-"
    return None, operand(activities)


def read_stream(source: PathLike) -> pd.DataFrame:
    """Read an activity stream that the command wrote as NDJSON.

    Parameters
    ----------
    source
        The file.

    Returns
    -------
    pandas.DataFrame
        A row for each report, as `classify` returns it; probabilities have the four decimals of the file. Its `attrs`
        have the header and the closing line; without ``end`` in them the stream was cut.

    Raises
    ------
    InputError
        If the file is unreadable, is not an activity stream, or holds several.

    Examples
    --------
    >>> with open("run.ndjson", "w") as file:
    ...     written = file.write(gaitway.to_stream(gaitway.classify("Datasets/run", rows="changes")))
    >>> "running" in set(gaitway.read_stream("run.ndjson")["activity"])
    True
    """
    path = os.fspath(source)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InputError(
            f"cannot be read: {reason}", "check the path and its permissions", source=path, code="unreadable"
        ) from error
    return parse_stream(text, path)


def parse_stream(text: str, source: str) -> pd.DataFrame:
    """The table of a stream's text."""
    header: dict[str, Any] | None = None
    footer: dict[str, Any] | None = None
    reports: list[dict[str, Any]] = []
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            if number == len(lines) and not line.endswith("\n"):
                break  # The last line is cut off.
            raise InputError(
                "the line is not JSON",
                "give an activity stream in NDJSON",
                source=source,
                line=number,
                code="malformed",
            ) from error
        if not isinstance(value, dict):
            raise InputError(
                "the line is not a JSON object",
                "give an activity stream in NDJSON",
                source=source,
                line=number,
                code="malformed",
            )
        if "gaitway" in value:
            if header is not None:
                raise InputError(
                    "a second stream begins here",
                    "read one stream at a time",
                    source=source,
                    line=number,
                    code="unsupported",
                )
            if value["gaitway"] != "activity-stream" or value.get("version") not in (1, 2, 3):
                raise InputError(
                    f"{value['gaitway']} of version {value.get('version')} is unknown",
                    "give an activity stream of version 1, 2 or 3", source=source, line=number, code="unsupported",
                )  # fmt: skip
            header = value
        elif header is None:
            raise InputError(
                "there is no header", "give an activity stream in NDJSON", source=source, line=number, code="malformed"
            )
        elif "end" in value:
            footer = value
        elif footer is not None:
            raise InputError(
                "a report follows the closing line",
                "give an activity stream in NDJSON",
                source=source,
                line=number,
                code="malformed",
            )
        else:
            reports.append(value)
            with_steps = "steps" in header.get("fields", ())
            required = ("elapsed", "delivered", *FLAGS, *(("steps", "cadence") if with_steps else ()))
            if any(key not in value for key in required):
                raise InputError(
                    "the report lacks a key",
                    "give an activity stream in NDJSON",
                    source=source,
                    line=number,
                    code="malformed",
                )
            if "steps" in value and not with_steps:
                raise InputError(
                    'the stream does not announce "steps"',
                    "announce it by the header's fields",
                    source=source,
                    line=number,
                    code="malformed",
                )
    if header is None:
        raise InputError("there is nothing in it", "give an activity stream in NDJSON", source=source, code="empty")
    with_speed = header["version"] == 2 or "speed" in header.get("fields", ())
    with_steps = "steps" in header.get("fields", ())
    with_provisional = "provisional" in header.get("fields", ())
    columns: dict[str, list[Any]] = {name: [] for name in report_columns(with_speed, with_steps, with_provisional)}
    for report in reports:
        columns["elapsed"].append(report["elapsed"])
        columns["start"].append(report.get("start"))
        columns["delivered"].append(report["delivered"])
        columns["activity"].append(answer(report))
        for flag in FLAGS:
            columns[flag].append(report[flag])
        columns["confidence"].append(report.get("confidence"))
        for kind in ("probabilities", "smoothed"):
            values = report.get(kind) or {}
            for name in CLASSES:
                columns[f"{kind}.{name}"].append(values.get(name, math.nan))
        columns["reason"].append(report.get("reason"))
        columns["repeat"].append(report.get("repeat", False))
        first, last = report.get("window") or (math.nan, math.nan)
        columns["window.from"].append(first)
        columns["window.to"].append(last)
        if with_speed:
            columns["speed"].append(report.get("speed", math.nan))
        if with_steps:
            columns["steps"].append(report["steps"])
            cadence = report["cadence"]
            columns["cadence"].append(math.nan if cadence is None else cadence)
        if with_provisional:
            columns["provisional"].append(report.get("provisional", False))
    attributes: dict[str, Any] = {key: header[key] for key in ("source", "model", "origin")}
    attributes["smoothing"] = header.get("smoothing")
    attributes.update(footer or {})
    return reports_table(columns, attributes)


def reports_table(columns: dict[str, Any], attributes: dict[str, Any]) -> pd.DataFrame:
    """A table of reports with typed columns, for any number of rows."""
    frame = pd.DataFrame(columns)
    for name in columns:
        if name == "start":
            frame[name] = pd.to_datetime(frame[name], format="ISO8601", utc=True).astype("datetime64[ns, UTC]")
        elif name in ("activity", "confidence", "reason"):
            frame[name] = texts(frame[name])
        elif name in FLAGS or name in ("repeat", "provisional"):
            frame[name] = frame[name].astype(bool)
        elif name == "steps":
            frame[name] = frame[name].astype(np.int64)
        else:
            frame[name] = frame[name].astype(np.float64)
    frame.attrs.update(attributes)
    return frame
