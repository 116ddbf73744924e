#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# in-debian.sh FOLDER COMMAND...: runs a command in the Debian of build.sh FOLDER, in its copy of the tree. The mounts
# end with the command.
debian=$1/debian
shift
exec unshare --mount sh -c 'mount --bind /proc "$1/proc"; mount --bind /dev "$1/dev"; exec chroot "$@"' sh \
    "$debian" env -u TMPDIR -C /tree "$@"
