import { sql } from '@vigia/database';
import { counted } from '../terminal.js';
import { attention, fine, wrong, type Check, type Examined, type Finding } from './finding.js';

const check = 'write-ahead log';
const gigabyte = 2 ** 30;
const size = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;
const restorePage = 'docs/runbooks/restore.md';

/** 1 GB in the usual size of a segment. */
const mostSegments = 64;

interface Archiving {
  mode: string;
  /** Whether an archive is configured; PostgreSQL starts without, and then keeps every segment. */
  isConfigured: boolean;
  /** Null for a login that may not read it. */
  settingsFile: string | null;
  failedAt: Date | null;
  failedSegment: string | null;
  archivedAt: Date | null;
  /** Complete segments that are not archived; null for a login that may not count them. */
  waiting: number | null;
}

interface Slot {
  name: string;
  active: boolean;
  status: string | null;
  heldBytes: number;
}

/** Without its archive there is no restore to a moment, and what the archive or a slot does not let go fills the disk of the database. */
export const checkWriteAheadLog: Check = async ({ database }) => {
  const [archiving] = await database.rows<Archiving>(
    sql`SELECT current_setting('archive_mode') AS mode,
       current_setting('archive_command') NOT IN ('', '(disabled)') OR current_setting('archive_library') <> '' AS is_configured,
       (SELECT sourcefile FROM pg_settings WHERE name = 'archive_mode') AS settings_file,
       last_failed_time AS failed_at, last_failed_wal AS failed_segment, last_archived_time AS archived_at,
       CASE WHEN last_archived_wal ~ '^[0-9A-F]{24}$' AND NOT pg_is_in_recovery() THEN
         ((pg_split_walfile_name(pg_walfile_name(pg_current_wal_lsn()))).segment_number
           - (pg_split_walfile_name(last_archived_wal)).segment_number - 1)::int END AS waiting
     FROM pg_stat_archiver`,
  );
  const slots = await database.rows<Slot>(
    sql`SELECT slot_name::text AS name, active, wal_status AS status,
       CASE WHEN pg_is_in_recovery() THEN 0 ELSE coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0) END::float8 AS held_bytes
     FROM pg_replication_slots WHERE NOT temporary ORDER BY slot_name`,
  );
  const waiting = archiving!.waiting ?? (await markedReady(database));
  return [...judgeArchiving({ ...archiving!, waiting }), ...judgeSlots(slots)];
};

/** Until a segment is archived, only the marks of the archiver tell how many wait. Null for a login that may not see these. */
export async function markedReady(database: Examined['database']): Promise<number | null> {
  // A statement with the function is refused as a whole, also where it does not get to it.
  const [login] = await database.rows<{ may: boolean }>(sql`SELECT has_function_privilege('pg_ls_archive_statusdir()', 'EXECUTE') AS may`);
  if (!login!.may) return null;
  const [marks] = await database.rows<{ ready: number }>(
    sql`SELECT count(*)::int AS ready FROM pg_ls_archive_statusdir() WHERE name ~ '^[0-9A-F]{24}[.]ready$'`,
  );
  return marks!.ready;
}

export function judgeArchiving({ mode, isConfigured, settingsFile, failedAt, failedSegment, archivedAt, waiting }: Archiving): Finding[] {
  if (mode === 'off') {
    const told = 'not archived: archive_mode is off';
    // restore.sh leaves this setting there.
    return settingsFile?.endsWith('postgresql.auto.conf')
      ? [
          attention(
            check,
            `${told} since a restore or by ALTER SYSTEM`,
            `Switch it on, with a new folder: the last step of ${restorePage}.`,
          ),
        ]
      : [fine(check, told)];
  }
  if (!isConfigured)
    return [wrong(check, 'archive_mode is on, but archive_command is empty: the server keeps every segment', `Set it: ${restorePage}.`)];
  if (failedAt && (!archivedAt || failedAt > archivedAt)) {
    const told = `not archived: ${failedSegment} failed at ${failedAt.toISOString()}, ${since(archivedAt)}`;
    return [wrong(check, told, 'The log of PostgreSQL says why. Until it succeeds, no later moment can be restored and the disk fills.')];
  }
  if (waiting === null)
    return [
      attention(
        check,
        `how many segments wait to be archived cannot be seen, ${since(archivedAt)}`,
        'As an administrator of the server: GRANT pg_monitor to this login.',
      ),
    ];
  // One may be on its way. If more wait and none has ever arrived, the command is likely to hang.
  if (waiting > mostSegments || (waiting > 1 && !archivedAt)) {
    const told = `${counted(waiting, 'segment waits', 'segments wait')} to be archived, ${since(archivedAt)}`;
    const advice = 'Does archive_command hang, or is it slower than the writes? See the log of PostgreSQL.';
    return [(waiting > mostSegments ? wrong : attention)(check, told, advice)];
  }
  return [fine(check, archivedAt ? `archived, ${since(archivedAt)}` : 'archived, none so far')];
}

const since = (archivedAt: Date | null) => (archivedAt ? `the last one at ${archivedAt.toISOString()}` : 'none so far');

export function judgeSlots(slots: Slot[]): Finding[] {
  return slots.flatMap(({ name, active, status, heldBytes }) => {
    const drop = `if nobody needs it: SELECT pg_drop_replication_slot('${name}')`;
    if (status === 'lost') return [attention(check, `the slot ${name} has lost its segments`, `Make its standby again, or ${drop}.`)];
    if (heldBytes < gigabyte) return [];
    const told = `the slot ${name} holds ${size(heldBytes)}, and ${active ? 'its reader is behind' : 'nobody reads it'}`;
    const advice = `Start its reader again, or ${drop}. Until then the disk of the database fills.`;
    return [(active || heldBytes < 10 * gigabyte ? attention : wrong)(check, told, advice)];
  });
}
