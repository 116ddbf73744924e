# SPDX-License-Identifier: Apache-2.0
"""Arrow, Parquet and SQL."""

from __future__ import annotations

import json

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import gaitway


@pytest.mark.parametrize("rows", ["stretches", "windows", "changes"])
def test_arrow_and_parquet_keep_the_table(ride, rows, tmp_path):
    table = gaitway.classify(ride, rows=rows)
    arrow = gaitway.classify(ride, rows=rows, as_="arrow")
    assert isinstance(arrow, pa.Table)
    assert arrow.column_names == list(table.columns)
    assert json.loads(arrow.schema.metadata[b"gaitway"]) == table.attrs
    path = tmp_path / "table.parquet"
    table.to_parquet(path)
    again = pd.read_parquet(path)
    assert again.attrs == table.attrs
    pd.testing.assert_frame_equal(again, table, check_exact=True, check_dtype=False)


def test_many_logs_in_one_file(datasets, tmp_path):
    logs = [datasets / "car", datasets / "commute", datasets / "labelled" / "ann-walking.csv"]
    path = tmp_path / "windows.parquet"
    count = gaitway.classify_to_parquet(logs, path)
    table = pd.read_parquet(path)
    assert len(table) == count == sum(len(gaitway.classify(log, rows="windows")) for log in logs)
    one = table[table["source"] == str(logs[1])].drop(columns="source").reset_index(drop=True)
    pd.testing.assert_frame_equal(one, gaitway.classify(logs[1], rows="windows"), check_exact=True, check_dtype=False)


def test_features_in_one_file(datasets, tmp_path):
    logs = [datasets / "commute", datasets / "walk"]
    path = tmp_path / "features.parquet"
    count = gaitway.features_to_parquet(logs, path)
    parts = [gaitway.windows(log).features for log in logs]
    table = pd.read_parquet(path)
    assert len(table) == count == sum(map(len, parts))
    assert np.array_equal(table[gaitway.feature_names()].to_numpy(), pd.concat(parts).to_numpy(), equal_nan=True)


def test_streams_in_one_file(datasets, command, tmp_path):
    files = []
    for name in ("bike", "run"):
        files.append(tmp_path / f"{name}.ndjson")
        files[-1].write_text(command("classify", datasets / name, "--format", "ndjson").stdout)
    path = tmp_path / "streams.parquet"
    count = gaitway.stream_to_parquet(files, path)
    assert count == sum(len(gaitway.read_stream(file)) for file in files)
    assert set(pd.read_parquet(path)["source"]) == {str(datasets / "bike"), str(datasets / "run")}


@pytest.mark.parametrize("first", [True, False])
def test_a_broken_log_is_a_row(datasets, tmp_path, first):
    good, broken = datasets / "run", tmp_path / "broken.csv"
    broken.write_text("nothing,of\nuse,here\n")
    path = tmp_path / "all.parquet"
    logs = [broken, good] if first else [good, broken]
    for write in (gaitway.classify_to_parquet, gaitway.features_to_parquet):
        with pytest.raises(gaitway.InputError, match=r"broken\.csv") as caught:
            write(logs, path)
        assert not path.exists()
        assert not list(tmp_path.glob(".*"))
        count = write(logs, path, on_error="row")
        table = pd.read_parquet(path)
        assert len(table) == count
        faults = table[table["error"].notna()]
        assert faults["source"].tolist() == [str(broken)]
        assert faults["error"].tolist() == [str(caught.value)]
        path.unlink()


def test_wrong_uses(datasets, tmp_path):
    with pytest.raises(gaitway.UsageError, match="no logs"):
        gaitway.classify_to_parquet([], tmp_path / "none.parquet")
    with pytest.raises(gaitway.UsageError, match="on_error"):
        gaitway.classify_to_parquet([datasets / "run"], tmp_path / "none.parquet", on_error="skip")


def test_features_as_an_arrow_table(datasets):
    table = gaitway.windows(datasets / "commute").features
    arrow = gaitway.to_arrow(table)
    assert arrow.column_names == gaitway.feature_names()
    for name in arrow.column_names:
        column = arrow[name]
        assert column.null_count == table[name].isna().sum()
        assert np.array_equal(column.to_numpy(), table[name], equal_nan=True)


def test_sql_over_what_classify_gave(datasets):
    reports = gaitway.classify(datasets / "commute", rows="windows")
    found = gaitway.to_arrow(reports)  # noqa: F841, which DuckDB finds by its name
    counts = (
        duckdb.sql("SELECT activity, count(*) AS windows FROM found GROUP BY activity")
        .df()
        .set_index("activity")["windows"]
    )
    assert counts.to_dict() == reports["activity"].value_counts().to_dict()


def test_the_csv_of_the_command_is_a_table(datasets, tmp_path, command):
    path, logs = tmp_path / "rides.csv", [datasets / "bike", datasets / "commute"]
    path.write_text(command("classify", *logs, "--format", "csv", "--every-window").stdout)
    table = pd.read_csv(path)
    expected = gaitway.classify(logs, rows="windows")
    assert table["source"].tolist() == expected["source"].tolist()
    assert table["activity"].tolist() == expected["activity"].tolist()
    for flag in ("stationary", "walking", "running", "automotive", "cycling", "unknown", "repeat"):
        assert table[flag].dtype == bool
        assert table[flag].tolist() == expected[flag].tolist()
    np.testing.assert_allclose(table["probabilities.walking"], expected["probabilities.walking"], atol=0.5001e-4)
    start = pd.to_datetime(table["start"])
    assert ((expected["start"] - start).dt.total_seconds().abs() < 0.001).all()
    path.write_text(command("classify", *logs, "--format", "csv", "--every-window", "--header").stdout)
    pd.testing.assert_frame_equal(pd.read_csv(path, comment="#"), table)


def test_earlier_streams_are_read(datasets, tmp_path, command):
    text = command("classify", datasets / "bike", "--format", "ndjson").stdout
    path = tmp_path / "stream.ndjson"
    path.write_text(text)
    expected = gaitway.read_stream(path)
    assert expected.attrs["smoothing"] in text
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["version"] = 1
    del lines[0]["smoothing"]
    for line in lines[1:-1]:
        del line["activity"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    pd.testing.assert_frame_equal(gaitway.read_stream(path), expected)
    lines[0]["version"] = 4
    path.write_text(json.dumps(lines[0]) + "\n")
    with pytest.raises(gaitway.InputError, match="version 1, 2 or 3"):
        gaitway.read_stream(path)


def test_steps_are_counted(datasets, tmp_path, command):
    table = gaitway.classify(datasets / "commute", rows="windows")
    assert table["steps"].dtype == np.int64
    assert table["steps"].is_monotonic_increasing
    walked = table["activity"] == "walking"
    assert table.loc[walked, "cadence"].between(1, 3).mean() > 0.9
    assert table.loc[~walked & (table["activity"] != "running"), "cadence"].isna().all()
    # The closing line has the last steps, too.
    assert 100 < table["steps"].iloc[-1] <= table.attrs["steps"]
    path = tmp_path / "stream.ndjson"
    path.write_text(command("classify", datasets / "commute", "--format", "ndjson", "--every-window").stdout)
    read = gaitway.read_stream(path)
    assert read["steps"].tolist() == table["steps"].tolist()
    np.testing.assert_allclose(read["cadence"], table["cadence"], atol=0.005001)
    assert gaitway.to_stream(read) == path.read_text()
