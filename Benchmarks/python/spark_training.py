# SPDX-License-Identifier: Apache-2.0
"""spark_training.py MANIFEST --root DIR [OPTION...]: a model fitted by Spark beside the one that the command trains.

Both learn one sensor case, total if --case names no other, from the same rides: all, or with --each N the first N of
each data set and activity, with --sets N of the first N data sets, with --seconds S so much of each. Prints both
objectives, and on the windows of these recordings (of the cases slow and linear: on the windows that are learnt from)
how many answers differ, and by how much a probability does. Run by the Python of an environment with the wheel and
pyspark, as .build/spark/venv after `make spark`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"

import gaitway
import gaitway.spark
import numpy as np
import pandas as pd
from gaitway._command import command_path
from numpy.typing import NDArray
from pyspark.sql import SparkSession


def classified(files: list[Path], recordings: list[Path]) -> tuple[int, int, float]:
    """Windows of recordings, how many two models answer differently, and the largest difference of a probability."""
    models = [gaitway.Model(file) for file in files]
    names = [f"probabilities.{one}" for one in gaitway.CLASSES]
    compared, others, largest = 0, 0, 0.0
    for recording in recordings:
        try:
            one, other = (
                gaitway.classify(recording, model=model, rows="windows", smoothing="none") for model in models
            )
        except gaitway.InputError as fault:
            print(f"{recording}: {fault}")
            continue
        compared += len(one)
        others += int((one["activity"].to_numpy() != other["activity"].to_numpy()).sum())
        if len(one):
            differences = np.abs(one[names].to_numpy(float) - other[names].to_numpy(float))
            largest = max(largest, float(np.nan_to_num(differences).max()))
    return compared, others, largest


def scored(files: list[Path], features: NDArray[np.float64]) -> tuple[int, int, float]:
    """The same by the model files' numbers, for windows of a case that the recordings themselves do not have."""

    def probabilities(file: Path) -> NDArray[np.float64]:
        model = json.loads(file.read_text())
        own = model["cases"][0]
        assert not own["kernels"]["numbers"], "kernels need the windows' signals"
        scaling = own["scaling"]
        values = (features - np.array(scaling["mean"])) / np.array(scaling["deviation"])
        z = np.nan_to_num(np.clip(values, -scaling["limit"], scaling["limit"]))
        core = z[:, [model["features"].index(name) for name in own["products"]]]
        first, second = np.triu_indices(core.shape[1])
        inputs = np.hstack([z, np.clip(core[:, first] * core[:, second], -4, 4) / 2])
        logits = inputs @ np.array(own["weights"]).T + np.array(own["intercepts"])
        exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
        shares: NDArray[np.float64] = exponentials / exponentials.sum(axis=1, keepdims=True)
        return shares

    one, other = map(probabilities, files)
    return len(features), int((one.argmax(axis=1) != other.argmax(axis=1)).sum()), float(np.abs(one - other).max())


def main() -> None:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("manifest")
    parser.add_argument("--root", required=True)
    parser.add_argument("--where")
    parser.add_argument("--each", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--sets", type=int)
    parser.add_argument("--penalty", type=float, default=0.003)
    parser.add_argument("--case", choices=["total", "slow", "linear"], default="total")
    parser.add_argument("--tolerance", type=float, help="of the command's fits; Spark's gradients end near 1e-9")
    parser.add_argument("--memory", default="3g")
    options = parser.parse_args()
    case = options.case
    rows = pd.read_csv(options.manifest, dtype=str)
    if options.where:
        column, _, value = options.where.partition("=")
        rows = rows[rows[column] == value]
    if "mode" in rows:
        rows = rows[~rows["mode"].fillna("").str.startswith("unlabelled")]
    if options.sets:
        rows = rows[rows["dataset"].isin(rows["dataset"].unique()[: options.sets])]
    if options.seconds:
        begin = rows["start_s"].astype(float).fillna(0)
        end = rows["end_s"].astype(float).fillna(np.inf).clip(upper=begin + options.seconds)
        rows = rows.assign(end_s=end.map(lambda one: None if np.isinf(one) else repr(one)))
    if options.each:
        rows = rows.groupby(["dataset", "activity"], sort=False).head(options.each).sort_index()
    spark = (
        SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.sql.shuffle.partition"
            "s", "4")
        .config("spark.driver.memory", options.memory).getOrCreate()
    )  # fmt: skip
    spark.sparkContext.setLogLevel("OFF")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        start = time.perf_counter()
        frame = spark.createDataFrame(
            rows.astype(object).where(rows.notna(), None).to_dict("records"),
            ", ".join(f"`{one}` string" for one in rows),
        )
        made = gaitway.spark.training_windows(frame.coalesce(1), root=options.root, case=case)
        made.write.parquet(str(folder / "windows.parquet"))
        windows = spark.read.parquet(str(folder / "windows.parquet"))
        broken = {row.recording for row in windows.where("error IS NOT NULL").select("recording").collect()}
        rows = rows[~rows["recording"].isin(broken)]
        size = sum(one.stat().st_size for one in (folder / "windows.parquet").glob("*.parquet"))
        count = windows.where("number IS NOT NULL").count()
        print(
            f"{len(rows)} rides of {rows['dataset'].nunique()} data sets ({len(broken)} cannot be read), "
            f"{count} windows in {time.perf_counter() - start:.0f} s, {size / count / 1e3:.2f} kB of Parquet a window",
            flush=True,
        )
        rows.to_csv(folder / "manifest.csv", index=False)
        start = time.perf_counter()
        subprocess.run(
            [command_path(), "train", folder / "manifest.csv", "--root", options.root, "--case", case,
             "--penalty", str(options.penalty), *(["--tolerance", str(options.tolerance)] if options.tolerance else []),
             "--output", folder / "ours.json"],
            check=True, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        print(f"gaitway train: {time.perf_counter() - start:.0f} s", flush=True)
        start = time.perf_counter()
        fit = gaitway.spark.train({case: windows}, folder / "exchange.json", penalty=options.penalty)[case]
        subprocess.run(
            [command_path(), "model", "import", folder / "exchange.json", "--output", folder / "theirs.json"],
            check=True,
        )
        print(
            f"gaitway.spark.train: {time.perf_counter() - start:.0f} s, {fit.iterations} iterations of the last fit",
            flush=True,
        )
        ours = json.loads((folder / "ours.json").read_text())["provenance"]["fit"]
        rows_learnt, gradient, objective = (
            ours[f"{case}.{name}"] for name in ("rows", "largest_gradient_entry", "objective")
        )
        print(
            f"rows {int(rows_learnt)} and {fit.rows}; largest gradient entry {gradient:.1e} and "
            f"{fit.largest_gradient_entry:.1e}; "
            f"objective {objective:.9f} and {fit.objective:.9f}, difference {fit.objective - objective:+.1e}"
        )
        files = [folder / "ours.json", folder / "theirs.json"]
        if case == "total":
            compared, others, largest = classified(
                files, [Path(options.root, one) for one in dict.fromkeys(rows["recording"])]
            )
        else:
            compared, others, largest = scored(
                files, np.stack(windows.where("learns").select("features").toPandas()["features"])
            )
        print(f"{compared} windows: {others} other answers, largest difference of a probability {largest:.1e}")
    spark.stop()


if __name__ == "__main__":
    main()
