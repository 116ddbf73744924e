# SPDX-License-Identifier: Apache-2.0
"""Inputs of any size for growth.py: whole, damaged and hostile, for each reader."""

from __future__ import annotations

import dataclasses
import datetime
import gzip
import io
import math
import struct
import zipfile
from collections.abc import Callable, Iterator

NOON = 1_777_636_800
"""Noon of 1 May 2026, UTC, in seconds since 1970."""

Maker = Callable[[int], bytes]


@dataclasses.dataclass
class Case:
    """An input of any number of records for a reader."""

    reader: str
    name: str
    size: int
    make: Maker


def iso(seconds: float) -> str:
    """A time after noon as ISO 8601."""
    moment = datetime.datetime.fromtimestamp(NOON + seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def basic(seconds: float) -> str:
    """A time after noon as Moves writes it."""
    return iso(seconds)[:-5].replace("-", "").replace(":", "") + "Z"


def latitude(number: int) -> float:
    return 52.5 + number % 1000 * 0.00018


# Records of each format: number and time after noon to text, and what stands around them.


@dataclasses.dataclass
class Format:
    """A text of records."""

    record: Callable[[int, float], str]
    head: str = ""
    tail: str = ""
    joint: str = ""

    def text(self, times: list[float]) -> str:
        return self.head + self.joint.join(self.record(number, time) for number, time in enumerate(times)) + self.tail


def e7(degrees: float) -> int:
    return round(degrees * 1e7)


TRACKS: dict[str, list[tuple[str, Format]]] = {
    "gpx": [
        (
            "points",
            Format(
                lambda n, t: (
                    f'<trkpt lat="{latitude(n):.6f}" lon="13.25"><ele>34.5</ele><time>{iso(t)}</time>'
                    "<extensions><x:speed>1.5</x:speed></extensions></trkpt>"
                ),
                '<?xml version="1.0"?><gpx version="1.1"><trk><trkseg>',
                "</trkseg></trk></gpx>",
                "\n",
            ),
        )
    ],
    "geojson": [
        (
            "points",
            Format(
                lambda n, t: (
                    f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":[13.25,{latitude(n):.6f},3]}},'
                    f'"properties":{{"time":"{iso(t)}","speed":1.5}}}}'
                ),
                '{"type":"FeatureCollection","features":[',
                "]}",
                ",\n",
            ),
        ),
        (
            "a line",
            Format(
                lambda n, t: f"[13.25,{latitude(n):.6f}]",
                '{"type":"Feature","properties":{"coordTimes":[' + ",".join(str(NOON + n) for n in range(4)) + "]},"
                '"geometry":{"type":"LineString","coordinates":[',
                "]}}",
                ",",
            ),
        ),
        (
            "lines of several",
            Format(
                lambda n, t: f"[[13.25,{latitude(n):.6f}],[13.25,{latitude(n):.6f}]]",
                '{"type":"Feature","geometry":{"type":"MultiLineString","coordinates":[',
                "]}}",
                ",",
            ),
        ),
    ],
    "overland": [
        (
            "locations",
            Format(
                lambda n, t: (
                    f'{{"type":"Feature","geometry":{{"type":"Point","coordinates":[13.25,{latitude(n):.6f}]}},'
                    f'"properties":{{"timestamp":"{iso(t)}","speed":-1,"horizontal_accuracy":8,"motion":["driving"]}}}}'
                ),
                '{"locations":[',
                "]}",
                ",\n",
            ),
        )
    ],
    "owntracks": [
        (
            "messages",
            Format(
                lambda n, t: (
                    f'{{"_type":"location","lat":{latitude(n):.6f},"lon":13.25,"tst":{NOON + int(t)},"vel":5.4,'
                    '"motionactivities":["walking"]}'
                ),
                joint="\n",
            ),
        ),
        (
            "an array",
            Format(
                lambda n, t: f'{{"_type":"location","lat":{latitude(n):.6f},"lon":13.25,"tst":{NOON + int(t)}}}',
                "[",
                "]",
                ",",
            ),
        ),
        (
            "the recorder's lines",
            Format(
                lambda n, t: (
                    f'{iso(t)}\t*\t{{"_type":"location","lat":{latitude(n):.6f},"lon":13.25,"tst":{NOON + int(t)}}}'
                ),
                joint="\n",
            ),
        ),
    ],
    "e-mission": [
        (
            "entries",
            Format(
                lambda n, t: (
                    f'{{"metadata":{{"key":"background/location","write_ts":1}},"data":{{"ts":{NOON + t},'
                    f'"latitude":{latitude(n):.6f},"longitude":13.25}}}},{{"metadata":{{"key":'
                    f'"background/motion_activity",'
                    f'"write_ts":{NOON + t}}},"data":{{"zzbhB":7,"zzbhC":80}}}}'
                ),
                "[",
                "]",
                ",\n",
            ),
        )
    ],
    "moves": [
        (
            "points",
            Format(
                lambda n, t: f'{{"lat":{latitude(n):.6f},"lon":13.25,"time":"{basic(t)}"}}',
                f'[{{"date":"20260501","segments":[{{"type":"move","startTime":"{basic(0)}","endTime":'
                f'"{basic(9000000)}","activities":['
                f'{{"activity":"trp","startTime":"{basic(0)}","endTime":"{basic(9000000)}","trackPoints":[',
                "]}]}]}]",
                ",\n",
            ),
        )
    ],
    "csv": [
        (
            "rows",
            Format(lambda n, t: f"{NOON + t:.3f},1.5,13.25,{latitude(n):.6f}\n", "time,speed,longitude,latitude\n"),
        )
    ],
    "google-records": [
        (
            "locations",
            Format(
                lambda n, t: (
                    f'{{"latitudeE7":{e7(latitude(n))},"longitudeE7":132500000,"accuracy":12,"activity":[{{"activity":'
                    f"[{{"
                    f'"type":"STILL","confidence":90}}],"timestamp":"{iso(t)}"}}],"wifiScan":{{"accessPoints":'
                    f'[{{"mac":"1"}}]}},'
                    f'"deviceTag":{n % 2},"timestamp":"{iso(t)}"}}'
                ),
                '{"locations":[',
                "]}",
                ",\n",
            ),
        )
    ],
    "google-semantic": [
        (
            "visits",
            Format(
                lambda n, t: (
                    f'{{"placeVisit":{{"location":{{"latitudeE7":{e7(latitude(n))},"longitudeE7":132500000,"name":'
                    f'"a{n}"}},'
                    f'"duration":{{"startTimestamp":"{iso(t)}","endTimestamp":"{iso(t + 1)}"}}}}}}'
                ),
                '{"timelineObjects":[',
                "]}",
                ",\n",
            ),
        ),
        (
            "segments",
            Format(
                lambda n, t: (
                    f'{{"activitySegment":{{"duration":{{"startTimestamp":"{iso(t)}","endTimestamp":"{iso(t + 1)}"}},'
                    '"activityType":"IN_BUS","simplifiedRawPath":{"points":[{"latE7":'
                    f'{e7(latitude(n))},"lngE7":132500000,"timestamp":"{iso(t)}"}}]}}}}}}'
                ),
                '{"timelineObjects":[',
                "]}",
                ",\n",
            ),
        ),
    ],
    "google-timeline": [
        (
            "android",
            Format(
                lambda n, t: (
                    f'{{"startTime":"{iso(t)}","endTime":"{iso(t + 1)}","timelinePath":[{{"point":"{latitude(n):.6f}°,'
                    f' 13.25°",'
                    f'"time":"{iso(t)}"}}],"visit":{{"topCandidate":{{"placeLocation":{{"latLng":"{latitude(n):.6f}°, '
                    f'13.25°"}}}}}}}}'
                ),
                '{"semanticSegments":[',
                "]}",
                ",\n",
            ),
        ),
        (
            "iphone",
            Format(
                lambda n, t: (
                    f'{{"startTime":"{iso(t)}","endTime":"{iso(t + 1)}","activity":{{"start":"geo:{latitude(n):.6f},'
                    f'13.25",'
                    f'"end":"geo:{latitude(n):.6f},13.25","topCandidate":{{"type":"walking","probability":"0.9"}}}}}}'
                ),
                "[",
                "]",
                ",\n",
            ),
        ),
    ],
    "arc": [
        (
            "items",
            Format(
                lambda n, t: (
                    f'{{"itemId":"{n}","isVisit":true,"startDate":"{iso(t)}","endDate":"{iso(t + 1)}","center":'
                    f'{{"latitude":'
                    f'{latitude(n):.6f},"longitude":13.25}},"samples":[{{"sampleId":"s{n}","movingState":"moving",'
                    f'"date":"{iso(t)}","location":'
                    f'{{"latitude":{latitude(n):.6f},"longitude":13.25,"timestamp":"{iso(t)}"}}}}]}}'
                ),
                '{"timelineItems":[',
                "]}",
                ",\n",
            ),
        )
    ],
    "apple-health": [
        (
            "workouts",
            Format(
                lambda n, t: (
                    f'<Workout workoutActivityType="HKWorkoutActivityTypeWalking" startDate="{iso(t)[:10]} '
                    f'{iso(t)[11:19]} +0000" '
                    f'endDate="{iso(t + 1)[:10]} {iso(t + 1)[11:19]} +0000"/>'
                ),
                '<?xml version="1.0"?><!DOCTYPE HealthData []><HealthData>',
                "</HealthData>",
                "\n",
            ),
        )
    ],
    "kml": [
        (
            "a track",
            Format(
                lambda n, t: f"<when>{iso(t)}</when><gx:coord>13.25 {latitude(n):.6f} 3</gx:coord>",
                "<kml><Placemark><gx:Track>",
                "</gx:Track></Placemark></kml>",
                "\n",
            ),
        ),
        (
            "placemarks",
            Format(
                lambda n, t: (
                    f"<Placemark><TimeSpan><begin>{iso(t)}</begin><end>{iso(t + 1)}</end></TimeSpan>"
                    f"<Point><coordinates>13.25,{latitude(n):.6f}</coordinates></Point></Placemark>"
                ),
                "<kml>",
                "</kml>",
                "\n",
            ),
        ),
    ],
    "tcx": [
        (
            "points",
            Format(
                lambda n, t: (
                    f"<Trackpoint><Time>{iso(t)}</Time><Position><LatitudeDegrees>{latitude(n):.6f}</LatitudeDegrees>"
                    "<LongitudeDegrees>13.25</LongitudeDegrees></Position></Trackpoint>"
                ),
                '<TrainingCenterDatabase><Activities><Activity Sport="Biking">',
                "</Activity></Activities></TrainingCenterDatabase>",
                "\n",
            ),
        )
    ],
    "nmea": [
        (
            "sentences",
            Format(
                lambda n, t: sentence(
                    f"GPRMC,{iso(t)[11:19].replace(':', '')},A,{5230 + n % 1000 * 0.01:.4f},N,01315.000,E,022.4,084.4,"
                    f"010526,,"
                ),
                joint="\n",
            ),
        )
    ],
}


def sentence(body: str) -> str:
    check = 0
    for byte in body.encode():
        check ^= byte
    return f"${body}*{check:02X}"


def fit(times: list[float]) -> bytes:
    """A FIT file of records; its checksum is that of its bytes."""
    body = bytes([0x40, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85])
    for number, time in enumerate(times):
        semicircles = [round(degrees / 180 * 2**31) for degrees in (latitude(number), 13.25)]
        body += struct.pack("<BIii", 0, NOON - 631_065_600 + int(time), *semicircles)
    return summed(bytes([12, 32, 84, 8]) + struct.pack("<I", len(body)) + b".FIT" + body)


def summed(content: bytes) -> bytes:
    """A FIT file with its checksum."""
    crc = 0
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return content + struct.pack("<H", crc)


# Times of records.


def onward(count: int) -> list[float]:
    return [float(number) for number in range(count)]


def backward(count: int) -> list[float]:
    return onward(count)[::-1]


def one_moment(count: int) -> list[float]:
    return [60.0] * count


# Damage: what a text becomes.


def without(mark: str, each: int = 7) -> Callable[[str], str]:
    """Takes away each seventh of a mark, or all."""

    def damage(text: str) -> str:
        parts = text.split(mark)
        joined = [mark] * (len(parts) - 1)
        for place in range(each - 1, len(joined), each):
            joined[place] = ""
        return "".join(part + joint for part, joint in zip(parts, [*joined, ""]))

    return damage


def with_quotes(text: str) -> str:
    return "".join(text[place : place + 97] + '"' for place in range(0, len(text), 97))


def cut(text: str) -> str:
    """Ends at two thirds, within the first word of a line if there are lines."""
    end = len(text) * 2 // 3
    line = text.rfind("\n", 0, end)
    return text[: line + 5 if line > 0 else end]


DAMAGE: list[tuple[str, Callable[[str], str]]] = [
    ("lost }", without("}")),
    ("lost ]", without("]")),
    ("no } at all", without("}", 1)),
    ('lost "', without('"', 61)),
    ("lost ,", without(",", 61)),
    ("lost >", without(">")),
    ("lost <", without("<")),
    ("lost line ends", without("\n")),
    ("no line ends", without("\n", 1)),
    ('stray "', with_quotes),
    ("cut", cut),
]


def damaged(reader: str, name: str, size: int, text: Callable[[int], str]) -> Iterator[Case]:
    """A whole text and each kind of damage that changes it."""
    yield Case(reader, name, size, lambda n: text(n).encode())
    for word, damage in DAMAGE:
        if damage(text(30)) != text(30):
            yield Case(reader, f"{name}, {word}", size, lambda n, damage=damage: damage(text(n)).encode())


# Bytes that no writer makes: a mark over and over behind a format's opening.
MARKS = ["[", '{"a":', '"', "\\", "<a>", "<!--", "&", ",", "\n", "a", '{"a":[', '"a",', "<a b='", "1", " "]


def marks(reader: str, head: str, size: int = 3000) -> Iterator[Case]:
    for mark in MARKS:
        yield Case(reader, f"only {mark!r}"[:34], size, lambda n, mark=mark: (head + mark * n).encode())


def packed(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of files by their names."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return target.getvalue()


def tracks() -> Iterator[Case]:
    for name, forms in TRACKS.items():
        reader = f"track-{name}"
        for form, format in forms:
            yield from damaged(reader, form, 200, lambda n, format=format: format.text(onward(n)))
            yield Case(reader, f"{form}, backwards", 400, lambda n, format=format: format.text(backward(n)).encode())
            yield Case(reader, f"{form}, one moment", 800, lambda n, format=format: format.text(one_moment(n)).encode())
        yield from marks(reader, forms[0][1].head or forms[0][1].record(0, 0))
        yield from marks(reader, forms[0][1].head + forms[0][1].record(0, 0) + forms[0][1].joint)
    for name, times in [("records", onward), ("records, backwards", backward), ("records, one moment", one_moment)]:
        yield Case("track-fit", name, 400, lambda n, times=times: fit(times(n)))
    yield Case(
        "track-fit", "definitions", 400, lambda n: fit([0])[:12] + bytes([0x40, 0, 0, 20, 0, 1, 253, 4, 0x86]) * n
    )
    # Openings that are met and never closed, as each record's damage.
    record = TRACKS["google-records"][0][1]
    yield Case(
        "track-google-records",
        "records in records",
        800,
        lambda n: (record.head + record.record(0, 0) + "," + '{"latitudeE7":1,"a":[' * n).encode(),
    )
    yield Case(
        "track-google-records",
        "closed records in records",
        800,
        lambda n: (record.head + record.record(0, 0) + "," + '{"latitudeE7":1 ' * n + "}" * n + "]}").encode(),
    )
    yield Case(
        "track-google-records",
        "records in a text",
        800,
        lambda n: (record.head + record.record(0, 0) + ',{"latitudeE7":1,"a":"' + '{\\"latitudeE7\\":1,' * n).encode(),
    )
    yield Case(
        "track-google-records",
        "keys of one record",
        800,
        lambda n: (record.head + "{" + ",".join(f'"k{number}":1' for number in range(n)) + "}]}").encode(),
    )
    yield Case(
        "track-google-records",
        "a device each",
        800,
        lambda n: (
            record.head
            + ",".join(record.record(k, k).replace('"deviceTag":', f'"deviceTag":{k}') for k in range(n))
            + "]}"
        ).encode(),
    )
    yield Case(
        "track-google-records",
        "reports of one record",
        800,
        lambda n: (
            record.head
            + record.record(0, 0).replace(
                '"activity":[',
                '"activity":['
                + ",".join(f'{{"activity":[{{"type":"STILL"}}],"timestamp":"{iso(60)}"}}' for _ in range(n))
                + ",",
                1,
            )
            + "]}"
        ).encode(),
    )
    visit = TRACKS["google-semantic"][0][1]
    for word, span in [
        ("spans within spans", lambda k, n: (k, 3 * n - k)),
        ("spans that overlap", lambda k, n: (k, k + n)),
        ("spans of one end", lambda k, n: (k, n + 1)),
    ]:
        yield Case(
            "track-google-semantic",
            word,
            800,
            lambda n, span=span: (
                visit.head
                + ",".join(
                    f'{{"placeVisit":{{"location":{{"latitudeE7":{525000000 + k * 40000},"longitudeE7":132500000,'
                    f'"placeId":"{k}"}},'
                    f'"duration":{{"startTimestamp":"{iso(span(k, n)[0])}","endTimestamp":"{iso(span(k, n)[1])}"}}}}}}'
                    for k in range(n)
                )
                + "]}"
            ).encode(),
        )


def far_visits(n: int, step: int, parallel: bool = False) -> bytes:
    """Visits at distinct places, along a meridian or a parallel."""

    def place(k: int) -> str:
        return f'"latitudeE7":{(0 if parallel else k) * step},"longitudeE7":{(k if parallel else 0) * step + 1}'

    return (
        '{"timelineObjects":['
        + ",".join(
            f'{{"placeVisit":{{"location":{{{place(k)},"name":"a{k}"}},'
            f'"duration":{{"startTimestamp":"{iso(7200 * k)}","endTimestamp":"{iso(7200 * k + 3600)}"}}}}}}'
            for k in range(n)
        )
        + "]}"
    ).encode()


def timeline(n: int, spot: Callable[[int], int] = lambda k: k) -> str:
    """A timeline of visits and moves in turns."""

    def item(k: int) -> str:
        start, end = iso(1800 * k), iso(1800 * k + 1800)
        if k % 2:
            return (
                f'{{"kind":"move","start":"{start}","end":"{end}","sections":[{{"activity":"cycling","start":'
                f'"{start}","end":"{end}",'
                f'"evidence":"speed","distance":9.5,"path":[[[13.25,52.5,"{iso(1800 * k + 60)}",3.5],[13.26,52.5,'
                f'"{iso(1800 * k + 90)}",3]]]}}]}}'
            )
        return (
            f'{{"kind":"visit","start":"{start}","end":"{end}","place":"p{spot(k)}","latitude":'
            f"{10 + spot(k) * 0.005:.5f},"
            '"longitude":13.25,"activities":[]}'
        )

    spots = sorted({spot(k) for k in range(0, n, 2)})
    return (
        '{"gaitway":"timeline","version":1,"items":[\n'
        + ",\n".join(item(k) for k in range(n))
        + '],\n"places":[\n'
        + ",\n".join(
            f'{{"identifier":"p{k}","latitude":{10 + k * 0.005:.5f},"longitude":13.25,"radius":100,"name":"Home {k}"}}'
            for k in spots
        )
        + "]}"
    )


def days() -> Iterator[Case]:
    yield Case("day", "visits, north", 600, lambda n: far_visits(n, 40000))
    yield Case("day", "visits, east", 600, lambda n: far_visits(n, 40000, parallel=True))
    fixes = TRACKS["csv"][0][1]
    yield Case("day", "fixes", 300, lambda n: fixes.text([10.0 * k for k in range(n)]).encode())
    yield Case("day", "fixes of one moment", 800, lambda n: fixes.text(one_moment(n)).encode())
    yield Case(
        "day",
        "jumps",
        300,
        lambda n: (
            fixes.head + "".join(f"{NOON + 60 * k},1,13.25,{52.5 + k % 7 * 0.01:.6f}\n" for k in range(n))
        ).encode(),
    )
    yield Case(
        "day",
        "hours at places",
        600,
        lambda n: (
            fixes.head + "".join(f"{NOON + 300 * k},0,13.25,{50 + k // 6 * 0.01 % 30:.6f}\n" for k in range(n))
        ).encode(),
    )
    entries = TRACKS["overland"][0][1]
    yield Case("day", "reports", 300, lambda n: entries.text([5.0 * k for k in range(n)]).encode())
    yield Case("track-played", "fixes", 300, lambda n: fixes.text([10.0 * k for k in range(n)]).encode())
    yield Case(
        "track-played",
        "entries",
        600,
        lambda n: (
            fixes.head + "".join(f"{NOON + 60 * k},1,13.2501,{52.503 + k % 2 * 0.01:.6f}\n" for k in range(n))
        ).encode(),
    )
    yield from damaged("timeline", "items", 100, timeline)
    yield Case("timeline", "items, one place", 200, lambda n: timeline(n, lambda k: 0).encode())
    yield from marks("timeline", '{"gaitway":"timeline","version":1,"items":[')
    yield Case(
        "moves",
        "segments",
        200,
        lambda n: (
            '[{"date":"20260501","segments":['
            + ",".join(
                f'{{"type":"place","startTime":"{basic(600 * k)}","endTime":"{basic(600 * k + 600)}","place":{{"id":'
                f'{k},"location":'
                f'{{"lat":{10 + k * 0.01:.5f},"lon":13.25}}}}}}'
                for k in range(n)
            )
            + "]}]"
        ).encode(),
    )
    yield from damaged(
        "truth",
        "timeline",
        200,
        lambda n: (
            "kind,start,end,class\nperiod,0,100000000,scripted\n"
            + "".join(
                f"trip,{100 * k},{100 * k + 50},\nsection,{100 * k},{100 * k + 20},foot\nwait,{100 * k + 20},"
                f"{100 * k + 30},\n"
                for k in range(n)
            )
        ),
    )
    yield from damaged(
        "timeline-policy",
        "keys",
        200,
        lambda n: '{"gaitway":"timeline-policy","version":1,' + ",".join(f'"k{k}":{k}' for k in range(n)) + "}",
    )
    yield Case("store", "fixes", 300, lambda n: fixes.text([30.0 * k for k in range(n)]).encode())
    yield Case("store", "fixes of one moment", 800, lambda n: fixes.text(one_moment(n)).encode())
    yield Case(
        "store",
        "hours at places",
        400,
        lambda n: (
            fixes.head + "".join(f"{NOON + 300 * k},0,13.25,{50 + k // 6 * 0.01 % 30:.6f}\n" for k in range(n))
        ).encode(),
    )
    yield Case("store", "reports", 200, lambda n: entries.text([5.0 * k for k in range(n)]).encode())
    yield Case("store-timeline", "places", 200, lambda n: timeline(n).encode())
    yield Case("store-timeline", "one place", 200, lambda n: timeline(n, lambda k: 0).encode())


def corrections(entries: Callable[[int], str]) -> Callable[[int], str]:
    return lambda n: (
        '{"gaitway":"corrections","version":3,"corrections":[\n' + ",\n".join(entries(k) for k in range(n)) + "]}"
    )


CORRECTIONS = [
    (
        "names",
        lambda k: (
            f'{{"kind":"name","place":{{"latitude":{52.5 + k % 8 * 0.02:.5f},"longitude":13.25,"at":"{iso(60)}"}},'
            f'"name":"Work {k}"}}'
        ),
    ),
    ("splits", lambda k: f'{{"kind":"split","at":"{iso(70 + 7 * k)}"}}'),
    (
        "activities",
        lambda k: f'{{"kind":"activity","activity":"running","from":"{iso(60 + 7 * k)}","to":"{iso(61 + 7 * k)}"}}',
    ),
    ("visits", lambda k: f'{{"kind":"visit","from":"{iso(60 + 7 * k)}","to":"{iso(65 + 7 * k)}"}}'),
]


def streams() -> Iterator[Case]:
    head = f'{{"gaitway":"activity-stream","version":1,"source":"a","model":"m","origin":"{iso(0)}"}}\n'
    flags = '"stationary":false,"walking":%s,"running":false,"automotive":%s,"cycling":false,"unknown":false'

    def report(k: int, start: float) -> str:
        words = ("true", "false") if k % 2 else ("false", "true")
        return (
            f'{{"elapsed":{start:.2f},"start":"{iso(start)}","delivered":{start + 5:.2f},{flags % words},"confidence":'
            f'"high",'
            '"probabilities":{"stationary":0.0100,"walking":0.9500,"running":0.0100,"cycling":0.0100,"automotive":'
            '0.0179,"none":0.0021},'
            f'"repeat":true,"window":[{start:.2f},{start + 5:.2f}]}}\n'
        )

    def stream(n: int) -> str:
        return (
            head
            + "".join(report(k, 2.56 * k) for k in range(n))
            + f'{{"end":{2.56 * n},"windows":{n},"repaired":{{"gap":1}}}}\n'
        )

    yield from damaged("stream", "reports", 100, stream)
    yield Case("stream", "headers", 200, lambda n: (head * n).encode())
    yield Case("stream", "one moment", 300, lambda n: (head + "".join(report(k, 10) for k in range(n))).encode())
    yield from marks("stream", head)
    yield Case("ride-stream", "reports", 100, lambda n: stream(n).encode())
    columns = "elapsed,start,delivered,stationary,walking,running,automotive,cycling,unknown,confidence".split(",")
    names = "stationary,walking,running,cycling,automotive,none".split(",")
    columns += [group + "." + name for group in ("probabilities", "smoothed") for name in names]
    columns += "reason,repeat,window.from,window.to,gaitway,version,source,model,origin,end,windows,repaired".split(",")

    def table(n: int) -> str:
        return (
            ",".join(columns)
            + "\n"
            + "," * 26
            + f"activity-stream,1,a,m,{iso(0)},,,\n"
            + "".join(
                f"{2.56 * k:.2f},,{2.56 * k + 5:.2f},false,true,false,false,false,false,high,0.01,0.95,0.01,0.01,"
                f"0.0179,0.0021" + "," * 8 + f"true,{2.56 * k:.2f},{2.56 * k + 5:.2f}" + "," * 8 + "\n"
                for k in range(n)
            )
        )

    yield from damaged("stream", "rows", 100, table)


def places_json(n: int) -> str:
    return (
        '{"type":"FeatureCollection","features":['
        + ",\n".join(
            f'{{"type":"Feature","id":"{k}","geometry":{{"type":"Point","coordinates":[{13.4 + k * 0.001:.4f},52.5]}},'
            f'"properties":'
            f'{{"title":"G","radius":60,"story":{{"identifier":"w{k}","radius":70}}}}}}'
            for k in range(n)
        )
        + "]}"
    )


def ring(n: int) -> list[list[float]]:
    """A star of n corners."""
    corners = [
        [
            round(0.01 * (1 + k % 2) * math.cos(2 * math.pi * k / n), 7),
            round(0.01 * (1 + k % 2) * math.sin(2 * math.pi * k / n), 7),
        ]
        for k in range(n)
    ]
    return [*corners, corners[0]]


def polygons(rings: list[list[list[float]]]) -> str:
    return (
        f'{{"features":[{{"geometry":{{"type":"Polygon","coordinates":{rings}}},"properties":{{"identifier":"a"}}}}]}}'
    )


def squares(n: int) -> str:
    return (
        '{"features":['
        + ",\n".join(
            f'{{"geometry":{{"type":"Polygon","coordinates":[[[{x},0],[{x + 0.01},0],[{x + 0.01},0.01],[{x},0.01],'
            f'[{x},0]]]}},"properties":'
            f'{{"identifier":"p{k}"}}}}'
            for k in range(n)
            for x in [k * 0.02]
        )
        + "]}"
    )


def holes(n: int) -> str:
    outer = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]]
    inner = []
    for k in range(n):
        x, y = 0.01 + k % 90 * 0.01, 0.01 + k // 90 * 0.01
        inner.append([[x, y], [x, y + 0.005], [x + 0.005, y + 0.005], [x, y]])
    return polygons([outer, *[[[round(a, 5), round(b, 5)] for a, b in each] for each in inner]])


