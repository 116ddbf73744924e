# SPDX-License-Identifier: Apache-2.0
"""Packages that are slow to import, loaded at their first use."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__all__ = ["is_pandas", "pd"]


class _Lazy(ModuleType):
    """Stands for a module, and imports it when one of its names is read."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(importlib.import_module(self.__name__), name)
        setattr(self, name, value)
        return value


if TYPE_CHECKING:
    import pandas as pd
else:
    pd = _Lazy("pandas")


def is_pandas(value: object, *kinds: str) -> bool:
    """Whether a value has one of pandas's types, by name; a program without pandas has none."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(value, tuple(getattr(pandas, kind) for kind in kinds))
