#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""python-docs.py FOLDER: the pages of the Python package's interface, from its docstrings, in FOLDER.

pdoc makes them. A name that is not on the page, a warning of pdoc, and a page that loads from elsewhere are errors.
"""

import re
import sys
import warnings
from pathlib import Path

import pdoc

import gaitway

folder = Path(sys.argv[1])
# Names are loaded at their first use; pdoc sees only those that are.
for name in gaitway.__all__:
    getattr(gaitway, name)
warnings.simplefilter("error")
# Types that only a type checker imports stay as they are written.
warnings.filterwarnings("ignore", "Error parsing type annotation|Failed to run TYPE_CHECKING")
pdoc.render.configure(docformat="numpy", search=True, show_source=False, footer_text="Gaitway")
pdoc.pdoc("gaitway", output_directory=folder)

page = (folder / "gaitway.html").read_text(encoding="utf-8")
missing = [name for name in gaitway.__all__ if f'<section id="{name}">' not in page]
if missing:
    sys.exit(f"python-docs.py: {', '.join(missing)}: not on the page")
elsewhere = re.findall(r'(?:src|<link[^>]* href)="(https?:[^"]*)"', page)
if elsewhere:
    sys.exit(f"python-docs.py: the page loads {', '.join(elsewhere)}")
print(f"{len(gaitway.__all__)} names in {folder / 'gaitway.html'}")
