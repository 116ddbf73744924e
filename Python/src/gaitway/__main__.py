"""Runs the command as ``python -m gaitway``."""

from ._command import main

main()
