#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# same-bytes.sh GAITWAY MANIFEST [OPTION OF train]...: trains the same rides with OpenBLAS's kernels for three
# processors, on one thread and on two, with --reproducible and without. Prints each model's hash, its CPU seconds, and
# the distance of its numbers from those of the first.
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
            seconds=$({
                time OPENBLAS_CORETYPE=$kernels OPENBLAS_NUM_THREADS=$threads taskset -c "0-$((threads - 1))" \
                    "$gaitway" train "$manifest" "$@" $how --name same --output "$folder/same.json" --force \
                    2>"$folder/said"
            } 2>&1) || { cat "$folder/said" >&2; exit 1; }
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
    differences = [abs(a - b) for a, b in zip(one, other) if a != b]
    print(f"{len(differences)} numbers differ, by at most {max(differences, default=0):.2g}")
PYTHON
            )
            sum=$(sha256sum <"$folder/$kernels-$threads.json" | cut -c 1-16)
            echo "  $kernels, threads $threads: $sum  $seconds s  $difference"
        done
    done
done
