#!/bin/bash
# spark-tests.sh WHEEL FOLDER [ARGUMENT...]: installs the wheel with pyspark into a virtual environment in FOLDER and runs the tests of
# gaitway.spark there, on two cores of this machine.
set -euo pipefail
wheel=$(realpath "$1") folder=$2

[ -x "$folder/bin/python" ] || python3 -m venv "$folder"
folder=$(realpath -s "$folder")
pip=("$folder/bin/pip" -q --disable-pip-version-check)
"${pip[@]}" install -r Python/requirements-spark.txt
"${pip[@]}" install --force-reinstall --no-deps "$wheel"

# The tests lie elsewhere, so that nothing but what is installed can be imported.
tests=$(mktemp -d)
trap 'rm -rf "$tests"' EXIT
cp Python/spark_tests/*.py Python/SPARK.md "$tests"
cd "$tests"
env -i HOME="$tests" LANG=C.UTF-8 PATH="$folder/bin:/usr/local/bin:/usr/bin:/bin" TMPDIR="$tests" \
    PYSPARK_PYTHON="$folder/bin/python" PYSPARK_DRIVER_PYTHON="$folder/bin/python" SPARK_LOCAL_IP=127.0.0.1 \
    GAITWAY_DATASETS="$OLDPWD/Datasets" GAITWAY_MODELS="$OLDPWD/Models" \
    "$folder/bin/python" -m pytest -q -ra -p no:cacheprovider "${@:3}"
