# SPDX-License-Identifier: Apache-2.0
"""Models of activities."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import byref, c_size_t, c_void_p, string_at
from functools import cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from ._command import PathLike, operand, option, run
from ._errors import InputError
from ._lazy import pd
from ._library import Handle, address, library
from ._stream import CLASSES
from ._texts import texts
from ._windows import as_windows, paired

__all__ = ["Model", "as_model", "model_file"]


class _ModelHandle(Handle):
    _create = "gaitway_model_create"
    _free = "gaitway_model_free"


class _DefaultModelHandle(Handle):
    _create = "gaitway_model_default"
    _free = "gaitway_model_free"


class Model:
    """A trained model: the built-in one, a model file, or what `train` or `ActivityClassifier.to_model` made.

    `classify`, `Recognizer`, `evaluate` and the command take it. Any number of threads may use one model at once.

    Parameters
    ----------
    path
        A model file. The default is the built-in model.

    Raises
    ------
    InputError
        If the file is unreadable, or its version is unknown.

    Attributes
    ----------
    path
        The file, or None.
    notes
        Lines that the command wrote to standard error in training.

    Examples
    --------
    >>> gaitway.Model().name.startswith("default-")
    True
    """

    def __init__(self, path: PathLike | None = None) -> None:
        self.path = None if path is None else os.fspath(path)
        self.notes: list[str] = []
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

    def _open(self, name: str | None = None) -> None:
        if self._data is None:
            self._handle: Handle = _DefaultModelHandle()
        else:
            self._handle = _ModelHandle(self._data, len(self._data), os.fsencode(name or self.path or "the model"))
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

    @classmethod
    def load(cls, path: PathLike) -> Model:
        """Read a model file.

        Parameters
        ----------
        path
            A file that `save`, `train` or the command wrote.

        Returns
        -------
        Model
            The model in it.

        Raises
        ------
        InputError
            If the file is unreadable, or its version is unknown.

        Examples
        --------
        >>> gaitway.Model().save("mine.json")
        >>> gaitway.Model.load("mine.json").name == gaitway.Model().name
        True
        """
        return cls(path)

    @classmethod
    def from_bytes(cls, data: bytes, name: str = "the model") -> Model:
        """Read the bytes of a model file.

        Parameters
        ----------
        data
            The bytes.
        name
            The name of the model in errors.

        Returns
        -------
        Model
            The model.

        Raises
        ------
        InputError
            If the bytes are not a model file.

        Examples
        --------
        >>> gaitway.Model.from_bytes(gaitway.Model().to_bytes()).name == gaitway.Model().name
        True
        """
        return _of_bytes(None, bytes(data), name)

    def to_bytes(self) -> bytes:
        """Return the bytes of its model file.

        Examples
        --------
        >>> gaitway.Model().to_bytes()[:1]
        b'{'
        """
        if self._data is not None:
            return self._data
        pointer, size = c_void_p(), c_size_t()
        self.handle.call("gaitway_model_bytes", byref(pointer), byref(size))
        try:
            return string_at(pointer.value or 0, size.value)
        finally:
            library().gaitway_free(pointer)

    def save(self, path: PathLike, *, force: bool = False) -> None:
        """Write the model to a file, which ``gaitway classify --model`` and `load` read.

        Parameters
        ----------
        path
            The file.
        force
            Replace an existing file.

        Raises
        ------
        InputError
            If the file exists or cannot be written.

        Examples
        --------
        >>> gaitway.Model().save("model.json")
        >>> gaitway.Model.load("model.json").name == gaitway.Model().name
        True
        """
        target = Path(path)
        try:
            with target.open("wb" if force else "xb") as file:
                file.write(self.to_bytes())
        except FileExistsError as error:
            raise InputError("exists", "give another path, or set force", source=str(target)) from error
        except OSError as error:
            raise InputError(
                f"cannot be written: {error.strerror}",
                "check the path and its permissions",
                source=str(target),
                code="unreadable",
            ) from error

    def export(
        self,
        path: PathLike,
        *,
        format: Literal["onnx", "coreml", "c"],
        input: Literal["windows", "features"] = "windows",
        case: Literal["total", "fast", "slow", "linear"] = "total",
        force: bool = False,
    ) -> None:
        """Write the model as ONNX, for Core ML or as C source, with the command.

        Parameters
        ----------
        path
            The file.
        format
            ``onnx``, ``coreml`` or ``c``.
        input
            What the exported model takes: ``windows`` of 128 samples at 25 Hz, or rows of ``features``.
        case
            The sensor case to export.
        force
            Replace an existing file.

        Raises
        ------
        InputError
            If the file exists or cannot be written.
        UsageError
            If the format has no such input or case.

        Examples
        --------
        >>> gaitway.Model().export("gaitway.onnx", format="onnx")
        """
        words = option("--format", format) + option("--from", input) + option("--case", case)
        with model_file(self) as file:
            run(["model", "export", file or "default", *words, *option("--force", force), "--output", operand(path)])

    @property
    def document(self) -> dict[str, Any]:
        """The fields of its model file, such as ``provenance``."""
        document: dict[str, Any] = json.loads(self.to_bytes())
        return document

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
            and NaN in the others. The reason of acceleration with gravity that does not change is ``dead-sensor``.

        Examples
        --------
        >>> rest = np.zeros((1, 128, 3)) + [0, 0, 9.81]
        >>> gaitway.Model().estimate(rest)["reason"].tolist()
        ['dead-sensor']
        >>> rest[0, 0, 2] += 0.05
        >>> gaitway.Model().estimate(rest)["stationary"].round(1).tolist()
        [1.0]
        """
        with_history = paired(windows)
        if with_history is not None:
            joined: pd.DataFrame = with_history.joined(
                lambda part, follows, spread: self.estimate(
                    part, linear=linear, follows=follows, pressure_spread=spread
                ),
                pressure_spread,
            )
            return joined
        given, array, spread = as_windows(windows, linear=linear, follows=follows, pressure_spread=pressure_spread)
        probabilities, reasons = np.empty((given.count, len(CLASSES))), np.zeros(given.count, np.uint8)
        self.handle.call("gaitway_model_estimate", given, address(probabilities), address(reasons))
        del array, spread
        frame = pd.DataFrame(probabilities, columns=list(CLASSES))
        frame["reason"] = texts(reason_words(reasons))
        return frame

    def __repr__(self) -> str:
        if self.path is not None:
            return f"Model({self.path!r})"
        return "Model()" if self._data is None else f"<Model {self.name!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # The bytes are pickled, as another machine may not have the file.
        return (_of_bytes, (self.path, self._data))


def _of_bytes(path: str | None, data: bytes | None, name: str | None = None) -> Model:
    model = Model.__new__(Model)
    model.path, model._data, model.notes = path, data, []
    model._open(name)
    return model


@contextmanager
def model_file(model: Model | PathLike | None) -> Iterator[str | None]:
    """The path of a model's file for the command; None for the built-in model."""
    if not isinstance(model, Model):
        yield None if model is None else os.fspath(model)
    elif model._data is None:
        yield None
    else:
        # The bytes in memory count, as the file may have changed.
        with tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
            path = Path(folder, "model.json")
            path.write_bytes(model._data)
            yield str(path)


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
