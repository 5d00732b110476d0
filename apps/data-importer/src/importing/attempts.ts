import { sql, StatementError, type Database } from '@vigia/database';
import { wasRetired } from './retire.js';
import { joinWaiting, type Asked } from './work.js';

const mostAttempts = 3;
const diskFull = '53100';
/** `attempts` shows a replica that has lost its lock whether another one is now working on the same version. */
const isUnderWay = sql`state IN ('downloading', 'importing', 'checked')`;
/**
 * A failed download of a scheduled data set is soon repeated: a server that is away for an hour must not cost a whole week. An operator may have
 * asked for it before a due download joined it.
 */
const askAgainSoon = sql`
  UPDATE registry.dataset SET due_at = least(due_at, now() + interval '6 hours')
  FROM failed WHERE name = dataset AND due_at IS NOT NULL AND NOT dry_run AND files IS NULL`;

/**
 * The holder of the lock knows that nobody else imports: an import that appears to be running was left by an ended process. It keeps that
 * state until it is taken again, because another download of its data set may be waiting, and only one may wait.
 */
export async function endInterrupted(database: Database): Promise<void> {
  await database.rows(
    sql`UPDATE registry.version SET ended_at = now(), step = NULL WHERE ended_at IS NULL AND state IN ('refused', 'unchanged')`,
  );
  await database.rows(
    sql`WITH failed AS (
          UPDATE registry.version SET state = 'failed', step = NULL, ended_at = now(), failure = 'interrupted each time'
          WHERE ${isUnderWay} AND ended_at IS NULL AND attempts >= $1 RETURNING dataset, dry_run, files)
        ${askAgainSoon}`,
    [mostAttempts],
  );
}

/** Interrupted imports are older than all waiting ones. */
export async function beginAttempt(database: Database): Promise<Asked | undefined> {
  const [version] = await database.rows<Asked>(
    sql`UPDATE registry.version SET state = 'downloading', step = NULL, started_at = now(), attempts = attempts + 1, lines = 0, rows = 0, bytes_read = 0
        WHERE id = (SELECT min(id) FROM registry.version WHERE ended_at IS NULL AND (state = 'waiting' OR ${isUnderWay}))
        RETURNING id, dataset, requested_by, files, given_day, manifest, dry_run, accept_reason, attempts`,
  );
  return version;
}

/**
 * If a page names many files, those that this parser never tried or that have changed follow one after another, until none is left. A dry
 * run or a failed import does not count as a try. An address that was tried within the last day is not followed by another: its server may
 * send other bytes each time. After an acceptance the other files are still to be checked.
 */
export async function askForNext(database: Database, { id }: Asked): Promise<void> {
  await database.rows(
    sql`INSERT INTO registry.version AS version (dataset, state, requested_by)
        SELECT dataset, 'waiting', requested_by FROM registry.version WHERE id = $1 AND files IS NULL AND address IS NOT NULL AND NOT ${wasRetired}
          AND (accept_reason IS NOT NULL OR NOT EXISTS (SELECT FROM registry.version AS earlier
            WHERE earlier.dataset = version.dataset AND earlier.address = version.address AND earlier.parser = version.parser
              AND earlier.id < version.id AND NOT earlier.dry_run AND earlier.state <> 'failed' AND earlier.ended_at > now() - interval '1 day'))
        ${joinWaiting}`,
    [id],
  );
}

/** An attempt that a shutdown interrupts does not count. */
export async function giveBackAttempt(database: Database, { id, attempts }: Asked): Promise<void> {
  await database.rows(
    sql`UPDATE registry.version SET step = NULL, attempts = attempts - 1
        WHERE id = $1 AND attempts = $2 AND ${isUnderWay}`,
    [id, attempts],
  );
}

export async function endAttempt(database: Database, { id, attempts }: Asked): Promise<void> {
  await database.rows(sql`UPDATE registry.version SET ended_at = coalesce(ended_at, now()), step = NULL WHERE id = $1 AND attempts = $2`, [
    id,
    attempts,
  ]);
}

export async function failAttempt(database: Database, { id, attempts }: Asked, error: unknown): Promise<void> {
  const isFull = error instanceof StatementError && error.sqlState === diskFull;
  const failure = isFull ? 'the disk of the database is full' : (error as Error).message.slice(0, 300);
  await database.rows(
    sql`WITH failed AS (
          UPDATE registry.version SET state = 'failed', step = NULL, ended_at = now(), failure = $3
          WHERE id = $1 AND attempts = $2 AND ${isUnderWay} RETURNING dataset, dry_run, files)
        ${askAgainSoon}`,
    [id, attempts, failure],
  );
}
