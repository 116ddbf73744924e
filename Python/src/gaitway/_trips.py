# SPDX-License-Identifier: Apache-2.0
"""Turns a track into a timeline, by the command."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ._command import PathLike, operand, option, run
from ._lazy import pd
from ._pages import Page, in_notebook
from ._pages import page as page_of
from ._plots import plot_timeline
from ._stream import Activities, stream_bytes
from ._timeline_frames import Trackintel, geodataframe, skmob_frame, trackintel
from ._words import AccelerationKind, LoggerName, Unit

if TYPE_CHECKING:
    import geopandas
    from matplotlib.axes import Axes

__all__ = ["StatisticsBy", "Timeline", "document_file", "stats_table", "track_words", "trips"]

#: What has a row in statistics.
StatisticsBy: TypeAlias = Literal["day", "week", "month", "year", "activity", "trip", "town", "country"]


@dataclass(frozen=True, repr=False)
class Timeline:
    """A timeline of visits, moves and gaps.

    A notebook shows it as the command's page: storyline, map and, for many days, calendar.

    Attributes
    ----------
    document
        The timeline as ``gaitway trips --format json`` writes it.
    notes
        Lines that the command wrote to standard error.

    Examples
    --------
    >>> gaitway.trips("Datasets/day/day.gpx", time_zone="Etc/UTC")
    Timeline(2026-05-04 07:00 to 2026-05-04 18:59 UTC: 5 visits, 4 moves, 0 gaps)
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

    @property
    def places(self) -> pd.DataFrame:
        """The visited places by identifier: position, radius in metres, name, visits, and their `duration` in seconds.

        Examples
        --------
        >>> gaitway.trips("Datasets/day/day.gpx").places["visits"].tolist()
        [2, 2, 1]
        """
        columns = ["identifier", "latitude", "longitude", "radius", "name"]
        table = pd.DataFrame(self.document.get("places", []), columns=columns).set_index("identifier")
        items = self.items
        visits = items[items["kind"] == "visit"] if len(items) else pd.DataFrame({"place": [], "start": [], "end": []})
        seconds = (visits["end"] - visits["start"]).dt.total_seconds()
        table["visits"] = visits.groupby("place").size().reindex(table.index, fill_value=0)
        table["duration"] = seconds.groupby(visits["place"]).sum().reindex(table.index, fill_value=0).astype(float)
        return table

    def stats(self, by: StatisticsBy = "month") -> pd.DataFrame:
        """Sum up the timeline: time, distance and places of each period, activity, trip or town.

        Parameters
        ----------
        by
            What has a row. Days are those of the timeline's zone.

        Returns
        -------
        pandas.DataFrame
            The table that ``gaitway trips stats --format csv`` writes. The names of its columns have the units.

        Examples
        --------
        >>> stats = gaitway.trips("Datasets/day/day.gpx", time_zone="Etc/UTC").stats("day")
        >>> stats.loc[stats["activity"] == "cycling", "distance_m"].tolist()
        [4789.1]
        """
        with document_file(self.document) as words:
            return stats_table([*words, "--by", by])

    def page(self) -> Page:
        """Make the timeline's page: storyline, map and, for many days, calendar, weeks and months.

        Returns
        -------
        Page
            The page.

        Examples
        --------
        >>> gaitway.trips("Datasets/day/day.gpx", time_zone="Etc/UTC").page().title
        'Timeline of Monday, 4 May 2026'
        """
        return page_of(self)

    @contextmanager
    def _shown(self) -> Iterator[list[str]]:
        """The command's arguments that show the timeline."""
        with document_file(self.document) as words:
            yield ["trips", *words]

    _repr_html_ = in_notebook(page)

    def plot(self, on: Literal["days", "map"] = "days", *, ax: Axes | None = None) -> Axes:
        """Draw the timeline with matplotlib (the extra ``gaitway[plot]``).

        Parameters
        ----------
        on
            ``days``: a lane for each day, coloured by activity. ``map``: paths and places.
        ax
            The axes to draw in. The default is a figure of its own.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Examples
        --------
        >>> gaitway.trips("Datasets/day/day.gpx").plot("map").get_xlabel()
        'longitude (°)'
        """
        return plot_timeline(self.document, on, ax)

    def to_geodataframe(self) -> geopandas.GeoDataFrame:
        """Return a GeoDataFrame with a row for each visit, section and gap (the extra ``gaitway[geo]``).

        Returns
        -------
        geopandas.GeoDataFrame
            ``item``, ``kind``, ``activity``, ``vehicle``, ``start``, ``end``, ``distance`` in metres, ``steps``,
            ``place``, ``name``, and a geometry in WGS 84: a point for a visit, a line for a section, with one part for
            each piece of its path. A gap has none.

        Examples
        --------
        >>> frame = gaitway.trips("Datasets/day/day.gpx").to_geodataframe()  # doctest: +SKIP
        >>> frame.explore("activity")  # doctest: +SKIP
        """
        return geodataframe(self.document)

    def to_trackintel(self, user: str = "1") -> Trackintel:
        """Return trackintel's tables (the extra ``gaitway[geo]``): position fixes, staypoints, triplegs and locations.

        Parameters
        ----------
        user
            The ``user_id`` of all rows.

        Returns
        -------
        Trackintel
            The tables.

        Examples
        --------
        >>> tables = gaitway.trips("Datasets/day/day.gpx").to_trackintel()  # doctest: +SKIP
        >>> trackintel.Triplegs(tables.triplegs).calculate_modal_split()  # doctest: +SKIP
        """
        return trackintel(self.document, user)

    def to_skmob(self, user: str = "1") -> pd.DataFrame:
        """Return the points of paths and the ends of visits in scikit-mobility's columns.

        Parameters
        ----------
        user
            The ``uid`` of all rows.

        Returns
        -------
        pandas.DataFrame
            ``lat``, ``lng`` in degrees, ``datetime`` (UTC, without a zone, ascending) and ``uid``.
            ``skmob.TrajDataFrame(frame)`` takes it.

        Examples
        --------
        >>> gaitway.trips("Datasets/day/day.gpx").to_skmob().columns.tolist()
        ['lat', 'lng', 'datetime', 'uid']
        """
        return skmob_frame(self.document, user)

    def __repr__(self) -> str:
        items = self.document["items"]
        counts = ", ".join(
            f"{sum(item['kind'] == kind for item in items)} {kind}s" for kind in ("visit", "move", "gap")
        )
        if not items:
            return f"Timeline({counts})"
        first, last = (pd.Timestamp(time) for time in (items[0]["start"], items[-1]["end"]))
        return f"Timeline({first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M} UTC: {counts})"


