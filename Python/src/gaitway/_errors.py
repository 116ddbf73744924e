# SPDX-License-Identifier: Apache-2.0
"""The exceptions of this package. Each has a text of one line."""

from __future__ import annotations

import re
import sys
import warnings

__all__ = [
    "GaitwayError",
    "GaitwayWarning",
    "InputError",
    "LibraryError",
    "MissingPackageError",
    "StateError",
    "UsageError",
    "warn",
]


class GaitwayError(Exception):
    """The base of all errors of this package.

    Attributes
    ----------
    partial
        The `Recording` or table up to the fault if a log breaks off, or the output of a command that failed; else None.

    Examples
    --------
    >>> try:
    ...     gaitway.classify("no-such-ride")
    ... except gaitway.GaitwayError as error:
    ...     print(type(error).__name__)
    InputError
    """

    partial: object = None


class InputError(GaitwayError, ValueError):
    """Unusable input: the problem, its place and a remedy.

    Its text is one line, ``source:line:column: problem; remedy``. Remedies name keyword arguments.

    Parameters
    ----------
    problem
        The problem, with the wrong value.
    remedy
        What to do; may be empty.
    source
        The file, folder or zip entry, as the user named it; None for input without a name.
    line, column
        The place in the source, from 1; None if it is unknown.
    code
        The kind of fault: ``unreadable``, ``empty``, ``truncated``, ``malformed``, ``unsupported``, ``ambiguous`` or
        ``limitExceeded``; ``order`` or ``value`` for samples; None for faults that the command reported as text.
    text
        The whole line. The default is made from the other arguments.

    Examples
    --------
    >>> try:
    ...     gaitway.classify("no-such-ride")
    ... except gaitway.InputError as error:
    ...     print(error.source, "|", error.code)
    no-such-ride | unreadable
    """

    def __init__(
        self,
        problem: str,
        remedy: str = "",
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        code: str | None = None,
        text: str | None = None,
    ) -> None:
        self.problem = problem
        self.remedy = remedy
        self.source = source
        self.line = line
        self.column = column
        self.code = code
        self._text = text if text is not None else self._line()
        super().__init__(self._text)

    def _line(self) -> str:
        place = self.source or ""
        if self.line is not None:
            place += f":{self.line}" if place else f"line {self.line}"
            if self.column is not None:
                place += f":{self.column}"
        text = f"{self.problem}; {self.remedy}" if self.remedy else self.problem
        return f"{place}: {text}" if place else text

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross processes: multiprocessing and joblib pickle them.
        return (_input_error, (self.problem, self.remedy, self.source, self.line, self.column, self.code, self._text))

    @classmethod
    def from_text(cls, text: str) -> InputError:
        """Parse a line that the command printed.

        The text is kept as it is. Place, problem and remedy are split at its punctuation, so a file name that
        contains ``": "`` can mislead.
        """
        match = re.match(r"(?P<source>.+?)(?::(?P<line>\d+)(?::(?P<column>\d+))?)?: (?P<rest>.+)", text, re.DOTALL)
        rest, source, line, column = text, None, None, None
        if match:
            rest, source = match["rest"], match["source"]
            line = int(match["line"]) if match["line"] else None
            column = int(match["column"]) if match["column"] else None
            if source.startswith("line ") and source[5:].isdigit():
                line, source = int(source[5:]), None
        problem, _, remedy = rest.partition("; ")
        return cls(problem, remedy, source=source, line=line, column=column, text=text)


def _input_error(
    problem: str, remedy: str, source: str | None, line: int | None, column: int | None, code: str | None, text: str
) -> InputError:
    return InputError(problem, remedy, source=source, line=line, column=column, code=code, text=text)


class UsageError(GaitwayError, ValueError):
    """Arguments that conflict, or a value that an argument does not accept.

    Examples
    --------
    >>> try:
    ...     gaitway.classify("Datasets/run", rows="days")
    ... except gaitway.UsageError as error:
    ...     print(error)
    rows is 'days'; give 'stretches', 'windows' or 'changes'
    """


class LibraryError(GaitwayError, RuntimeError):
    """The library or the command is missing, does not fit this package, or failed for a reason other than its input.

    Examples
    --------
    >>> issubclass(gaitway.LibraryError, gaitway.GaitwayError)
    True
    """


class StateError(GaitwayError, RuntimeError):
    """An object that is unusable now: it has ended, another thread is using it, or it belongs to another process.

    Examples
    --------
    >>> recognizer = gaitway.Recognizer()
    >>> reports = recognizer.finish()
    >>> try:
    ...     recognizer.append([0.0], [[0, 0, 9.81]])
    ... except gaitway.StateError:
    ...     print("it has ended")
    it has ended
    """


class MissingPackageError(GaitwayError, ImportError):
    """A package is not installed that an extra of this one brings. The text has the command that installs it.

    Examples
    --------
    >>> try:
    ...     gaitway.Timeline({"items": []}).to_geodataframe()
    ... except gaitway.MissingPackageError as error:  # without geopandas
    ...     print(error)  # doctest: +SKIP
    """


class GaitwayWarning(UserWarning):
    """A unit or a clock of arrays that was found and not stated, or a log that was skipped.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     table = gaitway.classify(np.zeros((500, 3)) + [0, 0, 1], rate=50)
    >>> issubclass(caught[0].category, gaitway.GaitwayWarning)
    True
    """


def warn(text: str) -> None:
    """Warn at the line that called this package."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "gaitway":
        level, frame = level + 1, frame.f_back
    warnings.warn(text, GaitwayWarning, stacklevel=level)
