# SPDX-License-Identifier: Apache-2.0
"""The exported models against Gaitway itself, window by window.

Without GAITWAY_RIDES the windows are those of the sample rides; with it, and GAITWAY_MANIFEST, those of all rides
there.
"""

from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess
import unittest

import numpy as np
import onnx
import onnxruntime

import compiled
import cycles
import windows
from spec import Program
from windows import Windows

# What single precision may change of a probability.
LARGEST = 1e-4
# The share of windows for which the C source has the same answer, at least.
SAME = 0.999


def unknown_or_class(probabilities: np.ndarray, unknown: np.ndarray) -> np.ndarray:
    """The number of each window's answer; -1 is unknown."""
    return np.where(unknown.reshape(-1) > 0, -1, probabilities.argmax(axis=1))


def expected(found: Windows) -> np.ndarray:
    """The answers of Gaitway."""
    return unknown_or_class(found.records["probabilities"], found.records["is_far"])


def inputs(records: np.ndarray) -> dict[str, np.ndarray]:
    """What a model of windows takes, but for the gravity of the window before."""
    return {name: records[name] for name in ("acceleration", "rotation_rate", "pressure_spread")}


class ONNX:
    """An ONNX file in ONNX Runtime, on one processor."""

    def __init__(self, path: pathlib.Path) -> None:
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])

    def run(self, feed: dict[str, np.ndarray], step: int = 256) -> dict[str, np.ndarray]:
        """The outputs for windows in batches."""
        names = [output.name for output in self.session.get_outputs()]
        count = len(next(iter(feed.values())))
        parts = [
            self.session.run(None, {name: array[first : first + step] for name, array in feed.items()})
            for first in range(0, count, step)
        ]
        return {name: np.concatenate(part) for name, part in zip(names, zip(*parts))}


