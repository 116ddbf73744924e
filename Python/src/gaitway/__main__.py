# SPDX-License-Identifier: Apache-2.0
"""Runs the command as ``python -m gaitway``."""

import sys

from ._errors import MissingPackageError
from ._extras import package

try:
    command = package("gaitway_command", "command")
except MissingPackageError as error:
    sys.exit(f"gaitway: {error}")
command.main()
