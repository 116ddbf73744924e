# For scripts in bash whose stages are timed. `stage NAME COMMAND...` runs a command and prints what it took, `summary` prints
# it for all. CPU seconds stay the same on a busy machine.

stages=""
began=$SECONDS

# Sets cpu to the CPU seconds of all commands that have ended.
count_cpu() {
    local file=/tmp/gaitway-times.$$
    # In a subshell it would be the subshell's.
    times >"$file"
    cpu=$(awk '{ for (i = 1; i <= 2; i++) { split($i, part, /[ms]/); sum += 60 * part[1] + part[2] } } END { printf "%.0f", sum }' "$file")
    rm -f "$file"
}

stage() {
    local name=$1 since=$SECONDS before line
    shift
    count_cpu
    before=$cpu
    "$@"
    count_cpu
    line=$(printf '%-14s %5d s  %5d CPU s' "$name" $((SECONDS - since)) $((cpu - before)))
    stages+=$line$'\n'
    echo "== $line"
}

summary() {
    count_cpu
    printf '%s%-14s %5d s  %5d CPU s\n' "$stages" total $((SECONDS - began)) "$cpu"
}
