#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# spark-tests.sh WHEEL FOLDER [ARGUMENT...]: installs the wheel, the command's beside it, and pyspark into a virtual
# environment in FOLDER. Runs the tests of gaitway.spark there, on two cores of this machine.
set -euo pipefail
wheel=$(realpath "$1") folder=$2
command=$(realpath "${wheel%/*}"/gaitway_command-*.whl)

Scripts/python-environment.sh "$folder" --wheel "$wheel" --wheel "$command" Python/requirements-spark.txt
folder=$(realpath -s "$folder")

# The tests are copied elsewhere, so that they can import installed packages only.
tests=$(mktemp -d)
trap 'rm -rf "$tests"' EXIT
cp Python/spark_tests/*.py Python/SPARK.md "$tests"
cd "$tests"
env -i HOME="$tests" LANG=C.UTF-8 PATH="$folder/bin:/usr/local/bin:/usr/bin:/bin" TMPDIR="$tests" \
    PYSPARK_PYTHON="$folder/bin/python" PYSPARK_DRIVER_PYTHON="$folder/bin/python" SPARK_LOCAL_IP=127.0.0.1 \
    GAITWAY_DATASETS="$OLDPWD/Datasets" GAITWAY_MODELS="$OLDPWD/Models" \
    "$folder/bin/python" -m pytest -q -ra -p no:cacheprovider "${@:3}"
