#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# python-tests.sh WHEEL FOLDER [ARGUMENT...]: installs the wheel and the command's, which lies beside it, into an empty
# virtual environment in FOLDER, with the packages of LIST. Runs the package's tests there, without a Swift on the path
# or in the loader's reach.
set -euo pipefail
wheel=$(realpath "$1") folder=$2
command=$(realpath "${wheel%/*}"/gaitway_command-*.whl)

Scripts/python-environment.sh "$folder" --wheel "$wheel" --wheel "$command" "${LIST:-Python/requirements-test.txt}"
folder=$(realpath -s "$folder")

# The tests are copied elsewhere, so that they can import installed packages only.
tests=$(mktemp -d)
trap 'rm -rf "$tests"' EXIT
cp -R Python/tests Python/notebooks Python/pages Python/README.md Python/pyproject.toml \
    Benchmarks/python/features_numpy.py "$tests"
path=/usr/local/bin:/usr/bin:/bin
cd "$tests"
env -i HOME="$tests" LANG=C.UTF-8 PATH="$folder/bin:$path" MPLBACKEND=Agg \
    GAITWAY_DATASETS="$OLDPWD/Datasets" GAITWAY_MODELS="$OLDPWD/Models" \
    ${GAITWAY_RIDES:+GAITWAY_RIDES="$GAITWAY_RIDES"} ${GAITWAY_MANIFEST:+GAITWAY_MANIFEST="$GAITWAY_MANIFEST"} \
    "$folder/bin/python" -m pytest -p no:cacheprovider "${@:3}"
