# SPDX-License-Identifier: Apache-2.0
"""The page of a timeline in a real browser: a day, and the days of a store."""

import json
import re
import struct
import zlib

from browser import OVERFLOW, ROOT, BrowserTest, Keys, main
from outside import OutsideServer

ZONE = ["--time-zone", "Europe/Berlin"]
NASTY = '</script><script>alert(1)</script> & "Home"'


def timeline(items, places=()):
    """A timeline in the project's own format."""
    return json.dumps({"gaitway": "timeline", "version": 1, "items": list(items), "places": list(places)})


def visit(start, end, place="p1", latitude=50.0, longitude=8.0):
    return {
        "kind": "visit", "start": start, "end": end, "ongoing": False, "place": place, "latitude": latitude,
        "longitude": longitude, "spread": 1, "fixes": 2, "longest_silence": 0, "activities": [],
    }


def move(start, end, path, activity="walking"):
    section = {
        "activity": activity, "start": start, "end": end, "evidence": "reports", "duration": 600, "distance": 1000,
        "unobserved_distance": 0, "mean_speed": 1.5, "maximum_speed": 2, "path": [path],
    }
    return {"kind": "move", "start": start, "end": end, "ongoing": False, "distance": 1000, "sections": [section]}


class DayPage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        day = (ROOT / "Datasets/day/day.gpx").read_text()
        tracks = []
        for date in ["2026-04-29", "2026-05-04", "2026-05-05"]:
            (cls.folder / f"{date}.gpx").write_text(day.replace("2026-05-04", date))
            tracks += ["--track", f"{date}.gpx"]
        cls.table = cls.gaitway("trips", "--track", "2026-05-04.gpx", *ZONE, "--report", "day.html").stdout
        cls.gaitway("trips", "--store", "life.gaitway", *tracks, *ZONE)
        cls.items = json.loads(cls.gaitway("trips", "--store", "life.gaitway", "--format", "json", *ZONE).stdout)[
            "items"
        ]
        first = next(item["place"] for item in cls.items if item["kind"] == "visit")
        cls.gaitway("trips", "correct", "name", first, NASTY, "--store", "life.gaitway")
        cls.gaitway("trips", "--store", "life.gaitway", *ZONE, "--report", "life.html")

    def open(self, page):
        """Opens a page of the folder, at a day of it where `#` and a date follow."""
        name, mark, date = page.partition("#")
        super().open((self.folder / name).as_uri() + mark + date)

    def rows(self):
        """The storyline's words, a text per row."""
        return [row.text for row in self.find_all(".day-story button")]

    def title(self):
        return self.find(".day-title").text

    def at(self, name):
        """Where the map's canvas has a colour, in pixels from its middle: one of those pixels."""
        return self.run_script(
            """
            const canvas = document.querySelector(".map canvas");
            // The driver counts from the middle of what is in view.
            canvas.scrollIntoView({block: "center"});
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            const text = colour(arguments[0]);
            const [r, g, b] = [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16));
            const found = [];
            for (let i = 0; i < data.length; i += 4)
              if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) found.push(i / 4);
            const middle = found[Math.floor(found.length / 2)];
            const box = canvas.getBoundingClientRect();
            const density = canvas.width / box.width;
            return [(middle % canvas.width) / density - box.width / 2,
                Math.floor(middle / canvas.width) / density - box.height / 2];
            """,
            name,
        )

    def test_looks_right(self):
        for page in ["day.html", "life.html"]:
            self.open(page)
            self.assertGreater(len(self.rows()), 5)
            for part in self.find_all("details"):
                self.run_script("arguments[0].open = true", part)
            self.assert_looks_right()
            self.resize(320)
            self.assertEqual(self.run_script(OVERFLOW), [])

    def test_needs_nothing_from_elsewhere(self):
        self.open("life.html")
        self.settle()
        self.assertEqual(
            self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"), []
        )
        self.assert_quiet_console()

    def test_the_storyline_says_what_the_table_says(self):
        self.resize(1400)
        self.open("day.html")
        words = {
            "pause": "Pause",
            "walking": "Walking",
            "cycling": "Cycling",
            "automotive": "Automotive",
            "running": "Running",
        }
        expected = []
        for line in self.table.splitlines()[2:]:
            parts = line.split()
            if parts[0] == "total" or parts[3] == "move":
                continue
            way = re.search(r"[\d.]+ k?m(?= )", line)
            expected.append((parts[0][:5], words.get(parts[3], "near"), way.group() if way else None))
        rows = self.rows()
        self.assertEqual(len(rows), len(expected))
        for row, (clock, name, way) in zip(rows, expected):
            self.assertTrue(row.startswith(clock), row)
            self.assertIn(name, row)
            if way:
                self.assertIn(way, row.replace("\u202f", " "))

    def test_the_first_chart_is_high(self):
        for page in ["day.html", "life.html"]:
            self.open(page)
            self.assert_first_chart_is_high()

    def test_questionable_sections_are_marked(self):
        sections = [("automotive", 10, 139, 2.8), ("walking", 20, 1800, 3)]
        sections += [("walking", 30, 800, 1.3), ("cycling", 40, 3000, 5)]
        made = []
        for activity, minute, distance, speed in sections:
            start, end = [f"2026-05-01T10:{number:02}:00.000Z" for number in (minute, minute + 10)]
            path = [[8 + minute / 1000, 50.0, start], [8.01 + minute / 1000, 50.0, end]]
            section = move(start, end, path, activity)["sections"][0]
            made.append(section | {"distance": distance, "mean_speed": speed})
        whole = move("2026-05-01T10:10:00.000Z", "2026-05-01T10:50:00.000Z", [])
        whole["sections"] = made
        items = [visit("2026-05-01T08:00:00.000Z", "2026-05-01T10:10:00.000Z"), whole]
        places = [{"identifier": "p50.00000N8.00000E", "latitude": 50, "longitude": 8, "radius": 100}]
        items[0]["place"] = "p50.00000N8.00000E"
        (self.folder / "doubt.json").write_text(timeline(items, places))
        self.gaitway("trips", "--track", "doubt.json", "--time-zone", "UTC", "--report", "doubt.html")
        self.open("doubt.html")
        doubts = [part.text for part in self.find_all(".day-story .day-doubt")]
        self.assertEqual(
            [doubt.replace("\u202f", " ").strip() for doubt in doubts],
            ["questionable: 139 m is short for a drive", "questionable: 10.8 km/h is fast for walking"],
        )
        self.assertEqual(len(self.find_all(".day-strip .is-doubtful")), 2)
        self.assertEqual(len(self.find_all(".day-story .day-doubt-mark")), 2)
        self.assertNotIn("p50.00000N8.00000E", self.driver.page_source)
        self.assert_looks_right()

    def test_names_are_text(self):
        self.open("life.html")
        self.assertTrue(any(NASTY in row for row in self.rows()))
        self.assertEqual(self.run_script("return document.scripts.length"), 2)

    def test_days_turn(self):
        self.open("life.html")
        self.assertEqual(self.title(), "Tuesday, 5 May 2026")
        back, on = self.find_all(".day-turn")
        self.assertFalse(on.is_enabled())
        back.click()
        self.assertEqual(self.title(), "Monday, 4 May 2026")
        self.assertTrue(on.is_enabled())
        self.actions().send_keys(Keys.ARROW_LEFT).perform()
        self.assertEqual(self.title(), "Sunday, 3 May 2026")
        self.actions().send_keys(Keys.ARROW_RIGHT).send_keys(Keys.ARROW_RIGHT).send_keys(Keys.ARROW_RIGHT).perform()
        self.assertEqual(self.title(), "Tuesday, 5 May 2026")
        # The calendar and the weeks lead to days; the browser's own history goes back.
        self.find('.day-month a[href="#2026-04-29"]').click()
        self.settle()
        self.assertEqual(self.title(), "Wednesday, 29 April 2026")
        self.assertFalse(back.is_enabled())
        self.assertEqual(self.find(".day-month a[aria-current]").get_attribute("href").split("#")[1], "2026-04-29")
        self.assertLess(
            self.run_script("return Math.abs(document.getElementById('day').getBoundingClientRect().top)"), 60
        )
        self.find('.day-sums a[href="#2026-05-01"]').click()
        self.settle()
        self.assertEqual(self.title(), "Friday, 1 May 2026")
        self.run_script(
            "const picker = document.querySelector('.day-bar input'); picker.value = '2026-05-04'; "
            "picker.dispatchEvent(new Event('change'));"
        )
        self.assertEqual(self.title(), "Monday, 4 May 2026")
        self.open("life.html#2026-04-30")
        self.assertEqual(self.title(), "Thursday, 30 April 2026")
        self.assert_quiet_console()

    def test_an_item_lights_up_on_the_map(self):
        self.resize(1400)
        self.open("day.html")
        self.settle()
        strong = self.pixels(".map canvas")
        walking, cycling = [self.run_script("return colour(arguments[0])", name) for name in ["walking", "cycling"]]
        self.assertGreater(strong[walking], 20)
        row = next(row for row in self.find_all(".day-story button") if "Cycling" in row.text)
        self.actions().move_to_element(row).perform()
        self.settle()
        lit = self.pixels(".map canvas")
        self.assertNotIn(walking, lit)
        self.assertGreater(lit[cycling], strong[cycling])
        self.assertEqual(len(self.find_all(".day-strip .is-lit.cycling")), 1)
        # The same by keyboard, and pressing brings the item close.
        self.actions().move_to_element(self.find("h1")).perform()
        scale = self.run_script("return dayView.map.scale")
        walk = next(row for row in self.find_all(".day-story button") if "Walking" in row.text)
        walk.send_keys(Keys.ENTER)
        self.settle()
        self.assertGreater(self.run_script("return dayView.map.scale"), 2 * scale)
        walk.send_keys(Keys.ENTER)
        self.settle()
        self.assertAlmostEqual(self.run_script("return dayView.map.scale"), scale)

    def test_the_map_finds_its_item(self):
        self.resize(1400)
        self.open("day.html")
        self.settle()
        canvas = self.find(".map canvas")
        x, y = self.at("cycling")
        self.actions().move_to_element_with_offset(canvas, int(x), int(y)).perform()
        self.settle()
        self.assertIn("Cycling", self.find(".day-story .is-lit").text)
        self.assertIn("Cycling", self.find(".map-hint").text)
        cursor = self.find(".day-strip-cursor").get_attribute("data-time")
        self.assertTrue("19:32" <= cursor <= "19:48", cursor)
        # And a place its visits.
        self.actions().move_to_element(self.find("h1")).perform()
        self.settle()
        x, y = self.at("accent")
        self.actions().move_to_element_with_offset(canvas, int(x), int(y)).perform()
        self.settle()
        name = self.find(".map-hint").text.splitlines()[0]
        lit = self.find_all(".day-story .is-lit")
        self.assertEqual(len(lit), sum(name in row for row in self.rows()))
        self.assertTrue(all(name in row.text for row in lit))
        self.actions().move_to_element(self.find("h1")).perform()
        self.settle()
        self.assertEqual(self.find_all(".day-story .is-lit"), [])

    def test_the_bar_finds_its_item(self):
        self.resize(1400)
        self.open("day.html")
        strip = self.find(".day-strip")
        # From the middle, which is noon: a quarter past two is on the walk.
        width = strip.rect["width"]
        self.actions().move_to_element_with_offset(strip, round(width * (14 + 13 / 60 - 12) / 24), 0).perform()
        self.settle()
        self.assertIn("14:11", self.find(".day-story .is-lit").text)

    def test_the_map_moves(self):
        self.resize(1400)
        self.open("day.html")
        self.settle()
        view = lambda: self.run_script("const {scale, centre} = dayView.map; return [scale, centre.x, centre.y]")
        start = view()
        canvas = self.find(".map canvas")
        box = canvas.rect
        self.run_script("window.scrollTo(0, 0)")
        # Over an untouched map, the wheel scrolls the page.
        self.actions().scroll_from_origin(self.origin(canvas), 0, 100).perform()
        self.settle()
        self.assertEqual(view(), start)
        self.run_script("arguments[0].scrollIntoView({block: 'center'})", canvas)
        self.actions().move_to_element(canvas).click_and_hold().move_by_offset(80, 40).release().perform()
        self.settle()
        moved = view()
        self.assertAlmostEqual((start[1] - moved[1]) * start[0], 80, delta=1)
        self.assertAlmostEqual((start[2] - moved[2]) * start[0], 40, delta=1)
        before = self.run_script("return scrollY")
        self.actions().scroll_from_origin(self.origin(canvas), 0, -120).perform()
        self.settle()
        self.assertGreater(view()[0], 1.2 * moved[0])
        self.assertEqual(self.run_script("return scrollY"), before)
        scale = view()[0]
        canvas.send_keys("+")
        self.assertAlmostEqual(view()[0], 1.5 * scale, delta=1e-6 * scale)
        canvas.send_keys("-")
        canvas.send_keys(Keys.ARROW_RIGHT)
        self.assertAlmostEqual(view()[0], scale, delta=1e-6 * scale)
        for _ in range(60):
            canvas.send_keys("-")
        self.assertGreater(view()[0], 50)
        canvas.send_keys("0")
        self.settle()
        for value, other in zip(view(), start):
            self.assertAlmostEqual(value, other, delta=1e-9 * abs(other))
        self.find('.map button[aria-label="Zoom in"]').click()
        self.assertAlmostEqual(view()[0], 2 * start[0], delta=1e-6 * scale)
        self.find('.map button[aria-label="Show everything"]').click()
        # A narrower map shows everything, too, and is drawn as sharp as its box.
        self.resize(390)
        inside = self.run_script(
            """
            const map = dayView.map;
            const corners = map.lines.flatMap((line) => [map.screen(line.box[0], line.box[1]),
                map.screen(line.box[2], line.box[3])]);
            return corners.every(([x, y]) => x >= 0 && y >= 0 && x <= map.width && y <= map.height) &&
                map.canvas.width === map.width;
            """
        )
        self.assertTrue(inside)
        self.assert_quiet_console()

    def origin(self, element):
        from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

        return ScrollOrigin.from_element(element)

    def test_dark_paths_have_dark_colours(self):
        self.open("day.html")
        self.turn("dark")
        self.settle()
        dark = self.run_script("return colour('cycling')")
        self.assertGreater(self.pixels(".map canvas").get(dark, 0), 20)
        self.turn("light")
        self.settle()
        self.assertNotEqual(self.run_script("return colour('cycling')"), dark)
        self.assertNotIn(dark, self.pixels(".map canvas"))

    def test_all_days_on_the_map(self):
        self.open("life.html#2026-05-01")
        self.settle()
        self.find(".day-all").click()
        self.settle()
        self.assertEqual(self.find(".day-all").get_attribute("aria-pressed"), "true")
        x, y = self.at("cycling")
        canvas = self.find(".map canvas")
        self.actions().move_to_element_with_offset(canvas, int(x), int(y)).perform()
        self.settle()
        day = self.find(".map-hint").text.splitlines()[0]
        self.assertIn(day, ["Wednesday, 29 April 2026", "Monday, 4 May 2026", "Tuesday, 5 May 2026"])
        self.actions().click().perform()
        self.settle()
        self.assertEqual(self.title(), day)
        self.assertEqual(self.find(".day-all").get_attribute("aria-pressed"), "false")

    def test_clocks_change(self):
        for date, hours in [("2026-03-29", "0 3 6 9 12 15 18 21 24"), ("2026-10-25", "0 3 6 9 12 15 18 21 24")]:
            year_month, number = date[:8], int(date[8:])
            text = timeline(
                [visit(f"{year_month}{number - 2:02}T12:00:00.000Z", f"{year_month}{number + 1:02}T12:00:00.000Z")]
            )
            (self.folder / "clocks.json").write_text(text)
            self.gaitway("trips", "--track", "clocks.json", *ZONE, "--report", date + ".html")
            self.open(f"{date}.html#{date}")
            self.assertEqual(" ".join(span.text for span in self.find_all(".day-strip-hours span")), hours)
            shares = self.run_script(
                "return [...document.querySelectorAll('.day-strip-hours span')]"
                ".map((span) => parseFloat(span.style.left))"
            )
            length = 23 if "03" in date[5:7] else 25
            # From 0 to 3 by the clock are two hours on one of the days, and four on the other.
            self.assertAlmostEqual(shares[1], 100 * (length - 21) / length, places=4)
            self.assertEqual(len(self.rows()), 1)
            self.assertIn("since", self.rows()[0])
            self.assertIn("until", self.rows()[0])
        self.assert_quiet_console()

    def test_the_ends_of_the_world(self):
        path = [
            [179.9, -16.5, "2026-05-01T10:00:00.000Z"],
            [179.99, -16.5, "2026-05-01T10:05:00.000Z"],
            [-179.9, -16.6, "2026-05-01T10:10:00.000Z"],
        ]
        pole = [
            [0, 89.99, "2026-05-02T10:00:00.000Z"],
            [120, 90, "2026-05-02T10:05:00.000Z"],
            [-120, 89.995, "2026-05-02T10:10:00.000Z"],
        ]
        items = [
            visit("2026-05-01T08:00:00.000Z", "2026-05-01T10:00:00.000Z", "p1", -16.5, 179.9),
            move("2026-05-01T10:00:00.000Z", "2026-05-01T10:10:00.000Z", path),
            visit("2026-05-01T10:10:00.000Z", "2026-05-02T10:00:00.000Z", "p2", -16.6, -179.9),
            move("2026-05-02T10:00:00.000Z", "2026-05-02T10:10:00.000Z", pole, "running"),
            visit("2026-05-02T10:10:00.000Z", "2026-05-02T12:00:00.000Z", "p3", 90, 0),
        ]
        places = [
            {"identifier": "p1", "latitude": -16.5, "longitude": 179.9, "radius": 100, "name": "West"},
            {"identifier": "p2", "latitude": -16.6, "longitude": -179.9, "radius": 100, "name": "East"},
            {"identifier": "p3", "latitude": 90, "longitude": 0, "radius": 100, "name": "Pole"},
        ]
        (self.folder / "ends.json").write_text(timeline(items, places))
        self.gaitway("trips", "--track", "ends.json", "--time-zone", "UTC", "--report", "ends.html")
        self.open("ends.html#2026-05-01")
        self.settle()
        # The way over the antimeridian is some twenty kilometres, not around the world.
        west, east = self.run_script("return dayView.map.spots.map((spot) => dayView.map.screen(spot.x, spot.y))")
        self.assertTrue(0 < west[0] < east[0])
        kilometres = self.run_script(
            "const map = dayView.map; return (arguments[0] / map.scale) * map.metresPerUnit() / 1000", east[0] - west[0]
        )
        self.assertAlmostEqual(kilometres, 21.3, delta=0.5)
        self.assertGreater(self.pixels(".map canvas").get(self.run_script("return colour('walking')"), 0), 20)
        self.open("ends.html#2026-05-02")
        self.settle()
        self.assertGreater(self.pixels(".map canvas").get(self.run_script("return colour('running')"), 0), 5)
        self.assert_quiet_console()

    def test_one_point_and_nothing(self):
        """A day of one visit, and one without data."""
        gap = {
            "kind": "gap",
            "start": "2026-05-01T09:00:00.000Z",
            "end": "2026-05-03T12:00:00.000Z",
            "ongoing": False,
            "displacement": None,
        }
        (self.folder / "still.json").write_text(
            timeline([visit("2026-05-01T08:00:00.000Z", "2026-05-01T09:00:00.000Z"), gap])
        )
        self.gaitway("trips", "--track", "still.json", "--time-zone", "UTC", "--report", "still.html")
        self.open("still.html#2026-05-01")
        self.assertEqual(len(self.rows()), 2)
        self.assertIn("No move", self.find(".day-bubbles").text)
        self.open("still.html#2026-05-02")
        self.settle()
        self.assertIn("No data", self.rows()[0])
        self.assertEqual(len(self.find_all(".day-month .is-unknown")), 2)
        self.assert_looks_right()


