#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# install-dependencies.sh [PACKAGE...]: installs the missing Debian packages of the build, and those named.
#
# It first prints the purpose of each package and the command. GAITWAY_NO_SUDO=1 installs nothing as root: it prints the
# command and fails.
set -eu

packages="zlib1g-dev libsqlite3-dev libqrencode-dev pkg-config libopenblas0 $*"

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

purpose() {
    case $1 in
    zlib1g-dev) echo "reads zips and gzips" ;;
    libsqlite3-dev) echo "keeps timelines in stores" ;;
    pkg-config) echo "finds the libraries" ;;
    libqrencode-dev) echo "draws the code that a phone scans" ;;
    libopenblas0) echo "multiplies matrices in training" ;;
    gcc | g++ | libc6-dev) echo "compiles the tests of the C library and exported models" ;;
    wasi-libc) echo "compiles exported models for web pages" ;;
    nodejs) echo "runs exported models of web pages in the tests" ;;
    valgrind) echo "counts instructions and checks memory" ;;
    binutils) echo "makes the programs of the wheel smaller" ;;
    unzip) echo "checks zips in the tests" ;;
    procps) echo "watches processes in Spark's tests" ;;
    chromium | chromium-driver) echo "tests the pages in a browser" ;;
    eslint | node-typescript) echo "checks the scripts of the pages" ;;
    debootstrap | qemu-user-static) echo "builds for 64-bit Arm, and runs it" ;;
    openjdk-*) echo "runs Spark in the tests" ;;
    python3 | python3-venv) echo "runs scripts of the tests, and environments for them" ;;
    *) echo "is needed by the command that was called" ;;
    esac
}

as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo "
{
    echo "These Debian packages are missing:"
    for package in $missing; do printf '  %-24s %s\n' "$package" "$(purpose "$package")"; done
} >&2
if [ -n "$as_root" ] && { [ "${GAITWAY_NO_SUDO:-0}" != 0 ] || ! command -v sudo >/dev/null 2>&1; }; then
    echo "Install them as root: apt-get install$missing" >&2
    exit 1
fi
echo "They are installed with: ${as_root}apt-get install$missing" >&2
[ -z "$as_root" ] || echo "GAITWAY_NO_SUDO=1 would refuse that." >&2
export DEBIAN_FRONTEND=noninteractive
# Only one apt-get may run at a time; stages of CI that run side by side call this.
exec 8</var/lib/dpkg
flock 8
# The package lists of a fresh machine may be empty or old.
# shellcheck disable=SC2086
${as_root}apt-get install -y -q $missing >/dev/null 2>&1 \
    || { ${as_root}apt-get update -q >/dev/null && ${as_root}apt-get install -y -q $missing >/dev/null; }
