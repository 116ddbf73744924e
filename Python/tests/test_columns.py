# SPDX-License-Identifier: Apache-2.0
"""The pages list every column of every table, in its order, and the features are those of the library."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import gaitway
from gaitway._glossary import glossary

PAGES = Path(__file__).parents[1] / "pages"


def listed(page: str, title: str) -> list[str]:
    """The columns of the first table below a heading; each has a unit or a kind."""
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    table = text.split(f"## Columns: {title}\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]*) \|", table, re.MULTILINE)
    assert all(unit.strip() for _, unit in rows)
    return [name for name, _ in rows]


@pytest.fixture(scope="module")
def timeline(datasets):
    return gaitway.trips(datasets / "day" / "day.gpx", time_zone="Europe/Berlin")


def test_tables_of_logs(datasets):
    assert listed("logs", "a row a stretch") == list(gaitway.classify(datasets / "commute"))
    windows = gaitway.classify(datasets / "commute", rows="windows", use_speed=True)
    assert listed("logs", "a row a window") == list(windows)
    bounds = ["window.from", "window.to"]
    changes = [name for name in listed("logs", "a row a window") if name not in bounds]
    changes[changes.index("repeat") + 1 : changes.index("repeat") + 1] = bounds
    assert changes == list(gaitway.classify(datasets / "commute", rows="changes", use_speed=True))
    recording = gaitway.read(datasets / "commute")
    assert listed("logs", "location fixes") == list(recording.fixes)
    text = (PAGES / "logs.md").read_text(encoding="utf-8")
    described = re.findall(r"^\| `(\w+)`", text.split("## What describes the whole log")[1], re.MULTILINE)
    assert described == list(gaitway.classify(datasets / "commute").attrs)


def test_tables_of_windows_and_training(datasets):
    assert listed("arrays", "windows") == list(gaitway.windows(datasets / "commute").table)
    evaluation = gaitway.evaluate(datasets / "labelled" / "manifest.csv")
    assert listed("training", "figures of activities") == list(evaluation.classes)
    assert listed("training", "predictions") == list(evaluation.predictions)
    comparison = gaitway.compare(datasets / "labelled" / "manifest.csv", ["default", "open"])
    assert listed("training", "a comparison") == list(comparison.table)
    windows = gaitway.labelled_features(datasets / "labelled" / "manifest.csv", where={"user": "ann"})
    assert listed("training", "windows of labelled rides") + gaitway.feature_names() == list(windows)
    assert listed("training", "a manifest") == list(gaitway.manifest([datasets / "run"]))
    shares, counts = evaluation.shares, evaluation.confusion
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-5)
    assert ((shares > 0) == (counts > 0)).all(axis=None)


def test_tables_of_timelines(timeline, datasets):
    assert listed("timelines", "visits, moves and gaps") == list(timeline.items)
    assert listed("timelines", "sections of moves") == list(timeline.sections)
    assert listed("timelines", "places") == list(timeline.places)
    for by in ("day", "week", "month", "year", "activity"):
        assert listed("timelines", "statistics") == list(timeline.stats(by))
    assert listed("timelines", "statistics of trips") == list(timeline.stats("trip"))
    simulation = gaitway.simulate(datasets / "day" / "day.gpx", datasets / "day" / "places.csv")
    assert listed("timelines", "decisions") == list(simulation.decisions)


def test_the_glossary_of_features_is_that_of_the_library():
    """It is written by: python -c 'from gaitway._glossary import glossary; print(glossary(), end="")'."""
    assert (PAGES / "features.md").read_text(encoding="utf-8") == glossary()
    assert list(gaitway.feature_formulas()) == gaitway.feature_names()
