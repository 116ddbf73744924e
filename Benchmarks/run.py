#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""run.py GAITWAY BIN [--hours H] [--runs N] [--peers FOLDER] [--scaling] [--output FILE]

Measures whole commands beside their peers in one run and prints a page in Markdown; run.sh calls it. GAITWAY is the
command, BIN the folder of the benchmark programs. Runs of both sides take turns, so a busy moment affects both. Figures
are medians (least..most). CPU seconds are user and system time of the finished process as the kernel counts it.

Peers are the scripts of this folder and, with --peers, `classify_numpy.py`, `model.npz` and `latency.py` of another.
Peers whose packages Python lacks are left out, with a note. --scaling adds the growth of time and memory, and writes a
plot beside the output."""
import argparse, datetime, importlib.util, os, platform, re, shutil, statistics, subprocess, sys, tempfile, time

here = os.path.dirname(os.path.abspath(__file__))


def measure(command, stdin=None, stdout=None):
    """CPU seconds, wall seconds and peak MiB of a command; a failure stops the run."""
    actions = []
    for number, path, flags in (
        (0, stdin, os.O_RDONLY),
        (1, stdout, os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        (2, None, os.O_WRONLY),
    ):
        actions.append((os.POSIX_SPAWN_OPEN, number, path or "/dev/null", flags, 0o644))
    start = time.monotonic()
    child = os.posix_spawnp(command[0], command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{' '.join(command)[:200]}: status {os.waitstatus_to_exitcode(status)}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


def alternate(sides, runs):
    """Runs each side's commands in turn; per side the list of measurements. A side is a function of no arguments."""
    results = {name: [] for name in sides}
    for _ in range(runs):
        for name, side in sides.items():
            results[name].append(side())
    return results


def figures(values, digits=2):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f}..{max(values):.{digits}f})"


def has(module):
    return importlib.util.find_spec(module) is not None


class Page:
    def __init__(self):
        self.lines, self.ratios = [], []

    def say(self, *lines):
        for line in lines:
            self.lines.append(line)
            print(line, flush=True)

    def table(self, *columns):
        self.say("", "| " + " | ".join(columns) + " |", "| " + " | ".join("---" for _ in columns) + " |")

    def row(self, *cells):
        self.say("| " + " | ".join(str(cell) for cell in cells) + " |")


def compare(page, task, own, peers, runs, reach, aim):
    """One task: Gaitway and its peers in turn, compared by CPU seconds."""
    results = alternate({"gaitway": own, **peers}, runs)
    for name, values in results.items():
        page.row(
            task,
            name,
            figures([v[0] for v in values]),
            figures([v[1] for v in values]),
            f"{max(v[2] for v in values):.0f}",
        )
    mine = statistics.median(v[0] for v in results["gaitway"])
    for name in peers:
        ratio = statistics.median(v[0] for v in results[name]) / mine
        page.ratios.append((f"{task}, against {name}", f"{ratio:.1f}", reach, aim))
    return results


