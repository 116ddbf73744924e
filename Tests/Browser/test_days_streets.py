# SPDX-License-Identifier: Apache-2.0
"""The name of the street at a place: after a yes, on a press, from a service like Nominatim."""

import json
import threading
import time
import urllib.parse

from browser import main
from life import HOME, WORK, LifePageTest
from outside import OutsideServer
from selenium.webdriver.common.keys import Keys
from workspace_browser import HEADERS

STREET = {
    "category": "highway", "type": "residential", "addresstype": "road", "name": "Bahnhofstrasse",
    "display_name": "Bahnhofstrasse, City, Zürich, Schweiz",
    "address": {"road": "Bahnhofstrasse", "quarter": "City", "city": "Zürich", "country": "Schweiz"},
}
CAFE = {
    "category": "amenity", "type": "cafe", "addresstype": "amenity", "name": "Café <b>Mond</b>",
    "address": {"amenity": "Café <b>Mond</b>", "house_number": "7", "road": "Am Bach", "village": "Dorf"},
}
OFFERED = "[...document.querySelectorAll('.place-street button')].map((one) => one.textContent)"


class Service(OutsideServer):
    """A service on this machine that answers as Nominatim does, and keeps what it was asked and when."""

    def __init__(self):
        self.asked = []
        self.status, self.answer, self.isOpen, self.silence = 200, STREET, True, threading.Event()
        self.silence.set()
        super().__init__()

    def get(self, request):
        self.asked.append((time.monotonic(), request.path, dict(request.headers)))
        self.silence.wait()
        body = self.answer if isinstance(self.answer, bytes) else json.dumps(self.answer).encode()
        try:
            self.send(request, body, self.status, [("Access-Control-Allow-Origin", "*")] if self.isOpen else [])
        except ConnectionError:
            pass

    def stop(self):
        self.silence.set()
        super().stop()


