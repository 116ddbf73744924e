"""Runs the command: ``python -m gaitway_command``."""

from . import main

main()
