# SPDX-License-Identifier: Apache-2.0
"""What is lost when a worker or an executor dies: nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pyspark.sql import DataFrame, SparkSession

import gaitway
import gaitway.spark


def killing_once(marker: Path, victim: Callable[[], int]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A step that passes batches on, and in the middle of the first task kills a process."""

    def step(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield batch
            try:
                os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            os.kill(victim(), signal.SIGKILL)
            signal.pause()

    return step


def own_executor() -> int:
    """The Java machine that this Python worker, or the daemon that forked it, serves."""
    process = os.getpid()
    while "java" not in os.readlink(f"/proc/{process}/exe"):
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return process


def rides(spark: SparkSession, datasets: Path, count: int) -> DataFrame:
    ride = str(datasets / "labelled/ann-walking.csv")
    return spark.createDataFrame([(ride, number) for number in range(count)], "path string, number int").repartition(4)


def check(spark: SparkSession, datasets: Path, marker: Path, victim: Callable[[], int]) -> None:
    count = 24
    frame = rides(spark, datasets, count)
    done = gaitway.spark.classify(
        frame.mapInArrow(killing_once(marker, victim), frame.schema), keep=["number"], rows="windows"
    )
    table = done.toPandas()
    assert marker.exists()
    expected = gaitway.classify(str(datasets / "labelled/ann-walking.csv"), rows="windows")
    assert table["error"].isna().all()
    assert (table["number"].value_counts() == len(expected)).all()
    assert table["number"].nunique() == count
    for _, own in table.groupby("number"):
        assert own.sort_values("window.from")["activity"].tolist() == expected["activity"].tolist()


def test_a_python_worker_that_is_killed_loses_nothing(spark: SparkSession, datasets: Path, tmp_path: Path) -> None:
    check(spark, datasets, tmp_path / "killed", os.getpid)


def test_an_executor_that_is_killed_loses_nothing(datasets: Path, tmp_path: Path) -> None:
    # Executors of their own need a session of their own, and a process has one.
    done = subprocess.run(
        [sys.executable, __file__, datasets, tmp_path / "killed"], text=True, capture_output=True, timeout=240
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "executors: 2, then another" in done.stdout


def main(datasets: Path, marker: Path) -> None:
    from conftest import session

    spark = session(
        "local-cluster[2,1,1024]",
        **{"spark.executor.memory": "1g", "spark.executorEnv.PYTHONPATH": str(Path(__file__).parent)},
    )

    def executors() -> set[str]:
        ids = spark.range(40, numPartitions=40).mapInPandas(identified, "executor string").distinct().collect()
        return {row.executor for row in ids}

    before = executors()
    check(spark, datasets, marker, own_executor)
    after = executors()
    assert len(before) == 2
    assert after - before, (before, after)
    print(f"executors: {len(before)}, then another")
    spark.stop()


def identified(frames: Iterator[Any]) -> Iterator[Any]:
    import time

    import pandas as pd

    for _ in frames:
        # So long that both executors get a part.
        time.sleep(0.05)
        yield pd.DataFrame({"executor": [str(own_executor())]})


if __name__ == "__main__":
    import test_deaths

    test_deaths.main(Path(sys.argv[1]), Path(sys.argv[2]))
