# SPDX-License-Identifier: Apache-2.0
"""set-days-right.py TRIPS_BENCHMARK DAYS [DAY...]: sets days right on the page, by clicks and keys alone.

A day's timeline goes into a workspace. A person who knows the scripted trips of the day (MobilityNet's times were
pressed by hand) sets it right in a browser: false visits on the way, ends of moves that are more than a minute off,
activities of sections. The table has each day before and after, scored by `trips-benchmark` as other timelines are.
"""
import argparse
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ["TZ"] = "America/Los_Angeles"

from browser import BrowserTest  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from test_live import GAITWAY, Server  # noqa: E402

USUAL = ["ios-3_train_2019-07-26T0809", "android-3_train_2019-12-11T0812", "ios-3_uni_2019-07-28T1014"]
TIMELINES = {"train": "train_bus_ebike_mtv_ucb", "uni": "unimodal_trip_car_bike_mtv_la"}
ACTIVITIES = {
    "WALKING": "walking", "CAR": "automotive", "BUS": "automotive", "TRAIN": "automotive", "SUBWAY": "automotive",
    "LIGHT_RAIL": "automotive", "BICYCLING": "cycling", "E_BIKE": "cycling", "STOPPED": "stationary"}
# A person does not mend what is less than this off, in seconds.
ENOUGH = 60


def entries(folder):
    for file in sorted(folder.glob("*.json")):
        found = json.loads(file.read_text())
        yield from (entry["data"] for entry in (found if isinstance(found, list) else [found]))


def truth(days, name):
    """The trips of a day: `(start, end, [(start, end, activity), ...])`."""
    _, kind, begin = name.split("_")
    timeline = TIMELINES[kind]
    modes = {}
    for entry in entries(days / "mobilitynet/spec" / timeline / "config~evaluation_spec"):
        for trip in entry["label"]["evaluation_trips"]:
            for leg in trip["legs"]:
                modes[trip["id"], leg["id"]] = ACTIVITIES[leg["mode"]] if "mode" in leg else "stationary"
    zone = zoneinfo.ZoneInfo(os.environ["TZ"])
    first = datetime.datetime.strptime(begin, "%Y-%m-%dT%H%M").replace(tzinfo=zone).timestamp() - 600
    presses = sorted(
        (entry["ts"], entry["transition"], entry["trip_id"])
        for entry in entries(days / "mobilitynet/ucb-sdb-ios-1" / timeline / "manual~evaluation_transition")
        if entry["spec_id"] == timeline and entry["ts"] >= first)
    trips, trip, legs, began = [], None, [], {}
    for moment, transition, which in presses:
        if transition == "STOP_EVALUATION_PERIOD" and trips:
            return trips
        if transition == "START_EVALUATION_TRIP":
            trip, legs, began = (which, moment), [], {}
        elif transition == "START_EVALUATION_SECTION":
            began[which] = moment
        elif transition == "STOP_EVALUATION_SECTION" and trip and which in began:
            legs.append((began.pop(which), moment, modes.get((trip[0], which), "stationary")))
        elif transition == "STOP_EVALUATION_TRIP" and trip:
            trips.append((trip[1], moment, legs))
            trip = None
    return trips


