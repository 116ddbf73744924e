# SPDX-License-Identifier: Apache-2.0
"""Days set right as a person would: handles, circles, presses on the map and keys."""

import datetime
import time

from browser import main
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from test_days import NORTH, START
from test_days_page import DaysBrowserTest

KINDS = "return [...document.querySelectorAll('.days-corrections li b')].map((one) => one.textContent)"
SECTIONS = (
    "return dayOfRoom.view.rows.filter(({ item }) => item === dayOfRoom.view.rows[1].item)"
    ".map(({ section }) => [section.activity, section.start, section.end])")


class DaysCorrectTest(DaysBrowserTest):
    def items(self):
        return self.run_script(
            "return pageData.items.map(({ kind, start, end, place }) =>"
            " [kind, start, end, place === undefined ? null : placeText(pageData.places[place])])")

    def choose_kind(self, kind, number=0):
        """Chooses the numbered row of a kind; waits for its form."""
        self.run_script(
            "const row = dayOfRoom.view.rows.filter((one) => one.kind === arguments[0])[arguments[1]];"
            "if (dayOfRoom.view.held?.[0] !== row.index) dayOfRoom.view.hold(row.index)", kind, number)
        self.wait_for("return !document.querySelector('.days-edit').hidden")

    def corrections(self):
        return self.run_script(KINDS)

    def wait_for_correction(self, count=1):
        self.wait_for(f"return document.querySelectorAll('.days-corrections li').length === {count}")

    def take_all_back(self, before):
        self.run_script("document.querySelector('.days-corrections').closest('details').open = true")
        for left in reversed(range(len(self.corrections()))):
            self.run_script("document.querySelector('.days-corrections button').click()")
            self.wait_for(f"return document.querySelectorAll('.days-corrections li').length === {left}")
        self.wait_for(
            "return JSON.stringify(pageData.items.map(({ kind, start, end }) => [kind, start, end]))"
            " === JSON.stringify(arguments[0])", [item[:3] for item in before])

    def field(self, label, text):
        field = self.driver.find_element(By.CSS_SELECTOR, f".days-edit [aria-label={label!r}]")
        self.run_script("arguments[0].scrollIntoView({ block: 'center' })", field)
        field.clear()
        field.send_keys(text)
        return field

    def test_the_end_of_a_visit_is_dragged_and_moved_by_keys(self):
        before = self.items()
        self.choose_kind("visit")
        handle = self.find(".days-strip-handle[data-side=end]")
        self.run_script("arguments[0].scrollIntoView({ block: 'center' })", handle)
        ActionChains(self.driver).click_and_hold(handle).move_by_offset(-30, 0).release().perform()
        self.wait_for_correction()
        dragged = self.items()
        self.assertEqual(len(dragged), len(before))
        self.assertLess(dragged[0][2], before[0][2] - 300)
        self.assertEqual(dragged[1][1], dragged[0][2])
        self.wait_for("return !document.querySelector('.days-strip-handles').hidden")
        handle = self.find(".days-strip-handle[data-side=end]")
        handle.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
        self.wait_for_correction(2)
        self.assertAlmostEqual(self.items()[0][2], dragged[0][2] + 120, delta=1)
        self.assertEqual(self.corrections(), ["boundary", "boundary"])
        self.take_all_back(before)
        self.assert_quiet_console()

    def test_undo_brings_a_former_name_back(self):
        self.run_script("location.hash = '#days/places'")
        self.wait_for("return placesOfRoom.places.length > 0")
        place = self.run_script("return placesOfRoom.places[0].id")
        is_named = ("return (placesOfRoom.places.find(({ id }) => id === arguments[0])?.name ?? null)"
                    " === arguments[1]")
        # Each answer comes late, and the page looks at the store meanwhile, as it does when another page changes it.
        self.run_script(
            """
            const { post } = workspace;
            workspace.post = async (...rest) => {
              const answer = await post(...rest);
              correctionHistory.refresh();
              await new Promise((done) => setTimeout(done, 400));
              return answer;
            };
            """)
        for name in ["Home", "Den"]:
            self.run_script("namePlace(arguments[0], arguments[1]).then(() => placesOfRoom.load())", place, name)
            self.wait_for(is_named, place, name)
        for button, names in [("Undo", ["Home", None]), ("Redo", ["Home", "Den"]), ("Undo", ["Home", None])]:
            for name in names:
                self.press_button(button)
                self.wait_for(is_named, place, name)
        self.assert_quiet_console()

    def test_another_place_and_a_gap(self):
        before = self.items()
        self.choose_kind("visit", 1)
        self.field("This visit was at another place: name of the place", "Corner café")
        self.press_text("I was there")
        self.wait_for_correction()
        self.assertIn("Corner café", [item[3] for item in self.items()])
        # An earlier and a later server say the same.
        self.serve()
        self.wait_for("return pageData.places?.some(({ name }) => name === 'Corner café')")
        self.choose_kind("visit", 1)
        self.press_text("Nothing is known of this time")
        self.wait_for_correction(2)
        self.assertEqual([item[0] for item in self.items()].count("gap"), [item[0] for item in before].count("gap") + 1)
        self.assertEqual(self.corrections(), ["stay", "gap"])
        self.take_all_back(before)

    def test_a_stop_on_the_path_is_pressed_on_the_map(self):
        before = self.items()
        self.choose_kind("section")
        row = self.run_script("return dayOfRoom.view.held[0]")
        # A point on the path, a third of the way.
        x, y, at = self.run_script(
            "const { view } = dayOfRoom, { start, end } = view.rows[arguments[0]], time = start + (end - start) / 3;"
            "view.map.canvas.scrollIntoView({ block: 'center' });"
            "const box = view.map.canvas.getBoundingClientRect(), [x, y] = view.map.screen(...view.map.at(time));"
            "return [x - box.width / 2, y - box.height / 2, time]", row)
        canvas = self.find(".days-view .map canvas")
        ActionChains(self.driver).move_to_element_with_offset(canvas, round(x), round(y)).click().perform()
        self.wait_for(
            "const { value } = document.querySelector('[aria-label=\"Where to cut\"]');"
            "return Math.abs(Number(value) - arguments[0]) < 90", at)
        self.field("Minutes of the stop", "4")
        self.field("I stopped there for these minutes at: name of the place", "Kiosk")
        stop = self.driver.find_elements(By.XPATH, "//button[normalize-space()='I was there']")[-1]
        self.run_script("arguments[0].scrollIntoView({ block: 'center' }); arguments[0].click()", stop)
        self.wait_for_correction()
        stops = [item for item in self.items() if item[3] == "Kiosk"]
        self.assertEqual(len(stops), 1)
        self.assertAlmostEqual(stops[0][2] - stops[0][1], 240, delta=61)
        self.take_all_back(before)

    def test_a_part_of_a_ride_was_on_foot(self):
        before = self.items()
        [[activity, start, end]] = self.run_script(SECTIONS)
        # A short part is one correction, the greater part two.
        for share, count in [(0.8, 1), (0.3, 2)]:
            self.choose_kind("section")
            at = round((start + share * (end - start)) / 60) * 60
            self.run_script(
                "const handle = document.querySelector('[aria-label=\"Where to cut\"]'); handle.value = arguments[0];"
                "handle.dispatchEvent(new Event('input'));"
                "[...document.querySelectorAll('.days-edit fieldset')]"
                ".find((one) => one.textContent.startsWith('From then on')).querySelectorAll('button')[1].click()", at)
            self.wait_for_correction(count)
            found = self.run_script(SECTIONS)
            self.assertEqual([one[0] for one in found], [activity, "walking"])
            self.assertAlmostEqual(found[0][2], at, delta=11)
            self.take_all_back(before)

    def test_a_vehicle_and_the_radius_dragged_on_the_map(self):
        before = self.items()
        self.choose_kind("section")
        self.press_text("tram")
        self.wait_for("return document.querySelector('.day-story')?.textContent.includes('tram')")
        self.choose_kind("visit")
        radius = "return dayOfRoom.editor.circle.spot.radius"
        first = self.run_script(radius)
        self.run_script("dayOfRoom.view.map.canvas.scrollIntoView({ block: 'center' })")
        time.sleep(0.3)
        dx, dy, length = self.run_script(
            "const { circle } = dayOfRoom.editor, box = circle.map.canvas.getBoundingClientRect();"
            "const [x, y, radius] = circle.pixels(); return [x + radius - box.width / 2, y - box.height / 2, radius]")
        canvas = self.find(".days-view .map canvas")
        self.drag(canvas, round(dx), round(dy), round(length / 2))
        self.wait_for_correction(2)
        after = self.run_script(f"return pageData.places[{self.visit_place()}].radius")
        self.assertAlmostEqual(after / first, 1.5, delta=0.15)
        self.take_all_back(before)
        self.assert_quiet_console()

    def visit_place(self):
        return self.run_script("return dayOfRoom.view.rows.find(({ kind }) => kind === 'visit').item.place")


