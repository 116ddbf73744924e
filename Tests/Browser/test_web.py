# SPDX-License-Identifier: Apache-2.0
"""The part of the web page that recognises what the phone itself does."""

import csv
import random
import socket

from browser import main
from selenium.webdriver.common.keys import Keys
from web_browser import WEB, WebPageTest, motion
from workspace_browser import WorkspaceBrowserTest

# The answer on the page.
ANSWER = "return document.querySelector('.live-answer strong').textContent"


class PhoneTest(WebPageTest):
    """Events of motion become answers, steps, labels and a log."""

    def test_real_rides_are_recognised(self):
        self.open_page()
        self.assert_looks_right()
        self.start()
        # Chromium rounds to 0.1 m/s².
        walk, drive = motion("walk", step=0.1), motion("car", step=0.1)
        self.feed(walk)
        self.wait_for(ANSWER + " === 'walking'")
        self.assertIn("may be shown", self.find(".live-gate").text)
        self.assertGreater(int(self.find(".live .headline b").text), 40)
        self.feed(drive, begin=1000 + 1000 * len(walk) / 60 + 20_000)
        self.wait_for(ANSWER + " === 'automotive'")
        self.assertIn("Hold notifications", self.find(".live-gate").text)
        facts = self.find("#phone-live .facts").text
        for fact in ["60.0 samples a second; the browser says 60", "rounded to 0.1 m/s²", "gyroscope", "of Android"]:
            self.assertIn(fact, facts)
        self.assertRegex(facts, r"20.s from \d+:\d\d:\d\d: the phone sent nothing")
        drawn = self.run_script(
            "return [...document.querySelectorAll('.live-plots canvas')].map((canvas) =>"
            " canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value))")
        self.assertEqual(drawn, [True] * 5)
        self.assert_looks_right()
        self.assert_pressable()

    def test_labels_come_with_the_log(self):
        self.open_page()
        self.start()
        walk, drive = motion("walk"), motion("car")
        second = 1000 + 1000 * len(walk) / 60
        self.feed(walk[:600])
        self.press_button("walking")
        self.feed(walk[600:])
        self.press_button("automotive")
        self.feed(drive[:3600], begin=second)
        self.press_button("End label")
        self.feed(drive[3600:], begin=second)
        self.find("#phone-start").click()
        log = self.saved(lambda: self.find("#phone-save").click())
        own = self.run_in_page(
            "const { parts } = await import('./page.js');"
            "return parts.phone.reports.map(({ activity, window, steps }) => [activity, window[1], steps]);")
        text = self.gaitway("classify", log, "--live", "--every-window", "--format", "csv").stdout
        rows = list(csv.DictReader(text.splitlines()))
        self.assertGreater(len(own), 60)
        self.assertEqual([[row["activity"], float(row["window.to"]), int(row["steps"])] for row in rows],
                         [[activity, round(end, 3), steps] for activity, end, steps in own])
        manifest = list(csv.DictReader(self.gaitway("manifest", log.name).stdout.splitlines()))
        self.assertEqual([row["activity"] for row in manifest], ["walking", "automotive", "unknown"])
        self.assertEqual(manifest[2]["mode"], "unlabelled")
        for row, start, end in zip(manifest, [600, len(walk), len(walk) + 3600],
                                   [len(walk), len(walk) + 3600, len(walk) + len(drive)], strict=True):
            self.assertAlmostEqual(float(row["start_s"]), start / 60, delta=0.05)
            self.assertAlmostEqual(float(row["end_s"]), end / 60, delta=0.05)

    def test_a_hidden_page_ends_the_label(self):
        self.open_page()
        self.start()
        drive = motion("car")
        self.feed(drive[:1200])
        self.press_button("automotive")
        self.feed(drive[1200:2400])
        hide = ("Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });"
                " document.dispatchEvent(new Event('visibilitychange'));")
        self.run_script(hide, True)
        self.run_script(hide, False)
        self.feed(drive[2400:], begin=31_000)
        self.assertIn("the page was not shown (locked, a call, another app)", self.find("#phone-live .facts").text)
        self.assertEqual(self.find_all(".activity-button[aria-pressed=true]"), [])
        # The gap itself is unknown.
        reasons = self.run_in_page(
            "const { parts } = await import('./page.js'); return parts.phone.reports.map(({ reason }) => reason);")
        self.assertIn("gap", reasons)
        self.assert_quiet_console()

    def test_the_keyboard_is_enough(self):
        self.open_page()
        self.run_script("document.getElementById('phone-start').focus()")
        self.actions().send_keys(Keys.ENTER).perform()
        self.wait_for("return document.getElementById('phone-start').textContent === 'Stop'")
        self.feed(motion("walk"))
        for _ in range(12):
            self.actions().send_keys(Keys.TAB).perform()
            if self.run_script("return document.activeElement.textContent") == "walking":
                break
        self.actions().send_keys(Keys.ENTER).perform()
        self.wait_for("return document.querySelector('.activity-button.walking[aria-pressed=true]') !== null")
        self.run_script("document.querySelector('.live-plots').focus()")
        self.actions().send_keys("+").send_keys(Keys.ARROW_LEFT).perform()
        self.wait_for("return document.querySelector('.live-readout').textContent.includes('walking')")
        self.assert_quiet_console()


