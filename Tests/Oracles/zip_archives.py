# SPDX-License-Identifier: Apache-2.0
"""Compares our reader of zip archives with Python's zipfile and `unzip -t`.

    python3 Tests/Oracles/zip_archives.py .build/release/OracleWriter [--cases 200] [--times 1] [--seed 1]

Archives are drawn: stored and deflated files, with Zip64 fields, with data descriptors, names in UTF-8, comments. Each
is read as it is or damaged: cut, a bit flipped, a byte lost, a checksum replaced, something put before or behind it. An
undamaged archive must be read completely. From a damaged one, each file that is read must be unchanged. If only one
side refuses an archive, the reason must be one of those in Sources/GaitwayBase/Formats/Zip/FORMAT.md.
"""

from __future__ import annotations

import dataclasses
import io
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zipfile
from typing import Any

from comparison import Answer, Comparison, ask, parse_arguments

# What we refuse and others read, by a part of our message. Each has its row in FORMAT.md.
STRICTER = [
    "local header contradicts the central directory",
    "the central directory does not end where the end record begins",
    "the end record is missing",
    "overlaps what follows it",
    "two entries named",
    "leads out of the archive",
    "has a control character",
    "has a backslash",
    "is not UTF-8",
    "has no name",
    "is encrypted",
    "is stored unpacked, but its two sizes differ",
    "has bytes after its packed data",
    "lies in another part of the archive",
    "spans several files",
    "the Zip64 end record is not where its locator says",
    "the two end records contradict each other",
    "is a folder but has",
    "the central directory is damaged",
    "ends within a field",
    "two end records fit the archive",
    "the central directory holds more than the",
    "is packed by method",
    "bytes and declares",
    "bytes that it declares",
    "are read at once",
    "more than 200 to 1",
    "of unpacked files",
]


class Unseekable(io.RawIOBase):
    """A stream that is written once from start to end, so that sizes follow the data."""

    def __init__(self) -> None:
        self.content = bytearray()

    def writable(self) -> bool:
        """Yes."""
        return True

    def write(self, data: Any) -> int:
        """Appends."""
        self.content += bytes(data)
        return len(data)


@dataclasses.dataclass
class Case:
    """An archive, what its files hold, and whether it was damaged."""

    data: bytes
    files: dict[str, bytes]
    damage: str


def draw_content(draw: random.Random) -> bytes:
    """What a file holds: nothing, rows of numbers, noise, or one byte many times."""
    kind = draw.randrange(5)
    if kind == 0:
        return b""
    if kind == 1:
        return draw.randbytes(draw.randrange(1, 3000))
    if kind == 2:
        return bytes([draw.randrange(256)]) * draw.randrange(1, 200_000)
    return "".join(f"{row * 0.01:.2f},{draw.gauss(0, 3):.4f}\n" for row in range(draw.randrange(1, 900))).encode()


def draw_archive(draw: random.Random) -> Case:
    """A whole archive."""
    files: dict[str, bytes] = {}
    target: io.BytesIO | Unseekable = Unseekable() if draw.random() < 0.3 else io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for index in range(draw.randrange(1, 5)):
            name = draw.choice(["Accelerometer.csv", "ride/Gyroscope.csv", "größe.csv", "a b", "x.csv"]) + str(index)
            info = zipfile.ZipInfo(name, (2026, 5, 1, 8, 0, 0))
            info.compress_type = draw.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
            info.comment = draw.choice([b"", b"", b"of a file"])
            files[name] = draw_content(draw)
            with archive.open(info, "w", force_zip64=draw.random() < 0.3) as entry:
                entry.write(files[name])
        if draw.random() < 0.2:
            archive.writestr(zipfile.ZipInfo("folder/"), b"")
        archive.comment = draw.choice([b"", b"", b"a comment", b"PK\x05\x06"])
    data = bytes(target.content) if isinstance(target, Unseekable) else target.getvalue()
    return Case(data, files, "none")