def classify(page, options, folder, python):
    gaitway, runs = options.gaitway, options.runs
    log, small = f"{folder}/log.csv", f"{folder}/small"
    subprocess.run([python, f"{here}/make_log.py", log, "--hours", str(options.hours)], check=True)
    os.makedirs(small)
    for index in range(200):
        subprocess.run(
            [python, f"{here}/make_log.py", f"{small}/{index:03}.csv", "--hours", str(1 / 30), "--seed", str(index)],
            check=True,
        )
    logs = sorted(f"{small}/{name}" for name in os.listdir(small))
    if options.ceilings:
        page.say("", "## The floor", "")
        subprocess.run(
            ["cc", "-O3", "-march=native", f"{here}/ceilings.c", "-o", f"{folder}/ceilings", "-lm"], check=True
        )
        floor = subprocess.run([f"{folder}/ceilings", log], check=True, capture_output=True, text=True).stdout
        page.say(*floor.splitlines())
        floor = float(re.search(r"\*\*([0-9.]+)\*\* \|$", floor.strip()).group(1))

    page.say("", "## Whole commands")
    page.table("task", "side", "CPU s", "wall s", "peak MiB")
    own = [gaitway, "classify", "--jobs", "1", "--format", "ndjson"]
    numpy = [python, f"{here}/classify_numpy.py"]
    peers, single = {}, {}
    many = {"NumPy": lambda: total([numpy + [f"{folder}/out.csv", one, "--reader", "numpy"] for one in logs])}
    if has("pyarrow"):
        peers["NumPy and PyArrow, 80 features"] = lambda: measure(numpy + [f"{folder}/out.csv", log])
        single["NumPy and PyArrow"] = lambda: measure(numpy + [f"{folder}/out"] + logs)
    if options.peers and has("pyarrow"):
        script, model = f"{options.peers}/classify_numpy.py", f"{options.peers}/model.npz"
        base = [python, script, "--model", model]
        peers["peer with --resample"] = lambda: measure(base + ["--resample", log, "-o", f"{folder}/out.csv"])
        peers["peer without resampling"] = lambda: measure(base + [log, "-o", f"{folder}/out.csv"])
        single["peer"] = lambda: measure(base + logs + ["-o", f"{folder}/many"])
        many["peer with NumPy's reader"] = lambda: total(
            [base + ["--reader", "numpy", one, "-o", f"{folder}/one.csv"] for one in logs])
    task = f"one log of {options.hours:g} h"
    results = compare(page, task, lambda: measure(own + [log]), peers, runs, "2", "3")
    if options.ceilings:
        mine = statistics.median(v[0] for v in results["gaitway"])
        page.ratios.append((f"{task}, against the floor", f"{mine / floor:.2f} times it", "", "1.5 times"))
    results = compare(page, "the same from standard input", lambda: measure(own + ["-"], stdin=log), {}, runs, "", "")
    peak = max(v[2] for v in results["gaitway"])
    page.ratios.append(("classify from standard input, peak memory", f"{peak:.0f} MiB", "60 MB", "30 MB"))
    compare(
        page,
        "200 logs of 2 min, a process each",
        lambda: total([own + [one] for one in logs]),
        many,
        min(runs, 2),
        "12",
        "25",
    )
    compare(page, "200 logs of 2 min, one process", lambda: measure(own + logs), single, runs, "2", "4")
    twin = f"{folder}/twin.csv"
    os.link(log, twin)
    both = [gaitway, "classify", "--format", "ndjson", log, twin, "--jobs"]
    results = alternate({"one job": lambda: measure(both + ["1"]), "two jobs": lambda: measure(both + ["2"])}, runs)
    for name, values in results.items():
        page.row(
            "two such logs",
            name,
            figures([v[0] for v in values]),
            figures([v[1] for v in values]),
            f"{max(v[2] for v in values):.0f}",
        )
    rate = statistics.median(a[1] / b[1] for a, b in zip(results["one job"], results["two jobs"]))
    page.ratios.append(("two such logs, rate of two jobs against one (wall)", f"{rate:.2f}", "1.7", "1.9"))
    compare(page, "--version", lambda: measure([gaitway, "--version"]), {}, runs, "", "")
    if options.peers and has("onnxruntime"):
        text = subprocess.run(
            [python, f"{options.peers}/latency.py", log, f"{options.peers}/model.npz"], capture_output=True, text=True
        ).stdout
        page.say("", "Another peer's latencies in a warm process, 80 features:", "", "```", *text.splitlines(), "```")
    text = subprocess.run(numpy + ["--window", logs[0]], check=True, capture_output=True, text=True).stdout
    windows(page, options.windows, [float(cost) for cost in text.split()])


def windows(page, own, numpy):
    """A window from samples to probabilities in a warm process, in a block and alone, in microseconds."""
    page.say(
        "",
        "## A window in a warm process",
        "",
        "Microseconds of CPU time from samples to probabilities, medians. In a block both sides begin with samples on "
        "a grid. Alone,",
        "Gaitway gets the 128 new rows of 50 Hz one by one as they were taken, and brings them to its grid; NumPy gets "
        "256 rows as they are.",
    )
    page.table("side", "in a block", "alone")
    page.row("gaitway", *(f"{cost:.1f}" for cost in own))
    page.row("NumPy, 80 features", *(f"{cost:.1f}" for cost in numpy))
    for kind, mine, peer, reach, aim in zip(
        ("in a block", "alone"), own, numpy, ("40 us", "100 us"), ("20 us", "50 us")
    ):
        page.ratios.append(
            (f"a window, warm, {kind}", f"{mine:.1f} us, {peer / mine:.0f} times less than NumPy", reach, aim)
        )


