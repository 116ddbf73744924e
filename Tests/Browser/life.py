# SPDX-License-Identifier: Apache-2.0
"""Days of a made-up life for the tests of places and years: home and work, a journey abroad, and a stray day."""

import datetime
import math
import os
import pathlib
import signal
import subprocess
import time
import zoneinfo

from browser import BrowserTest
from test_days import NORTH
from test_live import GAITWAY, Server
from test_workspace import WorkspaceTest

HOME = (52.5, 13.25)
WORK = (52.5 + 9000 * NORTH, 13.25)
SHOP = (52.5 + 700 * NORTH, 13.25)
PARIS = (48.857, 2.352)
# Days have the clock of where they were spent; Paris has the same.
BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")


def at(date, hour=0.0):
    """A moment by the hour of a date, by the clock there."""
    return datetime.datetime.fromisoformat(date).replace(tzinfo=BERLIN) + datetime.timedelta(hours=hour)


def stay(start, end, place, step=5):
    """Fixes at a place, one in `step` minutes."""
    minutes = int((end - start).total_seconds() // 60)
    return [(start + datetime.timedelta(minutes=minute), place[0] + minute % 3 * 1e-5, place[1])
            for minute in range(0, minutes, step)]


def ride(start, minutes, origin, target):
    """Fixes on a straight way, ten in a minute."""
    return [(start + datetime.timedelta(seconds=6 * step),
             *(one + (other - one) * step / (10 * minutes) for one, other in zip(origin, target)))
            for step in range(10 * minutes)]


def workday(date, detour=False):
    """Home, work from 9 to 17:30, and home; with a detour also the shop."""
    fixes = stay(at(date), at(date, 8.5), HOME) + ride(at(date, 8.5), 20, HOME, WORK)
    fixes += stay(at(date, 8.5 + 1 / 3), at(date, 17.5), WORK)
    if not detour:
        fixes += ride(at(date, 17.5), 20, WORK, HOME)
        return fixes + stay(at(date, 17.5 + 1 / 3), at(date, 24), HOME)
    fixes += ride(at(date, 17.5), 20, WORK, SHOP) + stay(at(date, 17.5 + 1 / 3), at(date, 19), SHOP)
    fixes += ride(at(date, 19), 10, SHOP, HOME)
    return fixes + stay(at(date, 19 + 1 / 6), at(date, 24), HOME)


def life():
    """A stray day in 2019, and May 2026: four weeks of work, with three nights in Paris in the second."""
    fixes = stay(at("2019-03-05", 8), at("2019-03-05", 20), PARIS)
    for day in range(1, 29):
        date = f"2026-05-{day:02}"
        if day == 12:
            fixes += stay(at(date), at(date, 10), HOME) + ride(at(date, 10), 180, HOME, PARIS)
            fixes += stay(at(date, 13), at(date, 24), PARIS)
        elif day in (13, 14):
            fixes += stay(at(date), at(date, 24), PARIS)
        elif day == 15:
            fixes += stay(at(date), at(date, 10), PARIS) + ride(at(date, 10), 180, PARIS, HOME)
            fixes += stay(at(date, 13), at(date, 24), HOME)
        elif at(date).weekday() < 5:
            fixes += workday(date, detour=at(date).weekday() == 4)
        else:
            fixes += stay(at(date), at(date, 24), HOME)
    return fixes


def add_life(folder):
    """Adds the life to the store of a workspace."""
    track = folder.parent / (folder.name + "-life.csv")
    rows = ["time,latitude,longitude,horizontal_accuracy"]
    for time, latitude, longitude in life():
        rows.append(f"{time.isoformat()},{latitude:.6f},{longitude:.6f},8")
    track.write_text("\n".join(rows) + "\n")
    subprocess.run(
        [GAITWAY, "trips", "--track", track, "--store", folder / "life.gaitway"], check=True, capture_output=True)


def cell(place, zoom):
    """The column and row of a position at a zoom of the heat map."""
    latitude = math.radians(place[0])
    row = (1 - math.asinh(math.tan(latitude)) / math.pi) / 2
    return int((place[1] + 180) / 360 * 2**zoom), int(row * 2**zoom)


class LifeTest(WorkspaceTest):
    """A workspace whose server tells the time of UTC."""

    def setUp(self):
        super().setUp()
        self.folder.mkdir()
        zone = os.environ.get("TZ", "")
        os.environ["TZ"] = "UTC"
        self.addCleanup(lambda: os.environ.update(TZ=zone))


class LifePageTest(BrowserTest):
    """Each test has a workspace with the days of a life."""

    def setUp(self):
        self.place = pathlib.Path(self.folder) / self.id().rsplit(".", 1)[-1]
        self.place.mkdir()
        os.environ["TZ"] = "UTC"
        add_life(self.place)
        self.server = None
        self.addCleanup(lambda: self.server and self.server.process.poll() is None and self.server.stop(signal.SIGKILL))

    def serve(self, view, *arguments):
        if self.server is not None:
            self.server.stop()
        self.server = Server(self.place, "--token", "a-token-of-the-tests", *arguments)
        self.open(self.server.page.split("?")[0] + "?token=a-token-of-the-tests#days/" + view)
