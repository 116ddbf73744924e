#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""older-swift.py TREE: changes a copy of the tree so that Swift 6.2 compiles it, which Gaitway itself is too new for.

Swift 6.2 wants each method that changes a span to say that the span lives on, and it has an older spelling of functions
for C. Nothing changes what is computed.
"""

import re
import sys
from pathlib import Path

#: A function's head with its parameters, which may be functions themselves.
HEAD = re.compile(
    r"^(?P<blank>[ \t]*)(?P<head>(?:@\w+(?:\([^)]*\))?\s+)*(?:package |private |public )?(?:static )?(?:mutating )?"
    r"func \w+(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\))",
    re.MULTILINE,
)
#: A C function that Swift implements.
IMPLEMENTED = re.compile(r"@c @implementation(?=(?:\s+@\w+)*\s+public func (\w+))")


def with_lifetimes(match: re.Match[str]) -> str:
    """The head with an attribute for each span that the function changes, which may be the one that it belongs to."""
    changed = re.findall(r"(\w+): inout MutableSpan", match["head"])
    if "mutating func" in match["head"] and "extension MutableSpan" in match.string:
        changed.append("self")
    return match["blank"] + "".join(f"@_lifetime({name}: copy {name}) " for name in changed) + match["head"]


def main() -> None:
    """Change the files."""
    tree = Path(sys.argv[1])
    for path in (tree / "Sources").rglob("*.swift"):
        text = path.read_text()
        if "inout MutableSpan" in text:
            text = HEAD.sub(with_lifetimes, text)
        path.write_text(IMPLEMENTED.sub(lambda match: f'@_cdecl("{match[1]}")', text))
    manifest = tree / "Package.swift"
    text = manifest.read_text().replace("swift-tools-version: 6.3", "swift-tools-version: 6.2", 1)
    setting = '.enableUpcomingFeature("InternalImportsByDefault"),\n'
    manifest.write_text(text.replace(setting, setting + '    .enableExperimentalFeature("Lifetimes"),\n', 1))


if __name__ == "__main__":
    main()
