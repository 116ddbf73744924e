# SPDX-License-Identifier: Apache-2.0
"""Activities of logs as a stage of a pipeline of Spark."""

from __future__ import annotations

import base64
import json
from typing import Any

from pyspark.ml import Transformer
from pyspark.ml.param import Param, Params, TypeConverters
from pyspark.ml.util import DefaultParamsReadable, DefaultParamsWritable
from pyspark.sql import DataFrame

from .._command import PathLike
from .._errors import UsageError
from .._model import Model, as_model
from ._batches import classify, features

__all__ = ["LogTransformer"]

_STAGES = {"classify": classify, "features": features}


class LogTransformer(Transformer, DefaultParamsReadable, DefaultParamsWritable):
    """Turns a DataFrame of logs into activities or features, as a stage of a ``Pipeline``.

    A saved ``PipelineModel`` holds the options and the bytes of the model.

    Parameters
    ----------
    result
        ``"classify"`` or ``"features"``: the function that the stage runs.
    model
        A model or a model file, for ``"classify"``. The default is the built-in model.
    options
        Further options of `gaitway.spark.classify` or `gaitway.spark.features`.

    Raises
    ------
    UsageError
        If the function has no such option.
    """

    result: Param[str] = Param(Params._dummy(), "result", "classify or features", typeConverter=TypeConverters.toString)
    options: Param[str] = Param(
        Params._dummy(), "options", "options of the function, JSON", typeConverter=TypeConverters.toString
    )
    model: Param[str] = Param(
        Params._dummy(),
        "model",
        "bytes of a model file, base64; empty: built-in",
        typeConverter=TypeConverters.toString,
    )

    def __init__(self, result: str = "classify", *, model: Model | PathLike | None = None, **options: Any) -> None:
        super().__init__()
        if result not in _STAGES:
            raise UsageError(f"result is {result!r}; give 'classify' or 'features'")
        known = set(_STAGES[result].__kwdefaults__ or {}) - {"model"}
        for name in options:
            if name not in known:
                raise UsageError(f"{result} has no option {name!r}; it has {', '.join(sorted(known))}")
        if model is not None and result == "features":
            raise UsageError("model does not apply to features; leave it out")
        data = b"" if model is None else as_model(model).to_bytes()
        self._set(result=result, options=json.dumps(options), model=base64.b64encode(data).decode())

    def _transform(self, dataset: DataFrame) -> DataFrame:
        options = json.loads(self.getOrDefault(self.options))
        data = base64.b64decode(self.getOrDefault(self.model))
        if data:
            options["model"] = Model.from_bytes(data)
        made: DataFrame = _STAGES[self.getOrDefault(self.result)](dataset, **options)
        return made
