# SPDX-License-Identifier: Apache-2.0
"""Plays random worlds of polygons and circles, with alerts on entry, exit and dwell, and compares every decision.

    python3 Tests/Oracles/polygon_places.py .build/release/gaitway [WORLDS [SEED]]

The expectation has a geometry of its own. It projects positions by longitude and latitude around each world, where
lines of GeoJSON are straight. It walks the path in steps of half a second, and compares each step with every edge. It
also counts cool-downs. If a small change of the required distances or times changes a place's events, the place is
undecided: it is counted but not compared.
"""

import datetime
import json
import math
import pathlib
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

EARTH = 6_371_008.8
STEP = 0.5
SETTLE = 20.0
BAND = 20.0
START = datetime.datetime(2026, 5, 1, 8, tzinfo=datetime.timezone.utc)


@dataclass
class Place:
    """A place of a world: rings in metres for a polygon, or a circle's centre and radius."""

    identifier: str
    parts: list[list[Array]]
    center: tuple[float, float] | None
    radius: float
    alert: str
    dwell: float
    cooldown: float


@dataclass
class Event:
    """What happened at a place, in seconds after the start."""

    time: float
    kind: str


@dataclass
class Tally:
    """What was compared."""

    worlds: int = 0
    places: int = 0
    undecided: int = 0
    decisions: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)


class World:
    """A plane around a position, with places and a way."""

    def __init__(self, numbers: np.random.Generator) -> None:
        self.numbers = numbers
        self.latitude = float(numbers.uniform(-70, 70))
        # A quarter lies on the antimeridian.
        at_seam = numbers.uniform() < 0.25
        self.longitude = 180.0 if at_seam else float(numbers.uniform(-179, 179))
        self.places = [self.place(number) for number in range(int(numbers.integers(3, 9)))]
        self.times, self.way = self.make_way()

    def position(self, point: Array) -> tuple[float, float]:
        """Longitude and latitude of metres east and north."""
        latitude = self.latitude + math.degrees(point[1] / EARTH)
        scale = EARTH * math.cos(math.radians(self.latitude))
        longitude = self.longitude + math.degrees(point[0] / scale)
        return (longitude + 180) % 360 - 180, latitude

    def star(self, center: Array, size: float) -> Array:
        """Corners around a centre, each at a random distance: a ring that never crosses itself."""
        count = int(self.numbers.integers(3, 13))
        angles = (np.arange(count) + self.numbers.uniform(-0.2, 0.2, count)) * (2 * math.pi / count)
        lengths = size * self.numbers.uniform(0.5, 1, count)
        return center + np.stack([np.cos(angles), np.sin(angles)], axis=1) * lengths[:, None]

    def place(self, number: int) -> Place:
        """A random place with random rules."""
        numbers = self.numbers
        center = numbers.uniform(-700, 700, 2)
        alert = str(numbers.choice(["enter", "exit", "dwell"]))
        dwell = float(numbers.integers(5, 240)) if alert == "dwell" else 0.0
        cooldown = float(numbers.choice([0, 0, 300, 900]))
        size = float(numbers.uniform(60, 420))
        kind = numbers.uniform()
        parts: list[list[Array]] = []
        if kind < 0.25:
            circle = (float(center[0]), float(center[1]))
            return Place(f"p{number}", parts, circle, round(size), alert, dwell, cooldown)
        outer = self.star(center, size)
        parts.append([outer])
        if kind < 0.5:
            # The same ring at a third of its size lies within it, as each corner is seen from the centre.
            parts[0].append(center + (outer - center) * 0.34)
        elif kind < 0.65:
            parts.append([self.star(center + np.array([size * 2.5, 0]), size)])
        return Place(f"p{number}", parts, None, 0, alert, dwell, cooldown)

    def make_way(self) -> tuple[Array, Array]:
        """Times and points of fixes: legs between random points, with pauses."""
        numbers = self.numbers
        points = [numbers.uniform(-700, 700, 2)]
        times = [0.0]
        while times[-1] < 7200:
            if numbers.uniform() < 0.3:
                for _ in range(int(numbers.integers(1, 20))):
                    points.append(points[-1] + numbers.normal(0, 3, 2))
                    times.append(times[-1] + 5)
            target = numbers.uniform(-700, 700, 2)
            speed = float(numbers.choice([1.4, 3.0, 6.0, 12.0]))
            while (way := float(np.hypot(*(target - points[-1])))) > 1:
                step = min(1.0, speed * 5 / way)
                points.append(points[-1] + (target - points[-1]) * step + numbers.normal(0, 2, 2))
                times.append(times[-1] + 5)
                if step == 1.0:
                    break
        return np.array(times), np.array(points)

    def places_json(self) -> str:
        """The places as GeoJSON; every other ring runs the wrong way round."""
        features = []
        for place in self.places:
            properties: dict[str, object] = {"identifier": place.identifier, "alert": place.alert}
            if place.alert == "dwell":
                properties["dwell"] = place.dwell
            properties["cooldown"] = place.cooldown
            geometry: dict[str, object]
            if place.center is not None:
                properties["radius"] = place.radius
                geometry = {"type": "Point", "coordinates": self.position(np.array(place.center))}
            else:
                parts = []
                for part in place.parts:
                    rings = []
                    for ring in part:
                        corners = [self.position(corner) for corner in ring]
                        if self.numbers.uniform() < 0.5:
                            corners.reverse()
                        rings.append([*corners, corners[0]])
                    parts.append(rings)
                one = len(parts) == 1
                geometry = {
                    "type": "Polygon" if one else "MultiPolygon",
                    "coordinates": parts[0] if one else parts,
                }
            features.append({"type": "Feature", "geometry": geometry, "properties": properties})
        return json.dumps({"type": "FeatureCollection", "features": features})

    def track_gpx(self) -> str:
        """The way as GPX."""
        lines = ['<gpx version="1.1" creator="oracle" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>']
        for time, point in zip(self.times, self.way):
            longitude, latitude = self.position(point)
            moment = (START + datetime.timedelta(seconds=float(time))).isoformat(timespec="milliseconds")
            lines.append(
                f'<trkpt lat="{latitude:.9f}" lon="{longitude:.9f}"><time>{moment[:-6]}Z</time></trkpt>'
            )
        lines.append("</trkseg></trk></gpx>")
        return "\n".join(lines)

    def walk(self) -> tuple[Array, Array]:
        """The way in small steps, and a minute at its end."""
        times = np.arange(0, self.times[-1] + 60, STEP)
        east = np.interp(times, self.times, self.way[:, 0])
        north = np.interp(times, self.times, self.way[:, 1])
        return times, np.stack([east, north], axis=1)


