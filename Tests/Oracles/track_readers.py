# SPDX-License-Identifier: Apache-2.0
"""Writes tracks and the results of independent readers, for TracksTests/TrackOracleTests.swift.

Run once, by hand, with the readers of PyPI (fitdecode 0.11.0, fitparse 1.2.0, pynmea2 1.19.0, fastkml 1.4.0, gpxpy
1.6.2):

    python3 -m venv .build/oracles && .build/oracles/bin/pip install fitdecode fitparse pynmea2 fastkml lxml gpxpy
    .build/oracles/bin/python Tests/Oracles/track_readers.py .build/oracles/tracks
    GAITWAY_TRACK_ORACLES=$PWD/.build/oracles/tracks swift test --skip-build --filter TrackOracleTests

FIT files, NMEA sentences and KML documents are drawn at random from a seed: definitions in both orders of bytes, short
times, fields and messages that are not known, developers' fields, several files in one; sentences of several talkers in
either order, over midnight, with broken checksums; tracks and points with time zones. Each FIT file is decoded by two
readers, which must agree. For GPX, the recorded tracks among gpxpy's own test files are taken, if its source archive
lies in the folder given second.
"""

from __future__ import annotations

import datetime
import io
import pathlib
import random
import struct
import sys
import tarfile

import fitdecode
import fitparse
import gpxpy
import pynmea2
from fastkml import kml
from fastkml.gx import Track

Row = tuple[int, float, float]
UTC = datetime.timezone.utc
FIT_EPOCH = 631_065_600


