# SPDX-License-Identifier: Apache-2.0
"""A workspace whose files are damaged, one at a time: the server starts, every room answers, and the one that needs the
file says which, where and what to do. Beside it: what many changes cost, and what a busy server still does."""

import concurrent.futures
import json
import signal
import statistics
import subprocess
import threading
import time
import unittest
import urllib.parse

from life import add_life
from test_live import GAITWAY
from test_workspace import TOKEN, WorkspaceTest

WALK = "labelled/ann-walking.csv"

ROOMS = [
    "state", "rides", "next", "map", "models", "alerts", "days/calendar", "days/doubts", "days/zones", "days/places",
    "days/years", "days/corrections", "ride?labels&ride=ann-walking.csv",
]

DAMAGE = {
    "truncated": b'{"type":"FeatureCollection","fea',
    "no UTF-8": b'{"\xff\xfe":1}\n',
    "another shape": b'[[1],{"a":"b"}]\n',
    "a huge number": b'{"size":1e300,"state":"ready","x":1e300,"kind":1e300,"features":1e300,"model":[1e300]}\n',
    "empty": b"",
}

# Each file, the room that needs it, and the damages that it takes without harm.
FILES = [
    ("places.geojson", "alerts", []),
    ("policies/calm.json", "alerts", []),
    ("models/mine.json", "models", []),
    (".gaitway/evaluations/mine.json", "models", []),
    (".gaitway/map.json", "map", []),
    ("manifest.csv", "state", ["empty"]),
    ("privacy.geojson", "days/zones", []),
    (".gaitway/history.json", "state", ["empty"]),
    (".gaitway/rides.ndjson", "state", ["empty"]),
    (".gaitway/settings.json", "state", ["empty", "a huge number"]),
    (".gaitway/job.json", "state", []),
    ("life.gaitway", "days/calendar", ["empty"]),
]


class DamageTest(WorkspaceTest):
    def ask_all(self, damaged, kind):
        """The answers of all rooms; only those about days fail, if their store is damaged: an empty one has no days."""
        answers = {}
        for room in ROOMS:
            code, body = self.server.get("/api/" + room, None, {"Authorization": "Bearer " + TOKEN})
            # Valid JSON, whatever the file holds.
            answers[room] = json.loads(body)
            fails = damaged == "life.gaitway" and kind != "empty" and room.startswith("days/") and room != "days/zones"
            self.assertEqual(code, 400 if fails else 200, f"{room} with {damaged}: {body[:300]}")
        return answers

    def test_one_damaged_file_breaks_one_thing(self):
        self.fill(WALK)
        self.serve()
        self.rides(1)
        self.server.stop()
        for path, room, harmless in FILES:
            for kind, damage in DAMAGE.items():
                with self.subTest(path=path, kind=kind):
                    file = self.folder / path
                    file.parent.mkdir(parents=True, exist_ok=True)
                    before = file.read_bytes() if file.exists() else None
                    file.write_bytes(damage)
                    if path == ".gaitway/evaluations/mine.json":
                        (self.folder / "models/mine.json").write_text("{}")
                    self.serve()
                    said = self.ask_all(path, kind)[room]
                    self.server.stop()
                    # Only the command to copy names the folder, as it was given.
                    self.assertNotIn(str(self.folder), json.dumps(said | {"command": None}))
                    if kind not in harmless:
                        faults = said.get("problems") or [said]
                        if path == "manifest.csv":
                            self.assertTrue(said["manifest"]["problem"])
                        elif path == "models/mine.json":
                            self.assertTrue(said["models"][1]["problem"])
                        else:
                            fault = next(fault for fault in faults if path in fault.get("place", ""))
                            self.assertTrue(fault["problem"] and fault["remedy"], fault)
                    if path == "models/mine.json" or path.endswith("evaluations/mine.json"):
                        (self.folder / "models/mine.json").unlink()
                    file.unlink(missing_ok=True)
                    if before is not None:
                        file.write_bytes(before)

    def test_a_model_in_use_that_is_damaged_gives_way_to_the_built_in_one(self):
        self.fill(WALK)
        self.serve()
        (self.folder / "models/mine.json").write_text('{"gaitway": tru')
        (self.folder / ".gaitway/settings.json").write_text('{"model":"models/mine.json"}')
        self.serve()
        state = self.ask("state")
        self.assertIsNone(state["model"]["file"])
        self.assertIn("models/mine.json", state["problems"][0]["place"])
        self.assertTrue(self.rides(1)["ann-walking.csv"]["answer"])

    def test_a_damaged_file_is_not_overwritten(self):
        self.serve()
        for path, request in [("places.geojson", "places"), ("privacy.geojson", "days/zones")]:
            (self.folder / path).write_text('{"type":')
            empty = {"type": "FeatureCollection", "features": []}
            self.ask(request, {"places": empty, "zones": [], "hash": None}, 400)
            self.ask(request, {"places": empty, "zones": [], "hash": ""}, 400)
            self.assertEqual((self.folder / path).read_text(), '{"type":')


