# SPDX-License-Identifier: Apache-2.0
"""A real browser for the tests of the pages: Chromium, driven by chromedriver.

Where either is missing, the tests fail and say so: a page that was not looked at is not tested.
"""

import importlib.resources
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAITWAY = os.environ.get("GAITWAY", str(ROOT / ".build/release/gaitway"))

# What axe finds wrong: names, roles, contrast and order of a page's parts.
FIND_FAULTS = """
const done = arguments[0];
axe.run(document, { resultTypes: ["violations"] }).then(
    ({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(" ")}: ${html.slice(0, 160)}`))),
    (error) => done([String(error)]));
"""

# A page's modules share one name with the world.
WITHIN = "with (window.gaitway ?? {}) {\n%s\n}"

# The widths of a phone, a tablet and a desk.
WIDTHS = [390, 768, 1400]

# The widths at which a pointer must reach each control: also a wide screen.
POINTED_WIDTHS = [*WIDTHS, 1920]

# Whatever control is shown and enabled, and is not what a pointer meets in its middle.
COVERED = """
const named = (part) => part === null ? "nothing" :
    part.tagName.toLowerCase() + "." + (part.className.baseVal ?? part.className) + " " +
    JSON.stringify((part.textContent.trim() || part.getAttribute("aria-label") || part.id).slice(0, 30));
const found = [];
const controls = "button, a[href], input, select, textarea, summary, [role=option], [role=button], [role=slider]";
for (const part of document.querySelectorAll(controls)) {
  if (part.disabled || part.closest("[inert], fieldset:disabled, .unseen")) continue;
  if (!part.checkVisibility({ checkVisibilityCSS: true, contentVisibilityAuto: false })) continue;
  part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const boxes = [...part.getClientRects()].filter((box) => box.width > 2 && box.height > 2);
  if (boxes.length === 0) continue;
  const hits = boxes.map((box) => document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  const isOwn = (hit) => hit !== null && (part.contains(hit) || hit.closest("label")?.control === part);
  if (!hits.some(isOwn)) found.push(named(part) + " lies below " + named(hits[0]));
}
scrollTo(0, 0);
return found;
"""

# Whatever is wider than the page, or than its own box where that does not scroll.
OVERFLOW = """
const root = document.documentElement;
const wide = root.scrollWidth - root.clientWidth;
const found = wide > 0 ? ["the page is " + wide + " px too wide"] : [];
for (const part of document.querySelectorAll("body *")) {
  const style = getComputedStyle(part);
  if (style.display === "none" || style.visibility === "hidden" || part.closest("svg, .unseen")) continue;
  const box = part.getBoundingClientRect();
  if (box.width > 0 && (box.right > root.clientWidth + 1 || box.left < -1)) {
    let scrolls = false;
    for (let outer = part.parentElement; outer; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflowX !== "visible") scrolls = true;
    }
    if (!scrolls) found.push(part.tagName + "." + part.className + ": " + part.textContent.trim().slice(0, 40));
  }
  if (part.matches("table, .scroll, pre") && part.scrollWidth > part.clientWidth + 1) {
    found.push("cut off: " + part.tagName + "." + part.className + ": " + part.textContent.trim().slice(0, 40));
  }
}
return found;
"""

