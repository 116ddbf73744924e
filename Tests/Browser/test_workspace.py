# SPDX-License-Identifier: Apache-2.0
"""The workspace by its protocol, without a browser: labels, files, jobs, policies, and what must not happen."""

import concurrent.futures
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import zipfile

from test_live import GAITWAY, RIDES, Server, messages, sensor_logger_entries

TOKEN = "a-token-of-the-tests"


class WorkspaceTest(unittest.TestCase):
    """A folder with sample rides, and a server that is started again at will."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gaitway-workspace-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "walks"
        self.server = None
        self.addCleanup(lambda: self.server and self.server.process.poll() is None and self.server.stop(signal.SIGKILL))

    def serve(self, *arguments):
        if self.server is not None and self.server.process.poll() is None:
            self.server.stop()
        self.server = Server(self.folder, "--token", TOKEN, *arguments)

    def ask(self, path, body=None, status=200, **headers):
        """What the server answers, whose status was checked."""
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        code, answer = self.server.get("/api/" + path, data, {"Authorization": "Bearer " + TOKEN, **headers})
        self.assertEqual(code, status, answer[:500])
        return json.loads(answer) if answer[:1] in (b"{", b"[") else answer

    def wait_for(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not (found := condition()):
            self.assertLess(time.monotonic(), end, "it does not come")
            time.sleep(0.1)
        return found

    def rides(self, count=None):
        """The rides, once `count` of them are read."""
        def read():
            rides = self.ask("rides")["rides"]
            waits = any(ride["state"] == "waiting" for ride in rides) or len(rides) < (count or 0)
            return None if waits else rides
        return {ride["ride"]: ride for ride in self.wait_for(read)}

    def cpu(self):
        """The seconds of processor time that the server has taken."""
        with open(f"/proc/{self.server.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def fill(self, *names):
        """Copies sample rides into the workspace."""
        for name in names:
            source, target = RIDES / name, self.folder / "rides" / pathlib.Path(name).name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)

    def label(self, ride, change, status=200, **more):
        return self.ask("labels", {"rides": [ride], "change": change, **more}, status)

    def job(self):
        """The job, once it ended."""
        return self.wait_for(lambda: (job := self.ask("state")["job"])["state"] != "running" and job, 120)


class LabelTest(WorkspaceTest):
    def test_labels_go_into_the_manifest_and_come_back(self):
        self.fill("labelled/ann-walking.csv", "labelled/ben-cycling.csv")
        manifest = self.folder / "manifest.csv"
        kept = 'rides/ben-cycling.csv,cycling,"rain, snow",0,20.50'
        manifest.write_text("recording,activity,weather,start_s,end_s\n" + kept + "\n")
        self.serve()
        rides = self.rides(2)
        self.assertEqual(rides["ben-cycling.csv"]["labels"], [[0, 20.5, "cycling"]])
        self.assertIn("w", rides["ann-walking.csv"]["answer"])
        answer = self.label("ann-walking.csv", {"kind": "put", "from": 2, "to": 10, "activity": "walking"})
        self.assertEqual(answer["labels"], {"ann-walking.csv": [[2, 10, "walking"]]})
        self.label("ann-walking.csv", {"kind": "rest", "activity": "none"})
        self.ask("about", {"rides": ["ann-walking.csv"], "user": "<b>ann"})
        self.assertIn(kept, manifest.read_text())
        self.assertIn("<b>ann", manifest.read_text())
        # A restart forgets nothing: neither labels nor what can be taken back.
        self.serve()
        self.assertEqual(self.ask("state")["undo"], "person of ann-walking.csv")
        for _ in range(3):
            self.ask("undo", {})
        self.assertEqual(self.rides(2)["ann-walking.csv"]["labels"], [])
        self.assertIn(kept, manifest.read_text())
        self.ask("redo", {})
        self.assertEqual(self.rides(2)["ann-walking.csv"]["labels"], [[2, 10, "walking"]])
        # Other commands read the file.
        read = subprocess.run([GAITWAY, "manifest", self.folder / "rides"], capture_output=True, check=False)
        self.assertEqual(read.returncode, 0)

    def test_spans_of_several_rides_are_one_change(self):
        self.fill("labelled/ann-walking.csv", "labelled/ben-cycling.csv")
        self.serve()
        self.rides(2)
        spans = {"ann-walking.csv": [[0, 5, "walking"], [5, 10, "running"]], "ben-cycling.csv": [[2, 4, "cycling"]]}
        labels = self.ask("labels", {"spans": spans})["labels"]
        self.assertEqual(labels, spans)
        self.assertEqual(self.ask("labels", {"spans": {"ann-walking.csv": [[0, 10, None]]}})["labels"],
                         {"ann-walking.csv": []})
        self.ask("undo", {})
        self.ask("undo", {})
        self.assertTrue(all(not ride["labels"] for ride in self.rides(2).values()))
        for wrong in [{}, {"ann-walking.csv": [[0, 5]]}, {"ann-walking.csv": [[0, 5, "flying"]]}]:
            self.ask("labels", {"spans": wrong}, 400)
        self.ask("labels", {"spans": {"gone.csv": [[0, 5, "walking"]]}}, 404)

    def test_a_file_that_changed_is_shown_and_not_overwritten(self):
        self.fill("labelled/ann-walking.csv", "labelled/ben-cycling.csv")
        self.serve()
        self.rides(2)
        seen = self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})["manifest"]
        text = (self.folder / "manifest.csv").read_text().replace("walking,", "running,", 1)
        (self.folder / "manifest.csv").write_text(text)
        refusal = self.label("ann-walking.csv", {"kind": "all", "activity": "none"}, 409, manifest=seen)
        self.assertIn("changed", refusal["problem"])
        self.assertEqual((self.folder / "manifest.csv").read_text(), text)
        # Another ride's labels do not stand in its way.
        self.label("ben-cycling.csv", {"kind": "all", "activity": "cycling"}, manifest=seen)
        # Nor may what is gone be taken back.
        self.ask("undo", {})
        self.assertIn("changed", self.ask("undo", {}, 409)["problem"])

    def test_two_pages_see_each_other(self):
        self.fill("labelled/ann-walking.csv")
        self.serve()
        self.rides(1)
        revision = self.ask("state")["revision"]
        with concurrent.futures.ThreadPoolExecutor() as threads:
            waiting = threads.submit(self.ask, f"changes?after={revision}")
            time.sleep(0.3)
            self.assertFalse(waiting.done())
            self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})
            self.assertGreater(waiting.result(timeout=5)["revision"], revision)

    def test_a_manifest_of_another_tool_stays_as_it_is(self):
        self.fill("labelled/ann-walking.csv")
        (self.folder / "manifest.csv").write_text("path;label\nann-walking.csv;3\n")
        self.serve()
        self.rides(1)
        self.assertIn("manifest.csv", self.ask("state")["manifest"]["problem"])
        self.label("ann-walking.csv", {"kind": "all", "activity": "walking"}, 400)
        self.assertEqual((self.folder / "manifest.csv").read_text(), "path;label\nann-walking.csv;3\n")

    def test_rubbish_is_refused(self):
        self.fill("labelled/ann-walking.csv")
        self.serve()
        self.rides(1)
        for change in [{}, {"kind": "fly"}, {"kind": "put", "from": 1, "activity": "walking"},
                       {"kind": "put", "from": 1, "to": 2, "activity": "flying"}, {"kind": "split", "at": 1e300}]:
            self.label("ann-walking.csv", change, 400)
        self.ask("labels", b"{", 400)
        self.ask("labels", b"[" * 100_000, 400)
        self.label("../../etc/passwd", {"kind": "all", "activity": "walking"}, 404)
        self.ask("ride?ride=" + urllib.parse.quote("../manifest.csv"), status=404)
        self.ask("file?path=" + urllib.parse.quote("rides/../../secret"), status=400)
        self.ask("file?path=.gaitway/token", status=404)
        self.assertFalse((self.folder / "manifest.csv").exists())
        # Without the token, and from another site's page, nothing is changed.
        self.assertEqual(self.server.get("/api/undo", b"{}")[0], 401)
        self.ask("undo", {}, 403, Origin="http://evil.example")


class FileTest(WorkspaceTest):
    def upload(self, name, data, piece=1 << 20):
        for offset in range(0, len(data), piece):
            query = urllib.parse.urlencode({"name": name, "offset": offset, "total": len(data)})
            answer = self.ask("upload?" + query, data[offset:offset + piece])
        return answer

    def test_files_are_dropped_in(self):
        self.serve()
        walk = (RIDES / "labelled/ann-walking.csv").read_bytes()
        self.assertEqual(self.upload("ann.csv", walk, 1000)["rides"], ["ann.csv"])
        # A page whose answer was lost sends a file again.
        self.assertEqual(self.upload("ann.csv", walk)["rides"], ["ann.csv"])
        self.assertEqual(self.upload("ann.csv", walk.rsplit(b"\n", 3)[0] + b"\n")["rides"], ["ann-2.csv"])
        self.assertEqual(self.upload("../../<script>.csv", walk)["rides"], ["unnamed/unnamed/-script-.csv"])
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for number in range(200):
                archive.writestr(f"rides/{number:03}.csv", walk)
        self.assertEqual(len(self.upload("many.zip", packed.getvalue())["rides"]), 200)
        broken = self.upload("broken.zip", packed.getvalue()[:5000])
        self.assertEqual(broken["rides"], [])
        self.assertIn("broken.zip", broken["problems"][0])
        rides = self.rides(204)
        self.assertEqual(rides["broken.zip"]["state"], "fault")
        self.assertEqual({ride["state"] for name, ride in rides.items() if name != "broken.zip"}, {"read"})
        page = self.ask("ride?ride=many.zip/rides/007.csv")
        self.assertIn(b"007.csv", page)
        # A piece that does not follow the last one is refused.
        self.ask("upload?name=late.csv&offset=5&total=10", b"12345", 409)
        self.assertFalse((self.folder / "rides/late.csv").exists())

    def test_an_upload_is_taken_back_and_comes_again(self):
        self.serve()
        walk = (RIDES / "labelled/ann-walking.csv").read_bytes()
        self.upload("ann/walk.csv", walk)
        self.rides(1)
        self.label("ann/walk.csv", {"kind": "all", "activity": "walking"})
        self.assertEqual(self.ask("state")["undo"], "labels of ann/walk.csv")
        self.ask("undo", {})
        self.ask("undo", {})
        self.wait_for(lambda: not self.ask("rides")["rides"])
        self.assertFalse((self.folder / "rides/ann/walk.csv").exists())
        # The server that starts next can still bring it back, with its label.
        self.serve()
        self.ask("redo", {})
        self.ask("redo", {})
        self.assertEqual((self.folder / "rides/ann/walk.csv").read_bytes(), walk)
        self.assertEqual(self.rides(1)["ann/walk.csv"]["labels"][0][2], "walking")
        # Another file has its place meanwhile: neither is lost.
        self.ask("undo", {})
        self.ask("undo", {})
        (self.folder / "rides/ann/walk.csv").write_bytes(b"another")
        self.assertIn("walk.csv", self.ask("redo", {}, 409)["problem"])
        self.assertEqual((self.folder / "rides/ann/walk.csv").read_bytes(), b"another")

    def test_what_is_no_log_is_no_ride(self):
        for number in range(2000):
            path = self.folder / "rides" / f"{number % 50}" / f"{number}.jpg"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"\xff\xd8")
        self.fill("labelled/ann-walking.csv")
        (self.folder / "rides/empty.csv").write_bytes(b"")
        (self.folder / "rides/long.csv").write_bytes(b"x" * 1_000_000)
        self.serve()
        rides = self.rides(3)
        self.assertEqual(
            {name: ride["state"] for name, ride in rides.items()},
            {"ann-walking.csv": "read", "empty.csv": "fault", "long.csv": "fault"})

    def test_a_ride_that_goes_away(self):
        self.fill("labelled/ann-walking.csv", "labelled/ben-cycling.csv")
        self.serve()
        self.rides(2)
        (self.folder / "rides/ben-cycling.csv").unlink()
        self.ask("ride?ride=ben-cycling.csv", status=404)
        self.wait_for(lambda: len(self.ask("rides")["rides"]) == 1)

    def test_reading_only(self):
        self.fill("labelled/ann-walking.csv")
        self.serve("--read-only")
        self.rides(1)
        self.assertTrue(self.ask("state")["isReadOnly"])
        self.label("ann-walking.csv", {"kind": "all", "activity": "walking"}, 403)
        self.ask("upload?name=a.csv&offset=0&total=1", b"x", 403)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["rides"])

    def test_two_servers_do_not_share_a_workspace(self):
        self.serve()
        second = subprocess.run(
            [GAITWAY, "serve", self.folder, "--port", "0"], capture_output=True, text=True, timeout=30)
        self.assertNotEqual(second.returncode, 0)
        self.assertIn("another server has this workspace", second.stderr)

    def test_the_token_is_kept(self):
        first = Server(self.folder, "--host", "127.0.0.1")
        first.stop()
        second = Server(self.folder, "--host", "127.0.0.1")
        second.stop()
        self.assertEqual(first.token, second.token)
        self.assertEqual((self.folder / ".gaitway/token").stat().st_mode & 0o777, 0o600)


class PhoneTest(WorkspaceTest):
    def test_buttons_label_while_a_phone_records(self):
        self.serve()
        pushed = messages(sensor_logger_entries(RIDES / "bike"), "bike-1")
        headers = {"Authorization": "Bearer " + TOKEN}

        def push(part):
            for message in part:
                self.assertEqual(self.server.get("/push", json.dumps(message).encode(), headers)[0], 200)

        def session():
            return json.loads(self.server.get("/sessions", headers=headers)[1])[0]

        push(pushed[:1])
        self.assertEqual(session()["arrives"], ["linear", "gravity", "rotation", "pressure"])
        push(pushed[1:60])
        self.ask("press", {"session": "bike-1", "activity": "walking"})
        push(pushed[60:200])
        # A label is kept while it goes on, and all of its growth is taken back at once.
        self.wait_for(lambda: (self.folder / "manifest.csv").exists() and "walking" in
                      (self.folder / "manifest.csv").read_text())
        self.ask("press", {"session": "bike-1", "activity": "cycling"})
        self.ask("press", {"session": "bike-1", "activity": "flying"}, 400)
        self.ask("press", {"session": "other", "activity": "walking"}, 404)
        push(pushed[200:300])
        self.ask("press", {"session": "bike-1", "activity": None})
        push(pushed[300:])
        pressed = session()["labels"]
        self.assertEqual([activity for _, _, activity in pressed], ["walking", "cycling"])
        self.assertEqual(pressed[0][1], pressed[1][0])
        self.wait_for(lambda: (self.folder / "manifest.csv").exists() and "cycling" in
                      (self.folder / "manifest.csv").read_text())
        self.serve()
        labels = self.rides(1)["bike-1"]["labels"]
        for (start, end, activity), (pressed_start, pressed_end, pressed_activity) in zip(labels, pressed):
            self.assertEqual(activity, pressed_activity)
            self.assertAlmostEqual(start, pressed_start, delta=0.06)
            self.assertAlmostEqual(end, pressed_end, delta=0.06)


class ModelTest(WorkspaceTest):
    def fill_people(self):
        names = [path.name for path in sorted((RIDES / "labelled").glob("*-*.csv"))]
        self.fill(*["labelled/" + name for name in names])
        lines = ["recording,activity,user"]
        for name in names:
            person, activity = name.removesuffix(".csv").split("-")
            lines.append(f"rides/{name},{activity},{person}")
        (self.folder / "manifest.csv").write_text("\n".join(lines) + "\n")
        return names

    def test_a_model_is_the_file_that_the_command_makes(self):
        names = self.fill_people()
        self.serve()
        self.rides(len(names))
        self.ask("train", {"name": "mine", "kind": "train", "where": []})
        self.ask("train", {"name": "mine", "kind": "train"}, 503)
        job = self.job()
        self.assertEqual(job["state"], "done", job)
        made = (self.folder / job["model"]).read_bytes()
        (self.folder / job["model"]).unlink()
        command = job["command"].replace("gaitway", GAITWAY, 1)
        subprocess.run(command, shell=True, cwd=self.folder, check=True, capture_output=True)
        self.assertEqual((self.folder / job["model"]).read_bytes(), made)
        models = {model["name"]: model for model in self.ask("models")["models"]}
        rows = {row["model"]: row for row in models["mine"]["comparison"]["rows"]}
        self.assertEqual(set(rows), {"built-in", "adapted", "new"})
        for row in rows.values():
            for cell in row.get("confusion", []):
                self.assertTrue(set(cell["rides"]) <= set(names), cell)
        self.assertIn(b"<html", self.ask("evaluation?name=mine"))
        # The model is used from now on, also by a server that starts again.
        self.ask("use", {"model": "models/mine.json"})
        self.serve()
        self.assertEqual(self.ask("state")["model"], {"name": "mine", "file": "models/mine.json"})
        self.ask("use", {"model": "models/none.json"}, 404)
        self.ask("use", {"model": None})

    def test_a_job_is_stopped_and_survives_a_restart(self):
        names = self.fill_people()
        self.serve()
        self.rides(len(names))
        self.ask("train", {"name": "mine", "kind": "train"})
        self.assertEqual(self.ask("stop", {})["job"]["state"], "stopped")
        self.wait_for(lambda: not (self.folder / ".gaitway/job.json").exists())
        self.assertFalse((self.folder / "models/mine.json").exists())
        self.ask("train", {"name": "mine", "kind": "adapt"})
        self.server.stop(signal.SIGKILL)
        self.serve()
        self.assertEqual(self.job()["state"], "done")
        self.assertTrue((self.folder / "models/mine.json").exists())

    def test_a_job_without_labels_fails_in_words(self):
        self.fill("labelled/ann-walking.csv")
        self.serve()
        self.rides(1)
        self.label("ann-walking.csv", {"kind": "all", "activity": "walking"})
        self.ask("train", {"name": "mine", "kind": "train"})
        job = self.job()
        self.assertEqual(job["state"], "failed")
        self.assertTrue(job["problem"])
        self.ask("train", {"name": "mine", "kind": "train", "where": ["nonsense"]}, 400)

    def test_suggestions_and_map(self):
        names = self.fill_people()
        (self.folder / "manifest.csv").unlink()
        self.serve()
        self.rides(len(names))
        suggested = self.wait_for(lambda: self.ask("next")["stretches"])
        self.assertEqual(
            [stretch["value"] for stretch in suggested],
            sorted((stretch["value"] for stretch in suggested), reverse=True))
        first = suggested[0]
        self.label(first["ride"], {"kind": "put", "from": first["from"], "to": first["to"], "activity": "walking"})
        for stretch in self.ask("next")["stretches"]:
            self.assertFalse(
                stretch["ride"] == first["ride"] and stretch["from"] < first["to"] and stretch["to"] > first["from"])
        self.assertEqual(self.ask("map")["state"], "none")
        self.ask("train", {"name": "map", "kind": "map"})
        self.assertEqual(self.job()["state"], "done")
        made = self.ask("map")
        self.assertEqual((made["state"], set(made["rides"])), ("ready", set(names)))
        self.label(first["ride"], {"kind": "all", "activity": None})
        self.assertEqual(self.ask("map")["state"], "old")


class AlertTest(WorkspaceTest):
    PLACES = {"type": "FeatureCollection", "features": []}

    def test_places_and_policies(self):
        self.fill("bike")
        self.serve()
        self.rides(1)
        self.label("bike", {"kind": "all", "activity": "cycling"})
        room = self.wait_for(lambda: (room := self.ask("alerts"))["rides"] and room)
        latitude, longitude, _ = room["rides"][0]["path"][len(room["rides"][0]["path"]) // 2]
        places = {"type": "FeatureCollection", "features": [{
            "type": "Feature", "id": "mill", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {"name": "<i>Mill", "radius": 120, "colour": "red"}}]}
        answer = self.ask("try", {"policy": {}, "profile": "here", "places": places, "rides": None, "details": "bike"})
        self.assertEqual(answer["rides"], 1)
        self.assertTrue(any("mill" in decision["place"] for decision in answer["decisions"]), answer)
        self.assertTrue(all(decision["reasons"] for decision in answer["decisions"]))
        # The command plays the scenario, and finds the same decisions.
        scenario = self.ask("scenario", {"policy": {}, "profile": "here", "places": places, "ride": "bike"})
        self.assertEqual(scenario["name"], "bike.scenario.txt")
        path = self.folder / scenario["name"]
        path.write_text(scenario["text"])
        shown = sum(decision["decision"] == "deliver" for decision in answer["decisions"])
        self.assertIn(f"expect {shown} alerts", scenario["text"])
        checked = subprocess.run([GAITWAY, "gate", "check", path], capture_output=True, text=True, timeout=30)
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        path.write_text(scenario["text"].replace(f"expect {shown} alerts", f"expect {shown + 1} alerts"))
        checked = subprocess.run([GAITWAY, "gate", "check", path], capture_output=True, text=True, timeout=30)
        self.assertNotEqual(checked.returncode, 0)
        saved = self.ask("places", {"places": places, "hash": room["hash"]})
        self.assertEqual(json.loads((self.folder / "places.geojson").read_text()), places)
        self.ask("places", {"places": self.PLACES, "hash": room["hash"]}, 409)
        self.ask("places", {"places": {"type": "Nonsense"}, "hash": saved["hash"]}, 400)
        self.assertEqual(self.ask("policy", {"name": "calm", "policy": {"after_driving": "300"}})["file"],
                         "policies/calm.json")
        again = self.ask("alerts")
        calm = [policy for policy in again["policies"] if policy["file"] == "policies/calm.json"][0]
        self.assertEqual(float(calm["values"]["after_driving"]), 300)
        self.assertEqual(self.ask("try", {"policy": {"after_driving": "soon"}}, 400)["place"], "after_driving")
        self.ask("undo", {})
        self.ask("undo", {})
        self.assertFalse((self.folder / "places.geojson").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
