#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a program for each product of the library and lists what it links: products.py [--check | --record]

The programs are of a package of their own, which takes the library by a version tag, of this checkout with its changes,
and another library whose modules are called Files, Formats and Timeline. Each program depends on one product. The
example app is built and tested with them; alone, without traits, it must resolve no other package.

The list has the modules whose objects a program links, ours and others, and the shared libraries that it needs beside
the C library. --check compares the list with links.txt, --record writes links.txt. One debug build in .build/products
serves all.
"""

import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FOLDER = ROOT / ".build/products"
BUILD = FOLDER / "build"
LIST = HERE / "links.txt"
PROGRAMS = {
    "GaitwayRecognition": "Recognition",
    "GaitwayAlerts": "Alerts",
    "GaitwayReplay": "Replay",
    "GaitwayTimeline": "Days",
    "GaitwayStore": "Store",
    "Gaitway": "Everything",
}
NEIGHBOURS = {"Neighbours", "Files", "Formats", "Timeline"}
# Every program on Linux has these.
PLAIN = re.compile(r"lib(c|m|gcc_s|stdc\+\+|pthread|dl)\.so|ld-linux|libswift(Core|SwiftOnoneSupport|Glibc)\.so")


def run(*command, **options):
    """A command's output; it must not fail. The build says its own on standard error."""
    return subprocess.run([str(part) for part in command], check=True, text=True, **options)


def git(*arguments, folder=ROOT):
    return run("git", "-C", folder, *arguments, stdout=subprocess.PIPE).stdout.strip()


def library():
    """A repository of the library with one version, and that version. The same files have the same version and commit,
    so that nothing is built again."""
    tree = git("rev-parse", (git("stash", "create") or "HEAD") + "^{tree}")
    version = f"1.0.{int(tree[:7], 16)}"
    folder = FOLDER / f"library-{version}"
    if not folder.is_dir():
        for old in FOLDER.glob("library-*"):
            shutil.rmtree(old)
        new = FOLDER / "library-new"
        new.mkdir(parents=True)
        archive = subprocess.run(["git", "-C", ROOT, "archive", tree], check=True, stdout=subprocess.PIPE).stdout
        subprocess.run(["tar", "-xf", "-", "-C", new], input=archive, check=True)
        os.environ.update(GIT_AUTHOR_DATE="@0 +0000", GIT_COMMITTER_DATE="@0 +0000")
        git("init", "-q", folder=new)
        git("add", "-A", folder=new)
        who = ["-c", "user.name=gaitway", "-c", "user.email=gaitway@localhost"]
        git(*who, "commit", "-q", "-m", version, folder=new)
        git("tag", version, folder=new)
        new.rename(folder)
    return folder, version


def package(source, name, folder, version):
    """A copy of a package that takes the library by its version."""
    copy = FOLDER / name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("*.py", "links.txt", "__pycache__", ".build"))
    manifest = copy / "Package.swift"
    text = manifest.read_text().replace('name: "gaitway", path: "../.."', f'url: "file://{folder}", exact: "{version}"')
    manifest.write_text(text.replace('package: "gaitway"', f'package: "{folder.name}"'))
    return copy


def modules(program):
    """The modules whose objects a program links, without its own and the other library's."""
    objects = (BUILD / f"debug/{program}.product/Objects.LinkFileList").read_text()
    return sorted(set(re.findall(r"/(\w+)\.build/", objects)) - {program} - NEIGHBOURS)


def libraries(program):
    """The shared libraries that a program names."""
    text = run("readelf", "--dynamic", BUILD / "debug" / program, stdout=subprocess.PIPE).stdout
    return sorted(name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", text) if not PLAIN.search(name))


def main():
    if sys.argv[1:] not in ([], ["--check"], ["--record"]):
        sys.exit(__doc__)
    folder, version = library()
    app = package(ROOT / "Examples/AlertsApp", "app", folder, version)
    run("swift", "package", "--package-path", app, "--scratch-path", FOLDER / "resolved", "resolve", stdout=sys.stderr)
    pins = [pin["identity"] for pin in json.loads((app / "Package.resolved").read_text())["pins"]]
    if len(pins) != 1:
        sys.exit(f"products.py: an app of the alerts alone resolves {', '.join(pins)}, not the library alone")
    programs = package(HERE, "programs", folder, version)
    shutil.copytree(app, programs / "AlertsApp")
    swift = ["--package-path", programs, "--scratch-path", BUILD]
    run("swift", "build", "--build-tests", *swift, stdout=sys.stderr)
    run("swift", "test", "--skip-build", *swift, stdout=sys.stderr)
    lines = []
    for product, program in PROGRAMS.items():
        lines.append(f"{product}: {' '.join(modules(program))}\n")
        lines.append(f"{product}, libraries: {' '.join(libraries(program)) or 'none'}\n")
    if sys.argv[1:] == ["--record"]:
        LIST.write_text("".join(lines))
    elif sys.argv[1:] == ["--check"]:
        recorded = LIST.read_text().splitlines(keepends=True)
        difference = list(difflib.unified_diff(recorded, lines, LIST.name, "this build", n=0))
        if difference:
            sys.stdout.writelines(difference)
            sys.exit("products.py: what a product links has changed; if that is meant, run products.py --record")
        print(f"{LIST.name}: {len(PROGRAMS)} products, unchanged")
    else:
        sys.stdout.writelines(lines)


if __name__ == "__main__":
    main()
