# SPDX-License-Identifier: Apache-2.0
"""Logs of a DataFrame: the answers are the command's, and a broken log is a row."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import RIDES
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructField, StructType

import gaitway
import gaitway.spark
from gaitway._command import command_path


def paths_of(spark: SparkSession, paths: list[str | None]) -> object:
    return spark.createDataFrame(
        [(one,) for one in paths], StructType([StructField("path", StringType())])
    ).repartition(3)


def in_order(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    return frame.sort_values([*columns]).reset_index(drop=True)


def test_the_answers_are_those_of_the_command(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    rides = [str(datasets / ride) for ride in RIDES]
    done = gaitway.spark.classify(paths_of(spark, rides), rows="changes").toPandas()
    assert done["error"].isna().all()
    for ride in rides:
        stream = tmp_path / "stream.ndjson"
        with stream.open("w") as file:
            subprocess.run([command_path(), "classify", ride, "--format", "ndjson"], stdout=file, check=True)
        expected = gaitway.read_stream(stream)
        own = in_order(done[done["path"] == ride], "delivered", "elapsed")
        assert len(own) == len(expected) > 0
        assert own["activity"].tolist() == expected["activity"].tolist()
        assert own["confidence"].tolist() == expected["confidence"].tolist()
        # The command writes four decimals.
        for name in gaitway.CLASSES:
            np.testing.assert_allclose(own[f"probabilities.{name}"], expected[f"probabilities.{name}"], atol=0.5001e-4)


@pytest.mark.parametrize("rows", ["stretches", "windows"])
def test_bytes_and_paths_give_what_one_process_gives_to_the_last_bit(
    spark: SparkSession, datasets: Path, rows: str
) -> None:
    files = sorted(map(str, (datasets / "labelled").glob("*.csv")))
    files = [file for file in files if not file.endswith("manifest.csv")]
    source = spark.read.format("binaryFile").load(files)
    of_bytes = gaitway.spark.classify(source, rows=rows, keep=["path", "length"]).toPandas()
    of_paths = gaitway.spark.classify(source.select("path"), rows=rows).toPandas()
    for file in files:
        expected = gaitway.classify(file, rows=rows)
        for table in (of_bytes, of_paths):
            own = table[table["path"] == f"file:{file}"]
            own = in_order(own, "elapsed" if rows == "stretches" else "window.from")
            for name in expected.columns.drop("start"):
                left, right = own[name], expected[name]
                same = (left.isna() & right.isna().to_numpy()) | (left.to_numpy() == right.to_numpy())
                assert same.all(), name
        assert (of_bytes[of_bytes["path"] == f"file:{file}"]["length"] == Path(file).stat().st_size).all()


def test_features_are_those_of_one_process(spark: SparkSession, datasets: Path) -> None:
    rides = [str(datasets / ride) for ride in RIDES[:3]]
    table = gaitway.spark.features(paths_of(spark, rides)).toPandas()
    for ride in rides:
        expected = gaitway.windows(ride, samples=False)
        own = in_order(table[table["path"] == ride], "from")
        np.testing.assert_array_equal(own[gaitway.feature_names()].to_numpy(float), expected.features.to_numpy())
        np.testing.assert_array_equal(own["starts_segment"], expected.table["starts_segment"])


def test_a_broken_ride_among_many_is_a_row_with_its_error(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    broken, empty, missing = tmp_path / "broken.csv", tmp_path / "empty.csv", tmp_path / "no-such.csv"
    good = str(datasets / "labelled/ann-walking.csv")
    text = Path(good).read_text().splitlines()
    text[len(text) // 2] = "not, a, line"
    broken.write_text("\n".join(text))
    empty.write_text("")
    rides = [good] * 40 + [str(broken), str(empty), str(missing), None, "s3a://bucket/ride.csv"]
    table = gaitway.spark.classify(paths_of(spark, rides), rows="windows").toPandas()
    expected = gaitway.classify(good, rows="windows")
    assert (table["path"] == good).sum() == 40 * len(expected)
    told = table[table["error"].notna()]
    faults = told.set_index(told["path"].fillna("NULL"))["error"]
    assert set(faults.index) >= {str(empty), str(missing), "NULL", "s3a://bucket/ride.csv"}
    assert "binaryFile" in faults["s3a://bucket/ride.csv"]
    for path in (broken, empty, missing):
        try:
            gaitway.classify(path, rows="windows")
        except gaitway.InputError as error:
            assert faults[str(path)] == str(error)
            before = 0 if error.partial is None else len(error.partial)
            assert (table["path"] == str(path)).sum() == before + 1
        else:
            assert str(path) not in faults


def test_null_bytes_are_a_row(spark: SparkSession, datasets: Path) -> None:
    data = (datasets / "labelled/ann-walking.csv").read_bytes()
    frame = spark.createDataFrame([("a.csv", data), ("b.csv", None), (None, data)], "path string, content binary")
    table = gaitway.spark.classify(frame).toPandas()
    assert table[table["path"] == "a.csv"]["error"].isna().all()
    assert "the bytes are NULL" in table[table["path"] == "b.csv"]["error"].item()
    assert "the path is NULL" in table[table["path"].isna()]["error"].item()


def test_an_empty_frame_gives_an_empty_frame_of_the_same_columns(spark: SparkSession, datasets: Path) -> None:
    none = paths_of(spark, [])
    some = gaitway.spark.classify(paths_of(spark, [str(datasets / "walk")]))
    assert gaitway.spark.classify(none).count() == 0
    assert gaitway.spark.classify(none).schema == some.schema
    assert gaitway.spark.features(none).count() == 0


def test_columns_that_are_missing_or_wrong_are_named(spark: SparkSession) -> None:
    with pytest.raises(gaitway.UsageError, match="no column 'path'; it has ride"):
        gaitway.spark.classify(spark.createDataFrame([("a",)], "ride string"))
    with pytest.raises(gaitway.UsageError, match="no column 'user'"):
        gaitway.spark.classify(spark.createDataFrame([("a",)], "path string"), keep=["user"])
    with pytest.raises(gaitway.UsageError, match="'path' is bigint"):
        gaitway.spark.classify(spark.createDataFrame([(1,)], "path bigint"))
    with pytest.raises(gaitway.UsageError, match="'content' is string"):
        gaitway.spark.features(spark.createDataFrame([("a", "b")], "path string, content string"))
    with pytest.raises(gaitway.UsageError, match="'start' of keep"):
        gaitway.spark.classify(spark.createDataFrame([("a", 1)], "path string, start bigint"), keep=["start"])
    with pytest.raises(gaitway.UsageError, match="smoothing"):
        gaitway.spark.classify(spark.createDataFrame([("a",)], "path string"), smoothing="much")


def test_a_model_file_goes_along(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    ride = str(datasets / "labelled/ann-walking.csv")
    file = tmp_path / "model.json"
    text = (Path(__import__("os").environ["GAITWAY_MODELS"]) / "default.json").read_text()
    file.write_text(text)
    frame = gaitway.spark.classify(paths_of(spark, [ride]), model=file, rows="windows")
    expected = gaitway.classify(ride, rows="windows")
    # The executors do not need the file.
    file.unlink()
    assert frame.toPandas()["probabilities.walking"].tolist() == expected["probabilities.walking"].tolist()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"logger": "much"}, "logger is 'much'"),
        ({"unit": "feet"}, "unit is 'feet'"),
        ({"acceleration": "half"}, "acceleration is 'half'"),
        ({"rate": 0.0}, "rate is 0"),
        ({"rows": "windows", "all_changes": True}, "all_changes is for stretches"),
        ({"prior": {"flying": 0.5}}, "flying"),
        ({"smoothing": "much"}, "smoothing is 'much'"),
    ],
)
def test_options_are_checked_on_the_driver(spark: SparkSession, options: dict[str, Any], message: str) -> None:
    with pytest.raises(gaitway.GaitwayError, match=message):
        gaitway.spark.classify(spark.createDataFrame([], "path string"), **options)
