#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the workspace with phones that push a fix a second each, over real connections: tracker-load.py [options]

The server has one processor. Each phone sends an Overland request a second, on a connection of its own. Prints the
requests a second, the server's share of the processor, its memory, the time from a request to its answer, and how long
the store takes to have the last fix. It fails if an answered fix is not in the store, or one is there twice.
"""

import argparse
import asyncio
import json
import os
import pathlib
import re
import signal
import sqlite3
import statistics
import tempfile
import time

from importlib import import_module

ROOT = pathlib.Path(__file__).resolve().parent.parent
used = import_module("live-load").used


def body(phone, moment):
    """A fix of a walker's phone; the phones are one person's."""
    latitude, longitude = 47 + (moment % 3600) * 1e-5 + phone * 1e-8, 8.0
    feature = {
        "type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
        "properties": {"timestamp": moment, "horizontal_accuracy": 5, "speed": 1.1, "altitude": 400,
                       "device_id": f"phone {phone}"}}
    return json.dumps({"locations": [feature]}).encode()


async def phone(number, options, port, start, delays):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = time.monotonic() + 1 + number / options.phones
    for second in range(options.seconds):
        data = body(number, start + second)
        await asyncio.sleep(max(0, begin + second - time.monotonic()))
        sent = time.monotonic()
        writer.write(
            b"POST /track/overland HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(data) + data)
        await writer.drain()
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise SystemExit(head.decode())
        await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", head)[1]))
        delays.append(time.monotonic() - sent)
    writer.close()


def count(store):
    """Fixes of a store, and the same without repeats."""
    if not store.exists():
        return 0, 0
    connection = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=30)
    try:
        return connection.execute(
            "SELECT count(*), count(DISTINCT time || ' ' || latitude || ' ' || longitude) FROM fix").fetchone()
    finally:
        connection.close()


async def main(options):
    with tempfile.TemporaryDirectory(prefix="gaitway-load-") as folder:
        workspace = pathlib.Path(folder) / "days"
        core = max(os.sched_getaffinity(0))
        server = await asyncio.create_subprocess_exec(
            "taskset", "-c", str(core), options.gaitway, "serve", workspace, "--port", "0", "--no-token",
            stderr=asyncio.subprocess.PIPE)
        port = None
        while port is None:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", await server.stderr.readline())
            port = int(found[1]) if found else None
        delays, start = [], int(time.time()) - options.seconds - 60
        phones = [asyncio.create_task(phone(n, options, port, start, delays)) for n in range(options.phones)]
        await asyncio.sleep(min(10, options.seconds / 4))
        (before, first), clock = used(server.pid), time.monotonic()
        await asyncio.gather(*phones)
        (after, memory), clock = used(server.pid), time.monotonic() - clock
        wanted, begin = options.phones * options.seconds, time.monotonic()
        while (found := count(workspace / "life.gaitway"))[0] < wanted and time.monotonic() - begin < 120:
            await asyncio.sleep(0.25)
        behind = time.monotonic() - begin
        server.send_signal(signal.SIGINT)
        await server.wait()
        cut = statistics.quantiles(delays, n=1000)
        print(f"phones               {options.phones}")
        print(f"answered requests    {len(delays)} in {options.seconds} s")
        print(f"processor            {100 * (after - before) / clock:.1f} % of one")
        print(f"memory               {first:.1f} MB at first, {memory:.1f} MB at the end")
        print(f"answer               {1000 * statistics.median(delays):.1f} ms median, {1000 * cut[989]:.1f} ms 99th "
              f"percentile, {1000 * max(delays):.1f} ms at most")
        print(f"store                {behind:.1f} s behind the last answer, {found[0]} fixes, "
              f"{found[1]} without repeats")
        if found != (wanted, wanted):
            raise SystemExit(f"the store has {found[0]} of {wanted} fixes")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    asyncio.run(main(parser.parse_args()))
