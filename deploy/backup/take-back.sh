#!/bin/sh
# take-back.sh <newest database url> <restored database url>: repeats on a server that was restored to an earlier moment what was taken back
# after it, as a server with the newest state knows it, and says what that changed. Before any service starts; the logins are the owner's.
set -eu
newest=$1 restored=$2
here=$(cd "$(dirname "$0")" && pwd)

# They have passwords and secrets in them, hashed and sealed as they are stored.
statements=$(mktemp)
trap 'rm -f "$statements"' EXIT
psql "$newest" --no-password --no-psqlrc -Atq -v ON_ERROR_STOP=1 -f "$here/taken-back.sql" >"$statements"
psql "$restored" --no-password --no-psqlrc -Atq -v ON_ERROR_STOP=1 --single-transaction -f "$statements"
