#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the command with its manual pages, the shells' completions, and the licences: install.sh GAITWAY PREFIX
# install.sh --remove PREFIX takes them away again. Packagers set DESTDIR. It writes nothing else.
set -euo pipefail
if [ $# != 2 ]; then
    echo "usage: install.sh GAITWAY PREFIX, or install.sh --remove PREFIX" >&2
    exit 2
fi
if [ "$1" = --remove ]; then
    root=${DESTDIR:-}$2
    rm -f "$root/bin/gaitway" "$root"/share/man/man1/gaitway.1 "$root"/share/man/man1/gaitway-*.1 \
        "$root/share/bash-completion/completions/gaitway" "$root/share/zsh/site-functions/_gaitway" \
        "$root/share/fish/vendor_completions.d/gaitway.fish"
    rm -rf "$root/share/doc/gaitway"
    exit
fi
gaitway=$1
root=${DESTDIR:-}$2
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

python3 "$(dirname "$0")/manual.py" "$gaitway" "$made/man"
for shell in bash zsh fish; do "$gaitway" --generate-completion-script "$shell" >"$made/$shell"; done

install -D -m 755 "$gaitway" "$root/bin/gaitway"
"$(dirname "$0")/install-licences.sh" "$root/share/doc/gaitway"
install -d "$root/share/man/man1"
install -m 644 "$made"/man/* "$root/share/man/man1"
# The shell reads the file, and does not run it: it has no line that names its shell.
sed -i '1{/^#!/d}' "$made/bash"
install -D -m 644 "$made/bash" "$root/share/bash-completion/completions/gaitway"
install -D -m 644 "$made/zsh" "$root/share/zsh/site-functions/_gaitway"
install -D -m 644 "$made/fish" "$root/share/fish/vendor_completions.d/gaitway.fish"