def alerts() -> Iterator[Case]:
    yield from damaged("places", "points", 100, places_json)
    yield from damaged(
        "places",
        "rows",
        200,
        lambda n: (
            "id,title,latitude,longitude,radius,hours\n"
            + "".join(f'"a,{k}",Gate,{52.5 + k * 0.001:.4f},13.4,60,Sa 22:00-02:00\n' for k in range(n))
        ),
    )
    yield from marks("places", '{"type":"FeatureCollection","features":[')
    yield Case("places", "one identifier", 400, lambda n: ("id,lat,lon\n" + "a,1,2\n" * n).encode())
    yield Case(
        "places", "one spot", 400, lambda n: ("id,lat,lon\n" + "".join(f"a{k},1,2\n" for k in range(n))).encode()
    )
    yield Case("places", "faults", 400, lambda n: ("id,lat,lon\n" + "".join(f"a{k},x,2\n" for k in range(n))).encode())
    yield Case("places", "corners of a polygon", 400, lambda n: polygons([ring(n)]).encode())
    yield Case("places", "holes", 100, lambda n: holes(n).encode())
    yield Case("places", "squares", 100, lambda n: squares(n).encode())
    yield Case(
        "places",
        "hours",
        200,
        lambda n: (
            "id,lat,lon,hours\na,1,2,"
            + '"'
            + "; ".join(f"2026-{k // 28 % 12 + 1:02}-{k % 28 + 1:02} off" for k in range(n))
            + '"\n'
        ).encode(),
    )
    yield Case(
        "places",
        "stories",
        200,
        lambda n: (
            '{"type":"FeatureCollection","features":[{"type":"Feature","id":7,"geometry":{"type":"Point",'
            '"coordinates":[13.4,52.5]},'
            '"properties":{"title":"G","radius":60,"story":"w0"}}],"stories":['
            + ",".join(f'{{"identifier":"w{k}","radius":250}}' for k in range(n))
            + "]}"
        ).encode(),
    )
    yield Case("places-played", "far away", 300, lambda n: places_json(n).encode())
    yield Case(
        "places-played",
        "on the way",
        100,
        lambda n: (
            "id,lat,lon,radius\n"
            + "".join(f"a{k},{52.5 + k % 10 * 0.001:.5f},{13.25 + k // 10 * 1e-6:.7f},60\n" for k in range(n))
        ).encode(),
    )
    yield from damaged(
        "policy",
        "fields",
        100,
        lambda n: (
            '{"gaitway":"gate-policy","version":1,"base":"gaitway","name":"x","short_cap":{"alerts":2,"window":60.5},'
            '"priority_stories":[' + ",\n".join(f'"s{k}"' for k in range(n)) + "]}"
        ),
    )
    yield Case(
        "policy",
        "keys",
        400,
        lambda n: ('{"gaitway":"gate-policy","version":1,' + ",".join(f'"k{k}":1' for k in range(n)) + "}").encode(),
    )
    yield from marks("policy", '{"gaitway":"gate-policy","version":1,"base":')

    def state(n: int) -> str:
        noon = NOON * 10**9
        waiting = ",\n".join(
            f'{{"entered":{noon},"hasPriority":false,"number":{k + 1},"place":"b{k}","reasons":["driving"]}}'
            for k in range(n)
        )
        ignored = ",".join(f'"a{k}":{noon}' for k in range(n))
        return (
            f'{{"gaitway":"gate-state","version":1,"policy":"x","state":{{"alerts":[{",".join([str(noon)] * n)}],'
            f'"entries":{n},'
            f'"ignoredUntil":{{{ignored}}},"latest":{noon},"motion":{{"availability":"available","current":'
            f'{{"confidence":2,"delivered":'
            f'{noon},"flags":8}},"lastHeard":{noon}}},"storyAlerts":{{}},"waiting":[{waiting}]}}}}'
        )

    yield from damaged("gate-state", "waiting entries", 100, state)
    for word, line in [
        ("entries", lambda k: f"at {60 * k + 10} enter p{k} alone\nat {60 * k + 20} leave p{k}\n"),
        ("reports", lambda k: f"at {60 * k + 10} report {['walking', 'automotive'][k % 2]}\n"),
        ("waiting", lambda k: f"at {k + 10} enter p{k} alone\n"),
        ("expectations", lambda k: f"expect deliver p{k} at {k}\n"),
    ]:
        yield from damaged(
            "scenario",
            word,
            100,
            lambda n, line=line: (
                "A person who stays in the square hears of the concert.\nprofiles here article gaitway\n"
                "at 0 report automotive\n" + "".join(line(k) for k in range(n)) + f"until {60 * n + 3600}\n"
            ),
        )
    yield from damaged(
        "alert-labels",
        "labels",
        200,
        lambda n: "place,from,to,label\n" + "".join(f"place,{k},{k + 1},wanted\n" for k in range(n)),
    )
    yield Case(
        "alert-labels",
        "labels at once",
        400,
        lambda n: (
            "place,from,to,label\n" + "".join(f"place,{k / n:.4f},{500 + k / n:.4f},wanted\n" for k in range(n))
        ).encode(),
    )
    for word, entry in CORRECTIONS:
        yield from damaged("corrections", word, 100, corrections(entry))
        yield Case("store-corrections", word, 50, lambda n, entry=entry: corrections(entry)(n).encode())


