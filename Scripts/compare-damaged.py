#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the answers of two builds to damaged files: compare-damaged.py OLD NEW COUNT FILE... [-- WORD...]

A generator with a fixed seed damages COUNT copies of each file: it removes, inserts or replaces bytes, and cuts, moves
or doubles pieces. Both builds get each copy as `gaitway WORD... COPY` (by default `trips --format json --track COPY`).
Exit code, standard output and standard error must be the same. The first copies that differ are kept beside this
program's output. The exit code is their number, at most 100.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

SIGNS = b'{}[],:"\\-.eE09 \nntfu\x00\xc3'


def damaged(data: bytes, chance: random.Random) -> bytes:
    """A copy with one to three faults."""
    copy = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        if not copy:
            break
        place = chance.randrange(len(copy))
        kind = chance.randrange(6)
        if kind == 0:
            del copy[place]
        elif kind == 1:
            copy[place] = chance.choice(SIGNS)
        elif kind == 2:
            copy.insert(place, chance.choice(SIGNS))
        elif kind == 3 and chance.random() < 0.3:
            del copy[place:]
        else:
            end = min(len(copy), place + chance.randint(1, 60))
            piece = copy[place:end]
            if kind == 4:
                del copy[place:end]
            target = chance.randrange(len(copy) + 1)
            copy[target:target] = piece
    return bytes(copy)


def run(program: str, words: list, path: pathlib.Path) -> tuple:
    """Exit code, output and errors."""
    done = subprocess.run([program, *words, path.name], cwd=path.parent, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def main() -> None:
    arguments, _, words = " ".join(sys.argv[1:]).partition(" -- ")
    old, new, count, *files = arguments.split()
    words = words.split() or ["trips", "--time-zone", "UTC", "--format", "json", "--track"]
    chance = random.Random(21)
    tally = {"same output": 0, "same refusal": 0, "different": 0}
    with tempfile.TemporaryDirectory() as folder:
        for name in files:
            data = pathlib.Path(name).read_bytes()
            path = pathlib.Path(folder) / pathlib.Path(name).name
            for number in range(int(count) + 1):
                path.write_bytes(damaged(data, chance) if number else data)
                first, second = run(old, words, path), run(new, words, path)
                if first != second:
                    tally["different"] += 1
                    if tally["different"] <= 3:
                        print(
                            f"{name}, copy {number}:\n  old {first[0]} {first[2].decode()!r}\n  new {second[0]} "
                            f"{second[2].decode()!r}"
                        )
                        pathlib.Path(tempfile.gettempdir(), f"different-{number}-{path.name}").write_bytes(
                            path.read_bytes()
                        )
                else:
                    tally["same refusal" if first[0] else "same output"] += 1
    print(", ".join(f"{what} {number}" for what, number in tally.items()))
    sys.exit(min(100, tally["different"]))


if __name__ == "__main__":
    main()
