# SPDX-License-Identifier: Apache-2.0
"""Location apps and the inbox against the real server: their real requests, late, twice, out of order, after a kill."""

import base64
import datetime
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
import unittest.mock
import urllib.parse
import zipfile

from test_live import GAITWAY
from test_workspace import TOKEN, WorkspaceTest

DAY = 86400
NOW = int(time.time())


def iso(moment):
    return datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).isoformat().replace("+00:00", "Z")


def place(moment):
    """A position of its own for each second of a week: somebody who walks to and fro."""
    return 47 + (moment % 1800) * 1e-5, 8 + (moment % 7) * 1e-6


def feature(moment, **properties):
    latitude, longitude = place(moment)
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": {"timestamp": iso(moment), "horizontal_accuracy": 5, "speed": 1.1, "altitude": 400,
                           "motion": ["walking"], "device_id": "ann", "battery_level": 0.8, **properties}}


class TrackerTest(WorkspaceTest):
    def send(self, path, body=None, status=200, token=TOKEN, **headers):
        data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        if token:
            headers.setdefault("Authorization", "Bearer " + token)
        code, answer = self.server.get("/track/" + path, data, headers)
        self.assertEqual(code, status, answer[:500])
        return json.loads(answer) if answer[:1] in (b"{", b"[") else answer

    def rows(self, sql):
        """Rows of the store; none before it exists."""
        path = self.folder / "life.gaitway"
        if not path.exists():
            return []
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.OperationalError as error:
            # A process died over the store. The next one that may write takes back what it had begun.
            if "readonly" not in str(error):
                raise
            return []
        finally:
            connection.close()

    def times(self):
        return [row[0] // 10**9 for row in self.rows("SELECT time FROM fix ORDER BY time")]

    def wait_for_times(self, times):
        self.wait_for(lambda: self.times() == sorted(times))

    def tally(self, name):
        return self.ask("state")["trackers"][name]


class RequestTest(TrackerTest):
    def test_owntracks(self):
        self.serve()
        basic = "Basic " + base64.b64encode(f"ann:{TOKEN}".encode()).decode()
        latitude, longitude = place(NOW - 60)
        message = {"_type": "location", "lat": latitude, "lon": longitude, "tst": NOW - 60, "acc": 12, "vel": 36,
                   "alt": 400, "cog": 90, "tid": "an", "batt": 70, "t": "u", "conn": "w",
                   "motionactivities": ["automotive"]}
        head = {"Authorization": basic, "X-Limit-U": "ann", "X-Limit-D": "pixel"}
        self.assertEqual(self.send("owntracks", message, token=None, **head), [])
        transition = {"_type": "transition", "event": "enter", "desc": "Home", "lat": 47, "lon": 8, "tst": NOW - 30,
                      "acc": 9, "wtst": NOW - DAY, "t": "c"}
        self.assertEqual(self.send("owntracks", transition, token=None, **head), [])
        for other in ({"_type": "lwt", "tst": NOW}, {"_type": "card", "name": "Ann"}, {"_type": "status"}):
            self.assertEqual(self.send("owntracks", other, token=None, **head), [])
        self.assertEqual(self.send("owntracks", b"", token=None, **head), [])
        self.wait_for_times([NOW - 60, NOW - 30])
        self.assertEqual(self.rows("SELECT speed FROM fix ORDER BY time")[0][0], 10)
        self.assertEqual(self.rows("SELECT flags FROM phoneReport"), [(8,)])
        self.assertIn("OwnTracks ann/pixel", self.rows("SELECT source FROM input")[0][0])
        refusal = self.send("owntracks", {"_type": "encrypted", "data": "AAAA"}, 400)
        self.assertIn("encrypted", refusal["problem"])
        self.assertEqual(self.tally("owntracks")["leftOut"], 1)

    def test_overland(self):
        self.serve()
        batch = {"locations": [feature(NOW - 120), feature(NOW - 60)]}
        path = "overland?token=" + TOKEN
        self.assertEqual(self.send(path, batch, token=None), {"result": "ok"})
        self.wait_for_times([NOW - 120, NOW - 60])
        self.assertEqual(self.rows("SELECT DISTINCT flags FROM phoneReport"), [(2,)])

    def test_addresses_with_values(self):
        self.serve()
        first, second, third = NOW - 300, NOW - 200, NOW - 100
        values = lambda moment: "lat={:.6f}&lon={:.6f}".format(*place(moment))
        query = f"?token={TOKEN}&{values(first)}&time={iso(first)}&acc=12.5&spd=1.5&alt=401&dir=80&device=pixel"
        self.assertEqual(self.send("gpslogger" + query, token=None), {"result": "ok"})
        form = f"{values(second)}&time={urllib.parse.quote(iso(second))}&acc=&spd=0.0".encode()
        self.send("gpslogger?token=" + TOKEN, form, token=None, **{"Content-Type": "application/x-www-form-urlencoded"})
        query = f"?token={TOKEN}&{values(third)}&timestamp={third}000&hdop=7.0&altitude=400&speed=1.2&bearing=10.0"
        self.send("osmand" + query, token=None)
        self.wait_for_times([first, second, third])
        self.assertEqual(self.rows("SELECT accuracy, speed FROM fix ORDER BY time"), [(12.5, 1.5), (None, 0), (7, 1.2)])

    def test_sensor_logger(self):
        self.serve()
        payload = [{"name": "location", "time": (NOW - 5) * 10**9,
                    "values": {"latitude": 47.1, "longitude": 8.1, "speed": 1.5, "horizontalAccuracy": 4}},
                   {"name": "activity", "time": str((NOW - 4) * 10**9), "values": {"activity": "walking"}},
                   {"name": "activity", "time": (NOW - 3) * 10**9, "values": {"activity": "sleeping"}}]
        body = json.dumps({"messageId": 1, "sessionId": "s", "deviceId": "d", "payload": payload}).encode()
        for _ in range(2):
            code, _ = self.server.get("/push", body, {"Authorization": "Bearer " + TOKEN})
            self.assertEqual(code, 200)
        self.wait_for_times([NOW - 5])
        self.assertEqual(self.rows("SELECT time / 1000000000, flags FROM phoneReport"), [(NOW - 4, 2)])

    def test_the_day_grows_on_the_page(self):
        self.serve()
        revision = self.ask("state")["revision"]
        self.send("overland", {"locations": [feature(NOW - 60)]})
        self.wait_for(lambda: self.ask(f"changes?after={revision}")["revision"] > revision)
        self.wait_for_times([NOW - 60])


class OrderTest(TrackerTest):
    def test_late_twice_and_out_of_order(self):
        self.serve()
        moments = list(range(NOW - 7200, NOW - 3600, 10))
        batches = [moments[start::7] for start in range(7)]
        for batch in batches[::-1] + batches[:3]:
            self.send("overland", {"locations": [feature(moment) for moment in batch]})
        self.wait_for_times(moments)
        items = "SELECT kind, startTime, endTime, isOngoing FROM item ORDER BY startTime"
        given = self.rows(items)
        self.server.stop()
        # One input of all of them gives the same timeline.
        whole = self.folder / "whole.json"
        whole.write_text(json.dumps({"locations": [feature(moment) for moment in moments]}))
        store = self.folder / "other.gaitway"
        subprocess.run([GAITWAY, "trips", "--store", store, "--track", whole, "--time-zone", "UTC"], check=True,
                       capture_output=True)
        connection = sqlite3.connect(store)
        self.assertEqual(connection.execute(items).fetchall(), given)
        connection.close()

    def test_a_week_at_once(self):
        self.serve()
        moments = list(range(NOW - 7 * DAY, NOW, 60))
        locations = [feature(moment) for moment in moments]
        self.assertLess(len(json.dumps({"locations": locations})), 4 << 20)
        self.send("overland", {"locations": locations})
        self.wait_for_times(moments)
        self.assertEqual(len(self.rows("SELECT id FROM input")), 1)

    def test_kill(self):
        """Whatever was answered is in the store, and once, although the server is killed again and again."""
        confirmed, sent, moment = [], [], NOW - 2 * DAY
        for round_ in range(4):
            self.serve()
            stop = threading.Event()

            def push(first, server=self.server, stop=stop):
                at = first
                while not stop.is_set():
                    body = json.dumps({"locations": [feature(at), feature(at + 1)]}).encode()
                    try:
                        code, _ = server.get("/track/overland", body, {"Authorization": "Bearer " + TOKEN})
                    except OSError:
                        return
                    if code == 200:
                        confirmed.extend([at, at + 1])
                    at += 20

            threads = [threading.Thread(target=push, args=(moment + 10 * number,)) for number in range(2)]
            for thread in threads:
                thread.start()
            time.sleep(0.4 + 0.7 * round_)
            self.server.stop(signal.SIGKILL)
            stop.set()
            for thread in threads:
                thread.join()
            moment += DAY // 4
        self.assertGreater(len(confirmed), 50)
        self.serve()
        self.wait_for(lambda: set(confirmed) <= set(self.times()))
        self.assertEqual(len(self.times()), len(set(self.times())))
        self.assertEqual(list((self.folder / "inbox/.arrivals").iterdir()), [])


class RubbishTest(TrackerTest):
    def test_bad_records_cost_no_good_ones(self):
        self.serve()
        north = feature(NOW - 50)
        north["geometry"]["coordinates"][1] = 4710000
        bad = [north, feature(NOW + 7200), feature(NOW - 40, speed=3600), {"type": "Feature"}, 7,
               feature(NOW - 21 * 365 * DAY)]
        answer = self.send("overland", {"locations": [feature(NOW - 60), *bad, feature(NOW - 30)]})
        self.assertEqual(answer["result"], "ok")
        self.assertEqual(len(answer["leftOut"]), len(bad))
        self.assertIn("record 2: ", answer["leftOut"][0])
        self.assertIn("in the future", answer["leftOut"][1])
        self.wait_for_times([NOW - 60, NOW - 30])
        for wrong in bad[:4]:
            self.send("overland", {"locations": [wrong]}, 400)
        self.assertEqual(self.tally("overland")["leftOut"], len(bad) + 4)
        for query in ("lat=47", "lat=4710000&lon=8&timestamp=%d" % NOW, "lat={0}&lon={1}&timestamp={2}", "",
                      "lat=nan&lon=8&timestamp=1", f"lat=47&lon=8&timestamp={NOW + DAY}",
                      f"lat=0&lon=0&timestamp={NOW}"):
            self.assertIn("problem", self.send("osmand?" + urllib.parse.quote(query, "=&"), status=400))

    def test_rubbish(self):
        self.serve()
        for body in (b"", b"{", b"[" * 100_000, b"\xff\xfe", b"x" * 1_000_000, b"{}", b'{"locations":3}'):
            self.send("overland", body, 400)
        for body in (b"{", b"7", b"[1,2]", b'{"_type":7}', b"x" * 1_000_000):
            self.send("owntracks", body, 400)
        self.send("overland", b" " * (5 << 20), 413)
        self.send("elsewhere", b"{}", 404)
        self.send("sensor-logger", b"{}", 404)
        self.send("overland", None, 405)
        self.assertEqual(self.rows("SELECT 1 FROM fix"), [])

    def test_tokens(self):
        self.serve()
        batch = {"locations": [feature(NOW)]}
        self.send("overland", batch, 401, token=None)
        self.send("overland?token=wrong", batch, 401, token=None)
        wrong = "Basic " + base64.b64encode(b"ann:wrong").decode()
        for field in (wrong, "Basic ???", "Basic", "Basic " + base64.b64encode(TOKEN.encode()).decode()):
            self.send("owntracks", batch, 401, token=None, Authorization=field)
        # A password opens no page, and a browser's cookie sends no fix.
        right = "Basic " + base64.b64encode(f"ann:{TOKEN}".encode()).decode()
        self.assertEqual(self.server.get("/api/state", None, {"Authorization": right})[0], 401)
        page = self.server.raw(
            f"GET /?token={TOKEN} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()).decode("latin-1")
        cookie = page.split("Set-Cookie: ")[1].split(";")[0]
        host = f"localhost:{self.server.port}"
        # The cookie's name has the port of the Host.
        cookie = cookie.replace("gaitway-80", f"gaitway-{self.server.port}")
        fields = {"Cookie": cookie, "Host": host}
        self.assertEqual(self.server.get("/api/state", None, fields)[0], 200)
        self.assertEqual(self.server.get(f"/track/osmand?lat=47&lon=8&timestamp={NOW}", None, fields)[0], 401)

    def test_reading_only(self):
        self.serve()
        self.serve("--read-only")
        self.send("overland", {"locations": [feature(NOW)]}, 403)
        self.assertFalse((self.folder / "life.gaitway").exists())


class InboxTest(TrackerTest):
    def outcomes(self):
        return {file["name"]: file for file in self.ask("state")["inbox"]["files"]}

    def test_files(self):
        self.serve()
        inbox = self.folder / "inbox"
        start = NOW - DAY
        points = "".join('<trkpt lat="{:.6f}" lon="{:.6f}"><time>{}</time></trkpt>'.format(*place(moment), iso(moment))
                         for moment in range(start, start + 1000, 5))
        gpx = f'<gpx version="1.1" creator="x"><trk><trkseg>{points}</trkseg></trk></gpx>'
        # It grows for a while.
        with (inbox / "walk.gpx").open("w") as file:
            for part in range(4):
                file.write(gpx[len(gpx) * part // 4:len(gpx) * (part + 1) // 4])
                file.flush()
                time.sleep(1.2)
                self.assertEqual(self.outcomes(), {})
        with zipfile.ZipFile(inbox / "cut.zip", "w") as archive:
            archive.writestr("a.gpx", gpx)
        whole = (inbox / "cut.zip").read_bytes()
        (inbox / "cut.zip").write_bytes(whole[:len(whole) // 2])
        (inbox / "empty.gpx").write_bytes(b"")
        (inbox / "line.json").write_bytes(b"x" * 1_000_000)
        found = self.wait_for(lambda: len(self.outcomes()) == 4 and self.outcomes())
        self.assertTrue(found["walk.gpx"]["isDone"])
        self.assertIn("200 fixes", found["walk.gpx"]["text"])
        self.assertEqual(self.times(), list(range(start, start + 1000, 5)))
        self.assertEqual((inbox / "done/walk.gpx").read_text(), gpx)
        for name in ("cut.zip", "empty.gpx", "line.json"):
            self.assertFalse(found[name]["isDone"])
            self.assertNotIn(str(self.folder), found[name]["text"])
            self.assertTrue((inbox / "failed" / name).exists())
            self.assertGreater(len((inbox / "failed" / (name + ".txt")).read_text()), 10)
        # The same once more is nothing new.
        data = gpx.encode()
        answer = self.ask(f"inbox?name=walk.gpx&offset=0&total={len(data)}", data)
        self.assertEqual(answer, {"received": len(data), "file": "walk.gpx"})
        self.wait_for(lambda: (inbox / "done/2-walk.gpx").exists())
        self.assertIn("nothing in it is new", self.ask("state")["inbox"]["files"][0]["text"])


class DeadlyTest(TrackerTest):
    """Arrivals that end the process which derives the days from them."""

    @classmethod
    def setUpClass(cls):
        cls.library = tempfile.NamedTemporaryFile(suffix=".so")
        cls.addClassCleanup(cls.library.close)
        source = pathlib.Path(__file__).with_name("poison.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", cls.library.name, source], check=True)

    def setUp(self):
        super().setUp()
        poison = {"LD_PRELOAD": self.library.name, "GAITWAY_TEST_POISON": "hemlock", "SWIFT_BACKTRACE": "enable=no"}
        patch = unittest.mock.patch.dict(os.environ, poison)
        patch.start()
        self.addCleanup(patch.stop)

    def message(self, moment, device):
        latitude, longitude = place(moment)
        body = {"_type": "location", "lat": latitude, "lon": longitude, "tst": moment, "acc": 12, "tid": "an"}
        basic = "Basic " + base64.b64encode(f"ann:{TOKEN}".encode()).decode()
        self.send("owntracks", body, token=None, Authorization=basic, **{"X-Limit-U": "ann", "X-Limit-D": device})

    def wait_for_death(self):
        self.assertEqual(self.server.process.wait(60), -signal.SIGILL)

    def failures(self):
        return sorted(path.name for path in (self.folder / "inbox/failed").glob("*"))

    def test_a_request(self):
        self.serve()
        for moment, device in [(NOW - 90, "pixel"), (NOW - 80, "hemlock"), (NOW - 70, "pixel"), (NOW - 60, "other")]:
            self.message(moment, device)
        self.wait_for_death()
        # The next server puts aside this request alone, and lives.
        self.serve()
        self.wait_for_times([NOW - 90, NOW - 70, NOW - 60])
        name, reason = self.wait_for(lambda: len(self.failures()) == 2 and self.failures())
        self.assertTrue(name.startswith("phones-") and reason == name + ".txt")
        self.assertIn("hemlock", (self.folder / "inbox/failed" / name).read_text())
        self.assertIn("signal 4", (self.folder / "inbox/failed" / reason).read_text())
        found = self.wait_for(lambda: self.ask("state")["inbox"]["files"])
        self.assertEqual([(file["name"], file["isDone"]) for file in found], [(name, False)])
        self.assertIn("signal 4", self.tally("owntracks")["problem"])
        # It outlives further ones.
        self.message(NOW - 50, "hemlock")
        self.message(NOW - 40, "pixel")
        self.wait_for_times([NOW - 90, NOW - 70, NOW - 60, NOW - 40])
        self.assertIsNone(self.server.process.poll())
        self.assertEqual(len(self.failures()), 4)
        # So does the next: nothing of it is tried again. Without the fault a user moves a file back.
        self.serve()
        self.assertEqual(list((self.folder / "inbox/.arrivals").iterdir()), [])
        self.assertEqual(list((self.folder / ".gaitway").glob("deriving-*")), [])
        os.environ["GAITWAY_TEST_POISON"] = "yew"
        self.serve()
        (self.folder / "inbox/failed" / name).rename(self.folder / "inbox" / name)
        self.wait_for_times([NOW - 90, NOW - 80, NOW - 70, NOW - 60, NOW - 40])

    def test_a_file(self):
        self.serve()
        inbox = self.folder / "inbox"
        for number, name in enumerate(["a.csv", "hemlock.csv", "z.csv"]):
            rows = "".join("{},{:.6f},{:.6f}\n".format(iso(moment), *place(moment))
                           for moment in range(NOW - DAY + 1000 * number, NOW - DAY + 1000 * number + 100, 10))
            (inbox / name).write_text("time,latitude,longitude\n" + rows)
        self.wait_for_death()
        self.serve()
        self.wait_for(lambda: self.failures() == ["hemlock.csv", "hemlock.csv.txt"] and len(self.times()) == 20)
        self.wait_for(lambda: (inbox / "done/z.csv").exists())
        files = {file["name"]: file for file in self.ask("state")["inbox"]["files"]}
        self.assertFalse(files["hemlock.csv"]["isDone"])
        self.assertIn("signal 4", files["hemlock.csv"]["text"])
        self.assertEqual(self.server.stop(), 0)
        self.serve()
        self.assertEqual(self.failures(), ["hemlock.csv", "hemlock.csv.txt"])


del WorkspaceTest, TrackerTest

if __name__ == "__main__":
    unittest.main()
