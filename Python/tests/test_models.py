# SPDX-License-Identifier: Apache-2.0
"""Models that are learnt in Python: the library, the command and scikit-learn give the same answers."""

from __future__ import annotations

import json
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.pipeline import make_pipeline

import gaitway
from gaitway import ActivityClassifier, GaitwayFeatures, Model


@pytest.fixture(scope="module")
def labelled(datasets):
    """Windows with what they follow, and what people did."""
    manifest = pd.read_csv(datasets / "labelled" / "manifest.csv")
    parts = [gaitway.windows(datasets / "labelled" / name, history=True) for name in manifest["recording"]]
    activities = manifest["activity"].repeat([len(part) for part in parts]).to_numpy()
    return np.concatenate([part.samples for part in parts]), activities, pd.concat([part.features for part in parts])


@pytest.fixture(scope="module")
def pipeline(labelled):
    return make_pipeline(GaitwayFeatures(), ActivityClassifier()).fit(*labelled[:2])


@pytest.fixture(scope="module")
def model(pipeline):
    return pipeline[-1].to_model(name="mine-1")


def test_windows_with_history_have_all_features_in_any_order(labelled, datasets):
    windows, _, whole = labelled
    # Windows that stand alone lack what needs the one before.
    alone = gaitway.features(windows[:, 64:])
    assert (alone.isna() & whole.notna().to_numpy()).any().sum() == 1
    without_pressure = [name for name in whole.columns if "pressure" not in name]
    order = np.random.default_rng(1).permutation(len(windows))
    made = gaitway.features(windows[order])[without_pressure]
    np.testing.assert_array_equal(made.to_numpy(), whole.iloc[order][without_pressure].to_numpy())
    flat = GaitwayFeatures().fit_transform(windows.reshape(len(windows), -1))
    np.testing.assert_array_equal(flat, gaitway.features(windows, as_="numpy"))
    ride = gaitway.windows(datasets / "commute", history=True)
    estimates, turned = Model().estimate(ride.samples), Model().estimate(ride.samples[::-1])
    np.testing.assert_array_equal(estimates.iloc[::-1, :6].to_numpy(), turned.iloc[:, :6].to_numpy())


@pytest.mark.parametrize("ride", ["walk", "run", "car", "labelled/ben-cycling.csv"])
def test_the_command_answers_as_the_pipeline(datasets, command, tmp_path, pipeline, model, ride):
    model.save(tmp_path / "mine.json")
    assert command("model", "verify", tmp_path / "mine.json").returncode == 0
    answers = command(
        "classify", datasets / ride, "--model", tmp_path / "mine.json", "--smoothing", "none", "--every-window",
        "--format", "ndjson",
    )  # fmt: skip
    assert answers.returncode == 0
    reports = [json.loads(line) for line in answers.stdout.splitlines()]
    assert reports[0]["model"].startswith("mine-1 ")
    estimated = [one for one in reports if "probabilities" in one]
    cut = gaitway.windows(datasets / ride, history=True)
    places = {round(start, 3): place for place, start in enumerate(cut.table["from"])}
    chosen = [places[round(one["window"][0], 3)] for one in estimated]
    assert len(chosen) > 5
    wanted = pipeline.predict_proba(cut.samples[chosen])
    given = np.array([[one["probabilities"][name] for name in pipeline.classes_] for one in estimated])
    # The command writes four decimals.
    np.testing.assert_allclose(given, wanted, atol=1.1e-4)
    table = gaitway.classify(datasets / ride, model=model, smoothing="none", rows="windows")
    known = table[table["reason"].isna()]
    own = known[[f"probabilities.{name}" for name in pipeline.classes_]].to_numpy()
    np.testing.assert_allclose(own, wanted, atol=1e-5)
    assert (known["activity"].to_numpy() == pipeline.predict(cut.samples[chosen])).all()


def test_evaluate_and_live_streams_take_it(datasets, model, command, tmp_path):
    manifest = datasets / "labelled" / "manifest.csv"
    figures = gaitway.evaluate(manifest, model=model).figures
    model.save(tmp_path / "mine.json")
    expected = command("evaluate", manifest, "--model", tmp_path / "mine.json", "--json", "-")
    assert figures == json.loads(expected.stdout)
    ride = gaitway.read(datasets / "run")
    recognizer = gaitway.Recognizer(model)
    reports = recognizer.append(ride.acceleration.time, ride.acceleration.values) + recognizer.finish()
    assert "running" in {report.activity for report in reports}


