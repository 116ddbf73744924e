#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows the modules of Sources with their folders, and which module imports which: targets.py [--check]

The table has files, lines, `public` and `package` of each folder, and each module's imports of other modules.
--check prints faults alone: a folder that names a type of a folder above it, a library that only one folder may import,
Foundation, a file of more than 400 lines, a value that a message quotes unescaped, a library's text that names an
option or a subcommand, abs, a conversion to an integer where the compiler does not see that it may trap, a dependency
that Package.swift declares and no file imports, an import of a target that Package.swift does not declare, a source
file without the line of its licence, and a file or folder in a table of CONTRIBUTING.md that does not exist.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources"
# The folders of the modules that have several parts, with what each may see of its own module: the compiler guards the
# borders between modules alone.
SEES = {
    "GaitwayBase": {
        "MotionTypes": [],
        "Files": ["MotionTypes"],
        "Formats": ["MotionTypes", "Files"],
        "LocalTime": ["MotionTypes", "Files"],
        "Geodesy": [],
    },
    "GaitwayNumerics": {"SignalProcessing": [], "Learning": []},
    "GaitwayRecognition": {
        "ActivityStream": [],
        "SensorLogs": [],
        "ActivityFeatures": [],
        "ActivityRecognition": ["SensorLogs", "ActivityFeatures"],
        "DefaultModel": ["ActivityRecognition"],
    },
    "GaitwayAlerts": {
        "NotificationGate": [],
        "Geofencing": [],
        "GateDriving": ["NotificationGate", "Geofencing"],
    },
    "GaitwayTimeline": {"Tracks": [], "Timeline": ["Tracks"], "Gazetteer": ["Timeline"]},
}
IMPORT = re.compile(
    r"^(?:@testable )?(?:public |package |internal |fileprivate |private )?import (?:struct |enum |func )?(\w+)",
    re.MULTILINE,
)
PUBLIC = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))? )*public (?!import)", re.MULTILINE)
PACKAGE = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))? )*package (?!import)", re.MULTILINE)
# A type at the left edge of its file that other files may name.
TYPE = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|final|indirect) )*"
    r"(?:struct|class|enum|protocol|actor|typealias) (\w+)",
    re.MULTILINE,
)
# What names no type: comments and the texts of messages.
SILENT = re.compile(r'//.*|"(?:\\.|[^"\\\n])*"')
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
# A conversion that may trap. Where GaitwayBase is imported, or a module that exports it, it hides those that do:
# Sources/GaitwayBase/MotionTypes/WholeNumbers.swift.
TRAPS = re.compile(
    r"^[^/]*(?<![\w.])(?:U?Int(?:8|16|32|64)?\((?!clamping:|truncatingIfNeeded:|bitPattern:|littleEndian:"
    r"|bigEndian:|ascii:|proven:|\)|_))"
)
WITH_BASE = {"Gaitway" + part for part in ["Base", "Recognition", "Alerts", "Timeline", "Replay", "Store"]}
# The absolute value, which traps for the least integer.
ABSOLUTE = re.compile(r"^[^/]*(?<![\w.])abs\(")
# The targets that are the command, or show its results to people.
SPEAKS_OF_THE_COMMAND = ["gaitway", "GaitwayWorkspace", "GaitwayReports", "GaitwayPages"]

# Whatever lies below, and the one folder that may import it.
ONLY = {
    "CProducts": "GaitwayNumerics/Learning",
    "CZlib": "GaitwayBase/Formats",
    "CModelSource": "GaitwayExport",
    **dict.fromkeys(["GRDB", "CSQLite"], "GaitwayStore"),
    "ArgumentParser": "gaitway",
    "CQREncode": "GaitwayWorkspace",
    **dict.fromkeys(["NIOCore", "NIOPosix", "NIOHTTP1", "NIOWebSocket"], "GaitwayLiveServer"),
}
# The files that import FoundationEssentials: tiles of maps, where GRDB brings it anyway, and the gate's state.
FOUNDATION = ["GaitwayStore/Tiles/TileFile.swift", "GaitwayAlerts/NotificationGate/Gate/Gate+SavedState.swift"]


def modules():
    """Each module's folder and Swift files, by name."""
    folders = [folder for folder in sorted(SOURCES.iterdir()) if any(folder.rglob("*.swift"))]
    return {folder.name: (folder, sorted(folder.rglob("*.swift"))) for folder in folders}


def borders(module, folder):
    """Folders of a module that name a type of a folder which they may not see, a line each."""
    parts = {part: sorted((folder / part).rglob("*.swift")) for part in SEES[module]}
    owner = {name: part for part, paths in parts.items() for path in paths for name in TYPE.findall(path.read_text())}
    for part, paths in parts.items():
        hidden = [name for name, other in owner.items() if other not in [part, *SEES[module][part]]]
        names = re.compile(r"\b(?:" + "|".join(hidden) + r")\b")
        for path in paths if hidden else []:
            for number, line in enumerate(path.read_text().splitlines(), 1):
                for name in names.findall(SILENT.sub("", line)):
                    yield f"{path.relative_to(ROOT)}:{number} names {name}, which is of {owner[name]}"


