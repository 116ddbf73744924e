# SPDX-License-Identifier: Apache-2.0
"""A ride's page in a real browser: it is pointed at, dragged over, driven by keys, resized and turned dark."""

import math
import random

from browser import BrowserTest, By, Keys, ROOT, main


def write_core_motion_log(path):
    """A log of two minutes whose rows also have the phone's own activity."""
    with open(path, "w", encoding="utf-8") as file:
        names = ["accelX(g)", "accelY(g)", "accelZ(g)", "accelUserX(g)", "accelUserY(g)", "accelUserZ(g)"]
        file.write("Timestamp," + ",".join(names) + ",ActivityType,ActivityConfidence\n")
        for index in range(120 * 50):
            time = index / 50
            clock = f"04-Feb-2024 11:{7 + int(time // 60):02}:{time % 60:06.3f}"
            shake = 0.01 * math.sin(7 * time)
            file.write(f"{clock},{shake:.4f},0.0100,-1.0000,{shake:.4f},0.0100,0.0000,")
            file.write("Stationary,High\n" if time < 60 else "Automotive,Low\n")


def write_log(path, seconds, rate=50, gap=None):
    """A plain log of a phone that lies, then is carried, in turns of a minute; `gap` is a silence, from and to."""
    noise = random.Random(1)
    with open(path, "w", encoding="utf-8") as file:
        file.write("t_s,ax (m/s^2),ay (m/s^2),az (m/s^2)\n")
        for index in range(int(seconds * rate)):
            time = index / rate
            if gap and gap[0] < time < gap[1]:
                continue
            size = 1 if time // 60 % 2 else 0
            values = [
                1.5 * size * math.sin(2 * math.pi * time),
                2 * size * math.sin(4 * math.pi * time),
                9.81 + 4 * size * math.sin(4 * math.pi * time + 1),
            ]
            cells = ",".join(f"{value + noise.uniform(-0.05, 0.05):.3f}" for value in values)
            file.write(f"{time:.3f},{cells}\n")


