#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each class of a style sheet belongs to one part of a page: styles.py

Several parts stand in one page, so that a rule of one sheet can reach the elements of another part. A rule of a part's
sheet therefore begins with a class that has the part's name, as .day-bars, or with an id. Behind that it may name
classes of the part, states (is-, has-) and classes of the shared sheets. A class that two sheets use for different
things cannot come about. The exit code is 1 if a rule breaks this.
"""

import pathlib
import re
import sys

ASSETS = pathlib.Path(__file__).resolve().parent.parent / "Sources/GaitwayPages/Assets"
# Sheets of what many parts use.
SHARED = ("page.css", "axis.css", "map.css", "workspace.css")
# The names of each part. No name may begin with another part's.
PARTS = {
    "alerts-room.css": ("alerts-", "room-alerts"),
    "day.css": ("day-",),
    "days-room.css": ("days-", "place-", "places-", "years-"),
    "live.css": ("live-",),
    "models-room.css": ("model-",),
    "phone-page.css": ("phone-",),
    "ride-labels.css": ("label-",),
    "ride.css": ("ride-",),
    "rides.css": ("rides-", "room-rides", "next-", "panel-", "upload-", "window-"),
    "run.css": ("run-",),
    "start-room.css": ("start-",),
    "workspace-phones.css": ("phones-",),
}
# The room of days contains the part of a day.
WITHIN = {"days-room.css": ("day-",)}
# Sheets of a page that has no other parts. They may style elements as such.
ALONE = ("ride.css", "run.css")
STATES = ("is-", "has-")
CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")


def selectors(text):
    """The selectors of a sheet, each with its line."""
    plain = re.sub(r"/\*.*?\*/|\"[^\"]*\"", lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL)
    for found in re.finditer(r"([^{};]+)\{", plain):
        if found[1].strip().startswith("@"):
            continue
        line = plain[: found.start(1) + len(found[1]) - len(found[1].lstrip())].count("\n") + 1
        # A comma within :is() or :not() does not end a selector.
        for selector in re.split(r",(?![^(]*\))", found[1]):
            yield line, " ".join(selector.split())


def faults(name, text, shared):
    """What breaks the rule in a part's sheet."""
    own = PARTS[name]
    for line, selector in selectors(text):
        first = re.split(r"[ >+~]", selector, maxsplit=1)[0]
        begins = any(part.startswith(own) for part in CLASS.findall(first)) or "#" in first
        if not begins and not (name in ALONE and not CLASS.search(first)):
            yield f"{name}:{line}: {selector}: begin with a class of the part ({', '.join(own)}) or with an id"
        for part in CLASS.findall(selector):
            if not part.startswith(own + STATES + WITHIN.get(name, ())) and part not in shared:
                yield f"{name}:{line}: {selector}: .{part} belongs to no shared sheet; call it .{own[0]}{part}"


def main():
    texts = {path.name: path.read_text() for path in ASSETS.glob("*.css")}
    known = (*PARTS, *SHARED)
    found = [f"{name}: say in Scripts/styles.py whose classes it styles" for name in texts if name not in known]
    names = [(part, name) for name, parts in PARTS.items() for part in parts]
    for part, name in names:
        others = [f"{other} of {sheet}" for other, sheet in names if sheet != name and part.startswith(other)]
        found += [f"{name}: {part} begins as {other}" for other in others]
    shared = {part for name in SHARED for _, selector in selectors(texts[name]) for part in CLASS.findall(selector)}
    for part in sorted(shared):
        found += [f"a shared sheet styles .{part} of {name}" for name, own in PARTS.items() if part.startswith(own)]
    for name in PARTS:
        found += faults(name, texts[name], shared)
    print("\n".join(found) or "each class belongs to one part")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
