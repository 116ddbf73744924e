#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists the public API of the products: public_api.py BUILD-FOLDER [--check | --record | --symbols FOLDER].

BUILD-FOLDER is what `swift build --show-bin-path` prints after a build. Without an option the list goes to standard
output;
--record writes it to PublicAPI.txt, --check compares the two and shows what differs, and --symbols FOLDER writes the
symbol graphs that `docc` makes pages of. A declaration without a doc comment is a fault in all of them.

Each line is a module and a declaration as users see it, without what the compiler derives (==, hash, allCases of an
enum).
"""

import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "PublicAPI.txt"
TARGET = "x86_64-unknown-linux-gnu"


def product_modules():
    """The modules of the library products for Swift, each once, in the order of Package.swift. The dynamic product is
    for C."""
    text = subprocess.run(
        ["swift", "package", "--package-path", str(ROOT), "dump-package"], check=True, capture_output=True, text=True
    ).stdout
    products = json.loads(text)["products"]
    libraries = [product for product in products if product["type"].get("library", ["dynamic"]) != ["dynamic"]]
    return list(dict.fromkeys(target for product in libraries for target in product["targets"]))


def symbols(module, build, folder):
    """The module's public symbols as the compiler tells them; the graph's files stay in `folder`."""
    command = ["swift", "symbolgraph-extract", "-module-name", module, "-target", TARGET, "-I", str(build / "Modules")]
    command += ["-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", str(folder)]
    # C modules: system libraries lie in the tree and in the checkouts of packages, the others where they were built.
    checkouts = build.resolve().parent.parent / "checkouts"
    for path in [*ROOT.glob("Sources/C*/module.modulemap"), *checkouts.glob("*/Sources/*/module.modulemap")]:
        command += ["-I", str(path.parent)]
    for path in sorted(build.glob("*.build/module.modulemap")):
        command += ["-Xcc", "-fmodule-map-file=" + str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"public_api.py: {module}: {result.stderr.strip()}")
    graphs = [json.loads(path.read_text()) for path in folder.glob(f"{module}*.symbols.json")]
    # What has no place in a file was derived by the compiler.
    return [symbol for graph in graphs for symbol in graph["symbols"] if "location" in symbol]


def line(symbol):
    """A declaration with the types that it stands in: `Gate.advance(to:)  mutating func advance(to moment:
    Timestamp)`."""
    text = " ".join("".join(part["spelling"] for part in symbol["declarationFragments"]).split())
    return ".".join(symbol["pathComponents"]) + "  " + text


def extract(build, folder):
    """The list, a line for each declaration; ends the program when one has no doc comment."""
    lines, bare = [], []
    for module in product_modules():
        found = symbols(module, build, folder)
        lines += sorted({f"{module}: {line(symbol)}" for symbol in found})
        bare += sorted(f"{module}: {line(symbol)}" for symbol in found if "docComment" not in symbol)
    if bare:
        sys.exit("public_api.py: without a doc comment:\n" + "\n".join(bare))
    return lines


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 3 and arguments[1] == "--symbols":
        folder = pathlib.Path(arguments[2])
        folder.mkdir(parents=True, exist_ok=True)
        extract(pathlib.Path(arguments[0]), folder)
        return
    option = arguments[1] if len(arguments) == 2 else None
    if len(arguments) not in (1, 2) or option not in (None, "--check", "--record"):
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as folder:
        lines = extract(pathlib.Path(arguments[0]), pathlib.Path(folder))
    text = "".join(entry + "\n" for entry in lines)
    if option is None:
        sys.stdout.write(text)
    elif option == "--record":
        LIST.write_text(text)
        print(f"{LIST.name}: {len(lines)} public declarations")
    else:
        recorded = LIST.read_text().splitlines(keepends=True) if LIST.exists() else []
        difference = list(difflib.unified_diff(recorded, text.splitlines(keepends=True), LIST.name, "this build", n=0))
        if difference:
            sys.stdout.writelines(difference)
            sys.exit(
                "public_api.py: the public API changed; if that is meant, run make api-record and commit PublicAPI.txt"
            )
        print(f"{LIST.name}: {len(lines)} public declarations, unchanged")


if __name__ == "__main__":
    main()