def total(commands):
    """The sums over commands run one after the other, and their peak memory."""
    results = [measure(command) for command in commands]
    return sum(r[0] for r in results), sum(r[1] for r in results), max(r[2] for r in results)


def training(page, options, folder, python):
    page.say("", "## Training, 100,000 x 250 x 6, C = 1, tolerance 1e-6", "", "```")
    solvers = "lbfgs,newton-cg,newton-cholesky" if has("sklearn") else ""
    text = subprocess.run(
        [python, f"{here}/train_sklearn.py", f"{folder}/problem", "--solvers", solvers],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    page.say(*text.splitlines())
    best = min((float(s) for s in re.findall(r"fit CPU ([0-9.]+)", text)), default=None)

    def solve(*arguments):
        own = subprocess.run(
            [f"{options.bin}/solver-benchmark", f"{folder}/problem", *arguments],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        page.say("", f"solver-benchmark {' '.join(arguments)}", *own.splitlines())
        return lambda figure: float(re.search(figure + r"\s+([0-9.]+)(?!,)$", own, re.MULTILINE).group(1))

    memory = r"peak MiB: loaded, fitted\s+[0-9.]+,"
    automatic = solve("automatic")
    if best:
        page.ratios.append(
            (
                "training, CPU of the fit, against scikit-learn's best",
                f"{best / automatic('fit CPU seconds'):.1f}",
                "3",
                "8",
            )
        )
    matrix = 100_000 * 250 * 8 / 2**20
    page.ratios.append(("training, peak memory", f"{automatic(memory) / matrix:.2f} times the features", "1.3", "1"))
    solve("newton")
    page.ratios.append(
        (
            "training with the features in a file, peak memory",
            f"{solve('automatic', '--in-file')(memory):.0f} MiB",
            "a block",
            "",
        )
    )
    page.say("```")


def places(page, options, folder, python):
    page.say("", "## Places and gate", "", "```")
    commands = [
        [f"{options.bin}/places-benchmark", "--brute-force", "100000", "1000"],
        [f"{options.bin}/gate-benchmark"],
    ]
    if has("sklearn"):
        commands[:0] = [
            [python, f"{here}/nearest_balltree.py", f"{folder}/places"],
            [f"{options.bin}/places-benchmark", f"{folder}/places"],
        ]
    for command in commands:
        page.say(*subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines())
    page.say("```")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gaitway")
    parser.add_argument("bin")
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--peers")
    parser.add_argument("--scaling", action="store_true")
    parser.add_argument("--output")
    options = parser.parse_args()
    options.ceilings = shutil.which("cc") is not None
    if not has("numpy"):
        sys.exit("NumPy is missing, which makes the logs: pip install numpy pyarrow scikit-learn")
    page, python = Page(), sys.executable
    with open("/proc/cpuinfo") as info:
        processor = re.search(r"model name\s*: (.*)", info.read())
    page.say(
        f"# {datetime.date.today()}",
        "",
        f"`make bench` on {os.cpu_count()} processors ({processor.group(1) if processor else platform.machine()}), "
        f"load {os.getloadavg()[0]:.1f} from others at the start. One thread unless said. Compare within this page "
        "only.",
    )
    for module in ("pyarrow", "sklearn", "onnxruntime"):
        if not has(module):
            page.say("", f"Python has no {module}: its peers are left out.")
    with tempfile.TemporaryDirectory() as folder:
        page.say("", "## Hot paths", "")
        text = subprocess.run([f"{options.bin}/hot-paths"], check=True, capture_output=True, text=True).stdout
        page.say(*text.splitlines())
        options.windows = [
            float(re.search(rf"\| {path} \| [0-9.]+ \| ([0-9.]+)", text).group(1)) / 1e3
            for path in ("window", "window alone")
        ]
        classify(page, options, folder, python)
        training(page, options, folder, python)
        places(page, options, folder, python)
        if options.scaling:
            import scaling

            plot = (options.output or "scaling.md").removesuffix(".md") + ".svg"
            scaling.run(page, options, folder, python, measure, plot)
    page.say(
        "",
        "## Ratios",
        "",
        "How many times less Gaitway takes unless said, beside what was to be reached and what was aimed for.",
    )
    page.table("task", "ratio", "reach", "aim")
    for ratio in page.ratios:
        page.row(*ratio)
    if options.output:
        with open(options.output, "w") as out:
            out.write("\n".join(page.lines) + "\n")


if __name__ == "__main__":
    main()
