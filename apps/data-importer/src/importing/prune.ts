import { sql, type Database, type Session } from '@vigia/database';
import type { DatasetKind } from '@vigia/contracts';
import type { Dataset } from '../datasets/dataset.js';
import { dropPartitions } from '../rows/partitions.js';
import { isPartitioned, tablesOf } from '../rows/tables.js';
import { wasRetired } from './retire.js';

/**
 * Marks the oldest versions for removal, beyond those that the data set keeps. A version is marked before its rows are deleted. So nobody
 * rolls back to a version that is being deleted, and a process that ends in between leaves work that another one finds.
 */
export async function markOldest(session: Session, { name, monthsInForce }: Pick<Dataset, 'name' | 'monthsInForce'>): Promise<number[]> {
  const ended = monthsInForce === undefined ? [] : await endOldParts(session, name, monthsInForce);
  const marked = await session.rows<{ id: number }>(
    sql`UPDATE registry.version SET state = 'pruned' WHERE id IN (
          SELECT id FROM (
            SELECT id, state, row_number() OVER (PARTITION BY part ORDER BY state = 'current' DESC, switched_at DESC) AS place
            FROM registry.version WHERE dataset = $1 AND state IN ('current', 'superseded')) AS kept
          WHERE state = 'superseded' AND place > (SELECT keep FROM registry.dataset WHERE name = $1))
          AND state = 'superseded'
        RETURNING id`,
    [name],
  );
  return [...ended, ...marked].map(({ id }) => id).toSorted((one, other) => one - other);
}

/**
 * Takes the old weeks or months of a data set out of force, with all their versions. They are counted from the newest that has begun: one of a
 * wrong day ahead ends none. Under the lock of the data set, because a rollback of one of them may be under way.
 */
function endOldParts(session: Session, dataset: string, monthsInForce: number): Promise<{ id: number }[]> {
  return session.rows<{ id: number }>(
    sql`WITH ended AS (
          DELETE FROM registry.current USING (SELECT name FROM registry.dataset WHERE name = $1 FOR UPDATE) AS locked
          WHERE dataset = locked.name AND part < (
            SELECT to_char(max(part)::date - $2 * interval '1 month', 'YYYY-MM-DD')
            FROM registry.current WHERE dataset = $1 AND part <= public.lima_today()::text)
          RETURNING part)
        UPDATE registry.version SET state = 'pruned'
        WHERE dataset = $1 AND part IN (SELECT part FROM ended) AND state IN ('current', 'superseded')
        RETURNING id`,
    [dataset, monthsInForce],
  );
}

/** Waits for readers of the rows to be deleted, but not as long as a dump of the database takes: imports wait too. */
const patience = '10s';

/** Deletes the rows of every marked version, its rejected lines, and what it changed about taxpayers. */
export async function clearMarked(session: Session): Promise<void> {
  const marked = await session.rows<{ id: number; kind: DatasetKind }>(
    sql`SELECT version.id, kind FROM registry.version JOIN registry.dataset ON dataset.name = dataset
        WHERE state = 'pruned' AND cleared_at IS NULL ORDER BY version.id`,
  );
  await session.execute(`SET lock_timeout = '${patience}'`);
  for (const { id, kind } of marked) {
    await dropRows(session, kind, id);
    await session.rows(sql`DELETE FROM registry.reject WHERE version = $1`, [id]);
    await session.rows(sql`UPDATE registry.version SET cleared_at = now() WHERE id = $1`, [id]);
  }
  await forgetChanges(session);
}

/**
 * This covers all pruned versions, because earlier releases left the changes of those that they cleared. The changes of a list stay until it is
 * retired: profiles may still have to be compared with them.
 */
async function forgetChanges(session: Session): Promise<void> {
  await session.rows(
    sql`DELETE FROM registry.change WHERE version = ANY(ARRAY(
          SELECT version.id FROM registry.version JOIN registry.dataset ON dataset.name = dataset
          WHERE state = 'pruned' AND (kind IN ('taxpayers', 'marks') OR ${wasRetired})))`,
  );
}

/** For as long, an operator can look at what kept a version out of force. */
const rejectsKept = "interval '30 days'";

/**
 * Deletes rejected lines of imports that never came into force. Those of a kept version stay with its rows. An array, because a join would
 * read all rejected lines.
 */
export async function forgetRejects(database: Database): Promise<void> {
  await database.rows(
    sql`DELETE FROM registry.reject WHERE version = ANY(ARRAY(
          SELECT id FROM registry.version
          WHERE rejected > 0 AND state NOT IN ('current', 'superseded') AND ended_at < now() - ${rejectsKept}))`,
  );
}

async function dropRows(session: Session, kind: DatasetKind, version: number): Promise<void> {
  if (isPartitioned(kind)) return dropPartitions(session, tablesOf[kind], version);
  await session.rows(sql`DELETE FROM registry.trade WHERE version = $1`, [version]);
  await session.rows(sql`DELETE FROM registry.trade_month WHERE version = $1`, [version]);
}
