# SPDX-License-Identifier: Apache-2.0
"""The live server: what a phone pushes, late, twice and out of order, gives what `classify` gives for the same ride."""

import base64
import csv
import json
import os
import pathlib
import random
import resource
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

from outside import OutsideServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
GAITWAY = os.environ.get("GAITWAY", str(ROOT / ".build/release/gaitway"))
RIDES = ROOT / "Datasets"


class Server:
    """A running `gaitway serve` on a port of its own, without a token if no argument is about one."""

    def __init__(self, *arguments, limits=None, folder=None):
        if not {"--token", "--token-file", "--host", "--no-token"} & set(arguments):
            arguments = ("--no-token", *arguments)
        self.process = subprocess.Popen(
            [GAITWAY, "serve", "--port", "0", *map(str, arguments)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
            text=True, cwd=folder, preexec_fn=limits)
        self.lines = []
        self.page = None
        while self.page is None:
            line = self.process.stderr.readline()
            if not line:
                raise AssertionError(f"the server ended: {self.lines}")
            self.lines.append(line.strip())
            if "the page is at " in line:
                self.page = line.split("the page is at ")[1].strip()
        self.port = int(self.page.split(":")[2].split("/")[0])
        self.token = self.page.split("token=")[1] if "token=" in self.page else None
        self.reader = threading.Thread(target=self.gather, daemon=True)
        self.reader.start()

    def gather(self):
        for line in self.process.stderr:
            self.lines.append(line.strip())

    def address(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def get(self, path, data=None, headers=None, timeout=20):
        """The status and the body of an answer."""
        request = urllib.request.Request(self.address(path), data=data, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def push(self, message):
        return self.get("/push", json.dumps(message).encode(), {"Content-Type": "application/json"})

    def sessions(self):
        return {session["id"]: session for session in json.loads(self.get("/sessions")[1])}

    def listen(self, path):
        """What comes from an address until the connection ends, gathered in a thread."""
        return Listener(self.address(path))

    def raw(self, data, patience=10):
        """What the server sends on a connection of its own until it ends it."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            try:
                connection.sendall(data)
            except OSError:
                pass
            parts = []
            while True:
                try:
                    part = connection.recv(1 << 16)
                except OSError:
                    break
                if not part:
                    break
                parts.append(part)
            return b"".join(parts)

    def stop(self, number=signal.SIGINT):
        """Ends it; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(timeout=30)
        self.reader.join(timeout=10)
        self.process.stderr.close()
        return status


class Listener(threading.Thread):
    """Gathers the lines of an answer that goes on."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.lines = []
        self.answer = urllib.request.urlopen(address, timeout=60)
        self.start()

    def run(self):
        try:
            for line in self.answer:
                self.lines.append(line.decode().rstrip("\n"))
        except OSError:
            pass

    def events(self, name):
        """The data of all events of a name."""
        pairs = zip(self.lines, self.lines[1:])
        return [json.loads(data[6:]) for event, data in pairs if event == "event: " + name]


def rows(file):
    """The rows of a table, by the names of their columns."""
    with open(file, newline="", encoding="utf-8") as table:
        yield from csv.DictReader(table)


def sensor_logger_entries(folder):
    """A folder of Sensor Logger's as the entries of its push, by time."""
    entries = []
    names = {"Accelerometer": "accelerometer", "Gravity": "gravity", "Gyroscope": "gyroscope",
             "TotalAcceleration": "totalacceleration"}
    for stem, name in names.items():
        if (folder / (stem + ".csv")).exists():
            for row in rows(folder / (stem + ".csv")):
                entries.append(
                    {"name": name, "time": int(row["time"]), "values": {axis: float(row[axis]) for axis in "xyz"}}
                )
    for stem, name in {"Barometer": "barometer", "Location": "location"}.items():
        if (folder / (stem + ".csv")).exists():
            for row in rows(folder / (stem + ".csv")):
                values = {
                    key: float(value) for key, value in row.items() if key not in ("time", "seconds_elapsed") and value
                }
                entries.append({"name": name, "time": int(row["time"]), "values": values})
    return sorted(entries, key=lambda entry: entry["time"])


def phyphox_entries(folder, origin):
    """A folder of phyphox's as entries of Sensor Logger's push."""
    entries = []
    for stem, name in {"Accelerometer": "totalacceleration", "Gyroscope": "gyroscope"}.items():
        with open(folder / (stem + ".csv"), newline="", encoding="utf-8") as table:
            for row in list(csv.reader(table))[1:]:
                seconds, *values = map(float, row[:4])
                entries.append({
                    "name": name, "time": origin + round(seconds * 1e9), "values": dict(zip("xyz", values))})
    if (folder / "Barometer.csv").exists():
        with open(folder / "Barometer.csv", newline="", encoding="utf-8") as table:
            for row in list(csv.reader(table))[1:]:
                entries.append(
                    {
                        "name": "barometer",
                        "time": origin + round(float(row[0]) * 1e9),
                        "values": {"pressure": float(row[1])},
                    }
                )
    return sorted(entries, key=lambda entry: entry["time"])


def messages(entries, session, seconds=0.5):
    """Entries as messages of `seconds` each."""
    made = []
    length = int(seconds * 1e9)
    for entry in entries:
        part = (entry["time"] - entries[0]["time"]) // length
        if not made or made[-1][0] != part:
            made.append((part, []))
        made[-1][1].append(entry)
    return [
        {"messageId": number, "sessionId": session, "deviceId": "phone of the test", "payload": payload}
        for number, (_, payload) in enumerate(made)
    ]


def disturbed(ordered, seed):
    """Messages as a bad network brings them: some up to three places late, some twice, and the entries of some turned
    round."""
    source = random.Random(seed)
    placed = []
    for place, message in enumerate(ordered):
        message = dict(message)
        if source.random() < 0.2:
            message["payload"] = message["payload"][::-1]
        placed.append((place + (source.randint(1, 3) + 0.5 if source.random() < 0.2 else 0), message))
        if source.random() < 0.1:
            placed.append((place + source.randint(0, 5) + 0.25, message))
    return [message for _, message in sorted(placed, key=lambda pair: pair[0])]


def reports(lines):
    """The lines of a stream between its header and its end."""
    return [line for line in lines if line.startswith('{"elapsed"')]


class LiveTest(unittest.TestCase):
    """The real server, over real connections."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gaitway-live-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.servers = []
        self.addCleanup(
            lambda: [server.stop(signal.SIGKILL) for server in self.servers if server.process.poll() is None]
        )

    def serve(self, *arguments, **options):
        server = Server(*arguments, **options)
        self.servers.append(server)
        return server

    def classify(self, *arguments):
        result = subprocess.run(
            [GAITWAY, "classify", *map(str, arguments), "--format", "ndjson", "--live"],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.splitlines()

    def wait_until(self, condition, seconds=20):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not come about in time")
            time.sleep(0.02)

    # What comes

    def push_all(self, server, pushed):
        for message in pushed:
            status, body = server.push(message)
            self.assertEqual(status, 200, body)

    def ride(self, entries, session, seed, expected, numbered=True):
        """Pushes a ride, disturbed; its stream and its log must give the reports expected."""
        server = self.serve("--record", self.folder / "log")
        pushed = disturbed(messages(entries, session), seed)
        if not numbered:
            pushed = [{key: value for key, value in message.items() if key != "messageId"} for message in pushed]
        server.push(pushed[0])
        events = server.listen(f"/sessions/{session}/events")
        stream = server.listen(f"/sessions/{session}/stream")
        self.push_all(server, pushed[1:])
        self.assertEqual(server.stop(), 0)
        events.join(10)
        stream.join(10)
        live = reports(stream.lines)
        self.assertEqual(live, reports(self.classify(self.folder / "log" / session)), "the log gives other reports")
        windows = reports(self.classify(self.folder / "log" / session, "--every-window"))
        self.assertEqual([json.loads(line) for line in windows], events.events("report"))
        without_start = lambda lines: [{**json.loads(line), "start": None} for line in lines]
        self.assertEqual(without_start(live), without_start(expected))
        self.assertTrue(json.loads(stream.lines[0])["gaitway"] == "activity-stream")
        footer = json.loads(stream.lines[-1])
        self.assertNotIn("too-late", footer["repaired"])
        self.assertGreater(footer["repaired"]["duplicate"], 0)
        self.assertEqual(len(events.events("end")), 1)
        return events, footer

    def test_a_ride_pushed_late_twice_and_out_of_order(self):
        expected = reports(self.classify(RIDES / "bike"))
        self.assertGreater(len(expected), 10)
        events, _ = self.ride(sensor_logger_entries(RIDES / "bike"), "bike-ride", 7, expected)
        self.assertTrue(any(not gate["allowed"] for gate in events.events("gate")))
        self.assertTrue(any(gate["allowed"] for gate in events.events("gate")))

    def test_a_ride_without_numbers(self):
        expected = reports(self.classify(RIDES / "bike"))
        self.ride(sensor_logger_entries(RIDES / "bike"), "bike-ride", 8, expected, numbered=False)

    def test_a_real_drive(self):
        expected = reports(self.classify(RIDES / "car"))
        self.ride(phyphox_entries(RIDES / "car", 1_600_000_000_000_000_000), "drive", 9, expected)

    def test_the_commute(self):
        expected = reports(self.classify(RIDES / "commute"))
        self.ride(phyphox_entries(RIDES / "commute", 1_700_000_000_000_000_000), "commute", 10, expected)

    def test_a_replayed_ride(self):
        server = self.serve("--replay", RIDES / "bike", "--speed", 2000)
        self.wait_until(lambda: any("the replay is over" in line for line in server.lines))
        (session,) = server.sessions()
        stream = server.listen(f"/sessions/{session}/stream")
        stream.join(10)
        self.assertEqual(reports(stream.lines), reports(self.classify(RIDES / "bike")))
        server.stop()

    def test_a_phone_that_comes_back(self):
        entries = sensor_logger_entries(RIDES / "bike")
        start = entries[0]["time"]
        kept = [entry for entry in entries if not 60e9 < entry["time"] - start < 120e9]
        server = self.serve("--record", self.folder / "log")
        self.push_all(server, messages(kept, "gone"))
        self.assertEqual(list(server.sessions()), ["gone"])
        stream = server.listen("/sessions/gone/stream")
        server.stop()
        stream.join(10)
        self.assertTrue(any(json.loads(line).get("reason") == "gap" for line in reports(stream.lines)))
        self.assertEqual(reports(stream.lines), reports(self.classify(self.folder / "log" / "gone")))

    def test_clocks_that_are_wrong(self):
        entries = sensor_logger_entries(RIDES / "bike")
        entries = [entry for entry in entries if entry["time"] - entries[0]["time"] < 90e9]
        start = entries[0]["time"]
        server = self.serve("--record", self.folder / "log")
        early = [dict(entry, time=entry["time"] - start) for entry in entries]
        self.push_all(server, messages(early, "of-1970"))
        jumped = [dict(entry, time=entry["time"] - (0 if entry["time"] - start > 30e9 else start)) for entry in entries]
        self.push_all(server, messages(jumped, "set-right"))
        set_back = [
            dict(entry, time=entry["time"] - (3600_000_000_000 if entry["time"] - start > 30e9 else 0))
            for entry in entries
        ]
        self.push_all(server, messages(set_back, "set-back"))
        states = {}
        for name in ["of-1970", "set-right", "set-back"]:
            listener = server.listen(f"/sessions/{name}/events")
            self.wait_until(lambda: listener.events("session"))
            states[name] = listener.events("session")[0]
            self.assertGreater(states[name]["clockFaults"], 0, name)
            # The time goes on: a second's worth of the ride may be lost, or ten where the clock was set back.
            self.assertGreater(states[name]["elapsed"], 75, name)
            self.assertLess(states[name]["elapsed"], 95, name)
        streams = {name: server.listen(f"/sessions/{name}/stream") for name in states}
        self.assertEqual(server.stop(), 0)
        for name, stream in streams.items():
            stream.join(10)
            self.assertEqual(reports(stream.lines), reports(self.classify(self.folder / "log" / name)), name)

    def test_our_own_samples(self):
        entries = sensor_logger_entries(RIDES / "bike")
        names = {"accelerometer": "linear", "gravity": "gravity", "gyroscope": "rotation"}
        lines = [
            json.dumps({"sensor": names[entry["name"]], "ns": entry["time"], **entry["values"]})
            for entry in entries if entry["name"] in names]
        server = self.serve()
        for number, first in enumerate(range(0, len(lines), 500)):
            header = json.dumps({"gaitway": "samples", "version": 1, "session": "posted", "message": number})
            body = "\n".join([header] + lines[first:first + 500]) + "\n"
            self.assertEqual(server.get("/samples", body.encode())[0], 200)
        with WebSocket(server) as connection:
            connection.send(json.dumps({"gaitway": "samples", "version": 1, "session": "through-a-socket"}))
            for first in range(0, len(lines), 50):
                connection.send("\n".join(lines[first:first + 50]))
            connection.ping(b"there?")
            self.assertEqual(connection.receive(), (0xA, b"there?"))
        streams = [server.listen(f"/sessions/{name}/stream") for name in ["posted", "through-a-socket"]]
        server.stop()
        expected = reports(self.classify(self.without_pressure()))
        for stream in streams:
            stream.join(10)
            self.assertEqual(reports(stream.lines), expected)

    def without_pressure(self):
        folder = self.folder / "without-pressure"
        folder.mkdir()
        for name in ["Accelerometer", "Gravity", "Gyroscope", "Metadata"]:
            (folder / (name + ".csv")).write_bytes((RIDES / "bike" / (name + ".csv")).read_bytes())
        return folder

    # Endings

    def test_a_killed_server_loses_no_more_than_a_second(self):
        entries = sensor_logger_entries(RIDES / "bike")
        pushed = messages([entry for entry in entries if entry["time"] - entries[0]["time"] < 60e9], "killed", 0.2)
        server = self.serve("--record", self.folder / "log")
        self.push_all(server, pushed)
        self.assertEqual(server.stop(signal.SIGKILL), -signal.SIGKILL)
        log = self.folder / "log" / "killed"
        last = max(
            entry["time"] for message in pushed for entry in message["payload"] if entry["name"] == "accelerometer"
        )
        kept = max(int(row["time"]) for row in rows(log / "Accelerometer.csv"))
        self.assertLess(last - kept, 1e9)
        # A torn last row, as a crash of the machine leaves it, is left out and counted.
        whole = reports(self.classify(log))
        with open(log / "Accelerometer.csv", "r+b") as table:
            table.truncate(table.seek(0, os.SEEK_END) - 9)
        torn = self.classify(log)
        self.assertEqual(json.loads(torn[-1])["repaired"].get("cut-row"), 1)
        self.assertEqual(reports(torn), whole)

    def test_a_full_disk(self):
        entries = sensor_logger_entries(RIDES / "bike")
        server = self.serve(
            "--record",
            self.folder / "log",
            limits=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000)),
        )
        pushed = messages(entries, "full")
        server.push(pushed[0])
        events = server.listen("/sessions/full/events")
        self.push_all(server, pushed[1:])
        self.wait_until(lambda: events.events("session")[-1]["recording"]["fault"])
        self.assertIn("recording stopped at 20", events.events("session")[-1]["recording"]["fault"])
        self.assertEqual(len([line for line in server.lines if "recording stopped" in line]), 1)
        stream = server.listen("/sessions/full/stream")
        server.stop()
        stream.join(10)
        self.assertEqual(reports(stream.lines), reports(self.classify(RIDES / "bike")), "the session goes on")
        self.classify(self.folder / "log" / "full")

    # Who may ask, and how much

    def head(self, method, path, *fields, host=None, server=None):
        host = host or f"127.0.0.1:{server.port}"
        return ("\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {host}", *fields]) + "\r\n\r\n").encode()

    def status(self, answer):
        return int(answer.split(b" ")[1]) if answer else None

    def test_names_and_pages_of_others_are_refused(self):
        server = self.serve()
        ask = lambda *fields, host=None: self.status(
            server.raw(self.head("GET", "/sessions", *fields, "Connection: close", host=host, server=server)))
        self.assertEqual(ask(), 200)
        self.assertEqual(ask(host=f"localhost:{server.port}"), 200)
        self.assertEqual(ask(host="evil.example"), 403)
        self.assertEqual(ask(host=f"127.0.0.1.evil.example:{server.port}"), 403)
        self.assertEqual(ask("Origin: http://evil.example"), 403)
        self.assertEqual(ask("Origin: null"), 403)
        self.assertEqual(ask(f"Origin: http://127.0.0.1:{server.port}"), 200)
        self.assertEqual(ask("Sec-Fetch-Site: cross-site"), 403)
        self.assertEqual(self.status(server.raw(b"GET /sessions HTTP/1.1\r\n\r\n")), 400)
        self.assertEqual(
            self.status(server.raw(b"GET /sessions HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")), 400
        )

    def test_a_token_is_asked_for_where_others_can_connect(self):
        server = self.serve("--host", "0.0.0.0")
        self.assertGreaterEqual(len(server.token), 26)
        self.assertTrue(any(f"/push?token={server.token}" in line for line in server.lines) or
                        not self.wait_until(lambda: any("/push?token=" in line for line in server.lines)))
        for path in ["/", "/sessions", "/sessions/x/events", "/nothing"]:
            self.assertEqual(server.get(path)[0], 401, path)
        self.assertEqual(server.get("/push", b"{}")[0], 401)
        self.assertEqual(server.get("/sessions?token=" + server.token[:-1])[0], 401)
        self.assertEqual(server.get("/sessions?token=" + server.token + "a")[0], 401)
        self.assertEqual(server.get("/sessions?token=" + server.token)[0], 200)
        self.assertEqual(server.get("/sessions", headers={"Authorization": "Bearer " + server.token})[0], 200)
        self.assertEqual(server.get("/?token=" + server.token)[0], 200)
        own = self.serve("--token", "correct-horse-battery")
        self.assertEqual(own.get("/sessions")[0], 401)
        self.assertEqual(own.get("/sessions?token=correct-horse-battery")[0], 200)

    def test_nothing_else_is_served(self):
        server = self.serve()
        for path in [
            "/../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/index.html",
            "/sessions/..",
            "/sessions/x/log",
            "//",
        ]:
            self.assertEqual(
                self.status(server.raw(self.head("GET", path, "Connection: close", server=server))), 404, path
            )
        for method in ["PUT", "DELETE", "OPTIONS", "POST"]:
            self.assertEqual(self.status(server.raw(self.head(method, "/sessions", server=server))), 405, method)
        for field in [
            "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'",
            "Cache-Control: no-store",
        ]:
            for path in ["/", "/sessions", "/nothing"]:
                answer = server.raw(self.head("GET", path, "Connection: close", server=server))
                self.assertIn(field.encode(), answer.split(b"\r\n\r\n")[0], path)

    def test_rubbish(self):
        server = self.serve()
        source = random.Random(3)
        for body in [
            b"",
            b"{",
            b"[]",
            b"null",
            b"{}",
            b'{"payload":7}',
            b'{"payload":[{"name":7}]',
            b"[" * 100_000,
            b'{"payload":[' + b"[" * 100_000,
            bytes(source.randrange(256) for _ in range(5000)),
            b"\xff\xfe" * 100,
        ]:
            self.assertEqual(server.get("/push", body)[0], 400, body[:40])
            self.assertEqual(server.get("/samples", body)[0], 400, body[:40])
        status, body = server.push(
            {
                "sessionId": "odd",
                "payload": [
                    {"name": "accelerometer"},
                    {"name": "accelerometer", "time": "soon", "values": {"x": 1}},
                    {"name": "lidar", "time": 3},
                    {"name": "accelerometer", "time": 2**62, "values": {"x": 1e9, "y": None, "z": "3"}},
                    {"name": "accelerometer", "time": 1e300, "values": []},
                    {"name": "<script>", "time": -5},
                ],
            }
        )
        self.assertEqual((status, body), (200, b"{}\n"))
        for line, problem in [
            ('{"sensor":"acceleration","time":1,"x":1,"y":2}', 'no "z"'),
            ('{"sensor":"lidar","time":1}', "not known"),
            ('{"sensor":"acceleration","time":1,"x":1,"y":2,"z":3,"w":4}', "not known"),
            ('{"sensor":"pressure","value":3}', "time"),
        ]:
            header = '{"gaitway":"samples","version":1,"session":"odd"}\n'
            status, body = server.get("/samples", (header + line).encode())
            self.assertEqual(status, 400)
            self.assertIn(problem, body.decode())
            self.assertIn("line 2", body.decode())
        self.assertEqual(server.get("/samples", b'{"gaitway":"samples","version":2,"session":"odd"}')[0], 400)
        for request in [
            b"\x16\x03\x01\x02\x00" * 10 + b"\n\n",
            b"GET\n\n",
            b"get / HTTP/1.1\r\n\r\n",
            b"POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
            b"POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
            b"POST /push HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        ]:
            self.assertEqual(self.status(server.raw(request)), 400, request[:60])
        self.assertEqual(server.get("/sessions")[0], 200)

    def test_too_much_is_refused_before_it_is_read(self):
        server = self.serve()
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(self.head("POST", "/push", "Content-Length: 1073741824", server=server))
            self.assertEqual(self.status(connection.recv(4096)), 413)
            sent = 0
            try:
                while sent < 1 << 30:
                    sent += connection.send(b"x" * 65536)
            except OSError:
                pass
            self.assertLess(sent, 1 << 30, "the server let a gigabyte come")
        chunk = b"%x\r\n" % 65536 + b"x" * 65536 + b"\r\n"
        answer = server.raw(self.head("POST", "/push", "Transfer-Encoding: chunked", server=server) + chunk * 200)
        self.assertEqual(self.status(answer), 413)
        answer = server.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * 20_000)
        self.assertEqual(self.status(answer), 431)
        answer = server.raw(b"GET /" + b"a" * 100_000)
        self.assertEqual(self.status(answer), 431)
        with WebSocket(server) as connection:
            connection.raw(bytes([0x82, 0xFF]) + (1 << 40).to_bytes(8, "big") + b"\0\0\0\0")
            self.assertEqual(connection.receive(), (0x8, (1009).to_bytes(2, "big")))
        self.assertLess(self.memory(server), 200, "MB")

    def memory(self, server):
        """Megabytes that the server has in memory."""
        for line in pathlib.Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        raise AssertionError("the server is gone")

    def test_thousands_of_connections(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8000), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        server = self.serve()
        listener = server.push({"sessionId": "there", "payload": []}) and server.listen("/sessions/there/events")
        held = []
        try:
            for _ in range(3000):
                try:
                    held.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
                except OSError:
                    break
            files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
            self.assertLess(files, 500)
            self.assertLess(self.memory(server), 200, "MB")
            # Connections that ask nothing give way to a phone.
            self.wait_until(lambda: self.status_or_none(server) == 200)
            before = len(listener.events("session"))
            self.wait_until(lambda: len(listener.events("session")) > before)
        finally:
            for connection in held:
                connection.close()

    def status_or_none(self, server):
        try:
            return server.get("/sessions", timeout=3)[0]
        except OSError:
            return None

    def test_slow_clients_are_cut_off(self):
        server = self.serve("--replay", RIDES / "bike", "--speed", 1000)
        self.wait_until(lambda: server.sessions())
        (session,) = server.sessions()
        slow = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        slow.sendall(self.head("POST", "/push", "Content-Length: 100", server=server) + b"{")
        silent = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        silent.sendall(b"GET / HT")
        started = time.monotonic()
        self.assertEqual(silent.recv(10), b"")
        self.assertLess(time.monotonic() - started, 25)
        slow.settimeout(40)
        self.assertEqual(slow.recv(10), b"")
        self.assertLess(time.monotonic() - started, 45)
        slow.close()
        silent.close()
        self.assertIn(session, server.sessions())

    # Places

    def test_what_the_gate_decides_is_what_a_simulation_decides(self):
        made = subprocess.run(
            [
                GAITWAY,
                "places",
                "make",
                "--track",
                RIDES / "commute",
                "--count",
                "40",
                "--spread",
                "150",
                "--seed",
                "3",
            ],
            capture_output=True,
            check=True,
        )
        places = self.folder / "places.geojson"
        places.write_bytes(made.stdout)
        server = self.serve(
            "--replay", RIDES / "commute", "--speed", 100, "--places", places, "--record", self.folder / "log"
        )
        self.wait_until(lambda: server.sessions())
        (session,) = server.sessions()
        events = server.listen(f"/sessions/{session}/events")
        events.join(20)
        stream = server.listen(f"/sessions/{session}/stream")
        stream.join(10)
        server.stop()
        (self.folder / "live.ndjson").write_text("\n".join(stream.lines) + "\n", encoding="utf-8")
        simulated = subprocess.run(
            [
                GAITWAY,
                "simulate",
                "--track",
                self.folder / "log" / session,
                "--places",
                places,
                "--activities",
                self.folder / "live.ndjson",
                "--format",
                "ndjson",
            ],
            capture_output=True,
            text=True,
            check=True,
        )
        decided = [json.loads(line) for line in simulated.stdout.splitlines()]
        decided = [(line["place"], line["decision"], line["reasons"]) for line in decided if "decision" in line]
        live = [(alert["place"], alert["decision"], alert["reasons"]) for alert in events.events("alert")]
        self.assertGreater(len(live), 20)
        # The simulation lets a minute pass behind the ride; the session ends with it.
        self.assertEqual(live, decided[:len(live)])
        self.assertLess(len(decided) - len(live), 10)

    # phyphox

    def test_a_phone_with_phyphox_is_asked(self):
        phone = Phyphox(RIDES / "car")
        self.addCleanup(phone.stop)
        server = self.serve("--phyphox", f"http://127.0.0.1:{phone.port}", "--record", self.folder / "log")
        self.wait_until(lambda: server.sessions())
        (session,) = server.sessions()
        events = server.listen(f"/sessions/{session}/events")
        # A phone that does not answer for a while is asked again.
        phone.is_deaf = True
        self.wait_until(lambda: any("phyphox at 127.0.0.1: " in line for line in server.lines))
        phone.is_deaf = False
        self.wait_until(lambda: phone.told == phone.rows, 60)
        self.wait_until(lambda: (events.events("session")[-1]["elapsed"] or 0) > 119)
        stream = server.listen(f"/sessions/{session}/stream")
        server.stop()
        stream.join(10)
        without_start = lambda lines: [{**json.loads(line), "start": None} for line in lines]
        self.assertEqual(without_start(reports(stream.lines)), without_start(reports(self.classify(RIDES / "car"))))
        log = next((self.folder / "log").iterdir())
        self.assertEqual(reports(stream.lines), reports(self.classify(log)))
        # Everything is asked for once, then only what is new.
        self.assertEqual(sum("full" in query for query in phone.queries), 1)

    def test_a_phone_that_is_none(self):
        for address in ["ftp://phone", "http://phone:0", "http://a:b:c", ""]:
            result = subprocess.run(
                [GAITWAY, "serve", "--port", "0", "--phyphox", address], capture_output=True, text=True, check=False
            )
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertIn("is not the address of a phone", result.stderr)
        page = self.serve()
        server = self.serve("--phyphox", f"http://127.0.0.1:{page.port}")
        self.wait_until(lambda: any("the answer is 404" in line for line in server.lines))

    def test_what_a_simulation_reads(self):
        server = self.serve("--replay", RIDES / "commute", "--speed", 2000)
        self.wait_until(lambda: any("the replay is over" in line for line in server.lines))
        (session,) = server.sessions()
        stream = server.listen(f"/sessions/{session}/stream")
        stream.join(10)
        (self.folder / "live.ndjson").write_text("\n".join(stream.lines) + "\n", encoding="utf-8")
        result = subprocess.run(
            [
                GAITWAY,
                "trips",
                "--track",
                RIDES / "commute",
                "--activities",
                self.folder / "live.ndjson",
                "--format",
                "json",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("automotive", result.stdout)


class Phyphox(OutsideServer):
    """A phone's remote access, as phyphox documents it: /config names the buffers, /get gives all of a buffer, or what
    follows a threshold. It has measured a hundred more rows each time it is asked."""

    protocol = "HTTP/1.1"

    def __init__(self, folder):
        self.tables = {}
        for stem, prefix in {"Accelerometer": "acc", "Gyroscope": "gyr"}.items():
            with open(folder / (stem + ".csv"), newline="", encoding="utf-8") as table:
                self.tables[prefix] = [list(map(float, row[:4])) for row in list(csv.reader(table))[1:]]
        self.rows = sum(len(table) for table in self.tables.values())
        self.end = 3.0
        self.told = 0
        self.is_deaf = False
        self.queries = []
        super().__init__()

    def get(self, request):
        if self.is_deaf:
            request.close_connection = True
            return
        path, _, query = request.path.partition("?")
        body = json.dumps(self.config() if path == "/config" else self.answer(query)).encode()
        request.send_response(200)
        request.send_header("Content-Type", "application/json")
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        for first in range(0, len(body), 10_000):
            part = body[first:first + 10_000]
            request.wfile.write(b"%x\r\n" % len(part) + part + b"\r\n")
        request.wfile.write(b"0\r\n\r\n")

    def config(self):
        outputs = lambda prefix: [{axis.lower(): prefix + axis} for axis in "XYZ"] + [{"t": prefix + "_time"}]
        return {"crc32": "0", "title": "A drive", "inputs": [
            {"source": "accelerometer", "outputs": outputs("acc")}, {"source": "gyroscope", "outputs": outputs("gyr")}]}

    def answer(self, query):
        self.queries.append(query)
        self.end += 5
        buffers = {}
        for asked in query.split("&"):
            name, _, after = urllib.parse.unquote(asked).partition("=")
            prefix, part = name[:3], ["_time", "X", "Y", "Z"].index(name[3:])
            threshold = float(after.partition("|")[0]) if after != "full" else float("-inf")
            values = [row[part] for row in self.tables[prefix] if threshold < row[0] <= self.end]
            if part == 0:
                self.told += len(values)
            buffers[name] = {"size": 0, "updateMode": "full" if after == "full" else "partial", "buffer": values}
        return {"buffer": buffers, "status": {"session": "5f3a", "measuring": True, "timedRun": False, "countDown": 0}}


class WebSocket:
    """A client's side of a WebSocket, as RFC 6455 has it."""

    def __init__(self, server):
        self.connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
        key = base64.b64encode(bytes(range(16))).decode()
        self.connection.sendall((
            f"GET /samples HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            head += self.connection.recv(1)
        if b"101" not in head.split(b"\r\n")[0]:
            raise AssertionError(head)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.connection.close()

    def raw(self, data):
        self.connection.sendall(data)

    def frame(self, code, payload):
        mask = os.urandom(4)
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.raw(bytes([0x80 | code]) + size + mask + masked)

    def send(self, text):
        self.frame(0x1, text.encode())

    def ping(self, payload):
        self.frame(0x9, payload)

    def receive(self):
        """The next frame: its code and its payload."""
        head = self.connection.recv(2, socket.MSG_WAITALL)
        return head[0] & 0xF, self.connection.recv(head[1] & 0x7F, socket.MSG_WAITALL)


if __name__ == "__main__":
    unittest.main()
