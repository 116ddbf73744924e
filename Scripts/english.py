#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds idioms that read as translated, comments that say nothing, and wide lines:
    english.py [--check | --show PATTERN | --wrap FILE...] [--root DIR]

The tables count idioms by kind and by folder, in Markdown, comments, messages, help and pages. They also count three
other faults: lines of Swift, Python and shell wider than 120 characters, doc comments that only repeat the name below
them, and dead links of Markdown, with the paths that CONTRIBUTING.md names.
--check prints every place and fails if there is one.
--show prints each place whose folder or kind contains PATTERN.
--wrap breaks the paragraphs of comments that have a wide line, in these Swift files or folders.
--root reads another checkout.
"""

import argparse
import bisect
import collections
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).resolve()
WIDEST = 120
# What people read as a program, and not as a paragraph.
PROGRAMS = (".swift", ".py", ".sh", ".ci/run", ".ci/thorough")
SUFFIXES = {".md", ".swift", ".py", ".js", ".css", ".html", ".c", ".h", ".sh", ".ipynb", ".toml"}
NAMES = {"Makefile", "NOTICE", "run", "thorough", "mutations.txt", "thread-sanitizer.txt"}
# Texts of others, and this list itself.
LEFT_OUT = ("Licenses/", "Fuzzing/regressions/", "Scripts/english")

# Each kind of idiom, looked for in a text that flows: no line breaks, single spaces, and ¶ between paragraphs.
BE = r"\b(?:is|are|was|were|be)"
COMPARED = "longer|more|less|later|earlier|fewer|different|better|worse|larger|smaller"
IDIOMS = {
    "is no": rf"(?<!there ){BE} no (?!(?:{COMPARED})\b)[a-z]",
    "is none": rf"(?<!there ){BE} none\b(?! or unknown)",
    "of which": r"\bof which\b",
    "so many": r"\bso many\b",
    "as far as": r"\b(?:so|as) far as\b",
    "whoever": r"\bwhom?ever\b",
    "who has": r"\bwho has\b",
    "nobody": r"(?<![=\"'>])\bnobody\b(?![\"'<])",
    "others than": r"\bothers than\b",
    "is told that": rf"{BE} told (?:that|of)\b",
    "tells of": r"\b(?:tells?|told|telling) of\b",
    "says of": r"\b(?:says?|said|saying) of\b",
    "told as": rf"{BE} (?:\w+ )?told (?:as|by)\b",
    "as it comes": r"\bas (?:it|they) comes?\b",
    "answered right": rf"{BE} answered (?:right|wrong|none|as|by (?:its|the) (?:motion|speed))\b",
    "is taken to be in": rf"{BE} taken (?:to be in|instead)\b",
    "UTC is taken": r": (?!neither)(?:the )?[\w/^]+(?: \w+)? is taken\b",
    "flatters": r"\bflatter(?:s|ed)?\b(?! above)",
    "such a one": r"\bsuch an? one\b",
    "in step with": r"\bin step with\b",
    "that which": r"\bthat which\b",
    "how it is moved": r"\bhow (?:long|far|much|often) (?:\w+ ){1,3}(?:is|was|were|are) moved\b",
}
# Python's None is not a word of a sentence.
PATTERNS = {kind: re.compile(pattern, 0 if kind == "is none" else re.IGNORECASE) for kind, pattern in IDIOMS.items()}
# A sentence that begins with its verb: "Judged is the model".
PATTERNS["verb first"] = re.compile(
    r"(?<=[.:;¶] )(?!Need|Hundred|Speed|Red\b|Bed|One\b|None\b|Done\b|Gone\b|Phone|Zone|Someone|Everyone|No one|Unused)"
    r"[A-Z][a-z]*(?:ed|ought|ept|eld|old|one|iven|ade|een|aken|ritten) (?:is|are|was|were) (?!not\b)[a-z]"
)

# The mark at the beginning of a line of a comment, and the seam of two string literals.
LEADER = re.compile(r"^(?:///?|#+!?|\*|\")?[ \t]*")
SEAM = re.compile(r"\"[ \t]*\+?[ \t]*(\n)[ \t]*\+?[ \t]*[rf]?\"")
COMMENT = re.compile(r"[ \t]*///? ")
LINK = re.compile(r"\]\((?!\w+:|#)([^)\s]+)\)")
PATH = re.compile(
    r"`((?:Benchmarks|Documentation|Examples|Fuzzing|Models|Python|Scripts|Sources|Tests|Tools)/[^`… ]*)`"
)
FILE_NAME = re.compile(r"`([\w+]+\.(?:swift|js|py))`")
ITEM = re.compile(r"(?:[-*+] |\d+[.)] )?")
DECLARATION = re.compile(
    r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private|static|final|mutating|indirect"
    r"|override|nonisolated|consuming|borrowing)(?:\(set\))?\s+)*"
    r"(?:struct|class|enum|protocol|actor|extension|func|var|let|case|typealias|associatedtype|macro)\s+`?(\w+)"
)
FILLER = set("a an the of for its this these all in to by and with one from on at as whose own".split())


def files(root):
    """Every text that people read, with its path below the root."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for name in listed:
        path = pathlib.PurePath(name)
        if (
            (path.suffix in SUFFIXES or path.name in NAMES)
            and not name.startswith(LEFT_OUT)
            and (root / name).is_file()
        ):
            yield name, (root / name).read_text(errors="replace")


