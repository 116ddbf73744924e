# SPDX-License-Identifier: Apache-2.0
"""The workspace in a real browser, as a person would use it: connect, record, label, add rides."""

import csv
import json
import re
import time
import zipfile

from selenium.webdriver.common.keys import Keys
from test_live import RIDES, messages, sensor_logger_entries
from workspace_browser import HEADERS, WorkspaceBrowserTest


class WorkspacePageTest(WorkspaceBrowserTest):
    def test_a_phone_is_recorded_and_labelled_by_buttons(self):
        self.open_room("phones")
        self.wait_for("return document.querySelector('#connect') !== null")
        self.assert_looks_right()
        pushed = messages(sensor_logger_entries(RIDES / "bike"), "bike-1")
        self.push(pushed[:80])
        button = "[...document.querySelectorAll('button')].find((one) => one.textContent.trim().endsWith(arguments[0]))"
        self.wait_for(f"return {button} !== undefined && {button}.offsetParent !== null", "cycling")
        self.press_button("cycling")
        self.wait_for_manifest("")
        self.wait_for(f"return {button}.getAttribute('aria-pressed') === 'true'", "cycling")
        self.push(pushed[80:400])
        self.wait_for("return document.querySelector('.changes tbody tr') !== null")
        self.assert_looks_right()
        # A server that is started again in the middle loses neither the label nor the page.
        self.serve()
        self.wait_for_manifest("rides/bike-1,cycling")
        self.wait_for("return workspace.state !== null && workspace.state.rides.labelled === 1")

    def test_rides_are_added_and_labelled_by_keys(self):
        packed = self.place / "many.zip"
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted((RIDES / "labelled").glob("*-*.csv")):
                archive.write(path, path.name)
            archive.write(RIDES / "labelled/ann-walking.csv", "<script>alert(1)</script>.csv")
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(packed)
        self.wait_for("return workspace.state.rides.read >= 16")
        self.wait_for("return document.querySelectorAll('.rides-row').length > 5")
        self.assert_looks_right()
        self.assertEqual(self.run_script("return document.querySelectorAll('main script').length"), 0)
        # Rows that left the view are used again, and stay in order for who hears them read.
        for top in [1e6, 0, 300]:
            self.run_script("document.querySelector('.rides-scroll').scrollTop = arguments[0]", top)
            self.settle()
        order = self.run_script(
            "return [...document.querySelectorAll('.rides-row:not([hidden])')].map((one) => one.ariaRowIndex)")
        self.assertEqual(order, sorted(order, key=int))
        # Keys alone: the first ride is chosen, labelled, and the label is taken back.
        self.run_script("document.querySelector('.rides-scroll').focus()")
        self.actions().send_keys(Keys.HOME, "4").perform()
        self.wait_for_manifest("cycling")
        self.actions().key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        end = time.monotonic() + 10
        while ",cycling," in self.manifest:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.open_room("rides/next")
        self.wait_for("return document.querySelector('#rooms').textContent.includes('many.zip')")
        self.assert_looks_right()

    def test_a_long_log_that_was_not_read_yet_shows_a_picture_at_once(self):
        rows = (RIDES / "commute/Accelerometer.csv").read_text().splitlines()
        times = [[float(time), rest] for time, rest in (row.split(",", 1) for row in rows[1::4])]
        (self.place / "rides").mkdir(exist_ok=True)
        # The server reads the first log while the page of the second is opened.
        for name in ["a.csv", "b.csv"]:
            with open(self.place / "rides" / name, "w") as log:
                print(rows[0], file=log)
                for turn in range(120):
                    log.writelines(f"{time + 330 * turn:.3f},{rest}\n" for time, rest in times)
        self.serve()
        self.wait_for_ride("b.csv")
        self.open(self.server.address("/api/ride?ride=b.csv&token=a-token-of-the-tests"))
        self.assertIn("for the first time", self.find(".lead").text)
        # A picture comes before the whole page, which comes by itself.
        page = "/api/ride?ride=b.csv"
        self.wait_for(lambda: re.search(b'"lane areas".*<rect', self.server.get(page, headers=HEADERS)[1], re.DOTALL))
        self.wait_for("return typeof pageData === 'object' && pageData.labels !== undefined")
        self.assert_quiet_console()

    def wait_for_ride(self, ride):
        end = time.monotonic() + 15
        while self.server.get("/api/ride?labels&ride=" + ride, headers=HEADERS)[0] != 200:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_a_ride_is_labelled_by_dragging(self):
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(RIDES / "labelled/ann-walking.csv")
        self.wait_for("return workspace.state.rides.read === 1")
        self.open(self.server.address("/api/ride?ride=ann-walking.csv"))
        lane = self.find(".label-lane canvas")
        width = lane.size["width"]
        self.actions().move_to_element_with_offset(lane, -width // 4, 0).click_and_hold().move_by_offset(
            width // 3, 0
        ).release().perform()
        self.actions().send_keys("3").perform()
        self.wait_for("return pageData.labels.length === 1")
        [[start, end, word]] = self.run_script("return pageData.labels")
        self.assertEqual(word, "running")
        self.assertAlmostEqual((end - start) / 60, 1 / 3, delta=0.03)
        self.assertIn("rides/ann-walking.csv,running", self.manifest)
        # By keys alone: a mark at both ends, a split, and back.
        self.run_script("rideAxis.point(5)")
        self.actions().send_keys("m").perform()
        self.run_script("rideAxis.point(10)")
        self.actions().send_keys("m", "2").perform()
        self.wait_for("return pageData.labels.length === 2")
        self.run_script("rideAxis.point(7.3)")
        self.actions().send_keys("s").perform()
        self.wait_for("return pageData.labels.length === 3")
        self.actions().key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        self.wait_for("return pageData.labels.length === 2")
        # What another program changes is shown, not overwritten.
        path = self.place / "manifest.csv"
        path.write_text(path.read_text().replace(",running,", ",none,"))
        self.wait_for("return pageData.labels.some(([, , word]) => word === 'none')")
        self.assert_looks_right()
        (self.place / "rides/ann-walking.csv").unlink()
        self.wait_for("return document.querySelector('.label-said').textContent.includes('gone')")

    def test_a_model_is_trained_compared_and_used(self):
        names = [path.name for path in sorted((RIDES / "labelled").glob("*-*.csv"))]
        rows = ["recording,activity,user"]
        for name in names:
            person, activity = name.removesuffix(".csv").split("-")
            rows.append(f"rides/{name},{activity},{person}")
        (self.place / "manifest.csv").write_text("\n".join(rows) + "\n")
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(*[RIDES / "labelled" / name for name in names])
        self.wait_for("return workspace.state.rides.labelled === arguments[0]", len(names))
        self.open_room("models")
        self.wait_for(
            "return document.querySelector('.model-sum')?.textContent.includes(arguments[0])", str(len(names)))
        self.assert_looks_right()
        self.find(".model-form button[type=submit]").click()
        self.wait_for("return workspace.state.job?.state === 'running'")
        # The work goes on while the server starts again.
        self.serve()
        self.wait_for("return workspace.state.job?.state === 'done'", seconds=90)
        self.wait_for("return document.querySelectorAll('.model-list table tbody tr').length > 3")
        # The browser notes that the server was away.
        self.driver.get_log("browser")
        self.assert_looks_right()
        self.press("[...document.querySelectorAll('.model-head button')].find((one) => !one.disabled)")
        self.wait_for("return workspace.state.model.name === 'mine'")
        self.open_room("rides/map")
        make = "[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Make the map'))"
        self.wait_for(f"return {make}?.offsetParent")
        self.press(make)
        self.wait_for("return workspace.state.job?.kind === 'map' && workspace.state.job.state === 'done'")
        self.wait_for("return document.querySelector('#rooms').textContent.includes('windows')")
        self.assert_looks_right()
        # Drawing around all windows and labelling them is one change.
        self.run_script("document.querySelector('.window-above').scrollIntoView({ block: 'center' })")
        above = self.find(".window-above")
        wide, high = above.size["width"] // 2 - 4, above.size["height"] // 2 - 4
        lasso = self.actions().move_to_element_with_offset(above, -wide, -high).click_and_hold()
        for across, down in [(2 * wide, 0), (0, 2 * high), (-2 * wide, 0)]:
            lasso = lasso.move_by_offset(across, down)
        lasso.release().perform()
        self.wait_for("return document.querySelector('.window-labels') !== null")
        self.assert_looks_right()

        def rows():
            lines = csv.DictReader(self.manifest.splitlines())
            return [{name: cell for name, cell in row.items() if cell} for row in lines]

        before = rows()
        self.press("document.querySelector('.window-labels .activity-button.running')")
        self.wait_for_manifest("ann-walking.csv,running")
        self.actions().key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
        self.wait_for("return workspace.state.redo !== null")
        self.assertEqual(rows(), before)
        # Answers as a table: a press on an error lists its rides.
        self.open_room("models")
        self.wait_for("return document.querySelector('.model-list details') !== null")
        self.run_script("for (const part of document.querySelectorAll('.model-list details')) part.open = true")
        self.assertGreater(len(self.find_all(".model-list .confusion .right")), 3)
        self.run_script("document.querySelector('.model-list .confusion button')?.click()")
        self.assert_looks_right()

    def test_a_policy_is_tried_with_a_place(self):
        ride = self.place / "rides/bike"
        ride.mkdir(parents=True)
        for path in (RIDES / "bike").iterdir():
            (ride / path.name).write_bytes(path.read_bytes())
        (self.place / "manifest.csv").write_text("recording,activity\nrides/bike,cycling\n")
        self.open_room("alerts")
        self.wait_for("return workspace.state?.rides.read === 1")
        self.open_room("rides")
        self.open_room("alerts")
        self.wait_for("return alertsRoom.data !== null")
        # Before the ride's path has come, the map shows the earth, on which a press is far from the ride.
        self.wait_for("return alertsRoom.places.map.map.lines.length > 0")
        self.press_button("Add place")
        self.actions().move_to_element(self.find(".room-alerts canvas")).click().perform()
        self.wait_for("return /^1\\sride$/.test(alertsRoom.took.textContent)")
        self.assert_looks_right()
        self.press("[...document.querySelectorAll('button')].find((one) => one.textContent.startsWith('Save places'))")
        end = time.monotonic() + 10
        while not (self.place / "places.geojson").exists():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        saved = json.loads((self.place / "places.geojson").read_text())
        self.assertEqual(len(saved["features"]), 1)
        # A polygon gets a corner more by dragging the middle of an edge, and loses it again.
        self.press_button("Draw polygon")
        canvas = self.find(".room-alerts canvas")
        for place in [(-90, -60), (90, -60), (0, 70)]:
            self.actions().move_to_element_with_offset(canvas, *place).click().perform()
        self.actions().send_keys(Keys.ENTER).perform()
        corners = "return alertsRoom.now.places.features.at(-1).geometry.coordinates[0].length - 1"
        self.assertEqual(self.run_script(corners), 3)
        middle = self.actions().move_to_element_with_offset(canvas, 0, -60)
        middle.click_and_hold().move_by_offset(0, -40).release().perform()
        self.assertEqual(self.run_script(corners), 4)
        self.run_script("alertsRoom.places.map.map.canvas.focus()")
        self.actions().send_keys(Keys.DELETE).perform()
        self.assertEqual(self.run_script(corners), 3)
        self.actions().send_keys(Keys.DELETE).perform()
        self.assertEqual(self.run_script("return alertsRoom.now.places.features.length"), 2)
        # The decisions of one ride stand on the map, and are saved as a scenario.
        path = self.wait_for("return alertsRoom.data.rides[0]?.path")
        latitude, longitude, _ = path[len(path) // 2]
        mill = {"type": "Feature", "id": "mill", "properties": {"radius": 120},
                "geometry": {"type": "Point", "coordinates": [longitude, latitude]}}
        self.run_script(
            "alertsRoom.edit({ places: { type: 'FeatureCollection', features: [arguments[0]] } }, null)", mill)
        self.run_script(
            "alertsRoom.which.value = 'bike'; alertsRoom.which.dispatchEvent(new Event('change'))")
        self.wait_for("return alertsRoom.places.map.decisions.length > 0")
        self.assert_looks_right()

    def test_two_pages_see_each_other(self):
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(RIDES / "labelled/ann-walking.csv", RIDES / "labelled/ben-cycling.csv")
        self.wait_for("return workspace.state.rides.read === 2")
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.addCleanup(lambda: (self.driver.close(), self.driver.switch_to.window(first)))
        self.open_room("rides")
        self.wait_for("return workspace.state !== null")
        self.server.get(
            "/api/labels",
            json.dumps({"rides": ["ben-cycling.csv"], "change": {"kind": "all", "activity": "cycling"}}).encode(),
            HEADERS)
        self.wait_for("return workspace.state.rides.labelled === 1")
        self.driver.switch_to.window(first)
        self.wait_for("return workspace.state.rides.labelled === 1")
        self.driver.switch_to.window(self.driver.window_handles[-1])

    def test_reading_only(self):
        self.serve("--read-only")
        for room in ["phones", "rides", "models", "alerts"]:
            self.open_room(room)
            self.wait_for("return workspace.state !== null")
            self.assert_looks_right()


if __name__ == "__main__":
    from browser import main

    main()
