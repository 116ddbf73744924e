# SPDX-License-Identifier: Apache-2.0
"""A workspace that meets what it should not: each gives a clear answer with place and remedy, and nothing is lost."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest
import urllib.parse
import zipfile

from browser import BrowserTest
from test_live import GAITWAY, RIDES
from test_workspace import TOKEN, WorkspaceTest

WALK = "labelled/ann-walking.csv"
RIDE = "labelled/ben-cycling.csv"


class RubbishTest(WorkspaceTest):
    """What both kinds of tests below need."""

    def assert_refusal(self, answer, *words):
        """The answer says what is wrong and what to do; with `words`, it says them."""
        self.assertTrue(answer["problem"])
        self.assertTrue(answer["remedy"], answer)
        for word in words:
            self.assertIn(word, " ".join(filter(None, [answer["place"], answer["problem"], answer["remedy"]])))

    @contextlib.contextmanager
    def disk(self, options):
        """The workspace's folder as a file system of its own in memory, as only root can make one."""
        if os.geteuid() != 0:
            self.skipTest("only root can mount a file system")
        self.folder.mkdir(parents=True, exist_ok=True)
        made = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", options, "tmpfs", self.folder], capture_output=True, text=True, check=False)
        if made.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {made.stderr.strip()}")
        try:
            yield
        finally:
            if self.server is not None:
                self.server.stop(signal.SIGKILL)
            subprocess.run(["umount", "-l", self.folder], check=True)

    def start_fails(self, *arguments):
        """What a server says that cannot start."""
        result = subprocess.run(
            [GAITWAY, "serve", self.folder, "--port", "0", "--token", TOKEN, *arguments],
            capture_output=True, text=True, timeout=30, check=False)
        self.assertIn(result.returncode, (1, 3), result.stderr)
        return result.stderr

    def files(self):
        """What the workspace's files hold, without the server's own notes."""
        return {
            str(path.relative_to(self.folder)): path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and ".gaitway" not in path.parts
        }


class DiskTest(RubbishTest):
    def test_a_file_system_that_may_only_be_read(self):
        with self.disk("size=8m"):
            self.fill(WALK)
            (self.folder / "manifest.csv").write_text("recording,activity\nrides/ann-walking.csv,walking\n")
            before = self.files()
            subprocess.run(["mount", "-o", "remount,ro", self.folder], check=True)
            said = self.start_fails()
            self.assertIn(str(self.folder), said)
            self.assertIn("write to a folder that is yours", said)
            self.serve("--read-only")
            self.assertEqual(self.rides(1)["ann-walking.csv"]["labels"][0][2], "walking")
            for path, body in [
                ("labels", {"rides": ["ann-walking.csv"], "change": {"kind": "all", "activity": "none"}}),
                ("about", {"rides": ["ann-walking.csv"], "user": "ann"}), ("undo", {}), ("redo", {}),
                ("train", {"kind": "train", "name": "mine"}), ("use", {"model": None}),
                ("policy", {"name": "calm", "policy": {}}),
                ("places", {"places": {"type": "FeatureCollection", "features": []}, "hash": None}),
                ("upload?name=a.csv&offset=0&total=1", b"x"), ("stop", {}),
            ]:
                self.assert_refusal(self.ask(path, body, 403), "--read-only")
            self.assertEqual(self.files(), before)

    def test_a_full_disk(self):
        with self.disk("size=4m"):
            self.fill(WALK, RIDE)
            self.serve()
            self.rides(2)
            self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})
            before = self.files()
            with open(self.folder / "filler", "wb", buffering=0) as filler, contextlib.suppress(OSError):
                while True:
                    filler.write(bytes(1 << 12))
            full = self.label("ben-cycling.csv", {"kind": "all", "activity": "cycling"}, 503)
            self.assert_refusal(full, "manifest.csv", "space")
            self.assertNotIn(str(self.folder), json.dumps(full))
            self.assert_refusal(self.ask("upload?name=a.csv&offset=0&total=9000", bytes(9000), 503), "space")
            self.assert_refusal(self.ask("policy", {"name": "calm", "policy": {}}, 503), "space")
            job = self.ask("train", {"kind": "adapt", "name": "mine", "where": []})["job"]
            self.assertEqual(job["state"], "running")
            self.assertEqual(self.job()["state"], "failed")
            (self.folder / "filler").unlink()
            self.assertEqual(self.files(), before)
            self.assertEqual(self.rides(2)["ben-cycling.csv"]["labels"], [])
            # With room again, the same changes are made.
            self.label("ben-cycling.csv", {"kind": "all", "activity": "cycling"})
            self.ask("upload?name=a.csv&offset=0&total=9000", bytes(9000))
            self.serve()
            self.assertEqual(self.rides(2)["ben-cycling.csv"]["labels"][0][2], "cycling")


