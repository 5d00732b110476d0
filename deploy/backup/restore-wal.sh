#!/bin/sh
# Restores a segment: restore_command = '/path/restore-wal.sh /backup/wal "%f" "%p"'. A missing segment ends the recovery.
set -eu
archive=$1 name=$2 path=$3

[ -e "$archive/$name" ] || exit 1
exec cp "$archive/$name" "$path"
