#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the live server with phones that push as Sensor Logger does, over real connections: live-load.py [options]

Starts `gaitway serve` and listens to the events of some phones. Each phone pushes a message a second with readings of
accelerometer, gravity and gyroscope. Prints the phones, the readings a second, the server's share of a processor, its
memory, and the delay from sending the message that completes a window to the window's event.
"""

import argparse
import asyncio
import json
import math
import os
import pathlib
import random
import re
import statistics
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")


def body(phone, number, rate, start):
    """The message of one second of a walker's phone."""
    payload = []
    for index in range(rate):
        moment = number + index / rate
        stamp = start + round(moment * 1e9)
        swing = math.sin(2 * math.pi * 1.9 * moment + phone)
        noise = random.random
        for name, values in (
            ("accelerometer", (2.5 * swing + noise(), 1.2 * noise(), 3.1 * swing * swing + noise())),
            ("gravity", (0.3, 9.7, 1.1 + 0.1 * swing)),
            ("gyroscope", (0.4 * swing, 0.2 * noise(), 0.3 * swing + 0.1 * noise())),
        ):
            payload.append({"name": name, "time": stamp, "values": dict(zip("xyz", values))})
    return json.dumps(
        {"messageId": number, "sessionId": f"phone-{phone}", "deviceId": f"phone {phone}", "payload": payload}
    ).encode()


async def push(reader, writer, data):
    writer.write(
        b"POST /push HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        % len(data)
        + data
    )
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise SystemExit(head.decode())
    await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", head)[1]))


async def phone(number, options, port, sent, start):
    """Pushes a second's readings each second, at a phase of the phone's own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begin = time.monotonic() + 1 + number / options.phones
    for message in range(options.seconds):
        data = body(number, message, options.rate, start)
        await asyncio.sleep(max(0, begin + message - time.monotonic()))
        sent[(number, message)] = time.monotonic()
        await push(reader, writer, data)
    writer.close()


async def listen(number, port, sent, delays):
    """Notes the delay from sending the message that completes a window to its event."""
    while True:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /sessions/phone-%d/events HTTP/1.1\r\nHost: localhost\r\n\r\n" % number)
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 200 " in head.split(b"\r\n")[0]:
            break
        writer.close()
        await asyncio.sleep(0.2)
    name = b""
    while line := await reader.readline():
        came = time.monotonic()
        if line.startswith(b"event: "):
            name = line[7:].strip()
        elif line.startswith(b"data: ") and name == b"report":
            delivered = json.loads(line[6:])["delivered"]
            message = int(delivered)
            if (number, message) in sent:
                delays.append(came - sent[(number, message)])


def used(process):
    """Seconds of processor, and megabytes in memory."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    memory = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process}/status").read_text())
    return (int(fields[11]) + int(fields[12])) / TICKS, int(memory[1]) / 1024


async def main(options):
    with tempfile.TemporaryDirectory(prefix="gaitway-load-") as folder:
        arguments = ["--record", folder] if options.record else []
        server = await asyncio.create_subprocess_exec(
            options.gaitway, "serve", "--port", "0", "--no-token", *arguments, stderr=asyncio.subprocess.PIPE)
        port = None
        while port is None:
            found = re.search(rb"http://127\.0\.0\.1:(\d+)/", await server.stderr.readline())
            port = int(found[1]) if found else None
        sent, delays = {}, []
        listeners = [
            asyncio.create_task(listen(number, port, sent, delays))
            for number in range(min(options.phones, options.listeners))
        ]
        start = time.time_ns()
        phones = [asyncio.create_task(phone(number, options, port, sent, start)) for number in range(options.phones)]
        await asyncio.sleep(min(10, options.seconds / 4))
        (before, first), clock = used(server.pid), time.monotonic()
        await asyncio.gather(*phones)
        (after, memory), clock = used(server.pid), time.monotonic() - clock
        await asyncio.sleep(0.5)
        server.terminate()
        await server.wait()
        for task in listeners:
            task.cancel()
        delays.sort()
        cut = statistics.quantiles(delays, n=100)
        print(f"phones               {options.phones}")
        print(f"readings a second    {options.phones * options.rate * 3}")
        print(f"processor            {100 * (after - before) / clock:.1f} % of one")
        print(f"memory               {first:.1f} MB at first, {memory:.1f} MB at the end")
        print(f"windows listened to  {len(delays)}")
        print(
            f"delay                {1000 * statistics.median(delays):.1f} ms median, {1000 * cut[98]:.1f} ms 99th "
            "percentile"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gaitway", default=str(ROOT / ".build/release/gaitway"))
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--rate", type=int, default=100, help="readings a second of each sensor")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--listeners", type=int, default=50, help="the number of phones to listen to")
    parser.add_argument("--record", action="store_true", help="let the server keep logs")
    asyncio.run(main(parser.parse_args()))
