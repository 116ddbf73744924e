# SPDX-License-Identifier: Apache-2.0
"""The part of the web page that reads a dropped log: its answers are the command's."""

import csv
import os
import random
import re
import shutil
import zipfile

from browser import main
from selenium.webdriver.common.keys import Keys
from web_browser import RIDES, WEB, QuietHandler, WebPageTest, table

# Columns that must be the same text; the others are numbers of two programs.
WORDS = ["activity", "stationary", "walking", "running", "automotive", "cycling", "unknown", "confidence", "reason",
         "repeat", "steps", "start"]

# Drops a file of some text on the page, as a person does.
DROP = """
const data = new DataTransfer();
data.items.add(new File([arguments[1]], arguments[0]));
for (const type of ["dragover", "drop"]) {
  const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
  document.getElementById("log-drop").dispatchEvent(event);
}
"""


class LogTest(WebPageTest):
    """A log on the page gives the rows of `gaitway classify --live --all --format csv`."""

    def without_fixes(self, ride):
        """A copy of a sample ride without its fixes, whose speed the page does not use."""
        place = self.folder / "copies" / ride
        if not place.exists():
            shutil.copytree(RIDES / ride, place, ignore=shutil.ignore_patterns("Location.csv", "README*", "LICENSE*"))
        return place

    def zipped(self, folder):
        """A zip of a folder's files."""
        path = folder.with_suffix(".zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for one in sorted(folder.rglob("*.*")):
                file.write(one, one.relative_to(folder))
        return path

    def compare(self, files, log):
        """Gives the page a log, saves its table, and compares it with the command's rows."""
        self.open_page()
        self.choose(*files)
        self.assertEqual(self.find("#log-status").text, "")
        path = self.saved(lambda: self.find("#log-result a[download]").click())
        with open(path, newline="") as file:
            found = list(csv.DictReader(file))
        expected = self.stream_of(log)
        self.assertEqual(list(found[0]), list(expected[0]))
        self.assertEqual(len(found), len(expected))
        for one, other in zip(found, expected, strict=True):
            self.assertEqual([one[name] for name in WORDS], [other[name] for name in WORDS])
            for name in one:
                if name in WORDS or name == "source":
                    continue
                self.assertEqual(one[name] == "", other[name] == "", name)
                if one[name]:
                    near = 0.0101 if "." in name or name == "cadence" else 0.0011
                    self.assertAlmostEqual(float(one[name]), float(other[name]), delta=near, msg=name)
        return path

    def test_sensor_logger(self):
        ride = self.without_fixes("bike")
        self.compare(sorted(ride.glob("*.csv")), ride)
        self.assertIn("accelerometer, gyroscope, barometer", self.find("#log-result .headline").text)
        rows = [[cell.text for cell in row.find_elements("css selector", "th, td")]
                for row in self.find_all(".web-table table")[0].find_elements("css selector", "tbody tr")]
        self.assertEqual([row[0] for row in rows], ["stationary", "walking", "cycling", "walking"])
        self.assert_looks_right()
        self.assert_pressable()

    def test_phyphox(self):
        place = self.without_fixes("run")
        self.compare([self.zipped(place)], place)

    def test_plain_tables(self):
        for name in ["ann-walking", "cleo-automotive", "dan-cycling", "ben-stationary"]:
            path = RIDES / "labelled" / f"{name}.csv"
            self.compare([path], path)
        stream = self.compare([RIDES / "day/motion.csv"], RIDES / "day/motion.csv")
        # The command reads the saved stream.
        self.gaitway("simulate", "--track", RIDES / "day/day.gpx", "--places", RIDES / "day/places.csv",
                     "--activities", stream)

    def test_forms_of_tables(self):
        """The sample walk in other forms, each with the samples of the first."""
        rows = table(RIDES / "walk/Accelerometer.txt")[:8000:2]
        start, g = 1_777_741_200_000_000_000, 9.80665
        forms = {
            "semicolons.csv": ["time (s);ax;ay;az",
                               *[f"{t / 1e9:.9f};{x};{y};{z}".replace(".", ",") for t, x, y, z in rows]],
            "tabs.tsv": ["t_ms\tax\tay\taz", *[f"{t / 1e6:.6f}\t{x}\t{y}\t{z}" for t, x, y, z in rows]],
            "blanks.txt": [f"{t / 1e9:.9f}  {x} {y} {z}" for t, x, y, z in rows],
            "quoted.csv": ['"time","ax","ay","az"', *[f'"{t / 1e9:.9f}","{x}","{y}","{z}"' for t, x, y, z in rows]],
            "epoch.csv": ["time,x,y,z", *[f"{start + int(t)},{x},{y},{z}" for t, x, y, z in rows]],
            "gravity.csv": ["time,ax (g),ay (g),az (g)",
                            *[f"{t / 1e9:.9f},{x / g:.9f},{y / g:.9f},{z / g:.9f}" for t, x, y, z in rows]],
            "exponents.csv": ["time,ax,ay,az", *[f"{t / 1e9:.9e},{x:e},{y:e},{z:e}" for t, x, y, z in rows]],
        }
        self.open_page()
        answers = []
        for name, lines in forms.items():
            ending = "\r\n" if name == "tabs.tsv" else "\n"
            self.run_script(DROP, name, ending.join(lines) + ending)
            self.wait_for("return document.querySelector('#log-result h3')?.textContent === arguments[0]", name)
            path = self.saved(lambda: self.find("#log-result a[download]").click())
            with open(path, newline="") as file:
                answers.append([[row["activity"], row["elapsed"], row["confidence"], row["steps"]]
                                for row in csv.DictReader(file)])
            path.unlink()
        self.assertGreater(len(answers[0]), 3)
        for name, answer in zip(forms, answers, strict=True):
            self.assertEqual(answer, answers[0], name)
        # Excel's Unicode text.
        self.run_script(
            DROP.replace("[arguments[1]]", "[Uint16Array.from('\\ufeff' + arguments[1], (one) => one.charCodeAt(0))]"),
            "wide.txt", "\n".join(forms["tabs.tsv"]) + "\n")
        self.wait_for("return document.querySelector('#log-result h3')?.textContent === 'wide.txt'")
        self.assert_quiet_console()

    def test_what_cannot_be_read(self):
        header, row = "time,ax,ay,az\n", "{},{},0.1,{}\n"
        faults = {
            "README.md": ("# A page\n\nof text\n", "no row with a time and three axes"),
            "empty.csv": ("", "is empty"),
            "times.csv": (header + "14:45:06:531,0.1,0.2,9.8\n", "its times are texts, such as 14:45:06:531"),
            "still.csv": (header + row.format(7, 0.2, 9.8) * 99, "the times do not grow"),
            "linear.csv": (header + "".join(row.format(i / 50, 0.1, -0.1) for i in range(999)), "no gravity in it"),
            "unit.csv": (header + "".join(row.format(i / 50, 30, 900) for i in range(999)), "unit is unknown"),
            "clock.csv": ("what,ax,ay,az\n" + "".join(row.format(i / 50, 0, 9.8) for i in range(99)),
                          "no column is a time"),
            "cut.zip": ("PK\x03\x04" + "x" * 200, "the zip has no end"),
        }
        self.open_page()
        for name, (text, said) in faults.items():
            with self.subTest(name=name):
                self.run_script("document.getElementById('log-status').replaceChildren()")
                self.run_script(DROP, name, text)
                self.wait_for("return document.querySelector('#log-status .phone-problem') !== null")
                self.assertIn(said, self.find("#log-status").text)
                self.assertIn(name, self.find("#log-status").text)
        self.assert_looks_right()

    def test_rows_of_a_time_alone(self):
        """A table of eight numbers whose cells are mostly empty has rows of less than two bytes for each number."""
        rows = table(RIDES / "car/Accelerometer.csv")[:6000:4]
        lines = ["time,ax,ay,az,gx,gy,gz,pressure"]
        for index, (_, x, y, z) in enumerate(rows):
            lines.append(f"{index / 25:.2f},{x:.4f},{y:.4f},{z:.4f},,,,")
        lines += [f"{index},,,,,,," for index in range(len(rows) // 25, 20_000)]
        path = self.folder / "sparse.csv"
        path.write_text("\n".join(lines) + "\n")
        self.open_page()
        self.choose(path)
        self.assertEqual(self.find("#log-status").text, "")
        self.assertIn("accelerometer", self.find("#log-result .headline").text)
        self.assertIn("automotive", self.find("#log-result .web-tables").text)

    def test_gaps_and_broken_rows(self):
        draw = random.Random(5)
        rows = table(RIDES / "car/Accelerometer.csv")[::2]
        lines = ["time,ax,ay,az"]
        for time, x, y, z in rows:
            if 30 < time < 42:
                continue
            lines.append(f"{time:.4f},{x:.4f},{y:.4f},{z:.4f}" if draw.random() > 0.01 else f"{time:.4f},,NaN,")
        path = self.folder / "gaps.csv"
        path.write_text("\n".join(lines) + "\n")
        self.compare([path], path)
        self.assertIn("no samples arrived", self.find("#log-result").text)


class LargeLogTest(WebPageTest):
    """A log of hours is read with progress, beside the page; another can be stopped."""

    def test_hours(self):
        rows = table(RIDES / "walk/Accelerometer.txt")[::4]
        path = self.folder / "hours.csv"
        count = 3 * 3600 * 50
        with open(path, "w") as file:
            file.write("time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n")
            for index in range(count):
                _, x, y, z = rows[index % len(rows)]
                file.write(f"{index / 50:.2f},{x:.4f},{y:.4f},{z:.4f}\n")
        self.open_page()
        self.find("#log-file").send_keys(str(path))
        values = set()
        self.wait_for("return document.querySelector('#log-status progress') !== null")
        while self.find("#log-result").get_attribute("hidden") is not None:
            values.add(self.run_script("return document.querySelector('#log-status progress')?.value ?? -1"))
            self.assertEqual(self.find_all("#log-status .phone-problem"), [])
        self.assertGreater(len(values), 3)
        self.assertIn("3\u202fh", self.find("#log-result .headline").text)
        # A long table comes by parts.
        self.press_button("more of " + self.find(".web-table > button").text.split()[-1])
        self.assert_looks_right()
        # The lanes go with keys.
        self.run_script("document.querySelector('.web-plots').focus()")
        self.actions().send_keys("+").send_keys(Keys.ARROW_RIGHT).perform()
        self.wait_for("return document.querySelector('.web-readout').textContent.includes(':')")
        self.find("#log-file").send_keys(str(path))
        self.press_button("Stop")
        self.assertEqual(self.find("#log-status").text, "Stopped.")
        self.assert_quiet_console()


class KeptHandler(QuietHandler):
    """Lets a browser keep files for an hour without asking again, as many hosts do."""

    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()


class OfflineTest(WebPageTest):
    """The page needs its server once, and no other server at all."""

    def test_nothing_is_sent(self):
        self.open_page()
        self.choose(RIDES / "labelled/ann-walking.csv")
        origins = self.run_script(
            "return performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)")
        self.assertEqual(set(origins), {self.address.rstrip("/")})
        policy = self.find("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
        self.assertNotIn("http", policy)
        self.assertIn("default-src 'none'", policy)
        refused = self.run_in_page(
            "try { await fetch('https://example.com/'); return 'sent'; } catch { return 'refused'; }")
        self.assertEqual(refused, "refused")
        self.driver.get_log("browser")

    def test_offline(self):
        self.open_page()
        self.stop_page()
        self.open_page()
        self.choose(RIDES / "labelled/ann-walking.csv")
        self.assertIn("walking", self.find("#log-result").text)
        self.start()
        self.assert_quiet_console()

    def test_a_new_version_replaces_kept_files(self):
        place = self.folder / "versions"
        shutil.copytree(WEB, place)
        self.stop_page()
        self.serve_page(handler=KeptHandler, folder=place)
        self.open_page()
        with open(place / "kit.js", "a") as file:
            file.write("// newer\n")
        worker = place / "sw.js"
        worker.write_text(re.sub('"gaitway-[0-9a-f]+"', '"gaitway-newer"', worker.read_text()))
        self.run_in_page("await (await navigator.serviceWorker.getRegistration()).update()")
        self.wait_for("return caches.open('gaitway-newer').then((cache) => cache.match('kit.js'))"
                      ".then((answer) => answer !== undefined)")
        text = self.run_in_page("return (await (await caches.open('gaitway-newer')).match('kit.js')).text()")
        self.assertTrue(text.endswith("// newer\n"))

    def test_size(self):
        # One load is small.
        self.assertLess(sum(path.stat().st_size for path in WEB.iterdir() if os.access(path, os.R_OK)), 400_000)


if __name__ == "__main__":
    main()
