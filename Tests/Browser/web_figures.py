# SPDX-License-Identifier: Apache-2.0
"""What the web page costs: python web_figures.py

Prints the time, the processor time and the largest memory of the browser's processes for a log of 24 hours at 50 Hz.
Then it prints the processor time of the page while a phone gives it 60 samples a second. All depend on the machine, so
that no test compares them.
"""

import pathlib
import time

from browser import main
from web_browser import RIDES, WebPageTest, motion, table

# Hands the events of a ride to the page as time passes.
PLAY = """
const [rows] = arguments;
const begin = performance.now();
let next = 0;
setInterval(() => {
  for (; next < rows.length && rows[next][0] * 1000 <= performance.now() - begin; next += 1) {
    const [, x, y, z, alpha, beta, gamma] = rows[next];
    dispatchEvent(new DeviceMotionEvent("devicemotion", { accelerationIncludingGravity: { x, y, z },
      rotationRate: { alpha, beta, gamma }, interval: 1000 / 60 }));
  }
}, 16);
"""


class Figures(WebPageTest):
    """Not a test: it prints."""

    def renderers(self):
        """Seconds of processor time, and the largest memory in MB, of the browser's renderers."""
        seconds, largest = 0.0, 0
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                stat = (place / "stat").read_text().rsplit(")", 1)[1].split()
                if "--type=renderer" not in (place / "cmdline").read_text() or not self.is_ours(int(place.name)):
                    continue
                seconds += (int(stat[11]) + int(stat[12])) / 100
                high = [line for line in (place / "status").read_text().splitlines() if line.startswith("VmHWM")]
                largest = max(largest, int(high[0].split()[1]) // 1024)
            except OSError:
                continue
        return seconds, largest

    def is_ours(self, process):
        """True for a process that this test's driver started, directly or not."""
        while process > 1:
            if process == self.driver.service.process.pid:
                return True
            process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        return False

    def runTest(self):
        rows = [*table(RIDES / "walk/Accelerometer.txt")[::4], *table(RIDES / "car/Accelerometer.csv")[::2]]
        path = self.folder / "day.csv"
        with open(path, "w") as file:
            file.write("time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n")
            for index in range(24 * 3600 * 50):
                _, x, y, z = rows[index % len(rows)]
                file.write(f"{index / 50:.2f},{x:.4f},{y:.4f},{z:.4f}\n")
        self.open_page()
        before, begin = self.renderers()[0], time.monotonic()
        self.find("#log-file").send_keys(str(path))
        self.wait_for("return !document.getElementById('log-result').hidden", seconds=300)
        passed = time.monotonic() - begin
        seconds, memory = self.renderers()
        print(f"\na log of 24 h at 50 Hz, {path.stat().st_size // 1_000_000} MB: {passed:.1f} s, "
              f"{seconds - before:.1f} s of a processor, at most {memory} MB")
        shares = []
        for starts in [False, True]:
            self.open_page()
            if starts:
                self.start()
            self.run_script(PLAY, motion("car")[:2400])
            before = self.renderers()[0]
            time.sleep(30)
            shares.append((self.renderers()[0] - before) / 30 * 100)
        print(f"60 samples a second: {shares[1] - shares[0]:.1f} % of a core, beside {shares[0]:.1f} % for the events")


if __name__ == "__main__":
    main()
