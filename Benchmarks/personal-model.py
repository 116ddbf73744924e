#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a personal model on the page of a workspace: personal-model.py MANIFEST ROOT --person USER

A browser adds the person's rides to an empty folder, labels each by a key, adapts the built-in model and uses the
result, with real clicks and keys. Prints how many there were, the machine's seconds, and the comparison on left-out
rides. Each ride must be one file with one label. It needs Selenium, as in the environment of `make browser`.
"""

import argparse
import csv
import json
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = "a-token-of-the-benchmark"
ACTIVITIES = ["stationary", "walking", "running", "cycling", "automotive", "none"]


class Person:
    """A browser whose clicks and keys are counted."""

    def __init__(self, page):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1400,900"]:
            options.add_argument(argument)
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.get(f"{page}/?token={TOKEN}#rides")
        self.count = 0

    def wait(self, script):
        while not (found := self.driver.execute_script("with (window.gaitway ?? {}) return " + script)):
            time.sleep(0.05)
        return found

    def click(self, text):
        path = f"//*[self::a or self::button][normalize-space()={text!r}]"
        self.driver.find_element(By.XPATH, path).click()
        self.count += 1

    def key(self, key):
        webdriver.ActionChains(self.driver, duration=10).send_keys(key).perform()
        self.count += 1

    def add(self, files):
        self.wait("document.querySelector('input[type=file]') !== null")
        self.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys("\n".join(map(str, files)))
        self.count += 1

    def label(self, labels):
        """Labels the rides in the order of the list: a key for the label, and one for the next ride."""
        self.driver.execute_script("document.querySelector('.rides-scroll').focus()")
        for place, ride in enumerate(self.wait("rideLibrary.shown.map(({ ride }) => ride)")):
            self.key(Keys.HOME if place == 0 else Keys.ARROW_DOWN)
            self.key(str(ACTIVITIES.index(labels[ride]) + 1))
            self.wait(f"workspace.state.rides.labelled === {place + 1}")


def make(page, files, labels):
    began = time.monotonic()
    person = Person(page)
    try:
        person.add(files)
        person.wait(f"workspace.state?.rides.read === {len(files)}")
        person.wait(f"rideLibrary.shown.length === {len(files)}")
        person.label(labels)
        person.click("Models")
        person.wait(f"document.querySelector('.model-sum')?.textContent.includes('{len(files)}\\u00a0rides')")
        person.click("Start")
        person.wait("workspace.state.job?.state === 'done'")
        person.wait("[...document.querySelectorAll('button')].some((one) => one.textContent === 'Use this model')")
        person.click("Use this model")
        person.wait("workspace.state.model.file !== null")
        print(f"{person.count} clicks and keys, {time.monotonic() - began:.1f} s")
    finally:
        person.driver.quit()
    request = urllib.request.Request(page + "/api/models", headers={"Authorization": "Bearer " + TOKEN})
    with urllib.request.urlopen(request) as answer:
        comparison = json.load(answer)["models"][-1]["comparison"]
    for row in comparison["rows"]:
        if "problem" in row:
            print(f"{row['model']}: {row['problem']}")
        else:
            print(f"{row['model']}: macro-F1 {row['macroF1']:.3f}, log-loss {row['logLoss']:.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("--person", required=True)
    parser.add_argument("--gaitway", default=ROOT / ".build/release/gaitway")
    options = parser.parse_args()
    with options.manifest.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["user"] == options.person]
    files = [options.root / row["recording"] for row in rows]
    labels = {path.name: row["activity"] for path, row in zip(files, rows)}
    if not files or len(labels) != len(rows) or not all(path.is_file() for path in files):
        raise SystemExit(f"{options.person}: the rides are not one file and one label each")
    with tempfile.TemporaryDirectory(prefix="personal-model-") as folder:
        process = subprocess.Popen(
            [options.gaitway, "serve", folder, "--port", "0", "--token", TOKEN], stderr=subprocess.PIPE, text=True)
        try:
            make(re.search(r"http://[\d.]+:\d+", process.stderr.readline())[0], files, labels)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


if __name__ == "__main__":
    main()
