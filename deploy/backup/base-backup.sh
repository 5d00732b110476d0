#!/bin/sh
# base-backup.sh <database url> <folder>: copies a running server into <folder>/<time>, checked against its manifest, and prints the path.
# The login needs REPLICATION. The archive (archive-wal.sh) has the WAL since then. forget-backups.sh removes what is no longer needed.
set -eu
url=$1 folder=$2

case $url in *\?*) asked="$url&replication=true" ;; *) asked="$url?replication=true" ;; esac
if [ "$(psql "$asked" --no-password --no-psqlrc -Atqc 'SHOW archive_mode')" = off ]; then
  echo "archive_mode is off: without the log of writes a base backup cannot be restored" >&2
  exit 1
fi

target=$folder/$(date -u +%Y%m%dT%H%M%SZ)
trap 'rm -rf "$target.part"' EXIT
pg_basebackup --dbname="$url" --pgdata="$target.part" --checkpoint=fast --wal-method=none --no-password
pg_verifybackup --no-parse-wal --quiet "$target.part"
mv "$target.part" "$target"
# The files are on disk already, the new name of their folder is not.
sync "$folder"
echo "$target"
