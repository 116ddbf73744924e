# SPDX-License-Identifier: Apache-2.0
"""Compares our two readers of separated tables with Python's csv module.

    python3 Tests/Oracles/separated_tables.py .build/release/OracleWriter [--cases 1500] [--times 1] [--seed 1]

There are three kinds of random cases. Texts of quotes, separators, line ends, letters and broken UTF-8 go to the strict
dialect of the reader of small tables. It must read the texts that the grammar of RFC 4180 accepts as Python does, and
refuse all others. Well-formed tables from Python's writer go to its loose dialect. Logs go to the reader of logs, whole
and in pieces of few bytes: rows of times and sensors with any separator, decimal mark, quotes, line ends, signs,
exponents and number of digits, and rows that lack numbers or have words instead. Python's csv, float and decimal give
the expected samples, bit by bit.
"""

from __future__ import annotations

import csv
import decimal
import io
import random
import re
import sys
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from comparison import Answer, Comparison, ask, parse_arguments

BOM = b"\xef\xbb\xbf"


# Small tables: the strict dialect.


def draw_text(draw: random.Random, separator: str) -> bytes:
    """A text of what matters to a reader of tables."""
    parts = [
        '"',
        '"',
        '""',
        separator,
        separator,
        "\n",
        "\r\n",
        "\r",
        " ",
        "a",
        "b1",
        "\t",
        ";",
        ",",
        "ü",
        "\u2028",
        "'",
        "\x0b",
        "\\",
    ]
    text = "".join(draw.choice(parts) for _ in range(draw.randrange(40)))
    if draw.random() < 0.5:
        # Mostly whole fields, so that long texts are well-formed, too.
        fields = [
            draw.choice(['"a"', '"x""y"', '"1\n2"', '"\r"', "", "q", '""', f'"{separator}"', " "])
            for _ in range(draw.randrange(30))
        ]
        text = "".join(name + draw.choice([separator, separator, "\n", "\r\n", "\r", "\n\n"]) for name in fields)
    data = text.encode()
    if draw.random() < 0.05:
        at = draw.randrange(len(data) + 1)
        data = data[:at] + draw.choice([b"\xff", b"\xc3", b"\x80"]) + data[at:]
    return BOM + data if draw.random() < 0.1 else data


def grammar(separator: str) -> re.Pattern[str]:
    """RFC 4180, with any line end and any count of fields."""
    one = rf'(?:"(?:[^"]|"")*"|[^"\r\n{re.escape(separator)}]*)'
    record = rf"{one}(?:{re.escape(separator)}{one})*"
    return re.compile(rf"{record}(?:(?:\r\n|\r|\n){record})*\Z")


def expected_records(data: bytes, separator: str) -> list[list[str]] | None:
    """The records by Python; None for what is not a table."""
    try:
        text = data.removeprefix(BOM).decode()
    except UnicodeDecodeError:
        return None
    if not grammar(separator).match(text):
        return None
    lines = io.StringIO(text, newline="")
    return [record for record in csv.reader(lines, delimiter=separator, strict=True) if record]


def record_difference(answer: Answer, expected: list[list[str]] | None) -> str | None:
    """In what our records differ."""
    if expected is None:
        return None if "error" in answer else f"{answer['records']}, which is not a table"
    if answer.get("records") == expected:
        return None
    return f"{answer.get('records', answer.get('error'))}, not {expected}"


def compare_texts(comparison: Comparison, writer: str, draw: random.Random, count: int) -> None:
    """The strict dialect, for each separator."""
    for separator in [",", ";", "\t"]:
        cases = [draw_text(draw, separator) for _ in range(count)]
        for case, answer in zip(cases, ask(writer, ["csv", separator, "strict"], cases), strict=True):
            expected = expected_records(case, separator)
            comparison.add(f"{case!r}", record_difference(answer, expected))
            if expected:
                spoiled = [list(record) for record in expected]
                spoiled[-1][-1] += " "
                comparison.add_spoiled(f"{case!r}", record_difference({"records": spoiled}, expected))


def compare_loose(comparison: Comparison, writer: str, draw: random.Random, count: int) -> None:
    """The loose dialect on tables of Python's: blanks around a field without quotes are left out."""
    for separator in [",", ";"]:
        cases, wishes = [], []
        for _ in range(count):
            words = ["a", "b c", " ", "", "1.5", f"x{separator}y", " q ", "ü", "n/a"]
            records = [[draw.choice(words) for _ in range(draw.randrange(2, 6))] for _ in range(draw.randrange(1, 8))]
            is_bare = draw.random() < 0.5
            text = io.StringIO(newline="")
            end = draw.choice(["\n", "\r\n", "\r"])
            csv.writer(
                text, delimiter=separator, lineterminator=end, quoting=csv.QUOTE_MINIMAL if is_bare else csv.QUOTE_ALL
            ).writerows(records)
            cases.append(text.getvalue().encode())
            read = csv.reader(io.StringIO(text.getvalue(), newline=""), delimiter=separator)
            wishes.append(
                [[name.strip(" ") if is_bare and separator not in name else name for name in record] for record in read]
            )
        for case, answer, wish in zip(cases, ask(writer, ["csv", separator, "loose"], cases), wishes, strict=True):
            comparison.add(f"{case!r}", record_difference(answer, wish))


