# SPDX-License-Identifier: Apache-2.0
"""Plays a track against places, by the command."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

from ._command import PathLike, operand, option, run
from ._errors import UsageError
from ._lazy import pd
from ._pages import Page, in_notebook, report_file
from ._plots import plot_decisions
from ._stream import Activities
from ._trips import track_words
from ._words import AccelerationKind, LoggerName, Unit

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Simulation", "explain", "simulate"]

#: The gate's rules by name.
Profile: TypeAlias = Literal["here", "article", "gaitway"]
#: How the few regions that a phone monitors are chosen.
Strategy: TypeAlias = Literal["nearest", "difference", "bubble", "bubble-difference", "full", "oracle"]


class _Settings(TypedDict, total=False):
    """The settings of a run, as `simulate` takes them."""

    profile: Profile | None
    policy: PathLike | None
    strategy: Strategy | None
    settle: float | None
    accuracy: float | None
    change_distance: float | None
    change_interval: float | None
    delay: float | None
    seed: int | None
    regions: int | None
    foreground: float | None
    restart: Sequence[float] | None
    approximate: float | None
    responsiveness: float | None
    region_lifetime: float | None
    already_inside: Literal["report", "ignore"] | None
    time_zone: str | None


@dataclass(frozen=True, repr=False)
class Simulation:
    """The alerts that a phone would have shown along a track, with reasons.

    A notebook shows it as the command's page, which plays the ride.

    Attributes
    ----------
    decisions
        A row for each decision of the gate: time, entry, place, decision (deliver, skip, defer or drop), reasons, and
        what the gate saw.
    summary
        The closing figures: entries, those seen, missed and false, delays, and the reasons by decision.
    notes
        Lines that the command wrote to standard error.
    html
        The text of the page, or None.

    Examples
    --------
    >>> gaitway.simulate("Datasets/day/day.gpx", "Datasets/day/places.csv")
    Simulation(gaitway, bubble-difference: 17 entries, 17 seen, 7 alerts, 0 missed)
    """

    decisions: pd.DataFrame
    summary: dict[str, Any]
    notes: list[str] = field(default_factory=list)
    html: str | None = field(default=None, compare=False)

    def page(self) -> Page:
        """Return the page of the run, to look at and to play.

        Returns
        -------
        Page
            The page.

        Raises
        ------
        UsageError
            If the run came without its page: only `simulate` makes it.

        Examples
        --------
        >>> gaitway.simulate("Datasets/day/day.gpx", "Datasets/day/places.csv").page().save("run.html")
        """
        if self.html is None:
            raise UsageError("this run came without its page; call simulate")
        return Page(self.html)

    _repr_html_ = in_notebook(page)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the decisions along time, a row for each place, with matplotlib (the extra ``gaitway[plot]``).

        Parameters
        ----------
        ax
            The axes to draw in. The default is a figure of its own.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Examples
        --------
        >>> gaitway.simulate("Datasets/day/day.gpx", "Datasets/day/places.csv").plot().get_xlabel()
        'time (UTC)'
        """
        return plot_decisions(self.decisions, ax)

    def __repr__(self) -> str:
        told = self.summary
        names = ", ".join(str(told[name]) for name in ("policy", "strategy") if name in told) or "no summary"
        counts = {"entries": "entries", "seen": "seen", "delivered": "alerts", "missed": "missed"}
        figures = ", ".join(f"{told[key]} {word}" for key, word in counts.items() if key in told)
        return f"Simulation({names}: {figures or f'{len(self.decisions)} decisions'})"


