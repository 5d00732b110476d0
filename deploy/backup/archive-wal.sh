#!/bin/sh
# Keeps a finished WAL segment: archive_command = '/path/archive-wal.sh /backup/wal "%p" "%f"'
# PostgreSQL calls it again until it succeeds, so an existing segment must be identical.
set -eu
archive=$1 path=$2 name=$3

if [ -e "$archive/$name" ]; then
  cmp -s "$path" "$archive/$name"
else
  cp "$path" "$archive/.$name.part"
  sync "$archive/.$name.part"
  mv "$archive/.$name.part" "$archive/$name"
fi
# The folder, too: it has the new name, and after success PostgreSQL removes its own copy of the segment.
sync "$archive/$name" "$archive"
