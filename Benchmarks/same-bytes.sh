#!/bin/bash
# Trains the same rides where OpenBLAS is told to use the kernels of three processors, on one processor and on two, with --reproducible and
# without, and says of each model its hash, its seconds of processor time, and how far its numbers are from the first's:
# same-bytes.sh GAITWAY MANIFEST [OPTION OF train]...
set -euo pipefail
gaitway=$(realpath "$1") manifest=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for how in "" --reproducible; do
    echo "gaitway train $(basename "$manifest") $* $how"
    first=
    for kernels in Haswell SkylakeX Prescott; do
        for threads in 1 2; do
            TIMEFORMAT=%U
            # shellcheck disable=SC2086
            seconds=$({ time OPENBLAS_CORETYPE=$kernels OPENBLAS_NUM_THREADS=$threads taskset -c "0-$((threads - 1))" \
                "$gaitway" train "$manifest" "$@" $how --name same --output "$folder/same.json" --force 2>"$folder/said"; } 2>&1) \
                || { cat "$folder/said" >&2; exit 1; }
            cp "$folder/same.json" "$folder/$kernels-$threads.json"
            first=${first:-$folder/$kernels-$threads.json}
            difference=$(python3 - "$first" "$folder/$kernels-$threads.json" <<'PYTHON'
import json
import sys


def numbers(value):
    """The numbers in a JSON value, in order."""
    if isinstance(value, dict):
        return [number for key in sorted(value) for number in numbers(value[key])]
    if isinstance(value, list):
        return [number for element in value for number in numbers(element)]
    return [value] if isinstance(value, (int, float)) and not isinstance(value, bool) else []


one, other = (numbers(json.load(open(path))["cases"]) for path in sys.argv[1:])
if len(one) != len(other):
    print(f"{len(one)} and {len(other)} numbers")
else:
    print(f"{sum(a != b for a, b in zip(one, other))} numbers differ, by at most {max(abs(a - b) for a, b in zip(one, other)):.2g}")
PYTHON
            )
            echo "  $kernels, threads $threads: $(sha256sum <"$folder/$kernels-$threads.json" | cut -c 1-16)  $seconds s  $difference"
        done
    done
done
