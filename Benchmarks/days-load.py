#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the room of days on a store of years: days-load.py [--years N] [--spots N] [--store FILE]

Years of days as a phone that saves power records them are added to a new workspace; `--store` keeps the store in a
file, and uses it if it exists. One person lives, works and shops at a few spots, and visits N others now and then.
Prints milliseconds for each request of the room, first as the server answers after a start, then again, then after a
correction: the first request in a state of the store reads all days, the others use what is known. For the heat map it
prints how long the server needs in the background, and how slow days are meanwhile.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

import store_scale

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = "a-token-of-the-benchmark"


class Days:
    """The room of days of a server."""

    def __init__(self, page):
        self.page = page

    def ask(self, path, body=None):
        """An answer, its size in bytes, and the milliseconds that it took."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.page + "/api/days/" + path, data=data,
            headers={"Authorization": "Bearer " + TOKEN, "Content-Type": "application/json"})
        began = time.monotonic()
        with urllib.request.urlopen(request, timeout=600) as answer:
            text = answer.read()
        return json.loads(text), len(text), 1000 * (time.monotonic() - began)


def add_years(gaitway, store, options, folder):
    generator = random.Random(1)
    store_scale.SPOTS += [(generator.uniform(-20000, 20000), generator.uniform(-20000, 20000))
                          for _ in range(options.spots)]
    for year in range(options.years):
        table, _ = store_scale.one_file(folder, range(365 * year, 365 * (year + 1)), 120, 5)
        store_scale.add(gaitway, store, [table])


def measure(days):
    calendar = days.ask("calendar")
    dates = list(calendar[0]["days"])
    generator = random.Random(2)
    some = generator.sample(dates, 30)
    print("request | first, ms | again, ms | answer, kB")
    print(f"calendar | {calendar[2]:.0f} | {days.ask('calendar')[2]:.0f} | {calendar[1] / 1000:.0f}")
    times = sorted(days.ask("day?date=" + date)[2] for date in some)
    print(f"a day, median of {len(some)} | {times[len(times) // 2]:.0f} |")
    print(f"a day, slowest of {len(some)} | {times[-1]:.0f} |")
    places = days.ask("places")[0]["places"]
    most = max(places, key=lambda place: place["visits"])["id"]
    year = dates[len(dates) // 2][:4]
    for path in ["places", "place?id=" + most, "years", "years?year=" + year, "years?year=all"]:
        (_, size, first), (_, _, again) = days.ask(path), days.ask(path)
        print(f"{path} | {first:.0f} | {again:.0f} | {size / 1000:.0f}")
    return some, most


def measure_heat(days, some):
    box = "heat?zoom=14&box=8300,5700,8700,6000"
    began = time.monotonic()
    slowest = 0
    while days.ask(box)[0]["share"] < 1:
        slowest = max(slowest, days.ask("day?date=" + random.choice(some))[2])
        time.sleep(0.05)
    print(f"heat map: {time.monotonic() - began:.1f} s in the background; the slowest day meanwhile {slowest:.0f} ms")
    for zoom in [9, 14, 18]:
        column, row = (round(edge * 2 ** zoom) for edge in (188 / 360, 0.35177))
        answer, size, took = days.ask(f"heat?zoom={zoom}&box={column - 300},{row - 200},{column + 300},{row + 200}")
        print(f"heat, zoom {zoom}, {len(answer['cells']) // 3} cells | {took:.0f} | | {size / 1000:.0f}")


def measure_correction(days, some, most):
    took = days.ask("correct", {"kind": "name", "place": {"identifier": most}, "name": "Home"})[2]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        reading = pool.submit(days.ask, "calendar")
        time.sleep(0.02)
        day = days.ask("day?date=" + some[0])[2]
        calendar = reading.result()[2]
    print(f"after a correction ({took:.0f} ms): the calendar {calendar:.0f} ms, a day meanwhile {day:.0f} ms, "
          f"the same day again {days.ask('day?date=' + some[0])[2]:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--years", type=int, default=10)
    parser.add_argument("--spots", type=int, default=60)
    parser.add_argument("--store", type=pathlib.Path, help="the store's file; made if it does not exist")
    parser.add_argument("--gaitway", default=ROOT / ".build/release/gaitway")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="days-load-") as folder:
        workspace = pathlib.Path(folder) / "workspace"
        workspace.mkdir()
        store = workspace / "life.gaitway"
        if options.store and options.store.exists():
            shutil.copy(options.store, store)
        else:
            add_years(options.gaitway, store, options, pathlib.Path(folder))
            if options.store:
                shutil.copy(store, options.store)
        print(f"{options.years} years, store of {store.stat().st_size / 1e6:.0f} MB")
        process = subprocess.Popen(
            [options.gaitway, "serve", workspace, "--port", "0", "--token", TOKEN],
            stderr=subprocess.PIPE, text=True, env={**os.environ, "TZ": "UTC"})
        try:
            line = process.stderr.readline()
            days = Days(re.search(r"http://[\d.]+:\d+", line)[0])
            some, most = measure(days)
            measure_heat(days, some)
            measure_correction(days, some, most)
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            memory = int(re.search(r"VmHWM:\s+(\d+)", status)[1])
            print(f"memory: {memory / 1024:.0f} MB at most")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


if __name__ == "__main__":
    main()
