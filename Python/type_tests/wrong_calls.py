# SPDX-License-Identifier: Apache-2.0
"""Calls that type checkers must refuse, each marked, beside right ones. `make python-lint` fails if one is let through.

Both mypy and pyright report a mark that hides nothing.
"""

from __future__ import annotations

from datetime import datetime

import numpy as np
import pandas as pd

import gaitway

ARRAY = np.zeros((9, 3))


def right() -> None:
    """Calls as they should be."""
    table: pd.DataFrame = gaitway.classify("ride", smoothing="viterbi", rows="windows", unit="g", logger="phyphox")
    gaitway.classify(
        ARRAY, time=np.arange(9), time_unit="ms", unit="mg", acceleration="total", origin=datetime(2026, 5, 1)
    )
    gaitway.classify(table, prior={"walking": 0.5}, linear=False)
    gaitway.classify({"time": [0.0], "x": [0.0], "y": [0.0], "z": [9.8]}, rate=None)
    gaitway.classify(["a", "b"], on_error="return", n_jobs=-1, as_="arrow")
    gaitway.classify(b"time,x,y,z", name="log.csv")
    gaitway.windows(ARRAY, rate=50, samples=False)
    gaitway.read("ride", unit="mg", location=False)
    gaitway.Recording.from_arrays(None, ARRAY, rate=50, unit="g")
    gaitway.Recognizer(smoothing="lag", origin="2026-05-01T08:00:00Z").append(pd.DatetimeIndex([]), ARRAY)
    gaitway.classify_to_parquet(["a"], "b.parquet", rows="changes", on_error="row", smoothing="none")
    gaitway.labelled_features("rides.csv", where={"user": ["ann", "ben"]}, case="linear")
    gaitway.compare("rides.csv", ["default", gaitway.Model()], interval=95).plot()
    gaitway.picture(table, "ride.svg", theme="dark", force=True)


def wrong() -> None:
    """Calls that are refused."""
    gaitway.classify("ride", smoothing="bogus")  # type: ignore
    gaitway.labelled_features("rides.csv", case="odd")  # type: ignore
    gaitway.compare("rides.csv", gaitway.Model())  # type: ignore
    gaitway.picture("ride", "ride.svg", theme="sepia")  # type: ignore
    gaitway.classify("ride", rtae=50)  # type: ignore
    gaitway.classify("ride", rows="days")  # type: ignore
    gaitway.classify("ride", as_="polars")  # type: ignore
    gaitway.classify("ride", unit="ft")  # type: ignore
    gaitway.classify("ride", logger="palm-pilot")  # type: ignore
    gaitway.classify("ride", acceleration="some")  # type: ignore
    gaitway.classify("ride", rate="fast")  # type: ignore
    gaitway.classify("ride", use_speed="yes")  # type: ignore
    gaitway.classify(ARRAY, time=np.arange(9), time_unit="minutes")  # type: ignore
    gaitway.classify(ARRAY, time=np.arange(9), origin=5.0)  # type: ignore
    gaitway.classify(ARRAY, rate=50, rotation_rate=ARRAY, rotation_unit="turns")  # type: ignore
    gaitway.classify(["a"], on_error="row")  # type: ignore
    gaitway.classify(["a"], n_jobs="all")  # type: ignore
    gaitway.classify("ride", "windows")  # type: ignore
    gaitway.windows("ride", rtae=50)  # type: ignore
    gaitway.windows("ride", unit="ft")  # type: ignore
    gaitway.read("ride", rtae=50)  # type: ignore
    gaitway.read("ride", unit="ft")  # type: ignore
    gaitway.Recording.from_arrays(None, ARRAY, time_unit="minutes")  # type: ignore
    gaitway.Recognizer(smoothing="bogus")  # type: ignore
    gaitway.Recognizer().append(None, ARRAY, presure=None)  # type: ignore
    gaitway.classify_to_parquet(["a"], "b.parquet", rtae=50)  # type: ignore
    gaitway.classify_to_parquet(["a"], "b.parquet", smoothing="bogus")  # type: ignore
    gaitway.classify_to_parquet(["a"], "b.parquet", on_error="skip")  # type: ignore
    gaitway.features_to_parquet(["a"], "b.parquet", rtae=50)  # type: ignore
    gaitway.simulate("a", "b", profile="none")  # type: ignore
    gaitway.features(ARRAY, as_="arrow")  # type: ignore
