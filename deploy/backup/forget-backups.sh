#!/bin/sh
# forget-backups.sh <folder of base backups> <archive> <keep>: removes all but the newest <keep> base backups, what failed ones left, and
# every segment of the archive that the oldest kept one does not need.
set -eu
[ $# = 3 ] || { echo "usage: ${0##*/} <folder of base backups> <archive> <keep>" >&2; exit 1; }
bases=$1 archive=$2 keep=$3

for folder in "$bases" "$archive"; do
  [ -d "$folder" ] || { echo "no such folder: $folder" >&2; exit 1; }
done
[ "$keep" -ge 1 ] 2>/dev/null || { echo "not a number of base backups to keep: $keep" >&2; exit 1; }
kept=$(ls "$bases" | grep -xE '[0-9]{8}T[0-9]{6}Z' | sort | tail -n "$keep")
[ "$kept" ] || { echo "no base backup in $bases" >&2; exit 1; }
oldest=$(echo "$kept" | head -n 1) newest=$(echo "$kept" | tail -n 1)
segment=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]\{24\}\))$/\1/p' "$bases/$oldest/backup_label")
[ "$segment" ] || { echo "no start in $bases/$oldest/backup_label" >&2; exit 1; }

for base in "$bases"/[0-9]*T[0-9]*Z; do
  # Renamed first, so that a half removed one has the name of a failed one.
  if [ "${base##*/}" \< "$oldest" ]; then mv "$base" "$base.part"; fi
done
for part in "$bases"/[0-9]*T[0-9]*Z.part; do
  # A later one may still be running.
  if [ "${part##*/}" \< "$newest" ]; then rm -rf "$part"; fi
done
# `-x`: segments with and without this ending.
pg_archivecleanup -x .gz "$archive" "$segment"
