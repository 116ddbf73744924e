# SPDX-License-Identifier: Apache-2.0
"""The days of a workspace by the protocol, without a browser."""

import datetime
import json
import os
import subprocess
import unittest

from test_live import GAITWAY
from test_workspace import WorkspaceTest

START = datetime.datetime(2026, 5, 1, tzinfo=datetime.timezone.utc)
NORTH = 1 / 111195


def write_days(path, count=3):
    """Days at home with a ride to work and back at a fix a minute, as a location table."""
    rows = ["time,latitude,longitude,horizontal_accuracy"]
    for minute in range(count * 1440):
        hour = minute % 1440 / 60
        share = 0 if hour < 8 or hour >= 18 else (hour - 8) * 2 if hour < 8.5 else 1 if hour < 17.5 else (18 - hour) * 2
        time = START + datetime.timedelta(minutes=minute)
        latitude = 52.5 + share * 9000 * NORTH + minute % 3 * 1e-5
        rows.append(f"{time.isoformat().replace('+00:00', 'Z')},{latitude:.6f},13.25,8")
    path.write_text("\n".join(rows) + "\n")


class DaysWorkspaceTest(WorkspaceTest):
    """A workspace with a store of days."""

    def setUp(self):
        super().setUp()
        self.folder.mkdir()
        self.environment = os.environ.copy()
        os.environ["TZ"] = "UTC"
        self.addCleanup(lambda: os.environ.update(TZ=self.environment.get("TZ", "")))

    def add_days(self, count=3):
        track = self.folder.parent / "days.csv"
        write_days(track, count)
        subprocess.run(
            [GAITWAY, "trips", "--track", track, "--store", self.folder / "life.gaitway"],
            check=True, capture_output=True)

    def day(self, date="2026-05-02"):
        return self.ask("days/day?date=" + date)

    def visits(self):
        return [item for item in self.day()["items"] if item["kind"] == "visit"]

    @staticmethod
    def moment(seconds):
        return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).isoformat().replace("+00:00", "Z")