def picture():
    """A grey PNG of 256 times 256 pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * 256) * 256
    header = struct.pack(">IIBBBBB", 256, 256, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class Server(OutsideServer):
    """A server of grey tiles on this machine, which keeps what it was asked."""

    def __init__(self):
        self.asked = []
        super().__init__()

    def get(self, request):
        self.asked.append((request.path, dict(request.headers)))
        self.send(request, picture(), fields=[("Content-Type", "image/png")])


class Tiles(BrowserTest):
    def wait_for_pictures(self):
        self.driver.set_script_timeout(20)
        return self.driver.execute_async_script(
            """
            const done = arguments[0];
            const look = () => {
              const images = [...document.querySelectorAll(".map-tiles img")];
              if (images.length && images.every((image) => image.complete))
                done(images.map((image) => image.naturalWidth));
              else setTimeout(look, 20);
            };
            look();
            """
        )

    def test_only_the_server_that_was_named_is_asked_and_only_for_tiles(self):
        named, other = Server(), Server()
        self.addCleanup(named.stop)
        self.addCleanup(other.stop)
        url = named.address + "/grey/{z}/{x}/{y}.png"
        self.gaitway(
            "trips", "--track", ROOT / "Datasets/day/day.gpx", *ZONE, "--report", "tiles.html", "--tiles", url,
            "--tiles-credit", "© <b>nobody</b>",
        )
        self.open("tiles.html")
        self.assertTrue(all(width == 256 for width in self.wait_for_pictures()))
        canvas = self.find(".map canvas")
        canvas.send_keys("+")
        canvas.send_keys(Keys.ARROW_LEFT)
        self.settle()
        self.wait_for_pictures()
        self.assertGreater(len(named.asked), 3)
        zooms = set()
        for path, headers in named.asked:
            found = re.fullmatch(r"/grey/(\d+)/(\d+)/(\d+)\.png", path)
            self.assertTrue(found, path)
            zoom, column, row = map(int, found.groups())
            zooms.add(zoom)
            # The sample day is near 47° N 8° E.
            self.assertAlmostEqual(column / 2**zoom, (8 + 180) / 360, delta=0.01)
            self.assertAlmostEqual(row / 2**zoom, 0.352, delta=0.01)
            self.assertNotIn("Referer", headers)
            self.assertNotIn("Cookie", headers)
        self.assertTrue(zooms)
        self.assertEqual(self.find(".map-credit").text, "© <b>nobody</b>")
        names = self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertTrue(all(name.startswith(named.address + "/grey/") for name in names), names)
        self.assert_looks_right()
        # Whatever else the page would want is refused, also on the same server.
        before = len(named.asked)
        self.run_script(
            "for (const url of arguments[0]) document.body.append(Object.assign(new Image(), {src: url}));",
            [other.address + "/grey/1/1/1.png", named.address + "/elsewhere.png"],
        )
        self.settle()
        refused = [entry["message"] for entry in self.driver.get_log("browser")]
        self.assertEqual(sum("Content Security Policy" in message for message in refused), 2, refused)
        self.assertEqual((len(named.asked), other.asked), (before, []))

    def test_a_server_that_is_gone_leaves_the_drawing(self):
        gone = Server()
        gone.stop()
        self.gaitway(
            "trips", "--track", ROOT / "Datasets/day/day.gpx", *ZONE, "--report", "gone.html", "--tiles",
            gone.address + "/{z}/{x}/{y}.png",
        )
        self.open("gone.html")
        self.wait_for_pictures()
        self.settle()
        self.assertEqual(len(self.find_all(".map-tiles img:not(.is-missing)")), 0)
        self.assertGreater(self.pixels(".map canvas").get(self.run_script("return colour('cycling')"), 0), 20)


if __name__ == "__main__":
    main()
