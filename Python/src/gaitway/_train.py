# SPDX-License-Identifier: Apache-2.0
"""Trains models on labelled rides, with the command."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ._command import PathLike, operand, option, run
from ._errors import UsageError
from ._lazy import is_pandas, pd
from ._model import Model, model_file
from ._words import SensorCase

__all__ = ["adapt", "train", "tune"]


def train(
    manifest: PathLike,
    *,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    allow_skipped: bool = False,
    adapt: Model | PathLike | None = None,
    quick: bool = False,
    untested: bool = False,
    penalty: float | None = None,
    stay: float | None = None,
    cases: Sequence[SensorCase] | None = None,
    tolerance: float | None = None,
    reproducible: bool = False,
    figures: PathLike | None = None,
    name: str | None = None,
) -> Model:
    """Train a model on labelled rides, as ``gaitway train`` does, or adapt one to a person.

    Training needs OpenBLAS on the machine (Debian: ``libopenblas0``), unless it is `reproducible`.

    Parameters
    ----------
    manifest
        A CSV that lists labelled rides.
    root
        The folder with the recordings. The default is the manifest's folder.
    where
        Use only rows that have these values in these columns.
    allow_skipped
        Skip unreadable rides, and list them in the model's `notes`.
    adapt
        Tune this model to the rides instead. ``gaitway.Model()`` is the built-in model. A change is kept only if it
        improves rides that were left out; the model's `notes` report it.
    quick
        With `adapt`: adjust only how likely each activity is (the intercepts); one minute of each is enough.
    untested
        With `adapt`: change the weights even if no recording can be left out to test the change.
    penalty, stay
        The penalty of the weights, and the probability that an activity stays the same over 2.56 s. The default is
        chosen on rides left out.
    cases
        The sensor cases to serve: ``total``, ``fast``, ``slow``, ``linear``. The default is all.
    tolerance
        A fit ends when no entry of its gradient is larger, 1e-10 to 1e-3.
    reproducible
        Add in a fixed order: the same rides give the same bytes on every x86-64 processor with FMA.
    figures
        A JSON file of an evaluation to keep in the model.
    name
        The model's name, which streams state. The default is ``custom-1``, or the adapted model's with ``-adapted``.

    Returns
    -------
    Model
        The model. Its `notes` have how right such a model is on people that it never saw.

    Raises
    ------
    InputError
        If the manifest or a ride is unusable.
    UsageError
        If options conflict.

    Examples
    --------
    >>> model = gaitway.train("Datasets/labelled/manifest.csv", reproducible=True, cases=["total"], penalty=0.01)
    >>> model.save("mine.json")
    >>> "running" in set(gaitway.classify("Datasets/run", model="mine.json")["activity"])
    True
    """
    if quick and adapt is None:
        raise UsageError("quick is set without adapt; give the model to adapt")
    if untested and adapt is None:
        raise UsageError("untested is set without adapt; give the model to adapt")
    arguments = ["train", operand(manifest)]
    arguments += option("--root", root) + option("--where", where) + option("--allow-skipped", allow_skipped)
    arguments += option("--quick", quick) + option("--untested", untested)
    arguments += option("--penalty", penalty) + option("--stay", stay)
    arguments += option("--case", None if cases is None else list(cases)) + option("--tolerance", tolerance)
    arguments += option("--reproducible", reproducible) + option("--figures", figures) + option("--name", name)
    with model_file(adapt) as path, tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
        output = Path(folder, "model.json")
        arguments += [] if adapt is None else option("--adapt", path or "default")
        _, notes = run([*arguments, "--output", str(output)])
        model = Model.from_bytes(output.read_bytes())
    model.notes = notes
    return model


def adapt(
    manifest: PathLike,
    *,
    model: Model | PathLike | None = None,
    quick: bool = False,
    untested: bool = False,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    allow_skipped: bool = False,
    name: str | None = None,
) -> Model:
    """Adapt a model to one person, from a few of their rides of two or more activities.

    A change is kept only if it improves rides that were left out; the model's `notes` report it. Five minutes of each
    activity are enough.

    Parameters
    ----------
    manifest
        A CSV that lists the person's labelled rides.
    model
        The model to adapt. The default is the built-in model.
    quick
        Adjust only how likely each activity is (the intercepts); one minute of each is enough.
    untested
        Change the weights even if no recording can be left out to test the change.
    root, where, allow_skipped, name
        As `train` takes them.

    Returns
    -------
    Model
        The adapted model.

    Raises
    ------
    InputError
        If the manifest or a ride is unusable.

    Examples
    --------
    >>> gaitway.adapt("Datasets/labelled/manifest.csv", where={"user": "ann"}, quick=True).name
    'default-8-adapted'
    """
    return train(
        manifest,
        adapt=Model() if model is None else model,
        quick=quick,
        untested=untested,
        root=root,
        where=where,
        allow_skipped=allow_skipped,
        name=name,
    )


def tune(scored: pd.DataFrame | PathLike, *, stay: float | None = None) -> dict[str, Any]:
    """Choose penalty, calibration, confidence and smoothing on windows left out, for a model that you fitted yourself.

    Parameters
    ----------
    scored
        A row for each window and penalty, scored by a model that did not learn from the window: ``penalty``, ``ride``,
        ``window``, ``start``, ``data_set``, ``fold``, ``truth``, ``refused``, ``distance``, ``speed``, and the
        probabilities ``stationary`` to ``none``. Or a CSV file of them.
    stay
        The probability that an activity stays the same over 2.56 s. The default is learnt.

    Returns
    -------
    dict
        What `train` would choose: ``penalty``, ``notes``, ``calibration``, ``confidence``, ``limit``, and ``smoothing``
        and ``speed`` if there were data for them.

    Raises
    ------
    InputError
        If a column is missing, or a value is unusable.

    Examples
    --------
    >>> gaitway.tune("scored.csv")["penalty"]  # doctest: +SKIP
    """
    text = scored.to_csv(index=False).encode() if is_pandas(scored, "DataFrame") else None  # type: ignore[union-attr]
    source = "-" if text is not None else operand(scored)  # type: ignore[arg-type]
    output, _ = run(["model", "tune", source, "--output", "-", *option("--stay", stay)], standard_input=text)
    chosen: dict[str, Any] = json.loads(output)
    return chosen
