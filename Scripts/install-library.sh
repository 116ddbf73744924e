#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Installs the C library with its header and the file for pkg-config: install-library.sh LIBRARY PREFIX
# Packagers set DESTDIR. It writes only these four files and the licences.
set -euo pipefail
if [ $# != 2 ]; then
    echo "usage: install-library.sh LIBRARY PREFIX" >&2
    exit 2
fi
library=$1
prefix=$2
root=${DESTDIR:-}$2
sources=$(dirname "$0")/../Sources
version=$(sed -n 's/.*static let text = "\(.*\)"/\1/p' "$sources/GaitwayBase/MotionTypes/ProductVersion.swift")
# The number after .so is the version of the interface that a program was compiled with.
interface=$(sed -n 's/^#define GAITWAY_ABI_VERSION //p' "$sources/CGaitway/include/gaitway.h")
made=$(mktemp)
trap 'rm -f "$made"' EXIT

# pkg-config parts words at blanks.
cat >"$made" <<END
prefix=$(printf %s "$prefix" | sed 's/[\\ "]/\\&/g')
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: gaitway
Description: phone motion logs to activities
Version: $version
Libs: -L\${libdir} -lgaitway
Cflags: -I\${includedir}
END
install -D -m 755 "$library" "$root/lib/libgaitway.so.$interface"
ln -sf "libgaitway.so.$interface" "$root/lib/libgaitway.so"
install -D -m 644 "$sources/CGaitway/include/gaitway.h" "$root/include/gaitway.h"
install -D -m 644 "$made" "$root/lib/pkgconfig/gaitway.pc"
"$(dirname "$0")/install-licences.sh" "$root/share/doc/gaitway"
