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

    def test_needs_nothing_from_elsewhere(self):
        self.open("page.html")
        self.assertEqual(
            self.run_script("return performance.getEntriesByType('resource').map((entry) => entry.name)"), []
        )


if __name__ == "__main__":
    main()