def models() -> Iterator[Case]:
    yield from damaged(
        "manifest",
        "rows",
        200,
        lambda n: (
            "recording,activity,dataset,user,start_s,end_s,unit,notes,colour\n"
            + "".join(f'r{k}.csv,walking,one,u{k},1.5,20,g,"a ""b"", c",red\n' for k in range(n))
        ),
    )
    yield Case(
        "manifest",
        "one recording",
        400,
        lambda n: (
            "recording,activity,start_s,end_s\n" + "".join(f"a.csv,walking,{k},{k + 1}\n" for k in range(n))
        ).encode(),
    )
    yield Case(
        "manifest",
        "columns",
        400,
        lambda n: (
            "recording,activity," + ",".join(f"c{k}" for k in range(n)) + "\na,walking," + ",".join("1" * n) + "\n"
        ).encode(),
    )
    for word, row in [
        ("a person each", lambda k: f"r{k},walking,one,u{k}\n"),
        ("a data set each", lambda k: f"r{k},walking,d{k},u{k}\n"),
    ]:
        yield Case(
            "labelled-windows",
            word,
            100,
            lambda n, row=row: ("recording,activity,dataset,user\n" + "".join(row(k) for k in range(n))).encode(),
        )
    yield from damaged(
        "scored-table",
        "windows",
        100,
        lambda n: (
            "penalty,ride,window,start,data_set,fold,truth,refused,distance,speed,stationary,walking,running,cycling,"
            "automotive,none\n"
            + "".join(
                f"0.1,{k // 3},{k},{k * 2.56:.2f},{k % 2},{k % 3},walking,0,{k / 2},{k % 5}.0,0.05,0.75,0.05,0.05,"
                f"0.05,0.05\n"
                for k in range(n)
            )
        ),
    )
    numbers = lambda n: (
        '{"gaitway":"activity-model","version":9,"mean":[' + ",\n".join(f"{k}.25" for k in range(n)) + "]}"
    )
    yield from damaged("model", "numbers", 1000, numbers)
    yield from damaged(
        "exchange-model", "numbers", 1000, lambda n: numbers(n).replace("activity-model", "model-exchange")
    )
    yield from marks("model", '{"gaitway":"activity-model","version":')


