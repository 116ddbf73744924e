#!/bin/sh
# run.sh BIN [OPTION...]: measures everything in one run, with the programs that are built in the folder BIN; the page goes to
# Results/DATE.md. PYTHON names an interpreter that has the peers (numpy, pyarrow, scikit-learn), GAITWAY_PEERS a folder with
# more of them. Options are run.py's: --hours, --runs, --scaling.
set -eu
bin=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
unset OPENBLAS_CORETYPE || true
[ -z "${GAITWAY_PEERS:-}" ] || set -- --peers "$GAITWAY_PEERS" "$@"
exec "${PYTHON:-python3}" "$here/run.py" "$bin/gaitway" "$bin" --output "$here/Results/$(date +%F).md" "$@"
