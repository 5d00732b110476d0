#!/bin/sh
# restore.sh <base backup> <folder of the log> <data folder> [time]: creates a new data folder. When PostgreSQL starts on it, it recovers to
# that time (2026-11-23 21:55:00.123+00), or without a time to the last segment in the archive. It then continues as a new primary.
set -eu
base=$1 archive=$2 data=$3 time=${4:-}
here=$(cd "$(dirname "$0")" && pwd)

if [ -e "$data" ]; then
  echo "$data is there already: a restore never writes into a data folder" >&2
  exit 1
fi
mkdir -p "$(dirname "$data")"
cp -a "$base" "$data"
rm -f "$data/postmaster.pid"
touch "$data/recovery.signal"
{
  echo "restore_command = '\"$here/restore-wal.sh\" \"$archive\" \"%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  # So that segments of the old server do not mix with those of this one: switch it on again with a separate folder.
  echo "archive_mode = 'off'"
  # Also without a time: a server that was restored before still has the time of that restore.
  echo "recovery_target_time = '$time'"
} >>"$data/postgresql.auto.conf"
if [ "$(id -u)" = 0 ]; then chown --reference="$base" "$data" "$data/recovery.signal"; fi
