#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The C library for another system, with a Swift SDK that is installed: library-for.sh TARGET
# TARGET is android-arm64 or android-x86_64; `make arm64` serves Linux. The result goes to .build/library-TARGET.
# Examples/Android/README.md says where the SDKs come from, and what has been tried.
set -eu
target=${1:-}
# The part of an SDK's name, and the triple that it builds for.
case $target in
android-arm64) sdk=android triple=aarch64-unknown-linux-android28 ;;
android-x86_64) sdk=android triple=x86_64-unknown-linux-android28 ;;
*)
    echo "library-for.sh: the target '$target' is not known; give android-arm64 or android-x86_64;" \
        "make arm64 serves Linux" >&2
    exit 2
    ;;
esac
swift=${SWIFT:-swift}
found=$($swift sdk list 2>/dev/null | grep -i "$sdk" | head -n 1 || true)
if [ -z "$found" ]; then
    echo "library-for.sh: no Swift SDK for $sdk is installed, which $target needs;" \
        "Examples/Android/README.md says how to install one" >&2
    exit 3
fi
build() { $swift build -c release --swift-sdk "$triple" --scratch-path ".build/$target" --product gaitway-c "$@"; }
build -debug-info-format none
folder=$(build --show-bin-path)
Scripts/install-library.sh "$folder/libgaitway-c.so" "$PWD/.build/library-$target"
