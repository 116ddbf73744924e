# SPDX-License-Identifier: Apache-2.0
"""The exported recogniser, sample by sample, against the command.

The command has a model file with the exported case alone and without speeds, as the exported model has no more. Rides
without the case's acceleration, or with less than four samples a second, are left out. Without GAITWAY_RIDES
the rides are the samples of this repository; with it, and GAITWAY_MANIFEST, some of each data set there:
GAITWAY_SAMPLE_RIDES says how many rides in all.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import unittest
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

import compiled
import windows

FLAGS = ("stationary", "walking", "running", "automotive", "cycling", "unknown")
REASONS = (
    "", "gap", "rate-too-low", "no-gravity", "saturated", "dead-sensor", "far-from-training", "too-short",
    "handled",
)
# What WindowWriter writes for each sample.
SAMPLE = np.dtype([("sensor", "<i4"), ("nanoseconds", "<i8"), ("value", "<f4", 3)])
# Nanoseconds between samples of a ride that is compared, at most.
SLOWEST = 250_000_000
# Half of the last of four decimals, and what single precision changes.
PROBABILITY = 0.5e-4 + 1e-4


def recognizer(source: pathlib.Path, compiler: Sequence[str] = ("cc",), *options: str) -> pathlib.Path:
    """The program that takes samples from its standard input."""
    target = source.with_name(f"recognizer-{source.stem}-{pathlib.Path(compiler[0]).name}")
    harness, model = compiled.HERE / "recognizer.c", f'-DMODEL="{source}"'
    objects = compiled.compile_model(source, compiler)
    subprocess.run(
        [*compiler, *compiled.WARNINGS, "-Os", *options, model, harness, objects, "-o", target, "-lm"], check=True
    )
    return target


def rides(linear: bool = False) -> list[str]:
    """Every n-th ride over all data sets that are there, or the samples and every n-th with linear acceleration."""
    groups = windows.groups()[:1] + windows.groups(linear=True) if linear else windows.groups()
    count = int(os.environ.get("GAITWAY_SAMPLE_RIDES", "12"))
    own, others = groups[0][1], [log for _, logs in groups[1:] for log in logs]
    return own + others[:: max(1, len(others) // count)][:count]


class Samples(unittest.TestCase):
    """Answers of the C recogniser."""

    folder: pathlib.Path
    program: pathlib.Path
    case = "total"
    largest = 0.0

    @classmethod
    def setUpClass(cls) -> None:
        folder = windows.temporary()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        text = json.loads((windows.ROOT / "Models/default.json").read_text())
        del text["speed"]
        for case, parts in (("total", ["total"]), ("linear", ["linear"]), ("fast", ["total", "fast"])):
            own = {**text, "cases": [one for one in text["cases"] if one["case"] in parts]}
            (cls.folder / f"{case}.json").write_text(json.dumps(own))
        cls.program = recognizer(windows.export("c", cls.folder))

    def expected(self, log: str) -> tuple[list[dict[str, Any]], int]:
        """The windows of the command, and the whole steps."""
        command = [str(windows.GAITWAY), "classify", log, "--smoothing", "causal", "--every-window"]
        command += ["--format", "ndjson", "--model", str(self.folder / f"{self.case}.json")]
        if self.case == "linear":
            command += ["--acceleration", "linear"]
        result = subprocess.run(command, check=True, capture_output=True, text=True)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        return [line for line in lines if "window" in line], lines[-1].get("steps", 0)

    def answers(self, log: str, command: Sequence[str | pathlib.Path]) -> tuple[list[list[str]], int]:
        """The answers of the program, and the whole steps."""
        path = self.folder / "samples.bin"
        kind = "linear-samples" if self.case == "linear" else "samples"
        subprocess.run([windows.WRITER, path, kind, log], check=True)
        with open(path, "rb") as file:
            found = np.fromfile(path, SAMPLE)
            times = found["nanoseconds"][found["sensor"] == 0]
            # Below four samples a second, there are only times without an answer.
            if len(times) < 2 or np.median(np.diff(times)) > SLOWEST:
                return [], 0
            result = subprocess.run(command, stdin=file, check=True, capture_output=True, text=True)
        *lines, steps = result.stdout.splitlines()
        return [line.split() for line in lines], int(steps)

    def differences(self, line: dict[str, Any], answer: list[str]) -> Iterator[str]:
        """What an answer has other than the command's line."""
        flags, confidence, reason, steps = (int(number) for number in answer[4:8])
        numbers = [float(number) for number in answer[8:]]
        span = [round(int(number) / 1e9, 3) for number in answer[:2]]
        if any(abs(one - other) > 0.0011 for one, other in zip(span, line["window"])):
            yield "window"
        if abs(int(answer[3]) / 1e9 - line["delivered"]) > 0.0011:
            yield "delivered"
        if abs(int(answer[2]) / 1e9 - line["elapsed"]) > 0.0011:
            yield "since"
        if [bool(flags >> place & 1) for place in range(6)] != [line[flag] for flag in FLAGS]:
            yield "flags"
        levels = ("low", "medium", "high")
        if levels[confidence] != line["confidence"] and not self.straddle(line, numbers[1:7]):
            yield "confidence"
        if REASONS[reason] != (line.get("reason") or ""):
            yield "reason"
        if steps != line.get("steps", 0):
            yield "steps"
        if abs(numbers[0] - (line.get("cadence") or 0)) > 0.011:
            yield "cadence"
        for name, first in (("probabilities", 1), ("smoothed", 7)):
            known = list((line.get(name) or dict.fromkeys(range(6), 0)).values())
            difference = max(abs(one - other) for one, other in zip(numbers[first : first + 6], known))
            self.largest = max(self.largest, difference)
            if difference > PROBABILITY:
                yield name

    def straddle(self, line: dict[str, Any], probabilities: list[float]) -> bool:
        """Whether a level of confidence lies between both probabilities of one class, which `check` holds close."""
        model = json.loads((self.folder / f"{self.case}.json").read_text())
        levels = [level for case in model["cases"] for level in case["confidence"].values()]
        both = zip(line.get("probabilities", {}).values(), probabilities)
        return any(min(pair) <= level <= max(pair) for pair in both for level in levels)

    def compare(self, logs: list[str], command: Sequence[str | pathlib.Path]) -> dict[str, int]:
        """Rides, windows and differences by kind."""
        tally = {"rides": 0, "windows": 0}
        for log in logs:
            try:
                lines, all_steps = self.expected(log)
            except subprocess.CalledProcessError:
                continue
            answers, steps = self.answers(log, command)
            if not answers:
                continue
            self.assertEqual(len(lines), len(answers), log)
            tally["rides"] += 1
            tally["windows"] += len(lines)
            if steps != all_steps:
                tally["steps at the end"] = tally.get("steps at the end", 0) + 1
            for number, (line, answer) in enumerate(zip(lines, answers)):
                for kind in self.differences(line, answer):
                    tally[kind] = tally.get(kind, 0) + 1
                    if os.environ.get("GAITWAY_SHOW"):
                        print(kind, log, number, line, answer)
        return tally

    def test_answers(self) -> None:
        """Every answer over time is the command's: flags, confidence, reason, time."""
        self.check(rides(), self.program)

    def test_answers_of_linear_acceleration(self) -> None:
        """The same without gravity; that of the sample rides is taken for motion."""
        self.case = "linear"
        self.check(rides(linear=True), recognizer(windows.export("c", self.folder, "--case=linear")))

    def test_answers_of_fast_samples(self) -> None:
        """The same with the lines of engines in samples from 95 Hz on."""
        self.case = "fast"
        self.check(rides(), recognizer(windows.export("c", self.folder, "--case=fast")))

    def check(self, logs: list[str], program: pathlib.Path) -> None:
        """Hold the answers of a program against the command's."""
        tally = self.compare(logs, [program])
        print(f"C sample by sample, {self.case}: {tally}, largest difference of a probability {self.largest:.2g}")
        self.assertGreater(tally["windows"], 100)
        for kind in ("window", "delivered", "since", "flags", "confidence", "reason", "steps", "cadence"):
            self.assertEqual(tally.get(kind, 0), 0, kind)
        self.assertEqual(tally.get("steps at the end", 0), 0)
        # A last bit of a resampled value may move a sample to the next quantum of a kernel, where the phone is still.
        self.assertLess(self.largest, 0.01)
        self.assertLess(tally.get("probabilities", 0), 0.02 * tally["windows"])

    def test_answers_on_aarch64(self) -> None:
        """The program for 64-bit Arm has the same answers in an emulator, on the sample rides."""
        if not (shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64-static")):
            self.skipTest("gcc-aarch64-linux-gnu, libc6-dev-arm64-cross or qemu-user-static is not installed")
        program = recognizer(windows.export("c", self.folder), ("aarch64-linux-gnu-gcc",), "-static")
        tally = self.compare(windows.groups()[0][1], ["qemu-aarch64-static", program])
        print(f"C sample by sample on aarch64: {tally}")
        self.assertGreater(tally["windows"], 100)
        self.assertLessEqual(set(tally), {"rides", "windows", "probabilities", "smoothed"})

    def test_nan_is_a_missing_sample(self) -> None:
        """Samples with NaN or infinity give the answers of a ride without them."""
        path = self.folder / "missing.bin"
        subprocess.run([windows.WRITER, path, "samples", str(windows.ROOT / "Datasets/car")], check=True)
        samples = np.fromfile(path, SAMPLE)
        chance = np.random.default_rng(1)
        missing = chance.random(len(samples)) < 0.02
        broken = samples.copy()
        broken["value"][missing, 0] = np.where(chance.random(missing.sum()) < 0.5, np.nan, np.inf)
        texts = [
            subprocess.run([self.program], input=given.tobytes(), check=True, capture_output=True).stdout
            for given in (broken, samples[~missing])
        ]
        self.assertGreater(texts[0].count(b"\n"), 20)
        self.assertEqual(texts[0], texts[1])

    def test_statuses(self) -> None:
        """Each fault of a recording is said, and what can be answered is."""
        path = self.folder / "statuses.bin"
        subprocess.run([windows.WRITER, path, "samples", str(windows.ROOT / "Datasets/commute")], check=True)
        samples = np.fromfile(path, SAMPLE)
        samples = samples[samples["sensor"] < 3]
        first = samples["sensor"] == 0
        one = np.flatnonzero(first)[5000]

        def given(change: Callable[[np.ndarray], Any]) -> tuple[list[list[str]], dict[int, int]]:
            own = samples.copy()
            changed = change(own)
            own = changed if isinstance(changed, np.ndarray) and changed.dtype == SAMPLE else own
            result = subprocess.run([self.program], input=own.tobytes(), check=True, capture_output=True)
            statuses = [line.split(" ", 2) for line in result.stderr.decode().splitlines()]
            for _, _, text in statuses:
                self.assertRegex(text, r"\w+: .|gap$|range$|left out$")
            lines = [line.split() for line in result.stdout.decode().splitlines()[:-1]]
            return lines, {int(status): int(count) for status, count, _ in statuses}

        def moved(nanoseconds: int) -> Callable[[np.ndarray], Any]:
            return lambda own: own["nanoseconds"].__setitem__(one, own["nanoseconds"][one] + nanoseconds)

        plain, statuses = given(lambda own: None)
        self.assertEqual(statuses, {})
        self.assertGreater(len(plain), 100)
        # What a sample less may change: nothing that a line's flags, confidence and reason show.
        said = [line[:7] for line in plain]
        for change, known in (
            (moved(-10 * 10**9), {2: 1}),
            (moved(10 * 10**9), {3: 1, 7: 1}),
            (moved(4 * 10**18), {1: 1}),
            (lambda own: own["value"].__setitem__((one, 0), np.nan), {1: 1}),
        ):
            lines, statuses = given(change)
            self.assertEqual(statuses, known)
            self.assertEqual([line[:7] for line in lines], said)
        # The time since boot, and since 1970.
        for origin in (450_000 * 10**9 + 1, 1_764_446_400 * 10**9):
            lines, statuses = given(lambda own: own["nanoseconds"].__iadd__(origin))
            self.assertEqual(statuses, {})
            self.assertEqual([[str(int(time) - origin) for time in line[:4]] + line[4:] for line in lines], plain)
        # g instead of m/s^2, and times in other units.
        lines, statuses = given(lambda own: own["value"].__setitem__(first, own["value"][first] / 9.80665))
        self.assertEqual(list(statuses), [6])
        self.assertGreater(statuses[6], 0.8 * first.sum())
        self.assertEqual({line[4] + " " + line[6] for line in lines}, {"32 3"})
        for unit in (1e6, 1e3, 1e-3):
            _, statuses = given(lambda own: own["nanoseconds"].__setitem__(..., own["nanoseconds"] / unit))
            self.assertGreater(statuses[5], 0.6 * first.sum())
        # A gyroscope in batches: the first is late, and windows wait for the others.
        for batch in (0.3, 1, 2):
            seconds = samples["nanoseconds"] / 1e9
            arrival = np.where(samples["sensor"] == 1, np.ceil(seconds / batch) * batch, seconds)
            lines, statuses = given(lambda own: own[np.argsort(arrival, kind="stable")])
            self.assertEqual(statuses, {} if batch < 0.5 else {9: 1})
            self.assertEqual([line[4:7] for line in lines], [line[4:7] for line in said])
        # A clock that is set back by an hour: windows go on, and the first half is as it was.
        lines, statuses = given(lambda own: own["nanoseconds"][one:].__isub__(3600 * 10**9))
        self.assertEqual(statuses[4], 1)
        self.assertGreater(len(lines), len(plain) - 4)
        before = sum(int(line[1]) < samples["nanoseconds"][one] for line in plain)
        self.assertEqual([line[:7] for line in lines[:before]], said[:before])
        self.assertGreater(sum(line[4] == other[4] for line, other in zip(lines[-20:], said[-20:])), 15)
        # The end of the range.
        lines, statuses = given(
            lambda own: own["value"].__setitem__(first, np.clip(3 * own["value"][first], -19.6, 19.6))
        )
        self.assertGreater(statuses[8], 0.8 * first.sum())
        self.assertEqual({line[6] for line in lines}, {"4"})

    def test_declarations_are_cpp(self) -> None:
        """A program of C++ includes the declarations and links the functions of C."""
        source = windows.export("c", self.folder)
        text = f"""
            #define GAITWAY_DECLARATIONS
            #include "{source}"
            static gaitway_sample_recognizer recognizer;
            int main() {{ gaitway_start(&recognizer); return gaitway_push(&recognizer, 0, 0, 0, 9.81f); }}
        """
        model = compiled.compile_model(source, ["cc"])
        command = ["c++", "-Wall", "-Wextra", "-Werror", "-x", "c++", "-", "-x", "none", model, "-lm"]
        subprocess.run([*command, "-o", self.folder / "cpp"], input=text, text=True, check=True)
        subprocess.run([self.folder / "cpp"], check=True)


if __name__ == "__main__":
    unittest.main()
