"""Turns a track into a timeline, by the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ._command import PathLike, operand, option, run
from ._lazy import pd
from ._stream import Activities, stream_bytes
from ._words import AccelerationKind, LoggerName, Unit

__all__ = ["Timeline", "trips"]


@dataclass(frozen=True)
class Timeline:
    """A timeline of visits, moves and gaps.

    Attributes
    ----------
    document
        The timeline as ``gaitway trips --format json`` writes it.
    notes
        Lines that the command wrote to standard error.
    """

    document: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    @property
    def items(self) -> pd.DataFrame:
        """Visits, moves and gaps, a row each, in order of time. They touch and never overlap."""
        rows = [
            {key: value for key, value in item.items() if not isinstance(value, list)}
            for item in self.document["items"]
        ]
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
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
    simplify: float | None = None,
) -> Timeline:
    """Turn a track into visits, moves by activity, and gaps.

    Parameters
    ----------
    track
        A track (GPX, GeoJSON, Overland, OwnTracks, e-mission, a logger's log) or a timeline, or several.
    activities
        The activities: a table of `gaitway.classify` with ``rows="changes"`` or ``"windows"``, or a file with an
        activity stream. The default is the track's own reports.
    day
        Only this day, as ``2026-05-01``.
    time_zone
        The zone of days, as ``Europe/Berlin``. The default is the machine's zone.
    origin
        The time at which a log without a wall clock began.
    policy
        A timeline policy, a JSON file.
    shortest_visit, trip_ending_pause
        In seconds. The default is the policy's.
    logger, unit, acceleration, rate
        How to read a log; see `gaitway.read`.
    simplify
        Leave out points of paths that are closer than this to the line through the others, in metres.

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
