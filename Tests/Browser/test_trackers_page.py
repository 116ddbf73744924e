# SPDX-License-Identifier: Apache-2.0
"""Location apps and the inbox on the page, as a person sees them."""

import json
import time

from test_trackers import feature
from workspace_browser import WorkspaceBrowserTest


class TrackersPageTest(WorkspaceBrowserTest):
    def test_a_step_turns_green_at_the_first_position(self):
        self.open_room("phones")
        self.wait_for("return document.querySelectorAll('details.phones-tracker').length === 4")
        is_open = "return [...document.querySelectorAll('details.phones-tracker')].some((one) => one.open)"
        self.assertFalse(self.run_script(is_open))
        self.run_script("for (const one of document.querySelectorAll('details.phones-tracker')) one.open = true")
        self.assert_looks_right()
        address = self.run_script("return document.querySelector('[data-source=overland] code').textContent")
        self.assertTrue(address.endswith("/track/overland?token=a-token-of-the-tests"), address)
        green = "return document.querySelector('[data-source=overland] .phones-step-last.is-done') !== null"
        self.assertFalse(self.run_script(green))
        now = int(time.time())
        body = {"locations": [feature(now - 60), feature(now + 9999)]}
        code, _ = self.server.get(address[address.index("/track"):], json.dumps(body).encode())
        self.assertEqual(code, 200)
        self.wait_for(green)
        told = self.run_script("return document.querySelector('[data-tracker=overland]').textContent")
        self.assertIn("1 record arrived", told)
        self.assertIn("in the future", told)
        self.assertEqual(self.run_script("return document.querySelectorAll('.phones-step-last.is-done').length"), 1)

    def test_a_file_is_chosen_and_reported(self):
        file = self.place / "walk.json"
        now = int(time.time())
        file.write_text(json.dumps({"locations": [feature(now - 600 + 10 * step) for step in range(20)]}))
        bad = self.place / "bad.gpx"
        bad.write_text("<gpx")
        self.open_room("phones")
        self.wait_for("return document.querySelector('#inbox input[type=file]') !== null")
        self.find("#inbox input[type=file]").send_keys(f"{file}\n{bad}")
        self.wait_for("return document.querySelectorAll('#inbox .upload-rows li').length === 2")
        told = self.run_script("return document.querySelector('#inbox').textContent")
        self.assertIn("20 fixes", told)
        self.assertIn("was not read", told)
        self.assert_looks_right()
