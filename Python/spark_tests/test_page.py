# SPDX-License-Identifier: Apache-2.0
"""The page's code runs."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import gaitway

PAGE = Path(__file__).parent / "SPARK.md"


def test_the_pages_code_runs(
    spark: SparkSession, datasets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Datasets").symlink_to(datasets)
    (tmp_path / "samples").mkdir()
    names: dict[str, object] = {"spark": spark}
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) == 6
    # Spark's own idea of the working folder is that of its start.
    paths = re.compile(r'"((Datasets|samples|pipeline|\w+\.parquet)[^"]*)"')
    for block in blocks:
        exec(paths.sub(lambda match: repr(os.path.join(tmp_path, match[1])), block), names)
    stretches = spark.read.parquet(str(tmp_path / "stretches.parquet"))
    assert stretches.where("error IS NULL").count() >= 4
    assert spark.read.parquet(str(tmp_path / "windows.parquet")).where("learns").count() > 300
    tables = names["tables"]
    assert isinstance(tables, list)
    expected = gaitway.classify(datasets / "labelled/ann-walking.csv")
    assert tables[0]["activity"].tolist() == expected["activity"].tolist()
