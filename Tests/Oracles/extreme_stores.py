# SPDX-License-Identifier: Apache-2.0
"""Stores of days whose integers are extreme, with valid seals: no command traps.

Anybody can write a store with SQLite and compute its seals (Sources/GaitwayStore/Sealing/PageSeal.swift).
"""

from __future__ import annotations

import pathlib
import random
import shutil
import sqlite3
import struct
import subprocess
import tempfile
from collections.abc import Callable

import growth_inputs

VALUES = [-(1 << 63), (1 << 63) - 1, -(1 << 53) - 1, (1 << 53) + 1, -1, 0]
COMMANDS = [
    "trips --store STORE --report PAGE", "trips --store STORE --format json", "trips --store STORE --check",
    "trips --store STORE --track TRACK", "trips stats --store STORE --by month", "trips correct list --store STORE",
    "trips correct export --store STORE", "trips correct name Home Work --store STORE",
    "trips correct radius Home 90 --store STORE",
    "trips correct split --store STORE --at 2026-05-01T12:05",
]  # fmt: skip
Cell = tuple[str, str, str, tuple[object, ...]]


def walks(day: int) -> str:
    """Four stays and the walks between them."""
    lines = ["time,latitude,longitude,altitude,horizontal_accuracy"]
    time, latitude = growth_inputs.NOON + 86_400 * day, 52.5
    for _ in range(4):
        for _ in range(60):
            lines.append(f"{time},{latitude:.6f},13.25,34,8")
            time += 30
        for _ in range(90):
            latitude += 0.0001
            lines.append(f"{time},{latitude:.6f},13.25,34,8")
            time += 10
    return "\n".join(lines) + "\n"


def seal(path: pathlib.Path) -> None:
    """Writes the seal of each page."""
    content = bytearray(path.read_bytes())
    size = int.from_bytes(content[16:18], "big")
    for start in range(0, len(content), size):
        words = struct.unpack_from(f"<{size // 4 - 2}I", content, start)
        a, b = start // size + 1, 0
        for first, second in zip(words[::2], words[1::2], strict=True):
            a = (a + first + b) & 0xFFFFFFFF
            b = (b + second + a) & 0xFFFFFFFF
        struct.pack_into("<II", content, start + size - 8, a, b)
    path.write_bytes(content)


def cells(path: pathlib.Path) -> list[Cell]:
    """The integers of the first, the middle and the last row of each table: table, column, keys and the row's."""
    found: list[Cell] = []
    with sqlite3.connect(path) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'placeArea%'")
        for (table,) in tables.fetchall():
            columns = database.execute(f'PRAGMA table_info("{table}")').fetchall()
            keys = ",".join(column[1] for column in columns if column[5]) or "rowid"
            rows = database.execute(f'SELECT {keys} FROM "{table}"').fetchall()
            found += [
                (table, column[1], keys, row)
                for row in (rows and {rows[0], rows[len(rows) // 2], rows[-1]})
                for column in columns
                if column[2] == "INTEGER" or column[1] == "seq"
            ]
    return sorted(found, key=str)


def change(path: pathlib.Path, cell: Cell, value: int) -> bool:
    """Changes one integer; false if the table cannot have the value."""
    table, column, keys, row = cell
    database = sqlite3.connect(path)
    try:
        database.execute("PRAGMA ignore_check_constraints = ON")
        database.execute(
            f'UPDATE "{table}" SET "{column}" = ? WHERE ({keys}) = ({",".join("?" * len(row))})', (value, *row)
        )
        database.commit()
    except sqlite3.Error:
        return False
    finally:
        database.close()
    seal(path)
    return True


def stores(program: str, count: int, draw: random.Random, call: Callable[[list[str], str], None]) -> int:
    """Runs the commands of `count` changed stores."""
    with tempfile.TemporaryDirectory(prefix="gaitway-extremes-") as name:
        folder = pathlib.Path(name)
        whole, track = folder / "whole.gaitway", folder / "track.csv"
        first = folder / "first.csv"
        first.write_text(walks(0))
        track.write_text(walks(1))
        span = ["--from", "2026-05-01T12:35:00Z", "--to", "2026-05-01T12:40:00Z"]
        with_store = ["--store", str(whole)]
        subprocess.run(
            [program, "trips", *with_store, "--track", first], check=True,
            capture_output=True)  # fmt: skip
        with sqlite3.connect(whole) as database:
            place = database.execute("SELECT identifier FROM place").fetchone()[0]
        for words in (["activity", "cycling", *span], ["name", place, "Home"]):
            subprocess.run([program, "trips", "correct", *words, *with_store], check=True, capture_output=True)
        cases = [(cell, value, command) for cell in cells(whole) for value in VALUES for command in COMMANDS]
        chosen = draw.sample(cases, min(count, len(cases)))
        for number, (cell, value, command) in enumerate(chosen):
            store = folder / f"{number}.gaitway"
            shutil.copy(whole, store)
            if change(store, cell, value):
                words = {"STORE": str(store), "TRACK": str(track), "PAGE": f"{store}.html"}
                call([words.get(word, word) for word in command.split()], f"{cell} is {value}: {command}")
            for left in folder.glob(f"{number}.gaitway*"):
                left.unlink()
    return len(chosen)
