#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Looks at the days of a large store in a browser, and corrects one of them: days-pages.py STORE [--each N]

STORE is a store of years, as `days-load.py --store STORE` makes it. Every Nth day is opened as on a phone, 390 px wide,
light and dark: nothing may overflow, letters must be readable, no script may fail. Then a day is corrected in each way
that the page has, by its buttons and keys. After each correction the server starts anew and must show the same. At last
all corrections are taken back from the list, and the day must be as it was. Prints counts, and exits with 1 for faults.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ["TZ"] = "UTC"

from browser import CONTRAST, OVERFLOW, BrowserTest  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from test_live import Server  # noqa: E402

TOKEN = "a-token-of-the-days"
ITEMS = "return JSON.stringify([pageData.places, pageData.items])"
COUNT = "return document.querySelectorAll('.days-corrections li').length"
# Chooses a row, and presses a button of its form whose text begins with some words.
PRESS = """
const [kind, words, fill] = arguments, { view } = dayOfRoom;
const row = view.rows.find((one) => one.kind === kind && one.start > view.day.start && one.end < view.day.end);
if (view.held?.[0] !== row.index) view.hold(row.index);
for (const [label, value] of Object.entries(fill)) {
  const field = document.querySelector(`.days-edit [aria-label="${label}"]`);
  field.value = value;
  field.dispatchEvent(new Event("input"));
}
const buttons = [...document.querySelectorAll(".days-edit button")];
const button = buttons.filter((one) => one.textContent.startsWith(words)).at(-1);
if (button === undefined) return false;
button.click();
return true;
"""
# The visits of a day that begin and end on it.
WHOLE_VISITS = """
return fetch("/api/days/day?date=" + arguments[0]).then((answer) => answer.json()).then(({ items, days: [day] }) =>
  items.filter(({ kind, start, end }) => kind === "visit" && start > day.start && end < day.end).length);
"""
WAYS = [
    ("a name", "visit", "Name it", {"Name of the place": "Somewhere"}),
    ("a radius", "visit", "Set the radius", {"Radius in metres": 180}),
    ("the same place", "visit", "Join the places", {}),
    ("another place", "visit", "I was there", {"This visit was at another place: name of the place": "Corner café"}),
    ("a vehicle", "section", "tram", {}),
    ("an activity", "section", "running", {}),
    ("a stop", "section", "I was there", {
        "Minutes of the stop": 4, "I stopped there for these minutes at: name of the place": "Kiosk"}),
    ("a cut", "visit", "Cut", {}),
    ("one visit", "visit", "One visit with the item after", {}),
    ("one move", "visit", "I was not there", {}),
    ("nothing known", "visit", "Nothing is known", {}),
]


class Eyes(BrowserTest):
    """Somebody who looks at days."""

    def runTest(self):
        """Only the browser of the base is wanted."""

    def begin(self, folder, date=None):
        self.server = Server(folder, "--token", TOKEN)
        self.open(self.server.page.split("?")[0] + f"?token={TOKEN}#days/day" + (f"/{date}" if date else ""))
        self.wait("return (dayOfRoom.calendar ?? null) !== null && dayOfRoom.view !== undefined")

    def wait(self, script, *arguments, seconds=60):
        end = time.monotonic() + seconds
        while not self.run_script(script, *arguments):
            if time.monotonic() > end:
                raise TimeoutError(script)
            time.sleep(0.02)

    def look(self, dates):
        """The faults of the days' pages."""
        faults = []
        self.resize(390)
        for number, date in enumerate(dates):
            self.run_script("dayOfRoom.go(arguments[0])", date)
            self.wait("return dayOfRoom.date === arguments[0] && dayOfRoom.view.day.date === arguments[0]", date)
            for theme in ["light", "dark"]:
                self.turn(theme)
                for script in (OVERFLOW, CONTRAST):
                    faults += [f"{date}, {theme}: {one}" for one in self.run_script(script)]
            if sys.stderr.isatty():
                print(f"\r{number + 1} of {len(dates)} days", end="", file=sys.stderr)
        faults += [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return faults

    def correct(self, folder, date):
        """The ways that changed something, with the day before and after all of them."""
        before, done = self.run_script(ITEMS), []
        for way, kind, words, fill in [*WAYS, ("an end", "visit", None, {})]:
            count, now = self.run_script(COUNT), self.run_script(ITEMS)
            if words is None:
                self.run_script(PRESS, kind, "no such button", {})
                handle = self.driver.find_element(By.CSS_SELECTOR, ".strip-handle[data-side=end]")
                handle.send_keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ENTER)
            elif not self.run_script(PRESS, kind, words, fill):
                print(f"{way}: no such button on this day", file=sys.stderr)
                continue
            self.wait(COUNT.replace("length", "length > arguments[0]"), count)
            self.wait("return JSON.stringify([pageData.places, pageData.items]) !== arguments[0]", now)
            shown = self.run_script(ITEMS)
            self.server.stop()
            self.begin(folder, date)
            if self.run_script(ITEMS) != shown:
                print(f"{way}: another server shows something else", file=sys.stderr)
                continue
            done.append(way)
        for left in reversed(range(self.run_script(COUNT))):
            self.wait("return document.querySelector('.days-corrections button') !== null")
            self.run_script("[...document.querySelectorAll('.days-corrections button')].at(-1).click()")
            self.wait(COUNT.replace("length", "length === arguments[0]"), left)
        self.wait("return JSON.stringify([pageData.places, pageData.items]) === arguments[0]", before)
        return done


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store", type=pathlib.Path)
    parser.add_argument("--each", type=int, default=1)
    options = parser.parse_args()
    Eyes.setUpClass()
    eyes = Eyes()
    eyes.setUp()
    with tempfile.TemporaryDirectory(prefix="days-pages-") as folder:
        shutil.copy(options.store, pathlib.Path(folder) / "life.gaitway")
        try:
            eyes.begin(folder)
            dates = json.loads(eyes.run_script("return JSON.stringify(Object.keys(dayOfRoom.calendar.days))"))
            looked = dates[::options.each]
            faults = eyes.look(looked)
            print(f"{len(looked)} of {len(dates)} days at 390 px, light and dark: {len(faults)} faults")
            print("\n".join(faults[:20]))
            eyes.resize(1280)
            date = next(one for one in dates[len(dates) // 2:] if eyes.run_script(WHOLE_VISITS, one) > 1)
            eyes.server.stop()
            eyes.begin(folder, date)
            done = eyes.correct(folder, date)
            print(f"{date}: {len(done)} of {len(WAYS) + 1} ways to correct hold on another server and are taken back: "
                  + ", ".join(done))
        finally:
            eyes.server.stop()
            Eyes.tearDownClass()
    sys.exit(1 if faults or len(done) <= len(WAYS) else 0)


if __name__ == "__main__":
    main()