class ForeignTest(RubbishTest):
    def test_manifests_of_other_tools(self):
        self.fill(WALK)
        for text in [
            "path,label,split\nann-walking.csv,3,train\n",
            '{"files": [{"path": "ann-walking.csv", "label": "walking"}]}',
            "recording,activity\nrides/ann-walking.csv\n",
            "recording,activity,activity\nrides/ann-walking.csv,walking,none\n",
            "recording,activity\nrides/ann-walking.csv,\u00e7a va\n",
            "\x00\x01\x02",
        ]:
            with self.subTest(text):
                (self.folder / "manifest.csv").write_text(text)
                self.serve()
                self.assertEqual(self.rides(1)["ann-walking.csv"]["state"], "read")
                self.assertIn("manifest.csv", self.ask("state")["manifest"]["problem"])
                refusal = self.label("ann-walking.csv", {"kind": "all", "activity": "walking"}, 400)
                self.assert_refusal(refusal, "manifest.csv")
                self.assert_refusal(self.ask("undo", {}, 400), "manifest.csv")
                self.assertEqual((self.folder / "manifest.csv").read_text(), text)
        # A file that is mended is used without a new start.
        (self.folder / "manifest.csv").write_text("recording,activity,split\nrides/ann-walking.csv,walking,train\n")
        self.label("ann-walking.csv", {"kind": "put", "from": 0, "to": 5, "activity": "none"})
        self.assertIsNone(self.ask("state")["manifest"]["problem"])
        self.assertIn("train", (self.folder / "manifest.csv").read_text())

    def test_ten_thousand_files_that_are_not_logs(self):
        # Eight times as many: 64 times the cost if it grew as the square.
        costs = [self.cost_of_files_that_are_not_logs(count) for count in (1250, 10_000)]
        self.assertLess(costs[1], 24 * max(costs[0], 0.1))

    def cost_of_files_that_are_not_logs(self, count):
        self.folder = self.folder.parent / str(count)
        self.fill(WALK)
        content = {"jpg": b"\xff\xd8", "csv": b"name,price\nbread,2\n", "json": b"{}", "zip": b"PK\x05\x06" + bytes(18)}
        for number in range(count):
            ending = ["jpg", "pdf", "txt", "csv", "json", "zip", "mp4", "docx"][number % 8]
            path = self.folder / "rides" / str(number % 100) / f"{number}.{ending}"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content.get(ending, b"nothing of ours"))
        self.serve()
        rides = self.rides(1)
        cost = self.cpu()
        self.assertEqual([name for name, ride in rides.items() if ride["state"] == "read"], ["ann-walking.csv"])
        for name, ride in rides.items():
            if name != "ann-walking.csv":
                self.assertTrue(ride["problem"], name)
        self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})
        self.assertEqual(sum(path.is_file() for path in (self.folder / "rides").rglob("*")), count + 1)
        return cost

    def test_names_that_attack(self):
        script = "<script>alert(1)<script>.csv"
        self.fill(WALK)
        (self.folder / "rides" / script).write_bytes((RIDES / WALK).read_bytes())
        outside = self.folder.parent / "outside.csv"
        outside.write_text("untouched")
        self.serve()
        self.assertEqual(set(self.rides(2)), {"ann-walking.csv", script})
        self.label(script, {"kind": "all", "activity": "walking"})
        self.ask("about", {"rides": [script], "user": "</script><script>alert(2)</script>", "notes": "\"><img src=x>"})
        page = self.ask("ride?ride=" + urllib.parse.quote(script)).decode()
        self.assertNotIn("<script>alert", page)
        self.assertNotIn("<img src=x", page)
        for path in ["../outside.csv", "../../etc/passwd", "..", ".", "", "/etc/passwd", "a/../../outside.csv", "a\0b"]:
            with self.subTest(path):
                self.assert_refusal(self.label(path, {"kind": "all", "activity": "walking"}, 404))
                self.assert_refusal(self.ask("ride?ride=" + urllib.parse.quote(path), status=404))
                self.assert_refusal(self.ask("evaluation?name=" + urllib.parse.quote(path), status=400))
                for folder in ["rides/", "models/", "policies/", ""]:
                    code, _ = self.server.get("/api/file?path=" + urllib.parse.quote(folder + path),
                                              headers={"Authorization": "Bearer " + TOKEN})
                    self.assertIn(code, (400, 404))
                self.ask("use", {"model": "models/" + path}, 404)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for name in ["../../outside.csv", "/tmp/outside.csv", "<img src=x onerror=alert(3)>.csv"]:
                archive.writestr(name, (RIDES / WALK).read_bytes())
        data = packed.getvalue()
        for name in ["../../outside.zip", "..", "<b>.zip"]:
            query = urllib.parse.urlencode({"name": name, "offset": 0, "total": len(data)})
            self.ask("upload?" + query, data)
        self.ask("policy", {"name": "../../outside", "policy": {}})
        self.assertEqual(outside.read_text(), "untouched")
        self.assertEqual({path.name for path in self.folder.parent.iterdir()}, {"outside.csv", self.folder.name})


