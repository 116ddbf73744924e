# SPDX-License-Identifier: Apache-2.0
"""The memory that the server promises in SECURITY.md, with a workspace and its limits at once."""

import pathlib
import re
import socket
import threading
import unittest

from test_workspace import TOKEN, WorkspaceTest

MOST_MEMORY = 512
LONGEST = 4 << 20


class MemoryTest(WorkspaceTest):
    """Each test sends all at once, as many phones and pages would."""

    def request(self, path, body=None):
        method = "GET" if body is None else "POST"
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {TOKEN}"]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join([*lines, "", ""]).encode() + (body or b"")

    def memory(self, name="VmHWM"):
        status = pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(re.search(name + r":\s+(\d+) kB", status)[1]) / 1024

    def connect(self, path, body=None):
        connection = socket.create_connection(("127.0.0.1", self.server.port), timeout=120)
        self.addCleanup(connection.close)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        try:
            connection.sendall(self.request(path, body))
        except OSError:
            # The server refused the body before it had come.
            pass
        return connection

    def post(self, requests):
        """The statuses of requests that are sent together."""
        statuses = [None] * len(requests)

        def send(number):
            connection = self.connect(*requests[number])
            try:
                statuses[number] = int(connection.recv(12)[9:])
            except (OSError, ValueError):
                pass

        threads = [threading.Thread(target=send, args=[number]) for number in range(len(requests))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        return statuses

    def test_every_limit_at_once(self):
        # The list of rides has several MB, and a ride more than a body may have.
        folder = self.folder / "rides" / ("a" * 200)
        folder.mkdir(parents=True)
        for number in range(8_000):
            (folder / f"{number}-{'b' * 150}.csv").write_bytes(b"name,price\nbread,2\n")
        ride = self.folder / "rides" / "long.csv"
        ride.write_bytes(b"x" * (40 << 20))
        self.serve()
        # The list has the rides before they are read.
        self.wait_for(
            lambda: len(self.server.get("/api/rides", headers={"Authorization": "Bearer " + TOKEN})[1]) > LONGEST,
            seconds=240)
        readers = [self.connect("/api/rides") for _ in range(60)]
        readers += [self.connect("/api/file?path=rides/long.csv") for _ in range(60)]
        numbers = b'{"rides":[' + b"0," * ((LONGEST - 20) // 2) + b"0]}"
        places = b'{"locations":[' + b"0," * ((LONGEST - 20) // 2) + b"0]}"
        bodies = [("/api/labels", numbers), ("/track/overland", places)] * 32
        statuses = self.post(bodies)
        self.assertLessEqual(set(statuses), {400, 503, None})
        self.assertIn(400, statuses)
        self.assertLess(self.memory(), MOST_MEMORY)
        # Who reads gets a file whole, and the others theirs or 503.
        received = b""
        while part := readers[-1].recv(1 << 16):
            received += part
            if len(received) > 40 << 20 and received.partition(b"\r\n\r\n")[2].count(b"x") == 40 << 20:
                break
        firsts = [reader.recv(12) for reader in readers[:-1]]
        self.assertLessEqual({first[9:] for first in firsts}, {b"200", b"503"})
        for reader in readers:
            reader.close()
        # The memory goes back to the system.
        self.wait_for(lambda: self.memory("VmRSS") < 300)
        self.assertEqual(self.server.get("/sessions", headers={"Authorization": "Bearer " + TOKEN})[0], 200)


if __name__ == "__main__":
    unittest.main()
