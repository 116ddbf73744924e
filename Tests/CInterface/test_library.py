# SPDX-License-Identifier: Apache-2.0
"""The C library from outside: what it exports, the examples, what it refuses, and that it answers as the command does.

Needs `make library` and `make build`. Each C program is compiled as C99 with all warnings as errors, plain and with the
address and undefined-behaviour sanitizers. Real rides are read where GAITWAY_RIDES names a folder of unpacked ones.
"""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIBRARY = ROOT / ".build/library"
GAITWAY = ROOT / ".build/release/gaitway"
DATASETS = ROOT / "Datasets"
RIDES = ["walk", "car", "run", "bike", "commute"]
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
SANITIZED = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
# Memory that a process holds at its end is not a finding if something points into it: Foundation keeps its tables, by
# pointers behind their heads, which valgrind calls possibly lost. Memory that nothing points to is one.
# It runs one thread at a time, and each gets its turn.
VALGRIND = ["valgrind", "-q", "--fair-sched=yes", "--error-exitcode=99", "--leak-check=full",
            "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
            f"--suppressions={HERE / 'valgrind.supp'}"]


def run(*command, **options):
    """The outcome of a command, which may fail."""
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)


def flags():
    """The flags of pkg-config for the installed library."""
    environment = {**os.environ, "PKG_CONFIG_PATH": str(LIBRARY / "lib/pkgconfig")}
    return run("pkg-config", "--cflags", "--libs", "gaitway", env=environment, check=True).stdout.split()


# Data sets of three loggers and of others.
REAL = ("bluntkatana_tmc/", "fhnw_raphael/", "faballemand_car/", "motionsense/")


def rides():
    """The sample rides, and two of each of some data sets where real rides are to be had."""
    found = [DATASETS / name for name in RIDES] + [DATASETS / "labelled/ann-cycling.csv"]
    root, manifest = os.environ.get("GAITWAY_RIDES"), os.environ.get("GAITWAY_MANIFEST")
    if root and manifest:
        with open(manifest, newline="", encoding="utf-8") as file:
            recordings = [row["recording"] for row in csv.DictReader(file)]
        for name in REAL:
            found += [
                pathlib.Path(root) / recording for recording in dict.fromkeys(recordings) if recording.startswith(name)
            ][:2]
    return found


