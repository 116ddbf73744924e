# SPDX-License-Identifier: Apache-2.0
"""The WebAssembly module of a model in Node, sample by sample: against the exported C and against the command.

The rides are those of ``test_samples``; GAITWAY_SAMPLE_RIDES says how many.
"""

from __future__ import annotations

import gzip
import json
import pathlib
import shutil
import subprocess
import unittest
from collections.abc import Iterator

import numpy as np

import test_samples
import windows

SCRIPT = pathlib.Path(__file__).with_name("recognizer.mjs")
# What gzip makes of all three files, at most.
PACKED = 60_000


def changed(times: np.ndarray, values: np.ndarray) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """A ride as other phones would have recorded it: seconds, and x, y, z."""
    chance = np.random.default_rng(2)
    step = float(np.median(np.diff(times)))
    yield "jitter", times + chance.uniform(-0.45, 0.45, len(times)) * step, values
    kept = np.ones(len(times), bool)
    for length in (0.3, 0.8, 7, 25):
        begin = chance.uniform(times[0] + 10, max(times[0] + 11, times[-1] - 30))
        kept &= (times < begin) | (times > begin + length)
    yield "gaps", times[kept], values[kept]
    for rate in (10, 20, 200):
        own = np.arange(times[0], times[-1], 1 / rate)
        yield f"{rate} Hz", own, np.column_stack([np.interp(own, times, values[:, axis]) for axis in range(3)])
    broken = values.copy()
    broken[chance.random(len(times)) < 0.05, 1] = np.nan
    yield "NaN", times, broken


