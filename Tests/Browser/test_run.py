# SPDX-License-Identifier: Apache-2.0
"""The page of a simulated ride in a real browser."""

import json

from browser import BrowserTest, ROOT, Keys, main

# What a page shows of the moment.
MOMENT = """
const text = (selector) => document.querySelector(selector).textContent;
return {time: text(".run-time"), gate: text(".run-gate"), panel: text(".run-panel"),
  slider: document.querySelector(".run-controls input").value};
"""


class RunPage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        day, stream = ROOT / "Datasets/day", cls.folder / "day.ndjson"
        stream.write_text(cls.gaitway("classify", day / "motion.csv", "--format", "ndjson", "--live").stdout)
        cls.day = ["simulate", "--track", day / "day.gpx", "--places", day / "places.csv", "--activities", stream]
        lines = [json.loads(line) for line in cls.gaitway(*cls.day, "--format", "ndjson").stdout.splitlines()]
        cls.decisions = [line for line in lines if "decision" in line]
        cls.gaitway(*cls.day, "--time-zone", "UTC", "--compare", "--report", "day.html")
        places = cls.folder / "places.geojson"
        places.write_text(cls.gaitway("places", "make", "--track", ROOT / "Datasets/commute", "--count", "50").stdout)
        cls.gaitway("simulate", "--track", ROOT / "Datasets/commute", "--places", places, "--report", "commute.html")

    def moment(self):
        self.settle()
        return self.run_script(MOMENT)

    def jump(self, row):
        self.run_script("arguments[0].click()", self.find_all(".run-jump")[row])

    def test_looks_right(self):
        for page in ["day.html", "commute.html"]:
            self.open(page)
            for part in self.find_all("details")[:3]:
                self.run_script("arguments[0].open = true", part)
            with self.subTest(page=page):
                self.assert_looks_right()

    def test_needs_nothing_from_elsewhere(self):
        self.open("day.html")
        self.assertEqual(
            self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"), []
        )
        self.assertEqual(self.run_script("return document.querySelectorAll('[onclick], [style*=url]').length"), 0)

    def entries(self):
        """The decisions about each entry, by the entry's first."""
        entries = {}
        for decision in self.decisions:
            entries.setdefault(decision["entry"], []).append(decision)
        return list(entries.values())

    def test_table_has_a_row_for_each_entry_with_every_decision(self):
        self.open("day.html")
        rows = self.run_script(
            "return [...document.querySelectorAll('.run-table tbody tr')].map((row) => "
            "[...row.querySelectorAll('.run-steps li')].map((step) => "
            "[step.querySelector('.run-kind').textContent.trim().split(',')[0],"
            " [...step.querySelectorAll('.run-reasons > span > small')].map((word) => word.textContent)]))"
        )
        expected = [[[step["decision"], step["reasons"]] for step in entry] for entry in self.entries()]
        self.assertEqual(rows, expected)
        self.assertGreater(max(map(len, rows)), 1)

    def test_the_first_chart_is_high(self):
        for page in ["day.html", "commute.html"]:
            self.open(page)
            self.assert_first_chart_is_high()
        # So is the slider, on the same screen.
        slider = self.find(".run-controls input").rect
        self.assertLess(slider["y"] + slider["height"], 900)

    def test_opens_at_the_first_alert(self):
        self.open("day.html")
        first = next(decision for decision in self.decisions if decision["decision"] == "deliver")
        moment = self.moment()
        self.assertEqual(moment["time"], first["time"][11:19].lstrip("0"))
        self.assertIn(moment["time"], moment["panel"].split("Shown so far")[1])

    def test_hours_without_reports_are_hatched(self):
        self.open("day.html")
        self.run_script("document.querySelector('.run-lanes canvas').id = 'reported'")
        silences = self.run_script("return new RunRecord(pageData).silences.map(({from, to}) => [from, to])")
        self.assertGreater(max(to - begin for begin, to in silences), 3600)
        colours = self.pixels("#reported")
        stationary = self.run_script("return colour('stationary')")
        # The hours at work would have been most of the lane.
        self.assertLess(colours.get(stationary, 0), 0.1 * sum(colours.values()))
        self.assertGreater(colours.get(self.run_script("return colour('shade')"), 0), 0.3 * sum(colours.values()))
        middle = sum(max(silences, key=lambda span: span[1] - span[0])) / 2
        label = self.run_script(
            "const slider = document.querySelector('.run-controls input'), {start, end} = pageData; "
            "slider.value = Math.round(((arguments[0] - start) / (end - start)) * Number(slider.max)); "
            "slider.dispatchEvent(new Event('input')); return document.querySelector('.run-activity').textContent",
            middle,
        )
        self.assertIn("no reports; the last was", label)

    def test_a_comparison_begins_with_its_verdict(self):
        self.open("day.html")
        for section in ["strategies", "policies"]:
            verdict = self.find(f"#{section} > h2 + .verdict").text
            name = self.find(f"#{section} .verdict b").text
            self.assertTrue(verdict.startswith(name), verdict)
            self.assertIn(name, [row.text for row in self.find_all(f"#{section} tbody th")])
        self.gaitway(
            "simulate", "--rides", ROOT / "Datasets/labelled/manifest.csv", "--sweep", "driving_onset=0,20",
            "--report", "sweep.html",
        )
        self.open("sweep.html")
        self.assertIn("The safest is", self.find("#sweep > h2 + .verdict").text)
        self.assert_first_chart_is_high()
        self.assert_looks_right()

    def test_a_phone_has_the_panel_beside_the_map(self):
        self.open("day.html")
        self.resize(390, 844)
        picture, panel = self.find(".run-stage .map").rect, self.find(".run-panel").rect
        self.assertEqual(round(picture["y"]), round(panel["y"]))
        self.assertGreaterEqual(panel["x"], picture["x"] + picture["width"] - 1)
        self.resize(1400)

    def test_table_shows_one_kind(self):
        self.open("day.html")
        self.run_script(
            "const choice = document.querySelector('.run-choice select'); choice.value = 'deliver'; "
            "choice.dispatchEvent(new Event('change'))"
        )
        alerts = [decision for decision in self.decisions if decision["decision"] == "deliver"]
        self.assertEqual(len(self.find_all(".run-table tbody tr")), len({alert["entry"] for alert in alerts}))
        self.assertGreater(len(alerts), 0)

    def test_jump_shows_the_moment_of_the_decision(self):
        self.open("day.html")
        names = [name.text.split("\n")[0].split(" and ")[0] for name in self.find_all(".run-table .run-place")]
        steps = [(row, decision) for row, entry in enumerate(self.entries()) for decision in entry]
        for number, (row, decision) in enumerate(steps):
            if decision["decision"] not in ("deliver", "defer"):
                continue
            self.jump(number)
            moment = self.moment()
            clock = decision["time"][11:19].lstrip("0")
            self.assertEqual(moment["time"], clock.lstrip("0"))
            self.assertIn(clock, [jump.text for jump in self.find_all("[aria-current] .run-jump")])
            listed = moment["panel"].split("Shown so far")
            name = names[row].removesuffix(decision["place"]).strip()
            self.assertIn(name, listed[1] if decision["decision"] == "deliver" else listed[0], decision)
        self.assert_quiet_console()

    def test_slider_answers_keys(self):
        self.open("day.html")
        slider = self.find(".run-controls input")
        slider.send_keys(Keys.HOME)
        first = self.moment()
        slider.send_keys(Keys.END)
        last = self.moment()
        self.assertNotEqual(first["time"], last["time"])
        self.assertEqual(slider.get_attribute("aria-valuetext"), last["time"])
        slider.send_keys(Keys.ARROW_LEFT)
        self.assertNotEqual(self.moment()["time"], last["time"])
        slider.send_keys(Keys.HOME)
        self.assertEqual(self.moment(), first)

    def test_plays_and_pauses(self):
        self.open("day.html")
        button = self.find(".run-play")
        self.assertEqual(button.get_attribute("aria-label"), "Play")
        before = self.moment()["slider"]
        button.click()
        self.assertEqual(button.get_attribute("aria-label"), "Pause")
        self.driver.execute_async_script(
            "const done = arguments[0], slider = document.querySelector('.run-controls input'), first = slider.value;"
            "const look = () => (Number(slider.value) > Number(first) + 3 ? done() : requestAnimationFrame(look)); "
            "look();"
        )
        button.click()
        paused = self.moment()
        self.assertGreater(int(paused["slider"]), int(before))
        self.settle()
        self.assertEqual(self.moment(), paused)
        self.assert_quiet_console()

    def test_plays_to_the_end_and_begins_again(self):
        self.open("day.html")
        self.run_script(
            "const speed = document.querySelector('.run-controls select'); speed.value = "
            "speed.options[speed.options.length - 1].value;"
        )
        self.find(".run-play").click()
        self.driver.execute_async_script(
            "const done = arguments[0], button = document.querySelector('.run-play');"
            "const look = () => (button.getAttribute('aria-label') === 'Play' ? done() : requestAnimationFrame(look)); "
            "look();"
        )
        slider = self.find(".run-controls input")
        self.assertEqual(slider.get_attribute("value"), slider.get_attribute("max"))
        self.find(".run-play").click()
        self.assertLess(int(self.moment()["slider"]), int(slider.get_attribute("max")))

    def test_next_and_previous_go_from_decision_to_decision(self):
        self.open("day.html")
        times = sorted({decision["time"][11:19] for decision in self.decisions})
        self.find(".run-controls input").send_keys(Keys.HOME)
        seen = [self.moment()["time"]]
        button = self.find("[aria-label='Next decision or miss']")
        for _ in times:
            button.click()
            seen.append(self.moment()["time"])
        self.assertTrue({time.lstrip("0") for time in times} <= set(seen))
        self.find("[aria-label='Previous decision or miss']").click()
        self.assertIn(self.moment()["time"], seen[:-1])

    def test_pointing_shows_and_a_click_goes_there(self):
        self.open("day.html")
        self.resize(1400, 1600)
        lanes = self.find(".run-lanes")
        width = lanes.size["width"]
        before = self.moment()
        self.actions().move_to_element_with_offset(lanes, width // 4, 0).perform()
        pointed = self.moment()
        self.assertNotEqual(pointed["time"], before["time"])
        # Only shown: the ride is where it was.
        self.assertEqual(pointed["slider"], before["slider"])
        self.actions().move_to_element(self.find("h1")).perform()
        self.assertEqual(self.moment()["time"], before["time"])
        self.actions().move_to_element_with_offset(lanes, width // 4, 0).click().move_to_element(
            self.find("h1")
        ).perform()
        self.assertEqual(self.moment()["time"], pointed["time"])
        self.assertNotEqual(self.moment()["slider"], before["slider"])

    def test_lanes_answer_keys_and_dragging(self):
        self.open("day.html")
        self.resize(1400, 1600)
        lanes = self.find(".run-lanes")
        before = self.moment()
        lanes.send_keys(Keys.ARROW_RIGHT * 3)
        self.assertNotEqual(self.moment()["slider"], before["slider"])
        whole = self.pixels(".run-lanes canvas")
        lanes.send_keys("+")
        self.settle()
        self.assertNotEqual(self.pixels(".run-lanes canvas"), whole)
        lanes.send_keys("0")
        self.settle()
        self.assertEqual(self.pixels(".run-lanes canvas"), whole)
        width = lanes.size["width"]
        self.actions().move_to_element_with_offset(lanes, -width // 4, 0).click_and_hold().move_by_offset(
            width // 4, 0
        ).release().perform()
        self.settle()
        self.assertNotEqual(self.pixels(".run-lanes canvas"), whole)

    def test_map_shows_the_regions_of_the_moment(self):
        self.open("commute.html")
        self.resize(1400)
        slider = self.find(".run-controls input")
        pictures = []
        for key in [Keys.HOME, Keys.PAGE_UP, Keys.PAGE_UP, Keys.END]:
            slider.send_keys(key)
            self.settle()
            pictures.append(self.pixels(".map canvas"))
        self.assertEqual(len({json.dumps(picture, sort_keys=True) for picture in pictures}), 4)
        # What the panel says is watched is what the data's changes add up to.
        counted = self.run_script(
            """
            const record = new RunRecord(pageData);
            const watched = new Set();
            const times = record.changes.time;
            const found = [];
            for (let i = 0; i < times.length; i += 1) {
              const change = record.changes.change[i];
              if (change > 0) watched.add(change - 1); else watched.delete(-change - 1);
              if (i + 1 === times.length || times[i + 1] > times[i])
                found.push([watched.size, record.watchedAt(times[i]).size]);
            }
            // Backwards too.
            record.watchedAt(record.end);
            found.push([record.watchedAt(times[0]).size, new RunRecord(pageData).watchedAt(times[0]).size]);
            return found;
            """
        )
        self.assertGreater(len(counted), 2)
        for expected, shown in counted:
            self.assertEqual(expected, shown)

    def test_dark_and_narrow_are_drawn_again(self):
        self.open("day.html")
        self.resize(1400)
        self.turn("light")
        light = self.pixels(".map canvas")
        self.turn("dark")
        self.settle()
        dark = self.pixels(".map canvas")
        self.assertNotEqual(max(light, key=light.get), max(dark, key=dark.get))
        self.turn("light")
        self.resize(390)
        self.settle()
        self.assertLess(self.find(".map canvas").size["width"], 390)
        self.resize(1400)

    def test_ride_without_an_entry(self):
        (self.folder / "far.csv").write_text("identifier,latitude,longitude\nfar,0,0\n")
        self.gaitway(*self.day[:3], "--places", "far.csv", "--report", "far.html")
        self.open("far.html")
        self.assertIn("No place was entered", self.find(".notes").text)
        self.assertIn("no decisions", self.find("#run-decisions").text)
        self.find(".run-controls input").send_keys(Keys.END)
        self.assert_looks_right()

    def test_names_are_no_markup(self):
        lines = (ROOT / "Datasets/day/places.csv").read_text().splitlines()
        identifier = "<script>document.title='broken'</script><b>x</b>"
        first = lines[1].split(",")
        (self.folder / "nasty.csv").write_text(lines[0] + "\n" + ",".join([identifier] + first[1:]) + "\n")
        self.gaitway(*self.day[:3], "--places", "nasty.csv", "--report", "nasty.html")
        self.open("nasty.html")
        self.assertEqual(self.driver.title, "Simulation: Ride day.gpx, 12\u202fh")
        self.assertIn(identifier, self.find(".run-table").text)
        self.assertEqual(self.find_all("main b"), [])
        self.assert_quiet_console()


if __name__ == "__main__":
    main()
