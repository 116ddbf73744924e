# SPDX-License-Identifier: Apache-2.0
"""The page at /phone: a phone's browser streams its motion into a workspace."""

import socket

from browser import main
from web_browser import FEED, motion
from workspace_browser import WorkspaceBrowserTest

SAID = "return document.getElementById('phone-said').textContent"


class PhonePageTest(WorkspaceBrowserTest):
    """Events of motion reach the server, which recognises, records and keeps labels."""

    def open_phone(self):
        self.open(self.server.address("/phone?token=a-token-of-the-tests"))

    def feed(self, rows, begin=1000.0):
        for first in range(0, len(rows), 2000):
            self.run_script(FEED, rows[first : first + 2000], begin, 1000 / 60)
        self.settle()

    def test_a_phone_streams(self):
        self.open_phone()
        self.assert_looks_right()
        self.assert_pressable()
        self.find("#phone-start").click()
        walk = motion("walk", step=0.1)
        self.feed(walk[:960])
        self.wait_for("return document.querySelector('.live-answer strong')?.textContent === 'walking'")
        self.assertIn("The phone streams.", self.find("#phone-said").text)
        self.press_button("walking")
        self.wait_for("return document.querySelector('.activity-button.walking[aria-pressed=true]') !== null")
        self.feed(walk[960:])
        self.press_button("End label")
        self.wait_for("return document.querySelector('.activity-button.walking[aria-pressed=true]') === null")
        self.assert_looks_right()
        self.assert_pressable()
        self.find("#phone-start").click()
        self.wait_for("return document.getElementById('phone-start').textContent === 'Start again'")
        self.wait_for_manifest(",walking,")
        # The recording is a ride, whose samples are all there.
        ride, = (self.place / "rides").iterdir()
        count = len((ride / "TotalAcceleration.csv").read_text().splitlines()) - 1
        self.assertEqual(count, len(walk))
        self.assertIn("walking", self.gaitway("classify", ride).stdout)
        self.assert_quiet_console()

    def test_a_lost_connection(self):
        self.open_phone()
        self.find("#phone-start").click()
        walk = motion("walk")
        self.feed(walk[:960])
        self.wait_for("return document.querySelector('.live-answer strong')?.textContent === 'walking'")
        self.serve()
        self.feed(walk[960:])
        self.wait_for(SAID + ".startsWith('The phone streams.')")
        rides = self.place / "rides"
        # What was sent while the server was away waits on the phone.
        end = walk[-1][0] - walk[960][0]
        self.wait_for(
            "return fetch('/sessions?token=a-token-of-the-tests').then((answer) => answer.json())"
            ".then(([session]) => session !== undefined && session.elapsed > %f)" % (end - 3))
        self.assertGreaterEqual(len(list(rides.iterdir())), 1)

    def test_a_new_session_has_no_label(self):
        self.open_phone()
        self.find("#phone-start").click()
        self.feed(motion("walk")[:960])
        self.wait_for("return document.querySelector('.live-answer strong')?.textContent === 'walking'")
        self.press_button("walking")
        self.wait_for("return document.querySelector('.activity-button.walking[aria-pressed=true]') !== null")
        self.find("#phone-start").click()
        self.find("#phone-start").click()
        self.wait_for("return document.getElementById('phone-start').textContent === 'Stop'")
        self.assertEqual(self.find_all(".activity-button[aria-pressed=true]"), [])

    def test_readings_that_are_not_sent(self):
        self.open_phone()
        self.find("#phone-start").click()
        walk = motion("walk")
        self.feed(walk[:960])
        self.wait_for(SAID + ".startsWith('The phone streams.')")
        self.server.stop()
        self.wait_for(SAID + ".startsWith('The connection is lost')")
        self.feed(walk[960:1260])
        self.find("#phone-start").click()
        self.assertEqual(self.find("#phone-said").text, "Stopped. 600 readings did not reach the server.")
        self.assertIn("phone-problem", self.find("#phone-said").get_attribute("class"))

    def test_without_https(self):
        self.serve("--host", "0.0.0.0")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            own = probe.getsockname()[0]
        self.open(f"http://{own}:{self.server.port}/phone?token=a-token-of-the-tests")
        self.wait_for(SAID + ".includes('HTTPS')")
        self.assertFalse(self.find("#phone-start").is_enabled())
        ways = self.find(".phone-ways").text
        self.assertIn(f"adb reverse tcp:{self.server.port} tcp:{self.server.port}", ways)
        self.assertIn(f"http://localhost:{self.server.port}/phone?token=", ways)
        self.assert_looks_right()


if __name__ == "__main__":
    main()
