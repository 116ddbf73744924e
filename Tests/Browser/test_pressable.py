# SPDX-License-Identifier: Apache-2.0
"""A pointer reaches every control of every room, in each of its states: nothing lies over a button."""

import signal

from browser import BrowserTest, main
from test_days_page import DaysBrowserTest
from test_live import RIDES, Server, messages, sensor_logger_entries
from workspace_browser import WorkspaceBrowserTest

ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive"]


class RoomTest(WorkspaceBrowserTest):
    def test_a_phone_that_streams(self):
        self.open_room("phones")
        self.wait_for("return document.querySelector('#connect') !== null")
        self.assert_pressable()
        pushed = messages(sensor_logger_entries(RIDES / "bike"), "bike-1")
        self.push(pushed[:200])
        self.wait_for("return document.querySelector('.phones-label-buttons')?.offsetParent")
        self.wait_for("return document.querySelector('.changes tbody tr') !== null")
        self.assert_pressable()
        # Each label is pressed at each width.
        for width, activity in zip([390, 768, 1400, 1920], ACTIVITIES[1:], strict=True):
            self.resize(width)
            self.press_button(activity)
            self.wait_for(
                "return document.querySelector(arguments[0])?.getAttribute('aria-pressed') === 'true'",
                f".phones-label-buttons .activity-button.{activity}")

    def test_rides_and_models(self):
        names = [path.name for path in sorted((RIDES / "labelled").glob("*-*.csv"))]
        rows = [f"rides/{name},{name.removesuffix('.csv').split('-')[1]},{name.split('-')[0]}" for name in names]
        (self.place / "manifest.csv").write_text("\n".join(["recording,activity,user", *rows]) + "\n")
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(*[RIDES / "labelled" / name for name in names])
        self.wait_for("return workspace.state.rides.read >= arguments[0]", len(names))
        self.wait_for("return document.querySelectorAll('.rides-row').length > 5")
        self.assert_pressable()
        self.press("document.querySelector('.rides-row .rides-tick-cell')")
        self.wait_for("return document.querySelector('.rides-panel .activity-button')?.offsetParent")
        self.assert_pressable()
        self.open_room("rides/next")
        self.wait_for("return document.querySelector('.rides-next')?.offsetParent")
        self.assert_pressable()
        self.open_room("models")
        self.wait_for("return document.querySelector('.model-form button[type=submit]')?.offsetParent")
        self.assert_pressable()
        self.press("document.querySelector('.model-form button[type=submit]')")
        self.wait_for("return workspace.state.job?.state === 'running'")
        self.assert_pressable()
        self.wait_for("return workspace.state.job?.state === 'done'", seconds=120)
        self.wait_for("return document.querySelectorAll('.model-list table tbody tr').length > 3")
        self.run_script("for (const part of document.querySelectorAll('.model-list details')) part.open = true")
        self.assert_pressable()
        self.open_room("rides/map")
        self.wait_for("return document.querySelector('#rooms').textContent.includes('Make the map')")
        self.assert_pressable()
        self.open(self.server.address("/api/ride?ride=" + names[0]))
        self.wait_for("return document.querySelector('.label-tools button') !== null")
        self.assert_pressable()

    def test_alerts(self):
        ride = self.place / "rides/bike"
        ride.mkdir(parents=True)
        for path in (RIDES / "bike").iterdir():
            (ride / path.name).write_bytes(path.read_bytes())
        self.open_room("alerts")
        self.wait_for("return workspace.state?.rides.read === 1")
        self.open_room("rides")
        self.open_room("alerts")
        self.wait_for("return alertsRoom.data !== null && alertsRoom.places.map.map.lines.length > 0")
        self.assert_pressable()
        self.press_button("Add place")
        self.actions().move_to_element(self.find(".room-alerts canvas")).click().perform()
        self.wait_for("return document.querySelector('.alerts-list [role=option]') !== null")
        self.press("document.querySelector('.alerts-list [role=option]')")
        self.assert_pressable()


class DaysTest(DaysBrowserTest):
    def test_days(self):
        self.assert_pressable()
        self.press("document.querySelector('.day-story li.day-visit button')")
        self.wait_for("return !document.querySelector('.days-edit').hidden")
        self.assert_pressable()
        views = self.run_script("return [...document.querySelectorAll('.days-views a')].map((link) => link.hash)")
        self.assertGreater(len(views), 3)
        for view in views:
            self.run_script("location.hash = arguments[0]", view)
            self.wait_for("return document.querySelector(arguments[0])", f'.days-views a[href="{view}"][aria-current]')
            self.settle()
            with self.subTest(view):
                self.assert_pressable()


class PageTest(BrowserTest):
    def test_the_live_page_alone(self):
        server = Server()
        self.addCleanup(lambda: server.stop(signal.SIGKILL))
        self.open(server.page)
        self.assert_pressable()
        for message in messages(sensor_logger_entries(RIDES / "bike"), "bike-1")[:200]:
            self.assertEqual(server.push(message)[0], 200)
        self.driver.refresh()
        self.driver.implicitly_wait(15)
        self.find(".changes tbody tr")
        self.driver.implicitly_wait(0)
        self.assert_pressable()

    def test_reports(self):
        self.gaitway("classify", RIDES / "bike", "--report", "ride.html")
        self.open("ride.html")
        self.assert_pressable()


if __name__ == "__main__":
    main()
