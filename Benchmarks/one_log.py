#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""one_log.py GAITWAY [--hours H | --log FILE] [--runs N] [--before COMMAND] [--peers FOLDER]

Measures one long log on one core and on two, beside peers in NumPy, and prints tables in Markdown. The sides take
turns, so a busy moment affects all. Figures are the least and the median of the runs. CPU is user and system time.
`taskset` sets the cores, and the command adapts its threads to them. --log is a log that `make_log.py` made before.
--before is another build of the command, for one core.

The peers are `classify_numpy.py` of this folder, which always resamples, and with --peers that of another with
--resample; they have all cores. On a shared machine, compare the least."""
import argparse, os, statistics, subprocess, sys, tempfile

from run import alternate, has, here, measure

KINDS = {"least": min, "median": statistics.median}


def table(results):
    """The rows of all sides; CPU and wall seconds by side and kind."""
    print(
        "\n| side | CPU s: least | median | wall s: least | median | peak MiB |\n| --- | --- | --- | --- | --- | --- |"
    )
    figures = {}
    for side, runs in results.items():
        for kind, of in KINDS.items():
            figures[side, kind] = of([r[0] for r in runs]), of([r[1] for r in runs])
        (cpu, wall), (cpu2, wall2) = figures[side, "least"], figures[side, "median"]
        print(f"| {side} | {cpu:.2f} | {cpu2:.2f} | {wall:.2f} | {wall2:.2f} | {max(r[2] for r in runs):.0f} |")
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("gaitway")
    parser.add_argument("--hours", type=float, default=24)
    parser.add_argument("--log")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--before")
    parser.add_argument("--peers")
    options = parser.parse_args()
    os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    os.environ.pop("OPENBLAS_CORETYPE", None)
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        sys.exit("this process may use one core only: two are compared with one")
    one, two = [["taskset", "-c", ",".join(map(str, some))] for some in (cores[:1], cores)]
    with tempfile.TemporaryDirectory() as folder:
        log, out = options.log or f"{folder}/log.csv", f"{folder}/out.csv"
        if not options.log:
            subprocess.run([sys.executable, f"{here}/make_log.py", log, "--hours", str(options.hours)], check=True)
        classify = ["classify", "--format", "ndjson", log]

        def side(*words):
            return lambda: measure([word for part in words for word in part])

        sides = {
            "one core": side(one, [options.gaitway], classify),
            "two cores": side(two, [options.gaitway], classify),
        }
        if options.before:
            sides["before, one core"] = side(one, [options.before], classify)
        peers = {}
        if has("pyarrow"):
            peers["NumPy and PyArrow"] = side([sys.executable, f"{here}/classify_numpy.py", out, log])
            if options.peers:
                peers["peer with --resample"] = side(
                    [
                        sys.executable,
                        f"{options.peers}/classify_numpy.py",
                        "--model",
                        f"{options.peers}/model.npz",
                        "--resample",
                        log,
                        "-o",
                        out,
                    ]
                )
        else:
            print("Python has no pyarrow: the peers are left out.")
        load = os.getloadavg()[0]
        print(
            f"One log{'' if options.log else f' of {options.hours:g} h at 50 Hz'}, {os.path.getsize(log) / 1e6:.0f} "
            f"MB, {options.runs} runs a side; load {load:.1f} from others at the start."
        )
        figures = table(alternate(sides | peers, options.runs))
        print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.\n")
        print("| ratio | least | median |\n| --- | --- | --- |")

        def ratio(name, of):
            print(f"| {name} | " + " | ".join(f"{of(kind):.2f}" for kind in KINDS) + " |")

        ratio("wall, one core by two", lambda kind: figures["one core", kind][1] / figures["two cores", kind][1])
        ratio("CPU, two cores by one", lambda kind: figures["two cores", kind][0] / figures["one core", kind][0])
        if options.before:
            ratio(
                "CPU, before by now, one core",
                lambda kind: figures["before, one core", kind][0] / figures["one core", kind][0],
            )
        for peer in peers:
            ratio(f"CPU, {peer} by one core", lambda kind: figures[peer, kind][0] / figures["one core", kind][0])
            ratio(f"CPU, {peer} by two cores", lambda kind: figures[peer, kind][0] / figures["two cores", kind][0])
            ratio(f"wall, {peer} by two cores", lambda kind: figures[peer, kind][1] / figures["two cores", kind][1])


if __name__ == "__main__":
    main()
