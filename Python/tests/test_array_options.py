# SPDX-License-Identifier: Apache-2.0
"""Options of arrays, tables and lists: each is honoured, or an error says why it does not apply."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from datetime import UTC, datetime, timedelta

import numpy as np
import pandas as pd
import pytest

import gaitway

GRAVITY = 9.80665


@pytest.fixture(scope="module")
def walk(datasets):
    ride = gaitway.read(datasets / "labelled" / "ann-walking.csv", location=False)
    return ride.acceleration.time, ride.acceleration.values.astype(np.float64)


@pytest.fixture(scope="module")
def expected(walk):
    return gaitway.classify(walk[1], time=walk[0], rows="windows")


def said(*arguments, **options):
    """A table, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        table = gaitway.classify(*arguments, rows="windows", **options)
    assert all(one.category is gaitway.GaitwayWarning and one.filename == __file__ for one in caught)
    return table, [str(one.message) for one in caught]


@pytest.mark.parametrize(("scale", "unit"), [(1 / GRAVITY, "g"), (1000 / GRAVITY, "mg")])
def test_a_unit_is_found_and_said(walk, expected, scale, unit):
    time, motion = walk
    found, texts = said(motion * scale, time=time)
    assert (found["activity"] == expected["activity"]).all()
    assert f"acceleration was in {unit} and is converted to m/s^2" in texts
    assert texts == found.attrs["guesses"]
    stated, texts = said(motion * scale, time=time, unit=unit)
    assert (stated["activity"] == expected["activity"]).all()
    assert not texts
    assert not said(motion, time=time)[1]
    # A stated unit that does not fit is not passed over.
    with pytest.raises(gaitway.InputError, match="the kind of acceleration is unknown"):
        gaitway.classify(motion, time=time, unit="g")
    assert np.nanmax(gaitway.windows(motion, time=time, unit="g", linear=False).samples) > 8 * motion.max()


def test_units_of_the_other_sensors(walk):
    time, motion = walk
    turn = 0.5 * np.sin(time[:, None] * [3.0, 4, 5])
    base, _ = said(motion, time=time, rotation_rate=turn, pressure=1013 + 0.01 * time)
    other, texts = said(motion, time=time, rotation_rate=turn * 180 / np.pi, pressure=101_300 + time)
    assert any("in deg/s" in text for text in texts)
    assert any("a pressure in Pa" in text for text in texts)
    assert (base["activity"] == other["activity"]).all()
    slow, texts = said(motion, time=time, rotation_rate=turn, rotation_unit="deg/s")
    assert not texts
    expected = said(motion, time=time, rotation_rate=turn * np.pi / 180, rotation_unit="rad/s")[0]
    assert np.allclose(slow["probabilities.walking"], expected["probabilities.walking"])


def test_a_unit_that_the_sizes_do_not_tell_has_to_be_stated(walk):
    time, motion = walk
    with pytest.raises(gaitway.InputError, match="the unit and kind of acceleration are unknown") as caught:
        gaitway.classify(motion * 16, time=time)
    assert caught.value.code == "ambiguous"
    assert caught.value.remedy == "set unit to m/s^2 or g and acceleration to total or linear"
    assert len(gaitway.classify(motion * 16, time=time, unit="m/s^2", linear=False)) > 0


def test_linear_acceleration_is_in_metres_unless_stated(walk):
    time, motion = walk
    linear = motion - motion.mean(axis=0)
    expected, texts = said(linear, time=time, linear=True, unit="m/s^2")
    assert not texts
    sure, texts = said(linear, time=time, linear=True)
    assert not texts
    pd.testing.assert_frame_equal(sure, expected, check_exact=True)
    assert said(linear / GRAVITY, time=time, linear=True)[1] == [
        "assuming m/s^2: the size of linear acceleration does not show its unit"
    ]
    stated, texts = said(linear / GRAVITY, time=time, linear=True, unit="g")
    assert not texts
    assert (stated["activity"] == expected["activity"]).all()


def test_times_whose_unit_is_unknown_have_to_be_stated(walk):
    _, motion = walk
    for time in (np.arange(len(motion)), 1.0 * np.arange(len(motion))):
        with pytest.raises(gaitway.InputError, match="the unit of the time of acceleration is unknown") as caught:
            gaitway.classify(motion, time=time)
        assert caught.value.remedy == "set time_unit to s or ms or us or ns"
        assert len(gaitway.classify(motion, time=time, time_unit="ms")) > 0


