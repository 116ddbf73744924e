# SPDX-License-Identifier: Apache-2.0
"""Tables of many recordings, in any order and form: each gets the answers of its file, and nothing is silent."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

import gaitway

RIDES = ["ann-walking", "ann-cycling", "ben-running", "dan-automotive"]


@pytest.fixture(scope="module")
def table(datasets):
    parts = []
    for name in RIDES:
        samples = gaitway.read(datasets / "labelled" / f"{name}.csv").acceleration
        part = pd.DataFrame(samples.values.astype(np.float64), columns=list("xyz"))
        parts.append(part.assign(time=samples.time, ride=name))
    return pd.concat(parts, ignore_index=True)


@pytest.fixture(scope="module")
def expected(table):
    return {
        name: gaitway.classify(part[["x", "y", "z"]].to_numpy(), time=part["time"].to_numpy(), rows="windows")
        for name, part in table.groupby("ride")
    }


def said(*arguments, **options):
    """A table, and the texts of its warnings, which name this file."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = gaitway.classify(*arguments, **options)
    assert all(one.category is gaitway.GaitwayWarning and one.filename == __file__ for one in caught)
    return found, [str(one.message) for one in caught]


FORMS = {
    "rows in order": lambda table: table,
    "shuffled": lambda table: table.sample(frac=1, random_state=1),
    "sorted by time": lambda table: table.sort_values("time"),
    "newest first": lambda table: table.iloc[::-1],
    "an index of floats": lambda table: table.sample(frac=1, random_state=2).set_index("time"),
    "an index without a name": lambda table: table.set_index("time").rename_axis(None),
    "an index of moments": lambda table: table.set_index(
        pd.Timestamp("2026-05-01", tz="UTC") + pd.to_timedelta(table["time"], unit="s")
    ).drop(columns="time"),
    "polars": lambda table: pl.DataFrame(table.to_dict("list")),
    "polars, lazy": lambda table: pl.LazyFrame(table.to_dict("list")).filter(pl.col("x").is_not_nan()),
    "Arrow": lambda table: gaitway.to_arrow(table),
    "a mapping": lambda table: {name: table[name].to_numpy() for name in table},
    "a mapping of lists": lambda table: table.to_dict("list"),
    "a structured array": lambda table: table.to_records(index=False),
}


@pytest.mark.parametrize("form", FORMS)
def test_each_recording_of_a_table(table, expected, form):
    found, texts = said(FORMS[form](table), by="ride", rows="windows")
    assert not texts
    assert found.columns[:3].tolist() == ["ride", "window.from", "window.to"]
    assert set(found["ride"]) == set(RIDES)
    assert {one["source"] for one in found.attrs["logs"]} == set(RIDES)
    for name, own in found.groupby("ride"):
        own = own.drop(columns=["ride", "start"]).reset_index(drop=True)
        pd.testing.assert_frame_equal(own, expected[name].drop(columns="start"), check_exact=True)


def test_the_column_of_recordings_may_be_numbers(table):
    numbered = table.assign(ride=table["ride"].map({name: 7 * place for place, name in enumerate(RIDES)}))
    found, _ = said(numbered, by="ride")
    assert found["ride"].dtype == np.int64
    assert found.groupby("ride")["activity"].first().tolist() == ["walking", "cycling", "running", "automotive"]
    cut = gaitway.windows(numbered, by="ride", history=True)
    assert cut.table["ride"].value_counts().to_dict() == {
        number: (found["ride"] == number).sum() and int((cut.table["ride"] == number).sum())
        for number in (0, 7, 14, 21)
    }
    one = gaitway.windows(table[table["ride"] == RIDES[1]].drop(columns="ride"), history=True)
    assert np.array_equal(cut.samples[cut.table["ride"] == 7], one.samples, equal_nan=True)
    assert len(cut) == len(cut.features) == len(cut.samples)


