#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the versions that the build resolved with those of Dependencies.lock.

    dependencies-lock.py --check     fails if a version, a revision or an address differs
    dependencies-lock.py --record    writes Dependencies.lock from Package.resolved

SwiftPM writes Package.resolved at each build. It is not kept, as it would also bind programs that use the library.
"""
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCK = ROOT / "Dependencies.lock"
RESOLVED = ROOT / "Package.resolved"
HEAD = """\
# The packages that Gaitway is built and tested with: name, version, revision, address. CI compares them with what it
# resolved. After an update: make lock-record
"""


def resolved():
    """The lines of the packages that the last build resolved, by name."""
    try:
        pins = json.loads(RESOLVED.read_text())["pins"]
    except FileNotFoundError:
        sys.exit("dependencies-lock: Package.resolved is missing; build first")
    lines = {}
    for pin in pins:
        state = pin["state"]
        name = pin["identity"]
        lines[name] = " ".join([name, state.get("version", "-"), state["revision"], pin["location"]])
    return lines


def recorded():
    """The lines of Dependencies.lock, by name."""
    lines = [line for line in LOCK.read_text().splitlines() if line and not line.startswith("#")]
    return {line.split()[0]: line for line in lines}


def main():
    if sys.argv[1:] == ["--record"]:
        LOCK.write_text(HEAD + "".join(line + "\n" for _, line in sorted(resolved().items())))
        return 0
    if sys.argv[1:] != ["--check"]:
        sys.exit(__doc__)
    before, now = recorded(), resolved()
    differing = [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]
    for name in differing:
        print(f"dependencies-lock: {name}", file=sys.stderr)
        print(f"  recorded: {before.get(name, 'not there')}", file=sys.stderr)
        print(f"  resolved: {now.get(name, 'not there')}", file=sys.stderr)
    if differing:
        print("dependencies-lock: look at what changed in the packages, then run make lock-record", file=sys.stderr)
        return 1
    print(f"dependencies-lock: {len(now)} packages as recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main())
