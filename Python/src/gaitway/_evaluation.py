"""Judges models on labelled rides, by the command."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from ._command import PathLike, operand, option, run

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True)
class Evaluation:
    """How good a model is on labelled rides.

    Attributes
    ----------
    figures
        All figures, as ``gaitway evaluate --json`` writes them.
    notes
        What the command said beside them.
    """

    figures: dict[str, Any]
    notes: list[str] = field(default_factory=list)

    @property
    def macro_f1(self) -> float:
        """The mean of the activities' F1, each data set and activity of the same weight."""
        return float(self.figures["macro_f1"])

    @property
    def accuracy(self) -> float:
        """The share of windows that are right, weighted likewise."""
        return float(self.figures["accuracy"])

    @property
    def log_loss(self) -> float:
        """The mean log-loss in nats, weighted likewise."""
        return float(self.figures["log_loss"])

    @property
    def classes(self) -> pd.DataFrame:
        """Precision, recall, F1 and windows of each activity."""
        return pd.DataFrame.from_dict(self.figures["classes"], orient="index")

    @property
    def confusion(self) -> pd.DataFrame:
        """Windows by truth (rows) and answer (columns)."""
        table = self.figures["confusion"]
        return pd.DataFrame(
            table["counts"],
            index=pd.Index(table["truth"], name="truth"),
            columns=pd.Index(table["predicted"], name="predicted"),
        )


def evaluate(
    manifest: PathLike,
    *,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    model: PathLike | None = None,
    cross_validate: Literal["user", "dataset"] | None = None,
    judge: Mapping[str, str | Sequence[str]] | None = None,
    allow_skipped: bool = False,
    penalty: float | None = None,
    stay: float | None = None,
    variants: bool = False,
    use_speed: bool = False,
    report: PathLike | None = None,
) -> Evaluation:
    """Judge a model on labelled rides, or cross-validate training.

    With `cross_validate`, whole people or data sets are left out in turn, a model is trained on the rest and judged on rides
    that it never saw. Training needs OpenBLAS on the machine (Debian: ``libopenblas0``).

    Parameters
    ----------
    manifest
        A CSV that lists labelled rides.
    root
        The folder with the recordings; the manifest's own folder if not given.
    where
        Columns and the values that a row must have in them to be used.
    model
        A model file; the built-in model if not given.
    cross_validate
        What is left out: whole users or whole data sets.
    judge
        With `cross_validate`, the rows that are judged; the others are trained on all the same.
    allow_skipped
        Skip rides that cannot be read, and list them.
    penalty, stay
        The penalty of the weights, and the probability that an activity goes on; chosen on rides left out if not given.
    variants
        Also judge the rides as other phones would have recorded them.
    use_speed
        Also judge what speeds of location fixes add.
    report
        Where an HTML page of the figures is written; a file that is there already is not replaced, and is an error.

    Returns
    -------
    Evaluation
        The figures.

    Raises
    ------
    InputError
        If the manifest or a ride cannot be used.

    Examples
    --------
    >>> gaitway.evaluate("Datasets/labelled/manifest.csv", cross_validate="user").macro_f1  # doctest: +SKIP
    """
    arguments = ["evaluate", operand(manifest), "--json", "-"]
    arguments += option("--root", root) + option("--where", where) + option("--model", model)
    arguments += option("--cross-validate", cross_validate) + option("--judge", judge)
    arguments += option("--allow-skipped", allow_skipped) + option("--penalty", penalty) + option("--stay", stay)
    arguments += option("--variants", variants) + option("--use-speed", use_speed)
    arguments += option("--report", None if report is None else os.fspath(report))
    output, notes = run(arguments)
    return Evaluation(json.loads(output), notes)
