# SPDX-License-Identifier: Apache-2.0
"""What a newcomer sees of an empty workspace, and how one gets about in it."""

import re

from browser import ROOT, main
from workspace_browser import WorkspaceBrowserTest

ROOMS = ["start", "phones", "rides", "models", "alerts", "days"]
PRIMARY = """return [...document.querySelectorAll('.room:not([hidden]) .primary')]
    .filter((one) => one.offsetParent).map((one) => one.textContent)"""


class NewcomerTest(WorkspaceBrowserTest):
    def setUp(self):
        super().setUp()
        self.open_room("start")
        self.wait_for("return document.querySelector('.start-path li') !== null && workspace.state !== null")

    def go(self, room):
        self.press("document.querySelector(arguments[0])", f'nav.rooms a[href="#{room}"]')
        self.wait_for("return workspace.room.name === arguments[0]", room)
        self.settle()

    def test_no_empty_room_says_a_thing_twice(self):
        # Each way to connect a phone is told in full, as one follows one of them.
        for room in [one for one in ROOMS if one != "phones"]:
            self.go(room)
            text = self.find(f".room-{room}").text
            sentences = [one.strip() for one in re.split(r"[.:;\n]\s*", text) if len(one.split()) > 3]
            self.assertEqual(sorted(set(sentences)), sorted(sentences), room)

    def test_one_button_stands_out(self):
        self.assertEqual(self.run_script(PRIMARY), ["Try with samples"])
        self.press_button("Try with samples")
        self.wait_for("return workspace.state.hasSamples && document.querySelector('.start-samples').hidden")
        self.wait_for(f"return (() => {{ {PRIMARY} }})().join() === 'Go to Models'")
        self.assert_looks_right()

    def test_a_room_begins_at_its_top_and_is_found_where_it_was_left(self):
        self.resize(390, 700)
        self.go("phones")
        self.run_script("scrollTo(0, 900); location.hash = '#alerts'")
        self.wait_for("return workspace.room.name === 'alerts'")
        self.assertEqual(self.run_script("return scrollY"), 0)
        self.run_script("location.hash = '#phones'")
        self.wait_for("return workspace.room.name === 'phones'")
        self.assertEqual(self.run_script("return scrollY"), 900)

    def test_what_sorts_rides_comes_with_the_first_one(self):
        self.go("rides")
        self.wait_for("return document.querySelector('.rides-none').textContent.includes('Drop logs or zip files')")
        tools = ".rides-fields, .rides-legend, .rides-panel, #rides-keys"
        shown = "return [...document.querySelectorAll(arguments[0])].filter((one) => one.offsetParent).length"
        self.assertEqual(self.run_script(shown, tools), 0)
        self.assert_looks_right()
        self.add(ROOT / "Datasets/labelled/ann-walking.csv")
        self.wait_for("return document.querySelectorAll('.rides-row').length === 1")
        self.assertEqual(self.run_script(shown, tools), 4)
        self.assertGreater(self.find(".rides-scroll").size["height"], 300)
        # A search without a result keeps its fields.
        self.find(".rides-fields input").send_keys("nothing like it")
        self.wait_for("return document.querySelector('.rides-none').textContent.startsWith('No ride passes')")
        self.assertEqual(self.run_script(shown, tools), 4)


if __name__ == "__main__":
    main()