class TripTest(DaysBrowserTest):
    """Days on which nothing recorded the way to work, from eight to nine o'clock."""

    def write(self, track):
        rows = ["time,latitude,longitude,horizontal_accuracy"]
        for minute in range(3 * 1440):
            clock = minute % 1440
            if 480 < clock < 540:
                continue
            share = 0 if clock < 540 else 1 if clock < 1050 else max(0, (1080 - clock) / 30)
            time = START + datetime.timedelta(minutes=minute)
            latitude = 52.5 + share * 9000 * NORTH + minute % 3 * 1e-5
            rows.append(f"{time.isoformat().replace('+00:00', 'Z')},{latitude:.6f},13.25,8")
        track.write_text("\n".join(rows) + "\n")

    def kinds(self):
        return self.run_script("return dayOfRoom.view.rows.map(({ kind, section }) => section?.activity ?? kind)")

    def choose_gap(self):
        self.run_script(
            "const { view } = dayOfRoom, row = view.rows.find(({ kind }) => kind === 'gap'); view.hold(row.index)")
        self.wait_for("return document.querySelector('[aria-label=\"How you moved\"]') !== null")

    def path(self):
        """The points of the day's trip."""
        return self.run_script(
            "const { section } = dayOfRoom.view.rows.find(({ section }) => section?.facts.includes('corrected'));"
            "return pathPoints(section.path[0], section.start).map(([latitude, longitude]) => [latitude, longitude])")

    def test_a_straight_trip_is_added_and_taken_back(self):
        before = self.kinds()
        self.choose_gap()
        said = ".days-edit output.days-asked"
        self.assertIn("Straight, 9.0", self.find(said).text)
        # Forty minutes in place of an hour.
        self.run_script(
            "const field = document.querySelector('[aria-label=\"Begin of the trip\"]');"
            "field.value = field.value.slice(0, 11) + '10:20'; field.dispatchEvent(new Event('input'))")
        self.assertIn("13.5", self.find(said).text)
        self.run_script("document.querySelector('[aria-label=\"How you moved\"]').value = 'cycling'")
        self.press_text("Add this trip")
        cycled = "return dayOfRoom.view.rows.filter(({ section }) => section?.activity === 'cycling').length"
        self.wait_for(cycled + " === 2")
        # The rest of the time stays without data.
        gap = before.index("gap")
        self.assertEqual(self.kinds(), [*before[:gap + 1], "cycling", *before[gap + 1:]])
        self.assertEqual(len(self.path()), 2)
        self.press("document.querySelector('.shell-changes button')")
        self.wait_for(cycled + " === 1")
        self.assertEqual(self.kinds(), before)
        self.assert_quiet_console()

    def test_a_trip_is_drawn_on_the_map(self):
        self.choose_gap()
        self.press_text("Draw the path")
        canvas = self.find(".days-view .map canvas")
        self.run_script("arguments[0].scrollIntoView({ block: 'center' })", canvas)
        for east in [60, 90]:
            ActionChains(self.driver).move_to_element_with_offset(canvas, east, 0).click().perform()
        self.wait_for("return dayOfRoom.editor.pen.points.length === 2")
        self.assert_looks_right()
        self.press_text("Take the last point back")
        drawn = self.run_script("return dayOfRoom.editor.pen.points")
        self.assertEqual(len(drawn), 1)
        self.press_text("Add this trip")
        self.wait_for("return dayOfRoom.view.rows.every(({ kind }) => kind !== 'gap')")
        path = self.path()
        self.assertEqual(len(path), 3)
        for found, pressed in zip(path[1], drawn[0]):
            self.assertAlmostEqual(found, pressed, places=4)
        self.assertEqual(self.run_script(KINDS), ["trip"])
        self.assertEqual(self.run_script("return dayOfRoom.editor.pen.points"), [])
        # Another server shows the same.
        self.serve()
        self.assertEqual(self.path(), path)

    def test_a_trip_is_drawn_by_keys(self):
        self.choose_gap()
        self.find("[aria-label='How you moved']").send_keys("walk")
        self.driver.find_element(By.XPATH, "//button[normalize-space()='Draw the path']").send_keys(Keys.ENTER)
        canvas = self.driver.switch_to.active_element
        canvas.send_keys(Keys.ARROW_RIGHT)
        middle = self.run_script("const { map } = dayOfRoom.view; return map.ground([map.width / 2, map.height / 2])")
        canvas.send_keys(Keys.ENTER, Keys.ARROW_RIGHT, Keys.ENTER, Keys.BACKSPACE)
        self.assertEqual(self.run_script("return dayOfRoom.editor.pen.points.length"), 1)
        canvas.send_keys(Keys.ESCAPE)
        self.driver.find_element(By.XPATH, "//button[normalize-space()='Add this trip']").send_keys(Keys.ENTER)
        self.wait_for("return dayOfRoom.view.rows.some(({ section }) => section?.activity === 'walking')")
        self.assertAlmostEqual(self.path()[1][1], middle[1], places=4)
        self.assert_quiet_console()


