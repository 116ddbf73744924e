# SPDX-License-Identifier: Apache-2.0
"""The room of days in a real browser, as a person would use it: look, correct, take back."""

import os
import pathlib
import signal
import subprocess

from browser import ROOT, BrowserTest, main
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from test_days import write_days
from test_live import GAITWAY, Server


class DaysBrowserTest(BrowserTest):
    """A workspace with three days, at the page of the second."""

    def write(self, track):
        write_days(track)

    def setUp(self):
        self.place = pathlib.Path(self.folder) / self.id().rsplit(".", 1)[-1]
        self.place.mkdir()
        track = self.place.with_suffix(".csv")
        self.write(track)
        os.environ["TZ"] = "UTC"
        subprocess.run(
            [GAITWAY, "trips", "--track", track, "--store", self.place / "life.gaitway"],
            check=True, capture_output=True)
        self.server = None
        self.addCleanup(lambda: self.server and self.server.process.poll() is None and self.server.stop(signal.SIGKILL))
        self.serve()

    def serve(self, *arguments):
        if self.server is not None:
            self.server.stop()
        self.server = Server(self.place, "--token", "a-token-of-the-tests", *arguments)
        self.open(self.server.page.split("?")[0] + "?token=a-token-of-the-tests#days/day/2026-05-02")
        self.wait_for("return document.querySelectorAll('.days-view .day-story li').length > 2")

    def drag(self, part, x, y, east):
        """Drags from a point of an element, from its middle, to the east."""
        actions = ActionChains(self.driver).move_to_element_with_offset(part, x, y).click_and_hold()
        actions.move_by_offset(east, 0).release().perform()

    def press_text(self, text):
        self.press(
            "[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === arguments[0])", text)


