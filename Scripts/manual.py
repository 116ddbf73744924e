#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the manual page from the command's own description: manual.py GAITWAY > gaitway.1"""

import json
import re
import subprocess
import sys


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


def paragraphs(text, out):
    """A discussion: paragraphs are filled, examples stay as they are."""
    for block in text.split("\n\n"):
        title, *lines = block.split("\n")
        if title == "EXAMPLES":
            out += (
                [".PP", "Examples:", ".PP", ".nf", ".RS 4"] + [escaped(line.strip()) for line in lines] + [".RE", ".fi"]
            )
        else:
            out += [".PP", escaped(block)]


def section(command, path, out):
    """A subcommand, then those below it."""
    arguments = [a for a in command.get("arguments", []) if a["shouldDisplay"]]
    out += [".SS " + escaped(" ".join(path[1:])), escaped(command.get("abstract", ""))]
    subcommands = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if not subcommands or arguments:
        words = [shown(a) for a in arguments if a["kind"] == "positional"]
        required = [shown(a) for a in arguments if a["kind"] != "positional" and not a["isOptional"]]
        out += [".PP", ".B " + escaped(" ".join(path)), escaped(" ".join(words + required + ["[options]"]))]
    if command.get("discussion"):
        paragraphs(command["discussion"], out)
    for argument in arguments:
        out += [".TP", ".B " + escaped(shown(argument)), escaped(described(argument)) or "\\&"]
    for below in subcommands:
        section(below, path + [below["commandName"]], out)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    text = subprocess.run([sys.argv[1], "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    root = json.loads(text)["command"]
    version = subprocess.run([sys.argv[1], "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    name = root["commandName"]
    out = [
        f'.TH {name.upper()} 1 "" "{name} {version}" "User Commands"', ".SH NAME",
        name + " \\- " + escaped(root["abstract"]), ".SH SYNOPSIS", ".B " + name, ".I command",
        "[argument ...] [option ...]", ".br", ".B " + name + " help", ".I command", ".SH DESCRIPTION",
    ]
    paragraphs(root["discussion"], out)
    out.append(".SH COMMANDS")
    for command in root["subcommands"]:
        if command["commandName"] != "help":
            section(command, [name, command["commandName"]], out)
    out += [
        ".SH ENVIRONMENT",
        ".TP",
        ".B COLUMNS",
        "How wide tables may be; 80 at the least.",
        ".TP",
        ".B TZ",
        "The zone of the times that people are shown, unless \\-\\-time\\-zone names another. Streams and JSON are in "
        "UTC.",
    ]
    print("\n".join(out))


if __name__ == "__main__":
    main()
