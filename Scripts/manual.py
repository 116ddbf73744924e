#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a manual page for each command, from the command's own description: manual.py GAITWAY FOLDER"""

import json
import pathlib
import re
import subprocess
import sys

EXIT_STATUS = {
    "0": "Success. A closed pipe on standard output counts as success.",
    "1": "A failure: a result could not be written, a check failed, or a training did not converge.",
    "2": "A mistake in the command line.",
    "3": "Input that cannot be used. The message names the file, the line and a remedy.",
}
ENVIRONMENT = {
    "COLUMNS": "How wide tables may be; 80 at the least.",
    "TZ": "The zone of the times that people are shown, unless --time-zone names another. Streams and JSON are in UTC.",
}


def escaped(text):
    """Text as roff: backslashes and hyphens as they are, no line that begins a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def option_names(argument):
    return ", ".join(("--" if name["kind"] == "long" else "-") + name["name"] for name in argument["names"])


def shown(argument):
    """An argument as the list of them names it."""
    value = "<" + argument.get("valueName", "") + ">"
    if argument["kind"] == "positional":
        return value + (" ..." if argument["isRepeating"] else "")
    return option_names(argument) + (" " + value if argument["kind"] == "option" else "")


def described(argument):
    parts = [argument.get("abstract", "")]
    if argument.get("allValues"):
        parts.append("Values: " + ", ".join(argument["allValues"]) + ".")
    if argument.get("defaultValue"):
        parts.append("Default: " + argument["defaultValue"] + ".")
    return " ".join(part for part in parts if part)


def divided(discussion):
    """The paragraphs of a discussion, and its examples as they stand."""
    texts, examples = [], []
    for block in discussion.split("\n\n"):
        title, *lines = block.split("\n")
        if title == "EXAMPLES":
            examples = [line.removeprefix("  ") for line in lines]
        else:
            texts.append(block)
    return texts, examples


def page(command, path, version):
    """The page of one command."""
    name = "-".join(path)
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    subcommands = [c for c in command.get("subcommands", []) if c["commandName"] != "help" and c["shouldDisplay"]]
    words = [shown(a) for a in arguments if a["kind"] == "positional"]
    words += [shown(a) for a in arguments if a["kind"] != "positional" and not a["isOptional"]]
    texts, examples = divided(command.get("discussion") or "")
    out = [
        f'.TH {name.upper()} 1 "" "{path[0]} {version}" "User Commands"', ".SH NAME",
        f"{escaped(name)} \\- {escaped(command.get('abstract', ''))}", ".SH SYNOPSIS",
    ]
    if subcommands:
        out += [".B " + escaped(" ".join(path)), ".I command", "[argument ...] [option ...]"]
    if arguments and subcommands and len(path) > 1:
        out.append(".br")
    if len(path) > 1 and (arguments or not subcommands):
        out += [".B " + escaped(" ".join(path)), escaped(" ".join(words + ["[options]"]))]
    if texts:
        out.append(".SH DESCRIPTION")
        for text in texts:
            out += [".PP", escaped(text)]
    if subcommands:
        out.append(".SH COMMANDS")
        for below in subcommands:
            out += [".TP", f".BR {escaped('-'.join([*path, below['commandName']]))} (1)"]
            out.append(escaped(below.get("abstract", "")))
    if len(path) > 1 and arguments:
        out.append(".SH OPTIONS")
        for argument in arguments:
            out += [".TP", ".B " + escaped(shown(argument)), escaped(described(argument)) or "\\&"]
    if examples:
        out += [".SH EXAMPLES", ".nf", ".RS 4"] + [escaped(line) for line in examples] + [".RE", ".fi"]
    for title, rows in (("EXIT STATUS", EXIT_STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        out.append(".SH " + title)
        for key, text in rows.items():
            out += [".TP", ".B " + key, escaped(text)]
    if len(path) > 1:
        out += [".SH SEE ALSO", f".BR {escaped('-'.join(path[:-1]))} (1)"]
    return "\n".join(out) + "\n"


def write(command, path, version, folder):
    """The pages of a command and of those below it."""
    (folder / ("-".join(path) + ".1")).write_text(page(command, path, version), encoding="utf-8")
    for below in command.get("subcommands", []):
        if below["commandName"] != "help" and below["shouldDisplay"]:
            write(below, [*path, below["commandName"]], version, folder)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text = subprocess.run([sys.argv[1], "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    version = subprocess.run([sys.argv[1], "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    root = json.loads(text)["command"]
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    write(root, [root["commandName"]], version, folder)


if __name__ == "__main__":
    main()
