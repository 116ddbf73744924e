#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# python-environment.sh FOLDER [--wheel FILE]... LIST.txt...: a virtual environment in FOLDER with the packages of the
# lists, and with wheels, which are always installed anew. Only files with a hash of LIST.lock are installed. uv does
# it, in .build/uv: it takes a tenth of pip's time. A second call with the same lists installs only the wheels.
#
# python-environment.sh --lock LIST.txt...: writes LIST.lock anew: the newest versions that each list allows, with all
# that they need, and the hashes of their files.
set -eu
uv=.build/uv/bin/uv
if [ ! -x $uv ]; then
    Scripts/install-dependencies.sh python3-venv
    python3 -m venv .build/uv
    .build/uv/bin/pip install -q --disable-pip-version-check --require-hashes -r Scripts/requirements-uv.lock
fi
if [ "$1" = --lock ]; then
    shift
    for list; do
        $uv pip compile -q --upgrade --universal --generate-hashes --python-version 3.11 \
            --default-index https://pypi.org/simple \
            --custom-compile-command "Scripts/python-environment.sh --lock $list" \
            --output-file "${list%.txt}.lock" "$list"
    done
    exit
fi
folder=$1
shift
wheels=
while [ "${1:-}" = --wheel ]; do
    wheels="$wheels $2"
    shift 2
done
# The stamp is the text of the locks that are installed.
stamp=$folder/installed-requirements.txt
if [ ! -x "$folder/bin/python" ]; then
    rm -f "$stamp"
    $uv venv -q --python "$(command -v python3)" "$folder"
fi
locks=$(for list; do echo "${list%.txt}.lock"; done)
# shellcheck disable=SC2086
if ! cat $locks | cmp -s - "$stamp"; then
    for lock in $locks; do $uv pip install -q --python "$folder/bin/python" --require-hashes -r "$lock"; done
    cat $locks >"$stamp"
fi
if [ -n "$wheels" ]; then
    # shellcheck disable=SC2086
    $uv pip install -q --python "$folder/bin/python" --reinstall --no-deps $wheels
    $uv pip check -q --python "$folder/bin/python"
fi
