# SPDX-License-Identifier: Apache-2.0
"""The C library: its functions, and its errors as exceptions.

The names are those of ``gaitway.h``. ctypes releases the interpreter's lock during each call.
"""

from __future__ import annotations

import ctypes
import json
import os
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_void_p
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ._errors import GaitwayError, InputError, LibraryError, StateError, UsageError
from ._layouts import ArrayOptions, Batch, Counts, Fit, LogOptions, RecognizerOptions, Series, Training, Windows

__all__ = ["Handle", "address", "check", "encoded", "lent", "library", "library_path", "take_text"]

#: The version of the interface that this package was written for.
ABI_VERSION = 1

_TEXT = POINTER(c_void_p)
_HANDLE = POINTER(c_void_p)

#: The functions that return a status, and their parameters.
_FUNCTIONS: dict[str, list[Any]] = {
    "gaitway_model_default": [_HANDLE],
    "gaitway_model_create": [c_char_p, c_size_t, c_char_p, _HANDLE],
    "gaitway_model_free": [c_void_p],
    "gaitway_model_name": [c_void_p, _TEXT],
    "gaitway_model_bytes": [c_void_p, POINTER(c_void_p), POINTER(c_size_t)],
    "gaitway_model_estimate": [c_void_p, POINTER(Windows), c_void_p, c_void_p],
    "gaitway_log_open": [c_char_p, POINTER(LogOptions), _HANDLE],
    "gaitway_log_open_bytes": [c_char_p, c_size_t, c_char_p, POINTER(LogOptions), _HANDLE],
    "gaitway_log_open_arrays": [POINTER(Series), c_size_t, POINTER(ArrayOptions), _HANDLE],
    "gaitway_table_columns": [POINTER(c_char_p), c_size_t, _TEXT],
    "gaitway_log_free": [c_void_p],
    "gaitway_log_header": [c_void_p, _TEXT],
    "gaitway_log_repairs": [c_void_p, _TEXT],
    "gaitway_log_end": [c_void_p, POINTER(c_int64)],
    "gaitway_log_needs_speed": [c_void_p, c_void_p, POINTER(c_int32)],
    "gaitway_log_next": [c_void_p, POINTER(Batch)],
    "gaitway_log_read": [c_void_p],
    "gaitway_log_series": [c_void_p, c_int32, POINTER(Series)],
    "gaitway_log_fixes": [c_void_p, POINTER(c_void_p), POINTER(c_size_t)],
    "gaitway_recognizer_create": [c_void_p, POINTER(RecognizerOptions), _HANDLE],
    "gaitway_recognizer_free": [c_void_p],
    "gaitway_recognizer_append": [c_void_p, POINTER(Series), c_size_t],
    "gaitway_recognizer_append_batch": [c_void_p, POINTER(Batch)],
    "gaitway_recognizer_append_log": [c_void_p, c_void_p, c_int32],
    "gaitway_recognizer_finish": [c_void_p],
    "gaitway_recognizer_origin": [c_void_p, POINTER(c_int64), POINTER(c_int32)],
    "gaitway_recognizer_save": [c_void_p, POINTER(c_void_p), POINTER(c_size_t)],
    "gaitway_recognizer_restore": [c_void_p, c_char_p, c_size_t, _HANDLE],
    "gaitway_recognizer_take_reports": [c_void_p, c_void_p, c_size_t, POINTER(c_size_t), POINTER(c_size_t)],
    "gaitway_recognizer_counts": [c_void_p, POINTER(Counts)],
    "gaitway_recognizer_why_unknown": [c_void_p, _TEXT],
    "gaitway_stretches": [c_void_p, c_size_t, c_int64, c_int64, c_int32, c_void_p, POINTER(c_size_t)],
    "gaitway_features": [POINTER(Windows), c_void_p],
    "gaitway_window_stream_create": [_HANDLE],
    "gaitway_window_stream_free": [c_void_p],
    "gaitway_window_stream_append": [c_void_p, POINTER(Series), c_size_t],
    "gaitway_window_stream_append_batch": [c_void_p, POINTER(Batch)],
    "gaitway_window_stream_finish": [c_void_p],
    "gaitway_window_stream_take": [
        c_void_p,
        c_size_t,
        c_void_p,
        c_void_p,
        c_void_p,
        POINTER(c_size_t),
        POINTER(c_size_t),
    ],
    "gaitway_logistic_fit": [POINTER(Training), c_void_p, c_void_p, POINTER(Fit)],
}

#: The words for kinds of fault, by status.
_CODES = {
    20: "unreadable", 21: "empty", 22: "truncated", 23: "malformed", 24: "unsupported", 25: "ambiguous",
    26: "limitExceeded",
}  # fmt: skip
_ARGUMENT, _HANDLE_ERROR, _BUSY, _FORKED, _FINISHED, _ORDER, _VALUE, _LIBRARY = range(1, 9)


def library_path() -> str:
    """The path of the library: ``GAITWAY_LIBRARY``, else the package's own."""
    return os.environ.get("GAITWAY_LIBRARY") or str(Path(__file__).parent / "lib" / "libgaitway.so")


