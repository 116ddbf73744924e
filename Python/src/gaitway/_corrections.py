# SPDX-License-Identifier: Apache-2.0
"""A person's corrections of a stored timeline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, TypeAlias

from ._lazy import pd

__all__ = ["Correction", "CorrectionKind", "When", "number_or_when", "parsed", "when"]

#: The kinds of corrections.
CorrectionKind: TypeAlias = Literal[
    "activity", "vehicle", "split", "boundary", "merge", "stay", "trip", "gap", "name", "radius", "same-place"
]
#: A moment or a day, as text or as a value of Python or pandas. A time without a zone is of the store's.
When: TypeAlias = "str | date | datetime | pd.Timestamp"

_ROW = re.compile(r"^\s*(\d+)\s+(?:merge )?(\S+)\s+(.*?)(\s+fits nothing)?\s*$")


@dataclass(frozen=True, repr=False)
class Correction:
    """A person's correction of a stored timeline.

    Attributes
    ----------
    number
        Its number in the store, which `Store.withdraw` takes.
    kind
        ``activity``, ``vehicle``, ``split``, ``boundary``, ``visit``, ``move``, ``stay``, ``trip``, ``gap``, ``name``,
        ``radius`` or ``same-place``. A merge is a ``visit`` or a ``move``.
    text
        What it says, for people.
    fits
        False if it waits: nothing in the timeline fits it yet.
    content
        The correction in the form of a file of corrections.

    Examples
    --------
    >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
    >>> notes = store.add("Datasets/day/day.gpx")
    >>> store.correct("split", "2026-05-04T09:00")
    Correction(1, split: 2026-05-04 09:00:00 +00:00)
    """

    number: int
    kind: str
    text: str
    fits: bool = True
    content: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Correction({self.number}, {self.kind}: {self.text}{'' if self.fits else ', fits nothing'})"


def when(value: When) -> str:
    """A moment for the command, which takes texts as they are."""
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        return value.isoformat(timespec="microseconds")
    return value.isoformat()


def parsed(text: str, contents: Sequence[dict[str, Any]] | None = None) -> list[Correction]:
    """The corrections of the command's list, with those of its file in the same order."""
    rows = [match for line in text.splitlines() if (match := _ROW.match(line))]
    each = [{} for _ in rows] if contents is None else contents
    return [
        Correction(int(row[1]), row[2], row[3], row[4] is None, dict(content))
        for row, content in zip(rows, each, strict=True)
    ]


def number_or_when(value: Any) -> str:
    """A number or a moment for the command."""
    return repr(value) if isinstance(value, int | float) else when(value)