class DaysPageTest(DaysBrowserTest):
    def choose(self, look):
        self.press("document.querySelector(arguments[0])", f".days-view .day-story li.{look} button")
        self.wait_for("return !document.querySelector('.days-edit').hidden")

    def rows(self):
        return self.run_script("return [...document.querySelectorAll('.day-what b')].map((one) => one.textContent)")

    def test_each_view_looks_right(self):
        self.assert_looks_right()
        self.choose("day-visit")
        self.run_script("for (const part of document.querySelectorAll('.days-view details')) part.open = true")
        self.assert_looks_right()
        self.serve("--read-only")
        self.find(".days-view .day-story li.day-visit button").click()
        self.assertTrue(self.run_script("return document.querySelector('.days-edit').hidden"))

    def test_a_person_says_what_they_never_do(self):
        self.assertIn("Cycling", self.rows())
        self.press("document.querySelector('.days-never input[value=cycling]')")
        rows = "[...document.querySelectorAll('.day-what b')]"
        self.wait_for(f"return !{rows}.some((one) => one.textContent === 'Cycling')")
        self.assertIn("Automotive", self.rows())
        # Another server shows the same, and it is taken back as it was said.
        self.serve()
        self.assertTrue(self.run_script("return document.querySelector('.days-never input[value=cycling]').checked"))
        self.press("document.querySelector('.days-never input[value=cycling]')")
        self.wait_for(f"return {rows}.some((one) => one.textContent === 'Cycling')")
        self.serve("--read-only")
        self.assertTrue(self.run_script("return document.querySelector('.days-never input').disabled"))

    def test_a_day_is_set_right_by_clicks_and_taken_back(self):
        before = self.rows()
        self.choose("day-visit")
        self.find(".days-edit input[aria-label='Name of the place']").send_keys("Home", Keys.ENTER)
        self.wait_for("return document.querySelector('.day-story .day-what b').textContent === 'Home'")
        self.run_script(
            "const row = document.querySelector('.day-story li:not(.day-visit):not(.gap) button');"
            "row.scrollIntoView({ block: 'center' }); row.click()")
        self.wait_for("return document.querySelector('.days-edit [aria-pressed]') !== null")
        self.press_text("running")
        self.wait_for(
            "return [...document.querySelectorAll('.day-what b')].some((one) => one.textContent === 'Running')")
        self.press_text("Cut")
        self.wait_for("return document.querySelectorAll('.days-corrections li').length === 3")
        # Another server shows the same.
        self.serve()
        after = self.rows()
        self.assertEqual(len(after), len(before) + 1)
        self.assertIn("Home", after)
        self.run_script("document.querySelector('.days-corrections').closest('details').open = true")
        for left in [2, 1, 0]:
            self.find(".days-corrections button").click()
            self.wait_for(f"return document.querySelectorAll('.days-corrections li').length === {left}")
        self.wait_for(
            "return [...document.querySelectorAll('.day-story .day-what b')].map((one) => one.textContent).join()"
            " === arguments[0]", ",".join(before))
        self.assert_quiet_console()

    def test_one_undo_takes_each_correction_back(self):
        before = self.rows()
        self.choose("day-visit")
        self.find(".days-edit input[aria-label='Name of the place']").send_keys("Home", Keys.ENTER)
        self.wait_for("return document.querySelector('.day-story .day-what b').textContent === 'Home'")
        # The toast has the command only if it is asked for.
        self.wait_for("return document.querySelector('.shell-said details') !== null")
        self.assertNotIn("gaitway", self.find(".shell-said").text)
        self.press("document.querySelector('.shell-said summary')")
        self.assertIn("gaitway trips correct", self.find(".shell-said").text)
        undo = "document.querySelector('.shell-changes button')"
        self.wait_for(f"return {undo}.title.includes('Home')")
        self.press(undo)
        self.wait_for("return document.querySelectorAll('.days-corrections li').length === 0")
        self.assertEqual(self.rows(), before)
        self.press("document.querySelectorAll('.shell-changes button')[1]")
        self.wait_for("return document.querySelector('.day-story .day-what b').textContent === 'Home'")
        # A page that is loaded again can still take it back, and can add files.
        self.serve()
        self.wait_for(f"return {undo}.title.includes('Home')")
        self.assertTrue(self.run_script("return document.querySelector('.upload-add').offsetParent !== null"))
        self.press(undo)
        self.wait_for("return document.querySelectorAll('.days-corrections li').length === 0")

    def test_two_quick_undos_take_two_corrections_back(self):
        self.driver.get_log("browser")
        self.run_script(
            "return namePlace(pageData.places[0].id, 'Home').then(() => namePlace(pageData.places[1].id, 'Work'))")
        self.wait_for("return document.querySelectorAll('.days-corrections li').length === 2")
        self.run_script(
            "const undo = document.querySelector('.shell-changes button'); undo.click(); undo.click();")
        self.wait_for("return document.querySelectorAll('.days-corrections li').length === 0")
        self.assert_quiet_console()

    def test_what_was_new_in_a_file_stands_where_it_was_added(self):
        rows = "document.querySelector('.room-days .upload-rows')"
        self.assertEqual(self.run_script(f"return {rows}.textContent"), "")
        self.find(".room-days .upload-add input").send_keys(str(ROOT / "Datasets/day/day.gpx"))
        self.wait_for(f"return /^day\\.gpx new to the store: \\d+ fixes$/.test({rows}.textContent)")

    def test_files_that_a_reload_kept_away_are_told_where_they_were_added(self):
        self.run_script("sessionStorage.setItem('/api/inbox', '2')")
        self.driver.refresh()
        report = self.wait_for("return document.querySelector('.room-days .upload-report')?.textContent")
        self.assertIn("2\u00a0files did not", report)
        self.run_script("location.hash = 'rides'")
        self.assertEqual(self.wait_for("return document.querySelector('.room-rides .upload-report')").text, "")

    def test_the_form_never_scrolls_inside_itself(self):
        for height in [500, 900]:
            self.resize(1400, height)
            self.choose("day-visit")
            inner = self.run_script(
                "let part = document.querySelector('.days-edit'); const found = [];"
                "for (; part !== document.body; part = part.parentElement)"
                " if (/auto|scroll/.test(getComputedStyle(part).overflowY)) found.push(part.className);"
                "return found")
            self.assertEqual(inner, [])
            # Its end is reached by the page's own scrolling.
            self.run_script("document.querySelector('.days-edit fieldset:last-child').scrollIntoView({ block: 'end' })")
            bottom = self.run_script("return document.querySelector('.days-edit').getBoundingClientRect().bottom")
            self.assertLess(bottom, height + 40)
            self.press("document.querySelector('.day-story li.day-visit button')")
        self.resize(1400)

    def test_by_keys_alone_and_two_pages(self):
        self.find("body").send_keys(Keys.ARROW_LEFT)
        self.wait_for(
            "return location.hash === '#days/day/2026-05-01'"
            " && document.querySelector('.day-title').textContent.includes('1 May')")
        self.find(".day-story button").send_keys(Keys.ENTER)
        self.wait_for("return !document.querySelector('.days-edit').hidden")
        first = self.driver.current_window_handle
        self.driver.switch_to.new_window("tab")
        self.open(self.server.page.split("?")[0] + "?token=a-token-of-the-tests#days/day/2026-05-01")
        self.wait_for("return document.querySelectorAll('.day-story li').length > 1")
        second = self.driver.current_window_handle
        self.find(".day-story button").send_keys(Keys.ENTER)
        self.find(".days-edit input[aria-label='Name of the place']").send_keys("Den", Keys.ENTER)
        self.wait_for("return document.querySelector('.day-story .day-what b').textContent === 'Den'")
        self.driver.switch_to.window(first)
        self.wait_for("return document.querySelector('.day-story .day-what b').textContent === 'Den'")
        self.driver.switch_to.window(second)
        self.driver.close()
        self.driver.switch_to.window(first)

    def test_deleting_asks_first(self):
        self.choose("day-visit")
        self.press_text("This day")
        self.wait_for("return document.querySelector('.days-asked').textContent.includes('1,440 fixes')")
        self.press_text("Keep them")
        self.press_text("This day")
        self.wait_for(
            "return [...document.querySelectorAll('button')].some((one) => one.textContent === 'Delete them')")
        self.press_text("Delete them")
        self.wait_for(
            "return !document.querySelector('li.day-visit') || document.querySelectorAll('.day-story li').length < 3")
        self.assert_quiet_console()


if __name__ == "__main__":
    main()
