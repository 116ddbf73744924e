#!/bin/sh
# Fuzzes one target, or each: run.sh [TARGET [SECONDS]]. A crash leaves its input in corpus/ and ends with an error.
set -eu
cd "$(dirname "$0")"
targets=${1:-$(ls Sources)}
seconds=${2:-60}
# The flag must be SwiftPM's: given through -Xswiftc it would reach targets that cannot bear it.
swift build -c release --sanitize fuzzer
python3 seeds.py
for target in $targets; do
    # With its own backtraces on, Swift ends the process before libFuzzer has written the input that did it.
    SWIFT_BACKTRACE=enable=no ".build/release/$target" -max_total_time="$seconds" -max_len=4096 -timeout=10 \
        -rss_limit_mb=1024 -print_final_stats=1 -artifact_prefix="corpus/$target-" "corpus/$target"
done
