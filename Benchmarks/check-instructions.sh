#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check-instructions.sh BIN [--record]: counts the instructions and allocations of the hot paths and compares them with
# instructions.txt. BIN is the folder of the built programs. It fails if a count grew by more than 5 %
# (20 % for a start). --record writes the counts instead.
#
# The counts depend on the compiler's version and the Makefile's flags: record again after a change of either.
set -eu
bin=$1
here=$(cd "$(dirname "$0")" && pwd)
baseline=$here/instructions.txt

if ! "$here/../Scripts/install-dependencies.sh" valgrind; then
    echo "check-instructions: SKIPPED, valgrind could not be installed" >&2
    exit 0
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Valgrind does not know every kind of debug information, so strip it.
for program in gaitway hot-paths; do strip -g -o "$folder/$program" "$bin/$program"; done
gaitway=$folder/gaitway hot_paths=$folder/hot-paths

# The work to count: a line each with name and command.
for path in parser resampler fft features kernels prediction window recognizer newton; do
    for times in 1 3; do echo "$path.$times $hot_paths $path $times"; done
done >"$folder/work"
# A row of the first minutes, and one after 30 days, whose time has more digits.
for start in classify.row:0 classify.row.month:129600000; do
    for rows in 5000 25000; do
        "$hot_paths" log $rows "${start#*:}" >"$folder/${start%:*}.$rows.csv"
        echo "${start%:*}.$rows $gaitway classify --jobs 1 --format ndjson $folder/${start%:*}.$rows.csv"
    done
done >>"$folder/work"
echo "classify.commute $gaitway classify --jobs 1 --format ndjson ../Datasets/commute" >>"$folder/work"
echo "version $gaitway --version" >>"$folder/work"

# One for each processor at a time; a count goes into a file with its name.
mkdir "$folder/counted"
cd "$here"
xargs -P "$(nproc)" -L 1 \
    sh -c 'name=$1; shift; ./count-instructions.sh "$@" >"$0/$name"' "$folder/counted" <"$folder/work"

# A line each with name and count: the difference of two amounts of work, which excludes the start.
difference() {
    cat "$folder/counted/$1.$2" "$folder/counted/$1.$3" | tr '\n' ' ' | awk -v name="$1" -v divisor="$4" '{
        printf "%s.instructions %.0f\n%s.allocations %.3f\n", name, ($3 - $1) / divisor, name, ($4 - $2) / divisor }'
}
{
    for path in parser resampler fft features kernels prediction window recognizer newton; do
        difference $path 1 3 2
    done
    for path in classify.row classify.row.month; do difference $path 5000 25000 20000; done
    for path in classify.commute version; do
        awk -v name=$path '{ printf "%s.instructions %d\n", name, $1 }' "$folder/counted/$path"
    done
} >"$folder/counts"

if [ "${2:-}" = --record ]; then
    cp "$folder/counts" "$baseline"
    cat "$baseline"
    exit 0
fi
# One more allocation in a hundred rows, or in a run, is allowed, since arrays grow in steps. Counts that include the
# start of the command grow a little with each subcommand, so their limit is higher.
awk -v slack=1.05 '
    NR == FNR { expected[$1] = $2; next }
    !($1 in expected) { printf "%s: %s, not recorded yet\n", $1, $2; bad = 1; next }
    {
        limit = expected[$1] * ($1 ~ /^(version|classify.commute)/ ? 1.2 : slack)
        if ($1 ~ /allocations$/) limit += $1 ~ /row/ ? 0.01 : 5
        verdict = $2 > limit ? "MORE" : $2 < expected[$1] / slack ? "less" : "same"
        if (verdict == "MORE") bad = 1
        printf "%-34s %14s %14s  %s\n", $1, expected[$1], $2, verdict
    }
    END { exit bad }' "$baseline" "$folder/counts" || {
    echo "check-instructions: a hot path costs more than before;" \
        "if that is intended, run Benchmarks/check-instructions.sh BIN --record" >&2
    exit 1
}
