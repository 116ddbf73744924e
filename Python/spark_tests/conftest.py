# SPDX-License-Identifier: Apache-2.0
"""What the tests share: a Spark on two cores of this machine, and the sample rides."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

DATASETS = Path(os.environ.get("GAITWAY_DATASETS", Path(__file__).parents[2] / "Datasets")).resolve()
RIDES = [
    "car",
    "walk",
    "commute",
    "bike",
    "run",
    "day/motion.csv",
    "labelled/ann-walking.csv",
    "labelled/ben-cycling.csv",
]


def session(master: str, **settings: str) -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(master).appName("gaitway")
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "Europe/Berlin",
        "spark.driver.memory": "2g",
        **settings,
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    made = builder.getOrCreate()
    made.sparkContext.setLogLevel("OFF")
    return made


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    # Four attempts for each task, as a cluster has; local[2] alone gives one.
    made = session("local[2,4]")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def datasets() -> Path:
    return DATASETS