def depths(place: Place, points: Array) -> tuple[Array, float]:
    """How deep each point lies within the edge, negative outside; and half the breadth that a deep point may ask
    for."""
    if place.center is not None:
        distance = np.hypot(points[:, 0] - place.center[0], points[:, 1] - place.center[1])
        return place.radius - distance, place.radius / 2
    nearest = np.full(len(points), np.inf)
    inside = np.zeros(len(points), dtype=bool)
    area = perimeter = 0.0
    for part in place.parts:
        for number, ring in enumerate(part):
            following = np.roll(ring, -1, axis=0)
            shoelace = float(np.sum(ring[:, 0] * following[:, 1] - following[:, 0] * ring[:, 1])) / 2
            area += abs(shoelace) * (1 if number == 0 else -1)
            for first, last in zip(ring, following):
                edge = last - first
                length = float(np.hypot(*edge))
                perimeter += length
                share = np.clip((points - first) @ edge / length**2, 0, 1)
                away = points - (first + share[:, None] * edge)
                nearest = np.minimum(nearest, np.hypot(away[:, 0], away[:, 1]))
                spans = (first[1] > points[:, 1]) != (last[1] > points[:, 1])
                with np.errstate(divide="ignore", invalid="ignore"):
                    crossing = first[0] + (points[:, 1] - first[1]) / (last[1] - first[1]) * (last[0] - first[0])
                inside ^= spans & (points[:, 0] < crossing)
    return np.where(inside, nearest, -nearest), area / perimeter


def events(times: Array, depth: Array, breadth: float, dwell: float, slack: tuple[float, float]) -> list[Event]:
    """Entries, dwells and exits of a place by its rules, with other distances and times by so much."""
    metres, seconds = slack
    asked = min(BAND, breadth) + metres
    found: list[Event] = []
    inside = bool(depth[0] >= metres)
    since: float | None = None
    due: float | None = None
    if inside:
        found.append(Event(0, "enter"))
        due = dwell
    for time, value in zip(times.tolist(), depth.tolist()):
        if not inside:
            if value >= asked:
                since = time if since is None else since
                if time - since >= SETTLE + seconds:
                    inside = True
                    found.append(Event(since + SETTLE, "enter"))
                    due = since + SETTLE + dwell
                    since = None
            else:
                since = None
        elif value < -BAND + metres:
            since = time if since is None else since
            if time - since >= SETTLE + seconds:
                inside = False
                found.append(Event(since + SETTLE, "exit"))
                due = None
                since = None
        else:
            since = None
        if inside and due is not None and dwell > 0 and time >= due + seconds and value >= -BAND + metres:
            # Due while the phone was beyond the edge, it is told when the phone is back.
            found.append(Event(due if time - due - seconds < 2 * STEP else time, "dwell"))
            due = None
    return found


