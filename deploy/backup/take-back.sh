#!/bin/sh
# take-back.sh <newest database url> <restored database url>: for a server that was restored to an earlier moment. It repeats there what was
# revoked after that moment, according to a server with the newest state, copies the audit record of the time after it, and prints what that
# changed. It fails while one of the two still replays its WAL. Run it before any service starts; the logins are the owner's.
set -eu
newest=$1 restored=$2
here=$(cd "$(dirname "$0")" && pwd)

# They contain passwords and secrets, hashed and sealed as stored.
statements=$(mktemp)
trap 'rm -f "$statements"' EXIT
# Earlier than the restored moment: an entry is older than its outcome, and its transaction may have ended after that of a later one.
since=$(psql "$restored" --no-password --no-psqlrc -Atq -v ON_ERROR_STOP=1 \
  -c "SELECT (coalesce(max(at), '-infinity') - interval '1 day')::text FROM identity.audit_entry")
psql "$newest" --no-password --no-psqlrc -Atq -v ON_ERROR_STOP=1 -v since="$since" -f "$here/taken-back.sql" >"$statements"
psql "$restored" --no-password --no-psqlrc -Atq -v ON_ERROR_STOP=1 --single-transaction -f "$statements"
