# SPDX-License-Identifier: Apache-2.0
"""The estimators of scikit-learn: its own checks, and identities."""

from __future__ import annotations

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import gaitway
from gaitway import ActivityClassifier, GaitwayFeatures


def solvers() -> list[str]:
    """SciPy's, and the library's where there is OpenBLAS."""
    try:
        ActivityClassifier(solver="library").fit([[0.0], [1.0]], [0, 1])
    except gaitway.LibraryError:
        return ["scipy"]
    return ["scipy", "library"]


SOLVERS = solvers()


@parametrize_with_checks([*(ActivityClassifier(solver=solver) for solver in SOLVERS), GaitwayFeatures()])
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def labelled(datasets):
    """Windows of four people, what they did, and who they were."""
    manifest = pd.read_csv(datasets / "labelled" / "manifest.csv")
    parts = [gaitway.windows(datasets / "labelled" / recording) for recording in manifest["recording"]]
    counts = [len(part) for part in parts]
    return (
        np.concatenate([part.samples for part in parts]),
        manifest["activity"].repeat(counts).to_numpy(),
        manifest["user"].repeat(counts).to_numpy(),
    )


@pytest.fixture(scope="module")
def table(labelled):
    return gaitway.features(labelled[0], as_="numpy")


@pytest.mark.parametrize("solver", SOLVERS)
def test_people_who_were_left_out(labelled, solver):
    windows, activities, people = labelled
    pipeline = make_pipeline(GaitwayFeatures(), ActivityClassifier(solver=solver))
    scores = cross_val_score(pipeline, windows, activities, groups=people, cv=GroupKFold(4), scoring="f1_macro")
    assert len(scores) == 4
    assert scores.mean() > 0.9


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_gradient_is_zero(labelled, table, solver):
    _, activities, _ = labelled
    model = ActivityClassifier(solver=solver, class_weight=None).fit(table, activities)
    assert model.converged_
    X = model._standardized(table)
    errors = model.predict_proba(table) - (activities[:, None] == model.classes_)
    gradient = errors.T @ X / len(X) + model.penalty * model.coef_
    assert np.abs(gradient).max() < 2e-6
    assert np.abs(errors.mean(axis=0)).max() < 2e-6
    assert model.intercept_.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("solver", SOLVERS)
def test_scikit_learns_regression_has_the_same_optimum(labelled, table, solver):
    _, activities, _ = labelled
    model = ActivityClassifier(solver=solver, class_weight=None, tol=1e-8).fit(table, activities)
    other = LogisticRegression(C=1 / (model.penalty * len(table)), tol=1e-9, max_iter=5000).fit(
        model._standardized(table), activities
    )
    np.testing.assert_allclose(model.predict_proba(table), other.predict_proba(model._standardized(table)), atol=2e-5)


@pytest.mark.skipif(len(SOLVERS) < 2, reason="there is no OpenBLAS for the library's solver")
def test_both_solvers_come_to_the_same(labelled, table):
    _, activities, _ = labelled
    first, second = (ActivityClassifier(solver=solver, tol=1e-8).fit(table, activities) for solver in SOLVERS)
    assert first.objective_ == pytest.approx(second.objective_, rel=1e-9)
    np.testing.assert_allclose(first.coef_, second.coef_, atol=1e-5)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_row_twice_is_a_weight_of_two(labelled, table, solver):
    _, activities, _ = labelled
    twice = np.random.default_rng(3).random(len(table)) < 0.3
    weighted = ActivityClassifier(solver=solver).fit(table, activities, sample_weight=1.0 + twice)
    repeated = ActivityClassifier(solver=solver).fit(
        np.concatenate([table, table[twice]]), np.concatenate([activities, activities[twice]])
    )
    np.testing.assert_allclose(weighted.predict_proba(table), repeated.predict_proba(table), atol=1e-4)


def test_missing_values_are_the_average(labelled, table):
    _, activities, _ = labelled
    assert np.isnan(table).any()
    model = ActivityClassifier().fit(table, activities)
    filled = np.where(np.isnan(table), model.mean_, table)
    np.testing.assert_allclose(model.predict_proba(filled), model.predict_proba(table), atol=1e-12)


def test_features_of_flat_windows_and_names(labelled, table):
    windows, _, _ = labelled
    transformer = GaitwayFeatures().fit(windows)
    assert np.array_equal(transformer.transform(windows.reshape(len(windows), -1)), table, equal_nan=True)
    assert transformer.get_feature_names_out().tolist() == gaitway.feature_names()
    framed = clone(transformer).set_output(transform="pandas").fit_transform(windows)
    assert framed.columns.tolist() == gaitway.feature_names()
    assert not np.isnan(GaitwayFeatures(missing=0).fit_transform(windows)).any()
    with pytest.raises(gaitway.UsageError, match="shape"):
        transformer.transform(np.zeros((4, 100)))


def test_models_are_kept(labelled, table):
    _, activities, _ = labelled
    pipeline = make_pipeline(GaitwayFeatures(), ActivityClassifier()).fit(labelled[0], activities)
    again = pickle.loads(pickle.dumps(pipeline))
    assert np.array_equal(again.predict(labelled[0]), pipeline.predict(labelled[0]))


@pytest.mark.parametrize(
    "parameters",
    [{"penalty": 0}, {"clip": -1}, {"tol": 0}, {"max_iter": 0}, {"class_weight": "much"}, {"solver": "quantum"}],
)
def test_wrong_parameters(parameters):
    with pytest.raises(ValueError, match=next(iter(parameters))):
        ActivityClassifier(**parameters).fit([[0.0], [1.0]], ["a", "b"])
