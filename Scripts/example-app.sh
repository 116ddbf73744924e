#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Builds and tests Examples/AlertsApp as an app of its own: example-app.sh FOLDER
#
# The app takes the library by a version tag, of this checkout with its changes, and asks for none of its traits. Then
# it must resolve no other package.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "$1")
commit=$(git stash create)
tree=$(git rev-parse "${commit:-HEAD}^{tree}")
# The same files have the same version and commit, so that nothing is built again.
version=1.0.$((16#${tree:0:7}))
library=$folder/library-$version

if [ ! -d "$library" ]; then
    rm -rf "$folder"/library-*
    mkdir -p "$library.new"
    git archive "$tree" | tar -xf - -C "$library.new"
    git -C "$library.new" init -q
    git -C "$library.new" add -A
    export GIT_AUTHOR_DATE="@0 +0000" GIT_COMMITTER_DATE="@0 +0000"
    git -C "$library.new" -c user.name=gaitway -c user.email=gaitway@localhost commit -q -m "$version"
    git -C "$library.new" tag "$version"
    mv "$library.new" "$library"
fi

rm -rf "$folder/app"
cp -R Examples/AlertsApp "$folder/app"
sed -i "s|name: \"gaitway\", path: \"../..\"|url: \"file://$library\", exact: \"$version\"|;
    s|package: \"gaitway\"|package: \"library-$version\"|" "$folder/app/Package.swift"
swift package --package-path "$folder/app" --scratch-path "$folder/build" resolve
resolved=$(grep -c '"identity"' "$folder/app/Package.resolved")
if [ "$resolved" != 1 ]; then
    cat "$folder/app/Package.resolved"
    echo "example-app.sh: an app of the alerts alone resolves $resolved packages, not the library alone" >&2
    exit 1
fi
exec swift test --package-path "$folder/app" --scratch-path "$folder/build"
