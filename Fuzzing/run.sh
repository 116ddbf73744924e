#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fuzzes one target, or each, with libFuzzer: run.sh [TARGET [SECONDS]]. A crash leaves its input in corpus/. The other
# targets still run, and the exit code is not 0.
set -eu
cd "$(dirname "$0")"
targets=${1:-$(sed -n 's/^    static let name = "\(.*\)"$/\1/p' Sources/FuzzTargets/*.swift)}
seconds=${2:-60}
export GAITWAY_FUZZING=1
build() { swift build --package-path .. --scratch-path ../.build/fuzzing -c release --sanitize fuzzer "$@"; }
# Only this product: other programs cannot have libFuzzer's main beside their own. The flag must be SwiftPM's: through
# -Xswiftc it would reach targets that do not compile with it.
build --product LibFuzzer
bin=$(build --show-bin-path)
python3 seeds.py
# In memory if such a folder exists: a store waits for its disk.
GAITWAY_FUZZ_FOLDER=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$GAITWAY_FUZZ_FOLDER"' EXIT
export GAITWAY_FUZZ_FOLDER
failed=""
for target in $targets; do
    echo "== $target"
    mkdir -p "regressions/$target"
    # With its own backtraces on, Swift ends the process before libFuzzer has written the input.
    GAITWAY_FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no "$bin/LibFuzzer" -max_total_time="$seconds" -max_len=4096 \
        -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="corpus/$target-" \
        "corpus/$target" "regressions/$target" || failed="$failed $target"
done
[ -z "$failed" ] || { echo "run.sh: failed:$failed" >&2; exit 1; }
