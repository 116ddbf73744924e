#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Copies Gaitway's licence, its notice, and the licences of the libraries within into a folder: install-licences.sh
# FOLDER
set -euo pipefail
if [ $# != 1 ]; then
    echo "usage: install-licences.sh FOLDER" >&2
    exit 2
fi
tree=$(dirname "$0")/..
install -d "$1/Licenses"
install -m 644 "$tree/LICENSE" "$tree/NOTICE" "$1"
install -m 644 "$tree"/Licenses/* "$1/Licenses"
