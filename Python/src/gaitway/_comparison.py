# SPDX-License-Identifier: Apache-2.0
"""Models beside each other on the same windows, by the command."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._command import PathLike, operand, option, run
from ._errors import UsageError
from ._lazy import pd
from ._model import Model
from ._pages import Page, in_notebook, report_file
from ._plots import plot_differences
from ._words import SensorCase

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, repr=False)
class Comparison:
    """The figures of several models on the same windows, and their differences from the first model.

    A notebook shows it as the command's page.

    Attributes
    ----------
    table
        A row for each model and activity, and a row ``all`` with macro-F1 as ``f1``: ``model``, ``activity``,
        ``precision``, ``recall``, ``f1``, ``f1_lower``, ``f1_upper``, ``f1_difference``, ``difference_lower``,
        ``difference_upper`` and ``windows``. NaN is what does not exist, such as the differences of the first model.
    figures
        All figures, as ``gaitway evaluate --json`` writes them.
    html
        The text of the page.

    Examples
    --------
    >>> gaitway.compare("Datasets/labelled/manifest.csv", ["default", "open"]).figures["interval_over"]
    'people'
    """

    table: pd.DataFrame = field(compare=False)
    figures: dict[str, Any]
    html: str = field(compare=False)

    @property
    def notes(self) -> list[str]:
        """What to know before the figures, such as rides that a model was trained on."""
        notes: list[str] = self.figures["notes"]
        return notes

    def page(self) -> Page:
        """Return the page: which model is better, the differences with their intervals, and all figures.

        Returns
        -------
        Page
            The page.

        Examples
        --------
        >>> gaitway.compare("Datasets/labelled/manifest.csv", ["default", "open"]).page().save("models.html")
        """
        return Page(self.html)

    _repr_html_ = in_notebook(page)

    def plot(self, *, ax: Axes | None = None) -> Axes:
        """Draw the differences from the first model with matplotlib (the extra ``gaitway[plot]``).

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
        >>> gaitway.compare("Datasets/labelled/manifest.csv", ["default", "open"]).plot().get_xlabel()
        'difference from default'
        """
        return plot_differences(self.table, int(self.figures["interval_percent"]), ax)

    def __repr__(self) -> str:
        scores = self.table[self.table["activity"] == "all"]
        return f"Comparison({', '.join(f'{row.model} {row.f1:.3f}' for row in scores.itertuples())})"


def compare(
    manifest: PathLike,
    models: Sequence[Model | PathLike],
    *,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    case: SensorCase | None = None,
    allow_skipped: bool = False,
    interval: int | None = None,
    report: PathLike | None = None,
) -> Comparison:
    """Compare models on the same windows of labelled rides, each with the first.

    The intervals of the differences come from a bootstrap over people, so what is hard for both models cancels.

    Parameters
    ----------
    manifest
        A CSV that lists labelled rides.
    models
        At least two models or model files; ``"default"`` and ``"open"`` are built in.
    root, where, case, allow_skipped, interval
        As `evaluate` takes them.
    report
        Write an HTML page of the comparison to this path. An existing file is an error.

    Returns
    -------
    Comparison
        The figures.

    Raises
    ------
    InputError
        If the manifest, a ride or a model is unusable.
    UsageError
        If there are fewer than two models, or a model is given twice.

    Examples
    --------
    >>> comparison = gaitway.compare("Datasets/labelled/manifest.csv", ["default", "open"])
    >>> comparison.table["model"].unique().tolist()
    ['default', 'open']
    """
    if isinstance(models, str) or len(models) < 2:
        raise UsageError("compare needs at least two models; evaluate judges one")
    words = option("--root", root) + option("--where", where) + option("--case", case)
    words += option("--allow-skipped", allow_skipped) + option("--interval", interval)
    with tempfile.TemporaryDirectory(prefix="gaitway-") as folder, report_file(report) as page:
        words += option("--model", [_path(model, Path(folder), number) for number, model in enumerate(models)])
        output = Path(folder, "figures.csv")
        text, _ = run(
            ["evaluate", operand(manifest), *words, "--json", "-", "--output", str(output), "--report", operand(page)]
        )
        # Only an empty cell is NaN; a model's name may be "NA".
        table = pd.read_csv(output, dtype={"model": "str"}, keep_default_na=False, na_values=[""])
        return Comparison(table, json.loads(text), page.read_text(encoding="utf-8"))


def _path(model: Model | PathLike, folder: Path, number: int) -> str:
    """A model's path or word. A model in memory becomes a file with its name, which tables show."""
    if not isinstance(model, Model):
        return operand(model)
    if model._data is None:
        return "default"
    path = folder / f"{model.name.replace('/', '-')}.json"
    while path.exists():
        path = path.with_stem(f"{path.stem}-{number + 1}")
    path.write_bytes(model._data)
    return str(path)
