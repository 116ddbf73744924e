# SPDX-License-Identifier: Apache-2.0
"""The gaitway command, as a file of this package."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["PATH", "main"]

#: The command's path.
PATH = str(Path(__file__).parent / "bin" / "gaitway")


def main() -> None:
    """Replace this process by the command, for the ``gaitway`` script."""
    path = os.environ.get("GAITWAY_COMMAND") or PATH
    try:
        os.execv(path, ["gaitway", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"gaitway: {path}: the command cannot be run: {error.strerror}; reinstall gaitway-command")
