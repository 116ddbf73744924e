# SPDX-License-Identifier: Apache-2.0
"""The features of labelled rides, by the command."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ._command import PathLike, operand, option, run
from ._lazy import pd
from ._texts import texts
from ._words import SensorCase

__all__ = ["labelled_features"]


def labelled_features(
    manifest: PathLike,
    *,
    root: PathLike | None = None,
    where: Mapping[str, str | Sequence[str]] | None = None,
    case: SensorCase | None = None,
    allow_skipped: bool = False,
) -> pd.DataFrame:
    """Compute the features of each window of labelled rides, as ``gaitway features`` writes them.

    ``table[gaitway.feature_names()].to_numpy()`` is the array of features.

    Parameters
    ----------
    manifest
        A CSV that lists labelled rides.
    root, where, case
        As `evaluate` takes them.
    allow_skipped
        Skip unreadable rides.

    Returns
    -------
    pandas.DataFrame
        A row for each window: ``recording``, ``user``, ``dataset``, ``activity``, ``case``, ``start_s``, and a column
        for each of `feature_names`. A missing feature is NaN.

    Raises
    ------
    InputError
        If the manifest or a ride is unusable.

    Examples
    --------
    >>> table = gaitway.labelled_features("Datasets/labelled/manifest.csv", where={"user": "ann"})
    >>> table["user"].unique().tolist()
    ['ann']
    >>> table[gaitway.feature_names()].shape[0] == len(table)
    True
    """
    words = option("--root", root) + option("--where", where) + option("--case", case)
    words += option("--allow-skipped", allow_skipped)
    with tempfile.TemporaryDirectory(prefix="gaitway-") as folder:
        path = Path(folder, "windows.npz")
        run(["features", operand(manifest), *words, "--output", str(path)])
        with np.load(path) as arrays:
            columns = dict(arrays)
    features = pd.DataFrame(columns.pop("features"), columns=columns.pop("feature_names"))
    facts = {
        name: texts(value or None for value in values.tolist()) if values.dtype.kind == "U" else values
        for name, values in columns.items()
    }
    return pd.concat([pd.DataFrame(facts), features], axis=1)
