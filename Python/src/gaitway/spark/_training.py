# SPDX-License-Identifier: Apache-2.0
"""Models fitted on a cluster: what ``gaitway train`` does, over a DataFrame of windows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pyspark.ml.classification import LogisticRegression
from pyspark.ml.functions import array_to_vector
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sql

from .._cutting import windows as cut_windows
from .._distance import CORE, whitening
from .._errors import InputError, UsageError
from .._library import library
from .._stream import ACTIVITIES, CLASSES
from .._windows import feature_names
from ._folds import Ride, Units, balanced_weights, folds
from ._kernels import POINTS, ROTATION, Kernels, drawn_numbers
from ._steps import SCORED, Batch, Rows, Scales, Scorer, Summing, Tuner, feature_factors, objective, summed

__all__ = ["Fit", "train"]

PENALTIES = (0.01, 0.003)
STANDARD_STAY = 0.98
_WINDOWS_OF_A_CELL = 40
_KERNELS = {"total": 420, "slow": 0, "linear": 420}


@dataclass(frozen=True)
class Fit:
    """How the fit of a sensor case went.

    Attributes
    ----------
    objective
        The weighted mean log-loss plus λ/2 |W|², computed anew at the weights.
    largest_gradient_entry
        Of that objective.
    iterations, rows
        Steps of the solver, and rows with the variants of windows.
    penalty
        λ.
    """

    objective: float
    largest_gradient_entry: float
    iterations: int
    rows: int
    penalty: float


class _Case:
    """The training of one sensor case."""

    def __init__(self, windows: DataFrame, name: str) -> None:
        self.name = name
        names = feature_names()
        self.core = [names.index(one) for one in CORE]
        self.needs = _needs()
        counted = (
            windows.where("error IS NULL").groupBy("row", "part", "dataset", "user", "activity")
            .agg(sql.count("number").alias("windows"), sql.sum(sql.col("learns").cast("int")).alias("learning"))
        )  # fmt: skip
        # A line for each ride, not for each window, comes to the driver.
        lines = sorted(counted.collect(), key=lambda line: (line.row, line.part))
        self.rides = [
            Ride(line.row, line.part, line.dataset, line.user, line.activity, line.windows, line.learning or 0)
            for line in lines
        ]
        if not any(ride.learning for ride in self.rides):
            raise InputError(
                f"no window is of the case {name}",
                "give rides that can be read; the column error says what is wrong with each",
            )
        self.data_sets = list(dict.fromkeys(ride.data_set for ride in self.rides))
        session = windows.sparkSession
        numbered = session.createDataFrame(
            [(ride.row, ride.part, place) for place, ride in enumerate(self.rides)], "row bigint, part int, ride bigint"
        )
        order = Window.partitionBy("ride", "learns").orderBy("number")
        self.windows = (
            windows.where("number IS NOT NULL").join(sql.broadcast(numbered), ["row", "part"])
            .select("ride", "number", "start", "speed", "learns", "has_rotation", "features", "signals",
                    (sql.row_number().over(order) - 1).alias("rank"))
            .persist()
        )  # fmt: skip

    def weights(self, excluded: set[int]) -> NDArray[np.float64]:
        """What a window of each ride weighs, where some rides are left out."""
        kept = [
            ride if place not in excluded else Ride(ride.row, ride.part, ride.data_set, ride.user, ride.label, 0, 0)
            for place, ride in enumerate(self.rides)
        ]
        return np.array(balanced_weights(kept), np.float64)

    # ------------------------------------------------------------------------------------------------------------------
    # scales

    def scales(self, weights: NDArray[np.float64]) -> Scales:
        """The scales and kernels of the windows of some rides, in three passes."""
        needs, width = self.needs, len(feature_names())

        def sums(batch: Batch) -> NDArray[np.float64]:
            factors = weights[batch.ride][:, None] * feature_factors(batch.features, needs)
            present = ~np.isnan(batch.features)
            return np.stack([(factors * present).sum(0), np.where(present, factors * batch.features, 0).sum(0)])

        totals, summed = self._reduced(sums, weights)
        seen = totals > 0
        means = np.where(seen, summed / np.where(seen, totals, 1), 0)

        def squares(batch: Batch) -> NDArray[np.float64]:
            factors = weights[batch.ride][:, None] * feature_factors(batch.features, needs)
            summed: NDArray[np.float64] = np.nansum(factors * (batch.features - means) ** 2, axis=0)
            return summed[None]

        deviations = np.sqrt(self._reduced(squares, weights)[0] / np.where(seen, totals, 1))
        spread = seen & (deviations > 1e-12 * np.abs(means)) & (deviations >= np.finfo(float).tiny)
        deviations = np.where(spread, deviations, 1.0)
        assert len(means) == width
        kernels = self._kernels(weights)
        if len(kernels.numbers):

            def shares(batch: Batch) -> NDArray[np.float64]:
                own = kernels.shares(batch.signals, batch.has_rotation)
                factors = np.where(
                    batch.has_rotation[:, None] | (kernels.signals != ROTATION), weights[batch.ride][:, None], 0
                )
                return np.stack([factors.sum(0), (factors * own).sum(0), (factors * own * own).sum(0)])

            total, first, second = self._reduced(shares, weights)
            shown = np.where(total > 0, total, 1)
            kernels.means = first / shown
            kernels.deviations = np.sqrt(np.maximum(0, second / shown - kernels.means**2))
        return Scales(means, deviations, kernels, self.core, needs)

    def _kernels(self, weights: NDArray[np.float64]) -> Kernels:
        count, units = _KERNELS[self.name], Units(1)
        numbers = drawn_numbers(count, units) if count else np.empty(0, np.int64)
        if not count:
            return Kernels(numbers, numbers, np.empty(0), np.empty(0))
        # A cell's windows follow each other as the rides do.
        cells: dict[int, list[tuple[int, int]]] = {}
        for place, ride in enumerate(self.rides):
            if ride.learning and weights[place] > 0:
                cells.setdefault(self.data_sets.index(ride.data_set) * len(CLASSES) + ride.number, []).append(
                    (place, ride.learning)
                )
        chosen: list[tuple[int, int]] = []
        points = []
        for cell in sorted(cells):
            ends = np.cumsum([learning for _, learning in cells[cell]])
            for window in units.drawn(min(_WINDOWS_OF_A_CELL, int(ends[-1])), int(ends[-1])):
                own = int(np.searchsorted(ends, window, side="right"))
                chosen.append((cells[cell][own][0], window - (int(ends[own - 1]) if own else 0)))
                points.append((units.take(len(numbers)) * POINTS).astype(np.int64))
        session = self.windows.sparkSession
        wanted = session.createDataFrame([(ride, rank) for ride, rank in chosen], "ride bigint, rank int")
        found = (
            self.windows.where("learns")
            .join(sql.broadcast(wanted), ["ride", "rank"])
            .select("ride", "rank", "signals")
            .collect()
        )
        signals = {
            (line.ride, line["rank"]): np.frombuffer(bytes(line.signals), "<i2").reshape(4, POINTS) for line in found
        }
        return Kernels.with_quantiles(numbers, np.stack([signals[one] for one in chosen]), np.stack(points))

    def _reduced(self, part: Any, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The sum of what `part` gives of each batch of windows that weigh something."""
        return summed(self._weighing(weights), Summing(part))

    def _weighing(self, weights: NDArray[np.float64]) -> DataFrame:
        rides = [place for place, weight in enumerate(weights.tolist()) if weight > 0]
        session = self.windows.sparkSession
        kept = session.createDataFrame([(place,) for place in rides], "ride bigint")
        return self.windows.where("learns").join(sql.broadcast(kept), "ride")

    # ------------------------------------------------------------------------------------------------------------------
    # fit

    def distance(self, scales: Scales, weights: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The mean of the core features in each activity of the rides, and the mean covariance within them."""
        numbers, width = np.array([ride.number for ride in self.rides]), len(scales.core)

        def moments(batch: Batch) -> NDArray[np.float64]:
            made = np.zeros((len(ACTIVITIES), width + 1, width + 1))
            for chosen, features, _, share in scales.variants(batch):
                core = scales.scaled(features)[:, scales.core]
                ones = np.hstack([core, np.ones((len(core), 1))])
                for activity in range(len(ACTIVITIES)):
                    own = chosen & (numbers[batch.ride] == activity)
                    factors = (weights[batch.ride] * share)[own]
                    made[activity] += (ones[own] * factors[:, None]).T @ ones[own]
            return made

        made = self._reduced(moments, weights)
        made = made[made[:, -1, -1] > 0]
        totals = made[:, -1, -1]
        means = made[:, -1, :-1] / totals[:, None]
        within = made[:, :-1, :-1] / totals[:, None, None] - means[:, :, None] * means[:, None, :]
        return means, within.mean(axis=0)

    def rows(self, scales: Scales, weights: NDArray[np.float64]) -> DataFrame:
        """What the solver gets: a class, a weight and the inputs of each variant of each window."""
        numbers = [ride.number for ride in self.rides]
        seen = sorted({number for number, weight in zip(numbers, weights, strict=True) if weight > 0})
        labels = np.array([seen.index(number) if number in seen else -1 for number in numbers])
        made = self._weighing(weights).mapInArrow(
            Rows(scales, weights, labels), "label double, weight double, x array<double>"
        )
        return made.select("label", "weight", array_to_vector("x").alias("features"))

    def fit(
        self, scales: Scales, weights: NDArray[np.float64], penalties: Iterable[float], tolerance: float = 1e-14
    ) -> dict[float, tuple[NDArray[np.float64], NDArray[np.float64], Fit]]:
        """Weights, (6, inputs), and intercepts for each penalty."""
        seen = sorted({ride.number for ride, weight in zip(self.rides, weights, strict=True) if weight > 0})
        if len(seen) < 2:
            raise InputError("the rides show one class only", "give rides of two activities or more")
        rows = self.rows(scales, weights).persist()
        fits = {}
        try:
            for penalty in penalties:
                solver = LogisticRegression(
                    family="multinomial", regParam=penalty, elasticNetParam=0.0, standardization=False,
                    fitIntercept=True, weightCol="weight", tol=tolerance, maxIter=1000, aggregationDepth=2,
                )  # fmt: skip
                model = solver.fit(rows)
                matrix, offsets = model.coefficientMatrix.toArray(), model.interceptVector.toArray()
                offsets = offsets - offsets.mean()
                value, gradient, count = objective(rows, matrix, offsets, penalty)
                fit = Fit(value, gradient, int(model.summary.totalIterations), count, penalty)
                full, intercepts = np.zeros((len(CLASSES), matrix.shape[1])), np.full(len(CLASSES), -50.0)
                full[seen], intercepts[seen] = matrix, offsets
                fits[penalty] = (full, intercepts, fit)
        finally:
            rows.unpersist()
        return fits

    # ------------------------------------------------------------------------------------------------------------------
    # tuning

    def tuning(self, penalty: float | None, stay: float | None) -> dict[str, Any] | None:
        """What is chosen on rides left out: whole data sets, else whole people. None if nothing can be left out."""
        for by_user in (False, True):
            fold_of = folds(self.rides, by_user)
            if fold_of is None:
                continue
            try:
                return self._tuned(fold_of, (penalty,) if penalty is not None else PENALTIES, stay)
            except InputError as fault:
                if "one class only" not in str(fault):
                    raise
        return None

    def _tuned(self, fold_of: list[int], penalties: tuple[float, ...], stay: float | None) -> dict[str, Any]:
        parts: list[DataFrame] = []
        labels = [CLASSES[ride.number] for ride in self.rides]
        sets = [self.data_sets.index(ride.data_set) for ride in self.rides]
        for fold in sorted(set(fold_of)):
            held = {place for place, own in enumerate(fold_of) if own == fold}
            weights = self.weights(held)
            scales = self.scales(weights)
            means, covariance = self.distance(scales, weights)
            session = self.windows.sparkSession
            rides = session.createDataFrame([(place,) for place in sorted(held)], "ride bigint")
            own = self.windows.join(sql.broadcast(rides), "ride")
            for penalty, (matrix, intercepts, _) in self.fit(scales, weights, penalties, 1e-10).items():
                scorer = Scorer(scales, matrix, intercepts, means, whitening(covariance), penalty, fold, labels, sets)
                parts.append(own.mapInArrow(scorer, SCORED))
        scored = parts[0]
        for part in parts[1:]:
            scored = scored.unionAll(part)
        # One task of one executor learns from all windows that were scored: a line each, sorted as the rides are.
        text = (
            scored.coalesce(1)
            .sortWithinPartitions("penalty", "ride", "window")
            .mapInArrow(Tuner(stay), "json string")
            .first()
        )
        tuning: dict[str, Any] = json.loads(text["json"])
        return tuning


def _needs() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """The features that are missing without gyroscope, and those that are missing without barometer."""
    random = np.random.default_rng(1)
    time = np.arange(0, 80, 0.02)
    motion, turning = random.normal((0, 0, 9.81), 1, (len(time), 3)), random.normal(0, 1, (len(time), 3))
    pressure = 1000 + random.normal(0, 0.1, len(time))

    def missing(**sensors: Any) -> NDArray[np.bool_]:
        last = cut_windows(motion, time=time, samples=False, **sensors).features.iloc[-1]
        values: NDArray[np.bool_] = np.isnan(last.to_numpy())
        return values

    neither = missing()
    return neither & ~missing(rotation_rate=turning), neither & ~missing(pressure=pressure)


def train(
    windows: DataFrame | Mapping[str, DataFrame],
    output: str | Path,
    *,
    penalty: float | None = None,
    stay: float | None = None,
    name: str = "custom-1",
    tune: bool = True,
) -> dict[str, Fit]:
    """Fit a model to windows on a cluster, as ``gaitway train`` does on one machine.

    Scales, kernels, weights, the fits (MLlib's logistic regression) and what rides left out say are all computed where
    the windows are.

    Parameters
    ----------
    windows
        What `training_windows` gave, of the case ``total``; or a DataFrame for each sensor case by its name. The first
        one says how windows are joined over time.
    output
        Where the exchange file is written, for ``gaitway model import``.
    penalty
        λ of λ/2 |W|² beside the weighted mean log-loss; chosen on rides left out if not given.
    stay
        The probability that an activity goes on over 2.56 s; learnt from rides left out if not given.
    name
        The model's name, as streams will state it.
    tune
        Whether rides are left out to choose by. Without, what is not given is the default, and probabilities are not
        calibrated.

    Returns
    -------
    dict of str to Fit
        How the fit of each case went.

    Raises
    ------
    InputError
        If the rides cannot be learnt from.
    """
    cases = dict(windows) if isinstance(windows, Mapping) else {"total": windows}
    if not cases or set(cases) - set(_KERNELS):
        raise UsageError(
            f"the cases are {', '.join(map(str, cases)) or 'none'}; give DataFrames for {', '.join(_KERNELS)}"
        )
    if penalty is not None and not 0 < penalty < float("inf"):
        raise UsageError(f"penalty is {penalty}; give a number above 0")
    fits: dict[str, Fit] = {}
    parts: list[dict[str, Any]] = []
    document: dict[str, Any] = {
        "gaitway": "model-exchange", "version": 1, "name": name, "schema": library().gaitway_feature_schema().decode(),
        "classes": list(CLASSES), "smoothing": {"stay": STANDARD_STAY if stay is None else stay},
    }  # fmt: skip
    for case, frame in sorted(cases.items(), key=lambda item: list(_KERNELS).index(item[0])):
        work = _Case(frame, case)
        tuning = (work.tuning(penalty, stay) if tune else None) or {}
        own = penalty if penalty is not None else float(tuning.get("penalty", min(PENALTIES)))
        weights = work.weights(set())
        scales = work.scales(weights)
        means, covariance = work.distance(scales, weights)
        matrix, intercepts, fits[case] = work.fit(scales, weights, [own])[own]
        if not parts:
            penalty = own
            document["provenance"] = _provenance(work)
            if "smoothing" in tuning:
                document["smoothing"] = tuning["smoothing"]
            if "speed" in tuning:
                document["speed"] = tuning["speed"]
        parts.append(_exchanged(case, scales, matrix, intercepts, means, covariance, tuning))
        figures = {"objective": fits[case].objective, "largest_gradient_entry": fits[case].largest_gradient_entry,
                   "iterations": fits[case].iterations, "rows": fits[case].rows, "penalty": own}  # fmt: skip
        document["provenance"]["fit"] |= {f"{case}.{key}": value for key, value in figures.items()}
        work.windows.unpersist()
    document["cases"] = parts
    Path(output).write_text(json.dumps(document))
    return fits


def _exchanged(
    case: str, scales: Scales, matrix: Any, intercepts: Any, means: Any, covariance: Any, tuning: dict[str, Any]
) -> dict[str, Any]:
    kernels = scales.kernels
    distance: dict[str, Any] = {"features": list(CORE), "means": means.tolist(), "covariance": covariance.tolist()}
    if "limit" in tuning:
        distance["limit"] = tuning["limit"]
    made = {
        "case": case, "mean": scales.means.tolist(), "deviation": scales.deviations.tolist(), "products": list(CORE),
        "kernels": {"numbers": kernels.numbers.tolist(), "thresholds": kernels.thresholds.tolist(),
                    "mean": kernels.means.tolist(), "deviation": kernels.deviations.tolist()},
        "weights": matrix.tolist(), "intercepts": intercepts.tolist(), "distance": distance,
    }  # fmt: skip
    return made | {key: tuning[key] for key in ("calibration", "confidence") if key in tuning}


def _provenance(work: _Case) -> dict[str, Any]:
    sets = []
    for name in work.data_sets:
        own = [ride for ride in work.rides if ride.data_set == name]
        hours: dict[str, float] = {}
        for ride in own:
            hours[ride.label] = hours.get(ride.label, 0) + ride.windows * 2.56 / 3600
        sets.append(
            {
                "name": name,
                "users": len({ride.user for ride in own}),
                "recordings": len(own),
                "hours": {key: round(value, 3) for key, value in hours.items()},
            }
        )
    return {"date": pd.Timestamp.now(tz="UTC").strftime("%Y-%m-%d"), "command": "gaitway.spark.train",
            "data_sets": sets, "windows": sum(ride.learning for ride in work.rides),
            "fit": {}, "figures": {}}  # fmt: skip
