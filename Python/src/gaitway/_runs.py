# SPDX-License-Identifier: Apache-2.0
"""The command's other functions: any of its subcommands, and what logs hold."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ._command import PathLike, operand, option
from ._command import run as run_command
from ._lazy import pd
from ._words import AccelerationKind, LoggerName, Unit

__all__ = ["CommandOutput", "inspect", "manifest", "run"]


@dataclass(frozen=True, repr=False)
class CommandOutput:
    """What the command printed.

    Attributes
    ----------
    text
        Its standard output.
    notes
        The lines of its standard error.

    Examples
    --------
    >>> gaitway.run("model", "verify", "default").notes
    []
    """

    text: str
    notes: list[str] = field(default_factory=list)

    def json(self) -> Any:
        """Parse the text: one JSON document, or a list with one for each line.

        Examples
        --------
        >>> gaitway.run("inspect", "Datasets/walk", json=True).json()["logger"]
        'plain'
        """
        try:
            return json.loads(self.text)
        except json.JSONDecodeError:
            return [json.loads(line) for line in self.text.splitlines() if line]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        lines = self.text.splitlines()
        first = lines[0][:60] if lines else ""
        return f"CommandOutput({first!r}{'…' if self.text.strip() != first else ''}, {len(lines)} lines)"


def run(*arguments: PathLike, standard_input: str | bytes | None = None, **options: Any) -> CommandOutput:
    """Run any subcommand of the command, such as ``places check`` or ``gate explain``.

    Parameters
    ----------
    arguments
        The subcommand and its operands. A path that begins with ``-`` is written as ``./-…``.
    standard_input
        The text of its standard input; the operand ``"-"`` reads it.
    options
        Options by name, ``time_zone="Europe/Berlin"`` for ``--time-zone Europe/Berlin``. True gives an option without
        a value, a sequence repeats it, and a mapping repeats it for each ``key=value``.

    Returns
    -------
    CommandOutput
        Its output.

    Raises
    ------
    InputError
        If the input is unusable: place, problem and remedy.
    UsageError
        If the arguments are wrong.
    LibraryError
        If the command fails otherwise. A failed check, as of ``gate check``, has its output in ``partial``.

    Examples
    --------
    >>> gaitway.run("places", "check", "Datasets/day/places.csv").notes
    []
    """
    words = [str(one) if str(one) == "-" else operand(one) for one in arguments]
    for name, value in options.items():
        words += option("--" + name.strip("_").replace("_", "-"), value)
    given = standard_input.encode() if isinstance(standard_input, str) else standard_input
    return CommandOutput(*run_command(words, standard_input=given))


def _log_words(
    logs: PathLike | Sequence[PathLike],
    logger: LoggerName | None,
    unit: Unit | None,
    acceleration: AccelerationKind | None,
    rate: float | None,
) -> list[str]:
    given = [logs] if isinstance(logs, str) or not isinstance(logs, Sequence) else list(logs)
    words = [operand(one) for one in given] + option("--logger", logger) + option("--unit", unit)
    return words + option("--acceleration", acceleration) + option("--rate", rate)


def inspect(
    logs: PathLike | Sequence[PathLike],
    *,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> list[dict[str, Any]]:
    """Show what logs hold: sensors, rates, gaps and units, and what was guessed or repaired.

    Parameters
    ----------
    logs
        A log, or several. A folder or zip of logs is searched.
    logger, unit, acceleration, rate
        As `gaitway.read` takes them.

    Returns
    -------
    list of dict
        The facts of each log, as ``gaitway inspect --json`` writes them.

    Raises
    ------
    InputError
        If a log is unusable.

    Examples
    --------
    >>> len(gaitway.inspect(["Datasets/walk", "Datasets/run"]))
    2
    """
    output, _ = run_command(["inspect", "--json", *_log_words(logs, logger, unit, acceleration, rate)])
    return [json.loads(line) for line in output.splitlines() if line]


def manifest(
    logs: PathLike | Sequence[PathLike],
    *,
    activity: str | None = None,
    logger: LoggerName | None = None,
    unit: Unit | None = None,
    acceleration: AccelerationKind | None = None,
    rate: float | None = None,
) -> pd.DataFrame:
    """Make a manifest of logs, with labels from their annotations and names.

    ``to_csv("manifest.csv", index=False)`` writes it for `train` and `evaluate`.

    Parameters
    ----------
    logs
        A log, or several. A folder or zip of logs is searched.
    activity
        What the person did in all of these logs, such as ``walking`` or ``bus``. The default is each log's own labels.
    logger, unit, acceleration, rate
        As `gaitway.read` takes them.

    Returns
    -------
    pandas.DataFrame
        A row for each labelled span, all columns as text.

    Raises
    ------
    InputError
        If a log is unusable.

    Examples
    --------
    >>> gaitway.manifest("Datasets/run", activity="running")["activity"].tolist()
    ['running']
    """
    words = ["manifest", *_log_words(logs, logger, unit, acceleration, rate), *option("--activity", activity)]
    output, _ = run_command(words)
    return pd.read_csv(io.StringIO(output), dtype=str, keep_default_na=False)
