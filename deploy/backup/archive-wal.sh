#!/bin/sh
# Keeps a finished WAL segment, compressed: archive_command = '/path/archive-wal.sh /backup/wal "%p" "%f"'
# PostgreSQL calls it again until it succeeds, so an existing segment must be identical.
set -eu
archive=$1 path=$2 name=$3
kept=$archive/$name.gz

if [ -e "$kept" ]; then
  gzip -dc "$kept" | cmp -s - "$path"
elif [ -e "$archive/$name" ]; then
  # Archived by an earlier version, which did not compress.
  kept=$archive/$name
  cmp -s "$path" "$kept"
else
  gzip -nc "$path" >"$archive/.$name.gz.part"
  sync "$archive/.$name.gz.part"
  mv "$archive/.$name.gz.part" "$kept"
fi
# The folder, too: it has the new name, and after success PostgreSQL removes its own copy of the segment.
sync "$kept" "$archive"