class WorkspaceReadsTest(WebPageTest, WorkspaceBrowserTest):
    """The workspace takes the log with its labels."""

    def test_a_saved_log(self):
        self.open_page()
        self.start()
        walk = motion("walk")
        self.feed(walk[:900])
        self.press_button("walking")
        self.feed(walk[900:])
        log = self.saved(lambda: self.find("#phone-save").click())
        self.open_room("rides")
        self.wait_for("return document.querySelector('input[type=file]') !== null")
        self.add(log)
        self.wait_for("return workspace.state.rides.read >= 1")
        self.open(self.server.address("/api/ride?ride=" + log.name))
        spans = self.wait_for("return typeof annotationSpans === 'undefined' ? null : annotationSpans")
        self.assertEqual(len(spans), 1)
        self.assertEqual(spans[0][2], "walking")
        self.assertAlmostEqual(spans[0][0], 15, delta=0.1)


class AskingTest(WebPageTest):
    """The page says why it gets no motion."""

    def test_a_device_without_motion(self):
        self.open_page()
        self.start()
        self.wait_for("return document.getElementById('phone-said').textContent.includes('no motion sensor')")
        self.find("#phone-start").click()
        self.assertEqual(self.find("#phone-said").text, "Nothing was recorded.")

    def test_a_new_start_waits_anew(self):
        self.open_page()
        self.run_script("""
            window.waiting = new Set();
            const [begin, end] = [setTimeout, clearTimeout];
            window.setTimeout = (run, after) => {
              const timer = begin(run, after);
              if (after >= 1000) waiting.add(timer);
              return timer;
            };
            window.clearTimeout = (timer) => { waiting.delete(timer); end(timer); };
            """)
        waiting = []
        for _ in range(4):
            label = self.find("#phone-start").text
            self.find("#phone-start").click()
            self.wait_for("return document.getElementById('phone-start').textContent !== arguments[0]", label)
            waiting.append(self.run_script("return waiting.size"))
        self.assertEqual(waiting, [1, 0, 1, 0])

    def test_ios_asks(self):
        self.open_page()
        for answer, text in [("denied", "You did not allow motion"), ("granted", "Waiting for")]:
            self.run_script(f"DeviceMotionEvent.requestPermission = async () => '{answer}'")
            self.find("#phone-start").click()
            self.wait_for("return document.getElementById('phone-said').textContent.startsWith(arguments[0])", text)

    def test_two_presses_start_once(self):
        self.open_page()
        self.run_script(
            "window.answers = [];"
            "DeviceMotionEvent.requestPermission = () => new Promise((done) => answers.push(done));"
            "for (const _ of [1, 2]) document.getElementById('phone-start').click();"
            "answers[0]('granted');")
        self.wait_for("return document.getElementById('phone-start').textContent === 'Stop'")
        walk = motion("walk")
        self.feed(walk[:600])
        self.run_script("answers[1]('granted')")
        self.feed(walk[600:])
        count = self.run_in_page("const { parts } = await import('./page.js'); return parts.phone.recording.count;")
        self.assertEqual(count, len(walk))
        self.assert_quiet_console()

    def test_the_screen_is_let_go(self):
        self.open_page()
        held = self.run_in_page("""
            const { ScreenLock } = await import("./phone-motion.js");
            let [held, requests] = [0, []];
            Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
              request: () => new Promise((done) => requests.push(done)) } });
            const grant = async () => {
              held += 1;
              let isHeld = true;
              requests.shift()({ release() { held -= isHeld ? 1 : 0; isHeld = false; } });
              await new Promise((done) => setTimeout(done));
              return held;
            };
            const lock = new ScreenLock(() => {});
            const counts = [];
            // Released before the browser answers; then held twice, and released.
            lock.hold();
            lock.release();
            counts.push(await grant());
            lock.hold();
            lock.hold();
            counts.push(await grant(), await grant());
            lock.release();
            return [...counts, held];
            """)
        self.assertEqual(held, [0, 1, 1, 0])

    def test_without_https(self):
        self.stop_page()
        self.serve_page("0.0.0.0")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            own = probe.getsockname()[0]
        self.open(f"http://{own}:{self.page_server.server_port}/")
        self.wait_for("return document.getElementById('phone-said').textContent.includes('HTTPS')")
        self.assertFalse(self.find("#phone-start").is_enabled())


