import { sql, type Session } from '@vigia/database';
import type { DatasetKind } from '@vigia/contracts';
import { dropPartitions } from '../rows/partitions.js';
import { isPartitioned, tablesOf } from '../rows/tables.js';

/**
 * Takes away the rows of the oldest versions, so that as many as the data set keeps are left. A version is marked first: nobody goes back to
 * what is being taken away.
 */
export async function prune(session: Session, dataset: string, kind: DatasetKind): Promise<number[]> {
  const marked = await session.rows<{ id: number }>(
    sql`UPDATE registry.version SET state = 'pruned' WHERE id IN (
          SELECT id FROM (
            SELECT id, state, row_number() OVER (PARTITION BY part ORDER BY state = 'current' DESC, switched_at DESC) AS place
            FROM registry.version WHERE dataset = $1 AND state IN ('current', 'superseded')) AS kept
          WHERE state = 'superseded' AND place > (SELECT keep FROM registry.dataset WHERE name = $1))
          AND state = 'superseded'
        RETURNING id`,
    [dataset],
  );
  const ids = marked.map(({ id }) => id).toSorted((one, other) => one - other);
  for (const id of ids) await dropRows(session, kind, id);
  return ids;
}

async function dropRows(session: Session, kind: DatasetKind, version: number): Promise<void> {
  if (isPartitioned(kind)) return dropPartitions(session, tablesOf[kind], version);
  await session.rows(sql`DELETE FROM registry.trade WHERE version = $1`, [version]);
  await session.rows(sql`DELETE FROM registry.trade_month WHERE version = $1`, [version]);
}

/** What was marked by a process that did not come to the end of it. */
export async function pruneMarked(session: Session): Promise<void> {
  const marked = await session.rows<{ id: number; kind: DatasetKind }>(
    sql`SELECT version.id, kind FROM registry.version JOIN registry.dataset ON dataset.name = dataset
        WHERE state = 'pruned' AND ended_at IS NOT NULL AND EXISTS (
          SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relname LIKE '%\\_' || version.id
            AND relnamespace = 'registry'::regnamespace)`,
  );
  for (const { id, kind } of marked) await dropRows(session, kind, id);
}
