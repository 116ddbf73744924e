# SPDX-License-Identifier: Apache-2.0
"""The windows of rides, and what the built-in model makes of them in Gaitway itself."""

from __future__ import annotations

import csv
import os
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BIN = pathlib.Path(os.environ.get("GAITWAY_BIN", ROOT / ".build/release"))
GAITWAY = BIN / "gaitway"
WRITER = BIN / "WindowWriter"
SAMPLES = ["bike", "car", "commute", "run", "walk"]
KERNELS = 420
FEATURES = 108

# What WindowWriter writes for each window.
RECORD = np.dtype(
    [
        ("acceleration", "<f4", (128, 3)),
        ("rotation_rate", "<f4", (128, 3)),
        ("pressure_spread", "<f4", 2),
        ("features", "<f8", FEATURES),
        ("kernel_counts", "<f8", KERNELS),
        ("probabilities", "<f8", 6),
        ("squared_distance", "<f8"),
        ("starts_segment", "<f8"),
        ("is_of_case", "<f8"),
        ("is_answered", "<f8"),
        ("is_far", "<f8"),
    ]
)


@dataclass
class Windows:
    """Windows in the order of their rides.

    Attributes
    ----------
    records : numpy.ndarray
        One of ``RECORD`` for each window of the case's acceleration.
    rides : int
        How many rides could be read and have such windows.
    """

    records: np.ndarray
    rides: int

    @property
    def served(self) -> np.ndarray:
        """Whether each window is of the sensor case, with a sound accelerometer."""
        return self.records["is_of_case"] > 0

    def gravity_before(self, gravity: np.ndarray) -> np.ndarray:
        """The gravity of the window before each, n x 3; NaN where a segment begins."""
        before = np.roll(gravity, 1, axis=0)
        before[self.records["starts_segment"] > 0] = np.nan
        return before.astype(np.float32)


def export(form: str, folder: pathlib.Path, *options: str) -> pathlib.Path:
    """The built-in model, exported by the command to a file of that form."""
    path = folder / (
        "model" + "".join(options).replace("-", "") + {"c": ".c", "onnx": ".onnx", "coreml": ".mlmodel"}[form]
    )
    subprocess.run(
        [GAITWAY, "model", "export", "default", "--format", form, "--output", path, "--force", *options], check=True
    )
    return path


def written(logs: list[str], folder: pathlib.Path, case: str = "total") -> Windows:
    """The windows of logs, and what the model makes of them as of a sensor case."""
    path = folder / "windows.bin"
    result = subprocess.run([WRITER, path, case, *logs], check=True, capture_output=True, text=True)
    lines = [line.split(" ", 2) for line in result.stdout.splitlines()]
    # The case slow has no kernels.
    fields = [(name, *RECORD.fields[name][:1]) for name in RECORD.names if case != "slow" or name != "kernel_counts"]
    records = np.fromfile(path, dtype=fields)
    path.unlink()
    return Windows(records, sum(int(line[0]) > 0 for line in lines))


def groups(linear: bool = False) -> list[tuple[str, list[str]]]:
    """Rides by the name of their data set: the samples of this repository, and what GAITWAY_RIDES has of the manifest;
    or those rides of it that have linear acceleration, and none else."""
    found = [] if linear else [("samples", [str(ROOT / "Datasets" / name) for name in SAMPLES])]
    folder, manifest = os.environ.get("GAITWAY_RIDES"), os.environ.get("GAITWAY_MANIFEST")
    if not folder or not manifest:
        return found
    sets: dict[str, list[str]] = {}
    with open(manifest, newline="") as file:
        for row in csv.DictReader(file):
            path = pathlib.Path(folder) / row["recording"]
            logs = sets.setdefault(row["dataset"], [])
            if linear and row["acceleration"] != "linear":
                continue
            if path.exists() and str(path) not in logs:
                logs.append(str(path))
    limit = int(os.environ.get("GAITWAY_RIDES_EACH", "0"))
    return found + [(name, logs[:limit] if limit else logs) for name, logs in sets.items() if logs]


def temporary() -> tempfile.TemporaryDirectory[str]:
    """A folder of its own."""
    return tempfile.TemporaryDirectory(prefix="gaitway-models-")
