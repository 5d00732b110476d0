import { sql, type DatasetRow, type Session, type Transaction } from '@vigia/database';
import { wasRetired } from './retire.js';

interface Switch {
  dataset: string;
  part: string;
  from: number | null;
  to: number;
  by: string;
  reason?: string;
  requestId?: string;
  /** A download by the schedule is dropped if somebody pauses, rolls back or retires meanwhile. */
  isScheduled?: boolean;
}

/** Another version or none is in force since this one was compared, or it is no longer wanted. */
class OvertakenError extends Error {}

/**
 * Puts a version in force from now on, not from the start of its transaction. Later readers read this version; those that had begun before
 * read the previous one.
 */
export async function switchTo(
  on: Pick<Session | Transaction, 'rows'>,
  { dataset, part, from, to, by, reason, requestId, isScheduled }: Switch,
): Promise<void> {
  const [row] = await on.rows<Pick<DatasetRow, 'pausedAt'>>(sql`SELECT paused_at FROM registry.dataset WHERE name = $1 FOR UPDATE`, [
    dataset,
  ]);
  if (isScheduled && row?.pausedAt) throw new OvertakenError(`${dataset} is paused by now`);
  const switched = await on.rows(
    sql`INSERT INTO registry.current AS current (dataset, part, version)
        SELECT dataset, $1, id FROM registry.version WHERE id = $2 AND NOT ${wasRetired}
        ON CONFLICT (dataset, part) DO UPDATE SET version = excluded.version WHERE current.version = $3 RETURNING dataset`,
    [part, to, from],
  );
  if (switched.length === 0) throw new OvertakenError(`${dataset} has another version in force by now, or was retired`);
  await on.rows(sql`UPDATE registry.version SET state = 'superseded' WHERE id = $1`, [from]);
  await on.rows(
    sql`UPDATE registry.version SET state = 'current', step = NULL, switched_at = clock_timestamp(), ended_at = coalesce(ended_at, clock_timestamp()) WHERE id = $1`,
    [to],
  );
  await on.rows(
    sql`INSERT INTO registry.switch (dataset, part, from_version, to_version, is_rollback, switched_by, reason, request_id, switched_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp())`,
    [dataset, part, from, to, reason !== undefined, by, reason ?? null, requestId ?? null],
  );
}
