# SPDX-License-Identifier: Apache-2.0
"""The places of the room of days: by the protocol, and in a real browser."""

from browser import main
from life import LifePageTest, LifeTest, add_life
from selenium.webdriver.common.keys import Keys


class PlacesTest(LifeTest):
    def test_places_have_their_figures(self):
        add_life(self.folder)
        self.serve()
        answer = self.ask("days/places")
        places = {place["id"]: place for place in answer["places"]}
        home, work = places[answer["home"]], places[answer["work"]]
        self.assertEqual((home["town"], home["country"]), ("Westend", "Germany"))
        self.assertNotIn("name", [key for key in home if home[key] is not None])
        self.assertEqual((home["first"], home["last"]), ("2026-05-01", "2026-05-28"))
        # Twenty weekdays; four of them are spent in Paris or on the way.
        self.assertEqual(work["visits"], 16)
        self.assertAlmostEqual(work["seconds"] / 3600, 16 * 8.67, delta=4)
        [paris] = [place for place in answer["places"] if place["country"] == "France"]
        self.assertEqual((paris["first"], paris["last"]), ("2019-03-05", "2026-05-15"))
        self.assertEqual(sum(place["visits"] for place in answer["places"]), sum(
            len(self.ask("days/place?id=" + place)["visits"]) for place in places))

    def test_the_hours_of_the_week_and_visits_of_a_place(self):
        add_life(self.folder)
        self.serve()
        work = self.ask("days/places")["work"]
        answer = self.ask("days/place?id=" + work)
        self.assertEqual(len(answer["rhythm"]), 7 * 24)
        # Four Mondays; the Friday of the journey is missing.
        self.assertEqual(answer["rhythm"][24 * 0 + 12], 4 * 3600)
        self.assertEqual(answer["rhythm"][24 * 4 + 12], 3 * 3600)
        self.assertEqual(sum(answer["rhythm"][24 * 5:]) + answer["rhythm"][24 * 2 + 3], 0)
        first = answer["visits"][0]
        self.assertEqual(first["date"], "2026-05-01")
        self.assertAlmostEqual(first["from"] % 86400 / 3600, 8.8, delta=0.3)
        self.ask("days/place?id=nowhere", status=404)
        self.ask("days/place", status=404)

    def test_without_days_there_are_no_places(self):
        self.serve()
        self.assertEqual(self.ask("days/places")["places"], [])

    def test_a_name_shows_at_once(self):
        add_life(self.folder)
        self.serve()
        home = self.ask("days/places")["home"]
        self.ask("days/correct", {"kind": "name", "place": {"identifier": home}, "name": "Home"})
        self.assertIn("Home", [place.get("name") for place in self.ask("days/places")["places"]])