def test_milliseconds_are_found_and_said(walk, expected):
    time, motion = walk
    found, texts = said(motion, time=np.rint(time * 1000))
    assert (found["activity"] == expected["activity"]).all()
    assert any("in milliseconds" in text for text in texts)


@pytest.mark.parametrize("kind", [np.int32, np.uint32, np.uint64, np.int64, float])
def test_numbers_in_a_stated_unit(walk, expected, kind):
    time, motion = walk
    found, texts = said(motion, time=np.rint(time * 1000).astype(kind), time_unit="ms")
    assert (found["activity"] == expected["activity"]).all()
    assert not texts


def test_moments_tell_the_origin(walk):
    time, motion = walk
    start = pd.Timestamp("2026-05-01T08:00:00", tz="Europe/Rome")
    moments = [start.to_pydatetime() + timedelta(seconds=one) for one in time]
    forms = [
        start + pd.to_timedelta(time, unit="s"),
        pd.Series(start + pd.to_timedelta(time, unit="s")),
        moments,
        [one.isoformat() for one in moments],
        np.array([one.astimezone(UTC).replace(tzinfo=None) for one in moments], "datetime64[us]"),
        time + start.timestamp(),
    ]
    for form in forms:
        table, texts = said(motion, time=form)
        assert pd.Timestamp(table.attrs["origin"]) == start
        assert table["start"].iloc[0] == start
        assert not texts
    for form in forms:
        with pytest.raises((gaitway.UsageError, gaitway.InputError), match="leave origin out"):
            gaitway.classify(motion, time=form, origin=start)
    with pytest.raises(gaitway.UsageError, match="leave time_unit out"):
        gaitway.classify(motion, time=forms[0], time_unit="s")
    with pytest.raises((gaitway.UsageError, gaitway.InputError), match="moments"):
        gaitway.classify(motion, time=forms[0], pressure=(time, 1000 + time))
    with pytest.raises(gaitway.InputError, match="count from different moments"):
        gaitway.classify(motion, time=forms[-1], pressure=(time, 1000 + time))


def test_elapsed_counts_from_the_first_acceleration(walk, expected):
    time, motion = walk
    table = gaitway.classify(motion, time=time + 5000, rows="windows", origin="2026-05-01T08:00:00Z")
    assert table["elapsed"].iloc[0] == 0
    assert table["start"].iloc[0] == pd.Timestamp("2026-05-01T09:23:20Z")
    assert (table["activity"] == expected["activity"]).all()


def test_masks_are_honoured(walk, expected):
    time, motion = walk
    rubbish = np.ma.masked_array(motion.copy(), np.zeros(motion.shape, bool))
    rubbish[100] = np.ma.masked
    rubbish.data[100] = 5000
    table = gaitway.classify(rubbish, time=time, rows="windows")
    assert table.attrs["repaired"] == {"not-a-number": 1}
    turned = gaitway.classify(rubbish, time=time, rows="windows", rotation_rate=np.zeros_like(motion))
    assert turned.attrs["repaired"] == {"not-a-number": 1}
    assert gaitway.classify(motion, time=np.ma.masked_array(time, np.arange(len(time)) == 7)).attrs["repaired"] == {
        "bad-row": 1
    }
    recognizer, other = gaitway.Recognizer(every_window=True), gaitway.Recognizer(every_window=True)
    kept = np.arange(len(time)) != 100
    assert recognizer.append(time, rubbish) == other.append(time[kept], motion[kept])


def tables(time, motion):
    columns = {"time": time, **{axis: motion[:, index] for index, axis in enumerate("xyz")}}
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    return [
        pd.DataFrame(columns),
        polars.DataFrame(columns),
        arrow.table(columns),
        arrow.RecordBatch.from_pydict(columns),
        columns,
        pd.DataFrame(motion, columns=list("xyz"), index=pd.to_timedelta(time, unit="s")),
        pd.DataFrame(columns).convert_dtypes(),
        pd.DataFrame(columns).convert_dtypes(dtype_backend="pyarrow"),
    ]


def test_tables(walk, expected):
    for table in tables(*walk):
        pd.testing.assert_frame_equal(gaitway.classify(table, rows="windows"), expected, check_exact=True)
        assert len(gaitway.windows(table)) == len(expected)


