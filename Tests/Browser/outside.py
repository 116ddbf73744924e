# SPDX-License-Identifier: Apache-2.0
"""Servers of the world outside, on this machine."""

import http.server
import threading


class OutsideServer:
    """A server that answers from its creation until `stop`; a subclass answers each GET in `get`."""

    protocol = "HTTP/1.0"

    def __init__(self):
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = outer.protocol

            def do_GET(self):
                outer.get(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def get(self, request):
        raise NotImplementedError

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    @staticmethod
    def send(request, body, status=200, fields=()):
        """Answers a request with the bytes of a body."""
        request.send_response(status)
        for name, value in [*fields, ("Content-Length", str(len(body)))]:
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)
