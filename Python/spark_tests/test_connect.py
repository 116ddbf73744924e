# SPDX-License-Identifier: Apache-2.0
"""Spark Connect: a client without a Java machine of its own does what a driver does."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import gaitway
import gaitway.spark
from gaitway._command import command_path

PENALTY = 0.1


def test_a_client_classifies_and_trains(datasets: Path, tmp_path: Path) -> None:
    # A process has either kind of session.
    done = subprocess.run([sys.executable, __file__, datasets, tmp_path], text=True, capture_output=True, timeout=900)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-6000:]
    told = json.loads(done.stdout.splitlines()[-1])
    assert "connect" in told["session"]
    assert told["activities"] == sorted(set(gaitway.classify(datasets / "run")["activity"]))
    assert told["streamed"] > 1
    assert told["faults"] == ["value"]
    rides, ours, made = datasets / "labelled", tmp_path / "ours.json", tmp_path / "made.json"
    arguments = ["--where", "user=ann", "--case", "total", "--penalty", PENALTY, "--output", ours]
    subprocess.run([command_path(), "train", rides / "manifest.csv", *map(str, arguments)], check=True)
    subprocess.run([command_path(), "model", "import", tmp_path / "exchange.json", "--output", made], check=True)
    fit = json.loads(ours.read_text())["provenance"]["fit"]
    assert told["rows"] == fit["total.rows"]
    assert told["objective"] == pytest.approx(fit["total.objective"], abs=1e-6)


def main(datasets: Path, folder: Path) -> None:
    from test_live import SCHEMA, end_of, samples_of

    spark = SparkSession.builder.remote("local[2]").getOrCreate()
    spark.conf.set("spark.sql.shuffle.partitions", "2")
    logs = spark.createDataFrame([(str(datasets / "run"),)], "path string")
    activities = [line.activity for line in gaitway.spark.classify(logs).select("activity").distinct().collect()]

    ride = samples_of("a", gaitway.read(datasets / "labelled/ann-walking.csv"))
    rows = [*ride.astype(object).itertuples(index=False, name=None), ("a", "acceleration", 10**18, 1e5, 0.0, 0.0)]
    rows += end_of("a", ride).astype(object).itertuples(index=False, name=None)
    spark.createDataFrame(rows, SCHEMA).write.json(str(folder / "samples"))
    stream = gaitway.spark.classify_stream(spark.readStream.schema(SCHEMA).json(str(folder / "samples")), timeout=None)
    (
        stream.writeStream.format("parquet").option("checkpointLocation", str(folder / "checkpoint"))
        .trigger(availableNow=True).start(str(folder / "reports")).awaitTermination()
    )  # fmt: skip
    reports = spark.read.parquet(str(folder / "reports"))

    manifest = spark.read.csv(str(datasets / "labelled/manifest.csv"), header=True).where("user = 'ann'")
    gaitway.spark.training_windows(manifest, root=str(datasets / "labelled")).write.parquet(str(folder / "windows"))
    windows = spark.read.parquet(str(folder / "windows"))
    fit = gaitway.spark.train(windows, folder / "exchange.json", penalty=PENALTY)["total"]
    told = {
        "session": type(spark).__module__,
        "activities": sorted(activities),
        "streamed": reports.where("error IS NULL").count(),
        "faults": [line.code for line in gaitway.spark.faults(reports).collect()],
        "objective": fit.objective,
        "rows": fit.rows,
    }
    print(json.dumps(told))
    spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