class LibraryTests(unittest.TestCase):
    """Tests of the installed library."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.programs = pathlib.Path(cls.folder.name)
        for source in [*HERE.glob("*.c"), *(ROOT / "Examples/C").glob("*.c")]:
            for name, options in ((source.stem, []), (source.stem + "-sanitized", SANITIZED)):
                cls.compile("cc", "-std=c99", *options, source, "-o", cls.programs / name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compile(cls, *command):
        """Compiles against the installed library; a warning is an error."""
        link = [*flags(), f"-Wl,-rpath,{LIBRARY}/lib", "-lm", "-pthread"]
        result = run(*command, *STRICT, *link)
        assert result.returncode == 0, result.stderr

    def ways(self, program, *arguments):
        """Runs a program plain, sanitized and under valgrind, and expects success; what it prints."""
        output = None
        for command in ([self.programs / program], [self.programs / f"{program}-sanitized"],
                        [*VALGRIND, self.programs / program]):
            with self.subTest(command=str(command[0])):
                result = run(*command, *arguments)
                self.assertEqual(result.returncode, 0, result.stdout[-2000:] + result.stderr[-4000:])
                self.assertEqual(result.stderr, "")
                self.assertIn(output, (None, result.stdout))
                output = result.stdout
        return output

    def test_the_library_exports_the_header_and_nothing_else(self):
        header = (LIBRARY / "include/gaitway.h").read_text()
        declared = set(re.findall(r"\b(gaitway_\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)))
        symbols = run("nm", "-D", "--defined-only", LIBRARY / "lib/libgaitway.so", check=True).stdout
        self.assertEqual({line.split()[-1] for line in symbols.splitlines()}, declared)

    def test_the_library_needs_no_swift_runtime(self):
        dynamic = run("readelf", "-d", LIBRARY / "lib/libgaitway.so", check=True).stdout
        needed = re.findall(r"NEEDED.*\[(.*)\]", dynamic)
        allowed = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "ld-linux-x86-64.so.2",
                   "ld-linux-aarch64.so.1"}
        self.assertLessEqual(set(needed), allowed)

    def test_an_exported_model_has_the_words_of_the_header(self):
        models = []
        for prefix in ("gaitway", "second"):
            models.append(self.programs / f"{prefix}_model.c")
            run(GAITWAY, "model", "export", "default", "--format", "c", "--prefix", prefix, "--output", models[-1],
                "--force", check=True)
        includes = ['#include <gaitway.h>', *(f'#include "{model}"' for model in models)]
        # A macro that is defined twice must be the same: the compiler compares the words.
        for number, order in enumerate((includes, includes[::-1])):
            source = self.programs / f"words{number}.c"
            source.write_text("#define GAITWAY_DECLARATIONS\n#define SECOND_DECLARATIONS\n" + "\n".join(order) + """
                #include <string.h>
                int main(void) {
                    static gaitway_sample_recognizer one;
                    static second_sample_recognizer two;
                    gaitway_start(&one);
                    second_start(&two);
                    /* NaN is a missing sample. */
                    int status = gaitway_push(&one, 0, 0, 0, (float)(1e300 * 1e300));
                    if (status != GAITWAY_STATUS_MISSING || one.has_acceleration) return 1;
                    if (SECOND_FLAG_WALKING != GAITWAY_FLAG_WALKING || SECOND_STATUS_LATE != 9) return 1;
                    if (strcmp(GAITWAY_MODEL_CASE, "total") || strcmp(SECOND_MODEL_NAME, GAITWAY_MODEL_NAME)) return 1;
                    if (SECOND_MODEL_RATE != 19 || !*SECOND_MODEL_VERSION) return 1;
                    return GAITWAY_FLAG_AUTOMOTIVE == 8 && gaitway_abi_version() == GAITWAY_ABI_VERSION ? 0 : 1;
                }
                """)
            self.compile("cc", "-std=c99", source, *models, "-o", self.programs / f"words{number}")
            self.assertEqual(run(self.programs / f"words{number}").returncode, 0)
        # Nothing that other files see lacks the prefix, and no macro does.
        run("cc", "-std=c99", "-c", models[1], "-o", self.programs / "second.o", check=True)
        symbols = run("nm", "-g", "--defined-only", self.programs / "second.o", check=True).stdout.split()[2::3]
        self.assertGreater(len(symbols), 8)
        self.assertEqual([name for name in symbols if not name.startswith("second_")], [])
        header = models[1].read_text().split("#ifndef SECOND_DECLARATIONS")[0]
        self.assertEqual([name for name in re.findall(r"#define (\w+)", header) if not name.startswith("SECOND_")], [])
        refused = run("cc", "-std=c99", "-ffast-math", "-c", models[0], "-o", self.programs / "fast.o")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("-ffast-math", refused.stderr)

    def test_the_class_for_java_has_the_words_of_the_header(self):
        header = (LIBRARY / "include/gaitway.h").read_text()
        java = (ROOT / "Examples/Android/app/gaitway/Gaitway.java").read_text()
        words = set(re.findall(r"#define GAITWAY_((?:FLAG|CONFIDENCE)_\w+) (\d+)", header))
        self.assertEqual(len(words), 9)
        self.assertEqual(set(re.findall(r"static final int (\w+) = (\d+);", java)), words)

    def test_the_header_is_cplusplus_too(self):
        source = self.programs / "header.cpp"
        source.write_text(
            "#include <gaitway.h>\nint main() { return gaitway_abi_version() == GAITWAY_ABI_VERSION ? 0 : 1; }\n"
        )
        self.compile("c++", "-std=c++17", source, "-o", self.programs / "header")
        self.assertEqual(run(self.programs / "header").returncode, 0)

    def test_the_version_is_the_commands(self):
        source = self.programs / "version.c"
        source.write_text(
            "#include <gaitway.h>\n#include <stdio.h>\nint main(void) { return puts(gaitway_version()) < 0; }\n"
        )
        self.compile("cc", "-std=c99", source, "-o", self.programs / "version")
        version = run(self.programs / "version", check=True).stdout
        self.assertEqual("gaitway " + version, run(GAITWAY, "--version", check=True).stdout)
        environment = {**os.environ, "PKG_CONFIG_PATH": str(LIBRARY / "lib/pkgconfig")}
        self.assertEqual(version, run("pkg-config", "--modversion", "gaitway", env=environment, check=True).stdout)

    def test_the_stream_is_the_commands_to_the_byte(self):
        for ride in rides():
            with self.subTest(ride=ride.name):
                ours = run(self.programs / "stream", ride)
                theirs = run(GAITWAY, "classify", ride, "--format", "ndjson", "--every-window", "--live")
                self.assertEqual(ours.stdout, theirs.stdout)
                self.assertEqual(ours.returncode, theirs.returncode)
                self.assertTrue(ours.stdout.count("\n") > 3 or ours.returncode == 3)

    def test_the_stretches_are_those_of_the_commands_table(self):
        def clock(seconds):
            whole = int(seconds)
            return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"

        for ride in rides():
            with self.subTest(ride=ride.name):
                ours = run(self.programs / "classify", ride)
                table = run(GAITWAY, "classify", ride).stdout
                rows = re.findall(
                    r"^ +(\d+:\d\d:\d\d) .*? (stationary|walking|running|cycling|automotive|none|unknown)\b",
                    table.split("activity            time")[0],
                    flags=re.MULTILINE,
                )
                found = re.findall(r"^ *([\d.]+) s to +[\d.]+ s  (\w+)$", ours.stdout, flags=re.MULTILINE)
                self.assertEqual([(clock(float(start)), name) for start, name in found], rows)
                self.assertEqual(ours.returncode, 0)

    def test_errors_are_those_of_the_command(self):
        empty = self.programs / "empty.csv"
        empty.write_text("")
        folder = self.programs / "nothing"
        folder.mkdir()
        for log in (self.programs / "missing.csv", empty, ROOT / "LICENSE", folder):
            with self.subTest(log=log.name):
                ours = run(self.programs / "stream", log)
                theirs = run(GAITWAY, "classify", log, "--format", "ndjson", "--live")
                self.assertEqual(ours.returncode, 3)
                self.assertEqual(ours.stderr.replace("stream: ", "gaitway: ", 1), theirs.stderr)

    def test_the_example_runs_without_a_finding(self):
        self.assertIn("walking", self.ways("classify", DATASETS / "walk"))

    def test_the_stream_runs_without_a_finding(self):
        self.assertIn('"windows":', self.ways("stream", DATASETS / "walk"))

    def test_what_must_be_refused_is(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn(" 0 failures", self.ways("abuse", DATASETS / "walk", folder))
        self.assertIn(" 0 failures", self.ways("abuse_numbers"))

    def test_all_ways_agree_to_the_bit(self):
        self.assertIn(" 0 failures", self.ways("agree", DATASETS / "walk"))
        result = run(self.programs / "agree", *rides())
        self.assertEqual(result.returncode, 0, result.stdout[-4000:])

    def test_older_and_newer_structs_are_taken(self):
        self.assertIn(" 0 failures", self.ways("grown", DATASETS / "walk"))

    def test_the_gate_follows_the_rules_of_places(self):
        self.assertIn(" 0 failures", self.ways("gate_rules"))

    def test_trips_are_the_commands_to_the_byte(self):
        self.assertIn(" 0 failures", self.ways("trips"))
        stream = self.programs / "stream.ndjson"
        for ride in ("commute", "bike"):
            with self.subTest(ride=ride):
                log = DATASETS / ride
                answers = run(GAITWAY, "classify", log, "--format", "ndjson", "--every-window", "--live", check=True)
                stream.write_text(answers.stdout)
                theirs = run(GAITWAY, "trips", "--track", log, "--activities", stream, "--format", "json",
                             "--time-zone", "Europe/Berlin", check=True)
                self.assertIn('"steps":', theirs.stdout)
                self.assertEqual(self.ways("trips", log, "Europe/Berlin"), theirs.stdout)

    def test_a_library_for_another_system_names_what_is_missing(self):
        # A toolchain without SDKs.
        swift = self.programs / "swift"
        swift.write_text("#!/bin/sh\necho No Swift SDKs are currently installed.\n")
        swift.chmod(0o755)
        missing = ("android-arm64", 3, "no Swift SDK for android")
        for target, status, part in (missing, ("amiga", 2, "'amiga' is not known")):
            result = run(ROOT / "Scripts/library-for.sh", target, cwd=ROOT, env={**os.environ, "SWIFT": str(swift)})
            self.assertEqual(result.returncode, status, result.stderr)
            self.assertIn(part, result.stderr)

    def test_the_example_for_java_runs(self):
        if not shutil.which("javac"):
            self.skipTest("javac is not installed (the Debian package openjdk-17-jdk-headless)")
        folder = ROOT / "Examples/Android"
        settings = run("java", "-XshowSettings:properties", "-version", check=True).stderr
        home = pathlib.Path(re.search(r"java\.home = (.*)", settings).group(1))
        include = next(path / "include" for path in (home, home.parent) if (path / "include/jni.h").is_file())
        run("javac", "-Xlint:all", "-Werror", "-d", self.programs, *folder.glob("app/gaitway/*.java"), check=True)
        self.compile("cc", "-std=c99", "-shared", "-fPIC", f"-I{include}", f"-I{include}/linux",
                     folder / "gaitway_jni.c", "-o", self.programs / "libgaitway_jni.so")
        # -Xcheck:jni prints what an example does wrong with JNI.
        # From Java 24 on, a library is loaded without a warning only if that is allowed.
        result = run("java", "--enable-native-access=ALL-UNNAMED", "-Xcheck:jni", "-Dstdout.encoding=UTF-8",
                     "-Dfile.encoding=UTF-8",
                     f"-Djava.library.path={self.programs}", "-cp", self.programs, "app.gaitway.Demo")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        lines = result.stdout.splitlines()
        self.assertNotIn("WARNING", result.stdout + result.stderr)
        self.assertTrue(lines[0].startswith('{"') and '"stationary":true' in lines[0], lines[0])
        self.assertIn("refused: the recogniser is finished; make another for the next recording", lines)
        self.assertIn("windows: 6, all at rest: true, sum: 6", lines)
        self.assertIn("refused: PRESSURE has 1000 times and 3000 values; give 1 for each time", lines)
        decisions = [line for line in lines if '"decision":' in line]
        self.assertTrue(all("café 🏰" in line for line in decisions), result.stdout)
        self.assertIn("vehicle-speed", decisions[0])
        self.assertIn('"decision":"deliver"', decisions[-1])
        self.assertEqual(lines[-1].split(":")[0], "wake up")

    def test_whoever_knows_the_checksum_of_a_state_can_stop_nothing(self):
        self.assertIn(" 0 failures", self.ways("forged_state", 0, 40))
        result = run(self.programs / "forged_state", 40, 2000, timeout=300)
        self.assertEqual(result.returncode, 0, result.stdout[-2000:] + result.stderr[-2000:])

    def test_threads_and_a_fork(self):
        self.assertIn(" 0 failures", self.ways("threads", DATASETS / "walk"))


if __name__ == "__main__":
    unittest.main()
