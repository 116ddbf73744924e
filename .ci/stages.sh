# SPDX-License-Identifier: Apache-2.0
# For scripts in bash whose stages are timed.
#
#   stage NAME COMMAND...   runs a command and prints its seconds; CPU seconds stay the same on a busy machine
#   lane NAME FUNCTION      runs a function of stages beside what follows; its output waits in a file
#   join NAME               waits for a lane, prints its output, and fails if it failed
#   summary                 prints the seconds of all stages

work=$(mktemp -d)
began=$SECONDS
declare -A lanes

# Stops the lanes, with everything that they started, when the script ends early.
finish() {
    for name in "${!lanes[@]}"; do kill -- "-${lanes[$name]}" 2>/dev/null || true; done
    rm -rf "$work"
}
trap finish EXIT

# Sets cpu to the CPU seconds of all commands that have ended.
count_cpu() {
    local file=$work/times.$BASHPID
    # In a subshell it would be the subshell's.
    times >"$file"
    cpu=$(awk '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } }
        END { printf "%.0f", sum }' "$file")
}

stage() {
    local name=$1 since=$SECONDS before line
    shift
    count_cpu
    before=$cpu
    "$@"
    count_cpu
    line=$(printf '%-14s %5d s  %5d CPU s' "$name" $((SECONDS - since)) $((cpu - before)))
    echo "$line" >>"$work/stages"
    echo "== $line"
}

lane() {
    # Job control gives the lane a process group of its own.
    set -m
    ("$2") >"$work/$1.log" 2>&1 </dev/null &
    lanes[$1]=$!
    set +m
}

join() {
    local status=0
    wait "${lanes[$1]}" || status=$?
    unset "lanes[$1]"
    echo "== lane $1"
    cat "$work/$1.log"
    [ $status = 0 ] || echo "== lane $1 failed" >&2
    return $status
}

summary() {
    count_cpu
    cat "$work/stages"
    printf '%-14s %5d s  %5d CPU s\n' total $((SECONDS - began)) "$cpu"
}
