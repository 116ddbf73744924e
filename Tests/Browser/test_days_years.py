# SPDX-License-Identifier: Apache-2.0
"""The years of the room of days: by the protocol, and in a real browser."""

import subprocess

from browser import main
from life import HOME, PARIS, WORK, LifePageTest, LifeTest, add_life, cell
from test_live import GAITWAY


class YearsTest(LifeTest):
    def heat(self, zoom, box):
        """The answer with all paths counted, its cells by column and row."""
        path = f"days/heat?zoom={zoom}&box={','.join(map(str, box))}"
        answer = self.wait_for(lambda: (found := self.ask(path))["share"] == 1 and found)
        numbers = answer["cells"]
        return answer["most"], {tuple(numbers[i:i + 2]): numbers[i + 2] for i in range(0, len(numbers), 3)}

    def test_a_year_has_its_days_sums_and_journeys(self):
        add_life(self.folder)
        self.serve()
        year = self.ask("days/years")
        self.assertEqual((year["years"], year["year"]), ([2019, 2026], 2026))
        self.assertEqual([day[0] for day in year["days"]], [f"2026-05-{day:02}" for day in range(1, 29)])
        self.assertEqual([month["name"] for month in year["months"]], ["2026-05"])
        self.assertEqual(year["all"]["days"], 28)
        [journey] = year["journeys"]
        self.assertEqual((journey["first"], journey["last"], journey["nights"]), ("2026-05-12", "2026-05-15", 3))
        self.assertIn("Paris, France", journey["towns"] + ["Paris, France"] * any(
            "France" in town for town in journey["towns"]))
        self.assertAlmostEqual(journey["metres"], 880_000, delta=15_000)
        self.assertEqual({country["name"]: country["days"] for country in year["countries"]},
                         {"Germany": 26, "France": 4})
        there = max(year["trips"], key=lambda trip: trip["count"])
        self.assertEqual(there["count"], 16)
        self.assertAlmostEqual(there["metres"], 9000, delta=300)

    def test_sums_are_those_of_the_command(self):
        add_life(self.folder)
        self.serve()
        for arguments, address in [(["--from", "2026-01-01"], "days/years?year=2026"), ([], "days/years?year=all")]:
            answer = self.ask(address)
            table = subprocess.run(
                [GAITWAY, "trips", "stats", "--store", self.folder / "life.gaitway", "--by", "country", "--format",
                 "csv", *arguments], check=True, capture_output=True, text=True).stdout
            self.assertEqual(
                [f"{row['name']},{row['days']},{row['visits']},{row['seconds'] / 3600:.1f}"
                 for row in answer["countries"]], table.splitlines()[1:])

    def test_a_stray_day_brings_no_empty_months(self):
        add_life(self.folder)
        self.serve()
        every = self.ask("days/years?year=all")
        self.assertNotIn("year", [key for key in every if every[key] is not None])
        self.assertEqual([month["name"] for month in every["months"]], ["2019-03", "2026-05"])
        self.assertEqual(len(every["days"]), 29)
        self.assertEqual(list(self.ask("days/calendar")["days"])[:2], ["2019-03-05", "2026-05-01"])
        self.assertEqual([day[0] for day in self.ask("days/years?year=2019")["days"]], ["2019-03-05"])
        self.ask("days/years?year=2020", status=404)
        self.ask("days/years?year=next", status=404)

    def test_the_heat_map_counts_moves(self):
        add_life(self.folder)
        self.serve()
        middle = ((HOME[0] + WORK[0]) / 2, HOME[1])
        column, row = cell(middle, 16)
        box = (column - 8, row - 8, column + 8, row + 8)
        most, cells = self.heat(16, box)
        # Sixteen days of work, there and back.
        self.assertEqual(max(cells.values()), 32)
        self.assertGreaterEqual(most, 32)
        self.assertLessEqual(len({place[0] for place in cells}), 3)
        column, row = cell(PARIS, 8)
        self.assertTrue(self.heat(8, (column - 2, row - 2, column + 3, row + 3))[1])
        # What is forgotten is not on the map.
        self.ask("days/forget", {"from": "2026-05-16T00:00:00Z", "to": "2026-05-29T00:00:00Z"})
        self.assertLess(max(self.heat(16, box)[1].values()), 20)

    def test_wrong_boxes_and_no_days(self):
        self.serve()
        self.assertEqual(self.ask("days/years")["years"], [])
        self.assertEqual(self.heat(3, (0, 0, 8, 8)), (0, {}))
        for query in ["", "?zoom=3", "?zoom=21&box=0,0,1,1", "?zoom=3&box=0,0,1", "?zoom=3&box=0,0,0,4",
                      "?zoom=3&box=0,0,9999,4", "?zoom=3&box=a,b,c,d", "?zoom=3&box=9223372036854775807,0,1,1"]:
            self.ask("days/heat" + query, status=400)