# The least contrast of text with the colour behind it, by WCAG 2.1: 4.5, or 3 where letters are large.
CONTRAST = """
const parse = (text) => {
  const parts = text.match(/[\\d.]+/g).map(Number);
  const scale = text.startsWith("color(") ? 255 : 1;
  return [parts[0] * scale, parts[1] * scale, parts[2] * scale, parts.length > 3 ? parts[3] : 1];
};
const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3])).concat(1);
const light = (c) => {
  const part = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return 0.2126 * part(c[0]) + 0.7152 * part(c[1]) + 0.0722 * part(c[2]);
};
const found = [];
for (const part of document.querySelectorAll("body *")) {
  const own = [...part.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const style = getComputedStyle(part);
  if (!own || style.display === "none" || style.visibility === "hidden" ||
      part.closest("script, style, title, desc, .unseen, [disabled]")) continue;
  if (part.getClientRects().length === 0) continue;
  const layers = [];
  let pictured = false;
  const box = part.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  for (let outer = part; outer; outer = outer.parentElement) {
    const look = getComputedStyle(outer);
    const behind = outer.getBoundingClientRect();
    // What stands beside the letters is not behind them.
    if (outer !== document.body && 
        (x < behind.left || x > behind.right || y < behind.top || y > behind.bottom)) continue;
    if (look.backgroundImage !== "none") pictured = true;
    layers.unshift(parse(look.backgroundColor));
  }
  if (pictured) continue;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  let back = dark ? [0, 0, 0, 1] : [255, 255, 255, 1];
  for (const layer of layers) back = over(layer, back);
  const front = over(parse(part.closest("svg") ? style.fill : style.color), back);
  const [a, b] = [light(front), light(back)];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  if (ratio < least) found.push(
      ratio.toFixed(2) + " " + part.tagName + "." + (part.className.baseVal ?? part.className) + ": " +
      part.textContent.trim().slice(0, 40));
}
return found;
"""


