#!/bin/sh
# run.sh GAITWAY [OPTION...]: builds the benchmark programs and measures everything in one run; the page goes to
# Results/DATE.md. PYTHON names an interpreter that has the peers (numpy, pyarrow, scikit-learn), GAITWAY_PEERS a folder
# with more of them. Options are run.py's: --hours, --runs, --scaling.
set -eu
gaitway=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
unset OPENBLAS_CORETYPE || true
for product in hot-paths solver-benchmark places-benchmark gate-benchmark; do
    swift build --package-path "$here" -c release --product "$product" >&2
done
bin=$(swift build --package-path "$here" -c release --show-bin-path)
[ -z "${GAITWAY_PEERS:-}" ] || set -- --peers "$GAITWAY_PEERS" "$@"
exec "${PYTHON:-python3}" "$here/run.py" "$gaitway" "$bin" --output "$here/Results/$(date +%F).md" "$@"
