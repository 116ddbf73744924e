#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# windows.sh MANIFEST ROOT [COLUMN=VALUE]: the full model with other lengths and hops of the window, as a table in
# Markdown. Both are constants of the library, so a copy of the sources is changed, built and measured for each. All
# lengths are judged over time on the same blocks of the same rides, cut by the windows as they are.
set -eu
manifest=$1
root=$2
filter=${3:-use=default}
swift=${SWIFT:-swift}
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir "$folder/gaitway"
tar -C "$here" --exclude=.build --exclude='.build-*' -cf - \
    Package.swift Sources Models Tools Tests Examples Benchmarks Fuzzing |
    tar -C "$folder/gaitway" -xf -
cd "$folder/gaitway"
grid=Sources/GaitwayRecognition/ActivityFeatures/WindowGrid.swift

# Grid points of 40 ms: the window's and the hop's. The first pair is the library's own and cuts the blocks.
first=yes
for pair in 128:64 64:32 128:32 128:128 256:64 256:128; do
    sed -i -e "s/public static let count = [0-9]*/public static let count = ${pair%:*}/" \
        -e "s/public static let hop = [0-9]*/public static let hop = ${pair#*:}/" $grid
    grep -q "count = ${pair%:*}\$" $grid && grep -q "hop = ${pair#*:}\$" $grid
    $swift build -c release --product ablation-benchmark >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        exit 1
    }
    .build/release/ablation-benchmark "$manifest" --root "$root" \
        --where "$filter" --over-time "$folder/blocks.csv" >"$folder/rows"
    if [ $first = yes ]; then cat "$folder/rows"; else tail -n 1 "$folder/rows"; fi
    first=no
done