class ZonesTest(DaysBrowserTest):
    def zones(self):
        return self.run_script(
            "return privacyOfRoom.zones.map(({ latitude, longitude, radius }) => [latitude, longitude, radius])")

    def at(self, latitude, longitude):
        """Where a position lies on the map, from the middle of its canvas."""
        self.run_script("privacyOfRoom.map.canvas.scrollIntoView({ block: 'center' })")
        return self.run_script(
            "const { map } = privacyOfRoom, [x, y] = map.project([arguments[0], arguments[1]]);"
            "return [Math.round(x - map.width / 2), Math.round(y - map.height / 2)]", latitude, longitude)

    def test_a_zone_is_drawn_dragged_and_deleted(self):
        self.run_script("location.hash = '#days/private'")
        self.wait_for("return privacyOfRoom.map?.width > 0 && privacyOfRoom.map.lines.length > 0")
        self.press_text("Add a zone")
        canvas = self.find(".days-view-private .map canvas")
        ActionChains(self.driver).move_to_element_with_offset(canvas, *self.at(52.5, 13.25)).click().perform()
        self.wait_for("return document.querySelectorAll('.days-zones input').length === 1")
        [[latitude, longitude, radius]] = self.zones()
        self.assertAlmostEqual(latitude, 52.5, delta=0.001)
        self.assertAlmostEqual(longitude, 13.25, delta=0.001)
        self.press_text("Zone 1")
        time.sleep(0.3)
        dx, dy, length = self.run_script(
            "const { circle, map } = privacyOfRoom; map.canvas.scrollIntoView({ block: 'center' });"
            "const [x, y, radius] = circle.pixels(); return [x + radius - map.width / 2, y - map.height / 2, radius]")
        self.drag(canvas, round(dx), round(dy), round(length / 2))
        self.wait_for("return privacyOfRoom.zones[0].radius > arguments[0] * 1.3", radius)
        self.assert_looks_right()
        kept = self.zones()
        self.serve()
        self.run_script("location.hash = '#days/private'")
        self.wait_for("return document.querySelectorAll('.days-zones input').length === 1")
        self.assertEqual(self.zones(), kept)
        self.run_script("document.querySelector('.days-zones [aria-label=\"Delete zone 1\"]').click()")
        self.wait_for("return document.querySelectorAll('.days-zones input').length === 0")
        self.assertFalse((self.place / "privacy.geojson").exists())
        self.assert_quiet_console()

    def test_private_zones_begin_at_home(self):
        self.assertIn("it tells where you live", self.find(".days-files").text)
        self.run_script("location.hash = 'days/private'")
        self.wait_for("return document.querySelector('.days-view-private .places-offer')?.offsetParent")
        home = self.run_script(
            "return workspace.get('/api/days/places').then(({ places, home }) => places.find(({ id }) => id === home))")
        self.press_text("Hide 200 m around it")
        self.wait_for("return privacyOfRoom.zones.length === 1 && document.querySelector('.places-offer').hidden")
        zone = self.run_script("return privacyOfRoom.zones[0]")
        self.assertEqual([zone["latitude"], zone["longitude"], zone["radius"]],
                         [home["latitude"], home["longitude"], 200])
        # Undo says what it takes back: in this view, the zones and no correction.
        self.wait_for("return document.querySelector('.shell-changes button').ariaLabel === 'Undo private zones'")
        self.press_button("Undo")
        self.wait_for("return privacyOfRoom.zones.length === 0")
        self.assertFalse((self.place / "privacy.geojson").exists())
        self.press_button("Redo")
        self.wait_for("return privacyOfRoom.zones.length === 1")
        self.run_script("location.hash = 'days/day/2026-05-02'")
        self.wait_for("return document.querySelector('.days-files').textContent.includes('without your private zones')")

    def test_a_day_is_given_away_without_home(self):
        links = self.run_script(
            "return [...document.querySelectorAll('.days-files a[download]')].map((one) => one.getAttribute('href'))")
        self.assertEqual(len(links), 5)
        self.assertTrue(all("2026-05-02" in link for link in links))
        found = self.run_script(
            "return Promise.all(arguments[0].map((link) => fetch(link)"
            ".then((answer) => answer.text().then((text) => [answer.status, text.length]))))", links)
        self.assertTrue(all(status == 200 and size > 100 for status, size in found), found)