class DaysTest(DaysWorkspaceTest):
    def test_without_days_nothing_breaks(self):
        self.serve()
        self.assertEqual(self.ask("days/calendar")["days"], {})
        self.assertEqual(self.day()["items"], [])
        self.assertEqual(self.ask("days/corrections")["corrections"], [])
        self.ask("days/correct", {"kind": "split", "at": "2026-05-02T12:00:00Z"}, status=404)
        self.ask("days/withdraw", {"number": 1}, status=404)
        self.ask("days/day?date=yesterday", status=400)
        self.assertFalse((self.folder / "life.gaitway").exists())

    def test_a_damaged_store_is_an_error_and_stays_as_it_is(self):
        (self.folder / "life.gaitway").write_bytes(b"no store at all" * 1000)
        self.serve()
        answer = self.ask("days/calendar", status=400)
        self.assertIn("life.gaitway", answer["place"])
        self.ask("days/correct", {"kind": "split", "at": "2026-05-02T12:00:00Z"}, status=400)
        self.assertEqual((self.folder / "life.gaitway").read_bytes(), b"no store at all" * 1000)

    def test_corrections_show_outlive_the_server_and_are_taken_back(self):
        self.add_days()
        self.serve()
        days = self.ask("days/calendar")
        # The clock there is two hours ahead of the fixes' UTC.
        self.assertEqual(list(days["days"]), ["2026-05-01", "2026-05-02", "2026-05-03", "2026-05-04"])
        before = self.day()
        self.assertEqual(days["days"]["2026-05-02"],
                         [round(next((t["duration"] for t in before["days"][0]["totals"] if t["activity"] == name), 0))
                          for name in days["activities"]])
        home = before["places"][self.visits()[0]["place"]]
        move = next(item for item in before["items"] if item["kind"] == "move")
        revision = self.ask("state")["revision"]
        wanted = "running" if move["sections"][0]["activity"] != "running" else "cycling"
        span = {"from": self.moment(move["start"]), "to": self.moment(move["end"])}
        made = [self.ask("days/correct", body) for body in [
            {"kind": "name", "place": {"identifier": home["id"]}, "name": "Ann's home"},
            {"kind": "radius", "place": {"identifier": home["id"]}, "radius": 250},
            {"kind": "activity", "activity": wanted, **span},
            {"kind": "split", "at": "2026-05-02T12:00:00Z"},
        ]]
        # A page that waits is told.
        self.assertNotEqual(self.ask(f"changes?after={revision}")["revision"], revision)
        self.serve()
        after = self.day()
        self.assertIn("Ann's home", [place.get("name") for place in after["places"]])
        [moved] = [item for item in after["items"] if item["kind"] == "move" and item["start"] == move["start"]]
        self.assertEqual({section["activity"] for section in moved["sections"]}, {wanted})
        self.assertEqual(len(after["items"]), len(before["items"]) + 1)
        listed = self.ask("days/corrections")["corrections"]
        self.assertEqual([one["number"] for one in listed], [one["number"] for one in made])
        for one in made:
            self.ask("days/withdraw", {"number": one["number"]})
        self.assertEqual(self.day()["items"], before["items"])
        # The words that the page shows make the same correction.
        for one in made:
            subprocess.run(
                one["command"].replace("gaitway", GAITWAY, 1), shell=True, check=True, cwd=self.folder,
                capture_output=True)
        self.assertEqual(self.day()["items"], after["items"])

    def test_visits_are_joined_and_what_is_forgotten_is_said_first(self):
        self.add_days()
        self.serve()
        before = self.day()
        first, second = self.visits()[:2]
        span = {"from": self.moment(first["start"]), "to": self.moment(second["end"])}
        self.ask("days/correct", {"kind": "visit", **span})
        self.assertEqual(len(self.visits()), len([one for one in before["items"] if one["kind"] == "visit"]) - 1)
        day = {"from": "2026-05-02T00:00:00Z", "to": "2026-05-03T00:00:00Z"}
        trial = self.ask("days/forget", {**day, "trial": True})
        self.assertEqual(trial["fixes"], 1440)
        self.assertEqual(self.ask("days/forget", day)["fixes"], 1440)
        self.assertEqual(self.ask("days/forget", {**day, "trial": True})["fixes"], 0)
        self.ask("days/forget", {}, status=400)

    def modes(self):
        return {section["activity"] for item in self.day()["items"] for section in item.get("sections", [])}

    def test_what_a_person_never_does_is_not_told(self):
        self.add_days()
        self.serve()
        self.assertEqual(self.ask("days/modes"), {"never": []})
        self.assertIn("cycling", self.modes())
        revision = self.ask("state")["revision"]
        self.assertEqual(self.ask("days/modes", {"never": ["cycling", "running"]}), {"never": ["running", "cycling"]})
        self.assertNotEqual(self.ask(f"changes?after={revision}")["revision"], revision)
        self.assertNotIn("cycling", self.modes())
        policy = self.folder / "timeline.json"
        self.assertEqual(json.loads(policy.read_text())["modes"], ["walking", "automotive"])
        # It holds for days that come later, and after a restart.
        self.server.stop()
        self.serve()
        self.assertEqual(self.ask("days/modes"), {"never": ["running", "cycling"]})
        self.assertNotIn("cycling", self.modes())
        for wrong in [{}, {"never": "running"}, {"never": ["walking"]}, {"never": [1]}]:
            self.ask("days/modes", wrong, status=400)
        # What else the policy says stays; without anything to say there is no file.
        policy.write_text(json.dumps({"gaitway": "timeline-policy", "version": 1, "visit_radius": 80}))
        self.ask("days/modes", {"never": ["running"]})
        self.assertEqual(json.loads(policy.read_text())["visit_radius"], 80)
        policy.write_text(json.dumps({"gaitway": "timeline-policy", "version": 1}))
        self.ask("days/modes", {"never": []})
        self.assertFalse(policy.exists())
        self.assertIn("cycling", self.modes())
        policy.write_text("no policy")
        self.assertIn("timeline.json", str(self.ask("days/modes", status=400)))
        self.ask("days/modes", {"never": []}, status=400)
        self.assertEqual(policy.read_text(), "no policy")

    def test_wrong_requests_and_a_workspace_that_is_only_shown(self):
        self.add_days(1)
        self.serve()
        two = b'{"kind":"split","at":"2026-05-01T12:00:00Z"},{"kind":"split","at":"2026-05-01T13:00:00Z"}'
        for body in [b"", b"{", b"[]", b'{"kind":"split"}', two]:
            self.ask("days/correct", body, status=400)
        self.ask("days/withdraw", {"number": "one"}, status=400)
        self.assertEqual(self.ask("days/corrections")["corrections"], [])
        code, _ = self.server.get("/api/days/calendar", None, {})
        self.assertEqual(code, 401)
        self.serve("--read-only")
        self.ask("days/correct", {"kind": "split", "at": "2026-05-01T12:00:00Z"}, status=403)
        self.ask("days/forget", {"from": "2026-05-01T00:00:00Z", "to": "2026-05-02T00:00:00Z"}, status=403)
        self.assertEqual(len(self.day("2026-05-01")["days"]), 1)


if __name__ == "__main__":
    unittest.main()
