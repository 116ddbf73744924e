"""Models of activities."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ._command import PathLike
from ._errors import InputError
from ._library import Handle, address, library
from ._stream import CLASSES
from ._texts import texts
from ._windows import as_windows

__all__ = ["Model", "as_model"]


class _ModelHandle(Handle):
    _create = "gaitway_model_create"
    _free = "gaitway_model_free"


class _DefaultModelHandle(Handle):
    _create = "gaitway_model_default"
    _free = "gaitway_model_free"


class Model:
    """A trained model: the built-in one, or a file that ``gaitway train`` wrote.

    Any number of threads may use one model at once.

    Parameters
    ----------
    path
        A model file. The default is the built-in model.

    Raises
    ------
    InputError
        If the file is unreadable, or its version is unknown.
    """

    def __init__(self, path: PathLike | None = None) -> None:
        self.path = None if path is None else os.fspath(path)
        self._data: bytes | None = None
        if self.path is not None:
            try:
                self._data = Path(self.path).read_bytes()
            except OSError as error:
                raise InputError(
                    f"cannot be read: {error.strerror}",
                    "check the path and its permissions",
                    source=self.path,
                    code="unreadable",
                ) from error
        self._open()

    def _open(self) -> None:
        if self._data is None:
            self._handle: Handle = _DefaultModelHandle()
        else:
            self._handle = _ModelHandle(self._data, len(self._data), os.fsencode(self.path or ""))
        self._process = os.getpid()

    @property
    def handle(self) -> Handle:
        """The library's model in this process. A child process makes its own."""
        if self._process != os.getpid():
            self._open()
        return self._handle

    @property
    def name(self) -> str:
        """The name that the model got in training."""
        return self.handle.text("gaitway_model_name") or ""

    def estimate(
        self,
        windows: ArrayLike,
        *,
        linear: bool = False,
        follows: bool = False,
        pressure_spread: ArrayLike | None = None,
    ) -> pd.DataFrame:
        """Return the probabilities of windows, each on its own.

        Parameters
        ----------
        windows
            As `features` takes them.
        linear, follows, pressure_spread
            As `features` takes them.

        Returns
        -------
        pandas.DataFrame
            A column for each of ``stationary`` ... ``none``, and ``reason``. A row without an estimate has a reason,
            and NaN in the others.
        """
        given, array, spread = as_windows(windows, linear=linear, follows=follows, pressure_spread=pressure_spread)
        probabilities, reasons = np.empty((given.count, len(CLASSES))), np.zeros(given.count, np.uint8)
        self.handle.call("gaitway_model_estimate", given, address(probabilities), address(reasons))
        del array, spread
        frame = pd.DataFrame(probabilities, columns=list(CLASSES))
        frame["reason"] = texts(reason_words(reasons))
        return frame

    def __repr__(self) -> str:
        return "Model()" if self.path is None else f"Model({self.path!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        # The bytes are pickled, as another machine may not have the file.
        return (_of_bytes, (self.path, self._data))


def _of_bytes(path: str | None, data: bytes | None) -> Model:
    model = Model.__new__(Model)
    model.path, model._data = path, data
    model._open()
    return model


@cache
def _default() -> Model:
    return Model()


def as_model(model: Model | PathLike | None) -> Model:
    """A model from a model, a file or None (the built-in one)."""
    if model is None:
        return _default()
    return model if isinstance(model, Model) else Model(model)


@cache
def _reason_names() -> list[str | None]:
    names = [library().gaitway_reason_name(reason) for reason in range(256)]
    return [name.decode() if name else None for name in names]


def reason_words(reasons: Any) -> list[str | None]:
    """The words of reasons given as numbers."""
    names = _reason_names()
    return [names[reason] for reason in reasons]