# Logs.

ROTATION = ["Gyroscope x (rad/s)", "Gyroscope y (rad/s)", "Gyroscope z (rad/s)"]
ACCELERATION = ["Acceleration x (m/s^2)", "Acceleration y (m/s^2)", "Acceleration z (m/s^2)"]
UNITS = {"s": 9, "ms": 6, "us": 3, "ns": 0}


@dataclass
class Log:
    """A log as it is written."""

    text: bytes
    separator: str
    mark: str
    unit: str
    columns: list[str]
    samples: list[list[Any]] = field(default_factory=list)
    repairs: int = 0


def draw_number(draw: random.Random, mark: str) -> str:
    """A number, written in one of many ways."""
    value = draw.uniform(-200, 200) if draw.random() < 0.9 else draw.uniform(-1, 1) * 10 ** draw.uniform(-30, 2)
    kind = draw.randrange(12)
    if kind < 5:
        text = f"{value:.{draw.randrange(10)}f}"
    elif kind < 8:
        text = repr(value)
    elif kind == 8:
        text = f"{value:.{draw.randrange(20)}{draw.choice('eE')}}"
    elif kind == 9:
        text = f"{decimal.Decimal(value):.{draw.randrange(15, 40)}f}"
    elif kind == 10:
        # Exactly between two numbers of single precision, which are 2^-20 apart here, and a digit behind it or none.
        value = 8 + (2 * draw.randrange(2**19) + 1) * 2.0**-21
        text = f"{decimal.Decimal(value):f}" + draw.choice(["", "0", "1", "000000000000000000000001"])
    else:
        text = draw.choice(
            ["0", "-0", "0.0", "-0.000", "00012.5", ".5", "-.25", "7.", "1e2", "1E-7", "12345e-4", "-1.5E+1"]
        )
    if not text.startswith("-") and draw.random() < 0.05:
        text = "+" + text
    return text.replace(".", mark)


def draw_time(draw: random.Random, nanoseconds: int, exponent: int, mark: str) -> str:
    """A time in a unit of 10^exponent nanoseconds, with all its digits or with fewer."""
    value = decimal.Decimal(nanoseconds).scaleb(-exponent)
    text = f"{value:f}"
    if exponent and draw.random() < 0.1:
        text = f"{value:E}"
    if exponent and "E" not in text and draw.random() < 0.2:
        text += "0" * draw.randrange(8) if "." in text else ""
    return text.replace(".", mark)


def draw_log(draw: random.Random) -> Log:
    """A log with its expected samples."""
    mark = draw.choice([".", ".", ","])
    separator = draw.choice([",", "\t", ";", "|"] if mark == "." else ["\t", ";"])
    unit = draw.choice(list(UNITS))
    sensors = (
        [ACCELERATION]
        + ([ROTATION] if draw.random() < 0.5 else [])
        + ([["Pressure (hPa)"]] if draw.random() < 0.3 else [])
    )
    columns = [name for sensor in sensors for name in sensor] + (["comment"] if draw.random() < 0.2 else [])
    if draw.random() < 0.3:
        draw.shuffle(columns)
    columns.insert(draw.choice([0, 0, 0, len(columns)]), f"Time ({unit})")
    end = draw.choice(["\n", "\n", "\r\n", "\r"])
    quotes_header, quotes, blanks = draw.random() < 0.5, draw.choice([0, 0, 0.1, 1]), draw.choice([0, 0, 0.2])
    damage = draw.choice([0, 0, 0.05])

    def cell(text: str) -> str:
        text = f'"{text}"' if draw.random() < quotes else text
        return " " * draw.randrange(3) + text + " " * draw.randrange(3) if draw.random() < blanks else text

    lines = [separator.join(f'"{name}"' if quotes_header else name for name in columns)]
    time = draw.choice([0, 0, draw.randrange(10**12), 1_777_622_400_123_456_789])
    for row in range(draw.choice([30, 60, 400])):
        time += draw.randrange(2_000_000, 60_000_000)
        cells = []
        for name in columns:
            if name.startswith("Time"):
                cells.append(draw_time(draw, time, UNITS[unit], mark))
            elif name == "comment":
                cells.append(draw.choice(["", "walk", "x y", "5"]))
            elif name.startswith("Pressure"):
                cells.append(f"{draw.uniform(900, 1050):.{draw.randrange(4, 9)}f}".replace(".", mark))
            else:
                cells.append(draw_number(draw, mark))
        if row > 20 and draw.random() < damage:
            at = draw.randrange(len(columns))
            cells[at] = draw.choice(["", "NaN", "nan", "-inf", "NA", "word", "1.2.3", "--1", "0x10", "1_000"])
        lines.append(separator.join(cell(text) for text in cells))
        if draw.random() < damage / 4:
            lines.append("")
    data = (end.join(lines) + end).encode()
    log = Log(BOM + data if draw.random() < 0.1 else data, separator, mark, unit, columns)
    expect(log)
    return log