class Person(BrowserTest):
    """Somebody at the page of a day."""

    def runTest(self):
        """Only the browser of the base is wanted."""

    def begin(self, server, date):
        self.count = 0
        self.open(server.page.split("?")[0] + "?token=a-token-of-days#days/day/" + date)
        self.wait("return document.querySelectorAll('.days-view .story li').length > 0")

    def wait(self, script, *arguments):
        for _ in range(200):
            if self.run_script(script, *arguments):
                return
            time.sleep(0.05)
        raise AssertionError(script)

    def rows(self):
        return self.run_script(
            "return dayOfRoom.view.rows.map((row) => ({"
            " index: row.index, kind: row.kind, start: row.start, end: row.end,"
            " item: pageData.items.indexOf(row.item), activity: row.section?.activity ?? null }))")

    def done(self):
        return self.run_script("return document.querySelectorAll('.days-corrections li').length")

    def hold(self, row):
        """Clicks a row of the storyline, unless it is chosen."""
        if self.run_script("return dayOfRoom.view.held?.[0]") != row["index"]:
            self.count += 1
            self.run_script("dayOfRoom.view.items[arguments[0]].querySelector('button').click()", row["index"])
        self.wait("return !document.querySelector('.days-edit').hidden")

    def press(self, *words):
        """Presses the first of some buttons that there is; returns false without any."""
        before = self.done()
        pressed = self.run_script(
            "const all = [...document.querySelectorAll('.days-edit button')];"
            "for (const text of arguments[0]) { const one = all.find((button) => button.textContent === text);"
            " if (one) { one.click(); return true; } } return false", list(words))
        if pressed:
            self.count += 1
            self.settle(before)
        return pressed

    def settle(self, before):
        """Waits for the corrected day."""
        self.wait("return document.querySelectorAll('.days-corrections li').length !== arguments[0]"
                  " || document.querySelector('.message.is-error, [role=alert]:not([hidden])') !== null", before)
        time.sleep(0.4)

    def pull(self, side, moment):
        """Moves a handle of the chosen row by keys."""
        handle = self.driver.find_element(By.CSS_SELECTOR, f".strip-handle[data-side={side}]")
        if handle.get_attribute("hidden") is not None:
            return
        minutes = round((moment - float(handle.get_attribute("aria-valuenow"))) / 60)
        keys = [Keys.PAGE_UP if minutes > 0 else Keys.PAGE_DOWN] * (abs(minutes) // 10)
        keys += [Keys.ARROW_RIGHT if minutes > 0 else Keys.ARROW_LEFT] * (abs(minutes) % 10)
        if not keys:
            return
        before = self.done()
        handle.send_keys(*keys, Keys.ENTER)
        self.count += len(keys) + 1
        self.settle(before)

    def from_then_on(self, row, moment, activity):
        """Sets the time to cut at, and says what a section was from then on."""
        self.hold(row)
        before = self.done()
        self.run_script(
            "const handle = document.querySelector('[aria-label=\"Where to cut\"]'); handle.value = arguments[0];"
            "handle.dispatchEvent(new Event('input'));"
            "[...document.querySelectorAll('.days-edit fieldset')]"
            ".find((one) => one.textContent.startsWith('From then on'))"
            ".querySelectorAll('button')[Object.keys(activityWords).indexOf(arguments[1])].click()", moment, activity)
        self.count += 2
        self.settle(before)

    def join(self, start, end):
        """What lies within a trip is one move."""
        for _ in range(20):
            inside = [row for row in self.rows()
                      if row["kind"] != "section" and start < row["start"] and row["end"] < end]
            if inside:
                self.hold(inside[0])
                if self.press(
                        "I was not there: one move", "One move with the item before", "One move with the item after"):
                    continue
            moves = sorted({row["item"] for row in self.rows() if row["kind"] == "section"
                            and min(row["end"], end) - max(row["start"], start) > ENOUGH})
            if len(moves) < 2 or moves[1] != moves[0] + 1:
                return
            self.hold(next(row for row in self.rows() if row["item"] == moves[0] and row["kind"] == "section"))
            if not self.press("One move with the item after"):
                return

    def sections(self, start, end):
        return [row for row in self.rows() if row["kind"] == "section"
                and min(row["end"], end) - max(row["start"], start) > ENOUGH]

    def mend(self, trips):
        for start, end, legs in trips:
            self.join(start, end)
            for side, moment in [("begin", start), ("end", end)]:
                found = self.sections(start, end)
                if not found:
                    print(f"a trip of {(end - start) / 60:.0f} min has no move at all", file=sys.stderr)
                    break
                row = found[0 if side == "begin" else -1]
                if abs(row["start" if side == "begin" else "end"] - moment) > ENOUGH:
                    self.hold(row)
                    self.pull(side, moment)
            for first, last, activity in legs:
                for _ in range(6):
                    wrong = [row for row in self.sections(first, last) if row["activity"] != activity]
                    if not wrong or last - first <= ENOUGH:
                        break
                    if first - wrong[0]["start"] > ENOUGH:
                        self.from_then_on(wrong[0], first, activity)
                    else:
                        self.hold(wrong[0])
                        self.press({"stationary": "pause"}.get(activity, activity))


def score(program, days, timelines):
    result = subprocess.run([program, days, "--timelines", timelines], check=True, capture_output=True)
    return {day["name"]: day for day in json.loads(result.stdout)["days"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("days", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=USUAL)
    arguments = parser.parse_args()
    Person.setUpClass()
    person = Person()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        before, after = folder / "before", folder / "after"
        before.mkdir()
        subprocess.run([arguments.program, arguments.days, "--save-timelines", before], check=True, capture_output=True)
        shutil.copytree(before, after)
        counts = {}
        for name in arguments.names:
            place = folder / name
            place.mkdir()
            store = ["trips", "--store", place / "life.gaitway"]
            subprocess.run([GAITWAY, *store, "--track", before / f"{name}.json"], check=True, capture_output=True)
            server = Server(place, "--token", "a-token-of-days")
            try:
                person.setUp()
                person.begin(server, name.split("_")[2].split("T")[0])
                person.mend(truth(arguments.days, name))
            finally:
                server.stop()
            counts[name] = person.count
            (after / f"{name}.json").unlink()
            subprocess.run([GAITWAY, *store, "--format", "json", "--output", after / f"{name}.json"], check=True)
        scores = score(arguments.program, arguments.days, before), score(arguments.program, arguments.days, after)
    Person.tearDownClass()
    print("| day | clicks and keys | | missed of expected | wrong cuts, cuts at waits | start, end off (s) "
          "| right activity |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name in arguments.names:
        for words, found in zip(["before", "after"], scores):
            day = found[name]
            edges = [f"{day[key]['median']:.0f}" if day[key] else "–" for key in ["start_error_s", "end_error_s"]]
            count = counts[name] if words == "after" else ""
            print(f"| {name} | {count} | {words} | {day['missed']} of {day['expected']} "
                  f"| {day['wrong_cuts']}, {day['cuts_at_waits']} | {', '.join(edges)} "
                  f"| {100 * day['right_share']:.0f} % |")


if __name__ == "__main__":
    main()
