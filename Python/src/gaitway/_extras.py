# SPDX-License-Identifier: Apache-2.0
"""Packages that only some functions need."""

from __future__ import annotations

import importlib
from types import ModuleType

from ._errors import MissingPackageError

__all__ = ["package"]


def package(name: str, extra: str) -> ModuleType:
    """Import a package that an extra of this one installs."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        root = name.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != root:
            raise
        name = root.replace("_", "-")
        raise MissingPackageError(f"{name} is not installed; run: pip install 'gaitway[{extra}]'", name=root) from error