def faults(files):
    """What breaks a rule, a line each."""
    for name, (folder, paths) in files.items():
        if name in SEES:
            yield from borders(name, folder)
        for path in paths:
            place = str(path.relative_to(SOURCES))
            imports = set(IMPORT.findall(path.read_text()))
            for library in sorted(imports & ONLY.keys()):
                if not place.startswith(ONLY[library] + "/"):
                    yield f"Sources/{place} imports {library}, which only {ONLY[library]} may"
            if any(found.startswith("Foundation") for found in imports) and place not in FOUNDATION:
                yield f"Sources/{place} imports Foundation, which the others do without"
            for number, line in enumerate(path.read_text().splitlines(), 1):
                if QUOTED.search(line):
                    yield f"Sources/{place}:{number} quotes a value as it is; write \\(quoted: value)"
                if ABSOLUTE.search(line):
                    yield f"Sources/{place}:{number} traps for the least integer; write magnitude"
                if name not in SPEAKS_OF_THE_COMMAND and COMMAND.search(line):
                    yield f"Sources/{place}:{number} speaks of the command; a remedy names a setting, \\(set: .unit)"
            if name != "GaitwayBase" and not imports & WITH_BASE:
                yield from (
                    f"Sources/{place}:{number} may trap; import GaitwayBase, so that the compiler checks it"
                    for number, line in enumerate(path.read_text().splitlines(), 1)
                    if TRAPS.search(line)
                )
        for path in paths + sorted(folder.glob("Assets/*.js")):
            lines = sum(LICENCE not in line for line in path.read_text().splitlines())
            if lines > LONGEST:
                yield f"{path.relative_to(ROOT)} has {lines} lines: it holds two ideas"


def manifest():
    """The targets of Package.swift: each one's folder and the names that its dependencies are imported by."""
    # A folder of its own, as a build that runs beside this locks .build.
    command = ["swift", "package", "--package-path", ROOT, "--scratch-path", ROOT / ".build/manifest", "dump-package"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for target in json.loads(text)["targets"]:
        home = "Tests" if target["type"] == "test" else "Sources"
        folder = ROOT / (target.get("path") or f"{home}/{target['name']}")
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


def unknown_files():
    """Files and folders that a table of CONTRIBUTING.md names and that do not exist."""
    home = module = None
    for number, line in enumerate((ROOT / "CONTRIBUTING.md").read_text().splitlines(), 1):
        cells = line.split(" | ")
        if not line.startswith("|"):
            home = module = None
        elif line in ("| file | what |", "| module | folder | what it has |"):
            home, module = ROOT, SOURCES if "module" in line else None
        elif module:
            # The name of a module stands before its first folder alone.
            name, part = (cell.strip("` ") for cell in line.split("|")[1:3])
            home = module / name if name else home
            if not name.startswith("-") and not (home / part).is_dir():
                yield f"CONTRIBUTING.md:{number} names {home.name}/{part}, which does not exist"
        elif home:
            # A name without a folder is in the folder of the name before it.
            for name in re.findall(r"`([^`…]+/|[^`…]+\.\w+)`", cells[0]):
                path = ROOT / name if "/" in name or (ROOT / name).exists() else home / name
                home = path if name.endswith("/") else path.parent
                if not path.exists():
                    yield f"CONTRIBUTING.md:{number} names {name}, which does not exist"


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    files = modules()
    if sys.argv[1:] == ["--check"]:
        found = [*faults(files), *undeclared(), *unlicensed(), *unknown_files()]
        sys.exit("\n".join(found) if found else 0)
    print(f"{'module or folder':<24} {'files':>5} {'lines':>6} {'public':>6} {'package':>7}  imports")
    for name, (folder, paths) in files.items():
        imports = {found for path in paths for found in IMPORT.findall(path.read_text())} - {name}
        print(row(name, paths), ", ".join(sorted(imports & files.keys())))
        for part in SEES.get(name, []):
            print(row("  " + part, sorted((folder / part).rglob("*.swift"))).rstrip())
    print(row("sum", [path for _, paths in files.values() for path in paths]).rstrip())


def row(name, paths):
    """A name with the figures of its files."""
    text = "\n".join(path.read_text() for path in paths)
    counts = len(paths), text.count("\n"), len(PUBLIC.findall(text)), len(PACKAGE.findall(text))
    return "{:<24} {:>5} {:>6} {:>6} {:>7} ".format(name, *counts)


if __name__ == "__main__":
    main()
