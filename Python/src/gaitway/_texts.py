# SPDX-License-Identifier: Apache-2.0
"""Columns of text for any version of pandas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ._lazy import pd

__all__ = ["texts"]


def texts(values: Iterable[Any]) -> pd.Series[Any]:
    """A column of texts, NaN for None. The type is pandas's own for text, or object before pandas 2.3."""
    given = [value if isinstance(value, str) else np.nan for value in values]
    try:
        return pd.Series(given, dtype=pd.StringDtype(na_value=np.nan))
    except TypeError:
        return pd.Series(given, dtype=object)
