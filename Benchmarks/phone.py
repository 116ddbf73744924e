# SPDX-License-Identifier: Apache-2.0
"""phone.py GAITWAY --rides RIDES --manifest MANIFEST [--cars FOLDER] [OPTION ...]: phones' own reports beside Gaitway.

The rides are those of the manifest's data sets whose logs carry the reports of an iPhone's own recognition. FOLDER has
further logs of SensorLog that were all recorded in cars. `gaitway evaluate --phone` compares the reports with the
built-in model on the same seconds; the options go to it. The model was trained on some of the rides, so it
looks too good.
"""
import argparse
import pathlib
import subprocess
import tempfile

DATA_SETS = ["neiluz_tmc", "cloudpose_driving", "good_vibrations"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("gaitway")
    parser.add_argument("--rides", required=True)
    parser.add_argument("--manifest", required=True)
    parser.add_argument("--cars", type=pathlib.Path)
    given, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        manifests, names = [given.manifest], list(DATA_SETS)
        if given.cars:
            rows = [f'"{log.resolve()}",automotive,cars' for log in sorted(given.cars.rglob("*.csv"))]
            manifests.append(f"{folder}/cars.csv")
            names.append("cars")
            pathlib.Path(manifests[-1]).write_text("\n".join(["recording,activity,dataset", *rows]) + "\n")
        conditions = [word for name in names for word in ("--where", f"dataset={name}")]
        command = [given.gaitway, "evaluate", "--phone", *manifests, "--root", given.rides, *conditions, *options]
        raise SystemExit(subprocess.run(command).returncode)


main()
