# SPDX-License-Identifier: Apache-2.0
"""What the tests of the workspace in a browser share: a folder, a server that is started again at will, and waiting."""

import json
import pathlib
import signal
import time

from browser import BrowserTest
from test_live import Server

# What a program sends to be let in.
HEADERS = {"Authorization": "Bearer a-token-of-the-tests"}


class WorkspaceBrowserTest(BrowserTest):
    """Each test has a workspace of its own."""

    def setUp(self):
        self.place = pathlib.Path(self.folder) / self.id().rsplit(".", 1)[-1]
        self.server = None
        self.addCleanup(lambda: self.server and self.server.process.poll() is None and self.server.stop(signal.SIGKILL))
        self.serve()

    def serve(self, *arguments):
        """Starts the server, again if it runs."""
        port = []
        if self.server is not None:
            port = ["--port", str(self.server.port)]
            self.server.stop()
        self.server = Server(self.place, "--token", "a-token-of-the-tests", *port, *arguments)

    def open_room(self, room):
        self.open(self.server.page.split("?")[0] + "?token=a-token-of-the-tests#" + room)

    def add(self, *paths):
        """Adds files as the button does."""
        self.find("input[type=file]").send_keys("\n".join(map(str, paths)))

    def push(self, part):
        for message in part:
            self.assertEqual(self.server.get("/push", json.dumps(message).encode(), HEADERS)[0], 200)

    @property
    def manifest(self):
        path = self.place / "manifest.csv"
        return path.read_text() if path.exists() else ""

    def wait_for_manifest(self, text):
        end = time.monotonic() + 15
        while text not in self.manifest:
            self.assertLess(time.monotonic(), end, self.manifest)
            time.sleep(0.1)
