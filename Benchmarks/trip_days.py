# SPDX-License-Identifier: Apache-2.0
"""The days with expected trips as lists of fixes, named as `trips-benchmark` names them.

A folder holds `e-mission/` (a file a day, with its expected trips as DAY.ground_truth), `mobilitynet/`
(PHONE/TIMELINE/KEY/START_END.json), or both. A fix is (seconds since 1970, latitude, longitude, accuracy in metres).
"""
import datetime
import json
import pathlib
import zoneinfo

ZONE = zoneinfo.ZoneInfo("America/Los_Angeles")
PHONES = ("ios-1", "android-1", "ios-3", "android-3")
TIMELINES = {
    "unimodal_trip_car_bike_mtv_la": "uni",
    "train_bus_ebike_mtv_ucb": "train",
    "sfba_hf_calibration_stationary_only": "stillhf",
    "sfba_med_freq_calibration_stationary_only": "stillmf",
}


def fixes(entries):
    """Those with a time, each once, sorted."""
    found = {}
    for entry in entries:
        data = entry["data"]
        if data["ts"] > 0:
            found.setdefault((data["ts"], data["latitude"], data["longitude"]), data["accuracy"])
    return [(*key, found[key]) for key in sorted(found)]


def load(path):
    return json.loads(path.read_text()) if path.exists() else []


def days(folder):
    """Yields (name, fixes) of each day."""
    root = pathlib.Path(folder)
    for truth in sorted(root.glob("e-mission/*.ground_truth")):
        entries = load(truth.with_suffix(""))
        yield truth.stem, fixes(e for e in entries if e["metadata"]["key"] == "background/location")
    for timeline, short in TIMELINES.items():
        for phone in PHONES:
            base = root / "mobilitynet" / f"ucb-sdb-{phone}" / timeline
            for reports in sorted((base / "background~motion_activity").glob("*.json")):
                found = fixes(load(base / "background~location" / reports.name)
                              or load(base / "background~filtered_location" / reports.name))
                if not found and not short.startswith("still"):
                    continue  # the mirror has no fixes of this phone and period
                start = datetime.datetime.fromtimestamp(float(reports.stem.split("_")[0]), ZONE)
                yield f"{phone}_{short}_{start:%Y-%m-%dT%H%M}", found
