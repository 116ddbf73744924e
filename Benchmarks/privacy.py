# SPDX-License-Identifier: Apache-2.0
"""Searches every format of `gaitway trips` for positions that a privacy zone should have cut out.

Each place of a timeline becomes a zone in turn. This program has its own readers of all formats, and measures distances
on a sphere. It also reads the results without the zone, to show that its readers find positions.

    python3 Benchmarks/privacy.py .build/release/gaitway [--radius METRES] [--zones N] TRACK...
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

Position = tuple[float, float]
IDENTIFIER = re.compile(r"\bp(\d+\.\d+)([NS])(\d+\.\d+)([EW])")
KML = "{http://www.opengis.net/kml/2.2}"
GX = "{http://www.google.com/kml/ext/2.2}"
GPX = "{http://www.topografix.com/GPX/1/1}"


def distance(one: Position, other: Position) -> float:
    """Metres between two positions on a sphere."""
    north = math.radians(other[0] - one[0]) / 2
    east = math.radians(other[1] - one[1]) / 2
    half = (
        math.sin(north) ** 2 + math.cos(math.radians(one[0])) * math.cos(math.radians(other[0])) * math.sin(east) ** 2
    )
    return 2 * 6_371_009 * math.asin(min(1, math.sqrt(half)))


def in_json(value: object) -> Iterator[Position]:
    """Positions of our JSON, of GeoJSON and of Moves."""
    if isinstance(value, dict):
        for north, east in (("latitude", "longitude"), ("lat", "lon")):
            if north in value:
                yield value[north], value[east]
        for part in value.values():
            yield from in_json(part)
    elif isinstance(value, list):
        if len(value) >= 2 and all(isinstance(part, (int, float)) for part in value[:2]):
            yield value[1], value[0]
        for part in value:
            yield from in_json(part)


def in_gpx(text: str) -> Iterator[Position]:
    """Positions of waypoints and tracks."""
    for element in ET.fromstring(text.encode()).iter():
        if element.tag in (GPX + "wpt", GPX + "trkpt"):
            yield float(element.attrib["lat"]), float(element.attrib["lon"])


def in_kml(text: str) -> Iterator[Position]:
    """Positions of points and tracks."""
    for element in ET.fromstring(text.encode()).iter():
        if element.tag in (KML + "coordinates", GX + "coord"):
            parts = re.split("[ ,]", element.text or "")
            yield float(parts[1]), float(parts[0])


def in_csv(text: str) -> Iterator[Position]:
    """Positions at the ends of rows."""
    for row in csv.DictReader(io.StringIO(text)):
        for end in ("start", "end"):
            if row.get(end + "_latitude_deg"):
                yield float(row[end + "_latitude_deg"]), float(row[end + "_longitude_deg"])


def in_page(text: str) -> Iterator[Position]:
    """Positions of a page's data, whose paths are differences of five bits a character."""
    found = re.search('id="page-data">(.*?)</script>', text, re.DOTALL)
    assert found, "the page has no data"
    data = json.loads(found[1])
    yield from in_json(data["places"])
    for item in data["items"]:
        yield from in_json({key: item[key] for key in ("latitude", "longitude") if key in item})
        for section in item.get("sections", []):
            for piece in section["path"]:
                numbers, number, shift = [], 0, 0
                for character in piece:
                    bits = ord(character) - 63
                    number |= (bits & 31) << shift
                    shift += 5
                    if bits < 32:
                        numbers.append(~(number >> 1) if number & 1 else number >> 1)
                        number, shift = 0, 0
                north = east = 0
                for index in range(0, len(numbers), 3):
                    north += numbers[index]
                    east += numbers[index + 1]
                    yield north / 1e5, east / 1e5


def in_identifiers(text: str) -> Iterator[Position]:
    """Positions that identifiers of places are made from."""
    for north, pole, east, side in IDENTIFIER.findall(text):
        yield float(north) * (1 if pole == "N" else -1), float(east) * (1 if side == "E" else -1)


READERS = {
    "table": lambda text: (),
    "json": lambda text: in_json(json.loads(text)),
    "geojson": lambda text: in_json(json.loads(text)),
    "gpx": in_gpx,
    "moves": lambda text: in_json(json.loads(text)),
    "csv": in_csv,
    "kml": in_kml,
    "page": in_page,
    "stats table": lambda text: (),
    "stats json": lambda text: in_json(json.loads(text)),
    "stats csv": lambda text: (),
}


def run(command: str, track: str, kind: str, more: list[str]) -> str:
    """The output of the command; empty if the zone hides all."""
    words = [command, "trips"]
    if kind.startswith("stats"):
        words += ["stats", "--by", "trip", "--format", kind.split()[1]]
        words += ["--identifiers"] if kind == "stats table" else []
    elif kind == "page":
        words += ["--report", "-"]
    else:
        words += ["--format", kind] + (["--identifiers"] if kind == "table" else [])
    done = subprocess.run(
        [*words, "--track", track, "--time-zone", "UTC", *more], capture_output=True, text=True, check=False
    )
    if done.returncode == 3 and "hide all" in done.stderr:
        return ""
    assert done.returncode == 0, done.stderr
    return done.stdout


def positions(text: str, kind: str) -> list[Position]:
    """All positions of a result."""
    return [*READERS[kind](text), *in_identifiers(text)] if text else []


def main() -> int:
    """Prints a row for each format; 1 if a position was left, or if there was none to cut."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("command")
    parser.add_argument("track", nargs="+")
    parser.add_argument("--radius", type=float, default=150)
    parser.add_argument("--zones", type=int, default=1000, help="the largest number of zones of a track")
    options = parser.parse_args()
    command = str(Path(options.command).resolve())
    counts = {kind: [0, 0, 0, 0] for kind in READERS}
    zones = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "zone.geojson"
        for track in options.track:
            whole = {kind: positions(run(command, track, kind, []), kind) for kind in READERS}
            timeline = json.loads(run(command, track, "json", []))
            for place in timeline["places"][: options.zones]:
                # Off the middle of the zone, like a home drawn by hand on a map.
                middle = (place["latitude"] + 0.3 * options.radius / 111_195, place["longitude"])
                zones += 1
                geometry = {"type": "Point", "coordinates": [middle[1], middle[0]]}
                feature = {"type": "Feature", "geometry": geometry, "properties": {"radius": options.radius}}
                file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
                for kind, count in counts.items():
                    left = positions(run(command, track, kind, ["--privacy-zones", str(file)]), kind)
                    count[0] += len(whole[kind])
                    count[1] += sum(distance(middle, position) <= options.radius for position in whole[kind])
                    count[2] += len(left)
                    count[3] += sum(distance(middle, position) <= options.radius for position in left)
    print(f"{len(options.track)} tracks, {zones} zones of {options.radius:g} m")
    print(f"{'format':12} {'positions':>10} {'in zone':>8} {'left':>10} {'in zone':>8}")
    for kind, (all_, inside, left, leaked) in counts.items():
        print(f"{kind:12} {all_:10} {inside:8} {left:10} {leaked:8}")
    return int(any(count[3] > 0 or count[1] == 0 for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
