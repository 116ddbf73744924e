# SPDX-License-Identifier: Apache-2.0
"""The work of executors in training: sums, rows for the solver, scores and choices."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray
from pyspark import TaskContext
from pyspark.ml.functions import vector_to_array
from pyspark.sql import DataFrame

from .._command import run
from .._stream import CLASSES
from ._kernels import POINTS, Kernels

__all__ = [
    "SCORED",
    "Batch",
    "Rows",
    "Scales",
    "Scorer",
    "Summing",
    "Tuner",
    "feature_factors",
    "objective",
    "summed",
]


@dataclass
class Scales:
    """Turns a window's features and signals into the inputs of the weights."""

    means: NDArray[np.float64]
    deviations: NDArray[np.float64]
    kernels: Kernels
    core: list[int]
    #: Whether a feature is missing without gyroscope, and without barometer.
    needs: tuple[NDArray[np.bool_], NDArray[np.bool_]]

    def scaled(self, features: NDArray[np.float64]) -> NDArray[np.float64]:
        values = np.clip((features - self.means) / self.deviations, -4, 4)
        values[np.isnan(values)] = 0
        return values

    def inputs(
        self, features: NDArray[np.float64], shares: NDArray[np.float64], rotation: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        z = self.scaled(features)
        core = z[:, self.core]
        first, second = np.triu_indices(len(self.core))
        products = np.clip(core[:, first] * core[:, second], -4, 4) * 0.5
        return np.hstack([z, products, self.kernels.features(shares, rotation)])

    def variants(
        self, batch: Batch
    ) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.float64], NDArray[np.bool_], NDArray[np.float64]]]:
        """Windows with and without each sensor that they have.

        Which windows, their features, whether rotation counts, and the share of the weight.
        """
        have = [~np.isnan(batch.features[:, need]).all(axis=1) for need in self.needs]
        share = 0.5 ** (have[0].astype(int) + have[1].astype(int))
        for without in (), (0,), (1,), (0, 1):
            chosen = np.ones(len(share), bool)
            features = batch.features.copy()
            for sensor in without:
                chosen &= have[sensor]
                features[:, self.needs[sensor]] = np.nan
            rotation = batch.has_rotation & (0 not in without)
            yield chosen, features, rotation, share


@dataclass
class Batch:
    """Windows as arrays."""

    ride: NDArray[np.int64]
    number: NDArray[np.int64]
    start: NDArray[np.int64]
    learns: NDArray[np.bool_]
    has_rotation: NDArray[np.bool_]
    speed: NDArray[np.float64]
    features: NDArray[np.float64]
    signals: NDArray[np.int16]

    @classmethod
    def of(cls, batch: pa.RecordBatch) -> Batch:
        def column(name: str) -> Any:
            return batch.column(name).to_numpy(zero_copy_only=False)

        count = batch.num_rows
        features = batch.column("features").flatten().to_numpy(zero_copy_only=False).astype(np.float64)
        signals = np.frombuffer(b"".join(batch.column("signals").to_pylist()), "<i2")
        return cls(
            column("ride"), column("number"), column("start"), column("learns").astype(bool),
            column("has_rotation").astype(bool), column("speed").astype(np.float64),
            features.reshape(count, -1), signals.reshape(count, 4, POINTS),
        )  # fmt: skip


SCORED = (
    "penalty double, ride bigint, window bigint, start double, data_set int, fold int, truth string, refused int, "
    "distance double, speed double, " + ", ".join(f"`{name}` double" for name in CLASSES)
)


#: An array, and the partition that summed it.
_SUMS = "part int, sum binary, shape array<int>"


@dataclass
class Summing:
    """The sum of what a function gives of each batch of windows: a row for each partition."""

    part: Callable[[Batch], NDArray[np.float64]]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _row_of_sum(self.part(Batch.of(chunk)) for batch in batches for chunk in _chunks(batch))


def _row_of_sum(arrays: Iterable[NDArray[np.float64]]) -> Iterator[pa.RecordBatch]:
    total: NDArray[np.float64] | None = None
    for array in arrays:
        own = np.ascontiguousarray(array, np.float64)
        total = own if total is None else total + own
    if total is not None:
        context = TaskContext.get()
        columns: list[tuple[Any, pa.DataType]] = [
            (0 if context is None else context.partitionId(), pa.int32()),
            (total.tobytes(), pa.binary()),
            (list(total.shape), pa.list_(pa.int32())),
        ]
        yield pa.RecordBatch.from_arrays([pa.array([one], kind) for one, kind in columns], ["part", "sum", "shape"])


def _joined_sums(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    yield from _row_of_sum(
        np.frombuffer(line["sum"]).reshape(line["shape"]) for batch in batches for line in batch.to_pylist()
    )


def summed(df: DataFrame, part: Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]) -> NDArray[np.float64]:
    """The sum over a DataFrame. `part` gives that of a partition; one task adds them in order."""
    parts = df.mapInArrow(part, _SUMS).repartition(1).sortWithinPartitions("part")
    line = parts.mapInArrow(_joined_sums, _SUMS).collect()[0]
    total: NDArray[np.float64] = np.frombuffer(bytes(line["sum"])).reshape(line["shape"])
    return total


