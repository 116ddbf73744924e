# SPDX-License-Identifier: Apache-2.0
"""The features of labelled rides: the same values in each format of the command, and in Python."""

from __future__ import annotations

import shutil

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import gaitway

FACTS = ["recording", "user", "dataset", "activity", "case"]


@pytest.fixture(scope="module")
def manifest(datasets, tmp_path_factory):
    """Rides with names in other letters, with and without a gyroscope, and one that is too slow for every model."""
    folder = tmp_path_factory.mktemp("rides")
    shutil.copy(datasets / "labelled" / "ann-walking.csv", folder / "Größe, 100 % \N{BICYCLE}.csv")
    shutil.copy(datasets / "labelled" / "ben-cycling.csv", folder / "ben.csv")
    time = np.arange(0, 60, 0.25)
    still = pd.DataFrame({"time": time, "x": np.sin(time), "y": np.cos(time), "z": 9.81})
    still.to_csv(folder / "slow.csv", index=False)
    path = folder / "manifest.csv"
    path.write_text(
        "recording,activity,dataset,user,acceleration,unit\n"
        '"Größe, 100 % \N{BICYCLE}.csv",walking,Straße,Änne,total,m/s^2\n'
        "ben.csv,cycling,NA,None,total,m/s^2\nslow.csv,stationary,NA,,total,m/s^2\n",
        encoding="utf-8",
    )
    return path


@pytest.fixture(scope="module")
def written(manifest, command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("windows")
    for name in ("windows.csv", "windows.parquet"):
        done = command("features", manifest, "--output", folder / name)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def csv(written):
    cells = pd.read_csv(written / "windows.csv", dtype=str, keep_default_na=False)
    assert list(cells) == [*FACTS, "start_s", *gaitway.feature_names()]
    assert len(cells) > 40
    return cells


def test_parquet_has_the_values_of_csv(written, csv):
    table = pq.read_table(written / "windows.parquet")
    assert table.column_names == list(csv)
    assert set(table.schema.types[:5]) == {pa.string()}
    assert set(table.schema.types[5:]) == {pa.float64()}
    missing = 0
    for name in FACTS:
        assert table[name].to_pylist() == [cell or None for cell in csv[name]]
    for name in csv.columns[6:]:
        values = table[name].to_pylist()
        assert [value is None for value in values] == [cell == "" for cell in csv[name]], name
        missing += table[name].null_count
        # CSV has the digits of 32 bits.
        numbers = [(np.float32(value), np.float32(cell)) for value, cell in zip(values, csv[name], strict=True) if cell]
        assert all(value == cell for value, cell in numbers), name
    assert 0 < missing < 40 * len(csv)
    assert [f"{value:.2f}" for value in table["start_s"].to_pylist()] == csv["start_s"].tolist()
    assert "Größe, 100 % \N{BICYCLE}.csv" in set(table["recording"].to_pylist())


def test_other_readers_agree(written):
    path = written / "windows.parquet"
    expected = pq.read_table(path).to_pandas()
    pd.testing.assert_frame_equal(pd.read_parquet(path), expected)
    assert pl.read_parquet(path).to_dicts() == pq.read_table(path).to_pylist()
    [(count, nulls)] = duckdb.sql(f"SELECT count(*), count(*) - count(\"pressure.spread.30\") FROM '{path}'").fetchall()
    assert count == nulls == len(expected)


def test_labelled_features(manifest, written, csv):
    table = gaitway.labelled_features(manifest)
    pd.testing.assert_frame_equal(
        table, pq.read_table(written / "windows.parquet").to_pandas(), check_dtype=False, check_exact=True
    )
    assert table["user"].tolist() == csv["user"].tolist()
    assert {"None", "Änne", "slow.csv"} == set(table["user"])
    assert table[gaitway.feature_names()].to_numpy().dtype == np.float64


def test_labelled_features_of_some(datasets, manifest):
    rides = datasets / "labelled" / "manifest.csv"
    some = gaitway.labelled_features(rides, where={"user": "ann", "activity": ["walking", "running"]})
    assert set(some["user"]) == {"ann"}
    assert set(some["activity"]) == {"walking", "running"}
    linear = gaitway.labelled_features(rides, where={"user": "ann"}, case="linear")
    assert set(linear["case"]) == {"linear"}
    with pytest.raises(gaitway.InputError, match="none"):
        gaitway.labelled_features("none.csv")
    with pytest.raises(gaitway.UsageError, match="case"):
        gaitway.labelled_features(manifest, case="odd")  # type: ignore[arg-type]


def test_the_windows_are_those_of_the_log(datasets):
    """Each window of a labelled ride is one of the log's, with the same features."""
    ride = datasets / "labelled" / "ann-walking.csv"
    table = gaitway.labelled_features(
        datasets / "labelled" / "manifest.csv", where={"user": "ann", "activity": "walking"}
    )
    cut = gaitway.windows(ride, unit="m/s^2", acceleration="total", samples=False)
    starts = (cut.table["from"] - cut.table["from"].iloc[0]).round(2).tolist()
    own = table["start_s"].round(2).tolist()
    rows = [starts.index(start) for start in own]
    assert len(rows) > 15
    np.testing.assert_allclose(
        table[gaitway.feature_names()].to_numpy(), cut.features.to_numpy()[rows], rtol=1e-5, atol=1e-5
    )