class DoubtsTest(DaysBrowserTest):
    """Days whose ride to work stops for six minutes on the way."""

    def write(self, track):
        rows = ["time,latitude,longitude,horizontal_accuracy"]
        for minute in range(3 * 1440):
            clock = minute % 1440 - 480
            # 13 minutes of riding, 6 of waiting, 13 of riding; back without a stop.
            share = 0 if clock < 0 or clock >= 600 else min(clock, 13, 26) / 26 if clock < 19 else min(
                (clock - 6) / 26, 1) if clock < 570 else (600 - clock) / 30
            time = START + datetime.timedelta(minutes=minute)
            latitude = 52.5 + share * 9000 * NORTH + minute % 3 * 1e-5
            rows.append(f"{time.isoformat().replace('+00:00', 'Z')},{latitude:.6f},13.25,8")
        track.write_text("\n".join(rows) + "\n")

    def test_doubts_are_answered_by_keys(self):
        self.run_script("location.hash = '#days/doubts'")
        self.wait_for("return document.querySelectorAll('.days-doubts li').length === 3")
        self.assert_looks_right()
        told = self.run_script("return document.querySelector('.days-doubts').textContent")
        self.assertIn("a short visit between two moves", told)
        self.find("body").send_keys("y")
        self.wait_for("return doubtsOfRoom.doubts.length === 2")
        self.find("body").send_keys(Keys.ARROW_DOWN, "n")
        self.wait_for("return doubtsOfRoom.doubts.length === 1")
        self.serve()
        self.assertEqual(
            self.run_script(KINDS), ["merge visit", "merge move"])
        # The date leads to the day, with the item chosen.
        self.run_script("location.hash = '#days/doubts'")
        self.wait_for("return document.querySelector('.days-doubts li a') !== null")
        self.run_script("document.querySelector('.days-doubts li a').click()")
        self.wait_for("return !document.querySelector('.days-edit').hidden")
        self.assertIn("10:", self.find(".days-edit h3").text)
        self.assert_quiet_console()


if __name__ == "__main__":
    main()
