#!/bin/sh
# restore.sh <base backup> <folder of the log> <data folder> [time]: makes a new data folder that PostgreSQL, when it starts on it, brings to
# that time (2026-11-23 21:55:00.123+00), or without one to the last segment in the archive. It then goes on by itself as a new primary.
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
  # So that what the old server still archives is not mixed with what this one writes: switch it on again with a folder of its own.
  echo "archive_mode = 'off'"
  # Also without a time: a server that was restored before has the one of that restore.
  echo "recovery_target_time = '$time'"
} >>"$data/postgresql.auto.conf"
if [ "$(id -u)" = 0 ]; then chown --reference="$base" "$data" "$data/recovery.signal"; fi