def test_one_recording_among_many_may_be_broken(table):
    broken = table.copy()
    broken.loc[broken["ride"] == "ben-running", list("xyz")] *= 17.0
    with pytest.raises(gaitway.InputError, match="ben-running"):
        gaitway.classify(broken, by="ride")
    found, _ = said(broken, by="ride", on_error="return", n_jobs=2)
    faults = found[found["error"].notna()]
    assert faults["ride"].tolist() == ["ben-running"]
    found, texts = said(broken, by="ride", on_error="skip")
    assert "a log is skipped: ben-running" in texts[0]
    assert set(found["ride"]) == set(RIDES) - {"ben-running"}


def test_wrong_uses_of_by(table, datasets):
    for log, by, message in [
        (table, "person", "the table has the columns 'x', 'y', 'z', 'time', 'ride'"),
        (table.rename(columns={"ride": "activity"}), "activity", "is a column of the result"),
        (str(datasets / "run"), "ride", "which is for a table"),
    ]:
        with pytest.raises(gaitway.UsageError, match=message):
            gaitway.classify(log, by=by)
    with pytest.raises(gaitway.InputError, match="missing values, the first in row 3"):
        gaitway.classify(table.assign(ride=table["ride"].where(table.index != 3)), by="ride")
    with pytest.raises(gaitway.UsageError, match="time does not apply"):
        gaitway.classify(table, by="ride", time=table["time"])


@pytest.mark.parametrize("seed", range(3))
def test_disorder_is_an_error(table, seed):
    """More than one row in twenty; before the steps are taken for a clock of another unit."""
    for rows in (table, table[table["ride"] == "ann-walking"]):
        for moments in (False, True):
            shuffled = rows.sample(frac=1, random_state=seed)
            if moments:
                shuffled = shuffled.assign(
                    time=pd.Timestamp("2026-05-01") + pd.to_timedelta(shuffled["time"], unit="s")
                )
            with pytest.raises(gaitway.InputError, match="earlier than those of rows before them") as caught:
                gaitway.classify(shuffled.drop(columns="ride"))
            assert caught.value.code == "order"
            assert "set by" in caught.value.remedy


def test_what_is_repaired_is_a_warning(table):
    walk = table[table["ride"] == "ann-walking"].drop(columns="ride")
    assert not said(walk)[1]
    late = walk.copy()
    late.iloc[[100, 104]] = late.iloc[[104, 100]].to_numpy()
    found, texts = said(late)
    assert texts == [f"repaired: out-of-order {found.attrs['repaired']['out-of-order']}"]
    holes = walk.copy()
    holes.iloc[200:300, :3] = np.nan
    assert said(holes)[1] == ["repaired: gap 1, not-a-number 100"]
    # Several recordings as one: their clocks are set back, or they share their times.
    assert "clock-reset 3; if the table has several recordings, set by" in said(table.drop(columns="ride"))[1][0]
    merged = said(table.sort_values("time").drop(columns="ride"))[1]
    assert any("shared-time" in text and "set by" in text for text in merged)


def test_a_log_whose_windows_are_unknown_is_a_warning(table):
    slow = table[table["ride"] == "ann-walking"].drop(columns="ride").iloc[::5]
    found, texts = said(slow, rows="windows")
    assert (found["activity"] == "unknown").all()
    assert len(texts) == 1
    assert found.attrs["unknown_throughout"] in texts[0]


def test_a_repaired_file_is_a_warning(table, tmp_path):
    walk = table[table["ride"] == "ann-walking"].drop(columns="ride")
    walk.iloc[[100, 104]] = walk.iloc[[104, 100]].to_numpy()
    path = tmp_path / "walk.csv"
    walk[["time", "x", "y", "z"]].to_csv(path, index=False)
    for function in (gaitway.classify, gaitway.read, gaitway.windows):
        with pytest.warns(gaitway.GaitwayWarning, match="repaired: out-of-order") as caught:
            function(path)
        assert any(one.filename == __file__ for one in caught)
