#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# count-instructions.sh COMMAND [ARGUMENT...]: prints a command's instructions and its calls of the allocator, as two
# words.
#
# Callgrind's counts repeat exactly on a busy machine. They do not depend on the processor: OpenBLAS and the C library
# take their plainest kernels, and hashing has no seed. They do depend on the compiler's version.
set -eu
export OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Prescott SWIFT_DETERMINISTIC_HASHING=1
off=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-FMA,-FMA4,-ERMS,-FSRM,-BMI2,-MOVBE,-AVX_Fast_Unaligned_Load
export GLIBC_TUNABLES=glibc.cpu.hwcaps=$off
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind" --log-file="$folder/log" "$@" \
    >/dev/null 2>"$folder/errors" || { cat "$folder/errors" "$folder/log" >&2; exit 1; }
awk '
    # A call stands as the callee, "cfn=(number) name" or, named before, "cfn=(number)", and then "calls=count ...".
    /^c?fn=/ { sub(/^c?fn=/, ""); if (NF > 1) name[$1] = $2; callee = name[$1] }
    /^calls=/ && callee ~ /^(malloc|calloc|realloc|posix_memalign|aligned_alloc|memalign)$/ {
        sub(/^calls=/, ""); calls += $1
    }
    /^(summary|totals):/ { total = $2 }
    END { printf "%d %d\n", total, calls }' "$folder/callgrind"
