# SPDX-License-Identifier: Apache-2.0
"""Judges models on labelled rides, with the command."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._command import PathLike, operand, option, run
from ._errors import UsageError
from ._lazy import pd
from ._model import Model, model_file
from ._pages import Page, in_notebook, report_file
from ._plots import plot_confusion
from ._words import SensorCase, Theme

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Evaluation", "evaluate"]


@dataclass(frozen=True, repr=False)
class Evaluation:
    """The figures of a model on labelled rides.

    A notebook shows it as the command's page.

    Attributes
    ----------
    figures
        All figures, as ``gaitway evaluate --json`` writes them.
    notes
        Lines that the command wrote to standard error.
    html
        The text of the page, or None.
    predictions
        A row for each window: ``recording``, ``user``, ``dataset``, ``fold``, ``start_s``, ``truth``, ``prediction``,
        and a column ``probabilities.`` for each class. None if the figures came without them.

    Examples
    --------
    >>> gaitway.evaluate("Datasets/labelled/manifest.csv")
    Evaluation(macro-F1 0.998, accuracy 0.998, log-loss 0.097)
    """

    figures: dict[str, Any]
    notes: list[str] = field(default_factory=list)
    html: str | None = field(default=None, compare=False)
    predictions: pd.DataFrame | None = field(default=None, compare=False)

    @property
    def macro_f1(self) -> float:
        """The mean F1 of the activities. Every activity, and every data set within it, has the same weight."""
        return float(self.figures["macro_f1"])

    @property
    def accuracy(self) -> float:
        """The share of right windows, with the weights of `macro_f1`."""
        return float(self.figures["accuracy"])

    @property
    def log_loss(self) -> float:
        """The mean log-loss in nats, with the weights of `macro_f1`."""
        return float(self.figures["log_loss"])

    @property
    def classes(self) -> pd.DataFrame:
        """Precision, recall, F1 and windows of each activity."""
        return pd.DataFrame.from_dict(self.figures["classes"], orient="index")

    @property
    def confusion(self) -> pd.DataFrame:
        """Windows by truth (rows) and answer (columns)."""
        return self._confusion("counts")

    @property
    def shares(self) -> pd.DataFrame:
        """The share of each truth's windows by answer, 0 to 1, with the weights of `macro_f1`, as on the page."""
        return self._confusion("shares").astype(float)

    def _confusion(self, figure: str) -> pd.DataFrame:
        table = self.figures["confusion"]
        return pd.DataFrame(
            table[figure],
            index=pd.Index(table["truth"], name="truth"),
            columns=pd.Index(table["predicted"], name="predicted"),
        )

    def page(self) -> Page:
        """Return the page of the figures: those of each activity, confusions, calibration and rides.

        Returns
        -------
        Page
            The page.

        Raises
        ------
        UsageError
            If these figures were read from a file: only `evaluate` makes the page, from the rides.

        Examples
        --------
        >>> gaitway.evaluate("Datasets/labelled/manifest.csv").page().save("evaluation.html")
        """
        if self.html is None:
            raise UsageError("these figures came without their page; call evaluate")
        return Page(self.html)

    _repr_html_ = in_notebook(page)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the confusion matrix with matplotlib (the extra ``gaitway[plot]``).

        Parameters
        ----------
        ax
            The axes to draw in. The default is a figure of its own.

        Returns
        -------
        matplotlib.axes.Axes
            The axes.

        Examples
        --------
        >>> gaitway.evaluate("Datasets/labelled/manifest.csv").plot().get_ylabel()
        'truth'
        """
        return plot_confusion(self.confusion, self.shares, self.macro_f1, ax)

    def __repr__(self) -> str:
        return f"Evaluation(macro-F1 {self.macro_f1:.3f}, accuracy {self.accuracy:.3f}, log-loss {self.log_loss:.3f})"


def evaluate(
    manifest: PathLike,
    *,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    model: Model | PathLike | None = None,
    cross_validate: Literal["user", "dataset", "ride"] | None = None,
    judge: Mapping[str, str | Sequence[str]] | None = None,
    case: SensorCase | None = None,
    allow_skipped: bool = False,
    penalty: float | None = None,
    stay: float | None = None,
    variants: bool = False,
    use_speed: bool = False,
    interval: int | None = None,
    report: PathLike | None = None,
    picture: PathLike | None = None,
    theme: Theme | None = None,
) -> Evaluation:
    """Judge a model on labelled rides, or cross-validate training.

    `cross_validate` holds out each person, data set or ride in turn, trains a model on the others and judges it on the
    held-out rides. Training needs OpenBLAS on the machine (Debian: ``libopenblas0``).

    Parameters
    ----------
    manifest
        A CSV that lists labelled rides.
    root
        The folder with the recordings. The default is the manifest's folder.
    where
        Use only rows that have these values in these columns.
    model
        A model or a model file. The default is the built-in model.
    cross_validate
        Hold out users or data sets.
    judge
        With `cross_validate`, judge only rows with these values; the others are still trained on.
    case
        Convert the rides to this sensor case first.
    allow_skipped
        Skip unreadable rides, and list them.
    penalty, stay
        The penalty of the weights, and the probability that an activity goes on. The default is chosen on rides left
        out.
    variants
        Also judge the rides as other phones would have recorded them.
    use_speed
        Also judge the model with speeds of location fixes.
    interval
        How many percent of the draws of the bootstrap the intervals hold, 50 to 99. The default is 90.
    report
        Write an HTML page of the figures to this path. An existing file is an error.
    picture
        Draw the figures into this file, ``.svg`` or ``.png``; see `picture`. An existing file is an error.
    theme
        The colours of the picture.

    Returns
    -------
    Evaluation
        The figures.

    Raises
    ------
    InputError
        If the manifest or a ride is unusable.

    Examples
    --------
    >>> int(gaitway.evaluate("Datasets/labelled/manifest.csv").confusion.loc["running", "running"])
    80
    """
    arguments = ["evaluate", operand(manifest), "--json", "-"]
    arguments += option("--root", root) + option("--where", where)
    arguments += option("--case", case) + option("--interval", interval)
    arguments += option("--picture", picture) + option("--theme", theme)
    arguments += option("--cross-validate", cross_validate) + option("--judge", judge)
    arguments += option("--allow-skipped", allow_skipped) + option("--penalty", penalty) + option("--stay", stay)
    arguments += option("--variants", variants) + option("--use-speed", use_speed)
    with (
        model_file(model) as path,
        report_file(report) as page,
        tempfile.TemporaryDirectory(prefix="gaitway-") as folder,
    ):
        windows = Path(folder, "windows.csv")
        arguments += [*option("--model", path), "--report", operand(page), "--predictions", str(windows)]
        output, notes = run(arguments)
        # Names such as "NA" are texts; without folds, their column is empty.
        types = {**dict.fromkeys(("recording", "user", "dataset", "truth", "prediction"), "str"), "fold": "Int64"}
        predictions = pd.read_csv(windows, dtype=types, keep_default_na=False, na_values={"fold": [""]})
        return Evaluation(json.loads(output), notes, page.read_text(encoding="utf-8"), predictions)