def decisions(place: Place, found: list[Event]) -> list[Event]:
    """What a gate without any other rule decides: an alert, unless the place is still cooling down."""
    decided = []
    ready = -math.inf
    for event in found:
        if event.kind != place.alert:
            continue
        if event.time < ready:
            decided.append(Event(event.time, "drop"))
        else:
            decided.append(Event(event.time, "deliver"))
            ready = event.time + place.cooldown
    return decided


def expected(world: World) -> dict[str, list[Event] | None]:
    """The decisions on each place; None for a place that hangs on a little."""
    times, points = world.walk()
    result: dict[str, list[Event] | None] = {}
    for place in world.places:
        depth, breadth = depths(place, points)
        plain = decisions(place, events(times, depth, breadth, place.dwell, (0, 0)))
        result[place.identifier] = plain
        fired = [
            event.time for event in events(times, depth, breadth, place.dwell, (0, 0)) if event.kind == place.alert
        ]
        if any(abs(later - earlier - place.cooldown) < 2 for earlier in fired for later in fired if later > earlier):
            # It would hang on a moment whether the place is still cooling down.
            result[place.identifier] = None
            continue
        for slack in [(0.3, 1), (0.3, -1), (-0.3, 1), (-0.3, -1)]:
            other = decisions(place, events(times, depth, breadth, place.dwell, slack))
            # Times move with the distances; their order and kinds must not.
            if [event.kind for event in other] != [event.kind for event in plain] or any(
                abs(mine.time - yours.time) > 3 for mine, yours in zip(plain, other)
            ):
                result[place.identifier] = None
    return result


def actual(gaitway: str, world: World, folder: pathlib.Path) -> dict[str, list[Event]]:
    """The decisions of the command's oracle strategy, which watches every place."""
    (folder / "places.geojson").write_text(world.places_json())
    (folder / "track.gpx").write_text(world.track_gpx())
    (folder / "policy.json").write_text(
        '{"gaitway":"gate-policy","version":1,"base":"here","name":"oracle","place_cooldown":0}'
    )
    command = [gaitway, "simulate", "--strategy", "oracle", "--format", "ndjson"]
    for option, name in [("--places", "places.geojson"), ("--track", "track.gpx"), ("--policy", "policy.json")]:
        command += [option, str(folder / name)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, list[Event]] = {place.identifier: [] for place in world.places}
    for line in output.splitlines():
        record = json.loads(line)
        if "decision" not in record:
            continue
        moment = datetime.datetime.fromisoformat(record["time"].replace("Z", "+00:00"))
        # The record has milliseconds, rounded down.
        time = (moment - START).total_seconds()
        if record["decision"] == "drop" and record["reasons"][0] == "came-back":
            continue
        found[record["place"]].append(Event(time, record["decision"]))
    return found


def compare(gaitway: str, worlds: int, seed: int) -> Tally:
    """Plays worlds and compares them."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as name:
        for number in range(worlds):
            world = World(np.random.default_rng([seed, number]))
            tally.worlds += 1
            found = actual(gaitway, world, pathlib.Path(name))
            wishes = expected(world)
            for place in world.places:
                wanted = wishes[place.identifier]
                tally.places += 1
                if wanted is None:
                    tally.undecided += 1
                    continue
                mine = found[place.identifier]
                same = [event.kind for event in mine] == [event.kind for event in wanted]
                if not same or any(abs(a.time - b.time) > 1 for a, b in zip(mine, wanted)):
                    tally.failures.append(f"world {number}, {place}: {mine}, not {wanted}")
                key = "circle" if place.center is not None else "polygon"
                for event in wanted:
                    kind = f"{key} {place.alert} {event.kind}"
                    tally.decisions[kind] = tally.decisions.get(kind, 0) + 1
    return tally


def main() -> int:
    """Runs the comparison and prints what was compared."""
    if len(sys.argv) not in (2, 3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    worlds = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    tally = compare(sys.argv[1], worlds, seed)
    for failure in tally.failures:
        print(failure, file=sys.stderr)
    print(f"{tally.worlds} worlds, {tally.places} places, {tally.undecided} of them undecided")
    print(f"{sum(tally.decisions.values())} decisions compared, {len(tally.failures)} places differ")
    for kind, count in sorted(tally.decisions.items()):
        print(f"  {kind} {count}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
