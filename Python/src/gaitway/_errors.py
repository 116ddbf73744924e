"""What goes wrong, as exceptions with the text that the command prints."""

from __future__ import annotations

import re

__all__ = ["GaitwayError", "InputError", "LibraryError", "StateError", "UsageError"]


class GaitwayError(Exception):
    """The base of all errors of this package.

    Attributes
    ----------
    partial
        What there was before the fault, where a log breaks off in the middle: a `Recording` or a table; else None.
    """

    partial: object = None


class InputError(GaitwayError, ValueError):
    """Input that cannot be used: what is wrong, where, and what would be right.

    Its text is one line, the same that the command prints: ``source:line:column: problem; remedy``.

    Parameters
    ----------
    problem
        What is wrong.
    remedy
        What to do about it; may be empty.
    source
        The file, folder or zip entry, as the user named it; None for input without a name.
    line, column
        The place in the source, from 1; None where there is none.
    code
        The kind of fault, a word: ``unreadable``, ``empty``, ``truncated``, ``malformed``, ``unsupported``, ``ambiguous`` or
        ``limitExceeded``; of samples ``order`` or ``value``; None when the command told of the fault, which prints the text alone.
    text
        The whole line, if it is known; put together from the others if not.
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
        """Read the one line that the command prints.

        The text is kept as it is. Place, problem and remedy are told apart by its punctuation, which a file name with
        ``": "`` in it may mislead.
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
    """Options that do not go together, or a value that an option does not take."""


class LibraryError(GaitwayError, RuntimeError):
    """The library or the command is missing, does not fit this package, or failed for a reason other than its input."""


class StateError(GaitwayError, RuntimeError):
    """Something was used that cannot be used now: it has ended, another thread is using it, or it belongs to another process."""
