# SPDX-License-Identifier: Apache-2.0
"""Every room of a workspace, its pages and the web page by the rules of axe: names, roles, contrast and order."""

from browser import main
from test_live import RIDES, messages, sensor_logger_entries
from web_browser import WebPageTest, motion
from workspace_browser import HEADERS, WorkspaceBrowserTest

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
        self.assertEqual(self.server.get("/api/samples", b"{}", HEADERS)[0], 200)

    def test_every_room_is_for_everyone(self):
        self.push(messages(sensor_logger_entries(RIDES / "bike")[:20000], "axe"))
        for room, filled in ROOMS.items():
            self.open_room(room)
            self.wait_for(f"return {filled} !== null")
            if room == "rides":
                self.press("document.querySelector('.rides-row')")
            self.assert_accessible(room)

    def test_pages_of_the_rooms_are_for_everyone(self):
        # The room gives the browser the token, and the day that there is.
        self.open_room("days")
        date = self.wait_for("return dayOfRoom.date")
        for address, title in [("/api/ride?ride=samples/commute", "Ride"),
                               (f"/api/days/export?date={date}&format=html", "Day"),
                               ("/api/ride?ride=gone.csv", "exist"), ("/phone", "phone")]:
            self.open(self.server.address(address))
            self.assertIn(title, self.driver.page_source)
            self.assert_accessible(address)


class WebAxeTest(WebPageTest):
    def test_the_web_page_is_for_everyone(self):
        self.open_page()
        self.start()
        self.feed(motion("walk", step=0.1))
        self.wait_for("return document.querySelector('.live-answer strong')?.textContent === 'walking'")
        self.choose(RIDES / "labelled/ann-walking.csv")
        self.assert_accessible("web page")


if __name__ == "__main__":
    main()
