#!/bin/sh
# run.sh GAITWAY [HOURS]: measures whole commands beside their peers in one run and prints a table in Markdown.
# Peers run where Python has them (numpy, pyarrow, scikit-learn); others are left out, and that is said.
set -eu
gaitway=$1
hours=${2:-24}
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1
unset OPENBLAS_CORETYPE || true

# CPU seconds (user and system) and peak memory of a command; its output is dropped.
measure() {
    "$python" - "$@" <<'PYTHON'
import os, resource, subprocess, sys
log = sys.argv[1] if sys.argv[1] != "-" else None
subprocess.run(sys.argv[2:], check=True, stdin=open(log) if log else None, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
u = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{u.ru_utime + u.ru_stime:.2f} | {u.ru_maxrss / 1024:.0f}")
PYTHON
}

has() { "$python" -c "import $1" >/dev/null 2>&1; }

if ! has numpy; then
    echo "NumPy is missing, which makes the log: pip install numpy pyarrow scikit-learn" >&2
    exit 1
fi
echo "making a log of $hours h at 50 Hz" >&2
"$python" "$here/make_log.py" "$folder/log.csv" --hours "$hours"

echo "| task | CPU s | peak MiB |"
echo "| --- | --- | --- |"
for round in 1 2 3; do
    echo "| gaitway classify, $hours h, file (run $round) | $(measure - "$gaitway" classify "$folder/log.csv" --format ndjson) |"
    if has pyarrow; then
        echo "| NumPy and PyArrow, the same (run $round) | $(measure - "$python" "$here/classify_numpy.py" "$folder/log.csv" "$folder/out.csv") |"
    fi
done
echo "| gaitway classify, $hours h, standard input | $(measure "$folder/log.csv" "$gaitway" classify - --format ndjson) |"
for round in 1 2 3; do
    echo "| gaitway --version (run $round) | $(measure - "$gaitway" --version) |"
done
has pyarrow || echo "PyArrow is missing: no peer for classify" >&2

if has sklearn; then
    swift build --package-path "$here" -c release --product solver-benchmark >&2
    solver=$(swift build --package-path "$here" -c release --show-bin-path)/solver-benchmark
    "$python" "$here/train_sklearn.py" "$folder/problem"
    "$solver" "$folder/problem" automatic
    "$solver" "$folder/problem" newton
else
    echo "scikit-learn is missing: the solver is not compared" >&2
fi

for product in places-benchmark gate-benchmark; do
    swift build --package-path "$here" -c release --product "$product" >&2
done
programs=$(swift build --package-path "$here" -c release --show-bin-path)
if has sklearn; then
    "$python" "$here/nearest_balltree.py" "$folder/places"
    "$programs/places-benchmark" "$folder/places"
else
    echo "scikit-learn is missing: the index of places is not compared" >&2
fi
"$programs/places-benchmark" --brute-force 100000 1000
"$programs/gate-benchmark"
