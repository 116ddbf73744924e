# SPDX-License-Identifier: Apache-2.0
"""The frame in which a notebook shows a page, in a real browser: it plays, turns and links as the page itself does."""

import sys
import time

from browser import ROOT, BrowserTest, main

sys.path.insert(0, str(ROOT / "Python/src"))
from gaitway._pages import Page  # noqa: E402  (needs neither the library nor other packages)

ZONE = ["--time-zone", "Etc/UTC"]


class NotebookFrame(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        day = (ROOT / "Datasets/day/day.gpx").read_text()
        tracks = []
        for date in ["2026-05-04", "2026-05-05"]:
            (cls.folder / f"{date}.gpx").write_text(day.replace("2026-05-04", date))
            tracks += ["--track", f"{date}.gpx"]
        for name, words in [
            ("days", ["trips", *tracks, *ZONE]),
            ("ride", ["classify", str(ROOT / "Datasets/commute"), *ZONE]),
            ("run", ["simulate", *tracks[:2], "--places", str(ROOT / "Datasets/day/places.csv"), *ZONE]),
        ]:
            text = cls.gaitway(*words, "--report", "-").stdout
            cell = Page(text, height=500)._repr_html_()
            (cls.folder / f"{name}.html").write_text(f"<!DOCTYPE html><title>cells</title><body>{cell}</body>")

    def enter(self, name):
        self.driver.switch_to.default_content()
        self.driver.get((self.folder / f"{name}.html").as_uri())
        self.assertEqual(self.run_script("return document.querySelector('iframe').clientHeight"), 500)
        self.driver.switch_to.frame(0)

    def tearDown(self):
        self.driver.switch_to.default_content()
        super().tearDown()

    def wait(self, script):
        until = time.monotonic() + 5
        while not (value := self.run_script("return " + script)) and time.monotonic() < until:
            time.sleep(0.05)
        return value

    def test_days_turn(self):
        """A day is drawn, although a frame has no address of its own, and links to days stay in the frame."""
        self.enter("days")
        self.assertIn("5 May 2026", self.run_script("return document.body.innerText"))
        self.assertEqual(self.run_script("return location.href"), "about:srcdoc#2026-05-05")
        link = "document.querySelector('.day-month a[href=\"#2026-05-04\"]')"
        self.run_script(link + ".click()")
        self.assertTrue(self.wait("location.hash === '#2026-05-04'"))
        self.assertTrue(self.wait(link + ".getAttribute('aria-current') === 'date'"))
        self.assertIn("Monday, 4 May 2026", self.run_script("return document.body.innerText"))

    def test_links_scroll_within_the_frame(self):
        self.enter("ride")
        self.run_script("document.querySelector('a[href^=\"#\"]:last-of-type').click()")
        self.assertTrue(self.wait("scrollY > 100"))
        self.assertIn("about:srcdoc#", self.run_script("return location.href"))
        self.assertIn("commute", self.run_script("return document.title"))

    def test_the_notebook_is_out_of_reach(self):
        """A page cannot read the cells around it, whatever its log holds."""
        for name in ("days", "ride", "run"):
            self.enter(name)
            reach = "try { return parent.document.title } catch (error) { return error.name }"
            self.assertEqual(self.run_script(reach), "SecurityError")
            self.assertTrue(self.run_script("return document.querySelectorAll('svg, canvas').length > 0"))


if __name__ == "__main__":
    main()
