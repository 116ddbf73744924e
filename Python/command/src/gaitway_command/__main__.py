# SPDX-License-Identifier: Apache-2.0
"""Runs the command: ``python -m gaitway_command``."""

from . import main

main()
