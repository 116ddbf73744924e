#!/bin/sh
# Fuzzes one target, or each: run.sh [TARGET [SECONDS]]. A crash leaves its input in corpus/ and ends with an error.
set -eu
cd "$(dirname "$0")"
targets=${1:-$(ls Sources)}
seconds=${2:-60}
export GAITWAY_FUZZING=1
build() { swift build --package-path .. --scratch-path ../.build/fuzzing -c release --sanitize fuzzer "$@"; }
# One by one: no other program may have libFuzzer's main beside its own. The flag must be SwiftPM's: given through -Xswiftc it
# would reach targets that cannot bear it.
for target in $targets; do build --product "$target"; done
bin=$(build --show-bin-path)
python3 seeds.py
for target in $targets; do
    # With its own backtraces on, Swift ends the process before libFuzzer has written the input that did it.
    SWIFT_BACKTRACE=enable=no "$bin/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="corpus/$target-" "corpus/$target"
done
