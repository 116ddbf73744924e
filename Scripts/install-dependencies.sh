#!/bin/sh
# install-dependencies.sh [PACKAGE...]: installs the Debian packages that the build needs, and those named, if any is missing,
# and says so.
set -eu

packages="zlib1g-dev libsqlite3-dev pkg-config libopenblas0 $*"

missing=""
for package in $packages; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing:$missing" >&2
        echo "Install them as root: apt-get install$missing" >&2
        exit 1
    fi
    as_root="sudo"
fi
echo "Installing the Debian packages$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# The package lists of a fresh machine may be empty or old.
# shellcheck disable=SC2086
$as_root apt-get install -y -q $missing >/dev/null 2>&1 \
    || { $as_root apt-get update -q >/dev/null && $as_root apt-get install -y -q $missing >/dev/null; }
