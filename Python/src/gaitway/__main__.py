"""``python -m gaitway`` is the command."""

from ._command import main

main()
