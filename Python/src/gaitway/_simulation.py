"""Plays a track against places, by the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ._command import PathLike, operand, option, run
from ._lazy import pd
from ._stream import Activities, stream_bytes
from ._words import AccelerationKind, LoggerName, Unit

__all__ = ["Simulation", "simulate"]


@dataclass(frozen=True)
class Simulation:
    """The alerts that a phone would have shown along a track, with reasons.

    Attributes
    ----------
    decisions
        A row for each decision of the gate: time, entry, place, decision (deliver, skip, defer or drop), reasons, and
        what the gate saw.
    summary
        The closing figures: entries, those seen, missed and false, delays, and the reasons by decision.
    notes
        Lines that the command wrote to standard error.
    """

    decisions: pd.DataFrame
    summary: dict[str, Any]
    notes: list[str] = field(default_factory=list)


def simulate(
    track: PathLike | Sequence[PathLike],
    places: PathLike,
    *,
    activities: Activities | None = None,
    profile: Literal["here", "article", "gaitway"] | None = None,
    policy: PathLike | None = None,
    strategy: Literal["nearest", "difference", "bubble", "bubble-difference", "full", "oracle"] | None = None,
    delay: float | None = None,
    seed: int | None = None,
    regions: int | None = None,
    foreground: float | None = None,
    restart: Sequence[float] | None = None,
    approximate: float | None = None,
    already_inside: Literal["report", "ignore"] | None = None,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> Simulation:
    """Play a track against places, and return the alerts that a phone would have shown.

    Parameters
    ----------
    track
        A track, or its parts.
    places
        The places, GeoJSON or CSV.
    activities
        What the person did; see `gaitway.trips`.
    profile, policy
        The gate's rules: a profile's name, or a policy file.
    strategy
        How the few regions that a phone monitors are chosen.
    delay, seed
        How late region events are on average, in seconds, and the seed of these delays.
    regions
        How many regions the platform lets an app monitor: 20 on iOS, 100 on Android.
    foreground
        Seconds between two openings of an app that does not run in the background.
    restart
        When the phone restarts, in seconds of the track.
    approximate
        The width in metres of the grid of an approximate location.
    already_inside
        What to do when the phone is already inside a region as it is registered.
    logger, unit, acceleration, rate
        What settles how a log is read; see `gaitway.read`.

    Returns
    -------
    Simulation
        Decisions and closing figures.

    Raises
    ------
    InputError
        If the track, the places or the stream cannot be used.
    """
    tracks = [track] if isinstance(track, str) or not isinstance(track, Sequence) else list(track)
    arguments = ["simulate", "--format", "ndjson", "--places", operand(places)]
    arguments += option("--track", [operand(one) for one in tracks])
    stream, path = stream_bytes(activities)
    arguments += option("--activities", path) + option("--profile", profile) + option("--policy", policy)
    arguments += option("--strategy", strategy) + option("--delay", delay) + option("--seed", seed)
    arguments += option("--regions", regions) + option("--foreground", foreground)
    arguments += option("--restart", restart) + option("--approximate", approximate)
    arguments += option("--already-inside", already_inside) + option("--logger", logger) + option("--unit", unit)
    arguments += option("--acceleration", acceleration) + option("--rate", rate)
    output, notes = run(arguments, standard_input=stream)
    rows = [json.loads(line) for line in output.splitlines() if line]
    summary = rows.pop() if rows and "end" in rows[-1] else {}
    decisions = pd.DataFrame(rows)
    for name in ("time", "entered", "ask_again"):
        if name in decisions:
            decisions[name] = pd.to_datetime(decisions[name], format="ISO8601", utc=True)
    return Simulation(decisions, summary, notes)