def damage(draw: random.Random, case: Case) -> Case:
    """The archive with one damage."""
    data = bytearray(case.data)
    kind = draw.choice(
        ["cut", "bit", "bit", "bit", "record", "record", "record", "lost", "checksum", "before", "behind"]
    )
    if kind == "cut":
        del data[draw.randrange(len(data)) :]
    elif kind == "bit":
        data[draw.randrange(len(data))] ^= 1 << draw.randrange(8)
    elif kind == "record":
        # A bit of a record rather than of a file.
        marks = [at for at in range(len(data) - 3) if data[at : at + 2] == b"PK" and data[at + 2] < 9]
        at = draw.choice(marks) + draw.randrange(60)
        data[min(at, len(data) - 1)] ^= 1 << draw.randrange(8)
    elif kind == "lost":
        del data[draw.randrange(len(data))]
    elif kind == "checksum":
        # In the directory and in the local header alike.
        at = data.rfind(b"PK\x01\x02")
        place = struct.unpack_from("<I", data, at + 42)[0]
        wrong = draw.randbytes(4)
        data[at + 16 : at + 20] = wrong
        if place + 18 <= len(data) and data[place + 6] & 8 == 0:
            data[place + 14 : place + 18] = wrong
    elif kind == "before":
        data[:0] = draw.randbytes(draw.randrange(1, 50))
    else:
        data += draw.randbytes(draw.randrange(1, 50))
    return Case(bytes(data), case.files, kind)


def read_by_python(data: bytes) -> dict[str, bytes] | str:
    """The files by zipfile, or what is wrong with them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {info.filename: archive.read(info) for info in archive.infolist() if not info.filename.endswith("/")}
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def passes_unzip(data: bytes, folder: pathlib.Path) -> bool:
    """Whether `unzip -t` finds no fault; its code 1 is a warning."""
    path = folder / "archive.zip"
    path.write_bytes(data)
    return subprocess.run(["unzip", "-tqq", path], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def read_by_us(answer: Answer) -> dict[str, bytes] | str:
    """The files by our reader, or what is wrong with them."""
    if "error" in answer:
        return str(answer["error"])
    for entry in answer["entries"]:
        if "error" in entry:
            return str(entry["error"])
    return {entry["name"]: bytes.fromhex(entry["text"]) for entry in answer["entries"]}


def difference(
    case: Case, ours: dict[str, bytes] | str, theirs: dict[str, bytes] | str, passes: bool
) -> tuple[str | None, str | None]:
    """In what we differ from Python and unzip, and why we may."""
    if case.damage == "none":
        if ours != case.files or not passes:
            return f"{ours!s:.200} by us, {theirs!s:.200} by Python, unzip: {passes}", None
        found = None if theirs == ours else f"{theirs!s:.200} by Python"
        return found, allowed_leniency(case, theirs)
    if isinstance(ours, dict):
        # A name can be damaged unseen: no checksum covers it.
        for content in ours.values():
            if content not in case.files.values():
                return "a file of other content", None
        if isinstance(theirs, str):
            return f"read by us, by Python: {theirs}", allowed_leniency(case, theirs)
        if ours != theirs:
            return f"{list(ours)} by us, {list(theirs)} by Python", None
        found = None if passes else "unzip finds a fault"
        return found, "unzip finds a fault in what we and Python read"
    if isinstance(theirs, str) and not passes:
        return None, None
    reason = next((reason for reason in STRICTER if reason in ours), None)
    who = "Python" if isinstance(theirs, dict) else "unzip"
    return f"{ours} by us, read by {who}", reason and f"refused by us: {reason}"


def allowed_leniency(case: Case, theirs: dict[str, bytes] | str) -> str | None:
    """Why we may read what Python refuses."""
    if isinstance(theirs, dict):
        return None
    if case.data.count(b"PK\x05\x06") > 1 and "not a zip file" in theirs:
        return "Python takes a comment for the end record"
    if "File name in directory" in theirs:
        return "names of the same bytes, whose flags differ in the encoding"
    if "zip file version" in theirs:
        return "a version that Python does not know"
    return None


def main() -> int:
    """Runs the comparison."""
    arguments = parse_arguments(__doc__, 200)
    draw = random.Random(arguments.seed)
    cases = []
    for index in range(arguments.cases):
        case = draw_archive(draw)
        cases.append(case if index % 4 == 0 else damage(draw, case))
    answers = ask(arguments.program, ["zip"], [case.data for case in cases])
    comparison = Comparison("zip archives")
    with tempfile.TemporaryDirectory() as name:
        for number, (case, answer) in enumerate(zip(cases, answers, strict=True)):
            ours, theirs = read_by_us(answer), read_by_python(case.data)
            passes = passes_unzip(case.data, pathlib.Path(name))
            found, allowed = difference(case, ours, theirs, passes)
            comparison.add(f"case {number}, {case.damage}", found, allowed)
            if isinstance(ours, dict) and any(ours.values()):
                spoiled = dict(ours)
                longest = max(spoiled, key=lambda name: len(ours[name]))
                spoiled[longest] = spoiled[longest][:-1] + bytes([spoiled[longest][-1] ^ 1])
                comparison.add_spoiled(f"case {number}", difference(case, spoiled, theirs, passes)[0])
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
