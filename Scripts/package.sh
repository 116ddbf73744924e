#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# package.sh deb|tar GAITWAY FOLDER: packs the command as a Debian package or as a tar. The command has Swift's
# libraries within. The package depends on the other shared libraries that it links; the tar brings them along, except
# the C library.
# Training also loads OpenBLAS, which the package recommends. DEBFULLNAME and DEBEMAIL name the packager.
set -euo pipefail
if [ $# != 3 ] || { [ "$1" != deb ] && [ "$1" != tar ]; }; then
    echo "usage: package.sh deb|tar GAITWAY FOLDER" >&2
    exit 2
fi
kind=$1 gaitway=$(realpath "$2") folder=$3
scripts=$(dirname "$(realpath "$0")")
mkdir -p "$folder"
folder=$(realpath "$folder")
version=$("$gaitway" --version | sed 's/^gaitway //')
author=$(git -C "$scripts" log -1 --format=%ae 2>/dev/null || true)
maintainer="${DEBFULLNAME:-Gaitway maintainers} <${DEBEMAIL:-${author:-root@$(hostname -f)}}>"
architecture=$(dpkg --print-architecture 2>/dev/null || uname -m)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
umask 022

# Only debuggers need the names of symbols.
strip --strip-all --remove-section=.comment --remove-section=.note -o "$stage/gaitway" "$gaitway"
root=$stage/root
DESTDIR=$root "$scripts/install.sh" "$stage/gaitway" /usr >/dev/null

if [ "$kind" = tar ]; then
    name=gaitway-$version-linux-$architecture
    mkdir -p "$stage/$name/lib"
    cp -R "$root/usr/." "$stage/$name"
    mkdir -p "$stage/$name/libexec"
    mv "$stage/$name/bin/gaitway" "$stage/$name/libexec/gaitway"
    # All shared libraries except the C library, whose version is the system's.
    ldd "$gaitway" | awk '$3 ~ "^/" {print $3}' | while read -r library; do
        case $(basename "$library") in
        libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | libresolv.so.* | ld-linux*) ;;
        *) cp -L "$library" "$stage/$name/lib" ;;
        esac
    done
    cat >"$stage/$name/bin/gaitway" <<'LAUNCHER'
#!/bin/sh
# Starts the command with the libraries beside it.
here=$(dirname "$(readlink -f "$0")")/..
LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} exec "$here/libexec/gaitway" "$@"
LAUNCHER
    chmod 755 "$stage/$name/bin/gaitway"
    tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner -cJf "$folder/$name.tar.xz" "$name"
    ls -l "$folder/$name.tar.xz"
    exit
fi

# Debian's names and forms: compressed pages, a copyright file, a changelog.
documents=$root/usr/share/doc/gaitway
gzip -9n "$root"/usr/share/man/man1/*
mkdir -p "$root/usr/share/zsh/vendor-completions"
mv "$root/usr/share/zsh/site-functions/_gaitway" "$root/usr/share/zsh/vendor-completions/"
rmdir "$root/usr/share/zsh/site-functions"
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: gaitway"
    echo
    echo "Files: *"
    echo "Copyright: 2026 Gaitway contributors"
    echo "License: Apache-2.0"
    echo " On Debian systems, the text is in /usr/share/common-licenses/Apache-2.0."
    echo " NOTICE and Licenses/ beside this file cover the libraries within the command."
} >"$documents/copyright"
rm "$documents/LICENSE"
date=$(date -R -d "@${SOURCE_DATE_EPOCH:-$(git -C "$scripts" log -1 --format=%ct 2>/dev/null || date +%s)}")
printf 'gaitway (%s) unstable; urgency=low\n\n  * See CHANGELOG.md of the source.\n\n -- %s  %s\n' \
    "$version" "$maintainer" "$date" | gzip -9n >"$documents/changelog.gz"

# The shared libraries that the command links, as packages.
mkdir -p "$stage/debian" "$root/DEBIAN"
printf 'Source: gaitway\nMaintainer: x <x@x.org>\n\nPackage: gaitway\nArchitecture: any\nDescription: x\n' \
    >"$stage/debian/control"
depends=$(cd "$stage" && dpkg-shlibdeps -O --ignore-missing-info root/usr/bin/gaitway 2>/dev/null)
depends=${depends#shlibs:Depends=}
cat >"$root/DEBIAN/control" <<CONTROL
Package: gaitway
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Depends: $depends, tzdata
Recommends: libopenblas0
Section: science
Priority: optional
Description: turns raw phone motion logs into a stream of activities
 Gaitway reads the motion log of a phone and reports what its owner did:
 stationary, walking, running, cycling, in a vehicle, or none of these. Every
 report has probabilities and a confidence. A notification gate and a timeline
 of places and moves build on that stream.
CONTROL
dpkg-deb --root-owner-group -Zxz -z9 --build "$root" "$folder/gaitway_${version}_$architecture.deb"
ls -l "$folder/gaitway_${version}_$architecture.deb"
