# SPDX-License-Identifier: Apache-2.0
"""The package's answers are the command's, to the last digit that the command writes."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import gaitway


def streamed(done) -> str:
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("rows", ["windows", "changes"])
@pytest.mark.parametrize("smoothing", ["causal", "none", "lag", "viterbi"])
def test_streams(ride, command, rows, smoothing):
    options = ["--every-window"] if rows == "windows" else []
    expected = streamed(command("classify", ride, "--format", "ndjson", "--smoothing", smoothing, *options))
    assert gaitway.to_stream(gaitway.classify(ride, rows=rows, smoothing=smoothing)) == expected


@pytest.mark.parametrize("name", ["commute", "bike", "run"])
def test_streams_with_speed_and_prior(datasets, command, name):
    ride = str(datasets / name)
    expected = streamed(
        command(
            "classify", ride, "--format", "ndjson", "--every-window", "--use-speed", "--prior", "cycling=0,walking=0.5"
        )
    )
    table = gaitway.classify(ride, rows="windows", use_speed=True, prior={"cycling": 0, "walking": 0.5})
    assert gaitway.to_stream(table) == expected
    assert table["speed"].notna().any()


def clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"


@pytest.mark.parametrize("rows", ["windows", "stretches"])
def test_a_slow_log_is_answered_by_its_speeds(datasets, command, tmp_path, rows):
    for name in ("Accelerometer.csv", "Location.csv"):
        lines = (datasets / "commute" / name).read_text().splitlines()
        slow = 50 if name == "Accelerometer.csv" else 1
        (tmp_path / name).write_text("\n".join([lines[0], *lines[1::slow]]) + "\n")
    table = gaitway.classify(tmp_path, rows=rows)
    assert table.attrs["windows_with_speed"] > 100
    assert (table["activity"] != "unknown").mean() > 0.9
    if rows == "windows":
        expected = streamed(command("classify", str(tmp_path), "--format", "ndjson", "--every-window"))
        assert gaitway.to_stream(table) == expected


def test_stretches_are_the_rows_of_the_table(ride, command):
    lines = streamed(command("classify", ride, "--time-zone", "UTC")).split("\n\n")[0].splitlines()[1:-1]
    table = gaitway.classify(ride)
    assert len(table) == len(lines)
    for row, line in zip(table.itertuples(), lines, strict=True):
        words = line.split()
        assert row.activity in line
        assert words[0] == clock(row.elapsed)
        if not np.isnan(row.probability):
            assert row.confidence in words
            # Halves are rounded away from zero.
            assert int(words[words.index("%") - 1]) == int(np.floor(row.probability * 100 + 0.5))


def test_stretches_touch(ride):
    table = gaitway.classify(ride, all_changes=True)
    assert (table["end"].to_numpy()[:-1] == table["elapsed"].to_numpy()[1:]).all()
    assert table["end"].iloc[-1] == table.attrs["end"]
    assert table["windows"].sum() == table.attrs["windows"]
    assert table["steps"].sum() == table.attrs["steps"]
    assert (table.loc[~table["activity"].isin(["walking", "running"]), "steps"] == 0).all()


def test_what_was_read_is_classified_alike(ride):
    recording = gaitway.read(ride)
    for rows in ("stretches", "windows", "changes"):
        pd.testing.assert_frame_equal(
            gaitway.classify(recording, rows=rows), gaitway.classify(ride, rows=rows), check_exact=True
        )


def test_bytes_are_classified_as_their_file_is(datasets):
    path = datasets / "labelled" / "ann-walking.csv"
    given = gaitway.classify(path.read_bytes(), name=path.name, rows="windows")
    pd.testing.assert_frame_equal(given, gaitway.classify(path, rows="windows"), check_exact=True)


def test_several_logs(datasets):
    paths = [datasets / "labelled" / name for name in ("ann-walking.csv", "ben-cycling.csv")]
    both = gaitway.classify(paths, rows="windows")
    for path in paths:
        one = gaitway.classify(path, rows="windows")
        mine = both[both["source"] == str(path)].drop(columns="source").reset_index(drop=True)
        pd.testing.assert_frame_equal(mine, one, check_exact=True)
    assert [log["source"] for log in both.attrs["logs"]] == [str(path) for path in paths]


def real_rides() -> list[tuple[str, dict[str, str]]]:
    """The recordings of the manifest that exist, each once, with the manifest's options for reading them."""
    root, manifest = os.environ.get("GAITWAY_RIDES"), os.environ.get("GAITWAY_MANIFEST")
    if not root or not manifest:
        return []
    found = {}
    with Path(manifest).open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            path = Path(root) / row["recording"]
            if path.exists():
                known = {"acceleration": ("total", "linear"), "unit": ("m/s^2", "g")}
                options = {name: row[name] for name, words in known.items() if row.get(name) in words}
                found.setdefault(str(path), options)
    return list(found.items())


def test_real_rides(command):
    rides = real_rides()
    if not rides:
        pytest.skip("GAITWAY_RIDES and GAITWAY_MANIFEST name no rides")
    differing, faulty, windows = [], 0, 0
    for path, options in rides:
        flags = [part for name, value in options.items() for part in (f"--{name}", value)]
        done = command("classify", path, "--format", "ndjson", "--every-window", *flags)
        try:
            table = gaitway.classify(path, rows="windows", **options)
            speed = "windows_with_speed" in table.attrs
            recording = gaitway.read(path, speed=speed, **options)
            arrays = gaitway.classify(recording, rows="windows", use_speed=speed)
            same = done.returncode == 0 and gaitway.to_stream(table) == gaitway.to_stream(arrays) == done.stdout
        except gaitway.InputError as error:
            faulty += 1
            table = error.partial
            told = done.stderr.removesuffix("\n").splitlines()
            same = done.returncode == 3 and f"gaitway: {error}" in told
            if isinstance(table, pd.DataFrame):
                same = same and gaitway.to_stream(table) == done.stdout
        if isinstance(table, pd.DataFrame):
            windows += len(table)
        if not same:
            differing.append(path)
    print(f"{len(rides)} rides, {windows} windows, {faulty} with a fault, {len(differing)} differ")
    assert not differing