def simulate(
    track: PathLike | Sequence[PathLike],
    places: PathLike,
    *,
    activities: Activities | None = None,
    profile: Profile | None = None,
    policy: PathLike | None = None,
    strategy: Strategy | None = None,
    settle: float | None = None,
    accuracy: float | None = None,
    change_distance: float | None = None,
    change_interval: float | None = None,
    delay: float | None = None,
    seed: int | None = None,
    regions: int | None = None,
    foreground: float | None = None,
    restart: Sequence[float] | None = None,
    approximate: float | None = None,
    responsiveness: float | None = None,
    region_lifetime: float | None = None,
    already_inside: Literal["report", "ignore"] | None = None,
    time_zone: str | None = None,
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
    settle
        How long the phone must be inside before an entry counts, or outside before an exit, in seconds. The default is
        20.
    accuracy
        The largest accuracy radius of a fix that is used, in metres. The default is 100.
    change_distance, change_interval
        How far the phone moves before it reports a significant change, in metres, and the shortest time between two
        changes, in seconds. The defaults are 500 and 300.
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
    responsiveness
        Android's responsiveness: a crossing is told at the next multiple of this time, in seconds.
    region_lifetime
        Android's expiration: a region ends this long after its registration, in seconds.
    already_inside
        What to do when the phone is already inside a region as it is registered.
    time_zone
        The zone of the times on the page, as ``Europe/Berlin``. The default is the machine's.
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

    Examples
    --------
    >>> run = gaitway.simulate("Datasets/day/day.gpx", "Datasets/day/places.csv", profile="here")
    >>> run.summary["policy"]
    'here'
    """
    words, stream = track_words(
        track, activities=activities, logger=logger, unit=unit, acceleration=acceleration, rate=rate
    )
    settings: _Settings = {
        "profile": profile, "policy": policy, "strategy": strategy, "settle": settle, "accuracy": accuracy,
        "change_distance": change_distance, "change_interval": change_interval, "delay": delay, "seed": seed,
        "regions": regions, "foreground": foreground, "restart": restart, "approximate": approximate,
        "responsiveness": responsiveness, "region_lifetime": region_lifetime,
        "already_inside": already_inside, "time_zone": time_zone,
    }  # fmt: skip
    arguments = ["simulate", "--format", "ndjson", "--places", operand(places), *words, *_setting_words(settings)]
    with report_file() as page:
        output, notes = run([*arguments, "--report", str(page)], standard_input=stream)
        html = page.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in output.splitlines() if line]
    summary = rows.pop() if rows and "end" in rows[-1] else {}
    decisions = pd.DataFrame(rows)
    for name in ("time", "entered", "ask_again"):
        if name in decisions:
            decisions[name] = pd.to_datetime(decisions[name], format="ISO8601", utc=True)
    return Simulation(decisions, summary, notes, html)


def _setting_words(settings: _Settings) -> list[str]:
    return [word for name, value in settings.items() for word in option("--" + name.replace("_", "-"), value)]


def explain(
    track: PathLike | Sequence[PathLike],
    places: PathLike,
    *,
    entry: int | None = None,
    place: str | None = None,
    activities: Activities | None = None,
    **settings: Unpack[_Settings],
) -> str:
    """Explain decisions of a simulation: every reason, and all that the gate knew.

    Parameters
    ----------
    track, places, activities
        As `simulate` takes them.
    entry
        Only decisions on this entry: its number, from 1.
    place
        Only decisions on this place, by its identifier.
    settings
        The gate's rules and the phone's settings, as `simulate` takes them.

    Returns
    -------
    str
        A paragraph for each decision.

    Raises
    ------
    InputError
        If the track, the places or the stream cannot be used.

    Examples
    --------
    >>> text = gaitway.explain("Datasets/day/day.gpx", "Datasets/day/places.csv", entry=1, time_zone="Etc/UTC")
    >>> text.splitlines()[0]
    '2026-05-04 07:00:00 +00:00 deliver bakery'
    """
    words, stream = track_words(track, activities=activities, logger=None, unit=None, acceleration=None, rate=None)
    words += ["--places", operand(places), *option("--entry", entry), *option("--place", place)]
    return run(["gate", "explain", *words, *_setting_words(settings)], standard_input=stream)[0]
