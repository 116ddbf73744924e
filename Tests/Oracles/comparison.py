# SPDX-License-Identifier: Apache-2.0
"""What the comparisons of readers share: cases go to OracleWriter, its answers are compared, and comparisons are
compared, too.

Each script of this folder that imports this one says at its end how many cases agreed, how often each allowed
difference occurred, and how many spoiled answers were noticed: of each case, an answer that is wrong by the least that
counts is compared as well, so that a comparison which cannot fail fails.
"""

from __future__ import annotations

import argparse
import collections
import json
import struct
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

Answer = dict[str, Any]


class Comparison:
    """Counts what agrees, and says what does not.

    Parameters
    ----------
    name : str
        What is compared, for the last line.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.cases = 0
        self.spoiled = 0
        self.allowed: collections.Counter[str] = collections.Counter()
        self.failures: list[str] = []

    def add(self, case: str, difference: str | None, allowed: str | None = None) -> None:
        """Counts a case.

        Parameters
        ----------
        case : str
            The case, for the message.
        difference : str or None
            In what the answers differ; None if they agree.
        allowed : str or None
            Why they may differ here, if they may.
        """
        self.cases += 1
        if difference is None:
            return
        if allowed is None:
            self.failures.append(f"{case}: {difference}")
        else:
            self.allowed[allowed] += 1

    def add_spoiled(self, case: str, difference: str | None) -> None:
        """Counts a spoiled answer, in which a difference must have been found."""
        self.spoiled += 1
        if difference is None:
            self.failures.append(f"{case}: a spoiled answer went unnoticed")

    def finish(self) -> int:
        """Prints what was found and gives the exit code."""
        for failure in self.failures[:20]:
            print(f"{self.name}: {failure}", file=sys.stderr)
        if len(self.failures) > 20:
            print(f"{self.name}: {len(self.failures) - 20} more", file=sys.stderr)
        allowed = sum(self.allowed.values())
        print(
            f"{self.name}: {self.cases} cases, {len(self.failures)} fail, {allowed} differ as documented; "
            f"{self.spoiled} spoiled answers noticed"
        )
        for reason, count in sorted(self.allowed.items()):
            print(f"  {count} {reason}")
        return 1 if self.failures else 0


def ask(writer: str, arguments: list[str], cases: Iterable[bytes]) -> list[Answer]:
    """Lets OracleWriter answer cases.

    Parameters
    ----------
    writer : str
        The path of OracleWriter.
    arguments : list of str
        What it is to do.
    cases : iterable of bytes
        The cases.

    Returns
    -------
    list of dict
        An answer for each case.
    """
    framed = b"".join(struct.pack("<I", len(case)) + case for case in cases)
    output = subprocess.run([writer, *arguments], input=framed, check=True, capture_output=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def parse_arguments(description: str | None, cases: int, program: str = "OracleWriter") -> argparse.Namespace:
    """The arguments of a script.

    Parameters
    ----------
    description : str or None
        What the script does, for its help.
    cases : int
        How many cases it draws unless told otherwise.
    program : str
        The program that it asks.

    Returns
    -------
    argparse.Namespace
        The program's path, the number of cases, and the seed.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help=f"the path of {program}")
    parser.add_argument("--cases", type=int, default=cases, help=f"the number of cases ({cases})")
    parser.add_argument("--times", type=int, default=1, help="a factor for the number of cases (1)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the cases (1)")
    arguments = parser.parse_args()
    arguments.cases *= arguments.times
    return arguments