def test_headings_state_units_and_kinds(walk, expected):
    time, motion = walk
    named = pd.DataFrame(motion / GRAVITY, columns=["Acceleration x (g)", "Acceleration y (g)", "Acceleration z (g)"])
    named.insert(0, "time_ms", np.rint(time * 1000).astype(np.int64))
    found, texts = said(named)
    assert (found["activity"] == expected["activity"]).all()
    assert not texts
    apart = pd.DataFrame({"time (s)": time, **{f"gravity{axis}": 0.0 for axis in "XYZ"}})
    apart["gravityZ"] = GRAVITY
    for index, axis in enumerate("XYZ"):
        apart[f"userAcceleration{axis}"] = motion[:, index] - apart[f"gravity{axis}"]
    assert (gaitway.classify(apart, rows="windows", unit="m/s^2")["activity"] == expected["activity"]).all()
    alone = apart.drop(columns=["gravityX", "gravityY", "gravityZ"])
    assert gaitway.windows(alone, unit="m/s^2").table["linear"].all()


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (
            ["time", "a1", "a2", "a3"],
            "the table has no columns of acceleration, it has 'time', 'a1', 'a2', 'a3'; name them",
        ),
        (["x", "y", "z", "more"], "no times; give time, or rate"),
        (
            ["time", "x (furlongs)", "y (furlongs)", "z (furlongs)"],
            "the unit furlongs of the column x (furlongs) is not known",
        ),
    ],
)
def test_tables_that_cannot_be_read(walk, columns, text):
    time, motion = walk
    with pytest.raises((gaitway.UsageError, gaitway.InputError), match=re.escape(text)):
        gaitway.classify(pd.DataFrame(np.column_stack([time, motion]), columns=columns))


@pytest.mark.parametrize(
    ("log", "options", "text"),
    [
        ([], {}, "the list is empty"),
        ([], {"time": []}, r"acceleration has the shape \(0,\)"),
        (np.zeros((9, 3)), {"rate": 0}, "rate is 0; give samples per second, above 0"),
        (np.zeros((9, 3)), {"rate": "fast"}, "rate is 'fast'"),
        (np.zeros((9, 3)), {"rate": 50, "time": np.arange(9.0)}, "both time and rate"),
        (np.zeros((9, 3)), {"rate": 50, "time_unit": "s"}, "time_unit is for time"),
        (np.zeros((9, 3)), {"rate": 50, "logger": "phyphox"}, "logger does not apply to arrays"),
        (np.zeros((9, 3)), {"rate": 50, "name": "a.csv"}, "name does not apply to arrays"),
        (np.zeros((9, 3)), {"rate": 50, "speed": np.zeros(9)}, "speed is given; set use_speed"),
        (np.zeros((9, 3)), {"rate": 50, "n_jobs": 2}, "n_jobs does not apply to one log"),
        (
            np.zeros((9, 3)),
            {"rate": 50, "linear": True, "acceleration": "total"},
            "linear is True, and acceleration is 'total'",
        ),
        (np.zeros((9, 3)), {"rate": 50, "unit": "ft"}, "unit is 'ft'; give 'm/s\\^2', 'g' or 'mg'"),
        (np.zeros((9, 3)), {"rate": 50, "rotation_unit": "deg/s"}, "rotation_unit is for a rotation rate"),
        ("ride", {"time": np.arange(9.0)}, "time does not apply to a path"),
        ("ride", {"linear": True}, "linear does not apply to a path"),
        ("ride", {"origin": "2026-05-01"}, "origin does not apply to a path"),
        ("ride", {"name": "a.csv"}, "name is for bytes"),
        ("ride", {"on_error": "skip"}, "on_error does not apply to one log"),
        (b"time,x,y,z", {"name": "a.csv", "time_unit": "s"}, "time_unit does not apply to bytes"),
        (["ride"], {"speed": np.zeros(9)}, "speed does not apply to a list of logs"),
        (["ride"], {"on_error": "row"}, "on_error is 'row'; give 'raise', 'skip' or 'return'"),
        (["ride"], {"n_jobs": 0}, "n_jobs is 0; give a number from 1"),
        (gaitway.Recording("", {}), {"unit": "g"}, "unit does not apply to a Recording"),
        ("ride", {"rows": "windows", "all_changes": True}, "all_changes is for stretches"),
    ],
)
def test_options_that_do_not_apply(log, options, text):
    with pytest.raises(gaitway.UsageError, match=text):
        gaitway.classify(log, **options)


