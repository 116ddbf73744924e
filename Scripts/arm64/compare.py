#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare.py ARM SYSTEM COMMAND [--each N]: the Arm command under QEMU against this machine's, on many rides.

ARM is the command for 64-bit Arm, SYSTEM the folder with its libraries. The script compares the bytes of the tables
with each window, and the messages. The rides are the sample rides and, where GAITWAY_RIDES and GAITWAY_MANIFEST name
real ones, each N-th of them. A difference ends with exit code 1.
"""

import argparse
import csv
import os
import subprocess
import sys
from pathlib import Path

DATASETS = Path(__file__).resolve().parents[2] / "Datasets"


def rides(each: int) -> list[Path]:
    """The sample rides and each n-th real one."""
    found = [DATASETS / name for name in ("walk", "car", "run", "bike", "commute", "day")]
    root, manifest = os.environ.get("GAITWAY_RIDES"), os.environ.get("GAITWAY_MANIFEST")
    if root and manifest:
        with open(manifest, newline="", encoding="utf-8") as file:
            names = dict.fromkeys(row["recording"] for row in csv.DictReader(file))
        found += [Path(root, name) for name in [*names][::each]]
    return found


def main() -> None:
    """Compare the commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arm")
    parser.add_argument("system")
    parser.add_argument("command")
    parser.add_argument("--each", type=int, default=15)
    options = parser.parse_args()
    lines, different = 0, []
    compared = rides(options.each)
    for ride in compared:
        arguments = ["classify", str(ride), "--format", "csv", "--every-window"]
        arm, ours = (
            subprocess.run([*command, *arguments], capture_output=True, check=False)
            for command in (["qemu-aarch64-static", "-L", options.system, options.arm], [options.command])
        )
        lines += ours.stdout.count(b"\n")
        if (arm.returncode, arm.stdout, arm.stderr) != (ours.returncode, ours.stdout, ours.stderr):
            different.append(str(ride))
    print(f"{len(compared)} rides, {lines} lines; {len(different)} rides differ", *different)
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
