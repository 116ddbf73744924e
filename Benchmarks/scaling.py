# SPDX-License-Identifier: Apache-2.0
"""How time and memory grow: a table and a plot (SVG) of log length, number of files, training rows and features."""
import math, os, subprocess


def run(page, options, folder, python, measure, plot):
    page.say(
        "", "## Scaling", "", "Time and memory against the amount of work; linear work has a constant cost per unit."
    )
    page.table("amount", "CPU s", "peak MiB", "cost per unit")
    curves = {}

    def point(curve, amount, unit, cpu, peak, scale=1e6, name="us"):
        page.row(
            f"{curve}: {amount:,} {unit}",
            f"{cpu:.2f}",
            f"{peak:.0f}",
            f"{cpu / amount * scale:.3g} {name} per {unit.rstrip('s')}",
        )
        curves.setdefault(curve, []).append((amount, cpu))

    own = [options.gaitway, "classify", "--jobs", "1", "--format", "ndjson"]
    fifo = f"{folder}/fifo"
    os.mkfifo(fifo)
    for hours in (1, 3, 10, 24, 72, 240, 720):
        # A month would fill the disk, so the log is made while it is read.
        pipe = os.open(fifo, os.O_RDWR)  # does not wait for the other end
        maker = subprocess.Popen([f"{options.bin}/hot-paths", "log", str(hours * 180_000)], stdout=pipe)
        os.close(pipe)
        cpu, _, peak = measure(own + ["-"], stdin=fifo)
        maker.wait()
        point("log length", hours, "hours", cpu, peak, 1e3, "ms")
    small = f"{folder}/few.csv"
    with open(small, "w") as out:
        subprocess.run([f"{options.bin}/hot-paths", "log", "600"], stdout=out, check=True)
    names = []
    for index in range(10_000):
        names.append(f"{folder}/f{index}.csv")
        os.link(small, names[-1])
    for count in (1, 10, 100, 1000, 10_000):
        cpu, _, peak = measure(own + names[:count])
        point("files of 12 s", count, "files", cpu, peak)
    for name in names:
        os.unlink(name)

    def fit(rows, features):
        prefix = f"{folder}/scaled"
        subprocess.run(
            [
                python,
                f"{os.path.dirname(__file__)}/train_sklearn.py",
                prefix,
                "--rows",
                str(rows),
                "--features",
                str(features),
                "--solvers",
                "",
            ],
            check=True,
        )
        text = subprocess.run(
            [f"{options.bin}/solver-benchmark", prefix], check=True, capture_output=True, text=True
        ).stdout
        lines = dict(line.split("   ", 1) for line in text.splitlines() if "   " in line)
        seconds = float(lines["fit CPU seconds"])
        peak = float(lines["peak MiB: loaded, fitted"].split(",")[1])
        for ending in (".X.f64", ".y.i32"):
            os.unlink(prefix + ending)
        return seconds, peak

    for rows in (10_000, 100_000, 1_000_000, 10_000_000):
        point("training, 20 features", rows, "windows", *fit(rows, 20))
    for features in (25, 50, 100, 200, 400):
        point("training, 100,000 windows", features, "features", *fit(100_000, features), 1e3, "ms")
    draw(curves, plot)
    page.say("", f"![Time against the amount of work, both logarithmic]({os.path.basename(plot)})")


def draw(curves, path):
    """Each curve as a line from its first point, both axes logarithmic; a straight line of slope 1 is linear growth."""
    width, height, left, bottom = 720, 480, 70, 60
    decades = max(math.ceil(math.log10(points[-1][0] / points[0][0])) for points in curves.values())
    span = max(decades, 4)
    colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9"]

    def x(amount, first):
        return left + (width - left - 20) * math.log10(amount / first) / span

    def y(seconds, first):
        return height - bottom - (height - bottom - 20) * math.log10(max(seconds / first, 0.5)) / span

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        'font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for decade in range(span + 1):
        at = left + (width - left - 20) * decade / span
        up = height - bottom - (height - bottom - 20) * decade / span
        lines.append(
            f'<path d="M{at:.1f} 20V{height - bottom}M{left} {up:.1f}H{width - 20}" stroke="#ddd" fill="none"/>'
        )
        lines.append(f'<text x="{at:.1f}" y="{height - bottom + 18}" text-anchor="middle">{10 ** decade:,}</text>')
        lines.append(f'<text x="{left - 8}" y="{up + 4:.1f}" text-anchor="end">{10 ** decade:,}</text>')
    lines.append(f'<path d="M{left} {height - bottom}L{width - 20} 20" stroke="#999" stroke-dasharray="4 4"/>')
    for index, (name, points) in enumerate(curves.items()):
        colour = colours[index % len(colours)]
        first = points[0]
        track = " ".join(f"{x(a, first[0]):.1f},{y(s, first[1]):.1f}" for a, s in points)
        lines.append(f'<polyline points="{track}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for amount, seconds in points:
            lines.append(
                f'<circle cx="{x(amount, first[0]):.1f}" cy="{y(seconds, first[1]):.1f}" r="3.5" fill="{colour}"/>'
            )
        lines.append(f'<text x="{left + 14}" y="{38 + 19 * index}" fill="{colour}">{name}</text>')
    lines.append(
        f'<text x="{(left + width) / 2}" y="{height - 14}" text-anchor="middle">times the least amount; dashed: '
        'linear</text>'
    )
    lines.append(
        f'<text x="18" y="{height / 2}" text-anchor="middle" transform="rotate(-90 18 {height / 2})">times its CPU '
        'time</text>'
    )
    lines.append("</svg>")
    with open(path, "w") as out:
        out.write("\n".join(lines) + "\n")