def test_a_recording_of_arrays(walk, expected):
    time, motion = walk
    with pytest.warns(gaitway.GaitwayWarning) as caught:
        ride = gaitway.Recording.from_arrays(time + 1.7e9, motion / GRAVITY, source="mine")
    assert "acceleration was in g" in str(caught[-1].message)
    assert ride.origin == pd.Timestamp(1.7e9, unit="s", tz="UTC")
    assert ride.acceleration.time[0] == 0
    assert (gaitway.classify(ride, rows="windows")["activity"] == expected["activity"]).all()


def test_live_moments(walk):
    time, motion = walk
    start = datetime(2026, 5, 1, 8, tzinfo=UTC)
    expected = gaitway.Recognizer(origin=start, every_window=True)
    reports = expected.append(time, motion) + expected.finish()
    moments = pd.DatetimeIndex(pd.Timestamp(start) + pd.to_timedelta(np.rint(time * 1e9), unit="ns"))
    for form in (moments, moments.tz_localize(None).to_numpy(), moments.as_unit("ns").asi8, time + start.timestamp()):
        recognizer = gaitway.Recognizer(every_window=True)
        found = recognizer.append(form[:700], motion[:700])
        recognizer = gaitway.Recognizer.restore(recognizer.save())
        found += recognizer.append(form[700:], motion[700:]) + recognizer.finish()
        assert [one.start for one in found] == [one.start for one in reports]
        assert [one.activity for one in found] == [one.activity for one in reports]
    recognizer = gaitway.Recognizer()
    recognizer.append(time[:100], motion[:100])
    with pytest.raises(gaitway.UsageError, match="those before counted from the start"):
        recognizer.append(moments[100:], motion[100:])


@pytest.mark.parametrize("n_jobs", [None, 1, 3, -1])
def test_many_logs_with_faults(datasets, tmp_path, n_jobs):
    good = [datasets / "labelled" / name for name in ("ann-walking.csv", "ben-cycling.csv")]
    missing = tmp_path / "missing.csv"
    logs = [good[0], missing, good[1]]
    with pytest.raises(gaitway.InputError, match=r"missing\.csv"):
        gaitway.classify(logs, n_jobs=n_jobs)
    with pytest.warns(gaitway.GaitwayWarning, match=r"a log is skipped: .*missing\.csv"):
        table = gaitway.classify(logs, on_error="skip", n_jobs=n_jobs)
    pd.testing.assert_frame_equal(table, gaitway.classify(good), check_exact=True)
    assert [one["source"] for one in table.attrs["logs"]] == [str(log) for log in logs]
    assert "missing.csv" in table.attrs["logs"][1]["error"]
    for rows in ("stretches", "windows"):
        table = gaitway.classify(logs, on_error="return", n_jobs=n_jobs, rows=rows)
        assert table["error"].notna().sum() == 1
        assert table.loc[table["error"].notna(), "source"].tolist() == [str(missing)]
        rest = table[table["error"].isna()].drop(columns="error").reset_index(drop=True)
        pd.testing.assert_frame_equal(rest, gaitway.classify(good, rows=rows), check_exact=True)
    with pytest.warns(gaitway.GaitwayWarning):
        assert len(gaitway.classify([missing], on_error="skip")) == 0


def test_many_recordings_and_tables(datasets, walk):
    time, motion = walk
    table = pd.DataFrame({"time": time, **{axis: motion[:, index] for index, axis in enumerate("xyz")}})
    ride = gaitway.read(datasets / "labelled" / "ann-walking.csv")
    found = gaitway.classify([ride, table], n_jobs=2)
    assert set(found["source"]) == {ride.source, "1"}


def test_missing_packages_name_the_extra():
    code = """
import sys
sys.modules.update(dict.fromkeys({names!r}))
import gaitway
try:
    {call}
except ImportError as error:
    assert isinstance(error, gaitway.MissingPackageError)
    print(error)
"""
    cases = [
        (["pyarrow"], 'gaitway.classify("ride", as_="arrow")', "arrow"),
        (["pyarrow", "pyarrow.parquet"], 'gaitway.classify_to_parquet(["ride"], "/tmp/none.parquet")', "arrow"),
        (["sklearn"], "gaitway.GaitwayFeatures", "sklearn"),
        (["pyspark"], "import gaitway.spark", "spark"),
    ]
    for names, call, extra in cases:
        done = subprocess.run(
            [sys.executable, "-c", code.format(names=names, call=call)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert f"{names[0]} is not installed; run: pip install 'gaitway[{extra}]'" in done.stdout
