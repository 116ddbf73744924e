# SPDX-License-Identifier: Apache-2.0
"""The whole way through a workspace, as a person would go it: record, add, label, train, use, and try a policy.

The server starts again in the middle of each step."""

import base64
import io
import json
import time
import urllib.request
import zipfile

from selenium.webdriver.common.keys import Keys
from test_live import RIDES, messages, phyphox_entries, sensor_logger_entries
from workspace_browser import HEADERS, WorkspaceBrowserTest

ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive"]
PEOPLE = ["ann", "ben", "cleo", "dan"]
COUNT = 200

DROP = """
const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
const data = new DataTransfer();
data.items.add(new File([bytes], "many.zip"));
const room = document.querySelector(".room-rides");
for (const name of ["dragover", "drop"]) {
  room.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
}
"""


class WorkspaceJourneyTest(WorkspaceBrowserTest):
    def test_from_an_empty_folder_to_a_policy(self):
        self.record()
        self.drop()
        self.label_by_keys()
        self.label_by_dragging()
        self.train()
        self.use()
        self.alert()

    def press_shown(self, text):
        """Presses the button with a text, as soon as it is shown."""
        found = (
            "[...document.querySelectorAll('button')].find((one) =>"
            " one.textContent.trim().endsWith(arguments[0]) && one.offsetParent)")
        self.wait_for(f"return {found} !== undefined", text)
        self.press(found, text)

    def look(self):
        # The browser notes each time that the server was away.
        self.driver.get_log("browser")
        self.assert_looks_right()

    def wait_until(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.1)

    def tearDown(self):
        self.driver.get_log("browser")

    def record(self):
        self.open_room("phones")
        bike = sensor_logger_entries(RIDES / "bike")
        car = phyphox_entries(RIDES / "car", 1_790_000_000_000_000_000)
        for ride, activity, entries in [("bike", "cycling", bike), ("car", "automotive", car)]:
            pushed = messages(entries, ride + "-1")
            self.push(pushed[:80])
            self.press_shown(activity)
            self.push(pushed[80:300])
            self.wait_for_manifest(f"rides/{ride}-1,{activity}")
            self.serve()
        self.wait_for("return workspace.state !== null && workspace.state.rides.labelled === 2")

    def drop(self):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(COUNT):
                activity, person = ACTIVITIES[number % 5], PEOPLE[number // 5 % 4]
                archive.write(RIDES / f"labelled/{person}-{activity}.csv", f"{number:03}-{activity}.csv")
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.run_script(DROP, base64.b64encode(packed.getvalue()).decode())
        self.serve()
        self.wait_for("return workspace.state.rides.read === arguments[0]", COUNT + 2)
        self.assertEqual(self.run_script("return workspace.state.rides.faults"), 0)

    def label_by_keys(self):
        search = self.find(".rides-fields input[type=search]")
        search.send_keys("many.zip")
        self.wait_for("return rideLibrary.shown.length === arguments[0]", COUNT)
        self.run_script("document.querySelector('.rides-scroll').focus()")
        self.actions().send_keys(Keys.HOME).perform()
        for number in range(10):
            self.actions().send_keys(str(number % 5 + 1)).perform()
            self.wait_for_manifest(f"many.zip/{number:03}-{ACTIVITIES[number % 5]}.csv,{ACTIVITIES[number % 5]}")
            if number == 4:
                self.serve()
                self.wait_for("return document.querySelector('.shell-line.faulty')?.hidden !== false")
            self.actions().send_keys(Keys.ARROW_DOWN).perform()
        self.look()

    def label_by_dragging(self):
        for number in range(10, 20):
            activity = ACTIVITIES[number % 5]
            self.open(self.server.address(f"/api/ride?ride=many.zip/{number:03}-{activity}.csv"))
            lane = self.find(".label-lane canvas")
            half = lane.size["width"] // 2 - 1
            drag = self.actions().move_to_element_with_offset(lane, -half, 0).click_and_hold()
            drag.move_by_offset(2 * half, 0).release().perform()
            self.wait_for("return document.querySelector('.label-chosen').textContent.startsWith('Chosen')")
            self.actions().send_keys(str(number % 5 + 1)).perform()
            self.wait_for_manifest(f"many.zip/{number:03}-{activity}.csv,{activity}")
            if number == 15:
                self.serve()

    def train(self):
        self.open_room("models")
        self.wait_for("return document.querySelector('.model-sum')?.textContent.includes('22\\u00a0rides')")
        self.press_shown("Make my model")
        self.wait_for("return workspace.state.job?.state === 'running'")
        self.serve()
        self.wait_for("return workspace.state.job?.state === 'done'", seconds=90)
        self.wait_for("return document.querySelectorAll('.model-list table tbody tr').length > 3")
        self.press("document.querySelector('.model-other > summary')")
        self.press("document.querySelector('.model-form input[value=compare]')")
        self.press_shown("Compare")
        self.wait_for(
            "return workspace.state.job?.kind === 'compare' && workspace.state.job.state === 'done'", seconds=90)
        self.look()

    def use(self):
        self.press_shown("Use this model")
        self.wait_for("return workspace.state.model.name === 'mine'")
        self.serve()
        self.push(messages(sensor_logger_entries(RIDES / "bike"), "bike-2")[:120])
        sessions = json.loads(self.server.get("/sessions", headers=HEADERS)[1])
        [identifier] = [session["id"] for session in sessions if session["record"] == "bike-2"]
        request = urllib.request.Request(self.server.address(f"/sessions/{identifier}/stream"), headers=HEADERS)
        with urllib.request.urlopen(request, timeout=20) as stream:
            self.assertEqual(json.loads(stream.readline())["model"].split()[0], "mine")

    def alert(self):
        self.open_room("alerts")
        self.wait_for("return alertsRoom.data !== null")
        self.press_shown("Add place")
        canvas = self.find(".room-alerts canvas")
        self.actions().move_to_element(canvas).click().perform()
        places = "return alertsRoom.now.places.features.map(({ geometry }) => geometry.coordinates)"
        [before] = self.run_script(places)
        self.actions().move_to_element(canvas).click_and_hold().move_by_offset(40, 25).release().perform()
        [after] = self.run_script(places)
        self.assertNotEqual(before, after)
        self.serve()
        self.run_script("document.getElementById('policy-after_driving').focus()")
        self.actions().send_keys(Keys.ARROW_RIGHT).perform()
        self.wait_for("return Number(alertsRoom.now.words.after_driving) > 120")
        self.wait_for("return document.querySelector('.alerts-figures').children.length === 4")
        self.find(".room-alerts form input").send_keys("calm")
        self.press_shown("Save policy as…")
        self.wait_until((self.place / "policies/calm.json").exists, "the policy is saved")
        self.press_shown("Save places •")
        self.wait_until((self.place / "places.geojson").exists, "the places are saved")
        [saved] = json.loads((self.place / "places.geojson").read_text())["features"]
        self.assertEqual(saved["geometry"]["coordinates"], after)
        self.serve()
        self.wait_for("return workspace.state.model.name === 'mine' && workspace.state.rides.labelled === 22")


if __name__ == "__main__":
    from browser import main

    main()
