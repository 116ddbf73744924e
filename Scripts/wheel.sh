#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# wheel.sh LIBRARY COMMAND OUTPUT ENVIRONMENT: makes the wheels of the Python package: gaitway with the library, and
# gaitway-command with the command. auditwheel in the virtual environment adds what they need. The tree is left alone.
set -euo pipefail
library=$(realpath "$1") command=$(realpath "$2") output=$3 environment=$(realpath -s "$4")

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir -p "$output"
rm -f "$output"/gaitway-*.whl "$output"/gaitway_command-*.whl

# Only debuggers need the names of symbols; exported ones stay.
cp -R Python/. "$stage/gaitway"
rm -rf "$stage/gaitway/tests" "$stage/gaitway/build" "$stage/gaitway/command"
mkdir -p "$stage/gaitway/src/gaitway/lib"
strip --strip-unneeded -o "$stage/gaitway/src/gaitway/lib/libgaitway.so" "$library"
cp -R Python/command/. "$stage/command"
cp Python/setup.py "$stage/command"
mkdir -p "$stage/command/src/gaitway_command/bin"
strip -o "$stage/command/src/gaitway_command/bin/gaitway" "$command"
chmod 755 "$stage/command/src/gaitway_command/bin/gaitway"

for package in gaitway command; do
    Scripts/install-licences.sh "$stage/$package"
    cp Sources/GaitwayBase/MotionTypes/ProductVersion.swift "$stage/$package"
    "$environment/bin/pip" wheel -q --no-deps --no-build-isolation --wheel-dir "$stage/plain" "$stage/$package"
done
for wheel in "$stage"/plain/*.whl; do
    PATH="$environment/bin:$PATH" "$environment/bin/auditwheel" repair --wheel-dir "$output" "$wheel" \
        >"$stage/log" 2>&1 || { cat "$stage/log" >&2; exit 1; }
done
ls -l "$output"/gaitway*.whl
