# SPDX-License-Identifier: Apache-2.0
"""Timelines as the tables of other packages: GeoPandas, trackintel, scikit-mobility."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._extras import package
from ._lazy import pd

if TYPE_CHECKING:
    import geopandas

__all__ = ["Trackintel", "geodataframe", "skmob_frame", "trackintel"]

#: trackintel's words for modes of transport.
_MODES = {"walking": "walk", "running": "run", "cycling": "bicycle"}
_ITEM_COLUMNS = ("kind", "activity", "vehicle", "start", "end", "distance", "steps", "place")


@dataclass(frozen=True, repr=False)
class Trackintel:
    """A timeline in trackintel's model, one GeoDataFrame for each of its tables.

    ``trackintel.Triplegs(tables.triplegs)`` and its peers take them as they are.

    Attributes
    ----------
    positionfixes
        The points of paths: ``user_id``, ``tracked_at``, ``tripleg_id``, ``elevation`` in metres, geometry ``geom``.
    staypoints
        Visits: ``user_id``, ``started_at``, ``finished_at``, ``location_id``, ``is_activity``, geometry ``geom``.
    triplegs
        Sections of moves with a path: ``user_id``, ``started_at``, ``finished_at``, ``mode``, geometry ``geom``, a line
        along all pieces of the path.
    locations
        Places: ``user_id``, ``radius`` in metres, ``name``, geometry ``center``.

    Examples
    --------
    >>> gaitway.trips("Datasets/day/day.gpx").to_trackintel()  # doctest: +SKIP
    Trackintel(1001 positionfixes, 5 staypoints, 6 triplegs, 3 locations)
    """

    positionfixes: geopandas.GeoDataFrame
    staypoints: geopandas.GeoDataFrame
    triplegs: geopandas.GeoDataFrame
    locations: geopandas.GeoDataFrame

    def __repr__(self) -> str:
        names = ("positionfixes", "staypoints", "triplegs", "locations")
        return f"Trackintel({', '.join(f'{len(getattr(self, name))} {name}' for name in names)})"


def _parts(document: dict[str, Any]) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Visits, gaps and sections of moves, each with the number and the kind of its item."""
    for number, item in enumerate(document["items"]):
        for part in item.get("sections", [item]):
            yield number, item["kind"], part


def _moments(values: list[Any]) -> pd.Series[Any]:
    return pd.Series(pd.to_datetime(values, format="ISO8601", utc=True))


def geodataframe(document: dict[str, Any]) -> geopandas.GeoDataFrame:
    """A row with a geometry for each visit, section and gap."""
    gpd, shapely = package("geopandas", "geo"), package("shapely.geometry", "geo")
    names = {place["identifier"]: place.get("name") for place in document.get("places", [])}
    rows: list[dict[str, Any]] = []
    shapes: list[Any] = []
    for number, kind, part in _parts(document):
        rows.append({"item": number, **{name: part.get(name) for name in _ITEM_COLUMNS}, "kind": kind})
        if kind == "visit":
            shapes.append(shapely.Point(part["longitude"], part["latitude"]))
            continue
        lines = [shapely.LineString([fix[:2] for fix in piece]) for piece in part.get("path") or [] if len(piece) > 1]
        shapes.append(shapely.MultiLineString(lines) if len(lines) > 1 else lines[0] if lines else None)
    table = pd.DataFrame(rows, columns=["item", *_ITEM_COLUMNS])
    table["name"] = [names.get(place) for place in table["place"]]
    for name in ("start", "end"):
        table[name] = _moments(table[name].tolist())
    for name in ("distance", "steps"):
        table[name] = table[name].astype(float)
    return gpd.GeoDataFrame(table, geometry=shapes, crs="EPSG:4326")


def trackintel(document: dict[str, Any], user: str) -> Trackintel:
    """The tables of trackintel."""
    gpd, shapely = package("geopandas", "geo"), package("shapely.geometry", "geo")
    numbers = {place["identifier"]: number for number, place in enumerate(document.get("places", []))}
    fixes: list[tuple[Any, ...]] = []
    stays: list[tuple[Any, ...]] = []
    legs: list[tuple[Any, ...]] = []
    for _, kind, part in _parts(document):
        points = [fix for piece in part.get("path") or [] for fix in piece]
        if kind == "visit":
            where = shapely.Point(part["longitude"], part["latitude"])
            stays.append((user, part["start"], part["end"], numbers.get(part["place"]), True, where))
        elif len(points) > 1:
            activity = part["activity"]
            mode = part.get("vehicle") or ("car" if activity == "automotive" else _MODES.get(activity))
            fixes += [
                (user, fix[2], len(legs), fix[3] if len(fix) > 3 else None, shapely.Point(*fix[:2])) for fix in points
            ]
            legs.append((user, part["start"], part["end"], mode, shapely.LineString([fix[:2] for fix in points])))

    def table(rows: list[tuple[Any, ...]], columns: list[str]) -> geopandas.GeoDataFrame:
        made = pd.DataFrame(rows, columns=columns)
        for name in columns:
            if name.endswith("_at"):
                made[name] = _moments(made[name].tolist())
            elif name.endswith("_id") and name != "user_id":
                made[name] = made[name].astype("Int64")
        made.index.name = "id"
        return gpd.GeoDataFrame(made, geometry=columns[-1], crs="EPSG:4326")

    places = [
        (user, place.get("radius"), place.get("name"), shapely.Point(place["longitude"], place["latitude"]))
        for place in document.get("places", [])
    ]
    made = Trackintel(
        table(fixes, ["user_id", "tracked_at", "tripleg_id", "elevation", "geom"]),
        table(stays, ["user_id", "started_at", "finished_at", "location_id", "is_activity", "geom"]),
        table(legs, ["user_id", "started_at", "finished_at", "mode", "geom"]),
        table(places, ["user_id", "radius", "name", "center"]),
    )
    made.positionfixes["elevation"] = made.positionfixes["elevation"].astype(float)
    return made


def skmob_frame(document: dict[str, Any], user: str) -> pd.DataFrame:
    """The points of paths and the ends of visits, in scikit-mobility's columns."""
    rows: list[tuple[float, float, Any, str]] = []
    for _, kind, part in _parts(document):
        if kind == "visit":
            rows += [(part["latitude"], part["longitude"], part[end], user) for end in ("start", "end")]
        else:
            rows += [(fix[1], fix[0], fix[2], user) for piece in part.get("path") or [] for fix in piece]
    made = pd.DataFrame(rows, columns=["lat", "lng", "datetime", "uid"])
    made["datetime"] = _moments(made["datetime"].tolist()).dt.tz_localize(None)
    return made.astype({"lat": float, "lng": float}).sort_values("datetime", kind="stable", ignore_index=True)
