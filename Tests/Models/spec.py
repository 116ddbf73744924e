# SPDX-License-Identifier: Apache-2.0
"""A Core ML program computed in NumPy: its operations one after the other, in single precision, for many windows at
once."""

from __future__ import annotations

import pathlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import coremltools
    from coremltools.converters.mil.frontend.milproto.load import load

Array = np.ndarray


class Program:
    """An ML program as coremltools' own parser reads it; the parser checks each operation's inputs, types and shapes.

    Parameters
    ----------
    path : pathlib.Path
        The model file.
    """

    def __init__(self, path: pathlib.Path) -> None:
        self.spec = coremltools.models.utils.load_spec(str(path))
        program = load(self.spec, specification_version=self.spec.specificationVersion, file_weights_dir="")
        self.function = program.functions["main"]

    def run(self, inputs: dict[str, Array]) -> dict[str, Array]:
        """What goes out for what comes in, with a first axis for the windows in place of the program's one."""
        values: dict[str, Array] = {name: array.astype(np.float32) for name, array in inputs.items()}
        for operation in self.function.operations:
            if operation.op_type == "const":
                values[operation.outputs[0].name] = operation.outputs[0].val
                continue
            arguments = {
                name: [values[v.name] for v in var] if isinstance(var, (list, tuple)) else values[var.name]
                for name, var in operation.inputs.items()
                if var is not None and (isinstance(var, (list, tuple)) or var.name in values or var.val is None)
            }
            result = OPERATIONS[operation.op_type](arguments)
            values[operation.outputs[0].name] = result
        return {output.name: values[output.name] for output in self.function.outputs}


def binary(function: Callable[[Array, Array], Array]) -> Callable[[dict[str, Any]], Array]:
    """An operation of two values."""
    return lambda a: function(a["x"], a["y"])


def unary(function: Callable[[Array], Array]) -> Callable[[dict[str, Any]], Array]:
    """An operation of one value."""
    return lambda a: function(a["x"])


def reduction(function: Callable[..., Array]) -> Callable[[dict[str, Any]], Array]:
    """A reduction over axes."""
    return lambda a: function(a["x"], axis=tuple(a["axes"]), keepdims=bool(a["keep_dims"]))


def convolve(a: dict[str, Any]) -> Array:
    """Kernels over the last axis, for one channel."""
    (before, after), (dilation,) = a["pad"], a["dilations"]
    padded = np.pad(a["x"][:, 0, :], ((0, 0), (before, after)))
    length = a["x"].shape[2]
    taps = a["weight"].shape[2]
    shifted = np.stack([padded[:, tap * dilation : tap * dilation + length] for tap in range(taps)], axis=1)
    return np.einsum("kt,ntp->nkp", a["weight"][:, 0, :], shifted, dtype=np.float32, optimize=True)


def cut(a: dict[str, Any]) -> Array:
    """A part of each axis."""
    axes = zip(a["begin"], a["end"], a["begin_mask"], a["end_mask"])
    return a["x"][tuple(slice(None if bm else b, None if em else e) for b, e, bm, em in axes)]


def softmax(a: dict[str, Any]) -> Array:
    """Shares of exponentials."""
    exponentials = np.exp(a["x"] - a["x"].max(axis=a["axis"], keepdims=True))
    return exponentials / exponentials.sum(axis=a["axis"], keepdims=True)


def argmax(a: dict[str, Any]) -> Array:
    """The first place of the greatest element."""
    return np.expand_dims(np.argmax(a["x"], axis=a["axis"]), a["axis"])


OPERATIONS: dict[str, Callable[[dict[str, Any]], Array]] = {
    "add": binary(np.add),
    "sub": binary(np.subtract),
    "mul": binary(np.multiply),
    "real_div": binary(np.divide),
    "maximum": binary(np.maximum),
    "minimum": binary(np.minimum),
    "less": binary(np.less),
    "equal": binary(np.equal),
    "not_equal": binary(np.not_equal),
    "logical_and": binary(np.logical_and),
    "matmul": binary(np.matmul),
    "sqrt": unary(np.sqrt),
    "round": unary(np.rint),
    "asin": unary(np.arcsin),
    "log": lambda a: np.log(a["x"] + a["epsilon"]),
    "cast": lambda a: a["x"].astype(np.float32),
    "select": lambda a: np.where(a["cond"], a["a"], a["b"]),
    "reduce_sum": reduction(np.sum),
    "reduce_max": reduction(np.max),
    "reduce_min": reduction(np.min),
    "reduce_argmax": argmax,
    "cumsum": lambda a: np.cumsum(a["x"], axis=a["axis"], dtype=np.float32),
    "topk": lambda a: np.sort(a["x"], axis=a["axis"]),
    "reshape": lambda a: a["x"].reshape((-1, *a["shape"][1:])),
    "slice_by_index": cut,
    "concat": lambda a: np.concatenate(a["values"], axis=a["axis"]),
    "gather": lambda a: np.take(a["x"], a["indices"], axis=a["axis"]),
    "conv": convolve,
    "softmax": softmax,
}
