#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the rooms and targets of Sources, and which target imports which: targets.py [--check]

The table has files, lines and public declarations of each target, and its imports of other targets.
--check prints faults alone: an import of a higher room, a library that only one target may import, Foundation in a
target that does without, a file of more than 400 lines, parts that must not see each other, a value that a message
quotes unescaped, a library's text that names an option or a subcommand, abs, a conversion to an integer where
the compiler does not see that it may trap, a dependency that Package.swift declares and no file imports, an import of a
target that Package.swift does not declare, and a source file without the line of its licence.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
# From the lowest to the highest: a target imports targets of its own room and of lower ones.
ROOMS = ["Base", "Numerics", "Recognise", "Day", "Alert", "Judge", "Show", "Doors"]
IMPORT = re.compile(
    r"^(?:@testable )?(?:public |package |internal |fileprivate |private )?import (?:struct |enum |func )?(\w+)",
    re.MULTILINE,
)
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))? )*public (?!import)", re.MULTILINE)
LONGEST = 400
# The line that heads each source file, behind one that must come first. The scripts of pages and the C of exported
# models are texts that users get.
LICENCE = "SPDX-License-Identifier: Apache-2.0"
HEAD = re.compile(rf"(?:(?:#!|// swift-tools-version).*\n)?(?:(?://|#) {LICENCE}|/\* {LICENCE} \*/)\n")
LANGUAGES = (".swift", ".c", ".h", ".py", ".sh", ".js", ".java", ".kt", ".ci/run", ".ci/thorough")
WITHOUT_LICENCE = re.compile(".*(?:Pages/Assets|CModelSource/Template)/")
# A value in quotation marks within a string literal; an attribute of markup comes behind a sign of equality.
QUOTED = re.compile(r"""(?<!=)\\"\\\(|['“]\\\(""")
# An option or a subcommand of the command within a string literal. Custom properties of a stylesheet come behind a
# quotation mark, a brace or a semicolon.
COMMAND = re.compile(
    r"""^[^/]*"(?:[^"]*(?<![\"{;\w-])--[a-z][\w-]*(?![\w-]*:)"""
    r"""|[^"]*\bgaitway (?:inspect|classify|trips|simulate|evaluate|train|model|gate)\b)"""
)
# A conversion that may trap. Where MotionTypes is imported, it hides those that do:
# Sources/Base/MotionTypes/WholeNumbers.swift.
TRAPS = re.compile(
    r"^[^/]*(?<![\w.])(?:U?Int(?:8|16|32|64)?\((?!clamping:|truncatingIfNeeded:|bitPattern:|littleEndian:"
    r"|bigEndian:|ascii:|proven:|\)|_))"
)
# The absolute value, which traps for the least integer.
ABSOLUTE = re.compile(r"^[^/]*(?<![\w.])abs\(")
# The targets that are the command, or show its results to people.
SPEAKS_OF_THE_COMMAND = ["gaitway", "Reports", "Pages"]

# Whatever lies below, and the one target that may import it.
ONLY = {
    "CProducts": "Learning", "CZlib": "Formats", "GRDB": "TimelineStore", "CSQLite": "TimelineStore",
    "CModelSource": "ModelExport", "ArgumentParser": "gaitway",
    **dict.fromkeys(["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"], "LiveServer"),
}
WITHOUT_FOUNDATION = ["MotionTypes", "SignalProcessing", "Learning", "ActivityFeatures", "Geodesy", "LocalTime"]
# GateDriving and RideReplay join them; they do not see each other.
APART = ["NotificationGate", "Geofencing", "Timeline"]


def targets():
    """Each target's folder and Swift files, by name, in the order of the rooms."""
    folders = [
        folder for room in ROOMS for folder in sorted((SOURCES / room).iterdir()) if any(folder.rglob("*.swift"))
    ]
    return {folder.name: (folder, sorted(folder.rglob("*.swift"))) for folder in folders}