@cache
def library() -> ctypes.CDLL:
    """Load the library once, and check its version.

    Raises
    ------
    LibraryError
        If it is missing, or has another interface.
    """
    path = library_path()
    try:
        loaded = ctypes.CDLL(path)
        loaded.gaitway_abi_version.restype = c_uint32
        version = int(loaded.gaitway_abi_version())
    except (OSError, AttributeError) as error:
        raise LibraryError(
            f"{path}: the library cannot be loaded: {error}; reinstall the wheel for this machine"
        ) from error
    if version != ABI_VERSION:
        raise LibraryError(
            f"{path}: the library has version {version} of its interface, and this package needs {ABI_VERSION}; "
            "install package and library of the same release"
        )
    for name, parameters in _FUNCTIONS.items():
        function = getattr(loaded, name)
        function.argtypes = parameters
        function.restype = c_int32
    for name in ("gaitway_version", "gaitway_error_text", "gaitway_feature_schema"):
        getattr(loaded, name).restype = c_char_p
    for name in ("gaitway_feature_name", "gaitway_feature_unit", "gaitway_feature_formula"):
        getattr(loaded, name).argtypes = [c_size_t]
        getattr(loaded, name).restype = c_char_p
    loaded.gaitway_reason_name.argtypes = [c_int32]
    loaded.gaitway_reason_name.restype = c_char_p
    loaded.gaitway_feature_count.restype = c_size_t
    loaded.gaitway_free.argtypes = [c_void_p]
    loaded.gaitway_free.restype = None
    return loaded


def failure(status: int) -> GaitwayError:
    """The exception for a status that is not 0, with the text of this thread's last error."""
    text = (library().gaitway_error_text() or b"").decode("utf-8", "replace") or f"status {status}"
    if status in _CODES:
        error = InputError.from_text(text)
        error.code = _CODES[status]
        return error
    if status in (_ORDER, _VALUE):
        problem, _, remedy = text.partition("; ")
        return InputError(problem, remedy, code="order" if status == _ORDER else "value", text=text)
    if status == _ARGUMENT:
        return UsageError(text)
    if status in (_BUSY, _FORKED, _FINISHED, _HANDLE_ERROR):
        return StateError(text)
    return LibraryError(text)


def check(status: int) -> None:
    """Raise the exception for a status that is not 0."""
    if status:
        raise failure(status)


def take_text(pointer: c_void_p) -> str | None:
    """Copy and free a text that the library handed out; None for NULL."""
    if not pointer.value:
        return None
    try:
        return ctypes.string_at(pointer.value).decode("utf-8")
    finally:
        library().gaitway_free(pointer)


def encoded(text: str | None, what: str) -> bytes | None:
    """A text for the library."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise UsageError(f"{what} is {text!r}; give a text")
    if "\0" in text:
        raise UsageError(f"{what} contains a NUL character; give a text without one")
    return os.fsencode(text)


class Handle:
    """An object of the library, which is freed with its last reference.

    It belongs to this process: it cannot be pickled, and a forked child cannot use it.
    """

    _create: ClassVar[str]
    _free: ClassVar[str]

    def __init__(self, *arguments: Any) -> None:
        self._pointer = c_void_p()
        made = c_void_p()
        check(getattr(library(), self._create)(*arguments, byref(made)))
        self._pointer = made

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function with this handle."""
        check(getattr(library(), function)(self._pointer, *arguments))

    def text(self, function: str) -> str | None:
        """Call a function that returns a text."""
        pointer = c_void_p()
        self.call(function, byref(pointer))
        return take_text(pointer)

    def json(self, function: str) -> Any:
        """Call a function that returns JSON."""
        return json.loads(self.text(function) or "null")

    def close(self) -> None:
        """Free the object. Further calls do nothing."""
        pointer, self._pointer = self._pointer, c_void_p()
        if pointer.value:
            getattr(library(), self._free)(pointer)

    def __del__(self) -> None:
        # After a failed constructor, or during shutdown, there is nothing to free it with.
        if getattr(self, "_pointer", None) and library is not None:
            self.close()

    def __reduce__(self) -> Any:
        raise StateError(
            f"{type(self).__name__} belongs to the process that made it and cannot be pickled; make one in each process"
        )


def address(array: np.ndarray[Any, Any]) -> int:
    """The address of an array's first element."""
    return int(array.ctypes.data)


def lent(pointer: int | None, shape: tuple[int, ...], strides: tuple[int, ...], kind: Any) -> np.ndarray[Any, Any]:
    """A copy of memory that the library lends."""
    count = shape[0]
    if not count or not pointer:
        return np.empty(shape, kind)
    size = (count - 1) * strides[0] + int(np.dtype(kind).itemsize if len(shape) == 1 else strides[1] * shape[1])
    buffer = (ctypes.c_char * size).from_address(pointer)
    return np.array(np.ndarray(shape, kind, memoryview(buffer).cast("B"), strides=strides), copy=True)
