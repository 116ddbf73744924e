# SPDX-License-Identifier: Apache-2.0
"""Features and activities for scikit-learn."""

from __future__ import annotations

import datetime
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from scipy.special import log_softmax, logsumexp, softmax
from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted, validate_data

from ._distance import CORE, whitening
from ._errors import LibraryError, UsageError
from ._layouts import Fit, Training
from ._library import address, check, library
from ._model import Model
from ._stream import ACTIVITIES, CLASSES
from ._windows import WINDOW_HOP, WINDOW_SAMPLES, feature_names, features

__all__ = ["ActivityClassifier", "GaitwayFeatures"]


_AUTOMATIC, _NEWTON, _FEW_WEIGHTS = 0, 1, 400
#: The least accelerometer samples per second of each sensor case.
_MINIMUM_RATES = {"total": 19, "slow": 9, "linear": 19}
#: The model file's limit of scaled features, its largest distance, and the intercept of a class that was not learnt.
_LIMIT, _NO_LIMIT, _NEVER = 4.0, 1e12, -50.0


class GaitwayFeatures(TransformerMixin, BaseEstimator):
    """Computes the features of windows of motion. It has nothing to learn.

    Parameters
    ----------
    linear
        True if acceleration is without gravity.
    follows
        True if each window begins 2.56 s after the one before. In cross-validation, which splits windows, use windows
        with history instead: ``gaitway.windows(log, history=True).samples``.
    missing
        The value of a missing feature. NaN suits `ActivityClassifier`.

    Attributes
    ----------
    n_features_in_
        Numbers in a window: 128 times 3 or 6.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> make_pipeline(GaitwayFeatures(), ActivityClassifier()).fit(windows, activities)  # doctest: +SKIP
    """

    def __init__(self, *, linear: bool = False, follows: bool = False, missing: float = np.nan) -> None:
        self.linear = linear
        self.follows = follows
        self.missing = missing

    def fit(self, X: ArrayLike, y: Any = None) -> GaitwayFeatures:
        """Store the shape of windows.

        Parameters
        ----------
        X
            Windows, ``(n, 128, 3)`` or ``(n, 128, 6)``, as `gaitway.features` takes them; or ``(n, 192, 3)`` or ``(n,
            192, 6)``, with the samples before each window; or one of them laid flat row by row.
        y
            Ignored.

        Returns
        -------
        GaitwayFeatures
            Itself.
        """
        shape = self._windows(X).shape
        self.n_features_in_ = shape[1] * shape[2]
        return self

    def transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Compute the features of windows.

        Parameters
        ----------
        X
            As for `fit`.

        Returns
        -------
        numpy.ndarray
            ``(n, features)``.
        """
        made = features(self._windows(X), linear=self.linear, follows=self.follows, as_="numpy")
        if not np.isnan(self.missing):
            made[np.isnan(made)] = self.missing
        return made

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the features' names."""
        return np.array(feature_names(), dtype=object)

    @staticmethod
    def _windows(X: Any) -> NDArray[Any]:
        array = np.asarray(X)
        for samples in (WINDOW_SAMPLES, WINDOW_HOP + WINDOW_SAMPLES):
            if array.ndim == 2 and array.shape[1] in (3 * samples, 6 * samples):
                array = array.reshape(len(array), samples, -1)
        return array

    def __sklearn_is_fitted__(self) -> bool:
        return True

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.three_d_array = True
        tags.requires_fit = False
        return tags