class VanishingTest(RubbishTest):
    def test_two_servers(self):
        self.fill(WALK)
        self.serve()
        self.rides(1)
        said = self.start_fails()
        self.assertIn(str(self.folder), said)
        self.assertIn("end that server first", said)
        # The first goes on, and a second that only shows the workspace sees what it changes.
        self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})
        first, self.server = self.server, None
        self.addCleanup(lambda: first.process.poll() is None and first.stop(signal.SIGKILL))
        self.serve("--read-only")
        self.assertEqual(self.rides(1)["ann-walking.csv"]["labels"][0][2], "walking")
        first.get(
            "/api/labels", json.dumps(
                {"rides": ["ann-walking.csv"], "change": {"kind": "all", "activity": "running"}}).encode(),
            {"Authorization": "Bearer " + TOKEN})
        self.wait_for(lambda: self.rides(1)["ann-walking.csv"]["labels"][0][2] == "running")

    def test_a_training_whose_rides_vanish(self):
        names = [path.name for path in sorted((RIDES / "labelled").glob("*-*.csv"))]
        self.fill(*["labelled/" + name for name in names])
        manifest = "recording,activity,user\n" + "".join(
            f"rides/{name},{name.removesuffix('.csv').split('-')[1]},{name.split('-')[0]}\n" for name in names)
        (self.folder / "manifest.csv").write_text(manifest)
        self.serve()
        self.rides(len(names))
        # One ride is gone: the job names it and goes on.
        (self.folder / "rides" / names[0]).rename(self.folder / names[0])
        self.ask("train", {"name": "mine", "kind": "train", "where": []})
        job = self.job()
        self.assertIn(names[0], json.dumps([job["problem"], job["notes"]]))
        # All are gone in the middle: the job fails and says why; labels and the earlier model stay.
        models = {path.name: path.read_bytes() for path in (self.folder / "models").iterdir()}
        self.ask("train", {"name": "mine", "kind": "train", "where": []})
        (self.folder / "rides").rename(self.folder / "elsewhere")
        job = self.job()
        self.assertIn(job["state"], ("failed", "done"))
        if job["state"] == "failed":
            self.assertIn("manifest.csv", job["problem"])
        self.ask("train", {"name": "mine", "kind": "train", "where": []})
        job = self.job()
        self.assertEqual(job["state"], "failed")
        self.assertIn("manifest.csv", job["problem"])
        self.assertEqual((self.folder / "manifest.csv").read_text(), manifest)
        if models:
            self.assertIn("mine.json", {path.name for path in (self.folder / "models").iterdir()})
        (self.folder / "elsewhere").rename(self.folder / "rides")
        self.rides(len(names) - 1)


