# SPDX-License-Identifier: Apache-2.0
"""Compares distances on WGS 84 with those of GeographicLib (C. F. F. Karney, "Algorithms for geodesics", 2013).

    python3 Tests/Oracles/geodesics.py .build/release/OracleWriter [--cases 3000] [--times 1] [--seed 1]

Pairs of positions are drawn over the whole earth, close to each other, at poles, along the equator, across the
antimeridian and nearly opposite each other. The tolerances are those that the source promises: geodesics within a
millimetre, or for nearly opposite points, where the formula does not converge, within 0.6 %; short distances below 70
degrees of latitude within 0.01 % up to 10 km and 0.1 % up to 100 km; the sphere within 0.562 %.
"""

from __future__ import annotations

import random
import struct
import sys

from comparison import Answer, Comparison, ask, parse_arguments
from geographiclib.geodesic import Geodesic

Pair = tuple[float, float, float, float]


def draw_pair(draw: random.Random) -> Pair:
    """Latitudes and longitudes of two positions."""
    latitude, longitude = draw.uniform(-90, 90), draw.uniform(-180, 180)
    kind = draw.randrange(8)
    if kind == 0:
        return latitude, longitude, draw.uniform(-90, 90), draw.uniform(-180, 180)
    if kind == 1:
        # The equator, the poles, and meridians.
        latitudes = [0.0, 0.0, 90.0, -90.0, latitude]
        longitudes = [longitude, 180.0, -180.0, 0.0]
        return draw.choice(latitudes), draw.choice(longitudes), draw.choice(latitudes), draw.choice(longitudes)
    if kind == 2:
        span = 10 ** draw.uniform(-6, 0.5)
        opposite = (longitude + 180 + draw.uniform(-span, span)) % 360 - 180
        return latitude, longitude, max(-90.0, min(90.0, -latitude + draw.uniform(-span, span))), opposite
    if kind == 3:
        longitude = 180 - 10 ** draw.uniform(-6, 0)
    # From a tenth of a millimetre to some thousand kilometres.
    metres, course = 10 ** draw.uniform(-4, 6.5), draw.uniform(0, 360)
    end = Geodesic.WGS84.Direct(latitude, longitude, course, metres)
    return latitude, longitude, end["lat2"], end["lon2"]


def difference(pair: Pair, answer: Answer) -> tuple[str | None, str | None]:
    """In what the distances of a pair differ from GeographicLib's, and why they may."""
    exact = Geodesic.WGS84.Inverse(*pair, Geodesic.DISTANCE)
    metres = exact["s12"]
    circle = abs(answer["circle"] - metres)
    if circle > 0.00562 * metres + 1e-6:
        return f"{answer['circle']} m on the sphere, not {metres}", None
    if max(abs(pair[0]), abs(pair[2])) < 70 and metres <= 100_000:
        share = 1e-4 if metres <= 10_000 else 1e-3
        if abs(answer["short"] - metres) > share * metres + 1e-6:
            return f"{answer['short']} m by radii of curvature, not {metres}", None
    if abs(answer["geodesic"] - metres) <= 0.001:
        return None, None
    text = f"{answer['geodesic']} m, not {metres}"
    if exact["a12"] > 179 and abs(answer["geodesic"] - metres) <= 0.006 * metres:
        return text, "nearly opposite each other: the great circle is given"
    return text, None


def main() -> int:
    """Runs the comparison."""
    arguments = parse_arguments(__doc__, 3000)
    draw = random.Random(arguments.seed)
    pairs = [draw_pair(draw) for _ in range(arguments.cases)]
    answers = ask(arguments.program, ["distance"], [struct.pack("<4d", *pair) for pair in pairs])
    comparison = Comparison("geodesics")
    for pair, answer in zip(pairs, answers, strict=True):
        found, allowed = difference(pair, answer)
        comparison.add(f"{pair}", found, allowed)
        if allowed is None:
            comparison.add_spoiled(f"{pair}", difference(pair, answer | {"geodesic": answer["geodesic"] + 0.0021})[0])
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
