# SPDX-License-Identifier: Apache-2.0
"""Models beside each other, and the command's answer to each window."""

from __future__ import annotations

import io
import json
import re

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot

import gaitway


@pytest.fixture(scope="module")
def rides(datasets):
    return datasets / "labelled" / "manifest.csv"


@pytest.fixture(scope="module")
def comparison(rides):
    return gaitway.compare(rides, ["default", "open"], interval=95)


def test_a_comparison_has_the_commands_figures(rides, comparison, command):
    words = ["evaluate", rides, "--model", "default", "--model", "open", "--interval", "95"]
    assert comparison.figures == json.loads(command(*words, "--json", "-").stdout)
    expected = pd.read_csv(io.StringIO(command(*words, "--format", "csv").stdout))
    pd.testing.assert_frame_equal(comparison.table, expected, check_dtype=False)
    assert comparison.notes == comparison.figures["notes"]
    scores = [model["macro_f1"] for model in comparison.figures["models"]]
    whole = comparison.table.query("activity == 'all'")
    assert whole["f1"].tolist() == scores
    assert np.isnan(whole["f1_difference"].iloc[0])
    assert abs(whole["f1_difference"].iloc[1] - (scores[1] - scores[0])) < 2e-6
    assert repr(comparison) == f"Comparison(default {scores[0]:.3f}, open {scores[1]:.3f})"


def test_a_comparison_shows_itself(comparison, rides, tmp_path):
    page = comparison.page()
    assert page.title == "Models on manifest.csv"
    assert gaitway.page(comparison).html == page.html
    assert "95 % interval" in page.html
    assert "srcdoc" in comparison._repr_html_()
    path = tmp_path / "models.html"
    again = gaitway.compare(rides, ["default", "open"], interval=95, report=path)
    assert again == comparison
    assert again.html == path.read_text(encoding="utf-8")
    axes = gaitway.plot(comparison)
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels[0] == "macro-F1"
    assert "F1 of walking" in labels
    points = axes.lines[1].get_xdata()
    own = comparison.table.query("model == 'open'").set_index("activity")["f1_difference"]
    assert points[0] == own["all"]
    assert len(points) == len(labels) == len(own)
    pyplot.close("all")


def test_models_in_memory_keep_their_names(rides):
    mine = gaitway.train(rides, reproducible=True, cases=["total"], penalty=0.01, name="mine-1")
    comparison = gaitway.compare(rides, [gaitway.Model(), mine, mine], where={"user": ["ann", "ben"]})
    assert comparison.table["model"].unique().tolist() == ["default", "mine-1.json", "mine-1-3.json"]
    same = [comparison.table.query("model == @name")["f1"].tolist() for name in ("mine-1.json", "mine-1-3.json")]
    assert same[0] == same[1]


def test_models_in_memory_may_have_any_names(rides):
    default, names = gaitway.Model(), ["a-3", "a", "a", "of/ann"]
    text = default.to_bytes().decode()
    models = [gaitway.Model.from_bytes(text.replace(f'"{default.name}"', f'"{name}"').encode()) for name in names]
    assert [model.name for model in models] == names
    comparison = gaitway.compare(rides, models, where={"user": ["ann", "ben"]})
    assert comparison.table["model"].unique().tolist() == ["a-3.json", "a.json", "a-3-3.json", "of-ann.json"]


def test_one_model_is_not_a_comparison(rides):
    for models in (["default"], "default", []):
        with pytest.raises(gaitway.UsageError, match="two models"):
            gaitway.compare(rides, models)
    with pytest.raises(gaitway.UsageError, match="twice"):
        gaitway.compare(rides, ["default", "default"])
    with pytest.raises(gaitway.InputError, match="none"):
        gaitway.compare(rides, ["default", "none.json"])


def test_predictions_are_the_windows_of_the_confusion(rides):
    evaluation = gaitway.evaluate(rides)
    table = evaluation.predictions
    counts = pd.crosstab(table["truth"], table["prediction"])
    for truth in counts.index:
        for answer in counts.columns:
            assert counts.loc[truth, answer] == evaluation.confusion.loc[truth, answer]
    assert len(table) == evaluation.confusion.to_numpy().sum()
    shares = table[[f"probabilities.{name}" for name in gaitway.CLASSES]]
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=5e-4)
    known = table["prediction"] != "unknown"
    assert known.sum() > 100
    likeliest = shares[known].idxmax(axis=1).str.removeprefix("probabilities.")
    assert (likeliest == table.loc[known, "prediction"]).mean() > 0.99
    assert table["fold"].isna().all()


def test_predictions_keep_names(datasets, tmp_path):
    """A person may be called NA."""
    path = tmp_path / "manifest.csv"
    ride = datasets / "labelled" / "ann-walking.csv"
    path.write_text(f"recording,activity,dataset,user,acceleration,unit\n{ride},walking,NA,None,total,m/s^2\n")
    table = gaitway.evaluate(path, root="/").predictions
    assert set(table["user"]) == {"None"}
    assert set(table["dataset"]) == {"NA"}


def test_a_picture_of_figures(rides, tmp_path):
    path = tmp_path / "figures.svg"
    evaluation = gaitway.evaluate(rides, picture=path, theme="dark")
    drawn = re.search(r"Macro-F1 (\d\.\d+)", path.read_text(encoding="utf-8"))[1]
    # The command rounds a number with more digits than JSON has.
    assert abs(float(drawn) - evaluation.macro_f1) <= 0.000501
    with pytest.raises(gaitway.GaitwayError):
        gaitway.evaluate(rides, picture=path)
    with pytest.raises(gaitway.UsageError, match="picture"):
        gaitway.evaluate(rides, theme="dark")
