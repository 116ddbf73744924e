# SPDX-License-Identifier: Apache-2.0
"""A workspace that somebody else made, and files that come at once: nothing outside is touched, and nothing is lost."""

import concurrent.futures
import hashlib
import json
import os
import secrets
import shutil
import threading
import time
import unittest
import urllib.parse

from test_live import RIDES, Server
from test_workspace import TOKEN
from test_workspace_rubbish import RubbishTest

WALK = "labelled/ann-walking.csv"
RIDE = "labelled/ben-cycling.csv"

FOLDERS = ["rides", "models", "policies", "inbox", "inbox/done", "inbox/failed", "inbox/.arrivals", ".gaitway",
           ".gaitway/uploads", ".gaitway/removed", ".gaitway/evaluations", "rides/friend"]
FILES = ["manifest.csv", "places.geojson", "privacy.geojson", "life.gaitway", "life.gaitway-journal",
         "life.gaitway-wal", "rides/friend.csv", "rides/friend.zip", "models/friend.json", "policies/friend.json",
         "inbox/friend.gpx", ".gaitway/token", ".gaitway/lock", ".gaitway/job.json", ".gaitway/history.json",
         ".gaitway/settings.json", ".gaitway/rides.ndjson", ".gaitway/map.json"]


def gpx(start, count=20):
    points = "".join(
        f'<trkpt lat="{47 + number * 1e-4:.5f}" lon="8.00000"><time>2026-05-01T{8 + start:02}:00:{number:02}Z</time>'
        "</trkpt>" for number in range(count))
    return f'<gpx version="1.1" creator="test"><trk><trkseg>{points}</trkseg></trk></gpx>'


