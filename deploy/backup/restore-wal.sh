#!/bin/sh
# Restores a segment: restore_command = '/path/restore-wal.sh /backup/wal "%f" "%p"'. A missing segment ends the recovery (status 1). If the
# folder or a segment cannot be read, the server must stop, which it does after a status above 125: a recovery that ended there would lose
# what follows.
set -eu
archive=$1 name=$2 path=$3

[ -d "$archive/." ] || exit 200
[ -e "$archive/$name" ] || exit 1
cp "$archive/$name" "$path" || exit 200