@unittest.skipUnless(shutil.which("node"), "node is not installed (the Debian package nodejs)")
class Web(test_samples.Samples):
    """Answers of the module."""

    web: pathlib.Path
    native: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.web = cls.folder / "web"
        # Node up to version 20 takes a script for CommonJS else.
        (cls.folder / "package.json").write_text('{"type":"module"}')
        subprocess.run(
            [windows.GAITWAY, "model", "export", "default", "--format", "wasm", "--output", cls.web], check=True
        )

    def lines(self, samples: bytes, *options: str) -> tuple[list[list[str]], dict[str, int]]:
        """What the module answers, and its problems."""
        result = subprocess.run(
            ["node", SCRIPT, self.web, *options], input=samples, capture_output=True, check=True
        )
        return [line.split() for line in result.stdout.decode().splitlines()], json.loads(result.stderr)

    def test_answers(self) -> None:
        """Every answer over time is the command's."""
        tally = self.compare(test_samples.rides(), ["node", SCRIPT, self.web])
        print(f"WebAssembly sample by sample: {tally}, largest difference of a probability {self.largest:.2g}")
        self.assertGreater(tally["windows"], 100)
        self.assertLessEqual(set(tally), {"rides", "windows", "probabilities", "smoothed"})
        self.assertLess(tally.get("probabilities", 0), 0.02 * tally["windows"])

    def test_changed_rides(self) -> None:
        """Jitter, gaps, rates from 10 to 200 Hz and NaN: the answers of the command and of the exported C."""
        totals: dict[str, int] = {}
        for log in test_samples.rides():
            path = self.folder / "samples.bin"
            try:
                subprocess.run([windows.WRITER, path, "samples", log], check=True, capture_output=True)
            except subprocess.CalledProcessError:
                continue
            found = np.fromfile(path, test_samples.SAMPLE)
            own = found[found["sensor"] == 0]
            if len(own) < 1000 or np.median(np.diff(own["nanoseconds"])) > test_samples.SLOWEST:
                continue
            own = own[own["nanoseconds"] < 300 * 10**9]
            for name, times, values in changed(own["nanoseconds"] / 1e9, own["value"].astype(float)):
                text = self.folder / "changed.csv"
                rows = [f"{time:.6f},{x:.6g},{y:.6g},{z:.6g}" for time, (x, y, z) in zip(times - times[0], values)]
                text.write_text("\n".join(["time,ax,ay,az", *rows]) + "\n")
                tally = self.compare([str(text)], ["node", SCRIPT, self.web])
                for kind, count in tally.items():
                    totals[f"{name}: {kind}"] = totals.get(f"{name}: {kind}", 0) + count
                self.assertLessEqual(set(tally), {"rides", "windows", "probabilities", "smoothed"}, f"{name} {log}")
                native = subprocess.run(
                    [self.program], input=path.read_bytes(), capture_output=True, check=True
                ).stdout.decode()
                lines, _ = self.lines(path.read_bytes())
                self.assertEqual([line[:8] for line in lines], [line.split()[:8] for line in native.splitlines()])
        print(f"WebAssembly on changed rides: {totals}")
        self.assertGreater(totals["jitter: windows"], 100)

    def test_sensors_together(self) -> None:
        """Sensors of one time in one call, several recognisers at once: the same answers."""
        path = self.folder / "samples.bin"
        subprocess.run([windows.WRITER, path, "samples", str(windows.ROOT / "Datasets/car")], check=True)
        samples = path.read_bytes()
        alone, problems = self.lines(samples)
        self.assertGreater(len(alone), 20)
        self.assertEqual(problems, dict.fromkeys(problems, 0))
        self.assertEqual(self.lines(samples, "together", "3")[0], alone)

    def test_size(self) -> None:
        """All three files, packed; nothing is imported."""
        sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in sorted(self.web.iterdir())}
        plain = {path.name: path.stat().st_size for path in sorted(self.web.iterdir())}
        print(f"WebAssembly: {plain}, packed {sizes}")
        self.assertEqual(list(sizes), ["gaitway.d.ts", "gaitway.js", "gaitway.wasm"])
        self.assertLess(sum(sizes.values()), PACKED)

    def test_errors(self) -> None:
        """A sample of another shape is an error that says what is wrong; a faulty reading is a problem."""
        program = self.folder / "errors.mjs"
        program.write_text(ERRORS.replace("FOLDER", str(self.web)))
        result = subprocess.run(["node", "--expose-gc", program], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        print(f"WebAssembly: {result.stdout.strip()}")

    def test_types(self) -> None:
        """The declarations compile, and know a wrong call."""
        if not shutil.which("tsc"):
            self.skipTest("tsc is not installed (the Debian package node-typescript)")
        text = """
            import { Recognizer, Report } from "./web/gaitway.js";
            const recognizer = await Recognizer.load({ onProblem: (problem) => console.log(problem.message) });
            const reports: readonly Report[] = recognizer.push({ time: 1, acceleration: { x: 0, y: null, z: 9.8 } });
            const share: number | undefined = reports[0]?.probabilities?.walking;
            // @ts-expect-error
            recognizer.push({ time: "1", share });
        """
        (self.folder / "use.mts").write_text(text)
        command = ["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "use.mts"]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout)

    # Those of test_samples that are about C alone.
    test_answers_of_linear_acceleration = None  # type: ignore[assignment]
    test_answers_of_fast_samples = None  # type: ignore[assignment]
    test_answers_on_aarch64 = None  # type: ignore[assignment]
    test_nan_is_a_missing_sample = None  # type: ignore[assignment]
    test_declarations_are_cpp = None  # type: ignore[assignment]
    test_statuses = None  # type: ignore[assignment]


ERRORS = """
import assert from "node:assert";
import { Recognizer } from "FOLDER/gaitway.js";
const problems = [];
const recognizer = await Recognizer.load({ onProblem: (problem) => problems.push(problem) });
const model = recognizer.model;
assert.equal(model.sensorCase, "total");
assert.equal(model.minimumRate, 19);
assert.ok(model.name && model.version);
const wrong = [
    [null, /the sample is null; give/],
    [{ time: "1" }, /time is "1"; give seconds/],
    [{ time: NaN }, /time is NaN/],
    [{ time: 1764446400000 }, /give seconds, not milliseconds/],
    [{ time: 1, acceleration: [1, 2] }, /acceleration is 1,2; give three numbers/],
    [{ time: 1, rotation: { x: 1, y: "2", z: 3 } }, /rotation is 1, "2", 3; give three numbers/],
    [{ time: 1, pressure: "3" }, /pressure is "3"; give hPa/],
];
for (const [sample, message] of wrong) assert.throws(() => recognizer.push(sample), { name: "TypeError", message });
assert.throws(() => new Recognizer(), /await Recognizer.load/);
await assert.rejects(Recognizer.load({ module: "file:///nowhere.wasm" }), /nowhere.wasm/);

let state = 1;
const noise = () => ((state = (state * 48271) % 2147483647) / 2147483647 - 0.5) * 0.03;
function feed(count, change = (sample) => sample) {
    recognizer.restart();
    problems.length = 0;
    state = 1;
    const reports = [];
    for (let place = 0; place < count; place += 1) {
        const acceleration = [noise(), noise(), 9.81 + noise()];
        const sample = change({ time: 1764446400 + place / 60, acceleration }, place);
        if (sample) reports.push(...recognizer.push(sample));
    }
    reports.push(...recognizer.end());
    assert.throws(() => recognizer.push({ time: 1 }), /has ended; call restart/);
    return reports;
}
const plain = feed(1200);
assert.ok(plain.length > 5 && plain.every((report) => report.activity === "stationary"), JSON.stringify(plain[0]));
assert.equal(problems.length, 0);
const codes = () => problems.map((problem) => problem.code);
const back = feed(1200, (sample, place) => (place === 600 ? { ...sample, time: sample.time - 10 } : sample));
assert.deepEqual(back.map((report) => report.window), plain.map((report) => report.window));
assert.deepEqual(codes(), ["time-back"]);
const ahead = feed(1200, (sample, place) => (place === 600 ? { ...sample, time: sample.time + 1e6 } : sample));
assert.deepEqual(ahead.map((report) => report.window), plain.map((report) => report.window));
assert.deepEqual(codes(), ["gap", "time-ahead"]);
const set = feed(1200, (sample, place) => (place > 600 ? { ...sample, time: sample.time - 3600 } : sample));
assert.ok(codes().includes("clock-set") && recognizer.problems["clock-set"] === 1);
assert.ok(set.at(-1).activity === "stationary" && Math.abs(set.at(-1).window[1] - 1764446400 + 3600 - 20) < 6);
const grams = feed(1200, (sample) => ({ ...sample, acceleration: sample.acceleration.map((axis) => axis / 9.80665) }));
assert.ok(codes()[0] === "unit" && problems[0].message.includes("9.80665"), JSON.stringify(problems));
assert.ok(grams.every((report) => report.reason === "no-gravity" && report.unknown));
feed(1200, (sample, place) => ({ ...sample, time: place * 16.7 }));
assert.ok(codes().includes("time-unit") && problems.at(-1).message.includes("in seconds"), JSON.stringify(problems));
feed(1200, (sample, place) => (place > 500 && place < 700 ? null : sample));
assert.deepEqual(codes(), ["gap"]);
feed(1200, (sample, place) => (place === 500 ? { ...sample, acceleration: { x: null, y: 0, z: 0 } } : sample));
assert.deepEqual(codes(), ["missing"]);

// Memory: a million samples without a report leave nothing behind.
recognizer.restart();
const sample = { time: 0, acceleration: new Float32Array([0, 0, 9.81]) };
for (let place = 0; place < 1e5; place += 1) { sample.time = place * 1e-5; recognizer.push(sample); }
recognizer.restart();
globalThis.gc();
const before = process.memoryUsage().heapUsed;
for (let place = 0; place < 1e6; place += 1) { sample.time = place * 1e-6; recognizer.push(sample); }
const after = process.memoryUsage().heapUsed;
assert.ok(after - before < 4e6, `${after - before} bytes`);
console.log(`${((after - before) / 1e6).toFixed(3)} bytes of JavaScript's memory a sample`);
"""


if __name__ == "__main__":
    unittest.main()