class RidePage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        labels = ["--labels", ROOT / "Datasets/manifest.csv"]
        cls.table = cls.gaitway("classify", ROOT / "Datasets/commute", "--report", "commute.html", *labels).stdout
        write_log(cls.folder / "gap <b>.csv", 300, gap=(100, 140))
        cls.gaitway("classify", "gap <b>.csv", "--report", "gap.html")
        write_log(cls.folder / "short.csv", 3)
        cls.gaitway("classify", "short.csv", "--report", "short.html")
        write_log(cls.folder / "slow.csv", 60, rate=5)
        cls.gaitway("classify", "slow.csv", "--report", "slow.html")

    def view(self):
        """From when to when the page shows, and the moment that is pointed at."""
        self.settle()
        return self.run_script("return [rideAxis.from, rideAxis.to, rideAxis.cursor]")

    def end(self):
        return self.run_script("return rideAxis.end")

    def stack(self):
        """The lanes, in the middle of the window."""
        stack = self.find(".ride-stack")
        self.run_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", stack)
        self.settle()
        return stack

    def point_at(self, share):
        """Moves the mouse to a share of the lanes' width."""
        stack = self.stack()
        width = stack.size["width"]
        self.actions().move_to_element_with_offset(stack, int(width * (share - 0.5)), 0).perform()
        self.settle()

    def test_the_first_chart_is_high(self):
        self.open("commute.html")
        self.assert_first_chart_is_high()
        # One bar in the answers' colours stands above the lanes, not two.
        self.assertEqual(self.find_all(".ride-bar"), [])

    def lane_names(self):
        return [name.text for name in self.find_all(".ride-stack .time-name")]

    def test_lanes_of_labels_speed_and_height(self):
        self.open("commute.html")
        names = self.lane_names()
        self.assertEqual(names[0], "Label of the manifest")
        self.assertIn("Answer", names[1])
        self.assertTrue({"Speed, km/h", "Height, m"} <= set(names), names)
        self.run_script("rideAxis.point(100)")
        self.settle()
        notes = self.find(".ride-notes").text
        self.assertIn("label: automotive", notes)
        self.assertIn("km/h", notes)
        self.assertIn("height", notes)
        self.run_script("document.querySelector('.ride-stack canvas').id = 'labels'")
        colours = self.pixels("#labels")
        for name in ["walking", "automotive", "stationary"]:
            self.assertGreater(colours.get(self.run_script("return colour(arguments[0])", name), 0), 300, name)
        # The numbers stand beside the lanes, not on them.
        left = self.find(".ride-stack").rect["x"]
        numbers = self.run_script(
            "return [...document.querySelectorAll('.time-scale span')].map((part) => "
            "[part.textContent, part.getBoundingClientRect().left, part.getBoundingClientRect().right])"
        )
        self.assertGreater(len(numbers), 8)
        for text, begin, end in numbers:
            self.assertTrue(0 <= begin < end <= left, text)
        # A log without labels has no lane for them.
        self.open("gap.html")
        self.assertIn("Answer", self.lane_names()[0])

    def test_labels_of_the_log_and_the_phones_own_activity(self):
        ride = self.folder / "annotated"
        ride.mkdir()
        with open(ride / "Accelerometer.csv", "w", encoding="utf-8") as file:
            file.write("time,seconds_elapsed,z,y,x\n")
            for index in range(100 * 50):
                time = 1_700_000_000_000_000_000 + index * 20_000_000
                file.write(f"{time},{index / 50},9.81,0.01,{index % 3 / 100}\n")
        (ride / "Annotation.csv").write_text(
            "time,seconds_elapsed,text,millisecond_press_duration\n"
            "1700000010000000000,10,Walking,1\n1700000040000000000,40,<b>bell</b>,1\n1700000060000000000,60,Bus,1\n"
        )
        (ride / "Metadata.csv").write_text("version,device name,recording time\n3,phone,2023\n")
        self.gaitway("classify", "annotated", "--report", "annotated.html")
        self.open("annotated.html")
        self.assertEqual(self.lane_names()[0], "Label set while recording")
        self.assertEqual(
            self.run_script("return annotationSpans.map(([from, to, activity]) => [from, Math.round(to), activity])"),
            [[10, 60, "walking"], [60, 100, "automotive"]],
        )
        self.run_script("rideAxis.point(30)")
        self.settle()
        self.assertIn("label set while recording: Walking", self.find(".ride-notes").text)
        self.assertEqual(self.run_script("return annotationMarks.map(([, text]) => text)"), ["<b>bell</b>"])
        self.assert_looks_right()
        write_core_motion_log(self.folder / "core.csv")
        self.gaitway("classify", "core.csv", "--report", "core.html")
        self.open("core.html")
        self.assertIn("The phone’s own activity", self.lane_names())
        self.run_script("rideAxis.point(90)")
        self.settle()
        self.assertIn("the phone said: automotive", self.find(".ride-notes").text)
        self.run_script("rideAxis.point(30)")
        self.settle()
        self.assertIn("the phone said: stationary", self.find(".ride-notes").text)
        self.assert_quiet_console()

    def test_a_manifest_without_the_ride_says_so(self):
        self.gaitway(
            "classify", "gap <b>.csv", "--report", "without.html", "--labels", ROOT / "Datasets/manifest.csv"
        )
        self.open("without.html")
        self.assertIn("manifest.csv has no label of this log", self.find(".notes").get_attribute("textContent"))
        self.gaitway("classify", "gap <b>.csv", "--labels", ROOT / "Datasets/manifest.csv", status=2)

    def test_doubt_is_seen_in_the_bar_of_answers(self):
        self.open("commute.html")
        self.run_script("document.querySelectorAll('.ride-stack canvas')[1].id = 'answers'")
        sure = self.pixels("#answers")
        walking = self.run_script("return colour('walking')")
        # Of the same ride with little for each answer.
        self.run_script(
            "rideWindows.shareSums.forEach((sums) => sums.forEach((_, index) => (sums[index] = index))); "
            "rideView.lanes.forEach((lane) => lane.redraw())"
        )
        doubtful = self.pixels("#answers")
        self.assertLess(doubtful.get(walking, 0), 0.6 * sure[walking])

    def test_plays(self):
        self.open("commute.html")
        before = self.view()[2]
        stretches = self.run_script(
            "return Array.from({length: rideStretches.count}, (_, i) => "
            "[rideStretches.starts[i], rideStretches.endOf(i)])"
        )
        longest = max(stretches, key=lambda stretch: stretch[1] - stretch[0])
        self.assertAlmostEqual(before, sum(longest) / 2, delta=0.01)
        button = self.find(".ride-play")
        self.assertEqual(button.get_attribute("aria-label"), "Play")
        button.click()
        self.assertEqual(button.get_attribute("aria-label"), "Pause")
        self.driver.execute_async_script(
            "const [first, done] = arguments; "
            "const look = () => (gaitway.rideAxis.cursor > first + 2 ? done() : requestAnimationFrame(look)); look();",
            before,
        )
        self.run_script("document.querySelector('.ride-stack').focus()")
        self.actions().send_keys(Keys.SPACE).perform()
        self.assertEqual(button.get_attribute("aria-label"), "Play")
        paused = self.view()[2]
        self.settle()
        self.assertEqual(self.view()[2], paused)
        # Pointing elsewhere takes over.
        self.actions().send_keys(Keys.SPACE).perform()
        self.run_script("rideAxis.point(3)")
        self.settle()
        self.settle()
        self.assertEqual(self.view()[2], 3)
        self.assertEqual(button.get_attribute("aria-label"), "Play")
        self.assert_quiet_console()

    def test_a_phone_has_room_for_the_lanes(self):
        self.open("commute.html")
        self.resize(390, 844)
        self.run_script("for (const part of document.querySelectorAll('details')) part.open = true")
        self.assertEqual([key for key in self.find_all("kbd") if key.is_displayed()], [])
        self.run_script("document.querySelectorAll('.ride-stack canvas')[6].scrollIntoView({behavior: 'instant'})")
        self.settle()
        readout = self.run_script(
            "const {top, height} = document.querySelector('.ride-readout').getBoundingClientRect(); "
            "return [top, height]"
        )
        self.assertEqual(readout[0], 0)
        self.assertLess(readout[1], 60)
        self.resize(1400)

    def test_the_path_has_its_ends(self):
        self.open("commute.html")
        self.run_script(
            "window.texts = []; const text = rideView.map.text; "
            "rideView.map.text = function (...rest) { texts.push(rest[1]); text.call(this, ...rest); }; "
            "rideView.map.draw()"
        )
        texts = self.wait_for("return texts.length > 0 && texts")
        self.assertTrue({"start", "end"} <= set(texts) or "start and end" in texts, texts)

    def test_looks_right(self):
        for page in ["commute.html", "gap.html", "short.html", "slow.html"]:
            with self.subTest(page=page):
                self.open(page)
                self.run_script("rideAxis.point(rideAxis.end * 0.4)")
                self.assert_looks_right()

    def test_needs_nothing_from_elsewhere(self):
        self.open("commute.html")
        self.assertEqual(
            self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"), []
        )

    def test_pointing_shows_the_moment_everywhere(self):
        self.open("commute.html")
        self.run_script("rideAxis.point(null)")
        self.settle()
        self.assertEqual(self.find(".ride-when b").text, "Point at a moment")
        rows = [row.text.split() for row in self.find_all(".ride-table tbody tr")]
        for row, share in zip(rows, [0.05, 0.4, 0.75, 0.95]):
            self.point_at(share)
            cursor = self.view()[2]
            self.assertAlmostEqual(cursor / self.end(), share, delta=0.01)
            self.assertEqual(self.find(".ride-answer b").text, row[0])
            self.assertTrue(self.find(".ride-table .is-pointed").text.startswith(row[0]))
            # The time since the beginning, as the axis has it.
            hours, minutes, seconds = map(float, self.find(".ride-since").text.split()[0].split(":"))
            self.assertAlmostEqual(hours * 3600 + minutes * 60 + seconds, cursor, delta=1)
            lines = [line for line in self.find_all(".ride-stack .time-cursor") if line.is_displayed()]
            self.assertEqual(len(lines), len(self.find_all(".ride-stack .time-lane")))
            left = {round(line.rect["x"]) for line in lines}
            self.assertEqual(len(left), 1)
            # The most likely class is most of the probabilities.
            widths = self.run_script(
                "return Object.fromEntries([...document.querySelectorAll('.ride-track i')].map((bar) => "
                "[bar.className, parseFloat(bar.style.width)]))"
            )
            self.assertAlmostEqual(sum(widths.values()), 100, delta=0.5)
            self.assertEqual(max(widths, key=widths.get), row[0])
            # The map's marker is at that moment, too.
            self.assertEqual(self.run_script("return rideView.map.shownTime"), cursor)
        self.assert_quiet_console()

    def test_pointing_at_the_path_shows_its_moment(self):
        self.open("commute.html")
        canvas = self.find(".map canvas")
        self.run_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", canvas)
        self.settle()
        for share in [0.3, 0.5, 0.65]:
            # A fix of about that time, and where the map draws it.
            time, x, y = self.run_script(
                """
                const times = decodedTimes(pageData.path.times);
                const index = times.findIndex((time) => time >= arguments[0] * rideAxis.end);
                const degrees = (text) => decoded(text, Int32Array)[index] / 1e6;
                const place = rideView.map.project([
                  degrees(pageData.path.latitudes), degrees(pageData.path.longitudes)]);
                return [times[index], ...place];
                """,
                share,
            )
            size = canvas.size
            self.actions().move_to_element_with_offset(
                canvas, int(x - size["width"] / 2), int(y - size["height"] / 2)
            ).perform()
            self.settle()
            self.settle()
            cursor = self.view()[2]
            self.assertIsNotNone(cursor)
            # A pixel of the map is some seconds of the way.
            self.assertAlmostEqual(cursor, time, delta=8)
            self.assertEqual(self.find(".ride-answer b").text, "automotive")
        self.assert_quiet_console()

    def test_dragging_zooms_and_a_double_click_shows_all(self):
        self.open("commute.html")
        stack = self.stack()
        width = stack.size["width"]
        chain = self.actions().move_to_element_with_offset(stack, int(-0.3 * width), 0).click_and_hold()
        chain.move_by_offset(int(0.2 * width), 0).perform()
        self.settle()
        self.assertTrue(self.find(".ride-stack .time-selected").is_displayed())
        self.actions().release().perform()
        start, to, _ = self.view()
        self.assertAlmostEqual(start / self.end(), 0.2, delta=0.01)
        self.assertAlmostEqual(to / self.end(), 0.4, delta=0.01)
        self.assertTrue(self.find(".time-frame").is_displayed())
        self.actions().double_click(stack).perform()
        self.assertEqual(self.view()[:2], [0, self.end()])
        # A drag that is given up changes nothing.
        self.actions().move_to_element_with_offset(stack, -200, 0).click_and_hold().move_by_offset(100, 0).perform()
        self.actions().send_keys(Keys.ESCAPE).release().perform()
        self.assertEqual(self.view()[:2], [0, self.end()])
        self.assert_quiet_console()

    def test_keys_do_what_the_mouse_does(self):
        self.open("commute.html")
        self.run_script("rideAxis.point(null); document.querySelector('.ride-stack').focus()")

        def press(*keys):
            self.actions().send_keys(*keys).perform()
            return self.view()

        end = self.end()
        self.assertAlmostEqual(press(Keys.ARROW_RIGHT)[2], end / 2, delta=1)
        later = press(Keys.ARROW_RIGHT)[2]
        self.assertGreater(later, end / 2)
        start, to, cursor = press("+")
        self.assertAlmostEqual(to - start, end / 2, delta=0.1)
        self.assertTrue(start < cursor < to)
        self.assertEqual(press(Keys.HOME)[0], 0)
        self.assertEqual(press(Keys.END)[1:], [end, end])
        start = self.view()[0]
        self.actions().key_down(Keys.SHIFT).send_keys(Keys.ARROW_LEFT).key_up(Keys.SHIFT).perform()
        self.assertLess(self.view()[0], start)
        self.assertEqual(press("-")[:2], [0, end])
        press("+")
        self.assertIsNone(press(Keys.ESCAPE)[2])
        self.assertEqual(press(Keys.ESCAPE), [0, end, None])
        # Everything that can be pressed is reached by the tab key, and is large enough for a thumb.
        buttons = self.find_all(".time-controls button")
        self.assertEqual(len(buttons), 5)
        for button in buttons:
            self.assertGreaterEqual(button.size["height"], 44)
            self.assertGreaterEqual(button.size["width"], 44)
        self.assert_quiet_console()

    def test_two_fingers_zoom(self):
        self.open("commute.html")
        box = self.stack().rect
        top = self.run_script("return document.querySelector('.ride-stack').getBoundingClientRect().top") + 150
        middle = box["x"] + box["width"] / 2

        def touch(kind, *places):
            points = [{"x": middle + place, "y": top, "id": index} for index, place in enumerate(places)]
            self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        touch("touchStart", -60)
        self.assertAlmostEqual(self.view()[2] / self.end(), 0.5 - 60 / box["width"], delta=0.01)
        touch("touchStart", -60, 60)
        for spread in range(60, 121, 10):
            touch("touchMove", -spread, spread)
        touch("touchEnd")
        start, to, _ = self.view()
        self.assertAlmostEqual((to - start) / self.end(), 0.5, delta=0.03)
        self.assertAlmostEqual((to + start) / 2 / self.end(), 0.5, delta=0.03)

    def test_rows_are_the_table_and_show_their_time(self):
        self.open("commute.html")
        rows = [row.text.split() for row in self.find_all(".ride-table tbody tr")]
        printed = []
        for line in self.table.splitlines()[1:]:
            words = line.split()
            if not words or "end" in words:
                break
            # The order of the page's columns: activity, clock, start, duration, confidence, probability.
            start, clock, duration, activity, confidence, probability = words[:6]
            printed.append([activity, clock, start, duration, confidence, probability])
        self.assertGreater(len(printed), 3)
        self.assertEqual([row[:5] + [row[5].rstrip("%\u202f")] for row in rows], printed)
        for index, row in enumerate(self.find_all(".ride-table tbody tr")):
            row.find_element(By.CSS_SELECTOR, "button").click()
            start, to, cursor = self.view()
            begin, finish = self.run_script(
                "return [rideStretches.starts[arguments[0]], rideStretches.endOf(arguments[0])]", index
            )
            self.assertLessEqual(start, begin)
            self.assertGreaterEqual(to, finish)
            self.assertLess(to - start, (finish - begin) * 1.3 + 12)
            self.assertTrue(begin < cursor < finish)
        self.assert_quiet_console()

    def test_gaps_are_shown_and_told(self):
        self.open("gap.html")
        self.assertIn("gap <b>.csv", self.find("h1").text)
        button = self.find(".ride-places button")
        self.assertEqual(button.text, "0:01:40, 40.0 s")
        button.click()
        start, to, cursor = self.view()
        self.assertTrue(90 < start < 100 and 140 < to < 150 and 100 < cursor < 140)
        self.assertIn("gap of 40.0\u202fs", self.find(".ride-notes").text)
        # Stripes where nothing was measured: no colour of an activity fills the middle.
        self.run_script("rideAxis.show(105, 130)")
        self.settle()
        self.assertIn("unknown", self.find(".ride-answer").text)
        self.assertIn("reason: gap", self.find(".ride-answer").text)
        self.assert_quiet_console()

    def test_drawings_have_the_colours_of_their_theme(self):
        self.open("commute.html")
        for theme in ["light", "dark"]:
            self.turn(theme)
            colours = self.run_script(
                "colour.known.clear(); return ['walking', 'automotive', 'stationary'].map(colour)"
            )
            lanes = self.find_all(".ride-stack canvas")
            self.assertGreaterEqual(len(lanes), 6)
            for lane in [0, 1, 2]:
                self.run_script("arguments[0].id = 'lane-under-test'", lanes[lane])
                counts = self.pixels("#lane-under-test")
                self.run_script("arguments[0].id = ''", lanes[lane])
                for name in colours:
                    self.assertGreater(counts.get(name, 0), 300, f"{name} in lane {lane}, {theme}")
        self.turn("light")

    def test_a_short_ride_says_why_it_is_unknown(self):
        for page, reason in [("short.html", "too-short"), ("slow.html", "rate-too-low")]:
            self.open(page)
            self.point_at(0.5)
            self.assertIn("reason: " + reason, self.find(".ride-answer").text)
            self.assertEqual({figure.text for figure in self.find_all(".ride-figure")}, {"–"})
            self.assertEqual(self.find_all(".map"), [])
            self.assert_quiet_console()

    def test_drawing_again_is_quick(self):
        """Prints the time of a redraw without asserting it."""
        self.open("commute.html")
        times = self.run_script(
            """
            const times = [];
            for (let round = 0; round < 20; round += 1) {
              rideAxis.show(0, rideAxis.end * (1 - 0.01 * round));
              const begin = performance.now();
              rideAxis.flush();
              times.push(performance.now() - begin);
            }
            return times.slice(5).sort((a, b) => a - b);
            """
        )
        print(f"\n  a redraw of all lanes: {times[len(times) // 2]:.1f} ms, at most {times[-1]:.1f} ms")
        self.assertGreater(times[0], 0)


if __name__ == "__main__":
    main()
