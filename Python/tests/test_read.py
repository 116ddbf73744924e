# SPDX-License-Identifier: Apache-2.0
"""Logs as arrays, compared with the command's answers."""

from __future__ import annotations

import json
import shutil
import zipfile

import numpy as np
import pandas as pd
import pytest

import gaitway


def test_what_inspect_says(ride, command):
    """Counts, times, ranges and repairs are those that the command prints."""
    told = json.loads(command("inspect", ride, "--json").stdout)
    recording = gaitway.read(ride)
    assert recording.logger == told["logger"]
    assert recording.device == told["device"]
    assert recording.repairs == told["repaired"]
    assert (recording.origin is None) == (told["start"] is None)
    assert len(recording.sensors) == len(told["sensors"])
    assert len(recording.fixes) == (told["fixes"] or 0)
    for one in told["sensors"]:
        samples = recording.sensors[one["sensor"].replace(" ", "_")]
        assert len(samples) == one["samples"]
        assert (np.diff(samples.nanoseconds) >= 0).all()
        assert samples.time[0] == pytest.approx(one["first"], abs=1e-6)
        assert samples.time[-1] == pytest.approx(one["last"], abs=1e-6)
        size = np.linalg.norm(samples.values, axis=1) if samples.values.ndim == 2 else samples.values
        assert size.min() == pytest.approx(one["least"], abs=1e-4)
        assert size.max() == pytest.approx(one["greatest"], abs=1e-4)


def test_a_zip_is_its_folder(datasets, tmp_path):
    folder = datasets / "commute"
    path = tmp_path / "ride.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            archive.write(file, file.relative_to(folder))
    zipped, packed, plain = gaitway.read(path), gaitway.read(path.read_bytes(), name="ride.zip"), gaitway.read(folder)
    for other in (zipped, packed):
        assert other.sensors.keys() == plain.sensors.keys()
        for name, samples in plain.sensors.items():
            assert np.array_equal(other.sensors[name].nanoseconds, samples.nanoseconds)
            assert np.array_equal(other.sensors[name].values, samples.values)
        pd.testing.assert_frame_equal(other.fixes, plain.fixes)


def test_repairs_are_told(tmp_path):
    """A row that is not a number, a repeated row, and a gap."""
    rows = [f"{index * 0.02:.2f},0.1,0.2,{9.7 + 0.2 * (index % 7):.1f}" for index in range(1500)]
    rows[100] = "2.00,nan,0.2,9.8"
    rows[200] = rows[199]
    rows[700:800] = []
    path = tmp_path / "log.csv"
    path.write_text("time (s),ax (m/s^2),ay (m/s^2),az (m/s^2)\n" + "\n".join(rows) + "\n")
    recording = gaitway.read(path)
    assert recording.repairs == {"duplicate": 1, "gap": 1, "not-a-number": 1}
    assert len(recording.acceleration) == 1398
    assert gaitway.classify(path).attrs["repaired"] == recording.repairs


def test_labels_of_moments_and_of_the_whole(datasets, tmp_path):
    folder = tmp_path / "bike"
    shutil.copytree(datasets / "bike", folder)
    (folder / "Tags.csv").write_text("tag\nholiday\n")
    labels = gaitway.read(folder).labels
    assert (None, "holiday") in labels
    moments = [time for time, _ in labels if time is not None]
    assert moments == sorted(moments)
    assert moments


def test_tables_of_sensors(datasets):
    recording = gaitway.read(datasets / "commute")
    table = recording.frame()
    assert list(table.columns) == ["time", "x", "y", "z"]
    assert np.array_equal(table[["x", "y", "z"]].to_numpy(), recording.acceleration.values)
    assert list(recording.frame("pressure").columns) == ["time", "value"]
    with pytest.raises(gaitway.UsageError, match="there is no speed; there are acceleration"):
        recording.frame("speed")
    assert "speed" in gaitway.read(datasets / "commute", speed=True).sensors
    assert gaitway.read(datasets / "commute", location=False).fixes.empty
    assert recording.duration == pytest.approx(recording.end, abs=1)
    assert recording.acceleration.rate == pytest.approx(100, abs=0.5)


def test_options_settle_what_a_log_leaves_open(tmp_path, command):
    path = tmp_path / "log.csv"
    path.write_text("time,x,y,z\n" + "".join(f"{index * 0.02:.2f},{100 + index % 7},2,3\n" for index in range(3000)))
    with pytest.raises(gaitway.InputError, match="unit") as caught:
        gaitway.read(path)
    assert caught.value.code == "ambiguous"
    assert "set unit" in caught.value.remedy
    assert "--" not in str(caught.value)
    said = command("inspect", path, options=True).stderr
    assert caught.value.problem in said
    assert "--unit" in said
    recording = gaitway.read(path, unit="g", acceleration="linear")
    assert recording.sensors["linear_acceleration"].values[0, 0] == pytest.approx(100 * 9.80665)
    for wrong in ({"unit": "mph"}, {"acceleration": "some"}, {"logger": "none"}, {"rate": -1}, {"rate": float("nan")}):
        with pytest.raises(gaitway.UsageError, match=next(iter(wrong))):
            gaitway.read(path, **wrong)


def test_wrong_arguments(tmp_path):
    with pytest.raises(gaitway.UsageError, match="in memory; give its file's name"):
        gaitway.read(b"time,x,y,z\n")
    with pytest.raises(gaitway.UsageError, match="the log is int"):
        gaitway.read(3)
    with pytest.raises(gaitway.InputError, match="the unit of acceleration"):
        gaitway.Recording.from_arrays([0.0, np.nan], np.zeros((2, 3)))
    assert gaitway.Recording.from_arrays([0.0, np.nan], [[0, 0, 9.8]] * 2).repairs == {"bad-row": 1}
    with pytest.raises(gaitway.InputError):
        gaitway.read(tmp_path)