class ReaderTest(WebPageTest):
    """The quirks of browsers: units, signs, times."""

    def test_units_and_signs(self):
        self.open_page()
        found = self.run_in_page("""
            const { MotionReader, hasAppleSigns, intervalSeconds } = await import("./phone-motion.js");
            const event = { accelerationIncludingGravity: { x: 0, y: 1.23, z: -9.81 }, interval: 16,
              rotationRate: { alpha: 180, beta: 0, gamma: -90 }, timeStamp: 5000 };
            const apple = new MotionReader({ isApple: true }).take(event, 1.7e12);
            const empty = new MotionReader().take({ accelerationIncludingGravity: null, timeStamp: 1 }, 1);
            return { apple, empty, intervals: [16, 0.016, 16000, 0, null].map(intervalSeconds),
              signs: ["Mozilla/5.0 (iPhone; CPU)", "Mozilla/5.0 (Linux; Android 14)"].map((userAgent) =>
                hasAppleSigns({ userAgent })) };
            """)
        self.assertEqual(found["apple"]["acceleration"], [0, -1.23, 9.81])
        self.assertAlmostEqual(found["apple"]["rotation"][0], 3.141592653589793)
        self.assertEqual(found["apple"]["time"], 1.7e9)
        self.assertIsNone(found["empty"])
        self.assertEqual(found["intervals"], [0.016, 0.016, 0.016, None, None])
        self.assertEqual(found["signs"], [True, False])

    def test_times_always_grow(self):
        draw = random.Random(7)
        stamps, now = [], 0.0
        for _ in range(3000):
            now += draw.choice([16, 17, 17, 17, 0, 0, 120])
            stamps.append(now)
        self.open_page()
        times = self.run_in_page("""
            const { MotionReader } = await import("./phone-motion.js");
            const reader = new MotionReader();
            return arguments[0].map((timeStamp) => reader.take({ timeStamp, interval: 16,
              accelerationIncludingGravity: { x: 0.01, y: 0, z: 9.8 } }, 1.7e12 + timeStamp).time);
            """.replace("arguments[0]", "args[0]"), stamps)
        self.assertTrue(all(one < other for one, other in zip(times, times[1:])))
        # A burst is spread forward a little, and time as a whole stays.
        self.assertLess(max(abs(time - 1.7e9 - stamp / 1000) for time, stamp in zip(times, stamps)), 0.3)

    def test_sleep_is_a_gap(self):
        self.open_page()
        gaps = self.run_in_page("""
            const { MotionReader } = await import("./phone-motion.js");
            const reader = new MotionReader();
            const take = (timeStamp, now) => reader.take({ timeStamp, interval: 16,
              accelerationIncludingGravity: { x: 0, y: 0, z: 9.8 } }, now);
            // The event's clock stood still for ten minutes.
            for (let step = 0; step < 100; step += 1) take(16 * step, 1.7e12 + 16 * step);
            for (let step = 100; step < 200; step += 1) take(16 * step, 1.7e12 + 600000 + 16 * step);
            return reader.gaps.map(({ from, to }) => to - from);
            """)
        self.assertEqual(len(gaps), 1)
        self.assertAlmostEqual(gaps[0], 600.016, places=2)


class CopyTest(WebPageTest):
    """What the page shows to copy works as it stands."""

    def test_the_script(self):
        self.open_page()
        code = self.find("#code").get_attribute("textContent")
        self.assertLessEqual(len(code.strip().splitlines()), 22)
        self.run_script("""
            const button = document.createElement("button");
            document.getElementById("phone-start").id = "";
            document.body.append(Object.assign(button, { id: "start" }));
            """)
        path = WEB / "copied-test.js"
        path.write_text(code)
        self.addCleanup(path.unlink)
        self.run_in_page("await import('./copied-test.js');")
        self.run_script("document.getElementById('start').click()")
        self.settle()
        walk = motion("walk")
        self.feed(walk)
        self.assertEqual(self.driver.title, "walking: may notify")
        self.feed(motion("car"), begin=1000 + 1000 * len(walk) / 60)
        self.assertEqual(self.driver.title, "automotive: hold")

    def test_may_notify_is_the_articles_rule(self):
        draw = random.Random(3)
        cases, expected = [], []
        for _ in range(300):
            reports, now, stopped, before = [], 0.0, None, None
            for _ in range(draw.randrange(0, 30)):
                now += draw.choice([2.56, 2.56, 20, 60])
                kind = draw.choice(["automotive", "walking", "none", "unknown"])
                # The rule in the words of the shipped app.
                if before == "automotive":
                    stopped = now
                before = kind
                reports.append({"delivered": now, "automotive": kind == "automotive", "unknown": kind == "unknown"})
            asked = now + draw.choice([0, 1, 60, 119.5, 120, 121])
            is_held = (before in (None, "automotive", "unknown") or stopped is not None and stopped > asked - 120)
            cases.append([reports, asked])
            expected.append(not is_held)
        self.open_page()
        found = self.run_in_page(
            "const { mayNotify } = await import('./may-notify.js');"
            "return args[0].map((one) => mayNotify(...one));", cases)
        self.assertEqual(found, expected)
        self.assertEqual({True, False}, set(found))


if __name__ == "__main__":
    main()
