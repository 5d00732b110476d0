#!/bin/sh
# Brings a segment back: restore_command = '/path/restore-wal.sh /backup/wal "%f" "%p"'. One that is not there ends the recovery.
set -eu
archive=$1 name=$2 path=$3

[ -e "$archive/$name" ] || exit 1
exec cp "$archive/$name" "$path"
