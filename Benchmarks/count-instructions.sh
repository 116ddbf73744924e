#!/bin/sh
# count-instructions.sh COMMAND [ARGUMENT...]: the instructions of a command and its calls of the allocator, as two words.
#
# Callgrind's counts repeat exactly, whatever else the machine does. What a processor's kind would change is switched off:
# OpenBLAS and the C library take their plainest kernels, and hashing is not seeded. The compiler's version does
# change the counts.
set -eu
export OPENBLAS_NUM_THREADS=1 OPENBLAS_CORETYPE=Prescott SWIFT_DETERMINISTIC_HASHING=1
export GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX512BW,-FMA,-FMA4,-ERMS,-FSRM,-BMI2,-MOVBE,-AVX_Fast_Unaligned_Load
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
valgrind --tool=callgrind --callgrind-out-file="$folder/callgrind" --log-file="$folder/log" "$@" \
    >/dev/null 2>"$folder/errors" || { cat "$folder/errors" "$folder/log" >&2; exit 1; }
awk '
    # A call stands as the callee, "cfn=(number) name" or, named before, "cfn=(number)", and then "calls=count ...".
    /^c?fn=/ { sub(/^c?fn=/, ""); if (NF > 1) name[$1] = $2; callee = name[$1] }
    /^calls=/ { if (callee ~ /^(malloc|calloc|realloc|posix_memalign|aligned_alloc|memalign)$/) { sub(/^calls=/, ""); calls += $1 } }
    /^(summary|totals):/ { total = $2 }
    END { printf "%d %d\n", total, calls }' "$folder/callgrind"
