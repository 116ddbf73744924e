# SPDX-License-Identifier: Apache-2.0
"""Timeline stores: a person's days in one file, with corrections."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from ._command import PathLike, operand, option, run
from ._corrections import Correction, CorrectionKind, When, number_or_when, parsed, when
from ._errors import UsageError
from ._lazy import pd
from ._pages import Page, in_notebook
from ._pages import page as page_of
from ._stream import Activities
from ._trips import StatisticsBy, Timeline, stats_table, track_words
from ._words import AccelerationKind, LoggerName, Unit, one_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Store"]


class Store:
    """A store of days: one SQLite file with fixes, reports, the timeline and its corrections.

    A notebook shows it as the page of its timeline.

    Parameters
    ----------
    path
        The file. `add` makes it if it does not exist.
    time_zone
        The zone of days, and of times without an offset, as ``Europe/Berlin``. The default is the machine's.

    Examples
    --------
    >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
    >>> notes = store.add("Datasets/day/day.gpx")
    >>> home = store.places.index[0]
    >>> store.correct("name", home, "Home").text
    'near Littau (1) is "Home"'
    >>> store.places["name"].dropna().tolist()
    ['Home']
    """

    def __init__(self, path: PathLike, *, time_zone: str | None = None) -> None:
        self.path = os.fspath(path)
        self.time_zone = time_zone
        self._words = ["--store", operand(self.path), *option("--time-zone", time_zone)]

    def add(
        self,
        track: PathLike | Sequence[PathLike],
        *,
        activities: Activities | None = None,
        origin: When | None = None,
        policy: PathLike | None = None,
        logger: LoggerName | None = None,
        unit: Unit | None = None,
        acceleration: AccelerationKind | None = None,
        rate: float | None = None,
    ) -> list[str]:
        """Add tracks, with what the person did. Fixes that the store has already change nothing.

        Parameters
        ----------
        track, activities, policy, logger, unit, acceleration, rate
            As `gaitway.trips` takes them.
        origin
            The moment at which a log without a wall clock began.

        Returns
        -------
        list of str
            The command's notes: how many fixes of each track are new, and what was repaired.

        Raises
        ------
        InputError
            If a track is unusable. The store is then as before.

        Examples
        --------
        >>> gaitway.Store("new.sqlite").add("Datasets/day/day.gpx")[0]
        'Datasets/day/day.gpx: new to the store: 1357 fixes'
        """
        words, stream = track_words(
            track, activities=activities, logger=logger, unit=unit, acceleration=acceleration, rate=rate
        )
        words += option("--origin", None if origin is None else when(origin)) + option("--policy", policy)
        return run(["trips", *self._words, *words], standard_input=stream)[1]

    def timeline(
        self,
        *,
        day: When | None = None,
        from_: When | None = None,
        to: When | None = None,
        privacy_zones: PathLike | None = None,
        simplify: float | None = None,
    ) -> Timeline:
        """Read the timeline, corrected.

        Parameters
        ----------
        day
            Only this day.
        from_, to
            Only from this day, week (``2026-W18``), month (``2026-05``) or year to this one.
        privacy_zones
            Circles to keep private, GeoJSON points or CSV. Time within them becomes a gap.
        simplify
            Leave out points of paths that are closer than this to the line through the others, in metres.

        Returns
        -------
        Timeline
            The timeline.

        Raises
        ------
        InputError
            If the file is not a store, or it has nothing of these days.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.timeline(day="2026-05-04")
        Timeline(2026-05-04 07:00 to 2026-05-04 18:59 UTC: 5 visits, 4 moves, 0 gaps)
        """
        words = [*self._words, *_span(day=day, from_=from_, to=to), *option("--privacy-zones", privacy_zones)]
        output, notes = run(["trips", *words, *option("--simplify", simplify), "--format", "json"])
        return Timeline(json.loads(output), notes)

    @property
    def places(self) -> pd.DataFrame:
        """The visited places; see `Timeline.places`."""
        return self.timeline().places

    def stats(self, by: StatisticsBy = "month", *, from_: When | None = None, to: When | None = None) -> pd.DataFrame:
        """Sum up the timeline.

        Parameters
        ----------
        by
            What has a row.
        from_, to
            As `timeline` takes them.

        Returns
        -------
        pandas.DataFrame
            The table; see `Timeline.stats`.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> int(store.stats("trip")["count"].sum())
        4
        """
        return stats_table([*self._words, *_span(from_=from_, to=to), "--by", by])

    @property
    def corrections(self) -> list[Correction]:
        """All corrections, in the order in which they apply."""
        text, _ = run(["trips", "correct", "list", *self._words], wide=True)
        return parsed(text, json.loads(self.export_corrections())["corrections"])

    def correct(
        self,
        kind: CorrectionKind,
        *values: str | float | When,
        from_: When | None = None,
        to: When | None = None,
        near: tuple[float, float] | None = None,
        along: Sequence[tuple[float, float]] | None = None,
    ) -> Correction:
        """Correct the timeline.

        The kinds, with their values:

        - ``activity``, an activity, `from_`, `to`: the activity in that part of a move
        - ``vehicle``, a word such as ``train``, `from_`, `to`: the vehicle in that part of a move
        - ``split``, a time: one item ended, and another began
        - ``boundary``, the present time and the right one: an item ended at another time
        - ``merge``, ``visit`` or ``move``, `from_`, `to`: that time was one visit or one move
        - ``stay``, a place, `from_`, `to`, and `near` for a new place: where the person was
        - ``trip``, an activity, `along`, `from_`, `to`: a move that nothing recorded
        - ``gap``, `from_`, `to`: nothing is known of that time
        - ``name``, a place and its name
        - ``radius``, a place and metres
        - ``same-place``, two places: both are one place, the second

        Parameters
        ----------
        kind
            The kind of correction.
        values
            Its values. A place is an identifier or a name; a time without an offset is of the store's zone.
        from_, to
            The time that it is about.
        near
            For ``stay``: a new place at this latitude and longitude, in degrees.
        along
            For ``trip``: the latitude and longitude of each point of the path, in degrees.

        Returns
        -------
        Correction
            The correction, as it is stored.

        Raises
        ------
        InputError
            If nothing in the timeline fits it. The error names the nearest items.
        UsageError
            If values are missing or do not apply.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.correct("activity", "running", from_="2026-05-04T12:12", to="2026-05-04T12:14").kind
        'activity'
        """
        one_of(CorrectionKind, kind, "kind")
        words = [operand(value if isinstance(value, str) else number_or_when(value)) for value in values]
        words += _span(from_=from_, to=to)
        words += option("--near", None if near is None else f"{near[0]!r},{near[1]!r}")
        words += option("--along", None if along is None else " ".join(f"{one[0]!r},{one[1]!r}" for one in along))
        text, _ = run(["trips", "correct", kind, *words, *self._words], wide=True)
        made = parsed(text)
        if not made:
            raise UsageError(f"the command answered {text!r}; gaitway and gaitway-command must be of the same release")
        return next((one for one in self.corrections if one.number == made[-1].number), made[-1])

    def withdraw(self, correction: Correction | int) -> None:
        """Take a correction back.

        Parameters
        ----------
        correction
            The correction, or its number.

        Raises
        ------
        InputError
            If the store does not have it.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.withdraw(store.correct("radius", store.places.index[0], 150))
        >>> store.corrections
        []
        """
        number = correction.number if isinstance(correction, Correction) else int(correction)
        run(["trips", "correct", "withdraw", str(number), *self._words])

    def export_corrections(self) -> str:
        r"""Return the corrections as the text of a file, which another store can import.

        Returns
        -------
        str
            JSON. It names times and positions, and does not depend on this store.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.export_corrections()
        '{"gaitway":"corrections","version":3,"corrections":[]}\n'
        """
        return run(["trips", "correct", "export", *self._words])[0]

    def import_corrections(self, corrections: str | Mapping[str, Any]) -> list[Correction]:
        """Add corrections, all or none.

        Parameters
        ----------
        corrections
            The text that `export_corrections` returned, or its content.

        Returns
        -------
        list of Correction
            All corrections of the store.

        Raises
        ------
        InputError
            If one of them is invalid. The error has the line.

        Examples
        --------
        >>> one, other = gaitway.Store("one.sqlite"), gaitway.Store("other.sqlite")
        >>> notes = one.add("Datasets/day/day.gpx") + other.add("Datasets/day/day.gpx")
        >>> named = one.correct("name", one.places.index[0], "Home")
        >>> other.import_corrections(one.export_corrections()) == one.corrections
        True
        """
        text = corrections if isinstance(corrections, str) else json.dumps(corrections)
        run(["trips", "correct", "import", "-", *self._words], standard_input=text.encode())
        return self.corrections

    def forget(
        self,
        *,
        day: When | None = None,
        from_: When | None = None,
        to: When | None = None,
        input: str | None = None,
        near: tuple[float, float] | None = None,
        radius: float | None = None,
        dry_run: bool = False,
    ) -> str:
        """Delete days, an input or a place from the store, for good.

        Parameters
        ----------
        day, from_, to
            The day, or the time.
        input
            The name of an input when it was added.
        near, radius
            A latitude and longitude in degrees, and a distance from it in metres.
        dry_run
            Only report what would be deleted.

        Returns
        -------
        str
            What was deleted, in the command's words.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> "1357 fixes" in store.forget(day="2026-05-04", dry_run=True)
        True
        """
        words = [*self._words, *_span(day=day, from_=from_, to=to), *option("--input", input)]
        words += option("--near", None if near is None else f"{near[0]!r},{near[1]!r}")
        words += option("--radius", radius) + option("--dry-run", dry_run)
        output, notes = run(["trips", "forget", *words])
        return "\n".join([*output.splitlines(), *notes])

    def page(self) -> Page:
        """Make the page of the timeline: storyline, map, calendar, weeks and months.

        Returns
        -------
        Page
            The page.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.page().title
        'Timeline of Monday, 4 May 2026'
        """
        return page_of(self)

    @contextmanager
    def _shown(self) -> Iterator[list[str]]:
        """The command's arguments that show the timeline."""
        yield ["trips", *self._words]

    _repr_html_ = in_notebook(page)

    def plot(self, on: Literal["days", "map"] = "days", *, ax: Axes | None = None) -> Axes:
        """Draw the timeline; see `Timeline.plot`.

        Examples
        --------
        >>> store = gaitway.Store("life.sqlite", time_zone="Etc/UTC")
        >>> notes = store.add("Datasets/day/day.gpx")
        >>> store.plot().get_xlabel()
        'hour (Etc/UTC)'
        """
        return self.timeline().plot(on, ax=ax)

    def __repr__(self) -> str:
        zone = "" if self.time_zone is None else f", time_zone={self.time_zone!r}"
        return f"Store({self.path!r}{zone})"


def _span(*, day: When | None = None, from_: When | None = None, to: When | None = None) -> list[str]:
    given = {"--day": day, "--from": from_, "--to": to}
    return [word for name, value in given.items() if value is not None for word in (name, when(value))]
