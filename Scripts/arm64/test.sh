#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test.sh FOLDER [TARGET...]: Swift's tests on 64-bit Arm under QEMU, after build.sh FOLDER: those of all targets, which
# take hours, or of those named, as GeodesyTests. It prints a line for each target, and leaves its log in FOLDER.
set -euo pipefail
scripts=$(dirname "$0")
folder=$(realpath "$1")
shift
debian=$folder/debian arm=$folder/debian/arm64
libraries=/usr/libexec/swift/lib/swift/linux

# What the tests need beside the command: Foundation's XML, the tools that they start, and an empty library that
# Debian's modules name and its packages lack.
if [ ! -e "$debian/ready-for-tests" ]; then
    chroot "$debian" apt-get install -y --no-install-recommends --download-only -o Dir::Cache::archives=/debs \
        libxml2-16:arm64
    dpkg -x "$debian"/debs/libxml2-16_*_arm64.deb "$arm"
    DEBIAN_FRONTEND=noninteractive chroot "$debian" apt-get install -y --no-install-recommends python3 tzdata unzip zip
    cp "$(command -v qemu-aarch64-static)" "$debian/usr/bin"
    printf '!<arch>\n' >"$arm/usr/lib/gcc/aarch64-linux-gnu/15/lib_Testing_Foundation.a"
    touch "$debian/ready-for-tests"
fi

# The tests share the runtime, so they have a build of their own.
sed 's/swift_static/swift/' "$debian/destination.json" >"$debian/destination-of-tests.json"
build=/tree/.build-tests
mkdir -p "$debian$build"
cp -ru "$debian"/tree/.build/{repositories,checkouts,workspace-state.json} "$debian$build"
"$scripts/in-debian.sh" "$folder" env GAITWAY_SHARED_RUNTIME=1 swift build --scratch-path "$build" \
    --destination /destination-of-tests.json -c release -Xswiftc -enable-testing -debug-info-format none --skip-update \
    --build-tests

# A script stands for each program that a test starts, as Linux itself does not start those of Arm.
release=$build/aarch64-unknown-linux-gnu/release
emulator="qemu-aarch64-static -L /arm64 -E LD_LIBRARY_PATH=$libraries:/usr/lib/aarch64-linux-gnu/openblas-pthread"
for program in gaitway MemoryGauge StoreWriter; do
    if [ "$(head -c 2 "$debian$release/$program")" != "#!" ]; then
        mv "$debian$release/$program" "$debian$release/$program.arm"
        printf '#!/bin/sh\nexec %s "$0.arm" "$@"\n' "$emulator" >"$debian$release/$program"
        chmod +x "$debian$release/$program"
    fi
done
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(cd "$debian/tree/Tests" && ls -d -- *Tests)
failed=0
for target in "${targets[@]}"; do
    # shellcheck disable=SC2086
    "$scripts/in-debian.sh" "$folder" $emulator "$release/gaitwayPackageTests.xctest" --testing-library swift-testing \
        --filter "^$target\\." >"$folder/$target.log" 2>&1 || failed=1
    echo "$target: $(grep -E 'Test run with' "$folder/$target.log" | tail -1 || true)"
done
exit "$failed"
