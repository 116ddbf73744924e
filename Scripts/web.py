#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the web page together: web.py GAITWAY FOLDER [--model MODEL]

FOLDER gets the files of Examples/Web, the scripts and style sheets of the pages' kit that they use, and the recogniser
that the command exports. The colours and the words of reasons come from a page of the command. FOLDER is then all that
a web server needs.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WEB = ROOT / "Examples/Web"
ASSETS = ROOT / "Sources/GaitwayPages/Assets"
SCRIPTS = ("kit.js", "axis.js", "lanes.js", "live-phone.js", "live.js", "phone-motion.js")
SHEETS = ("page.css", "axis.css", "workspace.css", "live.css", "phone-page.css")
LEFT_OUT = ("README.md", ".eslintrc.json", "tsconfig.json", "newer.d.ts")


def report(gaitway):
    """The text of a page of the command: the report of a sample ride."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.html"
        command = [gaitway, "classify", ROOT / "Datasets/walk", "--report", page]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return page.read_text()


def colours(text):
    """The variables of a page's style sheet: what stands before the kit's own sheet."""
    start = text.index("<style>") + len("<style>")
    return text[start : text.index((ASSETS / SHEETS[0]).read_text()[:200])]


def reasons(text):
    """The words for each reason of a missing estimate, as a page has them."""
    start = text.index("{", text.index('id="page-data"'))
    data, _ = json.JSONDecoder().raw_decode(text, start)
    return dict(zip(data["reasons"], data["reasonWords"], strict=True))


def build(gaitway, folder, model):
    """Writes the folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = [gaitway, "model", "export", model, "--format", "wasm", "--output", folder]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for path in sorted(WEB.iterdir()):
        if path.name not in LEFT_OUT:
            shutil.copy(path, folder)
    for name in SCRIPTS:
        shutil.copy(ASSETS / name, folder)
    text = report(gaitway)
    page = (folder / "index.html").read_text()
    (folder / "index.html").write_text(page.replace('"reasons":{}', '"reasons":' + json.dumps(reasons(text))))
    (folder / "kit.css").write_text(colours(text) + "".join((ASSETS / name).read_text() for name in SHEETS))
    kept = sorted(path.name for path in folder.iterdir() if path.suffix != ".ts" and path.name != "sw.js")
    digest = hashlib.sha256()
    for name in kept:
        digest.update(name.encode() + b"\0" + (folder / name).read_bytes())
    worker = (folder / "sw.js").read_text()
    worker = worker.replace('"VERSION"', json.dumps("gaitway-" + digest.hexdigest()[:16]))
    worker = worker.replace('["./"]', json.dumps(["./", *kept]))
    (folder / "sw.js").write_text(worker)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gaitway", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--model", default=ROOT / "Models/default.json", type=pathlib.Path)
    arguments = parser.parse_args()
    build(arguments.gaitway.resolve(), arguments.folder.resolve(), arguments.model)
    size = sum(path.stat().st_size for path in arguments.folder.iterdir())
    print(f"{arguments.folder}: {size // 1024} kB; serve it by HTTPS, or at http://localhost")


if __name__ == "__main__":
    main()