@contextmanager
def document_file(document: dict[str, Any]) -> Iterator[list[str]]:
    """Write a timeline to a file, and give the arguments that read it: its track and its zone."""
    with tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
        path = Path(folder, "timeline.json")
        path.write_text(json.dumps(document), encoding="utf-8")
        yield ["--track", str(path), *option("--time-zone", document.get("time_zone"))]


def stats_table(words: list[str]) -> pd.DataFrame:
    """The table of ``trips stats`` for a timeline that arguments choose."""
    output, _ = run(["trips", "stats", "--format", "csv", *words])
    table = pd.read_csv(io.StringIO(output))
    for name in ("start_utc", "end_utc"):
        if name in table:
            table[name] = pd.to_datetime(table[name], format="ISO8601", utc=True)
    return table


def _with_times(frame: pd.DataFrame) -> pd.DataFrame:
    for name in ("start", "end"):
        if name in frame:
            frame[name] = pd.to_datetime(frame[name], format="ISO8601", utc=True)
    return frame


def track_words(
    track: PathLike | Sequence[PathLike],
    *,
    activities: Activities | None,
    logger: LoggerName | None,
    unit: Unit | None,
    acceleration: AccelerationKind | None,
    rate: float | None,
) -> tuple[list[str], bytes | None]:
    """The arguments that name a track and its activities, and the text of the command's standard input."""
    tracks = [track] if isinstance(track, str) or not isinstance(track, Sequence) else list(track)
    stream, path = stream_bytes(activities)
    words = option("--track", [operand(one) for one in tracks]) + option("--activities", path)
    words += option("--logger", logger) + option("--unit", unit) + option("--acceleration", acceleration)
    return words + option("--rate", rate), stream


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

    Examples
    --------
    >>> day = gaitway.trips("Datasets/day/day.gpx", time_zone="Etc/UTC")
    >>> day.sections["activity"].unique().tolist()
    ['walking', 'automotive', 'cycling']
    """
    words, stream = track_words(
        track, activities=activities, logger=logger, unit=unit, acceleration=acceleration, rate=rate
    )
    arguments = ["trips", "--format", "json", *words, *option("--day", day), *option("--time-zone", time_zone)]
    arguments += option("--origin", origin) + option("--policy", policy) + option("--shortest-visit", shortest_visit)
    arguments += option("--trip-ending-pause", trip_ending_pause) + option("--simplify", simplify)
    output, notes = run(arguments, standard_input=stream)
    return Timeline(json.loads(output), notes)
