"""Runs the command that comes with the package."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ._errors import InputError, LibraryError, UsageError

__all__ = ["command_path", "main", "run"]

PathLike = str | os.PathLike[str]


def command_path() -> str:
    """Find the command: the one named by ``GAITWAY_COMMAND``, else the package's own.

    Returns
    -------
    str
        Its path.

    Raises
    ------
    LibraryError
        If there is none.
    """
    named = os.environ.get("GAITWAY_COMMAND")
    path = named or str(Path(__file__).parent / "bin" / "gaitway")
    if not os.access(path, os.X_OK):
        raise LibraryError(
            f"{path}: there is no command here; install the wheel, or set GAITWAY_COMMAND to a gaitway that was built"
        )
    return path


def run(arguments: Sequence[str], *, standard_input: bytes | None = None) -> tuple[str, list[str]]:
    """Run the command and wait for it. Other threads go on meanwhile.

    Parameters
    ----------
    arguments
        What follows the command's name.
    standard_input
        What it reads from standard input.

    Returns
    -------
    output : str
        What it wrote.
    notes : list of str
        What it said beside that, a line each.

    Raises
    ------
    InputError
        If the input cannot be used: the command's text.
    UsageError
        If options do not go together.
    LibraryError
        If the command failed otherwise.
    """
    done = subprocess.run(
        [command_path(), *arguments],
        input=standard_input,
        stdin=subprocess.DEVNULL if standard_input is None else None,
        capture_output=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
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
        raise UsageError(text.removeprefix("Error: "))
    raise LibraryError(text)


def option(name: str, value: object) -> list[str]:
    """Give an option to the command, unless its value is None.

    A sequence gives the option once for each value, a mapping once for each ``key=value``; True gives it without a value.
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
    """A path as the command takes it: one that begins with a dash is no option, and none is standard input."""
    text = os.fspath(path)
    if not text:
        raise UsageError("a path is empty")
    return f"./{text}" if text.startswith("-") else text


def main() -> None:
    """Become the command: what the ``gaitway`` script does."""
    try:
        path = command_path()
    except LibraryError as error:
        sys.exit(f"gaitway: {error}")
    os.execv(path, ["gaitway", *sys.argv[1:]])
