# SPDX-License-Identifier: Apache-2.0
"""The work on one device, without a cluster: any micro-batches give the same, and no fault ends it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import gaitway
from gaitway.spark._devices import Work
from gaitway.spark._samples import NAMES

SECOND = 1_000_000_000
ORIGIN = 1_760_000_000_000_000_000
OPTIONS = {"smoothing": "causal", "every_window": False, "use_speed": False, "prior": None}
COLUMNS = [
    *("device", "elapsed", "start", "delivered", "activity", "confidence", "probabilities.walking"),
    *("ended", "late", "error", "code"),
]


def frame(time: Any, values: Any, sensor: str = "acceleration") -> pd.DataFrame:
    """Packets of one sample."""
    rows = [
        [sensor, np.array([t]), *(np.array([one], np.float32) for one in v)] for t, v in zip(time, values, strict=True)
    ]
    return pd.DataFrame(rows, columns=["sensor", "time", *"xyz"])


def run(parts: list[pd.DataFrame], *, delay: int = 10, ends: bool = True) -> pd.DataFrame:
    """The rows of micro-batches; the state passes from one to the next as bytes."""
    work = Work("device", None, dict(OPTIONS), COLUMNS, pa.schema([]), delay=delay * SECOND)
    state, tables = None, []
    for part in [*parts, *([None] if ends else [])]:
        device = work.device(state, None if part is None else [part])
        tables += list(work.rows(("a",), device))
        state = None if device.is_empty else device.state()
    # With the same types, whether a table has a value in a column or not.
    return pd.concat(
        [pd.DataFrame(columns=COLUMNS, dtype=object), *(one.astype(object) for one in tables)], ignore_index=True
    )


@pytest.fixture(scope="module")
def ride(datasets: Path) -> tuple[Any, Any]:
    samples = gaitway.read(datasets / "labelled/ann-walking.csv").acceleration
    return samples.nanoseconds + ORIGIN, samples.values


@pytest.fixture(scope="module")
def rows(ride: tuple[Any, Any]) -> pd.DataFrame:
    return frame(*ride)


@pytest.fixture(scope="module")
def wanted(rows: pd.DataFrame) -> pd.DataFrame:
    return reports(run([rows]))


def reports(table: pd.DataFrame) -> pd.DataFrame:
    return table[table["error"].isna() & ~table["ended"].astype(bool)].drop(columns=["late"]).reset_index(drop=True)


def cut(rows: pd.DataFrame, random: np.random.Generator, count: int) -> list[pd.DataFrame]:
    places = np.sort(random.integers(0, len(rows), count))
    return [part for part in np.split(rows, places) if len(part)]


@pytest.mark.parametrize("seed", range(4))
def test_any_cut_gives_the_same(rows: pd.DataFrame, wanted: pd.DataFrame, seed: int) -> None:
    """In order or up to the delay late, with a stamp far ahead or long ago among the rows."""
    random = np.random.default_rng(seed)
    times = np.array([one[0] for one in rows["time"]])
    late = times + random.integers(0, 9 * SECOND, len(times)) * (seed % 2)
    shuffled = rows.iloc[np.argsort(late, kind="stable")]
    parts = cut(shuffled, random, 1 + 4 * seed)
    table = run(parts)
    assert table["error"].isna().all()
    pd.testing.assert_frame_equal(reports(table), wanted)
    far = [ORIGIN + int(random.integers(2, 10**6)) * 60 * SECOND, int(random.integers(0, 10**9)) * SECOND]
    for time in far:
        place = int(random.integers(0, len(parts)))
        strayed = list(parts)
        strayed[place] = pd.concat([strayed[place], frame([time], [[1, 2, 3]])]).sample(frac=1, random_state=seed)
        table = run(strayed)
        assert table["code"].dropna().tolist() == ["clock"], time
        assert table["late"].iloc[-1] == 1
        pd.testing.assert_frame_equal(reports(table), wanted)


def test_a_packet_with_a_wrong_time(rows: pd.DataFrame, wanted: pd.DataFrame) -> None:
    packet = rows.iloc[900:925].copy()
    packet["time"] = [one + 86_400 * SECOND for one in packet["time"]]
    table = run([rows.iloc[:1000], packet, rows.iloc[1000:1200], rows.iloc[1200:]])
    assert table["code"].dropna().tolist() == ["clock"]
    assert "25 samples have times more than 60 s after the device's others" in table["error"].dropna().item()
    pd.testing.assert_frame_equal(reports(table), wanted)


@pytest.mark.parametrize("back", [120, 3600, 86_400 * 365])
def test_a_clock_that_is_set_back(rows: pd.DataFrame, wanted: pd.DataFrame, back: int) -> None:
    ahead = rows.assign(time=[one + (back + 300) * SECOND for one in rows["time"]])
    table = run([ahead, *(rows.iloc[place : place + 300] for place in range(0, len(rows), 300))])
    assert table["code"].dropna().tolist() == ["clock"]
    assert table["ended"].sum() == 2
    end = int(np.flatnonzero(table["ended"])[0])
    pd.testing.assert_frame_equal(reports(table.iloc[end + 1 :]), wanted)


def test_a_gap_is_a_gap(rows: pd.DataFrame) -> None:
    """However few samples of the time after it a micro-batch has."""
    later = rows.assign(time=[one + 86_400 * SECOND for one in rows["time"]])
    expected = reports(run([pd.concat([rows, later])]))
    for first in (1, 8, 40):
        for more in (1, 300):
            table = run([rows, later.iloc[:first], later.iloc[first : first + more], later.iloc[first + more :]])
            assert table["error"].isna().all()
            pd.testing.assert_frame_equal(reports(table), expected)
    # A phone that records three seconds every five minutes.
    bursts = [rows.iloc[:75].assign(time=[one + 300 * SECOND * k for one in rows["time"].iloc[:75]]) for k in range(9)]
    table = run(bursts)
    assert table["error"].isna().all()
    pd.testing.assert_frame_equal(reports(table), reports(run([pd.concat(bursts)])))


def test_a_state_of_earlier_releases(rows: pd.DataFrame, wanted: pd.DataFrame) -> None:
    """Without the settings before the recogniser: it goes on. What cannot be restored begins anew."""
    work = Work("device", None, dict(OPTIONS), COLUMNS, pa.schema([]), delay=10 * SECOND)
    device = work.device(None, [rows.iloc[:900]])
    before = pd.concat([one.astype(object) for one in work.rows(("a",), device)])
    origin, fed, late, waiting, saved = device.state()
    assert saved is not None
    plain = saved[len(work.settings) :]
    for state, faults in (
        (saved, []),
        (plain, []),
        (plain[:-1], ["state"]),
        (plain.replace(b"default", b"another"), ["state"]),
    ):
        device = work.device((origin, fed, late, waiting, state), [rows.iloc[900:]])
        device.end(None)
        table = pd.concat([before, *(one.astype(object) for one in work.rows(("a",), device))], ignore_index=True)
        assert table["code"].dropna().tolist() == faults
        if not faults:
            pd.testing.assert_frame_equal(reports(table), wanted)
        assert table["ended"].sum() == 1 + len(faults)


@pytest.mark.parametrize("seed", range(10))
def test_no_rows_end_the_stream(seed: int) -> None:
    """Random rows of every kind, in random micro-batches: whatever comes, the device goes on."""
    random = np.random.default_rng(seed)
    times = [-(2**63), -1, 0, 1, ORIGIN, ORIGIN + 1, ORIGIN + 70 * SECOND, 3_099_999_999_999_999_999, 2**63 - 1]
    values = [0, 1, 9.8, -9.8, 1e4, 1e5, -1e30, np.inf, np.nan, 3e38]
    parts = []
    for _ in range(12):
        count = int(random.integers(1, 60))
        base = random.choice(times) if random.random() < 0.4 else ORIGIN + int(random.integers(0, 10**15))
        step = int(random.choice([0, 10_000_000, SECOND]))
        made = []
        for place in range(count):
            time = random.choice(times) if random.random() < 0.1 else min(int(base) + step * place, 2**63 - 1)
            xyz = [random.choice(values) if random.random() < 0.05 else 5 + random.normal() for _ in range(3)]
            sensor = random.choice(
                [*NAMES, "end", "smell"], p=[0.8, *[0.15 / (len(NAMES) - 1)] * (len(NAMES) - 1), 0.03, 0.02]
            )
            made.append(frame([time], [xyz], sensor))
        parts.append(pd.concat(made, ignore_index=True))
    for delay in (0, 10, 100):
        table = run(parts, delay=delay)
        assert (table["error"].isna() == table["code"].isna()).all()
        assert not table["elapsed"].lt(0).any()
        whole = run([pd.concat(parts)], delay=delay)
        assert len(whole)
