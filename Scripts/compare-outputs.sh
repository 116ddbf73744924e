#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compare-outputs.sh OLD NEW [LOG...]: runs two builds of the command on the sample rides and on the given logs, and
# prints every difference of output, message or exit code. Use it to show that a refactoring changes no byte:
#
#   Scripts/compare-outputs.sh old/gaitway .build/release/gaitway rides/*/*
#
# A log without fixes tests recognition only. The files of each difference stay in the printed folder.
set -eu
[ $# -ge 2 ] || { sed -n '/^# compare/,/^set/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
shift 2
here=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
runs=0 differences=0

# Runs both with the same arguments and compares output, messages and exit codes.
compare() {
    runs=$((runs + 1))
    for build in old new; do
        eval "binary=\$$build"
        status=0
        "$binary" "$@" >"$folder/$build.out" 2>"$folder/$build.err" </dev/null || status=$?
        echo "$status" >"$folder/$build.status"
    done
    for part in out err status; do
        cmp -s "$folder/old.$part" "$folder/new.$part" && continue
        differences=$((differences + 1))
        mkdir -p "$folder/$differences"
        cp "$folder/old.$part" "$folder/$differences/old"
        cp "$folder/new.$part" "$folder/$differences/new"
        echo "differs in $part: gaitway $* (see $folder/$differences)"
    done
}

recognise() {
    compare inspect "$1"
    compare classify "$1"
    compare classify "$1" --format ndjson
    for smoothing in none causal lag viterbi; do
        compare classify "$1" --format csv --every-window --smoothing "$smoothing"
    done
}

follow() {
    "$old" places make --track "$1" --count 20 >"$folder/places.geojson" 2>/dev/null || return 0
    "$old" classify "$1" --format ndjson --live >"$folder/stream.ndjson" 2>/dev/null || : >"$folder/stream.ndjson"
    compare places make --track "$1" --count 20
    for format in table ndjson geojson; do
        compare simulate --track "$1" --places "$folder/places.geojson" --format "$format"
        [ -s "$folder/stream.ndjson" ] || continue
        compare simulate --track "$1" --places "$folder/places.geojson" --activities "$folder/stream.ndjson" \
            --format "$format" --delay 240
    done
    compare simulate --track "$1" --places "$folder/places.geojson" --compare
    compare gate explain --track "$1" --places "$folder/places.geojson"
    for format in table json geojson gpx moves; do
        compare trips --track "$1" --format "$format"
        [ -s "$folder/stream.ndjson" ] || continue
        compare trips --track "$1" --activities "$folder/stream.ndjson" --format "$format"
    done
}

for log in "$here"/Datasets/commute "$here"/Datasets/bike "$here"/Datasets/run "$@"; do
    recognise "$log"
    follow "$log"
done
compare gate check "$here"/Tests/NotificationGateTests/Scenarios/*.txt
compare evaluate "$here/Datasets/manifest.csv"
compare model show

echo "$runs runs, $differences differences"
[ "$differences" -eq 0 ]
