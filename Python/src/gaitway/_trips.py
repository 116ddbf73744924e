"""Turns a track into a timeline, by the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from ._command import PathLike, operand, option, run
from ._stream import Activities, stream_bytes

__all__ = ["Timeline", "trips"]


@dataclass(frozen=True)
class Timeline:
    """A day as places and moves.

    Attributes
    ----------
    document
        The timeline as ``gaitway trips --format json`` writes it.
    notes
        What the command said beside it.
    """

    document: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    @property
    def items(self) -> pd.DataFrame:
        """Visits, moves and gaps: a row each, in time order; they touch and never overlap."""
        rows = [{key: value for key, value in item.items() if not isinstance(value, list)} for item in self.document["items"]]
        return _with_times(pd.DataFrame(rows))

    @property
    def sections(self) -> pd.DataFrame:
        """The parts of moves with one activity: a row each; `item` is the row of its move in `items`."""
        rows = [
            {"item": number, **{key: value for key, value in section.items() if not isinstance(value, list)}}
            for number, item in enumerate(self.document["items"])
            for section in item.get("sections", [])
        ]
        return _with_times(pd.DataFrame(rows))


def _with_times(frame: pd.DataFrame) -> pd.DataFrame:
    for name in ("start", "end"):
        if name in frame:
            frame[name] = pd.to_datetime(frame[name], format="ISO8601", utc=True)
    return frame


def trips(
    track: PathLike | Sequence[PathLike],
    *,
    activities: Activities | None = None,
    day: str | None = None,
    time_zone: str | None = None,
    origin: str | None = None,
    policy: PathLike | None = None,
    shortest_visit: float | None = None,
    trip_ending_pause: float | None = None,
    logger: str | None = None,
    unit: str | None = None,
    acceleration: str | None = None,
    rate: float | None = None,
    simplify: float | None = None,
) -> Timeline:
    """Turn a track into visits, moves by activity, and gaps.

    Parameters
    ----------
    track
        A track (GPX, GeoJSON, Overland, OwnTracks, e-mission, a logger's log) or a timeline, or several.
    activities
        What the person did: what `gaitway.classify` gave with ``rows="changes"`` or ``"windows"``, or a file with an activity
        stream. If not given, the track's own reports are used.
    day
        Only this day, as ``2026-05-01``.
    time_zone
        Where days begin, as ``Europe/Berlin``; the machine's zone if not given.
    origin
        The time at which a log without a wall clock began.
    policy
        A timeline policy, a JSON file.
    shortest_visit, trip_ending_pause
        In seconds; the policy's if not given.
    logger, unit, acceleration, rate
        What settles how a log is read; see `gaitway.read`.
    simplify
        Leave out points of paths that lie nearer to the line through the others than this, in metres.

    Returns
    -------
    Timeline
        Its items and their sections.

    Raises
    ------
    InputError
        If the track or the stream cannot be used.
    """
    tracks = [track] if isinstance(track, str) or not isinstance(track, Sequence) else list(track)
    arguments = ["trips", "--format", "json"]
    arguments += option("--track", [operand(one) for one in tracks])
    stream, path = stream_bytes(activities)
    arguments += option("--activities", path) + option("--day", day) + option("--time-zone", time_zone)
    arguments += option("--origin", origin) + option("--policy", policy) + option("--shortest-visit", shortest_visit)
    arguments += option("--trip-ending-pause", trip_ending_pause) + option("--logger", logger) + option("--unit", unit)
    arguments += option("--acceleration", acceleration) + option("--rate", rate) + option("--simplify", simplify)
    output, notes = run(arguments, standard_input=stream)
    return Timeline(json.loads(output), notes)
