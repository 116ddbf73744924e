#!/bin/bash
# wheel.sh LIBRARY COMMAND OUTPUT ENVIRONMENT: makes the Python package's wheel, with the library, the command and what
# both need inside, by auditwheel in the given virtual environment. The tree is left alone.
set -euo pipefail
library=$(realpath "$1") command=$(realpath "$2") output=$3 environment=$(realpath -s "$4")

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
cp -R Python/. "$stage"
rm -rf "$stage/tests" "$stage/build"
mkdir -p "$stage/src/gaitway/lib" "$stage/src/gaitway/bin"
Scripts/install-licences.sh "$stage"
cp Sources/Base/MotionTypes/ProductVersion.swift "$stage"
# Only debuggers need the names of symbols; exported ones stay.
strip --strip-unneeded -o "$stage/src/gaitway/lib/libgaitway.so" "$library"
strip -o "$stage/src/gaitway/bin/gaitway" "$command"
chmod 755 "$stage/src/gaitway/bin/gaitway"

"$environment/bin/pip" wheel -q --no-deps --no-build-isolation --wheel-dir "$stage/plain" "$stage"
rm -f "$output"/gaitway-*.whl
mkdir -p "$output"
PATH="$environment/bin:$PATH" "$environment/bin/auditwheel" repair --wheel-dir "$output" \
    "$stage"/plain/*.whl >"$stage/log" 2>&1 \
    || { cat "$stage/log" >&2; exit 1; }
ls -l "$output"/gaitway-*.whl
