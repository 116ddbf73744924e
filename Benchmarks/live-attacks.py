#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks the live server, each attack with a server of its own: live-attacks.py [--gaitway BINARY] [--only NAME]

Prints for each attack what came of it, whether the server still answers and ends in order, and the most memory that it
held. The last one uses every limit at once. The exit code is 1 if a server ended, stopped answering, or took more than
512 MB.
"""

import argparse
import json
import os
import pathlib
import re
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = "correct-horse-battery"
MOST_MEMORY = 512
UPGRADE = (
    "GET /samples?token=%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: "
    "Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" % TOKEN
).encode()
START = 1_777_741_200_000_000_000


class Server:
    """A server with a token, and what attacks need of it."""

    def __init__(self, gaitway, *arguments, files=4096, file_size=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
            if file_size is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, file_size))

        self.lines = []
        self.process = subprocess.Popen(
            [gaitway, "serve", "--port", "0", "--token", TOKEN, *map(str, arguments)],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limit,
        )
        found = None
        while not found:
            line = self.process.stderr.readline()
            if not line:
                raise SystemExit(f"the server does not start: {self.lines}")
            self.lines.append(line)
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        self.port = int(found[1])
        threading.Thread(target=lambda: self.lines.extend(self.process.stderr), daemon=True).start()

    def connect(self, timeout=20):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, path="/sessions", body=None, token=TOKEN, timeout=20):
        """The status of an answer, or None."""
        try:
            with self.connect(timeout) as connection:
                connection.sendall(request(path, body, token))
                return int(connection.recv(12)[9:])
        except (OSError, ValueError):
            return None

    def status(self, name):
        found = re.search(name + r":\s+(\d+) kB", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())
        return int(found[1]) / 1024 if found else 0

    def processor(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self):
        """How it was at the end: whether it answered, its most memory in MB, its exit status."""
        answers = any(self.ask() == 200 for _ in range(5))
        memory = self.status("VmHWM") if self.process.poll() is None else 0
        if self.process.poll() is None:
            self.process.terminate()
        try:
            status = self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = "hangs"
        return answers, memory, status


def request(path, body=None, token=TOKEN):
    head = f"{'GET' if body is None else 'POST'} {path}?token={token} HTTP/1.1\r\nHost: localhost\r\n"
    return (head + (f"Content-Length: {len(body)}\r\n" if body is not None else "") + "\r\n").encode() + (body or b"")


def header(session, message=None):
    return (
        json.dumps(
            {
                "gaitway": "samples",
                "version": 1,
                "session": session,
                **({} if message is None else {"message": message}),
            }
        )
        + "\n"
    )


def frame(code, payload=b"", last=True, length=None):
    size = len(payload) if length is None else length
    short = (
        bytes([0x80 | size])
        if size < 126
        else bytes([0xFE]) + struct.pack(">H", size)
        if size < 65536
        else bytes([0xFF]) + struct.pack(">Q", size)
    )
    return bytes([(0x80 if last else 0) | code]) + short + b"\0\0\0\0" + payload


def send_unread(connection, data, seconds):
    """Sends without reading until the server takes no more; the bytes that it took."""
    connection.settimeout(2)
    sent, end = 0, time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            sent += connection.send(data)
        except OSError:
            break
    return sent


def numbers(server):
    """Message numbers at the limits of 64 bits, in headers and over a WebSocket."""
    limits = [2**63 - 2, 2**63 - 1, 2**63 - 1, 0, -(2**63)]
    statuses = [server.ask("/samples", header("numbers", number).encode()) for number in limits]
    push = (
        '{"messageId":%d,"sessionId":"n","payload":[{"name":"accelerometer","time":%d,"values":{"x":1,"y":1,"z":1}}]}'
    )
    statuses += [server.ask("/push", (push % (number, number)).encode()) for number in limits]
    return f"statuses {statuses}"


def lengths(server):
    """A part of a message, and then a frame of 2^63 - 1 bytes."""
    codes = []
    for length in (2**63 - 1, 2**63, 2**64 - 1):
        with server.connect() as connection:
            connection.sendall(UPGRADE)
            connection.recv(4096)
            connection.sendall(frame(1, b"x", last=False) + frame(0, length=length))
            answer = connection.recv(100)
            codes.append(int.from_bytes(answer[2:4], "big") if answer[:1] == b"\x88" else None)
    return f"codes {codes}"


def requests_unread(server):
    """Pages are asked for on one connection, and not read."""
    with server.connect() as connection:
        sent = send_unread(connection, request("/") * 1000, 10)
    return f"it took {sent / 1e6:.1f} MB of requests"


def pings_unread(server):
    """Pings on one WebSocket, whose answers are not read."""
    with server.connect() as connection:
        connection.sendall(UPGRADE)
        sent = send_unread(connection, frame(9, b"x" * 125) * 1000, 10)
    return f"it took {sent / 1e6:.1f} MB of pings"


def bodies(server, count=398):
    """Incomplete bodies of 4 MiB, in chunks, on all connections."""
    held, chunk = [], b"10000\r\n" + b" " * 65536 + b"\r\n"
    for _ in range(count):
        connection = server.connect()
        held.append(connection)
        try:
            connection.sendall(
                f"POST /push?token={TOKEN} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
            )
            connection.settimeout(0.5)
            for _ in range(63):
                connection.sendall(chunk)
        except OSError:
            pass
    refused = 0
    for connection in held:
        connection.setblocking(False)
        try:
            refused += connection.recv(12)[9:] == b"503"
        except OSError:
            pass
    server.held = held
    return f"{refused} of {count} refused with 503"


def slots(server):
    """500 connections without the token, silent, wrong or half; 119 phones with it behind them."""
    held = []
    for number in range(500):
        connection = server.connect()
        connection.sendall([b"", request("/", token="wrong-token"), b"GET / HT"][number % 3])
        held.append(connection)
    served = sum(server.ask() == 200 for _ in range(119))
    server.held = held
    return f"{served} of 119 served"


def descriptors(server):
    """200 connections to a server with 64 file descriptors."""
    held = [server.connect() for _ in range(200)]
    held[-1].settimeout(15)
    try:
        answer = held[-1].recv(12)[9:]
    except OSError:
        answer = b"none"
    before = server.processor()
    time.sleep(3)
    used = (server.processor() - before) / 3
    for connection in held:
        connection.close()
    time.sleep(2)
    return f"answer {answer.decode()}, {100 * used:.0f} % of a processor"


def tokens(server):
    """100 wrong tokens, one after the other."""
    start = time.monotonic()
    statuses = [server.ask(token="wrong-token") for _ in range(30)]
    return f"{statuses.count(401)} of 30 refused in {time.monotonic() - start:.0f} s"


def offline(server):
    """A phone that was offline sends 55,000 readings in order at once."""
    lines = [header("offline")]
    for index in range(55_000):
        lines.append('{"sensor":"acceleration","ns":%d,"x":0,"y":0.1,"z":9.8}\n' % (START + index * 10_000_000))
    status = server.ask("/samples", "".join(lines).encode())
    with server.connect() as connection:
        connection.sendall(request("/sessions/offline/events"))
        text = b""
        while b"\n\n" not in text.partition(b"\r\n\r\n")[2]:
            text += connection.recv(1 << 16)
    state = json.loads(re.search(rb"event: session\ndata: (.*)\n", text)[1])
    return f"status {status}, late {state['late']}, unreadable {state['unreadable']}, elapsed {state['elapsed']} s"


def limits(server, sessions=100, seconds=3600):
    """Every limit at once: 100 sessions with histories of an hour, waiting readings and rows for a full disk; listeners
    that do not read;
    incomplete bodies."""
    # Each phone at rest and in motion in turn.
    count = seconds * 25
    for phone in range(sessions):
        for part in range(0, count, 30_000):
            lines = [header(f"s{phone}")]
            for index in range(part, min(part + 30_000, count)):
                x = 6 if index // 250 % 2 and index % 4 < 2 else 0
                lines.append(
                    '{"sensor":"acceleration","ns":%d,"x":%d,"y":0.1,"z":9.8}\n' % (START + index * 40_000_000, x)
                )
            server.ask("/samples", "".join(lines).encode())
    # Readings that wait: all sensors within a second of the future.
    late = START + count * 40_000_000
    for phone in range(sessions):
        lines = [header(f"s{phone}")]
        for index in range(4000):
            for sensor in ("acceleration", "rotation"):
                lines.append('{"sensor":"%s","ns":%d,"x":0,"y":0.1,"z":9.8}\n' % (sensor, late + 10**9 + index * 1000))
            lines.append('{"sensor":"pressure","ns":%d,"value":950}\n' % (late + 10**9 + index * 1000))
        server.ask("/samples", "".join(lines).encode())
    before = server.status("VmRSS")
    listeners = []
    for number in range(150):
        connection = server.connect()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(request(f"/sessions/s{number % sessions}/{'events' if number % 2 else 'stream'}"))
        listeners.append(connection)
    result = bodies(server, 200)
    server.held += listeners
    faults = sum("recording stopped" in line for line in server.lines)
    return f"{before:.0f} MB with {sessions} sessions, {faults} recordings without room, {result}"


ATTACKS = {
    "numbers": (numbers, {}),
    "lengths": (lengths, {}),
    "requests-unread": (requests_unread, {}),
    "pings-unread": (pings_unread, {}),
    "bodies": (bodies, {}),
    "slots": (slots, {}),
    "descriptors": (descriptors, {"files": 64}),
    "tokens": (tokens, {}),
    "offline": (offline, {}),
    "limits": (limits, {"file_size": 4096}),
}


def main(options):
    failed = False
    for name, (attack, settings) in ATTACKS.items():
        if options.only and name not in options.only:
            continue
        with tempfile.TemporaryDirectory(prefix="gaitway-attack-") as folder:
            arguments = ["--record", folder] if name == "limits" else []
            server = Server(options.gaitway, *arguments, **settings)
            server.held = []
            try:
                outcome = attack(server, options.sessions, options.seconds) if name == "limits" else attack(server)
            except (OSError, ValueError, TypeError, IndexError) as error:
                outcome = f"{type(error).__name__}: {error}"
            answers, memory, status = server.end()
            for connection in server.held:
                connection.close()
            good = answers and status == 0 and memory <= MOST_MEMORY
            failed = failed or not good
            print(
                f"{'ok  ' if good else 'FAIL'} {name:16} {memory:6.0f} MB  exit {status}  "
                f"{'answers' if answers else 'does not answer'}; {outcome}",
                flush=True,
            )
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--only", action="append", choices=ATTACKS, help="an attack; repeat the option for several")
    parser.add_argument(
        "--sessions", type=int, default=100, help='sessions of the attack "limits"; the server allows 100'
    )
    parser.add_argument("--seconds", type=int, default=3600, help="the length of their histories")
    sys.exit(main(parser.parse_args()))
