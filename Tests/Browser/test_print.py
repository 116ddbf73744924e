# SPDX-License-Identifier: Apache-2.0
"""The pages on paper: few sheets, maps that fill their box, and no players."""

import base64
import re

from browser import ROOT, BrowserTest, main

# What only a screen needs.
PLAYERS = ".run-controls, .run-choice, .run-panel, .time-controls, .ride-tools, .ride-readout, .map-buttons, .map-hint"

SHOWN = """
return [...document.querySelectorAll(arguments[0])].filter((part) => part.checkVisibility())
    .map((part) => part.className);
"""

# How far the drawing of each map is from the edges of its box, and the box from the page.
MAPS = """
return [...document.querySelectorAll(".map")].filter((map) => map.checkVisibility()).map((map) => {
  const [canvas, box] = [map.querySelector("canvas"), map.getBoundingClientRect()];
  const drawn = canvas.getBoundingClientRect();
  return { wide: box.width, high: box.height, over: box.right - document.documentElement.clientWidth,
    left: Math.abs(map.clientWidth - drawn.width), below: Math.abs(map.clientHeight - drawn.height),
    points: Math.abs(canvas.width - drawn.width * devicePixelRatio) };
});
"""


class PrintTest(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        day, stream = ROOT / "Datasets/day", cls.folder / "day.ndjson"
        stream.write_text(cls.gaitway("classify", day / "motion.csv", "--format", "ndjson", "--live").stdout)
        for options in [["--report", "run.html"], ["--compare", "--report", "compared.html"]]:
            cls.gaitway(
                "simulate", "--track", day / "day.gpx", "--places", day / "places.csv", "--activities", stream,
                "--time-zone", "UTC", *options)
        cls.gaitway("trips", "--track", day / "day.gpx", "--time-zone", "UTC", "--report", "day.html")
        cls.gaitway(
            "classify", ROOT / "Datasets/commute", "--labels", ROOT / "Datasets/manifest.csv", "--report", "ride.html")

    def sheets(self, page):
        """The number of sheets of A4 that a page takes."""
        self.open(page)
        self.resize(1400)
        self.settle()
        printed = self.driver.execute_cdp_cmd(
            "Page.printToPDF", {"printBackground": True, "paperWidth": 8.27, "paperHeight": 11.69})
        return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"])))

    def test_a_simulation_of_17_entries_takes_six_sheets_at_most(self):
        for page in ["run.html", "compared.html"]:
            with self.subTest(page=page):
                self.assertLessEqual(self.sheets(page), 6)
                self.assertEqual(self.run_script("return document.querySelectorAll('.run-place').length"), 17)

    def test_200_places_take_four_sheets_at_most(self):
        day, places = ROOT / "Datasets/day", self.folder / "places.geojson"
        places.write_text(
            self.gaitway("places", "make", "--track", day / "day.gpx", "--count", "200").stdout)
        self.gaitway(
            "simulate", "--track", day / "day.gpx", "--places", places, "--activities", self.folder / "day.ndjson",
            "--time-zone", "UTC", "--report", "many.html")
        self.assertLessEqual(self.sheets("many.html"), 4)
        # The screen has a part of the rows, the paper a line for each.
        rows = self.run_script("dispatchEvent(new Event('beforeprint'));"
                               "return document.querySelectorAll('.run-paper tbody tr').length")
        self.assertGreater(rows, 100)
        self.assertIn(f"1 to 100 of {rows}", self.run_script("return document.querySelector('#decisions').textContent"))

    def test_a_day_and_a_ride_take_few(self):
        self.assertLessEqual(self.sheets("day.html"), 2)
        self.assertLessEqual(self.sheets("ride.html"), 2)

    def test_maps_fill_their_box_and_players_are_left_out(self):
        for page in ["run.html", "day.html", "ride.html"]:
            with self.subTest(page=page):
                self.open(page)
                # A sheet of A4 within its margins.
                self.resize(717, 1046)
                self.assertNotEqual(self.run_script(SHOWN, PLAYERS), [])
                self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
                self.addCleanup(self.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
                self.run_script("dispatchEvent(new Event('beforeprint'))")
                self.settle()
                self.assertEqual(self.run_script(SHOWN, PLAYERS), [])
                maps = self.run_script(MAPS)
                self.assertEqual(len(maps), 1)
                for one in maps:
                    self.assertGreater(one["wide"], 0.9 * 717)
                    self.assertGreater(one["high"], 300)
                    self.assertLessEqual(one["over"], 0)
                    for edge in ["left", "below", "points"]:
                        self.assertLessEqual(one[edge], 1.5, one)
                self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


if __name__ == "__main__":
    main()
