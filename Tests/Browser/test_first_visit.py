# SPDX-License-Identifier: Apache-2.0
"""The workspace on a first visit: from the start page alone, by the pointer."""

import json
import signal
import time

from browser import POINTED_WIDTHS
from selenium.webdriver.common.keys import Keys
from test_live import RIDES, messages, sensor_logger_entries
from workspace_browser import HEADERS, WorkspaceBrowserTest

ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive"]
PEOPLE = ["ann", "ben"]

# A link or a button by its whole text, as a person reads it.
SHOWN = """[...document.querySelectorAll('a, button, summary')].find((one) => one.offsetParent && !one.disabled &&
    (one.querySelector('b')?.textContent ?? one.textContent).trim() === arguments[0])"""
PATH = "return [...document.querySelectorAll('.start-path li')].map((step) => step.className)"


class FirstVisitTest(WorkspaceBrowserTest):
    def setUp(self):
        super().setUp()
        self.clicks = 0
        self.open(self.server.page.split("?")[0] + "?token=a-token-of-the-tests")
        self.wait_for("return document.querySelector('.start-path li') !== null")

    def click(self, text):
        """Presses what has a text, and counts it."""
        self.wait_for(f"return {SHOWN} !== undefined", text)
        self.press(SHOWN, text)
        self.clicks += 1

    def request(self, path, body=None):
        status, answer = self.server.get(path, json.dumps(body).encode() if body is not None else None, HEADERS)
        self.assertEqual(status, 200, answer)
        return json.loads(answer)

    def test_an_empty_workspace_begins_with_doors(self):
        self.assertEqual(self.run_script("return workspace.room.name"), "start")
        self.assertEqual(len(self.find_all(".start-door svg")), 4)
        self.assert_looks_right()
        self.assert_pressable()
        for width in POINTED_WIDTHS:
            # What Gaitway is, and the first doors, stand on the first screen.
            self.resize(width, 844)
            boxes = self.run_script(
                "return [...document.querySelectorAll('.start-lead, .start-door')]"
                ".map((part) => part.getBoundingClientRect().bottom)")
            self.assertLess(boxes[2], 844, width)
        for name, title in [("phones", "A phone"), ("rides", "Rides you have"), ("days", "Days you have"),
                            ("alerts", "An app’s alerts")]:
            self.click(title)
            self.wait_for("return workspace.room.name === arguments[0]", name)
            purpose = self.find(f".room-{name} .room-purpose").text
            self.assertGreater(len(purpose.split(". ")), 1, purpose)
            self.click("Start")

    def test_from_nothing_to_a_model_that_is_mine(self):
        self.assertEqual(self.run_script(PATH), ["is-next", "", "", "", ""])
        self.click("Add rides")
        self.wait_for("return document.querySelector('.room-rides input[type=file]') !== null")
        names = [f"{person}-{activity}.csv" for person in PEOPLE for activity in ACTIVITIES]
        # The button opens the browser's own window, where one press chooses the files.
        self.clicks += 2
        self.find(".room-rides input[type=file]").send_keys("\n".join(str(RIDES / "labelled" / name) for name in names))
        self.wait_for("return workspace.state.rides.read === arguments[0]", len(names), seconds=90)
        self.wait_for("return rideLibrary.shown.length === arguments[0]", len(names))
        # The labels do not count.
        self.run_script("document.querySelector('.rides-scroll').focus()")
        self.actions().send_keys(Keys.HOME).perform()
        for name in sorted(names):
            activity = name.removesuffix(".csv").split("-")[1]
            self.actions().send_keys(str(ACTIVITIES.index(activity) + 1)).perform()
            self.wait_for_manifest(f"rides/{name},{activity}")
            self.actions().send_keys(Keys.ARROW_DOWN).perform()
        self.click("Start")
        self.assertEqual(self.run_script(PATH), ["is-done", "is-done", "is-next", "", ""])
        self.click("Go to Models")
        self.wait_for("return document.querySelector('.model-sum')?.textContent.includes('10\\u00a0rides')")
        self.click("Make my model")
        self.follow_job()
        verdict = self.wait_for("return document.querySelector('.model-list .verdict')?.textContent")
        self.assertRegex(
            verdict,
            r"^Yours is right [\d.]+\s%\sof the time, the built-in model [\d.]+\s%, on 10\srides that were kept out")
        self.assert_looks_right()
        self.assert_pressable()
        self.click("Use this model")
        self.wait_for("return workspace.state.model.name === 'mine'")
        self.assertLessEqual(self.clicks, 12)
        self.click("Start")
        self.wait_for(PATH + "[3] === 'is-done'")
        # The figures name the model of each column, and mark the one that is this model.
        self.open_room("models")
        self.click("Figures")
        heads = [part.text.split("\n") for part in self.find_all(".model-table thead th")]
        self.assertEqual(heads, [["figure"], ["built-in"], ["mine", "yours"], ["new", "only tried"]])
        own = self.run_script(
            "return [...document.querySelectorAll('.model-table tbody tr')].map((row) =>"
            " [...row.cells].findIndex((cell) => cell.classList.contains('is-own')))")
        self.assertEqual(set(own), {2})
        self.assert_looks_right()
        # A name that exists is asked about, and another is offered.
        self.click("Make my model")
        question = self.wait_for("return document.querySelector('.model-question:not([hidden])')?.textContent")
        self.assertIn("already called mine", question)
        self.assertIsNotNone(self.run_script("return document.activeElement.closest('.model-question')"))
        self.assert_looks_right()
        self.assert_pressable()
        self.click("Call the new one mine-2")
        self.wait_for("return workspace.state.job?.name === 'mine-2'")
        self.assertTrue((self.place / "models/mine.json").exists())
        self.press_button("Stop")
        self.wait_for("return workspace.state.job.state === 'stopped'")

    def follow_job(self):
        """Watches the bar until the job is done: it grows, and the time that is left shrinks."""
        shares, rests, words = [], [], []
        end = time.monotonic() + 180
        while True:
            job = self.request("/api/state")["job"]
            if job is not None:
                shares.append(job["share"])
                rests += [] if job["left"] is None else [job["left"]]
                words += [job["stage"]] if job["stage"] not in words else []
                if job["state"] != "running":
                    break
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.assertEqual(job["state"], "done", job)
        self.assertEqual(shares, sorted(shares))
        self.assertEqual(rests, sorted(rests, reverse=True))
        for word in words:
            self.assertNotIn("fold", word)

    def test_samples_come_and_go_with_one_press_each(self):
        self.click("Try with samples")
        self.wait_for("return workspace.state.hasSamples && workspace.state.rides.all === 24", seconds=120)
        self.wait_for("return workspace.state.rides.read === 24", seconds=120)
        self.wait_for("return document.querySelector('a[href=\"#days\"] .start-count').textContent === '1\\u00a0day'")
        self.assertEqual(self.run_script(PATH), ["is-done", "is-done", "is-next", "", "is-done"])
        self.assert_looks_right()
        self.assert_pressable()
        for room in ["rides", "alerts", "days"]:
            self.open_room(room)
            self.wait_for("return document.querySelector('.shell-samples:not([hidden])') !== null")
        self.open_room("alerts")
        self.wait_for(
            "return alertsRoom.data?.rides.length > 1 && alertsRoom.now.places.features.length === 6")
        # A newcomer sees an alert that comes beside those that are held.
        self.wait_for("return /^[1-9]/.test(document.querySelector('.alerts-figures b')?.textContent)", seconds=120)
        # A ride of one's own stays.
        self.open_room("rides")
        self.wait_for("return document.querySelector('.room-rides input[type=file]') !== null")
        self.find(".room-rides input[type=file]").send_keys(str(RIDES / "labelled/ann-walking.csv"))
        self.wait_for("return workspace.state.rides.all === 25")
        self.click("Take them away")
        self.wait_for("return !workspace.state.hasSamples && workspace.state.rides.all === 1")
        self.assertEqual([path.name for path in (self.place / "rides").iterdir()], ["ann-walking.csv"])
        self.assertNotIn("samples", self.manifest)
        self.assertFalse((self.place / "places.geojson").exists())
        self.assertEqual(self.request("/api/days/calendar")["days"], {})
        self.click("Start")
        self.assertEqual(self.run_script(PATH)[0], "is-done")

    def test_a_phone_that_cannot_reach_the_server_gets_the_command(self):
        self.click("A phone")
        command = self.wait_for("return document.querySelector('.phones-addresses code')?.textContent")
        self.assertRegex(command, r"^gaitway serve .*--host 0\.0\.0\.0$")
        self.assertIn(str(self.place), command)
        phyphox = self.run_script("return document.querySelector('[data-source=phyphox] code').textContent")
        self.assertEqual(phyphox, command + " --phyphox http://192.168.0.20:8080")
        self.assert_looks_right()

    def test_the_steps_fold_once_a_phone_streams(self):
        self.open_room("phones")
        self.wait_for("return document.querySelector('.phones-setup')?.open")
        entries = sensor_logger_entries(RIDES / "bike")
        self.push(messages(entries, "bike-1")[:120])
        self.wait_for("return document.querySelector('.phones-setup').open === false")
        self.assert_pressable()
        self.click("Connect another phone")
        self.assertTrue(self.run_script("return document.querySelector('.phones-setup').open"))
        self.push(messages(entries, "bike-2")[:120])
        names = self.wait_for(
            "const names = [...document.querySelectorAll('.live-phones b')].map((one) => one.textContent);"
            "return names.length === 2 ? names : null")
        first, second = sorted(names)
        self.assertEqual(second, first + " (2)")
        # What a person has unfolded stays so.
        self.assertTrue(self.run_script("return document.querySelector('.phones-setup').open"))

    def test_faults_are_pages(self):
        page = self.server.page.split("?")[0]
        token = "token=a-token-of-the-tests"
        # This browser has the cookie of the right token, which a wrong one does not use.
        for address, title in [("?token=wrong", "This address has no token, or a wrong one."),
                               (f"api/ride?ride=gone.csv&{token}", "This ride does not exist."),
                               (f"api/evaluation?name=gone&{token}", "This evaluation does not exist."),
                               (f"rooms/rides?{token}", "No page is at this address.")]:
            with self.subTest(address):
                self.open(page + address)
                self.assertEqual(self.find("h1").text, title)
                self.assertGreater(len(self.find(".lead").text), 20)
                # The browser notes the status of the page.
                self.driver.get_log("browser")
                self.assert_looks_right()
                self.press("document.querySelector('.problem-back a')")
                self.wait_for("return globalThis.gaitway?.workspace?.state != null")

    def test_keys_alone(self):
        self.run_script("document.querySelector('nav.rooms a').focus()")
        reached = []
        for _ in range(14):
            self.actions().send_keys(Keys.TAB).perform()
            reached.append(self.run_script("return document.activeElement.textContent.trim().slice(0, 16)"))
        for text in ["A phone", "Rides you have", "Days you have", "Try with samples", "Add rides"]:
            self.assertTrue(any(found.startswith(text) for found in reached), (text, reached))
        self.run_script("document.querySelector('.start-door[href=\"#rides\"]').focus()")
        self.actions().send_keys(Keys.ENTER).perform()
        self.wait_for("return workspace.room.name === 'rides'")

    def tearDown(self):
        self.driver.get_log("browser")
        if self.server.process.poll() is None:
            self.server.stop(signal.SIGKILL)


if __name__ == "__main__":
    from browser import main

    main()