class Tally:
    """Windows, differing answers, and the largest difference of a probability."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.windows = self.rides = self.other = 0
        self.largest = 0.0

    def add(self, found: Windows, probabilities: np.ndarray, answers: np.ndarray) -> None:
        """Counts the windows of the case."""
        served = found.served
        self.rides += found.rides
        self.windows += int(served.sum())
        self.other += int((answers != expected(found))[served].sum())
        differences = np.abs(probabilities - found.records["probabilities"])[served]
        # A NaN is not a small difference.
        self.largest = float(max(self.largest, np.where(np.isnan(differences), np.inf, differences).max(initial=0)))

    def __str__(self) -> str:
        return (
            f"{self.name}: {self.rides} rides, {self.windows} windows, {self.other} other answers, "
            f"largest difference of a probability {self.largest:.2g}"
        )


class ExportedModels(unittest.TestCase):
    """All three forms on the same windows."""

    folder: pathlib.Path
    onnx: dict[str, pathlib.Path]
    coreml: dict[str, pathlib.Path]
    c: pathlib.Path
    programs: dict[str, Program]
    harness: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        folder = windows.temporary()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.onnx = {form: windows.export("onnx", cls.folder, f"--from={form}") for form in ("windows", "features")}
        cls.coreml = {form: windows.export("coreml", cls.folder, f"--from={form}") for form in ("windows", "features")}
        cls.c = windows.export("c", cls.folder)
        cls.programs = {form: Program(path) for form, path in cls.coreml.items()}
        cls.harness = compiled.program(cls.c)

    def test_answers(self) -> None:
        """Every form has Gaitway's answers."""
        sessions = {form: ONNX(path) for form, path in self.onnx.items()}
        names = ["ONNX from windows", "ONNX from features", "Core ML from windows", "Core ML from features", "C"]
        tallies = {name: Tally(name) for name in names}
        for _, logs in windows.groups():
            found = windows.written(logs, self.folder)
            records = found.records
            if not found.served.any():
                continue
            feed = inputs(records)
            none = np.full((len(records), 3), np.nan, np.float32)
            gravity = sessions["windows"].run({**feed, "gravity_before": none})["gravity"]
            feed["gravity_before"] = found.gravity_before(gravity)
            rows = {
                "features": records["features"].astype("f4"),
                "kernel_counts": records["kernel_counts"].astype("f4"),
            }
            results = {
                "ONNX from windows": sessions["windows"].run(feed),
                "ONNX from features": sessions["features"].run(rows),
                "Core ML from windows": self.in_numpy(self.programs["windows"], feed),
                "Core ML from features": self.in_numpy(self.programs["features"], rows),
            }
            for name, result in results.items():
                probabilities = result["probabilities"]
                tallies[name].add(found, probabilities, unknown_or_class(probabilities, result["unknown"]))
            self.check_features(found, results["ONNX from windows"]["features"])
            answers, _ = compiled.run([self.harness], records, self.folder)
            tallies["C"].add(found, answers["probabilities"], answers["answer"].astype(int))
            self.check_features(found, answers["features"])
        for tally in tallies.values():
            print(tally)
        for name in names[:4]:
            self.assertLess(tallies[name].largest, LARGEST, name)
            self.assertEqual(tallies[name].other, 0, name)
        self.assertGreater(tallies["C"].windows, 300)
        self.assertLessEqual(tallies["C"].other, (1 - SAME) * tallies["C"].windows)

    def test_answers_of_linear_acceleration(self) -> None:
        """The case without gravity has Gaitway's answers in every form: on real rides where they are to be had, and
        on the sample rides, whose gravity is then taken for motion."""
        forms = ("windows", "features")
        options = {form: ("--case=linear", f"--from={form}") for form in forms}
        sessions = {form: ONNX(windows.export("onnx", self.folder, *options[form])) for form in forms}
        programs = {form: Program(windows.export("coreml", self.folder, *options[form])) for form in forms}
        harness = compiled.program(windows.export("c", self.folder, "--case=linear"))
        names = [f"{name} from {form}" for name in ("ONNX", "Core ML") for form in forms] + ["C"]
        tallies = {name: Tally(f"linear acceleration, {name}") for name in names}
        for _, logs in windows.groups()[:1] + windows.groups(linear=True):
            found = windows.written(logs, self.folder, "linear")
            if not found.served.any():
                continue
            rows = {name: found.records[name].astype("f4") for name in ("features", "kernel_counts")}
            for form, feed in (("windows", inputs(found.records)), ("features", rows)):
                results = {"ONNX": sessions[form].run(feed), "Core ML": self.in_numpy(programs[form], feed)}
                for name, result in results.items():
                    probabilities = result["probabilities"]
                    answers = unknown_or_class(probabilities, result["unknown"])
                    tallies[f"{name} from {form}"].add(found, probabilities, answers)
                if form == "windows":
                    self.check_features(found, results["ONNX"]["features"])
            said, _ = compiled.run([harness], found.records, self.folder)
            tallies["C"].add(found, said["probabilities"], said["answer"].astype(int))
        for tally in tallies.values():
            print(tally)
            self.assertGreater(tally.windows, 300)
            self.assertLess(tally.largest, LARGEST)
            self.assertEqual(tally.other, 0)

    def test_a_dead_accelerometer_is_unknown(self) -> None:
        """Readings that never change are unknown from windows, as in the command; rare other ones end that."""
        session, log = ONNX(self.onnx["windows"]), self.folder / "log.csv"
        for size, is_dead in ((0, True), (0.05, False)):
            rows = [f"{number / 60:.4f},0.3,-0.2,{9.7 + size * (number % 100 == 0)}" for number in range(1800)]
            log.write_text("\n".join(["time,x,y,z", *rows]))
            found = windows.written([str(log)], self.folder)
            records = found.records
            self.assertGreater(len(records), 5)
            np.testing.assert_array_equal(records["is_answered"], not is_dead)
            feed = {**inputs(records), "gravity_before": np.full((len(records), 3), np.nan, np.float32)}
            for result in (session.run(feed), self.in_numpy(self.programs["windows"], feed)):
                np.testing.assert_array_equal(result["unknown"].reshape(-1), is_dead)
            answers, _ = compiled.run([self.harness], records, self.folder)
            np.testing.assert_array_equal(answers["answer"] < 0, is_dead)

    def in_numpy(self, program: Program, feed: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        """A Core ML program's arithmetic, some windows at a time."""
        count = len(next(iter(feed.values())))
        with np.errstate(invalid="ignore"):
            parts = [
                program.run({name: array[first : first + 256] for name, array in feed.items()})
                for first in range(0, count, 256)
            ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def check_features(self, found: Windows, features: np.ndarray) -> None:
        """The same features are missing, and the others agree to single precision."""
        exact = found.records["features"][found.served]
        np.testing.assert_allclose(features[found.served], exact, rtol=1e-3, atol=1e-3, equal_nan=True)

    def test_the_windows_are_those_of_the_command(self) -> None:
        """What WindowWriter wrote of a ride is what `gaitway classify` answers."""
        ride = str(windows.ROOT / "Datasets/bike")
        found = windows.written([ride], self.folder)
        command: list[str | pathlib.Path] = [windows.GAITWAY, "classify", ride, "--format", "ndjson", "--every-window"]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        reports = [line for line in map(json.loads, lines) if "window" in line]
        self.assertEqual(len(reports), len(found.records))
        for report, record in zip(reports, found.records):
            if record["is_answered"]:
                said = list(report["probabilities"].values())
                np.testing.assert_allclose(said, record["probabilities"], atol=0.5001e-4)

    def test_one_window_alone(self) -> None:
        """A window alone has the answer that it has among others."""
        found = windows.written([str(windows.ROOT / "Datasets/bike")], self.folder)
        session = ONNX(self.onnx["windows"])
        feed = {**inputs(found.records), "gravity_before": np.full((len(found.records), 3), np.nan, np.float32)}
        together, alone = session.run(feed), session.run(feed, step=1)
        np.testing.assert_allclose(together["probabilities"], alone["probabilities"], atol=1e-6)
        np.testing.assert_allclose(together["features"], alone["features"], atol=1e-5)

    def test_onnx_has_core_operators_only(self) -> None:
        """The checker accepts the files, and every operator is of ONNX's own domain."""
        for path in self.onnx.values():
            model = onnx.load(path)
            onnx.checker.check_model(model, full_check=True)
            self.assertEqual({node.domain for node in model.graph.node}, {""})
            self.assertEqual([(entry.domain, entry.version) for entry in model.opset_import], [("", 18)])
            facts = {entry.key: entry.value for entry in model.metadata_props}
            self.assertEqual(len(facts["feature_names"].split(",")), windows.FEATURES)
            self.assertEqual(len(facts["class_names"].split(",")), 6)
            print(f"{path.name}: {path.stat().st_size} bytes, {len(model.graph.node)} nodes")

    def test_coreml_is_typed(self) -> None:
        """What goes in and out is described, in single precision."""
        for form, program in self.programs.items():
            description = program.spec.description
            named = {port.name: list(port.type.multiArrayType.shape) for port in description.input}
            wanted = {name: [1, *shape[1:]] for name, shape in self.shapes(form).items()}
            self.assertEqual(named, wanted)
            self.assertIn("probabilities", [port.name for port in description.output])
            print(f"{self.coreml[form].name}: {self.coreml[form].stat().st_size} bytes")

    def shapes(self, form: str) -> dict[str, list[object]]:
        """The inputs of the ONNX file of that form."""
        return {port.name: port.shape for port in ONNX(self.onnx[form]).session.get_inputs()}

    def test_coreml_makes_a_package(self) -> None:
        """coremltools packs the file for Xcode, and opens the package."""
        import coremltools

        package, weights = self.folder / "Gaitway.mlpackage", self.folder / "no-weights"
        weights.mkdir()
        coremltools.models.utils.save_spec(self.programs["windows"].spec, str(package), weights_dir=str(weights))
        opened = coremltools.models.MLModel(str(package), skip_model_load=True)
        self.assertEqual(opened.get_spec().description, self.programs["windows"].spec.description)

    def test_c_fits_a_microcontroller(self) -> None:
        """Flash and memory, on this machine and, where the compiler is there, on a Cortex-M4F."""
        # C needs no tables for unwinding. A microcontroller does without them.
        plain = "-fno-asynchronous-unwind-tables"
        builds = [("here", compiled.compile_model(self.c, ["cc"], plain), "size")]
        if shutil.which("arm-none-eabi-gcc"):
            compiler = ["arm-none-eabi-gcc", *compiled.CORTEX_M4F]
            builds.append(("Cortex-M4F", compiled.compile_model(self.c, compiler), "arm-none-eabi-size"))
        memory = compiled.memory(self.c)
        for name, built, tool in builds:
            flash, variables = compiled.sizes(built, tool)
            print(
                f"C, {name}: {flash} bytes of code and constants, {variables} of variables, {memory} of memory beside "
                "the window"
            )
            self.assertLess(flash, 40_000)
            self.assertEqual(variables, 0)
        # Beside the model's memory, acceleration and rotation rate of a window, and the stack.
        self.assertLess(memory + 2 * 3 * 128 * 4 + 2048, 16 * 1024)
        self.assertNotRegex(self.c.read_text(), r"\b(malloc|calloc|realloc|double)\b")

    def test_other_cases(self) -> None:
        """The cases slow and linear are valid ONNX, and slow, which has no kernels, compiles."""
        for case, form in (("slow", "windows"), ("slow", "features"), ("linear", "windows"), ("linear", "features")):
            path = windows.export("onnx", self.folder, f"--case={case}", f"--from={form}")
            onnx.checker.check_model(onnx.load(path), full_check=True)
            inputs = [port.name for port in ONNX(path).session.get_inputs()]
            self.assertEqual("kernel_counts" in inputs, (case, form) == ("linear", "features"))
        compiled.program(windows.export("c", self.folder, "--case=slow"))

    def test_c_instructions(self) -> None:
        """Counted instructions of a window, where valgrind is there."""
        if not shutil.which("valgrind"):
            self.skipTest("valgrind is not installed")
        found = windows.written([str(windows.ROOT / "Datasets/bike")], self.folder)
        counts = []
        for size in (10, 30):
            command: list[str | pathlib.Path] = [
                "valgrind",
                "--tool=callgrind",
                "--callgrind-out-file=/dev/null",
                self.harness,
            ]
            _, printed = compiled.run(command, found.records[:size], self.folder)
            match = re.search(r"Collected : (\d+)", printed)
            assert match, "callgrind says what it collected"
            counts.append(int(match[1]))
        print(f"C here: {(counts[1] - counts[0]) / 20 / 1e6:.2f} million instructions a window")
        self.assertLess((counts[1] - counts[0]) / 20, 5e6)

    def test_c_on_a_cortex_m4(self) -> None:
        """The same answers on an emulated Cortex-M4F, and its instructions."""
        if not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")):
            self.skipTest("gcc-arm-none-eabi, libnewlib-arm-none-eabi or qemu-system-arm is not installed")
        found = windows.written([str(windows.ROOT / "Datasets" / name) for name in windows.SAMPLES], self.folder)
        command = compiled.in_cortex_m4(compiled.cortex_m4_program(self.c))
        answers, printed = compiled.run(command, found.records, self.folder)
        tally = Tally("C on an emulated Cortex-M4F")
        tally.add(found, answers["probabilities"], answers["answer"].astype(int))
        # A tick of 25 MHz is 40 instructions of a nanosecond.
        print(f"{tally}; {int(printed) * 40 / 1e6:.2f} million instructions a window")
        self.assertLessEqual(tally.other, (1 - SAME) * tally.windows)
        self.assertLess(tally.largest, LARGEST)

    def test_c_cycles(self) -> None:
        """Cycles of a window on a Cortex-M4F, by what each executed instruction takes."""
        if not (shutil.which("arm-none-eabi-gcc") and shutil.which("qemu-system-arm")):
            self.skipTest("gcc-arm-none-eabi, libnewlib-arm-none-eabi or qemu-system-arm is not installed")
        records = windows.written([str(windows.ROOT / "Datasets/bike")], self.folder).records
        program = compiled.cortex_m4_program(self.c)
        counts = []
        for size in (1, 3):
            (self.folder / "windows").write_bytes(compiled.packed(records[:size]))
            counts.append(cycles.counted(compiled.in_cortex_m4(program), program, self.folder))
        instructions, least, most = ((after - before) / 2e6 for before, after in zip(*counts))
        print(
            f"C on a Cortex-M4F: {instructions:.2f} million instructions a window, {least:.2f} to {most:.2f} million "
            "cycles"
        )
        self.assertLess(instructions, least)
        self.assertLess(most, 5)


if __name__ == "__main__":
    unittest.main()