class PlacesPageTest(LifePageTest):
    def serve(self, *arguments, place=""):
        super().serve("places/" + place, *arguments)
        self.wait_for("return document.querySelectorAll('.places-list li').length === 4")

    def rows(self):
        return self.run_script(
            "return [...document.querySelectorAll('.places-list b')].map((one) => one.textContent)")

    def choose_first(self):
        self.find(".places-list button").click()
        self.wait_for("return document.querySelectorAll('.place-visits li').length > 0")

    def test_the_view_looks_right(self):
        self.serve()
        self.assert_looks_right()
        self.choose_first()
        self.assert_looks_right()

    def test_home_and_work_are_named_by_a_press_each(self):
        self.serve()
        self.press_button("Name it Home")
        self.wait_for(
            "return [...document.querySelectorAll('.places-list b')].some((one) => one.textContent === 'Home')")
        self.press_button("Name it Work")
        self.wait_for("return document.querySelectorAll('.places-offer').length === 0")
        self.assertIn("Work", self.rows())
        self.assert_quiet_console()

    def test_a_row_names_its_town_once(self):
        self.serve()
        for row in self.run_script(
                "return [...document.querySelectorAll('.places-list li')].map((one) => one.textContent)"):
            self.assertEqual(row.count("near "), 1, row)

    def test_search_and_order(self):
        self.serve()
        self.assertEqual(len(self.rows()), 4)
        self.find(".places-tools input").send_keys("france")
        self.wait_for("return document.querySelectorAll('.places-list li').length === 1")
        self.assertEqual(self.find(".places-room .aside").text.replace("\u00a0", " "), "1 of 4 places")
        self.find(".places-tools input").send_keys(Keys.CONTROL, "a", Keys.BACKSPACE)
        self.find(".places-tools option[value=first]").click()
        # The stray day was in Paris.
        self.wait_for("return document.querySelector('.places-list .note').textContent.includes('France')")

    def test_a_place_has_a_rhythm_and_links_to_its_days(self):
        self.serve()
        self.choose_first()
        self.assertIn("likely home", self.find(".place-panel h3").text)
        self.assertEqual(self.run_script("return document.querySelectorAll('.days-rhythm tbody td').length"), 168)
        night, noon = self.run_script(
            "const cells = document.querySelectorAll('.days-rhythm tbody td');"
            "return [cells[3], cells[12]].map((cell) => parseInt(cell.style.getPropertyValue('--share')))")
        self.assertGreater(night, 60)
        self.assertLess(noon, 30)
        self.find(".place-panel input").send_keys("Den <b>", Keys.ENTER)
        self.wait_for("return document.querySelector('.place-panel h3')?.textContent.startsWith('Den <b>')")
        self.find(".place-visits a").click()
        self.wait_for("return document.querySelectorAll('.days-view-day .day-story li').length > 0")
        self.assertTrue(self.run_script("return location.hash").startswith("#days/day/2026-05-2"))

    def test_a_press_on_the_map_chooses_a_place(self):
        self.serve()
        x, y, identifier = self.run_script(
            "const { map, places } = placesOfRoom;"
            "const [x, y] = map.project([places[1].latitude, places[1].longitude]); return [x, y, places[1].id];")
        canvas = self.find(".days-view-places .map canvas")
        self.run_script("arguments[0].scrollIntoView({ block: 'center' })", canvas)
        self.actions().move_to_element_with_offset(
            canvas, round(x - canvas.size["width"] / 2), round(y - canvas.size["height"] / 2)).click().perform()
        self.wait_for("return location.hash === '#days/places/' + arguments[0]", identifier)
        self.wait_for("return !document.querySelector('.place-panel').hidden")
        self.assert_quiet_console()

    def test_names_of_places_that_lie_close_do_not_cover_each_other(self):
        self.serve()
        self.run_script("""
            const near = (index) => ({ id: index, name: "A place with a long name " + index, radius: 20, label: "",
                latitude: 52.5 + 2e-4 * (index % 5), longitude: 13.25 + 3e-4 * Math.floor(index / 5) });
            const { map } = placesOfRoom;
            window.boxes = [];
            const text = map.text;
            map.text = function (context, words, x, y, look = {}) {
              text.call(map, context, words, x, y, look);
              if (words.startsWith("A place"))
                boxes.push([x, y - (look.size ?? 12), x + context.measureText(words).width, y]);
            };
            map.place([], Array.from({ length: 40 }, (_, index) => near(index)));
            map.fit();
        """)
        self.settle()
        boxes = self.run_script("return boxes.splice(0)")
        self.assertGreater(len(boxes), 3)
        drawn = {tuple(map(round, box)) for box in boxes}
        for one in drawn:
            for other in drawn - {one}:
                covers = one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
                self.assertFalse(covers, (one, other))

    def test_a_workspace_that_is_only_shown_offers_no_names(self):
        self.serve("--read-only")
        self.assertEqual(self.find_all(".places-offer"), [])
        self.choose_first()
        self.assertEqual(self.find_all(".place-name"), [])


if __name__ == "__main__":
    main()
