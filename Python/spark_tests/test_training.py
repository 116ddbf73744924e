# SPDX-License-Identifier: Apache-2.0
"""A model fitted by Spark is the one that the command trains: the same objective, the same answers."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from pyspark.sql import DataFrame, SparkSession

import gaitway
import gaitway.spark
from gaitway._command import command_path
from gaitway.spark._folds import Ride, folds

PENALTY = 0.1
# Between the intercept of a class that no ride has, -50, and those that are learnt.
UNLEARNT = -49


def command(*arguments: object, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([command_path(), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not check, done.stderr
    return done


@pytest.fixture(scope="module")
def manifest(datasets: Path) -> Path:
    return datasets / "labelled/manifest.csv"


@pytest.fixture(scope="module")
def windows(spark: SparkSession, manifest: Path, tmp_path_factory: pytest.TempPathFactory) -> DataFrame:
    rows = spark.read.csv(str(manifest), header=True)
    made = gaitway.spark.training_windows(rows, root=str(manifest.parent))
    folder = str(tmp_path_factory.mktemp("windows") / "windows.parquet")
    made.write.parquet(folder)
    return spark.read.parquet(folder)


@pytest.fixture(scope="module")
def models(windows: DataFrame, manifest: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, Any]:
    """The command's model, that of Spark, and how Spark's fit went."""
    folder = tmp_path_factory.mktemp("models")
    ours, exchange, imported = folder / "ours.json", folder / "exchange.json", folder / "imported.json"
    command("train", manifest, "--case", "total", "--penalty", PENALTY, "--output", ours)
    fits = gaitway.spark.train(windows, exchange, penalty=PENALTY)
    command("model", "import", exchange, "--output", imported)
    return ours, imported, fits["total"]


def test_windows_are_those_that_the_command_learns_from(windows: DataFrame, manifest: Path, tmp_path: Path) -> None:
    command("train", manifest, "--case", "total", "--windows-only", "--output", tmp_path / "windows.npy")
    expected = np.load(tmp_path / "windows.npy")
    own = windows.orderBy("row", "part", "number").toPandas()
    assert len(own) == len(expected) > 300
    np.testing.assert_array_equal(np.stack(own["features"]), expected["features"])
    assert [bytes(one) for one in own["signals"]] == [one.tobytes() for one in expected["signals"]]
    np.testing.assert_array_equal(own["learns"], expected["learns"] == 1)


def test_the_objective_is_the_commands(models: tuple[Path, Path, Any]) -> None:
    ours, imported, fit = models
    trained, made = (
        json.loads(ours.read_text())["provenance"]["fit"],
        json.loads(imported.read_text())["provenance"]["fit"],
    )
    assert trained["total.penalty"] == made["total.penalty"] == PENALTY
    assert trained["total.rows"] == made["total.rows"] == fit.rows
    assert fit.objective == pytest.approx(trained["total.objective"], abs=1e-6)
    assert fit.largest_gradient_entry < 1e-4


def test_scales_kernels_and_what_was_chosen_are_the_commands(models: tuple[Path, Path, Any]) -> None:
    ours, imported = (json.loads(one.read_text()) for one in models[:2])
    one, other = ours["cases"][0], imported["cases"][0]
    for name in ("mean", "deviation"):
        np.testing.assert_allclose(one["scaling"][name], other["scaling"][name], atol=1e-6, rtol=1e-9)
        np.testing.assert_allclose(one["kernels"][name], other["kernels"][name], atol=2e-7)
    assert one["kernels"]["numbers"] == other["kernels"]["numbers"]
    assert one["kernels"]["thresholds"] == other["kernels"]["thresholds"]
    np.testing.assert_allclose(
        np.concatenate(one["distance"]["whitening"]), np.concatenate(other["distance"]["whitening"]), atol=1e-4
    )
    np.testing.assert_allclose(one["weights"], other["weights"], atol=2e-3)
    # A class that no ride has is out of reach in both; the others' intercepts sum to zero.
    learnt = [value > UNLEARNT for value in one["intercepts"]]
    assert [value > UNLEARNT for value in other["intercepts"]] == learnt
    assert sum(learnt) > 1
    assert sum(value for value in other["intercepts"] if value > UNLEARNT) == pytest.approx(0, abs=1e-5)
    assert ours["smoothing"]["evidence"] == imported["smoothing"]["evidence"]
    assert ours["smoothing"]["stay"] == pytest.approx(imported["smoothing"]["stay"], abs=1e-6)
    assert one["confidence"] == pytest.approx(other["confidence"], abs=2e-2)
    assert ours["provenance"]["data_sets"] == imported["provenance"]["data_sets"]
    assert ours["provenance"]["windows"] == imported["provenance"]["windows"]


def test_the_answers_do_not_differ(models: tuple[Path, Path, Any], datasets: Path) -> None:
    ours, imported = gaitway.Model(models[0]), gaitway.Model(models[1])
    for ride in ("car", "walk", "commute", "bike", "run", "labelled/ann-walking.csv", "labelled/dan-automotive.csv"):
        one = gaitway.classify(datasets / ride, model=ours, rows="windows", smoothing="none")
        other = gaitway.classify(datasets / ride, model=imported, rows="windows", smoothing="none")
        assert one["activity"].tolist() == other["activity"].tolist()
        names = [f"probabilities.{name}" for name in gaitway.CLASSES]
        np.testing.assert_allclose(one[names].to_numpy(), other[names].to_numpy(), atol=5e-3)


def test_rides_of_one_length_are_left_out_with_the_same_others(manifest: Path, tmp_path: Path) -> None:
    rows = pd.read_csv(manifest, dtype=str).drop(columns=["start_s", "end_s"])
    rows["recording"] = [str(manifest.parent / name) for name in rows["recording"]]
    # Groups whose hours differ in the last bit only.
    rows["dataset"] = [f"set {place}" for place, size in enumerate([6, 2, 1, 4, 4, 3]) for _ in range(size)]
    rows.to_csv(tmp_path / "manifest.csv", index=False)
    command(
        "evaluate",
        tmp_path / "manifest.csv",
        "--cross-validate",
        "dataset",
        "--penalty",
        1,
        "--json",
        tmp_path / "figures.json",
    )
    expected = json.loads((tmp_path / "figures.json").read_text())["folds"]
    count = sum(fold["windows"] for fold in expected) // len(rows)
    columns = (rows[name].tolist() for name in ("dataset", "user", "activity"))
    rides = [
        Ride(place, 0, *names, windows=count, learning=count) for place, names in enumerate(zip(*columns, strict=True))
    ]
    made: dict[int, set[str]] = {}
    for ride, fold in zip(rides, folds(rides, False) or [], strict=True):
        made.setdefault(fold, set()).add(ride.data_set)
    assert [made[fold] for fold in sorted(made)] == [set(fold["held_out"]) for fold in expected]


def test_a_ride_that_cannot_be_read_is_a_row(spark: SparkSession, datasets: Path) -> None:
    rows = spark.createDataFrame(
        [("ann-walking.csv", "walking"), ("no-such.csv", "walking"), ("ann-running.csv", "juggling")],
        "recording string, activity string",
    )
    made = gaitway.spark.training_windows(rows, root=str(datasets / "labelled")).toPandas()
    faults = made[made["error"].notna()].set_index("recording")["error"]
    assert "no-such.csv" in faults["no-such.csv"]
    assert "juggling" in faults["ann-running.csv"]
    assert (made["recording"] == "ann-walking.csv").sum() > 20


def test_what_cannot_be_learnt_from(spark: SparkSession, windows: DataFrame, tmp_path: Path) -> None:
    with pytest.raises(gaitway.UsageError, match="the cases are fast"):
        gaitway.spark.train({"fast": windows}, tmp_path / "m.json")
    with pytest.raises(gaitway.InputError, match="one class only"):
        gaitway.spark.train(windows.where("activity = 'walking'"), tmp_path / "m.json", tune=False)
    with pytest.raises(gaitway.InputError, match="no window is of the case total"):
        gaitway.spark.train(windows.where("activity = 'nothing'"), tmp_path / "m.json")


def _without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda part: part.pop(key)


BAD: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ("version 2 is not supported", lambda d: d.update(version=2)),
    ('not a file of kind "model-exchange"', lambda d: d.update(gaitway="activity-model")),
    ('schema is "motion-9"', lambda d: d.update(schema="motion-9")),
    ("classes are not those", lambda d: d["classes"].reverse()),
    ('the file has no field "name"', _without("name")),
    ("cases is empty", lambda d: d.update(cases=[])),
    ('cases[1] repeats the sensor case "total"', lambda d: d["cases"].append(d["cases"][0])),
    ('cases[0].case is "fast"', lambda d: d["cases"][0].update(case="fast")),
    ('cases[0] has no field "intercepts"', lambda d: d["cases"][0].pop("intercepts")),
    ("cases[0].weights has 5 rows; it must have 6", lambda d: d["cases"][0]["weights"].pop()),
    ("cases[0].weights[2] has", lambda d: d["cases"][0]["weights"][2].pop()),
    ("cases[0].weights[1][7] is not a number", lambda d: d["cases"][0]["weights"][1].__setitem__(7, None)),
    ("has a weight larger than", lambda d: d["cases"][0]["weights"][1].__setitem__(7, 1e9)),
    ("cases[0].mean has 1 numbers", lambda d: d["cases"][0].update(mean=[1])),
    ("cases[0].deviation[0] is 0.0; it must be above 0", lambda d: d["cases"][0]["deviation"].__setitem__(0, 0)),
    ("cases[0].kernels.mean has", lambda d: d["cases"][0]["kernels"]["mean"].pop()),
    (
        "cases[0].kernels has the number of a kernel",
        lambda d: d["cases"][0]["kernels"]["numbers"].__setitem__(-1, 10**6),
    ),
    ("cases[0].products names a feature", lambda d: d["cases"][0].update(products=["charm"])),
    ("cases[0].distance.covariance", lambda d: d["cases"][0]["distance"]["covariance"][0].__setitem__(0, -1e9)),
    ("smoothing.stay is 1.0; it must be between", lambda d: d["smoothing"].update(stay=1)),
    ("cases[0].confidence.medium is 0.9", lambda d: d["cases"][0].update(confidence={"medium": 0.9, "high": 0.5})),
]


@pytest.fixture(scope="module")
def exchange(windows: DataFrame, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("exchange") / "exchange.json"
    gaitway.spark.train(windows.where("user = 'ann'"), path, tune=False)
    return path.read_text()


def test_what_is_wrong_with_an_exchanged_model_is_named(exchange: str, tmp_path: Path) -> None:
    file, model = tmp_path / "exchange.json", tmp_path / "model.json"
    for text, spoil in BAD:
        document = json.loads(exchange)
        spoil(document)
        file.write_text(json.dumps(document))
        done = command("model", "import", file, "--output", model, check=False)
        assert done.returncode == 3, (text, done.stderr)
        assert text in done.stderr, (text, done.stderr)
        assert done.stderr.startswith(f"gaitway: {file}:")
        assert not model.exists()
    for text in (exchange[: len(exchange) // 2], exchange.replace('"intercepts": [', '"intercepts": [NaN, '), "", "[]"):
        file.write_text(text)
        assert command("model", "import", file, "--output", model, check=False).returncode == 3
    file.write_text(exchange)
    command("model", "import", file, "--output", model)
    command("model", "verify", model)
    assert command("model", "import", file, "--output", model, check=False).returncode != 0
    assert os.path.getsize(model) > 10_000


def test_what_is_wrong_with_scored_windows_is_named(tmp_path: Path) -> None:
    table = tmp_path / "scored.csv"
    head = (
        "penalty,ride,window,start,data_set,fold,truth,refused,distance,speed,"
        "stationary,walking,running,cycling,automotive,none\n"
    )
    row = "0.01,0,1,0,0,0,walking,0,1,,0.1,0.5,0.1,0.1,0.1,0.1\n"
    for text, problem in (
        (head.replace("fold,", ""), "the column fold is missing"),
        (head, "there are no windows"),
        (head + row.replace("walking", "juggling"), ':2:7: truth is "juggling"'),
        (head + row.replace(",1,,0.1", ",nan,,0.1"), 'distance "nan" is not a number'),
        (head + row.replace("0.5", "1.5"), 'walking "1.5" is out of range'),
        (head + row + row.replace("0.01,", "0.02,", 1) * 2, "different numbers of windows"),
    ):
        table.write_text(text)
        done = command("model", "tune", table, "--output", "-", check=False)
        assert done.returncode == 3, done.stderr
        assert problem in done.stderr