MISSING = {"", "nan", "na", "inf"}


def read_number(text: str, mark: str) -> float | str | None:
    """A field's number by Python, None for one that is missing, the text for what is neither."""
    text = text.strip(' "')
    if text.lower().lstrip("-") in MISSING:
        return None
    if not re.fullmatch(r"[-+]?(\d+(M\d*)?|M\d+)([eE][-+]?\d+)?".replace("M", re.escape(mark)), text):
        return text
    return float(text.replace(mark, "."))


def expect(log: Log) -> None:
    """Says which samples the log has, as sensor, time and bits."""
    text = log.text.removeprefix(BOM).decode()
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=log.separator, skipinitialspace=True)
    rows = [record for record in reader if record][1:]
    rows = [row for row in rows if row != [""]]
    groups = [("pressure", ["Pressure (hPa)"]), ("rotation rate", ROTATION), ("acceleration", ACCELERATION)]
    groups = [(sensor, names) for sensor, names in groups if names[0] in log.columns]
    first: int | None = None
    for row in rows:
        cells = dict(zip(log.columns, row, strict=True))
        time = read_number(cells[f"Time ({log.unit})"], log.mark)
        values = {name: read_number(cells[name], log.mark) for _, names in groups for name in names}
        if not isinstance(time, float) or any(isinstance(value, str) for value in values.values()):
            log.repairs += 1
            continue
        exact = decimal.Decimal(cells[f"Time ({log.unit})"].strip(' "').replace(log.mark, "."))
        nanoseconds = int(exact.scaleb(UNITS[log.unit]).to_integral_value(decimal.ROUND_HALF_UP))
        is_partial, is_empty = False, True
        for sensor, names in groups:
            known = [values[name] for name in names if values[name] is not None]
            if len(known) == len(names):
                numbers = np.zeros(3, dtype=np.float32)
                numbers[: len(known)] = np.array(known, dtype=np.float64)
                if first is None and sensor == "acceleration":
                    first = nanoseconds
                log.samples.append([sensor, nanoseconds, *(int(bits) for bits in numbers.view(np.uint32))])
                is_empty = False
            elif known:
                is_partial = True
        if is_partial or (is_empty and len(groups) == 1):
            log.repairs += 1
    for sample in log.samples:
        sample[1] -= first


def log_difference(answer: Answer, log: Log) -> str | None:
    """In what our samples differ."""
    if "error" in answer:
        return str(answer["error"])
    if answer["repairs"] != log.repairs:
        return f"{answer['repairs']} repairs, not {log.repairs}"
    if len(answer["samples"]) != len(log.samples):
        return f"{len(answer['samples'])} samples, not {len(log.samples)}"
    for ours, theirs in zip(answer["samples"], log.samples, strict=True):
        if ours != theirs:
            return f"{ours}, not {theirs}"
    return None


def compare_logs(comparison: Comparison, writer: str, draw: random.Random, count: int) -> None:
    """Logs, in pieces of several sizes."""
    decimal.getcontext().prec = 60
    logs = [draw_log(draw) for _ in range(count)]
    for chunk in [1, 7, 4096]:
        for number, (log, answer) in enumerate(
            zip(logs, ask(writer, ["log", str(chunk)], [log.text for log in logs]), strict=True)
        ):
            name = f"log {number} by {chunk} bytes, {log.text[:150]!r}"
            comparison.add(name, log_difference(answer, log))
            samples = [list(sample) for sample in log.samples]
            samples[-1][draw.randrange(1, 5)] ^= 1
            comparison.add_spoiled(name, log_difference({"repairs": log.repairs, "samples": samples}, log))


def main() -> int:
    """Runs the comparison."""
    arguments = parse_arguments(__doc__, 1500)
    draw = random.Random(arguments.seed)
    comparison = Comparison("separated tables")
    compare_texts(comparison, arguments.program, draw, arguments.cases)
    compare_loose(comparison, arguments.program, draw, arguments.cases // 4)
    compare_logs(comparison, arguments.program, draw, max(1, arguments.cases // 20))
    return comparison.finish()


if __name__ == "__main__":
    sys.exit(main())