@dataclass
class Rows:
    scales: Scales
    weights: NDArray[np.float64]
    labels: NDArray[np.int64]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for chunk in _chunks(batch):
                own = Batch.of(chunk)
                shares = self.scales.kernels.shares(own.signals, own.has_rotation)
                for chosen, features, rotation, share in self.scales.variants(own):
                    if not chosen.any():
                        continue
                    inputs = self.scales.inputs(features[chosen], shares[chosen], rotation[chosen])
                    ends = np.arange(len(inputs) + 1, dtype=np.int32) * inputs.shape[1]
                    yield pa.RecordBatch.from_arrays(
                        [
                            pa.array(self.labels[own.ride[chosen]].astype(np.float64)),
                            pa.array((self.weights[own.ride] * share)[chosen]),
                            pa.ListArray.from_arrays(ends, pa.array(inputs.reshape(-1))),
                        ],
                        ["label", "weight", "x"],
                    )


@dataclass
class Scorer:
    """A model that scores held-out windows."""

    scales: Scales
    matrix: NDArray[np.float64]
    intercepts: NDArray[np.float64]
    means: NDArray[np.float64]
    whitening: NDArray[np.float64]
    penalty: float
    fold: int
    labels: list[str]
    sets: list[int]

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for chunk in _chunks(batch):
                own = Batch.of(chunk)
                shares = self.scales.kernels.shares(own.signals, own.has_rotation)
                inputs = self.scales.inputs(own.features, shares, own.has_rotation)
                probabilities = _softmax(inputs @ self.matrix.T + self.intercepts)
                core = inputs[:, self.scales.core]
                whitened = (core[:, None, :] - self.means) @ self.whitening.T
                distance = (whitened**2).sum(axis=2).min(axis=1)
                # A window of another sensor case is refused: the model says nothing of it.
                probabilities[~own.learns], distance[~own.learns] = 1 / len(CLASSES), 0
                count = len(own.ride)
                columns: dict[str, Any] = {
                    "penalty": np.full(count, self.penalty), "ride": own.ride, "window": own.number,
                    "start": own.start / 1e9, "data_set": np.array([self.sets[ride] for ride in own.ride], np.int32),
                    "fold": np.full(count, self.fold, np.int32), "truth": [self.labels[ride] for ride in own.ride],
                    "refused": (~own.learns).astype(np.int32), "distance": distance, "speed": own.speed,
                    **{name: probabilities[:, place] for place, name in enumerate(CLASSES)},
                }  # fmt: skip
                yield pa.RecordBatch.from_pandas(pd.DataFrame(columns), preserve_index=False)


@dataclass
class Tuner:
    stay: float | None

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with tempfile.TemporaryDirectory() as folder:
            table, chosen = Path(folder, "scored.csv"), Path(folder, "tuning.json")
            is_first = True
            for batch in batches:
                batch.to_pandas().to_csv(table, mode="w" if is_first else "a", header=is_first, index=False)
                is_first = False
            stay = [] if self.stay is None else ["--stay", repr(self.stay)]
            run(["model", "tune", str(table), *stay, "--output", str(chosen)])
            yield pa.RecordBatch.from_arrays([pa.array([chosen.read_text()])], ["json"])


def _chunks(batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
    """Parts of a batch, so that a variant's inputs stay below 10 MB."""
    for first in range(0, batch.num_rows, 1024):
        yield batch.slice(first, 1024)


def feature_factors(
    features: NDArray[np.float64], needs: tuple[NDArray[np.bool_], NDArray[np.bool_]]
) -> NDArray[np.float64]:
    """By how much of a window's weight its features count: by half, where they are left out in half of the rows."""
    factors = np.ones(features.shape)
    for need in needs:
        factors[:, need] = 0.5
    return factors


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    exponentials = np.exp(logits - logits.max(axis=1, keepdims=True))
    values: NDArray[np.float64] = exponentials / exponentials.sum(axis=1, keepdims=True)
    return values


def objective(
    rows: DataFrame, matrix: NDArray[np.float64], intercepts: NDArray[np.float64], penalty: float
) -> tuple[float, float, int]:
    """The objective at a model, the largest entry of its gradient, and the number of rows: one pass."""
    classes, width = matrix.shape

    def block(batch: pa.RecordBatch) -> NDArray[np.float64]:
        x = batch.column("x").flatten().to_numpy(zero_copy_only=False).reshape(-1, width)
        weights, labels = (batch.column(name).to_numpy() for name in ("weight", "label"))
        labels = labels.astype(int)
        logits = x @ matrix.T + intercepts
        largest = logits.max(axis=1)
        chosen = np.arange(len(x))
        losses = np.log(np.exp(logits - largest[:, None]).sum(axis=1)) + largest - logits[chosen, labels]
        residuals = _softmax(logits)
        residuals[chosen, labels] -= 1
        residuals *= weights[:, None]
        of_rows = [float((weights * losses).sum()), float(weights.sum()), len(x)]
        return np.concatenate([of_rows, (residuals.T @ x).reshape(-1), residuals.sum(axis=0)])

    def part(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from _row_of_sum(block(chunk) for batch in batches for chunk in _chunks(batch))

    values = summed(rows.select("label", "weight", vector_to_array("features").alias("x")), part)
    loss, total, count = values[:3]
    gradient = values[3:] / total
    gradient[: classes * width] += penalty * matrix.reshape(-1)
    return loss / total + penalty / 2 * float((matrix**2).sum()), float(np.abs(gradient).max()), int(count)
