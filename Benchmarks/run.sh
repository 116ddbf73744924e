#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh BIN [OPTION...]: measures everything in one run with the programs in the folder BIN, and writes the page to
# .build/benchmarks/DATE.md. PYTHON names an interpreter that has the peers (numpy, pyarrow, scikit-learn),
# GAITWAY_PEERS a folder with more of them. Options are those of run.py: --hours, --runs, --scaling.
set -eu
bin=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
results=$here/../.build/benchmarks
mkdir -p "$results"
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
unset OPENBLAS_CORETYPE || true
[ -z "${GAITWAY_PEERS:-}" ] || set -- --peers "$GAITWAY_PEERS" "$@"
exec "${PYTHON:-python3}" "$here/run.py" "$bin/gaitway" "$bin" --output "$results/$(date +%F).md" "$@"