def test_models_are_kept(model, tmp_path):
    path = tmp_path / "mine.json"
    model.save(path)
    again = Model.load(path)
    assert again.name == pickle.loads(pickle.dumps(model)).name == "mine-1"
    assert again.to_bytes() == model.to_bytes()
    with pytest.raises(gaitway.InputError, match="exists; give another path, or set force"):
        model.save(path)
    model.save(path, force=True)
    with pytest.raises(gaitway.InputError, match="cannot be written"):
        model.save(tmp_path / "none" / "mine.json")
    built_in = tmp_path / "default.json"
    Model().save(built_in)
    assert Model.load(built_in).document["name"] == Model().name
    with pytest.raises(gaitway.InputError):
        Model.from_bytes(b"{}")


def test_what_is_not_a_model(labelled):
    _, activities, table = labelled
    fitted = ActivityClassifier().fit(table, activities)
    for options, message in [
        ({"cases": ()}, "cases is"),
        ({"cases": ("fast",)}, "cases is"),
        ({"stay": 1.0}, "stay is"),
        ({"confidence": (0.9, 0.6)}, "confidence is"),
        ({"distance_limit": 0}, "distance_limit is"),
    ]:
        with pytest.raises(gaitway.UsageError, match=message):
            fitted.to_model(**options)
    with pytest.raises(gaitway.UsageError, match="'swimming' is not an activity"):
        ActivityClassifier().fit(table, np.where(activities == "running", "swimming", activities)).to_model()
    with pytest.raises(gaitway.UsageError, match="2 features"):
        ActivityClassifier().fit(table.iloc[:, :2], activities).to_model()
    with pytest.raises(gaitway.UsageError, match="clip is 3"):
        ActivityClassifier(clip=3).fit(table, activities).to_model()


def test_a_distance_limit_refuses_what_is_far(labelled, datasets):
    _, activities, table = labelled
    fitted = ActivityClassifier().fit(table, activities)
    near = fitted.to_model(distance_limit=1e-3, confidence=(1.0, 1.0))
    answers = gaitway.classify(datasets / "walk", model=near, rows="windows")
    assert (answers["reason"] == "far-from-training").all()


def test_scores_probabilities_and_logarithms(labelled):
    _, activities, table = labelled
    many = ActivityClassifier().fit(table, activities)
    scores = many.decision_function(table)
    assert scores.shape == (len(table), 5)
    np.testing.assert_array_equal(many.classes_[scores.argmax(axis=1)], many.predict(table))
    np.testing.assert_allclose(np.exp(many.predict_log_proba(table)), many.predict_proba(table), atol=1e-12)
    two = ActivityClassifier().fit(table, activities == "walking")
    np.testing.assert_array_equal(two.decision_function(table) > 0, two.predict(table))


def test_a_fit_that_ends_early_warns(labelled):
    _, activities, table = labelled
    with pytest.warns(ConvergenceWarning, match="increase max_iter"):
        ActivityClassifier(max_iter=1, solver="scipy").fit(table, activities)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ConvergenceWarning)
        ActivityClassifier().fit(table, activities)


def test_train(datasets, tmp_path, command):
    manifest = datasets / "labelled" / "manifest.csv"
    options = {"reproducible": True, "cases": ["total"], "penalty": 0.01, "stay": 0.98, "name": "mine"}
    made = gaitway.train(manifest, **options)
    assert made.name == "mine"
    path = tmp_path / "command.json"
    done = command(
        "train", manifest, "--reproducible", "--case", "total", "--penalty", "0.01", "--stay", "0.98", "--name",
        "mine", "--output", path,
    )  # fmt: skip
    assert done.returncode == 0
    expected = json.loads(path.read_text())
    document = made.document
    for key in ("cases", "smoothing", "features"):
        assert document[key] == expected[key]
    assert made.notes
    adapted = gaitway.train(manifest, adapt=Model(), quick=True, where={"user": "ann"})
    assert adapted.document["provenance"]["adaptations"][0]["base"] == Model().name
    with pytest.raises(gaitway.UsageError, match="quick is set without adapt"):
        gaitway.train(manifest, quick=True)
    with pytest.raises(gaitway.InputError):
        gaitway.train(tmp_path / "none.csv")
