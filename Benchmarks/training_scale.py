#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""training_scale.py GAITWAY MANIFEST ROOT [--times N]... [--before OLD] [--where COLUMN=VALUE]... [-- OPTION...]

CPU time and memory of `gaitway evaluate --cross-validate dataset` and of `gaitway train` on the rides of a manifest.
With --times, the same rides count N times, under other names: further rides of the same people. OLD is another build to
measure beside. The options behind `--` go to `train`, such as `--case total`.
"""
import argparse, csv, os, sys, tempfile, time

words = sys.argv[1:]
cut = words.index("--") if "--" in words else len(words)
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("gaitway"); parser.add_argument("manifest"); parser.add_argument("root")
parser.add_argument("--times", type=int, action="append", default=[])
parser.add_argument("--before")
parser.add_argument("--where", action="append", default=[])
parser.add_argument("--only", choices=["evaluate", "train"])
arguments = parser.parse_args(words[:cut])
options = words[cut + 1 :]
os.environ.pop("OPENBLAS_CORETYPE", None)


def measure(command):
    """CPU seconds, wall seconds and peak MiB of a command; a failure stops the run."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]
    start = time.monotonic()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(command)[:200]}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


with open(arguments.manifest, newline="") as file:
    reader = csv.DictReader(file)
    columns, rows = reader.fieldnames, list(reader)
print("| command | rides, times | build | CPU s | wall s | peak MiB |")
print("| --- | --- | --- | --- | --- | --- |")
with tempfile.TemporaryDirectory() as folder:
    for times in arguments.times or [1]:
        manifest = f"{folder}/{times}.csv"
        with open(manifest, "w", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            for copy in range(times):
                if not os.path.lexists(f"{folder}/{copy}"):
                    os.symlink(os.path.abspath(arguments.root), f"{folder}/{copy}")
                for row in rows:
                    writer.writerow({**row, "recording": f"{copy}/{row['recording']}"})
        given = [manifest, "--root", folder, *(word for where in arguments.where for word in ("--where", where))]
        commands = {
            "evaluate": ["evaluate", *given, "--cross-validate", "dataset", "--penalty", "0.003"],
            "train": ["train", *given, "--output", f"{folder}/model.json", "--force", *options],
        }
        for name, command in commands.items():
            if arguments.only not in (None, name):
                continue
            for build, program in [("before", arguments.before), ("now", arguments.gaitway)]:
                if program is None:
                    continue
                cpu, wall, peak = measure([program, *command])
                label = " ".join([name, *options]) if name == "train" else name
                print(f"| {label} | {times} | {build} | {cpu:.0f} | {wall:.0f} | {peak:.0f} |", flush=True)
