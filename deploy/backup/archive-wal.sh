#!/bin/sh
# Keeps a finished segment of the log of writes: archive_command = '/path/archive-wal.sh /backup/wal "%p" "%f"'
# PostgreSQL calls it again until it succeeds, so a segment that is already there has to be the same one.
set -eu
archive=$1 path=$2 name=$3

if [ -e "$archive/$name" ]; then
  exec cmp -s "$path" "$archive/$name"
fi
cp "$path" "$archive/.$name.part"
sync "$archive/.$name.part"
mv "$archive/.$name.part" "$archive/$name"
