#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# build.sh FOLDER: the library and the command for 64-bit Arm, in FOLDER/made, on a machine with an x86-64 processor. No
# Swift SDK is needed: Debian's Swift compiles here, with the runtime of its package for arm64. Both are of version 6.2,
# which lacks what older-swift.py replaces in a copy of the tree. It needs root and debootstrap, and downloads 1.2 GB. A
# second call keeps the Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "$1"
folder=$(realpath "$1")
debian=$folder/debian arm=$folder/debian/arm64

# The Debian that compiles. Its lists may be older than their date allows.
if [ ! -e "$debian/ready" ]; then
    debootstrap --variant=minbase --arch=amd64 sid "$debian" http://deb.debian.org/debian
    chroot "$debian" dpkg --add-architecture arm64
    chroot "$debian" apt-get -o Acquire::Check-Valid-Until=false update
    DEBIAN_FRONTEND=noninteractive chroot "$debian" apt-get install -y --no-install-recommends \
        swiftlang git ca-certificates pkg-config libc6-dev libstdc++-15-dev

    # The Arm system: packages whose files are unpacked beside it, and which nothing sets up.
    mkdir -p "$arm/usr/bin" "$arm/usr/lib" "$arm/usr/sbin" "$arm/tmp" "$arm/proc" "$debian/debs/partial"
    for link in bin lib sbin; do ln -sfn "usr/$link" "$arm/$link"; done
    chroot "$debian" apt-get install -y --no-install-recommends --download-only -o Dir::Cache::archives=/debs \
        libc6-dev:arm64 libstdc++-15-dev:arm64 zlib1g-dev:arm64 libsqlite3-dev:arm64 libqrencode-dev:arm64 \
        libopenblas0-pthread:arm64
    # The kernel's headers serve all processors, so the Debian that compiles has them already.
    chroot "$debian" sh -c 'cd /debs && apt-get download linux-libc-dev swiftlang:arm64 libswiftlang:arm64'
    for package in "$debian"/debs/*_arm64.deb "$debian"/debs/*_all.deb; do
        [ ! -e "$package" ] || dpkg -x "$package" "$arm"
    done
    for kind in swift swift_static; do ln -sfn "../libexec/swift/lib/$kind" "$arm/usr/lib/$kind"; done
    touch "$debian/ready"
fi

# The tree as committed, with the packages that a build here has resolved.
tree=$debian/tree
mkdir -p "$tree/.build"
rm -rf "$tree/Sources" "$tree/Tests"
git archive HEAD | tar -x -C "$tree"
Scripts/arm64/older-swift.py "$tree"
swift package resolve
cp -r .build/repositories .build/checkouts .build/workspace-state.json "$tree/.build"
cp Package.resolved "$tree"

# Where Swift finds the Arm system, seen from the Debian. SwiftPM gives the folder to clang alone.
cat >"$debian/destination.json" <<END
{
    "version": 1, "sdk": "/arm64", "toolchain-bin-dir": "/usr/libexec/swift/bin",
    "target": "aarch64-unknown-linux-gnu", "dynamic-library-extension": "so",
    "extra-cc-flags": ["--sysroot=/arm64", "-fPIC"], "extra-cpp-flags": ["--sysroot=/arm64"],
    "extra-swiftc-flags": [
        "-sdk", "/arm64", "-resource-dir", "/arm64/usr/libexec/swift/lib/swift_static",
        "-tools-directory", "/usr/libexec/swift/bin", "-use-ld=lld", "-Xclang-linker", "--sysroot=/arm64",
        "-Xclang-linker", "-L/arm64/usr/lib/gcc/aarch64-linux-gnu/15"
    ]
}
END
for product in gaitway-c gaitway; do
    Scripts/arm64/in-debian.sh "$folder" swift build --destination /destination.json -c release \
        -debug-info-format none --skip-update --product "$product"
done

release=$tree/.build/aarch64-unknown-linux-gnu/release
rm -rf "$folder/made"
mkdir "$folder/made"
cp "$release/gaitway" "$folder/made"
Scripts/install-library.sh "$release/libgaitway-c.so" "$folder/made/library"
