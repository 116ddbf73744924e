#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a workspace with thousands of rides: workspace-load.py MANIFEST ROOT [--copies N] [--page]

The rides of a manifest are linked into a new workspace N times. Prints how long the server takes to read all rides, its
memory, and the time and size of the list of rides and of the suggestions. With --page, a browser loads the list and
scrolls through it; that needs Selenium, as in the environment of `make browser`.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = "a-token-of-the-benchmark"

SCROLL = """
const [done] = arguments;
const list = document.querySelector(".rides-scroll");
const times = [];
const step = (now) => {
  times.push(now);
  list.scrollTop += 97;
  if (times.length < 240) requestAnimationFrame(step);
  else done(times.slice(1).map((time, index) => time - times[index]));
};
requestAnimationFrame(step);
"""


def link(source, target):
    """Links a log, which is a file or a folder, into the workspace."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_file():
        os.link(source, target)
        return
    for path in source.rglob("*"):
        if path.is_file():
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            os.link(path, place)


def ask(page, path):
    """An answer, and the seconds that it took."""
    request = urllib.request.Request(page + path, headers={"Authorization": "Bearer " + TOKEN})
    began = time.monotonic()
    with urllib.request.urlopen(request, timeout=60) as answer:
        body = answer.read()
    return body, time.monotonic() - began


def look(page):
    """The seconds until the page shows rides, and the frames while it scrolls."""
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"]:
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        driver.get(f"{page}/?token={TOKEN}#rides")
        while not driver.execute_script("return document.querySelectorAll('.ride-row').length > 5"):
            time.sleep(0.02)
        drawn = driver.execute_script("return performance.now() / 1000")
        frames = driver.execute_async_script(SCROLL)
        return drawn, 1000 * len(frames) / sum(frames), max(frames)
    finally:
        driver.quit()


def measure(page, process, options):
    began = time.monotonic()
    while True:
        rides = json.loads(ask(page, "/api/state")[0])["rides"]
        if rides["all"] > 0 and rides["read"] + rides["faults"] == rides["all"]:
            break
        time.sleep(0.2)
    print(f"{rides['all']} rides, {rides['faults']} with a problem, read in {time.monotonic() - began:.1f} s")
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    memory = int(re.search(r"VmRSS:\s+(\d+)", status)[1])
    print(f"memory: {memory / 1024:.0f} MB")
    for path in ["/api/rides", "/api/next"]:
        body, seconds = min((ask(page, path) for _ in range(5)), key=lambda pair: pair[1])
        print(f"{path}: {seconds:.3f} s, {len(body) / 1e6:.1f} MB")
    if options.page:
        drawn, rate, worst = look(page)
        print(f"page: rides are shown {drawn:.2f} s after the request; scrolling {rate:.0f} frames a second, "
              f"the longest frame {worst:.0f} ms")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--copies", type=int, default=1)
    parser.add_argument("--page", action="store_true")
    parser.add_argument("--gaitway", default=ROOT / ".build/release/gaitway")
    options = parser.parse_args()
    with options.manifest.open(newline="", encoding="utf-8") as file:
        recordings = sorted({row["recording"] for row in csv.DictReader(file)})
    # Links need the file system of the rides.
    with tempfile.TemporaryDirectory(prefix="workspace-load-", dir=options.root.parent) as folder:
        for copy in range(options.copies):
            for recording in recordings:
                if (options.root / recording).exists():
                    link(options.root / recording, pathlib.Path(folder) / "rides" / str(copy) / recording)
        process = subprocess.Popen(
            [options.gaitway, "serve", folder, "--port", "0", "--token", TOKEN], stderr=subprocess.PIPE, text=True)
        try:
            line = process.stderr.readline()
            measure(re.search(r"http://[\d.]+:\d+", line)[0], process, options)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


if __name__ == "__main__":
    main()
