# SPDX-License-Identifier: Apache-2.0
"""trips_table.py TRIPS_BENCHMARK DAYS [--trackintel PYTHON] [--skmob PYTHON]: one table of gaitway's timelines beside
its peers'.

All are made from the same fixes (gaitway sees the phone's activity reports, too, which the peers cannot use) and scored
by the program `trips-benchmark`. PYTHON is an interpreter that has the peer; without it, the peer is left out, and that
is said. "Best" are the settings, of 24 and 18 tried, with the fewest errors on these very days, so the
peers look better than they are.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

BEST = {"trackintel": ["gap=720", "last=1", "accuracy=100"],
        "skmob": ["dist=100", "minutes=5", "accuracy=100"]}
NAMES = {
    "emission-ios": "e-mission iOS",
    "emission-android": "e-mission Android",
    "ios-always": "iOS always on",
    "android-always": "Android always on",
    "ios-duty": "iOS duty",
    "android-duty": "Android duty",
    "still-ios": "iOS still",
    "still-android": "Android still",
    "all with trips": "**all with trips**",
    "all still": "**all still**",
}


def score(program, days, timelines=None):
    command = [program, days]
    result = subprocess.run(command + (["--timelines", timelines] if timelines else []), capture_output=True, text=True)
    sys.stderr.write(result.stderr)
    if result.returncode:
        sys.exit(result.returncode)
    report = json.loads(result.stdout)
    return {row["name"]: row for row in report["pooled"]}, report["caveats"]


def row(name, segmenter, figures):
    def edge(error):
        return "-" if error is None else f"{error['median']:.0f} / {error['p90']:.0f} ({error['signed_median']:+.0f})"

    def percent(share):
        return "-" if share is None else f"{100 * share:.0f}"

    classes = "/".join(percent(figures["right_share_by_class"][c]) for c in ("foot", "cycling", "automotive"))
    return (
        f"| {name} ({figures['days']}, {figures['expected']}) | {segmenter} | {figures['missed']} | "
        f"{figures['invented']} "
        f"({figures['invented_per_24h']:.2f}) | {figures['cuts_at_waits']} / {figures['wrong_cuts']} | "
        f"{edge(figures['start_error_s'])} | "
        f"{edge(figures['end_error_s'])} | {percent(figures['right_share'])} ({classes}) | "
        f"{figures['split']} / {figures['merged']} of {figures['sections']} | {figures['parted_pauses']} of "
        f"{figures['pauses']} |"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", metavar="TRIPS_BENCHMARK")
    parser.add_argument("days")
    for peer in BEST:
        parser.add_argument(f"--{peer}", metavar="PYTHON")
    options = parser.parse_args()
    script = pathlib.Path(__file__).with_name("trips_peers.py")
    results, caveats = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for peer, best in BEST.items():
            python = getattr(options, peer)
            if not python:
                print(f"{peer} is left out: give an interpreter that has it by --{peer}", file=sys.stderr)
                continue
            for kind, settings in (("default", []), ("best", best)):
                out = f"{folder}/{peer}-{kind}"
                subprocess.run([python, script, peer, options.days, out, *settings], check=True)
                results[f"{peer} {kind}"], _ = score(options.program, options.days, out)
    results["gaitway"], caveats = score(options.program, options.days)
    print(
        "| days (days, trips) | segmenter | missed | invented (per 24 h) | cuts at waits / wrong | start s: median / "
        "p90 (signed) "
        "| end s | right mode % (foot/cycling/automotive) | sections split / merged | pauses of 2 to 5 min parted |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for group, name in NAMES.items():
        for segmenter, groups in results.items():
            if group in groups:
                print(row(name, segmenter, groups[group]))
    print("\n" + "\n".join(caveats))


if __name__ == "__main__":
    main()
