# SPDX-License-Identifier: Apache-2.0
"""Every room of a workspace, and its pages, by the rules of axe: names, roles, contrast and order for everyone."""

import importlib.resources

from browser import main
from test_live import RIDES, messages, sensor_logger_entries
from workspace_browser import WorkspaceBrowserTest

AXE = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")

FIND = """
const done = arguments[0];
axe.run(document, { resultTypes: ["violations"] }).then(
    ({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${help}: ${target.join(" ")}: ${html.slice(0, 160)}`))),
    (error) => done([String(error)]));
"""

# Each room with what shows that it is filled.
ROOMS = {
    "start": "document.querySelector('.start-path li')",
    "rides": "document.querySelector('.rides-row .rides-picture')",
    "rides/next": "document.querySelector('.next-list li')",
    "models": "document.querySelector('.model-list li')",
    "alerts": "document.querySelector('.alerts-plot svg, .alerts-plot p')",
    "days": "document.querySelector('.days-view-day .day-story li')",
    "days/places": "document.querySelector('.places-list li')",
    "days/years": "document.querySelector('.years-charts canvas')",
    "days/private": "document.querySelector('.days-zones li')",
    "phones": "document.querySelector('.phones-label-buttons:not([hidden])')",
}


class AxeTest(WorkspaceBrowserTest):
    def setUp(self):
        super().setUp()
        headers = {"Authorization": "Bearer a-token-of-the-tests"}
        self.assertEqual(self.server.get("/api/samples", b"{}", headers)[0], 200)

    def find_faults(self, name):
        """What axe finds at both widths and in both themes, with every part open."""
        self.run_script("for (const part of document.querySelectorAll('details')) part.open = true;")
        for width in [390, 1400]:
            self.resize(width)
            for theme in ["light", "dark"]:
                self.turn(theme)
                if not self.driver.execute_script("return typeof axe === 'object'"):
                    self.driver.execute_script(AXE)
                with self.subTest(room=name, width=width, theme=theme):
                    found = self.driver.execute_async_script(FIND)
                    self.assertEqual(found, [], "\n" + "\n".join(found))
        self.turn("light")

    def test_every_room_is_for_everyone(self):
        self.driver.set_script_timeout(60)
        self.push(messages(sensor_logger_entries(RIDES / "bike")[:20000], "axe"))
        for room, filled in ROOMS.items():
            self.open_room(room)
            self.wait_for(f"return {filled} !== null", seconds=60)
            if room == "rides":
                self.press("document.querySelector('.rides-row')")
            self.find_faults(room)

    def test_pages_of_the_rooms_are_for_everyone(self):
        self.driver.set_script_timeout(60)
        # The room gives the browser the token, and the day that there is.
        self.open_room("days")
        date = self.wait_for("return dayOfRoom.date")
        for address, title in [("/api/ride?ride=samples/commute", "Ride"),
                               (f"/api/days/export?date={date}&format=html", "Day"),
                               ("/api/ride?ride=gone.csv", "exist")]:
            self.open(self.server.address(address))
            self.assertIn(title, self.driver.page_source)
            self.find_faults(address)


if __name__ == "__main__":
    main()
