# SPDX-License-Identifier: Apache-2.0
"""The test vectors of an export, with the reference programs of ``Examples/Resampler`` and with ONNX Runtime."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
import unittest
from collections.abc import Sequence
from typing import Any

import numpy as np
import onnxruntime

import windows

PROGRAMS = windows.ROOT / "Examples/Resampler"
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Werror"]
# The tolerance of the reference programs, m/s^2.
TOLERANCE = 2e-4


class Vectors(unittest.TestCase):
    """What `gaitway model export --vectors` writes."""

    folder: pathlib.Path
    path: pathlib.Path
    vectors: dict[str, Any]

    @classmethod
    def setUpClass(cls) -> None:
        folder = windows.temporary()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.path = cls.folder / "vectors.json"
        cls.model = cls.export("onnx", cls.path)
        cls.vectors = json.loads(cls.path.read_text())

    @classmethod
    def export(cls, form: str, vectors: pathlib.Path) -> pathlib.Path:
        """Exports the built-in model with its vectors; returns the model."""
        model = cls.folder / f"model.{form}"
        command = [windows.GAITWAY, "model", "export", "default", "--format", form, "--output", model]
        subprocess.run([*command, "--vectors", vectors], check=True)
        return model

    def check(self, command: Sequence[str | pathlib.Path]) -> str:
        """A program agrees with the vectors, and finds each kind of wrong vector."""
        result = subprocess.run([*command, self.path], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn(" 0 wrong", result.stdout)
        for name in ("value", "grid time", "window", "segment", "sample"):
            changed = json.loads(self.path.read_text())
            ride = changed["rides"][2]
            if name == "value":
                ride["grid"][1000] += 5 * TOLERANCE
            elif name == "grid time":
                ride["grid_ns"][300] += 1
            elif name == "window":
                del ride["windows"][-1]
            elif name == "segment":
                ride["windows"][1]["starts_segment"] ^= True
            else:
                ride["samples"][1000] += 1
            wrong = self.folder / "wrong.json"
            # The layout of the export, whose lists are on one line.
            wrong.write_text(json.dumps(changed, separators=(",", ":")))
            result = subprocess.run([*command, wrong], capture_output=True, text=True)
            self.assertEqual(result.returncode, 1, f"{name}: {result.stdout}")
        result = subprocess.run([*command, windows.ROOT / "LICENSE"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        return subprocess.run([*command, self.path], capture_output=True, text=True).stdout.strip()

    def test_the_rides_have_segments_and_holes(self) -> None:
        """Each ride has windows, one has a gap, and one has a step that a line fills."""
        for ride in self.vectors["rides"]:
            self.assertEqual(len(ride["samples"]), 3 * len(ride["sample_ns"]))
            self.assertEqual(len(ride["grid"]), 3 * len(ride["grid_ns"]))
            self.assertGreater(len(ride["windows"]), 2)
        steps = np.diff(self.vectors["rides"][2]["sample_ns"])
        self.assertEqual((steps > 500_000_000).sum(), 1)
        self.assertTrue(((steps > 75_000_000) & (steps <= 500_000_000)).any())
        self.assertEqual(sum(window["starts_segment"] for window in self.vectors["rides"][2]["windows"]), 2)
        again = self.folder / "again.json"
        self.export("coreml", again)
        self.assertEqual(again.read_bytes(), self.path.read_bytes())

    def test_c(self) -> None:
        """The program in C."""
        program = self.folder / "resampler-c"
        subprocess.run(["cc", *WARNINGS, PROGRAMS / "resampler.c", "-o", program, "-lm"], check=True)
        print(f"C: {self.check([program])}")

    def test_swift(self) -> None:
        """The program in Swift."""
        program = self.folder / "resampler-swift"
        subprocess.run(["swiftc", "-O", PROGRAMS / "Resampler.swift", "-o", program], check=True)
        print(f"Swift: {self.check([program])}")

    def test_kotlin(self) -> None:
        """The program in Kotlin, where its compiler is there."""
        if not shutil.which("kotlinc"):
            self.skipTest("kotlinc is not installed (the Debian package kotlin): Resampler.kt was not compiled here")
        program = self.folder / "resampler.jar"
        subprocess.run(
            ["kotlinc", PROGRAMS / "Resampler.kt", "-include-runtime", "-d", program], check=True, capture_output=True
        )
        print(f"Kotlin: {self.check(['java', '-jar', program])}")

    def test_the_model_gives_the_answers_of_the_vectors(self) -> None:
        """ONNX Runtime on the windows of the grid: features and probabilities."""
        session = onnxruntime.InferenceSession(self.model, providers=["CPUExecutionProvider"])
        largest, count = 0.0, 0
        for ride in self.vectors["rides"]:
            grid = np.array(ride["grid"], np.float32).reshape(-1, 3)
            places = {time: place for place, time in enumerate(ride["grid_ns"])}
            gravity = np.full((1, 3), np.nan, np.float32)
            for window in ride["windows"]:
                first = places[window["window_ns"]]
                if window["starts_segment"]:
                    gravity[:] = np.nan
                probabilities, features, gravity = session.run(
                    ["probabilities", "features", "gravity"],
                    {
                        "acceleration": grid[None, first : first + 128],
                        "rotation_rate": np.full((1, 128, 3), np.nan, np.float32),
                        "pressure_spread": np.full((1, 2), np.nan, np.float32),
                        "gravity_before": gravity,
                    },
                )
                known = np.array(window["features"], float)
                np.testing.assert_array_equal(np.isnan(known), np.isnan(features[0]))
                largest = max(largest, np.abs(np.array(window["probabilities"]) - probabilities[0]).max())
                count += 1
        print(f"ONNX on the vectors: {count} windows, largest difference of a probability {largest:.1e}")
        self.assertLess(largest, 1e-4)


if __name__ == "__main__":
    unittest.main()
