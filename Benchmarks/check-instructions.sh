#!/bin/sh
# check-instructions.sh GAITWAY [--record]: counts the instructions and allocations of the hot paths and compares them with
# instructions.txt. A count that grew by more than 5 % (20 % for a start) is a fault; --record writes the counts down instead.
#
# Callgrind's counts repeat exactly, whatever else the machine does. What a processor's kind would change is switched off:
# OpenBLAS and the C library take their plainest kernels, and hashing is not seeded. The compiler's version does
# change the counts: record again after an upgrade.
set -eu
gaitway=$1
here=$(cd "$(dirname "$0")" && pwd)
baseline=$here/instructions.txt

if ! "$here/../Scripts/install-dependencies.sh" valgrind; then
    echo "check-instructions: SKIPPED, valgrind could not be installed" >&2
    exit 0
fi

swift build --package-path "$here" -c release --product hot-paths >&2
hot_paths=$(swift build --package-path "$here" -c release --show-bin-path)/hot-paths

export OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Prescott SWIFT_DETERMINISTIC_HASHING=1
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-FMA,-FMA4,-ERMS,-FSRM,-BMI2,-MOVBE,-AVX_Fast_Unaligned_Load
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# Without what is for debuggers, of which this valgrind does not know every kind.
strip -g -o "$folder/gaitway" "$gaitway"
strip -g -o "$folder/hot-paths" "$hot_paths"
gaitway=$folder/gaitway hot_paths=$folder/hot-paths

# The instructions of a command, and its calls of the allocator, as two words.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind" --log-file="$folder/log" "$@" \
        >/dev/null 2>"$folder/errors" || { cat "$folder/errors" "$folder/log" >&2; return 1; }
    awk '
        # A call stands as the callee, "cfn=(number) name" or, named before, "cfn=(number)", and then "calls=count ...".
        /^c?fn=/ { sub(/^c?fn=/, ""); if (NF > 1) name[$1] = $2; callee = name[$1] }
        /^calls=/ { if (callee ~ /^(malloc|calloc|realloc|posix_memalign|aligned_alloc|memalign)$/) { sub(/^calls=/, ""); calls += $1 } }
        /^(summary|totals):/ { total = $2 }
        END { printf "%d %d\n", total, calls }' "$folder/callgrind"
}

# Name and count, one a line: the difference of two amounts of work, so that the start does not count.
difference() {
    name=$1 divisor=$2 first=$3 second=$4
    echo "$first $second" | awk -v name="$name" -v divisor="$divisor" '{
        printf "%s.instructions %.0f\n%s.allocations %.3f\n", name, ($3 - $1) / divisor, name, ($4 - $2) / divisor }'
}

for path in parser resampler fft features prediction window recognizer newton; do
    once=$(count "$hot_paths" "$path" 1)
    thrice=$(count "$hot_paths" "$path" 3)
    difference "$path" 2 "$once" "$thrice"
done >"$folder/counts"

# A row of the first minutes, and one after 30 days, whose time has more digits.
for start in classify.row:0 classify.row.month:129600000; do
    "$hot_paths" log 5000 "${start#*:}" >"$folder/short.csv"
    "$hot_paths" log 25000 "${start#*:}" >"$folder/long.csv"
    short=$(count "$gaitway" classify --jobs 1 --format ndjson "$folder/short.csv")
    long=$(count "$gaitway" classify --jobs 1 --format ndjson "$folder/long.csv")
    difference "${start%:*}" 20000 "$short" "$long" >>"$folder/counts"
done
count "$gaitway" classify --jobs 1 --format ndjson "$here/../Datasets/commute" \
    | awk '{ printf "classify.commute.instructions %d\n", $1 }' >>"$folder/counts"
count "$gaitway" --version | awk '{ printf "version.instructions %d\n", $1 }' >>"$folder/counts"

if [ "${2:-}" = --record ]; then
    cp "$folder/counts" "$baseline"
    cat "$baseline"
    exit 0
fi
# An allocation more for a hundred rows, or for a run, is none: arrays grow when they grow. Counts with the start of the
# command in them grow a little with each subcommand, and get more room.
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
    echo "check-instructions: a hot path needs more than before; if that is meant, run Benchmarks/check-instructions.sh GAITWAY --record" >&2
    exit 1
}
