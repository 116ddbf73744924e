# SPDX-License-Identifier: Apache-2.0
"""The web page of `make web` in a real browser, fed with motion of recorded rides."""

import csv
import functools
import http.server
import math
import os
import pathlib
import threading

from browser import ROOT, BrowserTest

WEB = pathlib.Path(os.environ.get("GAITWAY_WEB", ROOT / ".build/web"))
RIDES = ROOT / "Datasets"

# Hands events of motion to the page, as a browser does: `[seconds, x, y, z, alpha, beta, gamma]` each.
FEED = """
const [rows, begin, interval] = arguments;
for (const [time, x, y, z, alpha, beta, gamma] of rows) {
  const event = new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: { x, y, z }, interval,
    rotationRate: { alpha, beta, gamma } });
  Object.defineProperty(event, "timeStamp", { value: begin + 1000 * time });
  dispatchEvent(event);
}
"""


def table(path):
    """The rows of a table whose first four cells are numbers."""
    rows = []
    with open(path, newline="") as file:
        for row in csv.reader(file):
            try:
                rows.append([float(cell) for cell in row[:4]])
            except ValueError:
                continue
    return rows


def motion(ride, rate=60, step=0.0, sign=1):
    """A sample ride as events of a browser, `rate` a second, rounded to `step` m/s² if that is not 0."""
    folder = RIDES / ride
    path, = [one for one in folder.iterdir() if one.stem == "Accelerometer"]
    acceleration, rotation = table(path), table(folder / ("Gyroscope" + path.suffix))
    scale = 1e-9 if acceleration[-1][0] > 1e6 else 1
    events, at, turn = [], 0, 0
    start = acceleration[0][0] * scale
    for index in range(int((acceleration[-1][0] * scale - start) * rate)):
        now = start + index / rate
        while acceleration[at][0] * scale < now:
            at += 1
        while turn < len(rotation) - 1 and rotation[turn][0] * scale < now:
            turn += 1
        axes = [sign * (round(value / step) * step if step else value) for value in acceleration[at][1:]]
        events.append([index / rate, *axes, *[math.degrees(value) for value in rotation[turn][1:]]])
    return events


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_):
        pass


class WebPageTest(BrowserTest):
    """Tests of the page, which a small server of this test serves."""

    @classmethod
    def setUpClass(cls):
        if not (WEB / "gaitway.wasm").is_file():
            raise AssertionError(f"{WEB} has no page: run `make web`")
        super().setUpClass()
        cls.serve_page()
        cls.addClassCleanup(cls.stop_page)

    @classmethod
    def serve_page(cls, host="127.0.0.1", handler=QuietHandler, folder=WEB):
        handler = functools.partial(handler, directory=folder)
        cls.page_server = http.server.ThreadingHTTPServer((host, 0), handler)
        threading.Thread(target=cls.page_server.serve_forever, daemon=True).start()
        cls.address = f"http://localhost:{cls.page_server.server_port}/"

    @classmethod
    def stop_page(cls):
        cls.page_server.shutdown()
        cls.page_server.server_close()

    def open_page(self, address=None):
        """Opens the page, and waits until its module ran and its worker keeps it."""
        self.open(address or self.address)
        self.wait_for("return document.getElementById('offline').textContent.includes('offline')")

    def run_in_page(self, script, *arguments):
        """What a piece of JavaScript with `await` returns."""
        result = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1]; (async (...args) => {%s})(...arguments)"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }));" % script, *arguments)
        self.assertNotIn("error", result)
        return result.get("value")

    def start(self):
        self.find("#phone-start").click()
        self.wait_for("return document.getElementById('phone-start').textContent === 'Stop'")

    def feed(self, rows, begin=1000.0, interval=1000 / 60):
        """Events of a ride, whose time 0 is `begin` milliseconds of the page's clock."""
        for first in range(0, len(rows), 2000):
            self.run_script(FEED, rows[first : first + 2000], begin, interval)
        self.settle()

    def choose(self, *paths):
        """Gives the page the files of a log, and waits for what it says."""
        self.find("#log-file").send_keys("\n".join(str(path) for path in paths))
        self.wait_for(
            "return !document.getElementById('log-result').hidden ||"
            " document.querySelector('#log-status .phone-problem') !== null", seconds=60)

    def stream_of(self, *log):
        """The rows that the command gives for a log, as on a phone."""
        text = self.gaitway("classify", *log, "--smoothing", "causal", "--all", "--format", "csv").stdout
        return list(csv.DictReader(text.splitlines()))