def folder(name):
    """What a count is kept for: a target or a folder below the root."""
    parts = pathlib.PurePath(name).parts
    depth = 3 if parts[0] == "Sources" else 2
    return "/".join(parts[: min(depth, len(parts) - 1)]) or name


def flowing(text):
    """The text without marks of comments, seams of literals and line breaks.

    Also where each of its lines begins in the result.
    """
    parts, starts, length = [], [], 0
    for line in SEAM.sub(r"\1", text).split("\n"):
        starts.append(length)
        part = " ".join(LEADER.sub("", line.strip()).split()) or "¶"
        parts.append(part)
        length += len(part) + 1
    return " ".join(parts), starts


def words(text):
    """Words in lower case and singular, filler left out."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", text)
    return {part.lower().rstrip("s") for part in parts if part.lower() not in FILLER}


def swift_faults(text):
    """Doc comments of one sentence that only repeat the name below them."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        stripped = line.lstrip()
        first = stripped.startswith("/// ") and not (number > 1 and lines[number - 2].lstrip().startswith("///"))
        if first and number < len(lines):
            declared = DECLARATION.match(lines[number])
            if declared and words(stripped) <= words(declared[1]):
                yield number, "says nothing", stripped + " " + declared[1]


def dead_links(root, name, text, known):
    """Links of a Markdown page to files that do not exist, and such files that CONTRIBUTING.md names."""
    for number, line in enumerate(text.split("\n"), 1):
        named = [(target.split("#")[0], (root / name).parent) for target in LINK.findall(line)]
        if name == "CONTRIBUTING.md":
            named += [(path, root) for path in PATH.findall(line)]
            yield from ((number, "dead link", base) for base in FILE_NAME.findall(line) if base not in known)
        yield from ((number, "dead link", target) for target, base in named if target and not (base / target).exists())


def places(root):
    """Each fault: file, line, kind, the words around it."""
    texts = list(files(root))
    known = {pathlib.PurePath(name).name for name, _ in texts}
    for name, text in texts:
        read, starts = flowing(text)
        for kind, pattern in PATTERNS.items():
            for found in pattern.finditer(read):
                yield (
                    name,
                    bisect.bisect(starts, found.start()),
                    kind,
                    read[max(0, found.start() - 50) : found.end() + 50],
                )
        if name.endswith(".md"):
            for number, kind, target in dead_links(root, name, text, known):
                yield name, number, kind, target
        if name.endswith(PROGRAMS):
            for number, line in enumerate(text.split("\n"), 1):
                if len(line) > WIDEST:
                    yield name, number, "wide line", line.strip()
        if name.endswith(".swift"):
            for number, kind, line in swift_faults(text):
                yield name, number, kind, line


def wrapped(leader, lines):
    """The lines of one paragraph of a comment, broken anew if one of them is too wide and the paragraph is prose."""
    texts = [line[len(leader) :] for line in lines]
    drawn = any("   " in text.strip() or text.startswith(("    ", "|", "#", "```")) for text in texts)
    if drawn or all(len(line) <= WIDEST for line in lines):
        return lines
    item = ITEM.match(texts[0])[0]
    flow = " ".join(" ".join(texts)[len(item) :].split())
    broken = textwrap.wrap(
        flow,
        WIDEST,
        initial_indent=leader + item,
        subsequent_indent=leader + " " * len(item),
        break_long_words=False,
        break_on_hyphens=False,
    )
    # A line must not become an item of a list by its new beginning.
    return lines if any(ITEM.match(line[len(leader) :].lstrip())[0].strip() for line in broken[1:]) else broken


def wrap(path):
    """Writes a Swift file again if a comment in it was broken anew."""
    text = path.read_text()
    result, paragraph, leader = [], [], None
    fenced = False

    def close():
        result.extend(wrapped(leader, paragraph) if paragraph else [])
        paragraph.clear()

    for line in text.split("\n"):
        found = COMMENT.match(line)
        content = line[found.end() :] if found else ""
        fence = content.lstrip().startswith("```")
        if not found or not content.strip() or fence or fenced:
            close()
            result.append(line)
            fenced = found is not None and fenced != fence
            continue
        if leader != found[0] or ITEM.match(content)[0].strip():
            close()
        leader = found[0]
        paragraph.append(line)
    close()
    if "\n".join(result) != text:
        path.write_text("\n".join(result))


def table(title, counts):
    width = max([len(title), *(len(key) for key in counts)])
    print(f"{title:<{width}}  {'count':>5}")
    for key, count in counts.most_common():
        print(f"{key:<{width}}  {count:>5}")
    print(f"{'sum':<{width}}  {sum(counts.values()):>5}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--check", action="store_true")
    choice.add_argument("--show", metavar="PATTERN")
    choice.add_argument("--wrap", nargs="+", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--root", type=pathlib.Path, default=HERE.parent.parent)
    options = parser.parse_args()
    if options.wrap:
        for path in options.wrap:
            for file in sorted(path.rglob("*.swift")) if path.is_dir() else [path]:
                wrap(file)
        return
    found = list(places(options.root))
    pattern = "" if options.check else options.show
    if pattern is not None:
        for name, line, kind, around in found:
            if pattern in kind or pattern in name:
                print(f"{name}:{line}: {kind}: {around}")
        sys.exit(1 if options.check and found else 0)
    table("kind", collections.Counter(kind for _, _, kind, _ in found))
    print()
    table("folder", collections.Counter(folder(name) for name, *_ in found))


if __name__ == "__main__":
    main()
