# SPDX-License-Identifier: Apache-2.0
"""Scores of alerts, computed again from a simulation's decisions and compared with those of `gaitway simulate
--wanted`.

    python3 Tests/Oracles/alert_scores.py .build/release/gaitway ROUNDS TRACK...

Makes places along each track, and classifies its activity if the track is a logger's log. Each round draws labels at
random from a seed, some of single places, some of all, none overlapping. The rules of SCORING.md are implemented here
again. Only the list of decisions comes from the program.
"""

from __future__ import annotations

import csv
import datetime
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

Label = dict[str, object]
PROFILES = ("here", "article", "gaitway")


def run(*arguments: str) -> str:
    """Standard output of a command that must succeed."""
    result = subprocess.run(arguments, check=False, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return result.stdout


def seconds(text: str) -> float:
    """Seconds since 1970 of an ISO 8601 time."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def iso(moment: float) -> str:
    """The time in ISO 8601, to the millisecond; that of a track without a wall clock counts from 1970, and is written
    in seconds."""
    if moment < 1e9:
        return f"{moment:.3f}"
    time = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def draw(places: list[str], first: float, last: float, source: random.Random) -> list[Label]:
    """Labels of some places and of all, one behind the other."""
    labels: list[Label] = []
    for place in [*places, "*"]:
        moment = first + source.uniform(0, (last - first) / 2)
        while source.random() < 0.6:
            end = min(last, moment + source.uniform(0, (last - first) / 2))
            begin, end = round(moment, 3), round(end, 3)
            if end <= begin:
                break
            word = source.choice(["wanted", "unwanted", "unsafe"])
            labels.append({"place": place, "from": begin, "to": end, "label": word})
            moment = end + source.uniform(0, 60)
    return labels or [{"place": "*", "from": first, "to": last, "label": "unwanted"}]


def found(labels: list[Label], place: str, moment: float) -> int | None:
    """The index of the label that an alert of a place falls under."""
    for name in (place, "*"):
        for index, label in enumerate(labels):
            begin, end = float(label["from"]), float(label["to"])  # type: ignore[arg-type]
            if label["place"] == name and begin <= moment <= end:
                return index
    return None


def score(decisions: list[dict[str, object]], labels: list[Label]) -> dict[str, object]:
    """The figures of a simulation."""
    counts = {"alerts": 0, "useful": 0, "unsafe": 0, "unwanted": 0, "unlabelled": 0}
    delays: dict[int, float] = {}
    for alert in decisions:
        if alert["decision"] != "deliver":
            continue
        counts["alerts"] += 1
        moment = seconds(str(alert["time"]))
        told = [alert["place"]] + [
            other["place"]
            for other in decisions
            if other["collapsed_into"] == alert["place"] and other["time"] == alert["time"]
        ]
        own = found(labels, str(alert["place"]), moment)
        word = None if own is None else labels[own]["label"]
        is_new = False
        for place in told if word != "unsafe" else []:
            index = found(labels, str(place), moment)
            if index is not None and labels[index]["label"] == "wanted" and index not in delays:
                delays[index] = moment - float(labels[index]["from"])  # type: ignore[arg-type]
                is_new = True
        if word == "unsafe":
            counts["unsafe"] += 1
        elif is_new:
            counts["useful"] += 1
        else:
            counts["unlabelled" if word is None else "unwanted"] += 1
    wanted = sum(label["label"] == "wanted" for label in labels)
    labelled = counts["useful"] + counts["unsafe"] + counts["unwanted"]
    ordered = sorted(delays.values())
    return {
        **counts,
        "wanted": wanted,
        "met": len(delays),
        "precision": counts["useful"] / labelled if labelled else None,
        "recall": len(delays) / wanted if wanted else None,
        "median_delay": statistics.median(ordered) if ordered else None,
        "worst_delay": ordered[-1] if ordered else None,
    }


def is_same(ours: object, theirs: object) -> bool:
    """Whether two figures agree to what is printed."""
    if isinstance(ours, float) and isinstance(theirs, (int, float)):
        return abs(ours - theirs) < 2e-3
    return ours == theirs


def main() -> None:
    gaitway, rounds, tracks = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    checked = alerts = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        places, stream, labels_file = folder / "places.geojson", folder / "stream.ndjson", folder / "labels.csv"
        for number, track in enumerate(tracks):
            made = run(gaitway, "places", "make", "--track", track, "--count", "40", "--spread", "120", "--seed", "5")
            places.write_text(made)
            base = [gaitway, "simulate", "--track", track, "--places", str(places), "--format", "ndjson"]
            classified = subprocess.run(
                [gaitway, "classify", track, "--format", "ndjson"], check=False, capture_output=True, text=True
            )
            if classified.returncode == 0:
                stream.write_text(classified.stdout)
                base += ["--activities", str(stream)]
            identifiers = [str(one["properties"]["identifier"]) for one in json.loads(made)["features"]]
            for profile in PROFILES:
                lines = [json.loads(line) for line in run(*base, "--profile", profile).splitlines()]
                decisions = [line for line in lines if "decision" in line]
                moments = [seconds(line["time"]) for line in decisions]
                if not moments:
                    continue
                for turn in range(rounds):
                    source = random.Random(f"{number} {profile} {turn}")
                    # Times are printed to the millisecond: no label may end on an alert.
                    labels = draw(identifiers, min(moments) + 0.0005, max(moments) + 0.5, source)
                    with labels_file.open("w", newline="") as file:
                        writer = csv.writer(file)
                        writer.writerow(["place", "from", "to", "label"])
                        for label in labels:
                            begin, end = float(label["from"]), float(label["to"])  # type: ignore[arg-type]
                            writer.writerow([label["place"], iso(begin), iso(end), label["label"]])
                    theirs = json.loads(run(*base, "--profile", profile, "--wanted", str(labels_file)))
                    ours = score(decisions, labels)
                    for key, value in ours.items():
                        if not is_same(value, theirs[key]):
                            sys.exit(f"{track}, {profile}, turn {turn}: {key} is {theirs[key]}, not {value}")
                    checked += 1
                    alerts += int(str(ours["alerts"]))
    print(f"{checked} scores of {alerts} alerts agree")


if __name__ == "__main__":
    main()
