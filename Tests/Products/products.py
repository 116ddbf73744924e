#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds a program for each product of the library and lists what it links: products.py [--check | --record]

Each program of this package depends on one product alone. The list has the modules whose objects a program links, ours
and others, and the shared libraries that it needs beside the C library. --check compares the list with links.txt,
--record writes links.txt. All programs share one debug build in .build/products.
"""

import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SCRATCH = ROOT / ".build/products"
LIST = HERE / "links.txt"
PROGRAMS = {
    "GaitwayRecognition": "Recognition",
    "GaitwayAlerts": "Alerts",
    "GaitwayReplay": "Replay",
    "GaitwayTimeline": "Days",
    "GaitwayStore": "Store",
    "Gaitway": "Everything",
}
# Every program on Linux has these.
PLAIN = re.compile(r"lib(c|m|gcc_s|stdc\+\+|pthread|dl)\.so|ld-linux|libswift(Core|SwiftOnoneSupport|Glibc)\.so")


def modules(program):
    """The modules whose objects a program links, without its own."""
    objects = (SCRATCH / f"debug/{program}.product/Objects.LinkFileList").read_text()
    return sorted(set(re.findall(r"/(\w+)\.build/", objects)) - {program})


def libraries(program):
    """The shared libraries that a program names."""
    text = subprocess.run(
        ["readelf", "--dynamic", SCRATCH / "debug" / program], check=True, capture_output=True, text=True
    ).stdout
    return sorted(name for name in re.findall(r"\(NEEDED\).*\[(.*)\]", text) if not PLAIN.search(name))


def main():
    if sys.argv[1:] not in ([], ["--check"], ["--record"]):
        sys.exit(__doc__)
    subprocess.run(
        ["swift", "build", "--package-path", HERE, "--scratch-path", SCRATCH, "--disable-index-store"],
        check=True, stdout=sys.stderr,
    )
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
