# SPDX-License-Identifier: Apache-2.0
"""Cycles of a program for the Cortex-M4F, by the instructions that an emulator executes.

QEMU keeps no cycles. It tells each instruction, and the processor's manual what an instruction takes (Arm, Cortex-M4
Technical Reference Manual r0p1, tables 3-1 and 7-1). What refilling the pipeline after a branch takes (one cycle to
three) and a division of integers (two to twelve) leave a range. Memory without wait states.
"""

from __future__ import annotations

import pathlib
import re
import subprocess
from collections import Counter
from collections.abc import Sequence

SUMS = ("vmla", "vmls", "vnmla", "vnmls", "vfma", "vfms", "vfnma", "vfnms")


def registers(operands: str) -> int:
    """How many registers a list in braces names."""
    count = 0
    for part in operands[operands.index("{") + 1 : operands.index("}")].split(","):
        first, _, last = part.strip().partition("-")
        count += int(last[1:]) - int(first[1:]) + 1 if last else 1
    return count


def cost(mnemonic: str, operands: str) -> tuple[int, int]:
    """The least and the most cycles of an instruction, without the refill of a branch that is taken."""
    name = mnemonic.split(".")[0]
    if name.startswith(("vldm", "vstm", "vpush", "vpop", "ldm", "stm", "push", "pop")):
        cycles = 1 + registers(operands)
    elif name.startswith(("vldr", "vstr")):
        cycles = 3 if operands.startswith("d") else 2
    elif name.startswith(("ldrd", "strd")):
        cycles = 3
    elif name.startswith(("ldr", "str", "tbb", "tbh")):
        cycles = 2
    elif name.startswith(("vdiv", "vsqrt")):
        cycles = 14
    elif name.startswith(SUMS):
        cycles = 3
    elif name.startswith(("mla", "mls")):
        cycles = 2
    elif name.startswith(("sdiv", "udiv")):
        return 2, 12
    else:
        cycles = 1
    return cycles, cycles


def disassembled(program: pathlib.Path) -> dict[int, tuple[int, tuple[int, int]]]:
    """The bytes and the cycles of the instruction at each address."""
    text = subprocess.run(["arm-none-eabi-objdump", "-d", program], check=True, capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\t([0-9a-f ]+)\t([\w.]+)\t?([^;@]*)", line)
        if match and not match[3].startswith("."):
            code = match[2].replace(" ", "")
            found[int(match[1], 16)] = (len(code) // 2, cost(match[3], match[4].strip()))
    return found


def counted(
    emulator: Sequence[str | pathlib.Path], program: pathlib.Path, folder: pathlib.Path
) -> tuple[int, int, int]:
    """The instructions of a run, and the least and the most cycles."""
    trace = folder / "trace"
    command = [str(part) for part in (*emulator, "-singlestep", "-d", "exec,nochain", "-D", trace)]
    subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    steps: Counter[tuple[int, int]] = Counter()
    before = 0
    with open(trace) as file:
        for line in file:
            if line.startswith("Trace"):
                address = int(line.split("/", 2)[1], 16)
                steps[before, address] += 1
                before = address
    trace.unlink()
    code = disassembled(program)
    instructions, least, most = 0, 0, 0
    for (address, after), count in steps.items():
        if address not in code:
            continue
        size, (low, high) = code[address]
        is_taken = after != address + size
        instructions += count
        least += count * (low + is_taken)
        most += count * (high + 3 * is_taken)
    return instructions, least, most
