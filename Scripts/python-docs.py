#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""python-docs.py FOLDER: the pages of the Python package in FOLDER: topics, results and functions.

The topics are Markdown (Python/pages, Python/README.md and Python/SPARK.md); pdoc makes the pages of gaitway and
gaitway.spark from docstrings. A name that is not on a page, a link that leads nowhere, a warning of pdoc, and a page
that loads from elsewhere are errors.
"""

import html
import inspect
import re
import sys
import warnings
from pathlib import Path

import pdoc
import pdoc.render

import gaitway
import gaitway.spark

folder, python = Path(sys.argv[1]), Path("Python")
#: The page of each topic: its file, and its title in the list of pages.
TOPICS = {
    "index": (python / "README.md", "Gaitway for Python"),
    "logs": (python / "pages/logs.md", "Logs"),
    "arrays": (python / "pages/arrays.md", "Arrays and tables"),
    "training": (python / "pages/training.md", "Training"),
    "timelines": (python / "pages/timelines.md", "Timelines and alerts"),
    "spark": (python / "SPARK.md", "Spark"),
    "features": (python / "pages/features.md", "Glossary of features"),
}
MODULES = {"gaitway": gaitway, "gaitway.spark": gaitway.spark}
WHERE = {name: f"{file.stem}.html" for name, (file, _) in TOPICS.items()}
WHERE["index"] = "index.html"


def short(signature: inspect.Signature, colon: bool) -> str:
    """A signature on one line: without types, and without options that are off or found by default."""
    shown, is_cut = [], False
    for name, parameter in signature.parameters.items():
        if name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and parameter.default in (None, False):
            is_cut = True
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in shown:
            shown.append("*")
        bare = parameter.replace(annotation=parameter.empty)
        shown.append(str(bare).removesuffix("=<factory>"))
    if is_cut:
        shown += ["…"] if "*" in shown else ["*", "…"]
    return f'<span class="signature pdoc-code condensed">({html.escape(", ".join(shown))}){":" * colon}</span>'


# Names are loaded at their first use; pdoc sees only those that are.
for name in gaitway.__all__:
    getattr(gaitway, name)
warnings.simplefilter("error")
# Types that only a type checker imports stay as they are written.
warnings.filterwarnings("ignore", "Error parsing type annotation|Failed to run TYPE_CHECKING")
pdoc.render.configure(docformat="numpy", search=True, show_source=False, footer_text="Gaitway")
pdoc.render.env.filters["format_signature"] = short
pdoc.pdoc(*MODULES, "!gaitway._", output_directory=folder)

names = {}
for module, loaded in MODULES.items():
    path = folder / f"{module.replace('.', '/')}.html"
    page = path.read_text(encoding="utf-8")
    missing = [name for name in loaded.__all__ if f'<section id="{name}">' not in page]
    if missing:
        sys.exit(f"python-docs.py: {', '.join(missing)}: not on the page of {module}")
    elsewhere = re.findall(r'(?:src|<link[^>]* href)="(https?:[^"]*)"', page)
    if elsewhere:
        sys.exit(f"python-docs.py: the page of {module} loads {', '.join(elsewhere)}")
    names |= {f"{module}.{name}": f"{module.replace('.', '/')}.html#{name}" for name in loaded.__all__}

STYLE = """body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; color: #1b1f24; background: #fff; }
nav { padding: 1rem 2rem; border-bottom: 1px solid #dcdfe2; } nav a { margin-right: 1.2rem; }
main { max-width: 60rem; padding: 1rem 2rem 4rem; } table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #dcdfe2; }
pre { background: #f4f5f6; padding: 0.8rem; overflow-x: auto; } code { font-size: 0.9em; } a { color: #0b5cad; }
@media (prefers-color-scheme: dark) { body { color: #e6e8ea; background: #16191d; } pre { background: #22262b; }
a { color: #7db7f0; } }"""
links = "".join(f'<a href="{WHERE[name]}">{title}</a>' for name, (_, title) in TOPICS.items())
links += "".join(f'<a href="{module.replace(".", "/")}.html">{module}</a>' for module in MODULES)


def linked(match: re.Match[str]) -> str:
    """A name of the package in code, with a link to its description."""
    found = re.match(r"gaitway\.(?:spark\.)?\w+", match[1])
    where = names.get(found[0]) if found else None
    return match[0] if where is None else f'<a href="{where}">{match[0]}</a>'


def reached(match: re.Match[str]) -> str:
    """A link to another topic; files of the repository have no page here."""
    page = f"{Path(match[2]).stem}.html"
    return f"[{match[1]}]({page})" if page in WHERE.values() else match[1]


for name, (file, title) in TOPICS.items():
    text = re.sub(r"\[([^]]*)\]\((?!https?:)([^)#]*)\)", reached, file.read_text(encoding="utf-8"))
    body = re.sub(r"<code>([^<]*)</code>", linked, str(pdoc.render_helpers.to_html(text)))
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head><body><nav>{links}</nav><main>{body}</main></body></html>\n"
    )
    (folder / WHERE[name]).write_text(page, encoding="utf-8")
    lost = set(re.findall(r'href="([^":#]*\.html)', page)) - set(WHERE.values())
    if lost := [one for one in lost if not (folder / one).exists()]:
        sys.exit(f"python-docs.py: {file} links to {', '.join(lost)}")
print(f"{len(TOPICS)} topics and {len(names)} names in {folder / 'index.html'}")
