# SPDX-License-Identifier: Apache-2.0
"""The C source of a model, compiled and run on windows."""

from __future__ import annotations

import pathlib
import subprocess
from collections.abc import Sequence

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
WARNINGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Wconversion", "-Werror"]
CORTEX_M4F = ["-mcpu=cortex-m4", "-mthumb", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"]
ANSWER = np.dtype(
    [
        ("features", "<f4", 108),
        ("answer", "<f4"),
        ("squared_distance", "<f4"),
        ("probabilities", "<f4", 6),
    ]
)


def compile_model(source: pathlib.Path, compiler: Sequence[str], *options: str) -> pathlib.Path:
    """The object file of the source, compiled for size."""
    target = source.with_name(f"{pathlib.Path(compiler[0]).name}.o")
    subprocess.run([*compiler, *WARNINGS, "-Os", *options, "-c", source, "-o", target], check=True)
    return target


def program(source: pathlib.Path) -> pathlib.Path:
    """The program that runs the model on windows from its standard input."""
    target = source.with_name(f"harness-{source.stem}")
    model = compile_model(source, ["cc"])
    defined = f'-DMODEL="{source}"'
    subprocess.run(["cc", *WARNINGS, "-Os", defined, HERE / "harness.c", model, "-o", target, "-lm"], check=True)
    return target


def sizes(objects: pathlib.Path, tool: str = "size") -> tuple[int, int]:
    """Bytes of an object's code and constants, and of its variables."""
    line = subprocess.run([tool, objects], check=True, capture_output=True, text=True).stdout.splitlines()[1]
    text, data, bss = (int(number) for number in line.split()[:3])
    return text + data, data + bss


def packed(records: np.ndarray) -> bytes:
    """Windows as the program reads them."""
    rows = np.zeros((len(records), 772), np.float32)
    rows[:, :384] = records["acceleration"].reshape(-1, 384)
    rows[:, 384:768] = records["rotation_rate"].reshape(-1, 384)
    rows[:, 768:770] = records["pressure_spread"]
    rows[:, 770] = records["starts_segment"]
    rows[:, 771] = ~np.isnan(records["rotation_rate"]).any(axis=(1, 2))
    return rows.tobytes()


def run(command: Sequence[str | pathlib.Path], records: np.ndarray, folder: pathlib.Path) -> tuple[np.ndarray, str]:
    """The program's answer to each window, and what it and the command around it print."""
    (folder / "windows").write_bytes(packed(records))
    result = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return np.fromfile(folder / "answers", dtype=ANSWER), result.stdout


def cortex_m4_program(source: pathlib.Path) -> pathlib.Path:
    """The program for a Cortex-M4F without an operating system."""
    target = source.with_name("harness.elf")
    compiler = ["arm-none-eabi-gcc", *CORTEX_M4F]
    model: pathlib.Path = compile_model(source, compiler)
    files: list[str | pathlib.Path] = [
        HERE / "cortex-m4/start.c",
        HERE / "harness.c",
        model,
        "-T",
        HERE / "cortex-m4/memory.ld",
    ]
    libraries = ["--specs=rdimon.specs", "-nostartfiles", "-lm"]
    # Code and constants lie in memory that can be written, as the emulator loads both there.
    quiet = ["-Wl,--no-warn-rwx-segments"]
    subprocess.run([*compiler, "-Os", f'-DMODEL="{source}"', *files, *libraries, *quiet, "-o", target], check=True)
    return target


def in_cortex_m4(program: pathlib.Path) -> list[str | pathlib.Path]:
    """The command that runs such a program in QEMU, where an instruction takes a nanosecond and the clock has 25
    MHz."""
    machine = ["-M", "mps2-an386", "-cpu", "cortex-m4", "-icount", "shift=0"]
    streams = ["-nographic", "-monitor", "none", "-serial", "none"]
    files = ["-semihosting-config", "enable=on,target=native"]
    return ["qemu-system-arm", *machine, *streams, *files, "-kernel", program]


def memory(source: pathlib.Path) -> int:
    """Bytes of the memory that a caller gives the model."""
    target = source.with_name("memory")
    program = f"""
        #define GAITWAY_DECLARATIONS
        #include "{source}"
        #include <stdio.h>
        int main(void) {{ printf("%u", (unsigned)sizeof(gaitway_classifier)); return 0; }}
    """
    subprocess.run(["cc", "-std=c99", "-x", "c", "-", "-o", target], input=program, check=True, text=True)
    return int(subprocess.run([target], check=True, capture_output=True).stdout)