class RubbishPageTest(BrowserTest, RubbishTest):
    """What needs a page."""

    def open_room(self, room):
        self.open(self.server.address(f"/?token={TOKEN}#{room}"))
        self.wait_for(lambda: self.run_script("return typeof workspace === 'object' && workspace.state !== null"))

    def test_a_ride_that_is_deleted_while_its_page_is_open(self):
        self.fill(WALK, RIDE)
        self.serve()
        self.rides(2)
        self.label("ann-walking.csv", {"kind": "put", "from": 0, "to": 5, "activity": "walking"})
        before = (self.folder / "manifest.csv").read_bytes()
        self.open_room("rides")
        self.open(self.server.address("/api/ride?ride=ann-walking.csv"))
        self.wait_for(lambda: self.run_script("return pageData.labels.length === 1"))
        shutil.move(self.folder / "rides/ann-walking.csv", self.folder / "kept.csv")
        said = "return document.querySelector('.label-said').textContent"
        self.wait_for(lambda: "gone" in self.run_script(said))
        # A label that is drawn on it all the same is refused in words, and the file stays.
        self.run_script("rideAxis.point(5)")
        self.actions().send_keys("m").perform()
        self.run_script("rideAxis.point(10)")
        self.actions().send_keys("m", "2").perform()
        time.sleep(0.3)
        self.assertTrue(self.run_script(said))
        self.assertEqual((self.folder / "manifest.csv").read_bytes(), before)
        # The ride comes back with its label.
        shutil.move(self.folder / "kept.csv", self.folder / "rides/ann-walking.csv")
        self.assertEqual(self.rides(2)["ann-walking.csv"]["labels"], [[0, 5, "walking"]])

    def test_a_page_of_another_server_asks_to_be_loaded_again(self):
        self.fill(WALK)
        self.serve()
        self.open_room("rides")
        newer = "return !workspaceShell.newer.hidden && workspaceShell.newer.textContent"
        self.assertFalse(self.run_script(newer))
        # The page as yesterday's server would have sent it, before it learns of any change.
        self.run_script("pageData.program = 'yesterday'; workspace.refresh()")
        self.assertIn("newer page", self.wait_for(lambda: self.run_script(newer)))
        self.assert_looks_right()
        self.find(".shell-line[role=status] button").click()
        self.wait_for(lambda: self.run_script(
            "return typeof workspace === 'object' && workspace.state?.program === pageData.program"))
        self.assertFalse(self.run_script(newer))
        self.assertIn("#rides", self.driver.current_url)

    def test_names_of_scripts_are_shown_as_letters(self):
        name = "<img src=x onerror=document.title='broken'>.csv"
        self.fill(WALK)
        (self.folder / "rides" / name).write_bytes((RIDES / WALK).read_bytes())
        (self.folder / "rides/<script>.csv").write_text("rubbish")
        self.serve()
        self.rides(3)
        self.ask("about", {"rides": [name], "user": "<b>ann</b>", "notes": "</script>"})
        self.label(name, {"kind": "all", "activity": "walking"})
        for room in ["rides", "rides/next", "models", "alerts", "phones"]:
            self.open_room(room)
            self.settle()
            self.assertEqual(self.find_all("main script, img, main b b"), [])
        self.open(self.server.address("/api/ride?ride=" + urllib.parse.quote(name)))
        self.assertIn("onerror", self.find("h1").text)
        self.assert_quiet_console()


if __name__ == "__main__":
    unittest.main(verbosity=2)
