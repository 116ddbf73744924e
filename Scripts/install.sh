#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the command with its manual page, the shells' completions, and the licences: install.sh GAITWAY PREFIX
# Packagers set DESTDIR. It writes nothing else.
set -euo pipefail
if [ $# != 2 ]; then
    echo "usage: install.sh GAITWAY PREFIX" >&2
    exit 2
fi
gaitway=$1
root=${DESTDIR:-}$2
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

python3 "$(dirname "$0")/manual.py" "$gaitway" >"$made/gaitway.1"
for shell in bash zsh fish; do "$gaitway" --generate-completion-script "$shell" >"$made/$shell"; done

install -D -m 755 "$gaitway" "$root/bin/gaitway"
"$(dirname "$0")/install-licences.sh" "$root/share/doc/gaitway"
install -D -m 644 "$made/gaitway.1" "$root/share/man/man1/gaitway.1"
install -D -m 644 "$made/bash" "$root/share/bash-completion/completions/gaitway"
install -D -m 644 "$made/zsh" "$root/share/zsh/site-functions/_gaitway"
install -D -m 644 "$made/fish" "$root/share/fish/vendor_completions.d/gaitway.fish"