class ActivityClassifier(ClassifierMixin, BaseEstimator):
    """Multinomial logistic regression on standardised features for any classes, as ``gaitway train`` fits it.

    Missing values (NaN) count as the mean. The objective is the weighted mean log-loss plus ``penalty / 2`` times the
    sum of the squared weights; intercepts are free and sum to 0.

    Parameters
    ----------
    penalty
        The factor of the sum of squared weights.
    class_weight
        ``"balanced"`` gives every class the same weight. A mapping multiplies the weights of rows by class. None
        leaves the rows' weights alone.
    clip
        Standardised features are clipped at this number of standard deviations.
    tol
        The greatest entry of the objective's gradient at the end.
    max_iter
        The maximum number of iterations.
    solver
        ``"library"`` is Gaitway's own, which needs OpenBLAS on the machine (Debian: ``libopenblas0``), ``"scipy"`` is
        SciPy's L-BFGS. ``"auto"`` uses the first one available. Both reach the same objective.

    Attributes
    ----------
    classes_
        The classes, sorted.
    coef_, intercept_
        Weights of standardised features, ``(classes, features)``, and intercepts.
    mean_, scale_
        Means and standard deviations of the features.
    objective_
        The objective at the end.
    n_iter_
        The number of iterations.
    converged_
        True if the gradient is within `tol`.
    n_features_in_
        The number of features.

    Examples
    --------
    >>> ride = gaitway.windows("Datasets/labelled/ann-walking.csv", history=True)
    >>> run = gaitway.windows("Datasets/labelled/ann-running.csv", history=True)
    >>> motion = np.concatenate([ride.samples, run.samples])
    >>> activity = ["walking"] * len(ride) + ["running"] * len(run)
    >>> classifier = gaitway.ActivityClassifier().fit(gaitway.features(motion), activity)
    >>> float(classifier.score(gaitway.features(motion), activity))
    1.0
    """

    def __init__(
        self,
        *,
        penalty: float = 1e-2,
        class_weight: str | Mapping[Any, float] | None = "balanced",
        clip: float = 4.0,
        tol: float = 1e-6,
        max_iter: int = 1000,
        solver: str = "auto",
    ) -> None:
        self.penalty = penalty
        self.class_weight = class_weight
        self.clip = clip
        self.tol = tol
        self.max_iter = max_iter
        self.solver = solver

    def fit(self, X: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> ActivityClassifier:
        """Learn from rows of features.

        Parameters
        ----------
        X
            ``(n, features)``; NaN is missing.
        y
            The class of each row.
        sample_weight
            The weight of each row. The default is 1.

        Returns
        -------
        ActivityClassifier
            Itself.
        """
        self._check_parameters()
        table, y = validate_data(self, X, y, dtype=np.float64, ensure_all_finite="allow-nan", ensure_min_samples=2)
        check_classification_targets(y)
        self.classes_, labels = np.unique(y, return_inverse=True)
        weights = np.asarray(_check_sample_weight(sample_weight, table, dtype=np.float64, ensure_non_negative=True))
        if isinstance(self.class_weight, Mapping):
            weights = weights * np.array([self.class_weight.get(name, 1.0) for name in self.classes_.tolist()])[labels]
        masses = np.bincount(labels, weights, len(self.classes_))
        if np.count_nonzero(masses) < 2:
            raise ValueError(
                "ActivityClassifier needs two classes with rows of positive weight; there is "
                f"{np.count_nonzero(masses)} class"
            )
        if self.class_weight == "balanced":
            weights = weights * np.divide(1.0, masses, out=np.zeros_like(masses), where=masses > 0)[labels]
        rows = weights > 0
        kept, places = np.unique(labels[rows], return_inverse=True)
        table, weights = table[rows], weights[rows] / weights[rows].sum()
        self._standardize(table, weights)
        coefficients, intercepts = self._solve(self._standardized(table), places.astype(np.int32), weights, len(kept))
        # A class without weight is never the answer.
        self.coef_ = np.zeros((len(self.classes_), table.shape[1]))
        self.intercept_ = np.full(len(self.classes_), -np.inf)
        self.coef_[kept], self.intercept_[kept] = coefficients, intercepts
        if not self.converged_:
            warnings.warn(
                f"the fit ended after {self.n_iter_} iterations without reaching tol={self.tol}; increase max_iter or "
                "penalty",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.n_rows_ = len(table)
        self._moments = self._core_moments(table, places, weights, len(kept))
        return self

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of each class.

        Parameters
        ----------
        X
            ``(n, features)``.

        Returns
        -------
        numpy.ndarray
            ``(n, classes)``, in the order of ``classes_``.
        """
        return np.asarray(softmax(self._scores(X), axis=1))

    def predict_log_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the logarithm of the probability of each class.

        Parameters
        ----------
        X
            ``(n, features)``.

        Returns
        -------
        numpy.ndarray
            ``(n, classes)``, in the order of ``classes_``.
        """
        return np.asarray(log_softmax(self._scores(X), axis=1))

    def decision_function(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the score of each class: the largest is the answer, and softmax gives the probabilities.

        Parameters
        ----------
        X
            ``(n, features)``.

        Returns
        -------
        numpy.ndarray
            ``(n, classes)``; for two classes ``(n,)``, the score of the second less that of the first.
        """
        scores = self._scores(X)
        return np.asarray(scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores)

    def predict(self, X: ArrayLike) -> NDArray[Any]:
        """Return the likeliest class of each row.

        Parameters
        ----------
        X
            ``(n, features)``.

        Returns
        -------
        numpy.ndarray
            ``(n,)``.
        """
        answers = self._scores(X).argmax(axis=1)
        return np.asarray(self.classes_[answers])

    def to_model(
        self,
        *,
        name: str = "custom-1",
        cases: Sequence[Literal["total", "slow", "linear"]] = ("total",),
        stay: float = 0.98,
        confidence: tuple[float, float] = (0.6, 0.9),
        distance_limit: float | None = None,
    ) -> Model:
        """Make a model that `gaitway.classify`, `gaitway.Recognizer` and the command take.

        For a window its probabilities are those of `predict_proba`, to the seven decimals of the weights in a model
        file. The classifier must have learnt activities from the features of `gaitway.features`, unscaled.

        Parameters
        ----------
        name
            The model's name, as streams state it.
        cases
            The sensor cases that the model answers: ``total`` for acceleration with gravity at 19 samples per second
            or more, ``slow`` for the same at 9 to 19, ``linear`` for acceleration without gravity. Windows of other
            cases are unknown.
        stay
            The probability that an activity stays the same over 2.56 s, from 1/6 to 1, for the smoothers.
        confidence
            The least probability of medium and of high confidence.
        distance_limit
            Windows with a larger squared distance from the training data become unknown, unless their confidence is
            high. None allows any distance.

        Returns
        -------
        Model
            The model.

        Raises
        ------
        UsageError
            If the classes are not activities, the features are others, or an option is out of range.

        Examples
        --------
        >>> ride = gaitway.windows("Datasets/walk")
        >>> classifier = gaitway.ActivityClassifier()
        >>> labels = ["walking", "stationary"] * (len(ride) // 2)
        >>> model = classifier.fit(ride.features[: len(labels)], labels).to_model(name="mine")
        >>> gaitway.classify("Datasets/walk", model=model).attrs["model"].split()[0]
        'mine'
        """
        check_is_fitted(self)
        names = feature_names()
        given = list(getattr(self, "feature_names_in_", names))
        if self.n_features_in_ != len(names) or given != names:
            raise UsageError(
                f"the classifier has learnt from {self.n_features_in_} features; a model needs the {len(names)} of "
                "gaitway.features, in their order"
            )
        others = sorted({str(one) for one in self.classes_.tolist()} - set(CLASSES))
        if others:
            raise UsageError(f"the class {others[0]!r} is not an activity; a model has {', '.join(CLASSES)}")
        if self.clip != _LIMIT:
            raise UsageError(f"clip is {self.clip}; a model needs {_LIMIT:g}")
        unknown = sorted(set(cases) - set(_MINIMUM_RATES))
        if unknown or not cases:
            raise UsageError(f"cases is {tuple(cases)!r}; give some of {', '.join(_MINIMUM_RATES)}")
        medium, high = confidence
        if not 0 < medium <= high <= 1:
            raise UsageError(f"confidence is {confidence!r}; give two numbers, 0 < medium <= high <= 1")
        if not 1 / len(CLASSES) < stay < 1:
            raise UsageError(f"stay is {stay!r}; give a probability between 1/6 and 1")
        if distance_limit is not None and not distance_limit > 0:
            raise UsageError(f"distance_limit is {distance_limit!r}; give a number above 0")
        weights, intercepts = np.zeros((len(CLASSES), len(names))), np.full(len(CLASSES), _NEVER)
        order = [CLASSES.index(str(one)) for one in self.classes_.tolist()]
        weights[order], intercepts[order] = self.coef_, np.maximum(self.intercept_, _NEVER)
        assert self._moments is not None
        means, covariance = self._moments
        learnt = [place for place, one in enumerate(self._learnt) if str(one) in ACTIVITIES]
        case = {
            "optional": ["gyroscope", "barometer"],
            "scaling": {"mean": _rounded(self.mean_), "deviation": _rounded(self.scale_), "limit": _LIMIT},
            "products": [],
            "kernels": {"numbers": [], "thresholds": [], "mean": [], "deviation": []},
            "weights": _rounded(weights),
            "intercepts": _rounded(intercepts),
            "confidence": {"medium": medium, "high": high},
            "distance": {
                "features": list(CORE),
                "means": _rounded(means[learnt]),
                "whitening": [_rounded(row[: place + 1]) for place, row in enumerate(whitening(covariance))],
                "limit": _NO_LIMIT if distance_limit is None else distance_limit,
            },
        }
        document = {
            "gaitway": "activity-model",
            "version": 3,
            "name": name,
            "schema": library().gaitway_feature_schema().decode(),
            "features": names,
            "classes": list(CLASSES),
            "cases": [
                {
                    "case": one,
                    "acceleration": "linear" if one == "linear" else "total",
                    "minimum_rate": _MINIMUM_RATES[one],
                    **case,
                }
                for one in _MINIMUM_RATES
                if one in cases
            ],
            "smoothing": {
                "stay": stay,
                "evidence": {"causal": 1, "lag": 1, "viterbi": 1},
                "temperature": 1,
            },
            "provenance": {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "command": "gaitway.ActivityClassifier.to_model",
                "data_sets": [],
                "windows": self.n_rows_,
                "fit": {
                    "objective": self.objective_,
                    "iterations": self.n_iter_,
                    "penalty": self.penalty,
                },
                "figures": {},
            },
        }
        return Model.from_bytes(json.dumps(document).encode(), f"the model {name}")

    def _core_moments(
        self, table: NDArray[np.float64], labels: NDArray[np.int64], weights: NDArray[np.float64], classes: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
        """The mean of the core features in each class and the mean covariance within; None for other features."""
        names = feature_names()
        self._learnt = self.classes_[self.intercept_ > -np.inf]
        if table.shape[1] != len(names):
            return None
        core = self._standardized(table)[:, [names.index(one) for one in CORE]]
        means, within = np.empty((classes, len(CORE))), np.zeros((len(CORE), len(CORE)))
        for label in range(classes):
            own, share = core[labels == label], weights[labels == label]
            share = share / share.sum()
            means[label] = share @ own
            within += ((own - means[label]) * share[:, None]).T @ (own - means[label])
        return means, within / classes

    def _scores(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, ensure_all_finite="allow-nan", reset=False)
        return np.asarray(self._standardized(X) @ self.coef_.T + self.intercept_)

    def _check_parameters(self) -> None:
        for name, least in (("penalty", 0), ("clip", 0), ("tol", 0), ("max_iter", 0)):
            value = getattr(self, name)
            if not value > least:
                raise ValueError(f"{name} is {value!r}; give a number above {least}")
        if self.class_weight not in (None, "balanced") and not isinstance(self.class_weight, Mapping):
            raise ValueError(
                f"class_weight is {self.class_weight!r}; give 'balanced', a weight for each class, or None"
            )
        if self.solver not in ("auto", "library", "scipy"):
            raise ValueError(f"solver is {self.solver!r}; give 'auto', 'library' or 'scipy'")

    def _standardize(self, X: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
        known = ~np.isnan(X)
        mass = weights @ known
        filled = np.where(known, X, 0.0)
        there = np.where(mass > 0, mass, 1.0)
        self.mean_ = weights @ filled / there
        variance = weights @ np.where(known, (X - self.mean_) ** 2, 0.0) / there
        # A feature that varies only by rounding is constant.
        floor = (1e-12 * np.abs(self.mean_)) ** 2
        self.scale_ = np.where(variance > floor, np.sqrt(np.where(variance > floor, variance, 1.0)), 1.0)

    def _standardized(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        scaled = (X - self.mean_) / self.scale_
        np.nan_to_num(scaled, copy=False, nan=0.0, posinf=self.clip, neginf=-self.clip)
        return np.clip(scaled, -self.clip, self.clip, out=scaled)

    def _solve(
        self, X: NDArray[np.float64], labels: NDArray[np.int32], weights: NDArray[np.float64], classes: int
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Minimise the objective; weights sum to 1."""
        if self.solver != "scipy":
            try:
                return self._solve_by_library(X, labels, weights, classes)
            except LibraryError:
                if self.solver == "library":
                    raise
        return self._solve_by_scipy(X, labels, weights, classes)

    def _solve_by_library(self, X: Any, labels: Any, weights: Any, classes: int) -> tuple[Any, Any]:
        X, labels, weights = np.ascontiguousarray(X), np.ascontiguousarray(labels), np.ascontiguousarray(weights)
        coefficients, intercepts = np.zeros((classes, X.shape[1])), np.zeros(classes)
        fit = Fit()
        training = Training(
            rows=X.shape[0],
            columns=X.shape[1],
            features=address(X),
            row_stride=X.strides[0],
            column_stride=X.strides[1],
            labels=address(labels),
            weights=address(weights),
            classes=classes,
            # Newton's method ends far closer to the optimum than required, and is cheap with few weights.
            solver=_NEWTON if coefficients.size <= _FEW_WEIGHTS else _AUTOMATIC,
            inverse_regularization=1 / (self.penalty * float(weights.sum())),
            tolerance=self.tol,
            maximum_iterations=self.max_iter,
        )
        check(library().gaitway_logistic_fit(training, address(coefficients), address(intercepts), fit))
        self.objective_, self.n_iter_, self.converged_ = (
            float(fit.objective),
            int(fit.iterations),
            bool(fit.has_converged),
        )
        return coefficients, intercepts

    def _solve_by_scipy(self, X: Any, labels: Any, weights: Any, classes: int) -> tuple[Any, Any]:
        truth = np.zeros((len(X), classes))
        truth[np.arange(len(X)), labels] = 1.0
        columns = X.shape[1]

        def objective(parameters: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
            table = parameters.reshape(classes, columns + 1)
            W, b = table[:, :columns], table[:, columns]
            scores = X @ W.T + b
            losses = logsumexp(scores, axis=1) - scores[np.arange(len(X)), labels]
            errors = weights[:, None] * (softmax(scores, axis=1) - truth)
            gradient = np.concatenate([errors.T @ X + self.penalty * W, errors.sum(0)[:, None]], axis=1)
            return float(weights @ losses + self.penalty / 2 * (W * W).sum()), gradient.ravel()

        found = minimize(
            objective, np.zeros(classes * (columns + 1)), jac=True, method="L-BFGS-B",
            options={"maxiter": self.max_iter, "gtol": self.tol, "ftol": 0.0, "maxcor": 20, "maxls": 50},
        )  # fmt: skip
        table = found.x.reshape(classes, columns + 1)
        self.objective_, self.n_iter_ = float(found.fun), max(1, int(found.nit))
        self.converged_ = bool(np.abs(found.jac).max() <= self.tol)
        return table[:, :columns], table[:, columns] - table[:, columns].mean()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


def _rounded(numbers: NDArray[np.float64]) -> Any:
    """Numbers with the seven decimals of a model file."""
    return np.round(numbers, 7).tolist()