def swing(n: int, columns: int, separator: str = ",") -> str:
    """Rows of a swinging phone at 50 Hz."""
    return (
        "\n".join(
            separator.join([f"{k / 50:.2f}", *(f"{9.8 if c == 2 else k * (c + 3) % 7 / 10}" for c in range(columns))])
            for k in range(n)
        )
        + "\n"
    )


LOGS: list[tuple[str, str, Callable[[int], str]]] = [
    ("log.csv", "plain", lambda n: "time,ax,ay,az\n" + swing(n, 3)),
    (
        "log.csv",
        "phyphox",
        lambda n: (
            '"Time (s)";"Acceleration x (m/s^2)";"Acceleration y (m/s^2)";"Acceleration z (m/s^2)"\n' + swing(n, 3, ";")
        ),
    ),
    ("log.csv", "physics toolbox", lambda n: "time,gFx,gFy,gFz,wx,wy,wz,p\n" + swing(n, 7)),
    (
        "log.csv",
        "sensor logger",
        lambda n: (
            "time,seconds_elapsed,z,y,x\n"
            + "".join(f"{NOON * 10**9 + k * 20_000_000},{k / 50:.2f},9.8,0.1,{k % 7 / 10}\n" for k in range(n))
        ),
    ),
    (
        "log.csv",
        "clock times",
        lambda n: (
            "time,gFx,gFy,gFz\n"
            + "".join(f"08:{k // 3000 % 60:02}:{k // 50 % 60:02}:{k % 50 * 20},0,0,1\n" for k in range(n))
        ),
    ),
    (
        "log.csv",
        "wide, with places",
        lambda n: (
            "t_ns,ax,ay,az,gx,gy,gz,pressure,lat,lon,speed\n"
            + "".join(
                f"{NOON * 10**9 + k * 20_000_000},0.1,{k % 7 / 10},9.8,0,0,0,1000,{latitude(k):.6f},13.25,1.5\n"
                for k in range(n)
            )
        ),
    ),
    (
        "log.csv",
        "sensor fusion",
        lambda n: (
            "Time, Type, X, Y, Z, W\n"
            + "".join(
                f"{4875238415 + k * 20},GYR,0.1,0.2,0.3\n{4875238415 + k * 20},ACC,0.5,{k % 7 / 10},9.8\n"
                for k in range(n)
            )
        ),
    ),
    (
        "log.csv",
        "biker-log",
        lambda n: (
            "timestamp,sensor_type,data1,data2,data3,data4,data5,data6\n"
            + "".join(f"{NOON * 1000 + k * 20},IMU,-1.5,8.0,{k % 7 / 10},0.05,8.5E-4,-0.01\n" for k in range(n))
        ),
    ),
    (
        "log.csv",
        "indoor location",
        lambda n: (
            "#\tstartTime:1574572522274\n"
            + "".join(
                f"{1574572522414 + k * 20}\tTYPE_ACCELEROMETER\t-1.5\t{k % 7 / 10}\t9.5\t2\n"
                f"{1574572522414 + k * 20}\tTYPE_GYROSCOPE\t0.1\t0.2\t0.3\t3\n"
                for k in range(n)
            )
        ),
    ),
    (
        "log.csv",
        "getsensordata",
        lambda n: (
            "% LogFile created by the 'GetSensorData' App for Android.\n\n"
            + "".join(f"ACCE;{0.05 + k / 50:.2f};{12345.5 + k / 50:.2f};0.5;{k % 7 / 10};9.5;3\n" for k in range(n))
        ),
    ),
    (
        "log.csv",
        "sensor names",
        lambda n: (
            "time,sensor,x,y,z\n"
            + "".join(
                f"{k * 20},Accelerometer,0.1,{k % 7 / 10},9.8\n{k * 20},Gyroscope,0.1,0.2,0.3\n" for k in range(n)
            )
        ),
    ),
    (
        "log.csv",
        "ActiGraph",
        lambda n: (
            "------------ Data File Created By ActiGraph GT3X+ date format d/MM/yyyy at 50 Hz  Filter Normal -----\n"
            "Start Time 17:33:00\nStart Date 02/04/2025\nAccelerometer X,Accelerometer Y,Accelerometer Z\n"
            + "".join(f"0.1,{k % 7 / 100},0.97\n" for k in range(n))
        ),
    ),
    (
        "log.csv",
        "GENEActiv",
        lambda n: (
            "Device Type,GENEActiv\n"
            + "Line,\n" * 98
            + "\n"
            + "".join(
                f"2025-05-14 16:{k // 3000 % 60:02}:{k // 50 % 60:02}:{k % 50 * 20:03},0.1,0.2,0.97,3,0,24.1\n"
                for k in range(n)
            )
        ),
    ),
    (
        "log.csv",
        "days",
        lambda n: "time,ax,ay,az\n" + "".join(f"{45791 + k / 4320000:.9f},0.1,{k % 7 / 10},9.8\n" for k in range(n)),
    ),
    (
        "log.json",
        "rows",
        lambda n: "[" + ",\n".join(f'{{"time":{k * 20},"ax":0.1,"ay":{k % 7 / 10},"az":9.8}}' for k in range(n)) + "]",
    ),
    (
        "log.json",
        "columns",
        lambda n: "{" + ",".join(f'"{name}":{[k * 20 for k in range(n)]}' for name in ("time", "ax", "ay", "az")) + "}",
    ),
    (
        "log.json",
        "keys of rows",
        lambda n: "{" + ",\n".join(f'"k{k}":{{"time":{k * 20},"acc":[0.1,0.2,9.8]}}' for k in range(n)) + "}",
    ),
    (
        "log.json",
        "sensor logger",
        lambda n: (
            "["
            + ",\n".join(
                f'{{"sensor":"TotalAcceleration","time":"{NOON * 10**9 + k * 20_000_000}","seconds_elapsed":'
                f'"{k / 50:.2f}","x":"0.1",'
                f'"y":"{k % 7 / 10}","z":"9.8"}}'
                for k in range(n)
            )
            + "]"
        ),
    ),
]


