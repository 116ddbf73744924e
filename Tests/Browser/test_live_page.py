# SPDX-License-Identifier: Apache-2.0
"""The live page in a real browser, while a phone streams to its server."""

import json
import signal
import time

from browser import BrowserTest
from test_live import RIDES, Server, messages, reports, sensor_logger_entries


class LivePageTest(BrowserTest):
    """The page shows what the server's stream says."""

    def serve(self, *arguments):
        server = Server(*arguments)
        self.addCleanup(lambda: server.stop(signal.SIGKILL) if server.process.poll() is None else None)
        return server

    def test_a_phone_is_followed(self):
        server = self.serve()
        self.open(server.page)
        self.wait_for("return !document.querySelector('.live-no-phone').hidden")
        self.assert_looks_right()
        pushed = messages(sensor_logger_entries(RIDES / "bike"), "bike-1")
        for message in pushed[:200]:
            self.assertEqual(server.push(message)[0], 200)
        self.wait_for("return document.querySelectorAll('#phones li').length === 1")
        self.wait_for("return document.querySelector('.changes tbody tr') !== null")
        listener = server.listen("/sessions/bike-1/events")
        for message in pushed[200:]:
            server.push(message)
        # The page comes to the answer that the server gave last, without being asked.
        self.wait_for("return document.querySelector('.live-connection').textContent === 'Live.'")
        end = time.monotonic() + 10
        while (
            not listener.events("gate")
            or not listener.events("report")
            or listener.events("report")[-1]["delivered"] < 340
        ):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        last = listener.events("report")[-1]
        said = [name for name in ["automotive", "cycling", "running", "walking", "stationary"] if last[name]][0]
        self.wait_for("return document.querySelector('.live-answer strong').textContent.startsWith(arguments[0])", said)
        self.wait_for(
            "return document.querySelector('.live-gate').textContent === arguments[0]",
            listener.events("gate")[-1]["text"],
        )
        share = round(100 * last["smoothed"][said])
        self.wait_for(
            "return [...document.querySelectorAll('.live-bars div')].some((bar) => "
            "bar.querySelector('dt').textContent === "
            "arguments[0]"
            " && bar.querySelector('dd').textContent === arguments[1])",
            said,
            f"{share}\u202f%",
        )
        # All lanes are drawn on.
        drawn = self.run_script(
            "return [...document.querySelectorAll('.live-plots canvas')].map((canvas) =>"
            " canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value !== "
            "0))"
        )
        self.assertGreaterEqual(len(drawn), 3)
        self.assertTrue(all(drawn), drawn)
        self.assert_looks_right()
        server.stop()
        self.wait_for("return document.querySelector('.live-connection').textContent !== 'Live.'")

    def test_names_become_no_markup(self):
        server = self.serve()
        for message in messages(sensor_logger_entries(RIDES / "bike")[:3000], "evil"):
            message["deviceId"] = "<img src=x onerror=alert(1)><script>alert(2)</script>"[:40]
            self.assertEqual(server.push(message)[0], 200)
        self.open(server.page)
        self.wait_for("return document.querySelectorAll('#phones li').length === 1")
        self.assertEqual(self.run_script("return document.querySelectorAll('main img, main script').length"), 0)
        self.assertIn("<img", self.find("#phones").text)
        self.assert_looks_right()

    def test_a_token_goes_along(self):
        server = self.serve("--token", "correct-horse-battery", "--replay", RIDES / "bike", "--speed", 300)
        self.open(server.page)
        self.wait_for("return document.querySelectorAll('#phones li').length === 1")
        self.wait_for("return document.querySelector('.changes tbody tr') !== null")
        self.assert_quiet_console()

    def test_a_cookie_keeps_the_token(self):
        server = self.serve("--token", "correct-horse-battery", "--replay", RIDES / "bike", "--speed", 300)
        self.open(server.page)
        self.wait_for("return document.querySelectorAll('#phones li').length === 1")
        self.assertEqual(self.run_script("return document.cookie"), "")
        # The address alone is enough from now on.
        self.open(server.page.split("?")[0])
        self.wait_for("return document.querySelectorAll('#phones li').length === 1")
        self.wait_for("return document.querySelector('.changes tbody tr') !== null")
        self.assert_quiet_console()
