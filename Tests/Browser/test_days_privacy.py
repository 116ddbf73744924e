# SPDX-License-Identifier: Apache-2.0
"""What leaves a workspace's days, and what does not."""

import json
import subprocess
import unittest

from test_days import DaysWorkspaceTest
from test_live import GAITWAY, Server
from test_workspace import TOKEN

BEARER = {"Authorization": "Bearer " + TOKEN}
FORMATS = ["html", "gpx", "geojson", "kml", "csv", "json", "moves"]


class DaysPrivacyTest(DaysWorkspaceTest):
    """Home is at 52.5° north, work 9 km north of it."""

    HOME = {"latitude": 52.5, "longitude": 13.25, "radius": 300}

    def file(self, form, date="2026-05-02"):
        return self.server.get(f"/api/days/export?date={date}&format={form}", None, BEARER)

    def hide_home(self):
        before = self.ask("days/zones")
        self.assertEqual(before["zones"], [])
        after = self.ask("days/zones", {"hash": before["hash"], "zones": [self.HOME]})
        self.assertEqual(after["zones"], [self.HOME])
        return after

    def test_zones_are_cut_from_files_of_a_day(self):
        self.add_days()
        self.serve()
        whole = {form: self.file(form) for form in FORMATS}
        for form, (code, body) in whole.items():
            self.assertEqual(code, 200, form)
            self.assertGreater(len(body), 100, form)
        self.hide_home()
        for form in ["gpx", "kml", "csv"]:
            code, body = self.file(form)
            self.assertEqual(code, 200)
            self.assertIn(b"52.50", whole[form][1])
            self.assertNotIn(b"52.500", body, form)
        # The command with the same file gives the same.
        made = subprocess.run(
            [GAITWAY, "trips", "--store", "life.gaitway", "--day", "2026-05-02", "--privacy-zones", "privacy.geojson",
             "--format", "gpx"], cwd=self.folder, check=True, capture_output=True).stdout
        self.assertEqual(made, self.file("gpx")[1])
        # A file of zones that cannot be read shows nothing.
        (self.folder / "privacy.geojson").write_text("no zones")
        for form in FORMATS:
            self.assertEqual(self.file(form)[0], 400, form)

    def test_wrong_zones_are_refused(self):
        self.add_days(1)
        self.serve()
        known = self.hide_home()
        for zone in [{}, {"latitude": 91, "longitude": 0, "radius": 100}, {"latitude": 0, "longitude": 0, "radius": 0},
                     {"latitude": 0, "longitude": 0, "radius": 20001}, {"latitude": "x", "longitude": 0, "radius": 9}]:
            self.ask("days/zones", {"hash": known["hash"], "zones": [zone]}, status=400)
        self.ask("days/zones", {"zones": []}, status=409)
        self.ask("days/zones", {"hash": "other", "zones": []}, status=409)
        self.assertEqual(self.ask("days/zones"), known)
        # Others wait for a change.
        revision = self.ask("state")["revision"]
        self.ask("days/zones", {"hash": known["hash"], "zones": []})
        self.assertNotEqual(self.ask(f"changes?after={revision}")["revision"], revision)
        self.assertEqual(self.file("table")[0], 400)
        self.assertEqual(self.file("gpx", "2031-01-01")[0], 400)
        self.serve("--read-only")
        self.ask("days/zones", {"hash": "", "zones": []}, status=403)

    def test_one_day_is_shared_and_nothing_else(self):
        self.add_days()
        self.serve()
        self.hide_home()
        self.server.stop()
        self.server = Server(self.folder, "--token", TOKEN, "--read-only", "--share", "2026-05-02")
        self.assertEqual(self.server.get("/", None, {})[0], 401)
        code, body = self.server.get("/", None, BEARER)
        self.assertEqual(code, 200)
        self.assertIn(b"2 May 2026", body)
        self.assertNotIn(b"3 May 2026", body)
        # Work has its place, home has none.
        self.assertIn(b'"latitude":52.58', body)
        self.assertNotIn(b'"latitude":52.50', body)
        for path in ["/sessions", "/push", "/samples", "/api/state", "/api/days/day?date=2026-05-01",
                     "/track/owntracks", "/api/days/export?date=2026-05-02", "/sessions/1/stream"]:
            self.assertEqual(self.server.get(path, None, BEARER)[0], 404, path)
            self.assertEqual(self.server.get(path, json.dumps({}).encode(), BEARER)[0], 404, path)

    def test_a_day_that_cannot_be_shared(self):
        self.add_days(1)
        for arguments, words in [
            (["--share", "2026-05-01"], "--read-only"),
            (["--read-only", "--share", "2031-01-01"], "nothing on 2031-01-01"),
            (["--read-only", "--share", "someday"], "someday"),
        ]:
            found = subprocess.run(
                [GAITWAY, "serve", self.folder, *arguments], check=False, capture_output=True, text=True, timeout=20)
            self.assertNotEqual(found.returncode, 0)
            self.assertIn(words, found.stderr)


if __name__ == "__main__":
    unittest.main()
