# SPDX-License-Identifier: Apache-2.0
"""The rooms of rides and alerts as a first visitor uses them, by the pointer."""

import csv
import shutil

from selenium.webdriver.common.keys import Keys
from test_live import RIDES
from workspace_browser import WorkspaceBrowserTest

LABELS = "return rideLibrary.all.get(arguments[0])?.labels ?? []"


class RidesFirstTest(WorkspaceBrowserTest):
    def open_rides(self):
        self.open_room("rides")
        self.wait_for("return document.querySelector('.rides-head input[type=file]') !== null")

    def choose(self, name):
        self.press("[...document.querySelectorAll('.rides-row')].find((row) => row.textContent.includes(arguments[0]))",
                   name)
        self.wait_for("return rideLibrary.chosen.has(arguments[0])", name)

    def add_rides(self, *paths):
        self.find(".rides-head input[type=file]").send_keys("\n".join(map(str, paths)))

    def test_the_models_labels_are_accepted_and_taken_back(self):
        self.open_rides()
        self.add_rides(RIDES / "labelled/ann-walking.csv", RIDES / "labelled/ben-cycling.csv")
        self.wait_for("return workspace.state.rides.read === 2")
        # The guess stands beside the picture, in words.
        self.wait_for("return /guess: walking/.test(document.querySelector('.rides-space').textContent)")
        self.choose("ann-walking.csv")
        self.press_button("Accept the model's labels where it is sure")
        self.wait_for(LABELS + ".length > 0", "ann-walking.csv")
        said = self.find(".shell-said").text
        self.assertIn("as the model says", said)
        self.assertEqual({word for _, _, word in self.run_script(LABELS, "ann-walking.csv")}, {"walking"})
        # Figures on what a model labelled are too good, so the manifest keeps who did.
        [row] = csv.DictReader(self.manifest.splitlines())
        self.assertEqual(row["labelled_by"], "model")
        self.assertEqual(self.run_script(LABELS, "ben-cycling.csv"), [])
        self.press("document.querySelector('.shell-said button')")
        self.wait_for(LABELS.replace("return ", "return !(") + ").length", "ann-walking.csv")
        self.assert_looks_right()

    def test_rides_are_deleted_and_come_back(self):
        self.open_rides()
        self.add_rides(RIDES / "labelled/ann-walking.csv", RIDES / "labelled/ben-cycling.csv",
                       RIDES / "labelled/manifest.csv")
        # The manifest labels the rides that it came with, and no row of another is lost silently.
        self.wait_for("return workspace.state.rides.labelled === 2")
        self.wait_for("return document.querySelector('.upload-report').textContent.includes('labels of 2')")
        self.assertIn("18 of its recordings", self.find(".upload-report").text)
        self.assertIn("rides/ann-walking.csv,walking", self.manifest)
        self.choose("ann-walking.csv")
        self.press("[...document.querySelectorAll('.panel-buttons button')].at(-1)")
        self.wait_for("return workspace.state.rides.all === 1")
        self.assertFalse((self.place / "rides/ann-walking.csv").exists())
        self.assertNotIn("ann-walking", self.manifest)
        self.press("document.querySelector('.shell-said button')")
        self.wait_for("return workspace.state.rides.all === 2 && workspace.state.rides.labelled === 2")
        self.assertTrue((self.place / "rides/ann-walking.csv").exists())

    def test_what_is_not_a_log_is_named(self):
        photo, track = self.place / "holiday.jpg", self.place / "walk.gpx"
        photo.write_bytes(b"\xff\xd8\xff\xe0" + bytes(1000))
        track.write_text('<?xml version="1.0"?>\n<gpx version="1.1"><trk></trk></gpx>\n')
        self.open_rides()
        self.add_rides(photo, track)
        self.wait_for("return document.querySelectorAll('.upload-report li').length === 2")
        text = self.find(".upload-report").text
        self.assertIn("holiday.jpg: this is a photo, not a motion log", text)
        self.assertIn("walk.gpx: this is a GPX track, not a motion log; add it in Days", text)
        self.assertEqual(list((self.place / "rides").iterdir()), [])

    def test_a_drag_at_a_labels_end_makes_a_new_label(self):
        self.open_rides()
        self.add_rides(RIDES / "labelled/ann-walking.csv")
        self.wait_for("return workspace.state.rides.read === 1")
        self.open(self.server.address("/api/ride?ride=ann-walking.csv"))
        lane = self.find(".label-lane canvas")
        third = lane.size["width"] // 3

        def drag(start, end):
            self.actions().move_to_element_with_offset(lane, start, 0).click_and_hold().move_by_offset(
                end - start, 0).release().perform()

        drag(-third, 0)
        self.actions().send_keys("2").perform()
        self.wait_for("return pageData.labels.length === 1")
        [[_, end, _]] = self.run_script("return pageData.labels")
        # Three pixels behind the end: a new label that touches the first.
        drag(3, third)
        self.actions().send_keys("4").perform()
        self.wait_for("return pageData.labels.length === 2")
        labels = self.run_script("return pageData.labels")
        self.assertEqual([word for _, _, word in labels], ["walking", "cycling"])
        self.assertEqual(labels[0][1], end)
        self.assertEqual(labels[1][0], end)
        # Where two labels meet, a drag moves the end of both.
        drag(2, -third // 2)
        self.wait_for("return pageData.labels[0][1] < arguments[0] - 2", end)
        labels = self.run_script("return pageData.labels")
        self.assertEqual(labels[0][1], labels[1][0])


class AlertsFirstTest(WorkspaceBrowserTest):
    def open_alerts(self):
        shutil.copytree(RIDES / "bike", self.place / "rides/bike")
        (self.place / "manifest.csv").write_text("recording,activity\nrides/bike,cycling\n")
        self.open_room("alerts")
        self.wait_for("return workspace.state?.rides.read === 1")
        self.open_room("rides")
        self.open_room("alerts")
        self.wait_for("return alertsRoom.data !== null && alertsRoom.places.map.map.lines.length > 0")
        latitude, longitude, _ = self.run_script(
            "const [{ path }] = alertsRoom.data.rides; return path[path.length >> 1]")
        mill = {"type": "Feature", "id": "mill", "properties": {"radius": 120, "title": "Mill"},
                "geometry": {"type": "Point", "coordinates": [longitude, latitude]}}
        self.run_script(
            "alertsRoom.edit({ places: { type: 'FeatureCollection', features: [arguments[0]] } }, null)", mill)
        self.wait_for("return document.querySelectorAll('.alerts-decisions li').length > 0")

    def test_the_first_screen_has_five_rules_the_map_and_the_decisions(self):
        self.open_alerts()
        self.resize(1400, 900)
        # A line of the header says that a job runs and pushes the room down, so the job ends first.
        self.wait_for("return document.querySelector('.shell-job').hidden")
        self.run_script("scrollTo(0, 0)")
        self.assertEqual(self.run_script("return document.querySelectorAll('.alerts-first .alerts-field').length"), 5)
        bottoms = self.run_script(
            "return ['.alerts-first .alerts-field:last-child', '.alerts-map', '.alerts-decisions li']"
            ".map((one) => document.querySelector(one).getBoundingClientRect().bottom)")
        self.assertLess(max(bottoms), 900)
        self.assertFalse(self.run_script("return document.querySelector('.alerts-more').open"))
        self.assert_looks_right()
        # On a phone the same order, and no endless page.
        self.resize(390, 844)
        tops = self.run_script(
            "return ['.alerts-first', '.alerts-map', '.alerts-decisions', '.alerts-more']"
            ".map((one) => document.querySelector(one).getBoundingClientRect().top)")
        self.assertEqual(tops, sorted(tops))
        self.assertLess(self.run_script("return document.documentElement.scrollHeight"), 2500)
        self.resize(1400)

    def test_the_shares_below_the_plot_do_not_touch(self):
        self.open_alerts()
        for width in [300, 358, 640]:
            for most in [1, 0.7, 0.35, 0.13, 0.021, 0.0017, 0.00012]:
                boxes = self.run_script(
                    """
                    const plot = new TradeOffPlot();
                    document.body.prepend(plot.element);
                    plot.element.style.width = arguments[0] + "px";
                    const one = { walkingHeld: arguments[1], drivingPassed: arguments[1] };
                    plot.show({ profiles: [{ name: "article", ...one }], figures: one });
                    const boxes = [...plot.element.querySelectorAll("text")].map((text) => {
                      const box = text.getBoundingClientRect();
                      return [text.textContent, box.left, box.top, box.right, box.bottom];
                    });
                    plot.element.remove();
                    return boxes;
                    """, width, most)
                shares = [box for box in boxes if box[0].endswith("%")]
                self.assertGreater(len(shares), 4)
                for index, (text, left, top, right, bottom) in enumerate(shares):
                    self.assertLessEqual(right, width + 8 + 24, text)
                    for other in shares[index + 1:]:
                        touches = left < other[3] + 3 and other[1] < right + 3 and top < other[4] and other[2] < bottom
                        self.assertFalse(touches, (width, most, text, other[0]))

    def test_other_rules_stand_in_groups_in_plain_words(self):
        self.open_alerts()
        self.press("document.querySelector('.alerts-more summary')")
        text = self.find(".room-alerts").text
        for word in ["null", "JSON", "10,000", "_"]:
            self.assertNotIn(word, text)
        self.assertGreater(self.run_script("return document.querySelectorAll('.alerts-groups section').length"), 6)
        self.assertEqual(
            self.run_script("return alertsRoom.form.inputs.length"),
            self.run_script("return document.querySelectorAll('.alerts-field').length"))
        self.assert_looks_right()
        self.assert_pressable()

    def test_one_undo_takes_back_what_is_not_saved_and_then_what_is(self):
        self.open_alerts()
        undo = "document.querySelector('.shell-changes button')"
        before = self.run_script("return alertsRoom.now.words.cycling")
        self.assertEqual(before, "hold")
        self.press("document.querySelector('[name=policy-cycling][value=deliver]')")
        self.wait_for("return alertsRoom.now.words.cycling === 'deliver'")
        self.assertIn("While cycling", self.run_script(f"return {undo}.title"))
        self.press(undo)
        self.wait_for("return alertsRoom.now.words.cycling === 'hold'")
        self.press("[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Save places'))")
        self.wait_for("return workspace.state.undo === 'places'")
        # The place itself was not saved when it was added; then the file goes.
        self.actions().key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        self.wait_for("return alertsRoom.now.places.features.length === 0")
        for _ in range(3):
            self.press(undo)
            self.settle()
            if self.run_script("return workspace.state.undo === null"):
                break
        self.wait_for("return workspace.state.undo === null")
        self.assertFalse((self.place / "places.geojson").exists())


if __name__ == "__main__":
    from browser import main

    main()