def nanoseconds(moment: datetime.datetime) -> int:
    """Nanoseconds since 1970; a time without a zone is UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return round((aware - datetime.datetime(1970, 1, 1, tzinfo=UTC)) / datetime.timedelta(microseconds=1)) * 1000


def write(folder: pathlib.Path, name: str, content: bytes, rows: list[Row]) -> None:
    """A file, and the fixes that are expected of it; of equal ones, the first."""
    (folder / name).write_bytes(content)
    unique = list(dict.fromkeys(row for row in rows if row[1] != 0 or row[2] != 0))
    (folder / (name + ".expected")).write_text("".join(f"{time} {lat!r} {lon!r}\n" for time, lat, lon in unique))


def checksum(data: bytes) -> int:
    """CRC-16/ARC."""
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def fit_file(draw: random.Random, start: int) -> bytes:
    """One FIT file with records of several shapes."""
    body = bytearray()
    shapes: dict[int, tuple[str, list[tuple[int, int, int]], int]] = {}
    for local in range(4):
        order = draw.choice("<>")
        fields = [(0, 4, 0x85), (1, 4, 0x85)]
        if local < 2 or draw.random() < 0.3:
            fields.append((253, 4, 0x86))
        fields += draw.sample(
            [(2, 2, 0x84), (3, 1, 0x02), (5, 4, 0x86), (6, 2, 0x84), (99, 3, 0x0D)], draw.randrange(4)
        )
        draw.shuffle(fields)
        shapes[local] = (order, fields, 20)
    shapes[4] = ("<", [(253, 4, 0x86), (0, 1, 0x00)], 0xFF00)

    def define(local: int) -> None:
        order, fields, message = shapes[local]
        body.extend([0x40 | local, 0, 1 if order == ">" else 0])
        body.extend(struct.pack(order + "HB", message, len(fields)))
        for field in fields:
            body.extend(field)

    for local in shapes:
        define(local)
    time, lat, lon = start - FIT_EPOCH, draw.uniform(-80, 80), draw.uniform(-170, 170)
    last: int | None = None
    for _ in range(draw.randrange(20, 120)):
        step = draw.randrange(1, 25)
        time += step
        lat, lon = lat + draw.gauss(0, 1e-4), lon + draw.gauss(0, 1e-4)
        local = draw.choice([0, 1, 4] if last is None else [0, 1, 2, 3, 4])
        if draw.random() < 0.05:
            define(local)
        order, fields, _ = shapes[local]
        has_time = any(number == 253 for number, _, _ in fields)
        values = {0: round(lat / 180 * 2**31), 1: round(lon / 180 * 2**31), 253: time}
        if local < 4 and draw.random() < 0.1:
            values[0] = values[1] = 0x7FFFFFFF
        body.append(local if has_time else 0x80 | local << 5 | time & 0x1F)
        for number, size, kind in fields:
            if local < 4 and number in values or number == 253:
                body.extend(struct.pack(order + ("i" if kind == 0x85 else "I"), values[number]))
            else:
                body.extend(draw.randbytes(size))
        last = time
    header = bytes([14, 0x20]) + struct.pack("<HI", 2132, len(body)) + b".FIT"
    header += struct.pack("<H", checksum(header))
    data = header + bytes(body)
    return data + struct.pack("<H", checksum(data))


def fit_rows(data: bytes) -> list[Row]:
    """The fixes of a FIT file by fitdecode."""
    rows = []
    with fitdecode.FitReader(io.BytesIO(data)) as reader:
        for frame in reader:
            if frame.frame_type != fitdecode.FIT_FRAME_DATA or frame.name != "record":
                continue
            lat, lon = (frame.get_value(name, fallback=None) for name in ["position_lat", "position_long"])
            time = frame.get_value("timestamp", fallback=None)
            if lat is not None and lon is not None and time is not None:
                rows.append((nanoseconds(time), lat * 180 / 2**31, lon * 180 / 2**31))
    return rows


def fit_rows_again(data: bytes) -> list[Row]:
    """The fixes of a single FIT file by fitparse."""
    rows = []
    for message in fitparse.FitFile(io.BytesIO(data)).get_messages("record"):
        values = message.get_values()
        lat, lon, time = (values.get(name) for name in ["position_lat", "position_long", "timestamp"])
        if lat is not None and lon is not None and time is not None:
            rows.append((nanoseconds(time), lat * 180 / 2**31, lon * 180 / 2**31))
    return rows


def sentence(body: str) -> str:
    code = 0
    for character in body:
        code ^= ord(character)
    return f"${body}*{code:02X}\r\n"


def nmea_file(draw: random.Random) -> tuple[str, list[Row]]:
    """Sentences, and their fixes by pynmea2: those of RMC with a fix, and of GGA where a moment has no RMC."""
    moment = datetime.datetime(2026, draw.randrange(1, 12), draw.randrange(1, 28), 23, 55, tzinfo=UTC)
    lat, lon = draw.uniform(-80, 80), draw.uniform(-170, 170)
    text = ""
    for index in range(draw.randrange(60, 300)):
        moment += datetime.timedelta(seconds=draw.choice([1, 1, 1, 5]))
        lat, lon = lat + draw.gauss(0, 1e-4), lon + draw.gauss(0, 1e-4)

        def part(value: float, width: int, sides: str) -> str:
            whole = int(abs(value))
            return (
                f"{whole:0{width}d}{(abs(value) - whole) * 60:07.4f}".replace("60.0000", "59.9999")
                + ","
                + sides[value < 0]
            )

        place = part(lat, 2, "NS") + "," + part(lon, 3, "EW")
        clock, date = moment.strftime("%H%M%S.00"), moment.strftime("%d%m%y")
        talker = draw.choice(["GP", "GN", "GL"])
        rmc = sentence(f"{talker}RMC,{clock},A,{place},{draw.uniform(0, 30):.2f},084.40,{date},,,A")
        gga = sentence(f"{talker}GGA,{clock},{place},1,08,0.9,34.5,M,46.9,M,,")
        # The first moments have a date.
        kind = draw.randrange(5) if index > 3 else 0
        if kind == 4:
            rmc = rmc.replace(",A,", ",V,", 1)  # Breaks the checksum, too: the sentence counts for nothing.
        text += sentence("GPGSV,1,1,01,03,03,111,00")
        text += {0: rmc, 1: gga + rmc, 2: rmc + gga, 3: gga, 4: rmc + gga}[kind]
    rows: dict[datetime.datetime, Row] = {}
    date_now: datetime.date | None = None
    last: datetime.datetime | None = None
    for line in text.splitlines():
        try:
            message = pynmea2.parse(line, check=True)
        except pynmea2.ParseError:
            continue
        if message.sentence_type == "RMC" and message.status == "A":
            date_now = message.datestamp
        elif message.sentence_type != "GGA" or date_now is None:
            continue
        when = datetime.datetime.combine(date_now, message.timestamp.replace(tzinfo=None), tzinfo=UTC)
        if last is not None and last - when > datetime.timedelta(hours=12):
            when += datetime.timedelta(days=1)
            date_now = when.date()
        last = when
        rows.setdefault(when, (nanoseconds(when), message.latitude, message.longitude))
    return text, list(rows.values())


def kml_file(draw: random.Random) -> str:
    """A document with a track and points, in zones of their own."""
    moment = datetime.datetime(2026, 5, draw.randrange(1, 28), 8, tzinfo=UTC)
    lat, lon = draw.uniform(-80, 80), draw.uniform(-170, 170)
    zone = datetime.timezone(datetime.timedelta(minutes=draw.choice([-570, -60, 60, 330])))
    times, places, marks = [], [], []
    for index in range(draw.randrange(30, 90)):
        moment += datetime.timedelta(seconds=draw.randrange(1, 60), milliseconds=draw.randrange(1000))
        lat, lon = lat + draw.gauss(0, 1e-3), lon + draw.gauss(0, 1e-3)
        local = moment.astimezone(zone if draw.random() < 0.5 else UTC).isoformat(timespec="milliseconds")
        if index % 7 == 3:
            marks.append(
                f"<Placemark><TimeStamp><when>{local}</when></TimeStamp><Point><coordinates>{lon:.7f},{lat:.7f},3"
                "</coordinates></Point></Placemark>")
        else:
            times.append(f"<when>{local}</when>")
            places.append(f"<gx:coord>{lon:.7f} {lat:.7f} 3</gx:coord>")
    return (
        '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>'
        f"<Placemark><gx:Track>{''.join(times)}{''.join(places)}</gx:Track></Placemark>{''.join(marks)}</Document>"
        "</kml>"
    )


def kml_rows(text: str) -> list[Row]:
    """The fixes of a document by fastkml."""
    rows = []
    document = next(iter(kml.KML.from_string(text).features))
    for mark in document.features:
        geometry = mark.kml_geometry
        if isinstance(geometry, Track):
            for item in geometry.track_items:
                rows.append((nanoseconds(item.when.dt), item.coord.y, item.coord.x))
        else:
            rows.append((nanoseconds(mark.time_stamp.dt), mark.geometry.y, mark.geometry.x))
    return rows


def gpx_files(archive: pathlib.Path) -> list[tuple[str, bytes, list[Row]]]:
    """The recorded tracks among gpxpy's test files, with their fixes by gpxpy."""
    files = []
    with tarfile.open(archive) as source:
        for member in source.getmembers():
            handle = source.extractfile(member) if member.name.endswith(".gpx") else None
            data = handle.read() if handle else b""
            try:
                parsed = gpxpy.parse(data.decode("utf-8-sig"))
            except Exception:
                continue
            points = [point for track in parsed.tracks for part in track.segments for point in part.points]
            # Drawn lines and times of before 1990 are refused on purpose.
            if not points or any(point.time is None or point.time.year < 1990 for point in points):
                continue
            rows = [(nanoseconds(point.time), point.latitude, point.longitude) for point in points]
            files.append((pathlib.Path(member.name).name, data, rows))
    return files


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for seed in range(20):
        draw = random.Random(seed)
        parts = [fit_file(draw, 1_777_622_400 + 86_400 * day) for day in range(1 + seed % 3)]
        for part in parts:
            assert fit_rows(part) == fit_rows_again(part), f"the readers disagree about FIT {seed}"
        write(folder, f"{seed}.fit", b"".join(parts), fit_rows(b"".join(parts)))
        text, rows = nmea_file(draw)
        write(folder, f"{seed}.nmea", text.encode(), rows)
        text = kml_file(draw)
        write(folder, f"{seed}.kml", text.encode(), kml_rows(text))
    gpx = gpx_files(pathlib.Path(sys.argv[2])) if len(sys.argv) > 2 else []
    for name, data, rows in gpx:
        write(folder, name, data, rows)
    print(f"{len(list(folder.iterdir())) // 2} files, {len(gpx)} of them of gpxpy")


if __name__ == "__main__":
    main()