class YearsPageTest(LifePageTest):
    def serve(self, year="", *arguments):
        super().serve("years/" + str(year), *arguments)
        self.wait_for("return document.querySelectorAll('.years-charts canvas').length > 0")
        self.wait_for("return document.querySelector('.days-view-years .aside').textContent.includes('spot')")

    def test_the_view_looks_right(self):
        self.serve()
        self.assert_looks_right()
        self.serve("all")
        self.assert_looks_right()

    def test_years_are_chosen_and_all_have_no_empty_months(self):
        self.serve()
        self.assertEqual(
            self.run_script("return [...document.querySelectorAll('.years-names a')].map((one) => one.textContent)"),
            ["2026", "2019", "All"])
        self.assertEqual(self.find(".years-names a[aria-current]").text, "2026")
        self.find(".years-names li:last-child a").click()
        self.wait_for("return document.querySelector('.years-names a[aria-current]').textContent === 'All'")
        # March 2019 and May 2026, with a cut between them.
        self.assertEqual(self.run_script(
            "const axis = new YearCharts(yearsOfRoom.answer).axis;"
            "return [axis.dates.length, axis.starts.map(({ isCut }) => isCut)]"), [62, [False, True]])
        self.assertIn("A dashed line stands for empty months.", self.find(".years-readout").text)

    def test_charts_show_days_and_lead_to_them(self):
        self.serve()
        lanes = self.run_script(
            "return [...document.querySelectorAll('.years-lanes canvas')].map((one) => one.ariaLabel)")
        self.assertIn("Cycling, hours a day", lanes)
        stack = self.find(".years-lanes")
        self.run_script("arguments[0].scrollIntoView({ block: 'center' })", stack)
        # The 18th of May, a Monday, of the 31 days of the only month.
        self.actions().move_to_element_with_offset(
            stack, round(stack.size["width"] * (17.5 / 31 - 0.5)), 0).perform()
        self.wait_for("return document.querySelector('.years-readout').textContent.startsWith('18')")
        self.assertRegex(self.find(".years-readout").text, "cycling|automotive")
        self.find(".years-readout a").click()
        self.wait_for("return location.hash === '#days/day/2026-05-18'")
        self.assert_quiet_console()

    def test_tables_name_what_there_was(self):
        self.serve()
        text = self.find(".days-view-years").text.replace("\u00a0", " ")
        for words in ["Journeys", "12 May 2026 to 15 May 2026", "Frequent ways", "France", "Germany", "May 2026"]:
            self.assertIn(words, text)

    def test_the_heat_map_opens_with_the_paths_and_not_the_places_alone(self):
        self.serve()
        self.wait_for("return yearsOfRoom.heat.map.extent !== null")
        # The way to Paris leaves the places of home; all of it in the region is in view, and Paris is not.
        left, top, right, bottom, width, height = self.run_script(
            "const { map } = yearsOfRoom.heat, [left, top, right, bottom] = map.extent;"
            "return [...map.screen(left, top), ...map.screen(right, bottom), map.width, map.height]")
        self.assertTrue(0 <= left < right <= width and 0 <= top < bottom <= height, (left, top, right, bottom))
        self.assertGreater(max((right - left) / width, (bottom - top) / height), 0.6)
        places = self.run_script(
            "const { map } = yearsOfRoom.heat, near = map.spots.filter(({ place }) => place.latitude > 52);"
            "return near.map(({ x, y }) => map.screen(x, y))")
        self.assertGreater(min(x for x, _ in places) - left, width / 10)

    def test_the_heat_map_has_levels_of_detail(self):
        self.serve()
        canvas = ".days-heat-map canvas"
        self.run_script("document.querySelector('.days-heat-map').scrollIntoView({ block: 'center' })")
        coarse = self.wait_for("return yearsOfRoom.heat.loaded?.zoom")
        self.assertGreater(self.run_script("return yearsOfRoom.heat.loaded.cells.length"), 30)
        before = self.pixels(canvas)
        for _ in range(2):
            self.find(".days-heat-map [aria-label='Zoom in']").click()
        self.wait_for("return yearsOfRoom.heat.loaded.zoom === arguments[0]", coarse + 2)
        self.settle()
        after = self.pixels(canvas)
        self.assertNotEqual(before, after)
        # Colours follow the theme.
        self.turn("dark")
        self.assertNotEqual(self.pixels(canvas), after)
        self.turn("light")
        self.assert_quiet_console()


if __name__ == "__main__":
    main()