class CostTest(WorkspaceTest):
    def spans(self, count, offset=0):
        words = ["walking", "running", "cycling"]
        return [[round(k * 0.002, 3), round(k * 0.002 + 0.001, 3), words[(k + offset) % 3]] for k in range(count)]

    def test_labels_cost_what_they_are(self):
        costs = []
        for count in (2000, 16000):
            self.folder = self.folder.parent / str(count)
            self.fill(WALK)
            self.serve()
            self.rides(1)
            before = self.cpu()
            self.ask("labels", {"spans": {"ann-walking.csv": self.spans(count)}})
            costs.append(self.cpu() - before)
            # A click more costs the history no more than what it changes.
            history = self.folder / ".gaitway/history.json"
            size = history.stat().st_size
            self.label("ann-walking.csv", {"kind": "put", "from": 1, "to": 1.01, "activity": "none"})
            self.assertLess(history.stat().st_size - size, 2000)
        # Eight times as many: 64 times the cost if it grew as the square.
        self.assertLess(costs[1], 24 * max(costs[0], 0.02))
        self.serve()
        self.ask("undo", {})
        self.ask("undo", {})
        self.assertEqual(self.rides(1)["ann-walking.csv"]["labels"], [])

    def test_others_are_served_while_many_labels_are_written_and_the_server_ends(self):
        self.fill(WALK)
        self.serve()
        self.rides(1)
        done = threading.Event()
        worst = []

        def watch():
            while not done.is_set():
                start = time.monotonic()
                self.ask("state")
                worst.append(time.monotonic() - start)
        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            self.ask("labels", {"spans": {"ann-walking.csv": self.spans(15000)}})
        finally:
            done.set()
            watcher.join()
        self.assertGreater(len(worst), 3)
        self.assertLess(max(worst), 2)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            body = {"spans": {"ann-walking.csv": self.spans(15000, 1)}}
            asked = pool.submit(lambda: self.server.get(
                "/api/labels", json.dumps(body).encode(), {"Authorization": "Bearer " + TOKEN}))
            for _ in range(4):
                pool.submit(lambda: self.server.get(
                    "/api/ride?ride=ann-walking.csv", None, {"Authorization": "Bearer " + TOKEN}))
            time.sleep(0.2)
            start = time.monotonic()
            self.server.process.send_signal(signal.SIGTERM)
            self.server.process.wait(10)
            self.assertLess(time.monotonic() - start, 3)
            asked.exception()
        # The manifest is whole, with the old labels or the new ones.
        self.serve()
        self.assertIsNone(self.ask("state")["manifest"]["problem"])
        self.assertEqual(len(self.rides(1)["ann-walking.csv"]["labels"]), 15000)

    def test_a_phone_does_not_wait_for_pages_of_rides(self):
        self.fill(WALK)
        self.serve()
        self.rides(1)
        headers = {"Authorization": "Bearer " + TOKEN}
        answered = threading.Event()
        pages = []

        def read():
            while not answered.is_set():
                start = time.monotonic()
                status, _ = self.server.get("/api/ride?ride=ann-walking.csv", None, headers, 120)
                self.assertEqual(status, 200)
                pages.append(time.monotonic() - start)

        def post(number):
            start = time.monotonic()
            path = f"/track/osmand?lat=47.1&lon=8.5&timestamp={int(time.time()) + number}&token={TOKEN}"
            self.assertEqual(self.server.get(path)[0], 200)
            return time.monotonic() - start
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            readers = [pool.submit(read) for _ in range(16)]
            try:
                while not pages and not any(reader.done() for reader in readers):
                    time.sleep(0.01)
                posts = [post(number) for number in range(9)]
            finally:
                answered.set()
            for reader in readers:
                reader.result()
        # A post that stood in line behind sixteen pages would take as long as a page, which stands there, too.
        self.assertLess(statistics.median(posts), statistics.median(pages) / 2, (posts, pages))


class CopiedTest(WorkspaceTest):
    def test_a_copied_command_runs_nothing_else(self):
        self.fill(WALK)
        self.serve()
        name = "$(touch x); y/a 'b.csv"
        target = self.folder / "rides" / name
        target.parent.mkdir()
        (self.folder / "rides/ann-walking.csv").rename(target)
        self.serve()
        self.rides(1)
        page = self.ask("ride?ride=" + urllib.parse.quote(name)).decode()
        command = page.split("<pre><code>")[1].split("</code>")[0]
        for entity, text in [("&#39;", "'"), ("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]:
            command = command.replace(entity, text)
        self.assertTrue(command.startswith("gaitway classify "), command)
        script = 'gaitway() { "' + GAITWAY + '" "$@"; }\n' + command
        ran = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertFalse(list(self.folder.rglob("x")))
        self.assertTrue((self.folder / "page.html").exists())
        job = self.ask("train", {"kind": "train", "name": "a'b", "where": ["user=$(touch x); y"]})["job"]
        subprocess.run(
            ["bash", "-c", "gaitway() { :; }\n" + job["command"]], cwd=self.folder, capture_output=True, check=True)
        self.assertFalse(list(self.folder.rglob("x")))

    def test_a_year_is_written_in_one_way(self):
        self.folder.mkdir(parents=True)
        add_life(self.folder)
        self.serve()
        year = str(self.ask("days/years")["year"])
        self.assertEqual(self.ask("days/years?year=" + year)["year"], int(year))
        for text in ["0" + year, "%2B" + year, year + ".0", " " + year, ""]:
            self.ask("days/years?year=" + urllib.parse.quote(text, safe="%"), status=404)


if __name__ == "__main__":
    unittest.main()
