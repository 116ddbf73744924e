#!/usr/bin/env python3
"""Shows what each target is made of, and which imports which: targets.py [--check]

The table has files, lines and public declarations of each target of Sources and Models, and what it imports of the others.
--check prints nothing but faults: a library that only one target may import, a target that does without Foundation and has it,
a file of more than 400 lines, parts that must not see each other, and text that a message quotes as it is.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
IMPORT = re.compile(r"^(?:public |package |internal |fileprivate |private )?import (\w+)$", re.MULTILINE)
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))? )*public (?!import)", re.MULTILINE)
LONGEST = 400
# A value in quotation marks within a string literal; an attribute of markup comes behind a sign of equality.
QUOTED = re.compile(r"""(?<!=)\\"\\\(|['“]\\\(""")

# Whatever lies below, and the one target that may import it.
ONLY = {"CProducts": "LinearAlgebra", "CZlib": "ZipReading", "GRDB": "TimelineStore", "ArgumentParser": "gaitway"}
WITHOUT_FOUNDATION = ["MotionTypes", "LinearAlgebra", "SignalProcessing", "ActivityFeatures", "LogisticRegression", "Geodesy", "TimeZones"]
# RideReplay joins them; they do not see each other.
APART = ["NotificationGate", "Geofencing", "Timeline", "Tracks"]


def targets():
    """Each target's name and its Swift files."""
    folders = {folder.name: folder for folder in SOURCES.iterdir() if any(folder.rglob("*.swift"))}
    folders["DefaultModel"] = ROOT / "Models"
    return {name: sorted(folders[name].rglob("*.swift")) for name in sorted(folders)}


def faults(files, imports):
    """What breaks a rule, a line each."""
    for name, paths in files.items():
        for library, owner in ONLY.items():
            if library in imports[name] and name != owner:
                yield f"{name} imports {library}, which only {owner} may"
        if name in WITHOUT_FOUNDATION:
            yield from (f"{name} imports {found}" for found in imports[name] if found.startswith("Foundation"))
        if "Foundation" in imports[name]:
            yield f"{name} imports Foundation, which is 40 MB of the C library; FoundationEssentials has most of it"
        if name in APART:
            yield from (f"{name} imports {other}" for other in APART if other in imports[name])
        for path in paths:
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if QUOTED.search(line):
                    yield f"{path.relative_to(ROOT)}:{number} quotes a value as it is; write \\(quoted: value)"
        for path in paths + sorted((SOURCES / name).glob("Assets/*.js")):
            lines = len(path.read_text().splitlines())
            if lines > LONGEST:
                yield f"{path.relative_to(ROOT)} has {lines} lines: it holds two ideas"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    files = targets()
    texts = {name: "\n".join(path.read_text() for path in paths) for name, paths in files.items()}
    imports = {name: set(IMPORT.findall(text)) - {name} for name, text in texts.items()}
    if sys.argv[1:] == ["--check"]:
        found = list(faults(files, imports))
        sys.exit("\n".join(found) if found else 0)
    rows = [
        (name, len(files[name]), text.count("\n"), len(PUBLIC.findall(text)), ", ".join(sorted(imports[name] & set(files))))
        for name, text in texts.items()
    ]
    print(f"{'target':<20} {'files':>5} {'lines':>6} {'public':>6}  imports")
    for name, count, lines, public, imported in rows:
        print(f"{name:<20} {count:>5} {lines:>6} {public:>6}  {imported}")
    print(f"{'sum':<20} {sum(r[1] for r in rows):>5} {sum(r[2] for r in rows):>6} {sum(r[3] for r in rows):>6}")


if __name__ == "__main__":
    main()
