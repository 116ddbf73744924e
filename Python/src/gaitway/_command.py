# SPDX-License-Identifier: Apache-2.0
"""Runs the command of the package gaitway-command."""

from __future__ import annotations

import importlib.metadata
import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from ._errors import InputError, LibraryError, UsageError
from ._extras import package

__all__ = ["command_path", "operand", "option", "run"]

PathLike = str | os.PathLike[str]


def command_path() -> str:
    """Find the command: the one named by ``GAITWAY_COMMAND``, else that of the package ``gaitway-command``.

    Returns
    -------
    str
        Its path.

    Raises
    ------
    MissingPackageError
        If the package is not installed.
    LibraryError
        If the command is missing, or has another version than this package.
    """
    path = os.environ.get("GAITWAY_COMMAND")
    if path is None or not path:
        path = str(package("gaitway_command", "command").PATH)
        versions = [_version(name) for name in ("gaitway", "gaitway-command")]
        if None not in versions and versions[0] != versions[1]:
            raise LibraryError(
                f"gaitway-command has version {versions[1]}, and gaitway {versions[0]}; install the same release"
            )
    if not os.access(path, os.X_OK):
        raise LibraryError(
            f"{path}: there is no command here; reinstall gaitway-command, or set GAITWAY_COMMAND to the path of a "
            "gaitway"
        )
    return path


@cache
def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def run(arguments: Sequence[str], *, standard_input: bytes | None = None, wide: bool = False) -> tuple[str, list[str]]:
    """Run the command and wait for it. Other threads keep running.

    Parameters
    ----------
    arguments
        The arguments after the command's name.
    standard_input
        The bytes of its standard input.
    wide
        Do not break the lines of tables.

    Returns
    -------
    output : str
        Its standard output.
    notes : list of str
        The lines of its standard error.

    Raises
    ------
    InputError
        If the input is unusable, with the command's text.
    UsageError
        If arguments conflict.
    LibraryError
        If the command failed for another reason.
    """
    done = subprocess.run(
        [command_path(), *arguments],
        input=standard_input,
        stdin=subprocess.DEVNULL if standard_input is None else None,
        capture_output=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", "GAITWAY_REMEDIES": "names", **({"COLUMNS": "10000"} if wide else {})},
    )
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    notes = [line.removeprefix("gaitway: ") for line in lines if line]
    if done.returncode == 0:
        return done.stdout.decode("utf-8"), notes
    if done.returncode == 3:
        errors = [InputError.from_text(note) for note in notes] or [InputError("the input cannot be used")]
        error = errors[-1]
        for other in errors[:-1]:
            error.add_note(str(other))
        raise error
    text = "\n".join(notes) or f"the command ended with status {done.returncode}"
    if done.returncode == 2:
        raise UsageError(_with_keywords(text.removeprefix("Error: ")))
    failure = LibraryError(text)
    failure.partial = done.stdout.decode("utf-8", "replace") or None
    raise failure


def _with_keywords(text: str) -> str:
    """The command's text with keyword arguments in place of its options: ``allow_skipped`` for ``--allow-skipped``."""
    return re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", lambda match: match[1].replace("-", "_"), text)


def option(name: str, value: object) -> list[str]:
    """The arguments of an option; none if its value is None.

    A sequence repeats the option for each value, a mapping for each ``key=value``. True gives the option without a
    value.
    """
    if value is None or value is False:
        return []
    if value is True:
        return [name]
    if isinstance(value, Mapping):
        return [part for key, one in value.items() for each in _several(one) for part in (name, f"{key}={each}")]
    return [part for each in _several(value) for part in (name, _text(each))]


def _several(value: object) -> Iterable[object]:
    return value if isinstance(value, list | tuple) else [value]


def _text(value: object) -> str:
    return os.fspath(value) if isinstance(value, str | os.PathLike) else str(value)


def operand(path: PathLike) -> str:
    """A path for the command, which is neither read as an option nor as standard input."""
    text = os.fspath(path)
    if not text:
        raise UsageError("a path is empty")
    return f"./{text}" if text.startswith("-") else text
