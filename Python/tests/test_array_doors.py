# SPDX-License-Identifier: Apache-2.0
"""Arrays, tables and files of one ride give one answer, in each unit and each form of time."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import array_forms
import numpy as np
import pandas as pd
import pytest

import gaitway

EXACT = {"seconds", "int64 nanoseconds", "timedelta64", "Unix nanoseconds", "datetime64", "m/s^2, stated"}


def is_unseen(form: str, found: pd.DataFrame) -> bool:
    """Whether the phone turned so little that the numbers in deg/s look like rad/s."""
    return form == "deg/s, found" and not any("deg/s" in guess for guess in found.attrs["guesses"])


def is_merged(form: str, recording: gaitway.Recording) -> bool:
    """Whether two samples have the same time once it is in whole milliseconds."""
    times = next(iter(recording.sensors.values())).nanoseconds
    return "milliseconds" in form.lower() and bool(np.any(np.diff(times // 1_000_000) == 0))


def same_stretches(expected: pd.DataFrame, found: pd.DataFrame) -> bool:
    """Whether two tables have the same activities at the same times, which may be rounded to milliseconds."""
    return list(expected["activity"]) == list(found["activity"]) and np.allclose(
        expected[["elapsed", "end"]], found[["elapsed", "end"]], rtol=0, atol=0.003
    )


@pytest.mark.parametrize("form", array_forms.FORMS)
def test_sample_rides(ride, form):
    if form == "polars":
        pytest.importorskip("polars")
    recording = gaitway.read(ride)
    expected, found = gaitway.classify(ride), array_forms.classified(recording, form)
    assert is_unseen(form, found) or same_stretches(expected, found)
    if form in EXACT:
        assert found.attrs["end"] == expected.attrs["end"]
        pd.testing.assert_frame_equal(found.drop(columns="start"), expected.drop(columns="start"), check_exact=True)


def some_rides() -> list[tuple[str, dict[str, str]]]:
    """Three recordings of each data set, with the manifest's options for reading them."""
    root, manifest = os.environ.get("GAITWAY_RIDES"), os.environ.get("GAITWAY_MANIFEST")
    if not root or not manifest:
        return []
    found: dict[str, dict[str, dict[str, str]]] = {}
    with Path(manifest).open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            path = Path(root) / row["recording"]
            rides = found.setdefault(row["dataset"], {})
            if len(rides) < 3 and path.exists():
                known = {"acceleration": ("total", "linear"), "unit": ("m/s^2", "g")}
                rides.setdefault(
                    str(path), {name: row[name] for name, words in known.items() if row.get(name) in words}
                )
    return [(path, options) for rides in found.values() for path, options in rides.items()]


def test_real_rides():
    rides = some_rides()
    if not rides:
        pytest.skip("GAITWAY_RIDES and GAITWAY_MANIFEST name no rides")
    differing, refused = [], []
    for path, options in rides:
        try:
            recording = gaitway.read(path, location=False, **options)
        except gaitway.InputError:
            continue
        expected = gaitway.classify(recording)
        for form in array_forms.FORMS:
            if form in array_forms.FOUND and "acceleration" not in recording.sensors:
                continue
            if is_merged(form, recording):
                continue
            try:
                found = array_forms.classified(recording, form)
                if not is_unseen(form, found) and not same_stretches(expected, found):
                    differing.append((form, path))
            except gaitway.InputError as error:
                refused.append((form, path, str(error)))
    print(f"{len(rides)} rides in {len(array_forms.FORMS)} forms: {len(differing)} differ, {len(refused)} are refused")
    for one in [*differing, *refused]:
        print(*one)
    assert not differing
    # A unit that the sizes do not tell has to be stated.
    assert all(form in array_forms.FOUND and "set unit" in text for form, _, text in refused)