class BrowserTest(unittest.TestCase):
    """Tests in one browser session; `self.folder` is a folder of their own."""

    @classmethod
    def setUpClass(cls):
        programs = [shutil.which("chromium"), shutil.which("chromedriver")]
        if None in programs:
            raise AssertionError("Chromium or chromedriver is missing: run `make browser`, which installs them")
        if not os.access(GAITWAY, os.X_OK):
            raise AssertionError(f"{GAITWAY} is missing: run `make build`")
        options = Options()
        options.binary_location = programs[0]
        for argument in [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-dev-shm-usage",
        ]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        cls.driver = webdriver.Chrome(options=options, service=Service(programs[1]))
        cls.addClassCleanup(cls.driver.quit)
        folder = tempfile.TemporaryDirectory(prefix="gaitway-browser-")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": folder.name})

    @classmethod
    def gaitway(cls, *arguments, status=0, **options):
        """Runs the command in the folder; its result, whose status was checked."""
        result = subprocess.run(
            [GAITWAY, *map(str, arguments)], capture_output=True, text=True, cwd=cls.folder, check=False, **options
        )
        if result.returncode != status:
            raise AssertionError(f"gaitway {arguments} exits {result.returncode}: {result.stderr}")
        return result

    def open(self, page):
        """Opens a page of the folder, or an address."""
        address = page if "://" in str(page) else (self.folder / page).as_uri()
        # A page that is left behind would miss its server, and say so in the console of the next one.
        if urlsplit(self.driver.current_url)[:2] != urlsplit(address)[:2]:
            self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(address)

    def saved(self, press):
        """The file that pressing something saves."""
        before = set(self.folder.iterdir())
        press()
        end = time.monotonic() + 30
        while True:
            new = [path for path in set(self.folder.iterdir()) - before
                   if path.suffix != ".crdownload" and not path.name.startswith(".")]
            if new and new[0].stat().st_size > 0:
                return new[0]
            self.assertLess(time.monotonic(), end, "nothing was saved")
            time.sleep(0.05)

    def run_script(self, script, *arguments):
        """What a piece of JavaScript returns, which may use what the page's modules export."""
        return self.driver.execute_script(WITHIN % script, *arguments)

    def wait_for(self, script, *arguments, seconds=60):
        """What a piece of JavaScript, or a function, returns once that is true. A page that loads may lack names."""
        end = time.monotonic() + seconds
        while True:
            try:
                found = script() if callable(script) else self.run_script(script, *arguments)
                fault = None
            except JavascriptException as error:
                found, fault = None, error
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"it does not come: {script}") from fault
            time.sleep(0.1)

    def settle(self):
        """Waits until what was asked for is drawn: two frames."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));"
        )

    def find(self, selector):
        """The first element of a CSS selector; an error where there is none."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        """All elements of a CSS selector."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def actions(self):
        """A chain of pointing, dragging and typing."""
        return ActionChains(self.driver, duration=50)

    def resize(self, width, height=900):
        """Sets the page's width in CSS pixels."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.settle()

    def turn(self, theme):
        """Makes the page `light` or `dark`."""
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        )
        self.settle()

    def screenshot(self, path):
        """A picture of the whole page, for a person to look at."""
        size = self.driver.execute_cdp_cmd("Page.getLayoutMetrics", {})["cssContentSize"]
        picture = self.driver.execute_cdp_cmd(
            "Page.captureScreenshot",
            {
                "captureBeyondViewport": True,
                "clip": {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1},
            },
        )
        import base64

        pathlib.Path(path).write_bytes(base64.b64decode(picture["data"]))

    def pixels(self, selector):
        """How often each colour stands in a canvas: `{"#rrggbb": count}`."""
        return self.run_script(
            """
            const canvas = document.querySelector(arguments[0]);
            const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
            const counts = {};
            for (let i = 0; i < data.length; i += 4) {
              if (data[i + 3] === 0) continue;
              const name = "#" + [0, 1, 2].map((j) => data[i + j].toString(16).padStart(2, "0")).join("");
              counts[name] = (counts[name] ?? 0) + 1;
            }
            return counts;
            """,
            selector,
        )

    def assert_first_chart_is_high(self):
        """On a desk's screen of 900 px, the first chart begins in its upper half."""
        self.resize(1400, 900)
        tops = self.run_script(
            """
            const charts = document.querySelectorAll("main canvas, main figure svg, .confusion, .day-strip");
            return [...charts].map((chart) => chart.getBoundingClientRect())
                .filter((box) => box.width > 100).map((box) => box.top + scrollY);
            """
        )
        self.assertLess(min(tops), 450)

    def assert_pressable(self):
        """At every width, a pointer meets each control that is shown and enabled."""
        for width in POINTED_WIDTHS:
            self.resize(width)
            with self.subTest(width=width):
                self.assertEqual(self.run_script(COVERED), [])
        self.resize(1400)

    def press(self, found, *arguments):
        """Presses through the pointer what an expression of JavaScript finds. A page may draw it anew meanwhile."""
        for _ in range(20):
            part = self.run_script(
                f"const part = {found}; part?.scrollIntoView({{ block: 'center', behavior: 'instant' }}); return part;",
                *arguments)
            try:
                if part is not None:
                    return part.click()
            except StaleElementReferenceException:
                pass
            self.settle()
        raise AssertionError(f"not found: {found} {arguments}")

    def press_button(self, text):
        """Presses through the pointer the first shown button whose text ends so."""
        self.press(
            "[...document.querySelectorAll('button')].find((one) =>"
            " one.textContent.trim().endsWith(arguments[0]) && one.offsetParent && !one.disabled)", text)

    def assert_quiet_console(self):
        """The browser has no complaint: no error of a script, nothing that the security policy refused."""
        said = [
            entry
            for entry in self.driver.get_log("browser")
            # That a canvas is read often is the tests' own doing.
            if entry["level"] in ("SEVERE", "WARNING") and "willReadFrequently" not in entry["message"]
        ]
        self.assertEqual(said, [], json.dumps(said, indent=1))

    def assert_looks_right(self):
        """At every width and in both themes: nothing overflows, letters can be read, the console is quiet."""
        for width in WIDTHS:
            self.resize(width)
            for theme in ["light", "dark"]:
                self.turn(theme)
                with self.subTest(width=width, theme=theme):
                    self.assertEqual(self.run_script(OVERFLOW), [])
                    self.assertEqual(self.run_script(CONTRAST), [])
        self.assert_quiet_console()
        self.turn("light")
        self.resize(1400)

    def assert_accessible(self, name):
        """Axe finds nothing at both ends of the widths and in both themes, with every part open."""
        self.driver.set_script_timeout(60)
        axe = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
        self.run_script("for (const part of document.querySelectorAll('details')) part.open = true;")
        for width in [390, 1400]:
            self.resize(width)
            for theme in ["light", "dark"]:
                self.turn(theme)
                if not self.driver.execute_script("return typeof axe === 'object'"):
                    self.driver.execute_script(axe)
                with self.subTest(page=name, width=width, theme=theme):
                    found = self.driver.execute_async_script(FIND_FAULTS)
                    self.assertEqual(found, [], "\n" + "\n".join(found))
        self.turn("light")


def main():
    unittest.main(verbosity=2)
