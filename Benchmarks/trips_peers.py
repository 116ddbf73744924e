# SPDX-License-Identifier: Apache-2.0
"""trips_peers.py trackintel|skmob DAYS OUT [KEY=VALUE ...]: a peer's timeline of each day as OUT/DAY.json.

The peers see fixes only. What is added for both: `accuracy` drops worse fixes first (0 keeps all, as the peers do),
and, with mode=speed, the activity of a stretch between stays by its mean speed: walking below 2.2 m/s, cycling below
6.5 m/s, else automotive. With mode=own trackintel's predict_transport_mode counts, slow as walking and the rest as
automotive.

trackintel: dist (m), minutes, gap (minutes), last (include_last), level=trips (a staypoint of less than 15 min, its own
activity flag, is a pause within a trip) or level=stays (every staypoint is a visit).
skmob: dist (m, its spatial_radius_km), minutes.
"""
import datetime
import json
import math
import pathlib
import sys
import warnings

import trip_days

warnings.filterwarnings("ignore")
DEFAULTS = {
    "trackintel": {
        "dist": 100.0,
        "minutes": 5.0,
        "gap": 15.0,
        "last": 0.0,
        "level": "trips",
        "mode": "own",
        "accuracy": 0.0,
    },
    "skmob": {"dist": 200.0, "minutes": 20.0, "mode": "speed", "accuracy": 0.0},
}


def metres(a, b):
    """Along the great circle between two fixes, by the haversine formula."""
    south, north = math.radians(a[1]), math.radians(b[1])
    half = (math.sin((north - south) / 2) ** 2
            + math.cos(south) * math.cos(north) * math.sin(math.radians(b[2] - a[2]) / 2) ** 2)
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(half)))


def by_speed(fixes, start, end):
    inside = [fix for fix in fixes if start <= fix[0] <= end]
    speed = sum(map(metres, inside, inside[1:])) / max(end - start, 1)
    return "walking" if speed < 2.2 else "cycling" if speed < 6.5 else "automotive"


def trackintel(fixes, settings):
    """Rows (kind, start, end, activity)."""
    import geopandas
    import pandas
    import trackintel as library

    table = geopandas.GeoDataFrame(
        {"user_id": 0, "tracked_at": pandas.to_datetime([fix[0] for fix in fixes], unit="s", utc=True)},
        geometry=geopandas.points_from_xy([fix[2] for fix in fixes], [fix[1] for fix in fixes]), crs="EPSG:4326")
    positions, stays = library.Positionfixes(table).generate_staypoints(
        method="sliding", dist_threshold=settings["dist"], time_threshold=settings["minutes"],
        gap_threshold=settings["gap"], include_last=bool(settings["last"]))
    if not len(stays):
        return []
    rows = []
    for stay in stays.create_activity_flag().itertuples():
        is_visit = settings["level"] == "stays" or stay.is_activity
        rows.append(("visit" if is_visit else "move", stay.started_at.timestamp(), stay.finished_at.timestamp(),
                     None if is_visit else "stationary"))
    try:
        _, legs = positions.generate_triplegs(stays, method="between_staypoints", gap_threshold=settings["gap"])
    except IndexError:  # raised when every fix lies in a staypoint; then there is no leg
        return rows
    if len(legs):
        for leg in legs.predict_transport_mode().itertuples():
            start, end = leg.started_at.timestamp(), leg.finished_at.timestamp()
            own = "walking" if leg.mode == "slow_mobility" else "automotive"
            rows.append(("move", start, end, own if settings["mode"] == "own" else by_speed(fixes, start, end)))
    return rows


def skmob(fixes, settings):
    """Rows (kind, start, end, activity); what lies between stays is a move."""
    import pandas
    import skmob as library
    from skmob.preprocessing import detection

    table = pandas.DataFrame({
        "lat": [fix[1] for fix in fixes], "lng": [fix[2] for fix in fixes], "uid": 0,
        "datetime": pandas.to_datetime([fix[0] for fix in fixes], unit="s")})
    found = detection.stay_locations(
        library.TrajDataFrame(table), minutes_for_a_stop=settings["minutes"],
        spatial_radius_km=settings["dist"] / 1000, no_data_for_minutes=1e12)
    stays = [(stay.datetime.timestamp(), stay.leaving_datetime.timestamp()) for stay in found.itertuples()]
    rows = [("visit", start, end, None) for start, end in stays]
    cursor = fixes[0][0]
    for start, end in stays + [(fixes[-1][0], None)]:
        if start > cursor:
            rows.append(("move", cursor, start, by_speed(fixes, cursor, start)))
        cursor = end
    return rows


def timeline(rows):
    """The rows as gaitway's timeline, version 1: items that touch, what lies between them a gap."""
    def moment(seconds):
        text = datetime.datetime.fromtimestamp(round(seconds * 1000) / 1000, datetime.timezone.utc)
        return text.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    items, cursor = [], None
    for kind, start, end, activity in sorted(rows, key=lambda row: (row[1], row[2])):
        start = round(max(start, start if cursor is None else cursor), 3)
        end = round(end, 3)
        if end <= start:
            continue
        if cursor is not None and start > cursor:
            items.append({"kind": "gap", "start": moment(cursor), "end": moment(start)})
        span = {"start": moment(start), "end": moment(end)}
        if kind == "visit":
            items.append({"kind": "visit", **span, "latitude": 0, "longitude": 0})
        else:
            section = {**span, "activity": activity, "evidence": "speed", "distance": 0}
            items.append({"kind": "move", **span, "sections": [section]})
        cursor = end
    return {"gaitway": "timeline", "version": 1, "items": items}


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in DEFAULTS:
        sys.exit(__doc__)
    peer, folder, out = sys.argv[1:4]
    settings = dict(DEFAULTS[peer])
    for argument in sys.argv[4:]:
        key, value = argument.split("=")
        settings[key] = type(settings[key])(value)
    pathlib.Path(out).mkdir(parents=True, exist_ok=True)
    for name, fixes in trip_days.days(folder):
        usable = [fix for fix in fixes if not settings["accuracy"] or fix[3] <= settings["accuracy"]]
        rows = []
        try:
            if len(usable) > 1:
                rows = (trackintel if peer == "trackintel" else skmob)(usable, settings)
        except Exception as error:  # a peer that fails on a day predicts nothing there
            print(f"{name}: {type(error).__name__}: {error}", file=sys.stderr)
        pathlib.Path(out, f"{name}.json").write_text(json.dumps(timeline(rows)))


if __name__ == "__main__":
    main()
