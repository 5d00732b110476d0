#!/bin/sh
# Restores a segment: restore_command = '/path/restore-wal.sh /backup/wal "%f" "%p"'. A missing segment ends the recovery (status 1). If the
# folder or a segment cannot be read, the server must stop, which it does after a status above 125: a recovery that ended there would lose
# what follows.
set -eu
archive=$1 name=$2 path=$3

[ -d "$archive/." ] || exit 200
if [ -e "$archive/$name.gz" ]; then
  gzip -dc "$archive/$name.gz" >"$path" || exit 200
elif [ -e "$archive/$name" ]; then
  # Archived by an earlier version, which did not compress.
  cp "$archive/$name" "$path" || exit 200
else
  exit 1
fi