def faults(files, imports):
    """What breaks a rule, a line each."""
    room = {name: ROOMS.index(folder.parent.name) for name, (folder, _) in files.items()}
    for name, (folder, paths) in files.items():
        yield from (
            f"{name} imports {other} of a higher room" for other in imports[name] if room.get(other, 0) > room[name]
        )
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
                if ABSOLUTE.search(line):
                    yield f"{path.relative_to(ROOT)}:{number} traps for the least integer; write magnitude"
                if name not in SPEAKS_OF_THE_COMMAND and COMMAND.search(line):
                    yield (
                        f"{path.relative_to(ROOT)}:{number} speaks of the command; "
                        "a remedy names a setting, \\(set: .unit)"
                    )
            if name != "MotionTypes" and "MotionTypes" not in IMPORT.findall(path.read_text()):
                yield from (
                    f"{path.relative_to(ROOT)}:{number} may trap; import MotionTypes, so that the compiler checks it"
                    for number, line in enumerate(path.read_text().splitlines(), 1)
                    if TRAPS.search(line)
                )
        for path in paths + sorted(folder.glob("Assets/*.js")):
            lines = sum(LICENCE not in line for line in path.read_text().splitlines())
            if lines > LONGEST:
                yield f"{path.relative_to(ROOT)} has {lines} lines: it holds two ideas"


def manifest():
    """The targets of Package.swift: each one's folder and the names that its dependencies are imported by."""
    text = subprocess.run(
        ["swift", "package", "--package-path", ROOT, "dump-package"], check=True, capture_output=True, text=True
    ).stdout
    for target in json.loads(text)["targets"]:
        folder = ROOT / (target.get("path") or f"Tests/{target['name']}")
        # All tests may use TestSupport. An import has no hyphens.
        names = [
            (entry.get("byName") or entry.get("product") or entry.get("target"))[0].replace("-", "_")
            for entry in target["dependencies"]
        ]
        yield target["name"], folder, names


def undeclared():
    """Dependencies without an import, and imports without a dependency, a line each."""
    declared = list(manifest())
    own = {name for name, _, _ in declared}
    for name, folder, names in declared:
        files = list(folder.rglob("*.swift"))
        imported = {module for path in files for module in IMPORT.findall(path.read_text())} - {name}
        if files:
            yield from (
                f"{name} depends on {other} and imports it nowhere"
                for other in names
                if other not in imported | {"TestSupport"}
            )
            yield from (
                f"{name} imports {other} and does not depend on it" for other in sorted(imported & own - set(names))
            )


def unlicensed():
    """Source files without the line of their licence."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], check=True, capture_output=True, text=True).stdout
    for name in listed.splitlines():
        path = ROOT / name
        if not name.endswith(LANGUAGES) or WITHOUT_LICENCE.match(name) or not path.is_file():
            continue
        if not HEAD.match(path.read_text()):
            yield f"{name} does not begin with {LICENCE}"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    files = targets()
    texts = {name: "\n".join(path.read_text() for path in paths) for name, (_, paths) in files.items()}
    imports = {name: set(IMPORT.findall(text)) - {name} for name, text in texts.items()}
    if sys.argv[1:] == ["--check"]:
        found = [*faults(files, imports), *undeclared(), *unlicensed()]
        sys.exit("\n".join(found) if found else 0)
    print(f"{'room':<10} {'target':<20} {'files':>5} {'lines':>6} {'public':>6}  imports")
    sums = [0, 0, 0]
    for name, (folder, paths) in files.items():
        counts = len(paths), texts[name].count("\n"), len(PUBLIC.findall(texts[name]))
        sums = [total + count for total, count in zip(sums, counts)]
        own = ", ".join(other for other in files if other in imports[name])
        print(f"{folder.parent.name:<10} {name:<20} {counts[0]:>5} {counts[1]:>6} {counts[2]:>6}  {own}")
    print(f"{'sum':<10} {len(files):<20} {sums[0]:>5} {sums[1]:>6} {sums[2]:>6}")


if __name__ == "__main__":
    main()
