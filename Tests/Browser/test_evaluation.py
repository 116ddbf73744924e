# SPDX-License-Identifier: Apache-2.0
"""The evaluation's page in a real browser."""

from browser import OVERFLOW, ROOT, BrowserTest, main


class EvaluationPage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.gaitway(
            "evaluate", ROOT / "Datasets/labelled/manifest.csv", "--cross-validate", "user", "--report", "page.html"
        )

    def test_looks_right(self):
        self.open("page.html")
        self.assertGreater(len(self.find_all("section")), 5)
        for part in self.find_all("details"):
            self.run_script("arguments[0].open = true", part)
        self.assert_looks_right()
        self.resize(320)
        self.assertEqual(self.run_script(OVERFLOW), [])

    def test_the_first_chart_is_high(self):
        self.open("page.html")
        self.assert_first_chart_is_high()

    def test_shows_only_what_is_to_be_told(self):
        self.open("page.html")
        self.assertNotIn("Every ride could be read", self.driver.page_source)
        self.gaitway("evaluate", ROOT / "Datasets/labelled/manifest.csv", "--report", "errors.html")
        self.open("errors.html")
        # The rides of an error are folded, and its cell opens them.
        self.assertIsNone(self.find(".confused").get_attribute("open"))
        links = self.find_all(".confusion a")
        self.assertGreater(len(links), 0)
        links[0].click()
        self.settle()
        self.assertIsNotNone(self.find(".confused").get_attribute("open"))

    def test_needs_nothing_from_elsewhere(self):
        self.open("page.html")
        self.assertEqual(
            self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"), []
        )


class ModelsPage(BrowserTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        models = ["--model", "default", "--model", "open"]
        cls.gaitway("evaluate", ROOT / "Datasets/labelled/manifest.csv", *models, "--report", "models.html")

    def test_looks_right(self):
        self.open("models.html")
        self.assertIn("macro-F1", self.find("header .lead").text)
        self.assert_looks_right()
        for width in (390, 320):
            self.resize(width)
            self.assertEqual(self.run_script(OVERFLOW), [])

    def test_points_lie_around_zero(self):
        self.open("models.html")
        rows = self.find_all("#differences tbody tr")
        self.assertGreater(len(rows), 3)
        for row in rows:
            line = row.find_element("css selector", ".diverging").rect
            point = row.find_element("css selector", ".point").rect
            middle = line["x"] + line["width"] / 2
            difference = row.find_elements("css selector", ".number")[0].text.splitlines()[-1]
            side = point["x"] + point["width"] / 2 - middle
            with self.subTest(difference):
                self.assertTrue(difference.startswith("+") or side < 0)
                self.assertTrue(difference.startswith("−") or side > -1)


if __name__ == "__main__":
    main()
