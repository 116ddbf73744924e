#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Breaks lines of the library one after the other and says which test sees it.

    Scripts/mutations.py --check                   that each text of mutations.txt still stands in its file
    Scripts/mutations.py [--tree FOLDER] --build   write the tree with all broken lines, switched off, and build it once
    Scripts/mutations.py [--tree FOLDER] [--quick] [NUMBER...]
                                                   switch on one line after the other, run the tests, write the table

mutations.txt names each line: a file, the text with the expression between guillemets, and what takes its place. The
script fails where a text is not found exactly once, so that a change of the line asks for a look at its mutation.

All broken lines are in one build, each as `(isBroken(N) ? wrong : right)`, which reads N from the environment (R. A.
DeMillo, R. J. Lipton, F. G. Sayward, "Hints on test data selection", 1978; R. H. Untch, "Schema-based mutation
analysis", 1992). The tree is a copy of the files that git knows, in .build/mutations, or a folder that is given, such
as one that has a warm build. Each mutation is tried on the tests of its line first, and on all others only if they do
not see it. What was found stays in FOLDER/.build/mutations.json, so that a run can be continued; the table is printed
at the end. The exit code is 1 when a mutation survives.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Tests/mutations.txt"
SWITCH = """internal import Glibc

/// The number of the line that is broken; 0 for none.
private let brokenLine = getenv("GAITWAY_BROKEN_LINE").map { atoi($0) } ?? 0

/// Whether a line is broken.
@inline(never)
func isBroken(_ line: Int32) -> Bool { line == brokenLine }
"""
# Seconds that no suite takes, nor all; a mutation that hangs is seen by that.
LONGEST = 300
LONGEST_OF_ALL = 1800
# What the tests of all lines run: the tests, but not the benchmarks and fuzz targets; the command; the installed C
# library.
MAKEFILE = """include Makefile
.DEFAULT_GOAL := tried
.PHONY: tried tests
tried: tests build library
tests: dependencies
\t$(SWIFT) build $(BUILD) --product gaitwayPackageTests
"""
SURVIVED = "SURVIVES"
UNSEEN = "unseen by its own tests"


@dataclasses.dataclass
class Mutation:
    """A line and how it is broken.

    Parameters
    ----------
    number : int
        Its place in the list, from 1.
    area : str
        What it is about.
    path : str
        The file, from the root.
    before, right, after : str
        The text: the expression, and what stands before and behind it.
    wrong : str
        What takes the expression's place.
    tests : str
        The suites that are asked first, as a regular expression; `library` for the tests of the C library.
    """

    number: int
    area: str
    path: str
    before: str
    right: str
    after: str
    wrong: str
    tests: str

    @property
    def text(self) -> str:
        """The whole text."""
        return self.before + self.right + self.after

    @property
    def schema(self) -> str:
        """The text with its switch."""
        if "\n" not in self.right and self.wrong.startswith('"') and self.wrong.endswith('"'):
            # Within a string.
            return f'{self.before}\\(isBroken({self.number}) ? {self.wrong} : "{self.right}"){self.after}'
        return f"{self.before}(isBroken({self.number}) ? {self.wrong} : {self.right}){self.after}"


def read_list() -> list[Mutation]:
    """The mutations, or an end with what is wrong with the list."""
    mutations: list[Mutation] = []
    for block in re.split(r"\n\s*\n", LIST.read_text()):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        fields: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            fields[name] = f"{fields[name]}\n{value}" if name in fields else value
        if (
            set(fields) != {"area", "file", "text", "wrong", "tests"}
            or fields["text"].count("«") != 1
            or fields["text"].count("»") != 1
        ):
            sys.exit(f"{LIST.name}: a mutation has area, file, text with «…», wrong and tests: {lines[0]}")
        before, _, rest = fields["text"].partition("«")
        right, _, after = rest.partition("»")
        mutations.append(
            Mutation(
                len(mutations) + 1,
                fields["area"],
                fields["file"],
                before,
                right,
                after,
                fields["wrong"],
                fields["tests"],
            )
        )
    return mutations


def faults(mutations: list[Mutation]) -> list[str]:
    """Which texts are not found exactly once."""
    found = []
    for mutation in mutations:
        path = ROOT / mutation.path
        count = path.read_text().count(mutation.text) if path.exists() else 0
        if count != 1:
            found.append(f"{mutation.path}: found {count} times, not once: {mutation.text}")
    return found


def write_tree(tree: pathlib.Path, mutations: list[Mutation]) -> None:
    """Writes the tree with every line broken and switched off, and mutations.mk, which builds what is to be tried."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    contents: dict[str, str] = {"mutations.mk": MAKEFILE}
    for mutation in mutations:
        content = contents.get(mutation.path) or (ROOT / mutation.path).read_text()
        contents[mutation.path] = content.replace(mutation.text, mutation.schema)
    for mutation in mutations:
        folder = pathlib.Path(*pathlib.Path(mutation.path).parts[:2])
        contents[str(folder / "BrokenLine.swift")] = SWITCH
    for name in listed.split("\0"):
        source = ROOT / name
        if not name or not source.is_file():
            continue
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name not in contents and not (target.exists() and target.read_bytes() == source.read_bytes()):
            shutil.copy2(source, target)
    for name, content in contents.items():
        target = tree / name
        # A file that stays as it is is not compiled again.
        if not target.exists() or target.read_text() != content:
            target.write_text(content)


def build(tree: pathlib.Path) -> None:
    """Builds the tree: tests, command and C library."""
    subprocess.run(["make", "-C", tree, "-f", "mutations.mk"], check=True)


def run_tests(tree: pathlib.Path, tests: str | None, number: int) -> str | None:
    """What saw the broken line: the first test that failed, or how the tests ended; None if all passed."""
    environment = os.environ | {"GAITWAY_BROKEN_LINE": str(number)}
    if tests == "library":
        command = [sys.executable, "-m", "unittest"]
        folder = tree / "Tests/CInterface"
        ok = "OK"
    else:
        command = [str(tree / ".build/release/gaitwayPackageTests.xctest"), "--testing-library", "swift-testing"]
        command += ["--filter", tests] if tests else []
        folder = tree
        ok = "passed after"
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, timeout=LONGEST if tests else LONGEST_OF_ALL
        )
    except subprocess.TimeoutExpired:
        return "hangs"
    output = (done.stdout + done.stderr).decode(errors="replace")
    if done.returncode == 0:
        if ok not in output or re.search(r"Test run with 0 tests|Ran 0 tests", output):
            sys.exit(f"no test is called {tests}")
        return None
    if number == 0:
        print(output[-4000:], file=sys.stderr)
    failed = re.search(r"Test ([^\n]*?) recorded an issue|^(?:FAIL|ERROR): (\w+)", output, re.MULTILINE)
    if failed:
        return (failed.group(1) or failed.group(2)).strip()
    return f"ends with {done.returncode}"


def try_out(
    tree: pathlib.Path, mutations: list[Mutation], found: dict[str, str], results: pathlib.Path, quick: bool
) -> None:
    """Switches one line after the other on, and notes what sees it in `results`; `quick` asks only the tests of the
    line."""
    sound: set[str] = set()
    for mutation in mutations:
        if found.get(mutation.text, UNSEEN) != UNSEEN or (quick and mutation.text in found):
            continue
        if mutation.tests not in sound:
            failed = run_tests(tree, mutation.tests, 0)
            if failed:
                sys.exit(
                    f"{mutation.tests}: {failed} fails with no line broken; is all of the tree built? "
                    f"make -C {tree} -f mutations.mk"
                )
            sound.add(mutation.tests)
        seen = run_tests(tree, mutation.tests, mutation.number)
        if seen is None and mutation.tests != "library" and not quick:
            seen = run_tests(tree, None, mutation.number)
        found[mutation.text] = seen or (UNSEEN if quick else SURVIVED)
        print(f"{mutation.number} {mutation.path}: {found[mutation.text]}", file=sys.stderr, flush=True)
        results.write_text(json.dumps(found, indent=1))


def table(mutations: list[Mutation], found: dict[str, str]) -> str:
    """The table in Markdown."""
    rows = ["| # | area | file | right | wrong | seen by |", "| --- | --- | --- | --- | --- | --- |"]
    for mutation in mutations:
        right, wrong = (re.sub(r"\s+", " ", text).replace("|", "\\|") for text in (mutation.right, mutation.wrong))
        file = pathlib.Path(mutation.path).name
        seen = found.get(mutation.text, "not tried")
        rows.append(f"| {mutation.number} | {mutation.area} | {file} | `{right}` | `{wrong}` | {seen} |")
    return "\n".join(rows)


def main() -> int:
    """Does what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only look whether each text is found")
    parser.add_argument(
        "--tree", type=pathlib.Path, default=ROOT / ".build/mutations", help="the folder of the broken tree"
    )
    parser.add_argument("--build", action="store_true", help="write and build the tree, and try nothing")
    parser.add_argument(
        "--prepare", action="store_true", help="write the tree, and build nothing: make -f mutations.mk does it"
    )
    parser.add_argument(
        "--quick", action="store_true", help="ask only the tests of the line, not all if they do not see it"
    )
    parser.add_argument("--of", nargs="*", default=[], metavar="SUITE", help="only those whose own tests are these")
    parser.add_argument(
        "numbers", type=int, nargs="*", help="the mutations to try again; all that were not tried if none is given"
    )
    arguments = parser.parse_args()
    mutations = read_list()
    wrong = faults(mutations)
    for fault in wrong:
        print(fault, file=sys.stderr)
    if wrong or arguments.check:
        print(f"{len(mutations)} mutations, {len(wrong)} of them not found")
        return 1 if wrong else 0
    tree = arguments.tree.absolute()
    if arguments.build or arguments.prepare:
        write_tree(tree, mutations)
        if arguments.build:
            build(tree)
        return 0
    results = tree / ".build/mutations.json"
    found = json.loads(results.read_text()) if results.exists() else {}
    chosen = [mutation for mutation in mutations if mutation.number in arguments.numbers] or mutations
    chosen = [mutation for mutation in chosen if not arguments.of or mutation.tests in arguments.of]
    for mutation in chosen if arguments.numbers else []:
        found.pop(mutation.text, None)
    try_out(tree, chosen, found, results, arguments.quick)
    print(table(mutations, found))
    survivors = [mutation for mutation in mutations if found.get(mutation.text) in (SURVIVED, UNSEEN)]
    print(f"\n{len(mutations)} mutations, {len(survivors)} survive")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