class LinkTest(RubbishTest):
    def setUp(self):
        super().setUp()
        self.outside = self.folder.parent / "outside"

    def contents(self):
        """What lies outside, with the times at which it was changed."""
        return {str(path): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else None)
                for path in [self.outside, *sorted(self.outside.rglob("*"))]}

    def use_all(self):
        """Asks for everything that reads or writes the workspace; the answers to the requests that work."""
        walk = (RIDES / WALK).read_bytes()
        feature = {"type": "Feature", "geometry": {"type": "Point", "coordinates": [8.0, 47.0]},
                   "properties": {"timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}}
        answers = {}
        for path, body in [
            ("state", None), ("rides", None), ("models", None), ("alerts", None), ("map", None), ("next", None),
            ("file?path=manifest.csv", None), ("file?path=places.geojson", None), ("file?path=rides/friend.csv", None),
            ("file?path=rides/friend/friend.csv", None), ("file?path=models/friend.json", None),
            ("file?path=policies/friend.json", None), ("ride?ride=friend.csv", None),
            ("ride?ride=friend/friend.csv", None), ("evaluation?name=friend", None), ("days/calendar", None),
            ("days/zones", None), ("days/day?date=2026-05-01", None), ("use", {"model": "models/friend.json"}),
            ("labels", {"rides": ["own.csv"], "change": {"kind": "all", "activity": "walking"}}),
            ("policy", {"name": "friend", "policy": {}}), ("policy", {"name": "mine", "policy": {}}),
            ("places", {"places": {"type": "FeatureCollection", "features": []},
                        "hash": hashlib.sha256(b"").hexdigest()}),
            ("days/zones", {"hash": hashlib.sha256(b"").hexdigest(),
                            "zones": [{"latitude": 47, "longitude": 8, "radius": 100}]}),
            (f"upload?name=friend.csv&offset=0&total={len(walk)}", walk),
            (f"upload?name=friend/new.csv&offset=0&total={len(walk)}", walk),
            ("inbox?name=new.gpx&offset=0&total=5", b"<gpx>"), ("undo", {}), ("redo", {}), ("undo", {}),
            ("train", {"kind": "map"}),
        ]:
            data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
            answers[path] = self.server.get("/api/" + path, data, {"Authorization": "Bearer " + TOKEN})
        self.server.get("/track/overland", json.dumps({"locations": [feature]}).encode(),
                        {"Authorization": "Bearer " + TOKEN})
        return answers

    def check(self, name, make):
        """The server with a link at this place starts, says so, touches nothing outside, and does the rest."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(self.outside, ignore_errors=True)
        self.outside.mkdir()
        (self.folder / "rides").mkdir(parents=True)
        shutil.copy(RIDES / RIDE, self.folder / "rides/own.csv")
        target = self.outside / "target"
        make(target)
        link = self.folder / name
        if link.name != "rides" and not link.parent.exists():
            link.parent.mkdir(parents=True)
        if name == "rides":
            shutil.rmtree(link)
        link.symlink_to(target)
        before = self.contents()
        self.serve()
        answers = self.use_all()
        time.sleep(0.3)
        self.server.stop()
        self.assertEqual(self.contents(), before)
        secret = [path for path, (_, body) in answers.items() if b"friendly" in body]
        self.assertEqual(secret, [])
        said = " ".join(self.server.lines) + " ".join(body.decode(errors="replace") for _, body in answers.values())
        self.assertIn(link.name, said)
        self.assertIn("link", said)
        rest = {"state", "rides", "models"}
        self.assertEqual({answers[path][0] for path in rest}, {200})
        if name not in ("rides", "manifest.csv"):
            self.assertEqual(answers["labels"][0], 200, answers["labels"])
            self.assertIn("own.csv", (self.folder / "manifest.csv").read_text())
        if name != "policies":
            self.assertTrue((self.folder / "policies/mine.json").is_file())

    def test_links_to_folders(self):
        def make(target):
            target.mkdir()
            shutil.copy(RIDES / WALK, target / "friend.csv")
            for name in ("friend.json", "token", "job.json", "friend.html"):
                (target / name).write_text('{"friendly":1,"kind":"train","name":"friendly"}')
            (target / "old.gpx").write_text(gpx(0).replace("test", "friendly"))
            (target / "1.ndjson").write_text('{"friendly":1}\n')
        for name in FOLDERS:
            with self.subTest(name):
                self.check(name, make)

    def test_links_to_files(self):
        for name in FILES:
            with self.subTest(name):
                self.check(name, lambda target: target.write_text("recording,activity\nfriendly,walking\n"))

    def test_links_to_nothing(self):
        for name in FILES:
            with self.subTest(name):
                self.check(name, lambda target: None)

    def test_recordings_outside_are_not_trained_on(self):
        self.fill(RIDE)
        self.outside.mkdir()
        shutil.copy(RIDES / WALK, self.outside / "walk.csv")
        for recording in [str(self.outside / "walk.csv"), "../outside/walk.csv", "rides/../../outside/walk.csv"]:
            with self.subTest(recording):
                (self.folder / "manifest.csv").write_text(
                    f"recording,activity\nrides/ben-cycling.csv,cycling\n{recording},walking\n")
                self.serve()
                self.rides(1)
                self.ask("train", {"kind": "adapt", "name": "mine"})
                job = self.job()
                self.assertEqual(job["state"], "failed", job)
                self.assertFalse((self.folder / "models/mine.json").exists())


class NoteTest(RubbishTest):
    def test_names_of_a_job_stay_inside(self):
        self.fill(WALK, RIDE)
        (self.folder / "manifest.csv").write_text(
            "recording,activity\nrides/ann-walking.csv,walking\nrides/ben-cycling.csv,cycling\n")
        (self.folder / ".gaitway").mkdir()
        for name in ["../../x", "/tmp/x", "..", "a/b", ""]:
            with self.subTest(name):
                note = {"kind": "train", "name": name, "where": []}
                (self.folder / ".gaitway/job.json").write_text(json.dumps(note))
                self.serve()
                self.assertIsNone(self.ask("state")["job"])
                self.assertIn("job.json", " ".join(self.server.lines))
                self.assertEqual([path.name for path in self.folder.parent.iterdir()], ["walks"])

    def test_a_job_of_another_workspace_waits_for_a_press(self):
        self.fill(WALK, RIDE)
        (self.folder / "manifest.csv").write_text(
            "recording,activity\nrides/ann-walking.csv,walking\nrides/ben-cycling.csv,cycling\n")
        self.serve()
        self.rides(2)
        self.ask("train", {"kind": "adapt", "name": "mine"})
        self.server.stop()
        note = self.folder / ".gaitway/job.json"
        self.assertTrue(note.exists())
        copy = self.folder.parent / "copy"
        shutil.copytree(self.folder, copy)
        self.folder = copy
        self.serve()
        job = self.ask("state")["job"]
        self.assertEqual((job["state"], job["name"], job["kind"]), ("waiting", "mine", "adapt"))
        # It still waits after another start, and a press begins it.
        self.serve()
        self.assertEqual(self.ask("state")["job"]["state"], "waiting")
        self.assertFalse((copy / "models/mine.json").exists())
        self.ask("train", {"kind": job["kind"], "name": job["name"], "where": job["where"]})
        self.assertEqual(self.job()["state"], "done")
        self.assertTrue((copy / "models/mine.json").exists())
        # One that is forgotten does not come again.
        (copy / ".gaitway/job.json").write_text(json.dumps({"kind": "adapt", "name": "other", "where": []}))
        self.serve()
        self.assertEqual(self.ask("stop", {})["job"]["state"], "stopped")
        self.serve()
        self.assertIsNone(self.ask("state")["job"])

    def test_a_token_that_others_know_is_made_anew(self):
        (self.folder / ".gaitway").mkdir(parents=True)
        path = self.folder / ".gaitway/token"
        for mode in (0o644, 0o640, 0o666, 0o604):
            with self.subTest(oct(mode)):
                path.write_text("a-token-that-is-known\n")
                path.chmod(mode)
                server = Server(self.folder, "--host", "127.0.0.1")
                server.stop()
                self.assertNotEqual(server.token, "a-token-that-is-known")
                self.assertIn("has mode", " ".join(server.lines))
                self.assertEqual(path.read_text().strip(), server.token)
                self.assertEqual(path.stat().st_mode & 0o777, 0o600)
        if os.geteuid() == 0:
            path.write_text("a-token-that-is-known\n")
            os.chown(path, 12345, 12345)
            server = Server(self.folder, "--host", "127.0.0.1")
            server.stop()
            self.assertNotEqual(server.token, "a-token-that-is-known")
            self.assertIn("belongs to another user", " ".join(server.lines))


class UploadTest(RubbishTest):
    def send(self, name, data, piece=1 << 16, identity=None, route="upload"):
        """Sends a file in pieces, as a page does; the statuses and the last answer."""
        statuses, answer = [], None
        for offset in range(0, len(data), piece):
            query = {"name": name, "offset": offset, "total": len(data)}
            if identity:
                query["upload"] = identity
            code, answer = self.server.get(
                f"/api/{route}?" + urllib.parse.urlencode(query), data[offset:offset + piece],
                {"Authorization": "Bearer " + TOKEN})
            statuses.append(code)
            if code != 200:
                break
        return statuses, json.loads(answer)

    def test_two_pages_send_one_name_at_once(self):
        self.serve()
        walk = (RIDES / WALK).read_bytes()
        head, rows = walk.split(b"\n", 1)
        for trial in range(12):
            with self.subTest(trial):
                name = f"same-{trial}.csv"
                files = [head + b"\n" + rows * times for times in (2, 2)]
                # Two files of one length, each of one letter's case.
                files = [files[0].upper(), files[1].lower()]
                start = threading.Barrier(2)

                def page(data):
                    start.wait()
                    return self.send(name, data, 1 << 12, secrets.token_hex(16))
                with concurrent.futures.ThreadPoolExecutor() as threads:
                    results = list(threads.map(page, files))
                self.assertTrue(all(set(statuses) == {200} for statuses, _ in results), results)
                stem = name.removesuffix(".csv")
                found = [(self.folder / "rides" / one).read_bytes() for one in (name, stem + "-2.csv")]
                self.assertEqual(sorted(found), sorted(files))

    def test_pieces_without_an_identity_are_never_mixed(self):
        self.serve()
        files = [bytes([letter]) * 300_000 for letter in b"ab"]
        for trial in range(12):
            with self.subTest(trial):
                name = f"same-{trial}.csv"
                start = threading.Barrier(2)

                def page(data):
                    start.wait()
                    return self.send(name, data, 1 << 14)
                with concurrent.futures.ThreadPoolExecutor() as threads:
                    results = list(threads.map(page, files))
                whole = [data for data, (statuses, _) in zip(files, results) if set(statuses) == {200}]
                refused = [statuses[-1] for statuses, _ in results if set(statuses) != {200}]
                self.assertTrue(whole)
                self.assertTrue(set(refused) <= {409}, refused)
                found = [path.read_bytes() for path in (self.folder / "rides").glob(f"same-{trial}*")]
                self.assertEqual(sorted(found), sorted(whole))

    def test_names_that_look_alike_are_two_files(self):
        self.serve()
        one, other = secrets.token_hex(16), secrets.token_hex(16)
        logs = [b"time,x,y,z\n0,0,%d,9.8\n" % side for side in (1, 2)]
        for part in (slice(4), slice(4, None)):
            for name, identity, data in (("a/b.csv", one, logs[0]), ("a_b.csv", other, logs[1])):
                self.ask("upload?" + urllib.parse.urlencode(
                    {"name": name, "offset": part.start or 0, "total": len(data), "upload": identity}), data[part])
        self.assertEqual((self.folder / "rides/a/b.csv").read_bytes(), logs[0])
        self.assertEqual((self.folder / "rides/a_b.csv").read_bytes(), logs[1])
        for identity in ("short", "../../../../x" * 2, "A" * 20, "x" * 65):
            self.assert_refusal(self.ask("upload?" + urllib.parse.urlencode(
                {"name": "a.csv", "offset": 0, "total": 8, "upload": identity}), b"x", 400))

    def test_a_repeated_piece_changes_nothing(self):
        self.serve()
        rows = b"".join(b"%d,%d,0,9.8\n" % (second, secrets.randbelow(9)) for second in range(10_000))
        data, identity = b"time,x,y,z\n" + rows, secrets.token_hex(16)
        query = lambda offset: "upload?" + urllib.parse.urlencode(
            {"name": "a.csv", "offset": offset, "total": len(data), "upload": identity})
        self.ask(query(0), data[:40_000])
        # A page whose answer was lost sends pieces again, and a server that starts again goes on.
        self.assertIn("40000", self.ask(query(30_000), data[30_000:], 409)["problem"])
        self.serve()
        last = query(40_000)
        with concurrent.futures.ThreadPoolExecutor() as threads:
            codes = list(threads.map(lambda _: self.server.get(
                "/api/" + last, data[40_000:], {"Authorization": "Bearer " + TOKEN})[0], range(8)))
        self.assertEqual(sorted(codes), [200] + [409] * 7)
        self.assertEqual([path.name for path in (self.folder / "rides").iterdir()], ["a.csv"])
        self.assertEqual((self.folder / "rides/a.csv").read_bytes(), data)

    def test_undo_and_upload_and_undo_lose_nothing(self):
        self.serve()
        walk = (RIDES / WALK).read_bytes()
        files = [walk, walk.rsplit(b"\n", 3)[0] + b"\n", walk.rsplit(b"\n", 5)[0] + b"\n"]
        for data in files:
            self.assertEqual(self.send("walk.csv", data)[1]["rides"], ["walk.csv"])
            self.ask("undo", {})
        self.assertFalse((self.folder / "rides/walk.csv").exists())
        kept = [path.read_bytes() for path in (self.folder / ".gaitway/removed").rglob("walk.csv")]
        self.assertEqual(sorted(kept), sorted(files))
        self.ask("redo", {})
        self.assertEqual((self.folder / "rides/walk.csv").read_bytes(), files[-1])

    def test_long_names_stay_visible(self):
        self.serve()
        walk = (RIDES / WALK).read_bytes()
        deep = "/".join(["folder" * 30] * 8)
        names = ["a" * 100 + ".csv", "b" * 300 + ".csv", "b" * 300 + "2.csv", "\u00e4" * 200 + ".csv",
                 "\u5b57" * 250 + ".csv", deep + "/ride.csv", "e" + "\u0301" * 400 + ".csv"]
        for name in names:
            with self.subTest(name[:20]):
                statuses, answer = self.send(name, walk, identity=secrets.token_hex(16))
                self.assertEqual(set(statuses), {200}, answer)
                self.assertEqual(len(answer["rides"]), 1, answer)
                self.assertTrue(answer["rides"][0].endswith(".csv"))
        rides = self.rides(len(names))
        self.assertEqual(len(rides), len(names))
        self.assertEqual({ride["state"] for ride in rides.values()}, {"read"})
        # They can be labelled and taken back, too.
        self.ask("undo", {})
        self.wait_for(lambda: len(self.ask("rides")["rides"]) == len(names) - 1)


class InboxTest(RubbishTest):
    def test_a_reason_overwrites_no_file(self):
        inbox = self.folder / "inbox"
        inbox.mkdir(parents=True)
        (inbox / "failed").mkdir()
        (inbox / "failed/walk.gpx.txt").write_text("my own notes")
        (inbox / "walk.gpx").write_text("<gpx>")
        (inbox / "walk.gpx.txt").write_text("other notes, not a track")
        (inbox / ("n" * 250 + ".gpx")).write_text("<gpx>")
        self.serve()
        self.wait_for(lambda: len(self.ask("state")["inbox"]["files"]) == 3)
        kept = {path.name: path.read_text() for path in (inbox / "failed").iterdir()}
        self.assertEqual(len(kept), 7, kept.keys())
        self.assertIn("my own notes", kept.values())
        self.assertIn("other notes, not a track", kept.values())
        for name, text in kept.items():
            if text == "<gpx>":
                self.assertIn(name + ".txt", kept)

    def test_names_that_are_not_utf8(self):
        inbox = self.folder / "inbox"
        inbox.mkdir(parents=True)
        folder = os.fsencode(inbox)
        for number, name in enumerate([b"Z\xfcrich.gpx", b"\xff\xfe.gpx", b"tab\x81.gpx"]):
            with open(folder + b"/" + name, "wb") as file:
                file.write(gpx(number).encode())
        (inbox / "Zürich.gpx").write_text(gpx(5))
        self.serve()
        self.wait_for(lambda: len(self.ask("state")["inbox"]["files"]) == 4)
        files = self.ask("state")["inbox"]["files"]
        self.assertTrue(all(file["isDone"] for file in files), files)
        self.assertEqual([path for path in inbox.iterdir() if path.is_file()], [])
        self.assertEqual(len(list((inbox / "done").iterdir())), 4)
        self.assertIn("is not UTF-8", " ".join(self.server.lines))
        # A ride with such a name is read; a character of its own stands for the byte.
        with open(os.fsencode(self.folder / "rides") + b"/M\xfcnchen.csv", "wb") as file:
            file.write((RIDES / WALK).read_bytes())
        [ride] = self.rides(1).values()
        self.assertEqual((ride["ride"], ride["state"]), ("M\U0010f7fcnchen.csv", "read"))


class RoomTest(RubbishTest):
    def test_a_full_disk_is_said_by_its_status(self):
        with self.disk("size=6m"):
            (self.folder / "inbox").mkdir()
            (self.folder / "inbox/day.gpx").write_text(gpx(0))
            self.serve()
            self.wait_for(lambda: self.ask("state")["inbox"]["files"])
            day = self.ask("days/day?date=2026-05-01")
            with open(self.folder / "filler", "wb", buffering=0) as filler:
                for size in (1 << 16, 1 << 12, 1):
                    try:
                        while True:
                            filler.write(bytes(size))
                    except OSError:
                        pass
            zones = {"hash": hashlib.sha256(b"").hexdigest(),
                     "zones": [{"latitude": 47, "longitude": 8, "radius": 100}]}
            data = secrets.token_bytes(50_000)
            for path, body in [
                ("days/zones", zones), ("policy", {"name": "calm", "policy": {}}),
                ("upload?name=a.csv&offset=0&total=50000", data), ("inbox?name=a.gpx&offset=0&total=50000", data),
                ("use", {"model": None}),
                ("days/correct", {"kind": "gap", "from": "2026-05-01T08:00:00Z", "to": "2026-05-01T08:00:10Z"}),
            ]:
                with self.subTest(path):
                    self.assert_refusal(self.ask(path, body, 503))
            (self.folder / "filler").unlink()
            self.assertEqual(self.ask("days/day?date=2026-05-01"), day)


del RubbishTest

if __name__ == "__main__":
    unittest.main()
