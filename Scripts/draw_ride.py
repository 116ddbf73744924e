#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the sample ride with the command's answers: draw_ride.py GAITWAY > Documentation/commute.svg

From above: the magnitude of acceleration, the model's probabilities window by window, the answer over time (viterbi),
and what the ride's manifest says was done.
"""

import csv
import io
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RIDE = ROOT / "Datasets" / "commute"
CLASSES = ["stationary", "walking", "running", "cycling", "automotive", "none"]
LEFT, WIDTH, RIGHT = 96, 800, 16
STYLE = """
svg { background: #fcfcfa; font: 13px system-ui, sans-serif; fill: #1b1f24; }
.quiet { fill: #56606b; } .line { stroke: #56606b; fill: none; } .rule { stroke: #dcdfe2; }
.stationary { fill: #2384e6; } .walking { fill: #175c16; } .running { fill: #f26d62; } .cycling { fill: #dd9f27; }
.automotive { fill: #8a4790; } .none { fill: #b7bdc3; } .unknown { fill: #dcdfe2; }
@media (prefers-color-scheme: dark) {
  svg { background: #15181b; fill: #e7e9eb; } .quiet { fill: #a0a9b2; } .line { stroke: #a0a9b2; } \
.rule { stroke: #30363c; }
  .stationary { fill: #3284e0; } .walking { fill: #86dfb5; } .running { fill: #cc6440; } .cycling { fill: #e2b33f; }
  .automotive { fill: #d2b2e8; } .none { fill: #6c7074; } .unknown { fill: #30363c; }
}
"""


def windows(gaitway, *options):
    """The windows of the stream."""
    command = [gaitway, "classify", str(RIDE), "--format", "csv", "--every-window", *options]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [row for row in csv.DictReader(io.StringIO(text)) if row["window.from"]]


def answer(row):
    """The row's flags as one word: a vehicle that stands is a vehicle."""
    if row["unknown"] == "true":
        return "unknown"
    order = ["automotive", "cycling", "running", "walking", "stationary"]
    return next((name for name in order if row[name] == "true"), "none")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(RIDE / "Accelerometer.csv") as file:
        samples = [[float(value) for value in row] for row in list(csv.reader(file))[1:]]
    seconds = samples[-1][0]

    def x(time):
        return LEFT + WIDTH * time / seconds

    out = []

    def text(left, top, words, style="", anchor="end"):
        out.append(f'<text x="{left:.1f}" y="{top}" text-anchor="{anchor}" class="{style}">{words}</text>')

    # Magnitude: the least and the greatest of each pixel, 0 to 30 m/s².
    columns = {}
    for time, *axes in samples:
        magnitude = min(30.0, sum(value * value for value in axes) ** 0.5)
        low, high = columns.get(int(x(time)), (magnitude, magnitude))
        columns[int(x(time))] = (min(low, magnitude), max(high, magnitude))
    path = "".join(
        f"M{left} {90 - 2.4 * low:.1f}V{90 - 2.4 * high:.1f}" for left, (low, high) in sorted(columns.items())
    )
    out.append(f'<path class="line" d="{path}"/>')
    text(LEFT - 10, 44, "acceleration")
    text(LEFT - 10, 60, "0 to 30 m/s²", "quiet")

    # Probabilities: a column for each window, from its beginning to that of the next.
    rows = windows(sys.argv[1])
    for row in rows:
        last = row is rows[-1]
        start, end = float(row["window.from"]), float(row["window.to"]) - (0 if last else 2.56)
        top = 190.0
        for name in CLASSES:
            share = row["probabilities." + name]
            height = 80 * float(share) if share else 0
            if height >= 0.05:
                top -= height
                size = f'width="{x(end) - x(start) + 0.3:.1f}" height="{height:.1f}"'
                out.append(f'<rect class="{name}" x="{x(start):.1f}" y="{top:.1f}" {size}/>')
    text(LEFT - 10, 148, "probabilities")
    text(LEFT - 10, 164, "each 5.12 s", "quiet")

    def ribbon(top, label, spans):
        text(LEFT - 10, top + 19, label)
        for start, end, name in spans:
            out.append(
                f'<rect class="{name}" x="{x(start):.1f}" y="{top}" width="{x(end) - x(start):.1f}" height="28"/>'
            )

    spans = []
    for row in windows(sys.argv[1], "--smoothing", "viterbi"):
        start = float(row["window.from"])
        if spans and spans[-1][2] == answer(row):
            continue
        if spans:
            spans[-1][1] = start
        spans.append([start, seconds, answer(row)])
    ribbon(206, "answer", spans)
    with open(ROOT / "Datasets" / "manifest.csv") as file:
        truth = [row for row in csv.DictReader(file) if row["recording"] == "commute"]
    ribbon(242, "truth", [(float(row["start_s"]), float(row["end_s"]), row["activity"]) for row in truth])

    for minute in range(int(seconds) // 60 + 1):
        out.append(f'<path class="rule" d="M{x(60 * minute):.1f} 274V280"/>')
        text(x(60 * minute), 294, f"{minute} min", "quiet", "middle")
    left = LEFT
    for name in [*CLASSES, "unknown"]:
        out.append(f'<rect class="{name}" x="{left}" y="308" width="12" height="12"/>')
        text(left + 18, 319, name, "", "start")
        left += 40 + 8 * len(name)
    width = LEFT + WIDTH + RIGHT
    title = (
        "A walk to the car, a drive with red lights, a walk in, a seat: acceleration, probabilities, answer and truth"
    )
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 332" '
        f'role="img"><title>{title}</title><style>{STYLE}</style>'
    )
    print("\n".join(out))
    print("</svg>")


if __name__ == "__main__":
    main()