class StreetsTest(LifePageTest):
    def setUp(self):
        super().setUp()
        self.service = Service()
        self.addCleanup(self.service.stop)

    def start(self, *arguments, view="places/"):
        self.serve(view, "--place-names", self.service.address, *arguments)
        self.wait_for("return placesOfRoom.places.length === 4")

    def choose(self, index):
        """Opens a place of the list, the one of the most time first."""
        self.press("document.querySelectorAll('.places-list button')[arguments[0]]", index)
        self.wait_for("return document.querySelectorAll('.place-visits li').length > 0")
        self.wait_for("return placesOfRoom.panel.place.id === placesOfRoom.chosen")

    def offered(self):
        return self.run_script(f"return {OFFERED}")

    def say_yes(self):
        self.press_button("Look up the street")
        self.press_button("Yes, look up streets")
        self.wait_for("return pageData.streetNames.isAllowed && document.querySelector('.place-street') !== null")

    def said(self):
        """What stands beside the button once the service was asked."""
        text = "document.querySelector('.place-street [role=status]')?.textContent"
        return self.wait_for(f"return {text}?.endsWith('You can type a name.') && {text}")

    def test_nothing_leaves_before_the_yes_and_after_a_no(self):
        self.start()
        self.assertNotIn(self.service.address, self.policy())
        self.choose(0)
        self.press_button("Look up the street")
        self.assertIn("127.0.0.1 names streets", self.find(".place-street").text)
        self.assert_looks_right()
        self.assert_pressable()
        self.press_button("No")
        self.assertEqual(self.offered(), ["Look up the street"])
        refused = self.run_async("fetch(gaitway.pageData.streetNames.address).then(() => 'sent', () => 'refused')")
        self.assertEqual(refused, "refused")
        place = urllib.parse.quote(self.run_script("return placesOfRoom.chosen"))
        self.assertEqual(self.server.get("/api/street-names?place=" + place, headers=HEADERS)[0], 403)
        self.say_yes()
        self.assertIn("connect-src 'self' " + self.service.address + "/reverse;", self.policy() + ";")
        self.assertEqual(self.service.asked, [])
        # The yes is kept, for this service alone.
        self.start()
        self.assertTrue(self.run_script("return pageData.streetNames.isAllowed"))
        other = Service()
        self.addCleanup(other.stop)
        self.serve("places/", "--place-names", other.address)
        self.wait_for("return placesOfRoom.places.length === 4 && pageData.streetNames.isAllowed === false")
        self.start()
        # What was allowed stands where a person looks for what is private, and is taken back there.
        self.run_script("location.hash = '#days/private'")
        self.driver.refresh()
        self.wait_for("return privacyOfRoom.list.children.length > 0")
        self.assert_looks_right()
        self.press_button("Never look up streets")
        self.wait_for("return pageData.streetNames.isAllowed === false")
        self.assertEqual(self.server.get("/api/street-names?place=" + place, headers=HEADERS)[0], 403)
        self.assertEqual(self.service.asked + other.asked, [])

    def policy(self):
        return self.run_async("fetch('/').then((answer) => answer.headers.get('Content-Security-Policy'))")

    def run_async(self, promise):
        return self.driver.execute_async_script(f"const done = arguments[0]; ({promise}).then(done)")

    def test_a_street_names_a_place_and_undo_takes_it_back(self):
        self.start()
        self.choose(0)
        self.say_yes()
        self.press_button("Look up the street")
        self.wait_for(f"return {OFFERED}.includes('Call it Bahnhofstrasse, Zürich')")
        self.assertIn("© OpenStreetMap contributors", self.find(".place-street").text)
        self.assert_looks_right()
        self.assert_pressable()
        [(_, path, headers)] = self.service.asked
        address, _, question = path.partition("?")
        question = dict(urllib.parse.parse_qsl(question))
        self.assertEqual((address, question["format"], question["zoom"]), ("/reverse", "jsonv2", "18"))
        self.assertTrue(question["accept-language"])
        place = self.run_script("return placesOfRoom.panel.place")
        for key, value in [("lat", place["latitude"]), ("lon", place["longitude"])]:
            self.assertLessEqual(len(question[key].partition(".")[2]), 4, question)
            self.assertAlmostEqual(float(question[key]), value, delta=0.6e-4)
        self.assertEqual(headers["Referer"], self.server.address("/"))
        self.assertNotIn("Cookie", headers)
        self.press_button("Call it Bahnhofstrasse, Zürich")
        title = "document.querySelector('.place-panel h3').textContent"
        self.wait_for(f"return {title}.startsWith('Bahnhofstrasse, Zürich')")
        self.assertEqual(self.find_all(".place-street"), [])
        self.press_button("Undo")
        self.wait_for(f"return !{title}.includes('Bahnhofstrasse')")
        self.assert_quiet_console()

    def test_with_keys_in_the_form_of_a_day(self):
        self.service.answer = CAFE
        self.start()
        self.choose(0)
        self.say_yes()
        self.run_script("location.hash = '#days/day/2026-05-04'")
        self.wait_for("return document.querySelector('.days-view-day .day-story li.day-visit button')")
        self.press("document.querySelector('.days-view-day .day-story li.day-visit button')")
        self.wait_for("return document.querySelector('.days-edit .place-street button')?.offsetParent")
        self.run_script("document.querySelector('.days-edit .place-street button').focus()")
        self.actions().send_keys(Keys.ENTER).perform()
        # The first name has the focus when it comes.
        self.wait_for("return document.activeElement.textContent === 'Call it Café <b>Mond</b>, Dorf'")
        self.assertIn("Call it Am Bach, Dorf", self.offered())
        self.actions().send_keys(Keys.TAB, Keys.ENTER).perform()
        self.wait_for(
            "return document.querySelector('.days-view-day .day-story').textContent.includes('Am Bach, Dorf')")
        self.assert_quiet_console()

    def test_requests_are_a_second_apart_and_answers_are_kept(self):
        self.start()
        self.choose(0)
        self.say_yes()
        for index in [0, 1, 2, 0]:
            self.choose(index)
            self.press_button("Look up the street")
            self.wait_for(f"return {OFFERED}.some((text) => text.startsWith('Call it Bahnhof'))")
        times = [moment for moment, _, _ in self.service.asked]
        self.assertEqual(len(times), 3)
        for one, other in zip(times, times[1:], strict=False):
            self.assertGreater(other - one, 0.95)

    def test_a_place_in_a_private_zone_is_never_sent(self):
        (self.place / "privacy.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [{
            "type": "Feature", "geometry": {"type": "Point", "coordinates": [HOME[1], HOME[0]]},
            "properties": {"radius": 200}}]}))
        self.start()
        self.choose(0)
        self.assertAlmostEqual(self.run_script("return placesOfRoom.panel.place.latitude"), HOME[0], delta=1e-3)
        self.say_yes()
        self.press_button("Look up the street")
        self.assertIn("private zone", self.said())
        # A file of zones that cannot be read hides every place.
        (self.place / "privacy.geojson").write_text("no zones")
        self.choose(1)
        self.assertAlmostEqual(self.run_script("return placesOfRoom.panel.place.latitude"), WORK[0], delta=1e-3)
        self.press_button("Look up the street")
        self.assertIn("privacy.geojson", self.said())
        self.assertEqual(self.service.asked, [])

    def test_what_goes_wrong_is_said_and_a_name_can_be_typed(self):
        self.start()
        self.choose(0)
        self.say_yes()
        service = self.service

        def refuse(status=200, answer=STREET, isOpen=True):
            service.status, service.answer, service.isOpen = status, answer, isOpen

        for change, words in [
            ({"status": 429}, "too many requests"), ({"status": 403}, "refuses"), ({"status": 500}, "the error 500"),
            ({"answer": b"<!doctype html><p>Sign in to this network"}, "as Nominatim does"),
            ({"answer": {"error": "Unable to geocode"}}, "knows no street"), ({"answer": b"null"}, "knows no street"),
            ({"answer": {"name": 7, "address": ["road"]}}, "knows no street"), ({"isOpen": False}, "cannot be reached"),
        ]:
            refuse(**change)
            self.press_button("Look up the street")
            self.wait_for("return document.querySelector('.place-street [role=status]').textContent.includes("
                          "arguments[0])", words)
            self.assertTrue(self.said().startswith("127.0.0.1"), words)
        refuse()
        service.silence.clear()
        self.press_button("Look up the street")
        self.wait_for("return document.querySelector('.place-street').textContent.includes('within 10 s')", seconds=20)
        service.stop()
        self.press_button("Look up the street")
        self.wait_for("return document.querySelector('.place-street').textContent.includes('cannot be reached')")
        self.driver.get_log("browser")
        self.assert_looks_right()
        self.find(".place-name input").send_keys("By hand", Keys.ENTER)
        self.wait_for("return document.querySelector('.place-panel h3').textContent.startsWith('By hand')")

    def test_a_workspace_that_is_only_shown_does_not_offer_it(self):
        self.start("--read-only")
        self.choose(0)
        self.assertEqual(self.find_all(".place-street"), [])
        self.assertNotIn("streetNames", self.run_script("return Object.keys(pageData)"))


if __name__ == "__main__":
    main()
