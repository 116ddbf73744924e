# SPDX-License-Identifier: Apache-2.0
"""Logs as a stage of a pipeline that is saved and loaded."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from pyspark.ml import Pipeline, PipelineModel
from pyspark.ml.feature import SQLTransformer
from pyspark.sql import SparkSession

import gaitway
import gaitway.spark


def test_a_saved_pipeline_gives_the_same(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    logs = spark.createDataFrame([(str(datasets / "run"),), (str(datasets / "walk"),)], "path string")
    stage = gaitway.spark.LogTransformer(model=gaitway.Model(), rows="windows", smoothing="causal")
    walking = SQLTransformer(statement="SELECT path, `window.from`, activity FROM __THIS__ WHERE activity = 'walking'")
    fitted = Pipeline(stages=[stage, walking]).fit(logs)
    fitted.save(str(tmp_path / "pipeline"))
    loaded = PipelineModel.load(str(tmp_path / "pipeline"))
    first, second = fitted.transform(logs).toPandas(), loaded.transform(logs).toPandas()
    order = ["path", "window.from"]
    pd.testing.assert_frame_equal(first.sort_values(order).reset_index(drop=True),
                                  second.sort_values(order).reset_index(drop=True))  # fmt: skip
    table = gaitway.classify(datasets / "walk", rows="windows", smoothing="causal")
    assert len(second[second["path"].str.endswith("walk")]) == (table["activity"] == "walking").sum() > 0
    counted = gaitway.spark.LogTransformer("features").transform(logs).count()
    assert counted == sum(len(gaitway.windows(datasets / one, samples=False)) for one in ("run", "walk"))


def test_options_are_checked_when_the_stage_is_made() -> None:
    with pytest.raises(gaitway.UsageError, match="classify has no option 'speed'"):
        gaitway.spark.LogTransformer(speed=1)
    with pytest.raises(gaitway.UsageError, match="result is 'much'"):
        gaitway.spark.LogTransformer("much")
    with pytest.raises(gaitway.UsageError, match="model does not apply"):
        gaitway.spark.LogTransformer("features", model=gaitway.Model())