def logs() -> Iterator[Case]:
    for reader, name, text in LOGS:
        yield from damaged(reader, name, 400, text)
    plain = "time,ax,ay,az\n"
    for word, time in [
        ("one moment", lambda k, n: 1.0),
        ("backwards", lambda k, n: (n - k) / 50),
        ("moments of two", lambda k, n: k // 2 / 25),
        ("late rows", lambda k, n: (k ^ 7) / 50),
        ("two clocks", lambda k, n: k / 50 + k % 2 * 1000),
        ("jumps back", lambda k, n: k % 100 / 50),
        ("gaps", lambda k, n: k * 100.0),
    ]:
        yield Case(
            "log.csv",
            word,
            800,
            lambda n, time=time: (
                plain + "".join(f"{time(k, n):.3f},0.1,{k % 7 / 10},9.8\n" for k in range(n))
            ).encode(),
        )
    yield Case(
        "log.csv",
        "columns",
        400,
        lambda n: (
            "time,ax,ay,az,"
            + ",".join(f"c{k}" for k in range(n))
            + "\n"
            + ("0,0,0,9.8," + ",".join("1" * n) + "\n") * 3
        ).encode(),
    )
    yield Case("log.csv", "preamble", 400, lambda n: ("# a\n" * n + plain + swing(100, 3)).encode())
    yield from marks("log.csv", plain + swing(60, 3))
    yield from marks("log.csv", "")
    yield from marks("log.json", "[")
    export = LOGS[-1][2]
    yield Case(
        "log.json",
        "a sensor each",
        400,
        lambda n: (
            "["
            + ",".join(
                f'{{"sensor":"S{k}","time":"{NOON * 10**9 + k * 20_000_000}","x":"0.1","y":"0","z":"9.8"}}'
                for k in range(n)
            )
            + ","
            + export(60)[1:]
        ).encode(),
    )
    yield Case(
        "log.json",
        "keys",
        400,
        lambda n: ("[{" + ",".join(f'"k{k}":"1"' for k in range(n)) + "}," + export(60)[1:]).encode(),
    )
    rows = "time,seconds_elapsed,z,y,x\n"

    def folder(n: int) -> bytes:
        lines = "".join(f"{NOON * 10**9 + k * 20_000_000},{k / 50:.2f},9.8,0.1,{k % 7 / 10}\n" for k in range(n))
        fixes = "time,seconds_elapsed,speed,longitude,latitude\n" + "".join(
            f"{NOON * 10**9 + k * 10**9},{k},1.5,13.25,{latitude(k):.6f}\n" for k in range(n // 10)
        )
        notes = "time,seconds_elapsed,text,millisecond_press_duration\n" + "".join(
            f"{NOON * 10**9 + k * 10**9},{k},walking,\n" for k in range(n // 10)
        )
        return packed(
            {
                "Accelerometer.csv": (rows + lines).encode(),
                "Gravity.csv": (rows + lines).encode(),
                "Location.csv": fixes.encode(),
                "Annotation.csv": notes.encode(),
                "Metadata.csv": b"version,device name,platform\n3,phone,ios\n",
            }
        )

    yield Case("log.zip", "an export", 400, folder)

    def workbook(n: int) -> bytes:
        cells = "".join(
            f"<row><c><v>{k / 50:.2f}</v></c>" + "<c><v>0.1</v></c>" * 2 + "<c><v>9.8</v></c></row>" for k in range(n)
        )
        names = "".join(f'<c t="s"><v>{k}</v></c>' for k in range(4))
        return packed(
            {
                "xl/workbook.xml": b'<workbook><sheets><sheet name="a" sheetId="1" id="r1"/></sheets></workbook>',
                "xl/_rels/workbook.xml.rels": b'<a><Relationship Id="r1" Target="worksheets/sheet1.xml"/></a>',
                "xl/sharedStrings.xml": b"<sst>"
                + b"".join(b"<si><t>" + name + b"</t></si>" for name in [b"time", b"ax", b"ay", b"az"])
                + b"<si><t>a</t></si>" * n
                + b"</sst>",
                "xl/worksheets/sheet1.xml": f"<worksheet><row>{names}</row>{cells}</worksheet>".encode(),
            }
        )

    yield Case("log.zip", "a workbook", 400, workbook)

    def one_sheet(rows: str, strings: str = "") -> bytes:
        return packed(
            {
                "xl/workbook.xml": b'<workbook><sheets><sheet name="a" sheetId="1" id="r1"/></sheets></workbook>',
                "xl/_rels/workbook.xml.rels": b'<a><Relationship Id="r1" Target="worksheets/sheet1.xml"/></a>',
                "xl/sharedStrings.xml": f"<sst>{strings}</sst>".encode(),
                "xl/worksheets/sheet1.xml": f"<worksheet>{rows}</worksheet>".encode(),
            }
        )

    cell = "<c><v>1</v></c>"
    yield Case("log.zip", "a wide row of a workbook", 400, lambda n: one_sheet(f"<row>{cell * n}</row>"))
    yield Case(
        "log.zip", "far cells of a workbook", 20, lambda n: one_sheet('<row><c r="XFD1"><v>1</v></c></row>' * n)
    )
    yield Case("log.zip", "a cell of many parts", 400, lambda n: one_sheet(f"<row><c>{'<v>1</v>' * n}</c></row>"))
    yield Case("log.zip", "a string of many runs", 400, lambda n: one_sheet("", f"<si>{'<r><t>a</t></r>' * n}</si>"))
    yield Case("log.zip", "elements in elements of a workbook", 100, lambda n: one_sheet("<c>" * n + "</c>" * n))
    yield Case(
        "log.zip",
        "sheets",
        100,
        lambda n: packed(
            {
                "xl/workbook.xml": (
                    "<workbook>" + "".join(f'<sheet name="s{k}" id="r{k}"/>' for k in range(n)) + "</workbook>"
                ).encode(),
                "xl/_rels/workbook.xml.rels": (
                    "<a>"
                    + "".join(f'<Relationship Id="r{k}" Target="worksheets/s{k}.xml"/>' for k in range(n))
                    + "</a>"
                ).encode(),
                **{f"xl/worksheets/s{k}.xml": b"<a><row><c><v>1</v></c></row></a>" for k in range(n)},
            }
        ),
    )
    yield Case(
        "log.zip",
        "files",
        200,
        lambda n: packed(
            {"Accelerometer.csv": (plain + swing(100, 3)).encode(), **{f"f{k}.csv": b"a\n1\n" for k in range(n)}}
        ),
    )
    yield Case(
        "log.zip",
        "folders",
        200,
        lambda n: packed(
            {"Accelerometer.csv": (plain + swing(100, 3)).encode(), **{f"d{k}/{k}.txt": b"a" for k in range(n)}}
        ),
    )
    yield Case(
        "log.zip",
        "a deep folder",
        400,
        lambda n: packed({"Accelerometer.csv": (plain + swing(100, 3)).encode(), "a/" * n + "b.csv": b"a"}),
    )


def archives() -> Iterator[Case]:
    yield Case("zip", "entries", 200, lambda n: packed({f"f{k}": b"a" * 10 for k in range(n)}))
    yield Case(
        "zip",
        "entries of one hash",
        200,
        lambda n: packed({f"{'a' * 50}{k}": b"" for k in range(n)}, zipfile.ZIP_STORED),
    )
    yield Case("zip", "bytes", 40_000, lambda n: packed({"a": bytes(k * k % 251 for k in range(n))}))
    yield Case("zip", "ends", 4000, lambda n: packed({"a": b"a"}) + b"PK\5\6" * n)
    yield Case("zip", "end records that lead nowhere", 400, lambda n: b"PK\3\4" + b"PK\5\6" + b"\0" * 18 * n)
    yield Case("gzip", "members", 400, lambda n: gzip.compress(b"abc", mtime=0) * n)
    yield Case("gzip", "bytes", 40_000, lambda n: gzip.compress(bytes(k * k % 251 for k in range(n)), mtime=0))
    route = TRACKS["gpx"][0][1]
    yield Case(
        "tracks.zip",
        "routes",
        60,
        lambda n: packed({f"{k}.gpx": route.text([60.0 * k, 60.0 * k + 1]).encode() for k in range(n)}),
    )
    yield Case(
        "tracks.zip",
        "broken routes",
        60,
        lambda n: packed({f"{k}.gpx": route.text([60.0 * k])[:90].encode() for k in range(n)}),
    )
    for mark in MARKS:
        for reader in ("json", "xml", "csv"):
            yield Case(reader, f"only {mark!r}", 4000, lambda n, mark=mark: (mark * n).encode())
    yield Case("json", "keys", 800, lambda n: ("{" + ",".join(f'"k{k}":1' for k in range(n)) + "}").encode())
    yield Case("json", "escapes", 2000, lambda n: ('"' + "\\u00e9\\n" * n + '"').encode())
    yield Case("xml", "attributes", 800, lambda n: ("<a " + " ".join(f"b{k}='1'" for k in range(n)) + "/>").encode())
    yield Case("xml", "entities", 800, lambda n: ("<a>" + "&amp;" * n + "</a>").encode())
    yield Case("xml", "entities without an end", 800, lambda n: ("<a>" + "&a" * n + "</a>").encode())
    yield Case("xml", "comments", 800, lambda n: ("<a>" + "<!-- a -->" * n + "</a>").encode())
    yield Case("xml", "texts", 800, lambda n: ("<a>" + "<![CDATA[a]]>" * n + "</a>").encode())
    yield Case("zone", "bytes", 4000, lambda n: b"TZif2" + b"\0" * n)


def cases() -> Iterator[Case]:
    """All inputs, by reader."""
    yield from tracks()
    yield from days()
    yield from streams()
    yield from alerts()
    yield from models()
    yield from logs()
    yield from archives()
