import { sql, type Session, type Transaction } from '@vigia/database';
import { wasRetired } from './retire.js';
import { bySchedule } from './work.js';

/** For each file that a page names, the version that last came from it; null if there is none, or if the import did not ask for the file. */
export type Standing = (number | null)[];

/**
 * The time from which the age of a data set counts. If it was never in force, or was retired since, this is the first time when the schedule
 * asked for it. A data set that is not in force has no age while it is paused, or if operators bring it: nobody wants it. One in force still
 * answers while it is paused, as after a rollback, and so grows old; but a pause of one that operators bring says that they bring it no more.
 */
export const growsOldFrom = sql`CASE
  WHEN (dataset.cadence <> 'by_hand')::int + (dataset.paused_at IS NULL)::int
    + EXISTS (SELECT FROM registry.current WHERE current.dataset = dataset.name)::int >= 2
  THEN coalesce(dataset.fresh_at, (SELECT min(requested_at) FROM registry.version
    WHERE version.dataset = dataset.name AND requested_by = '${bySchedule}' AND NOT ${wasRetired})) END`;

/**
 * The files that are published as far as an import of given files can know, and were refused or withdrawn since the data set was last fresh.
 * At that time every file of the page was in force.
 */
export async function keptOut(session: Session, dataset: string): Promise<Standing> {
  const rows = await session.rows<{ id: number }>(
    sql`SELECT id FROM (
          SELECT DISTINCT ON (address) id, state, ended_at FROM registry.version
          WHERE dataset = $1 AND address IS NOT NULL AND NOT dry_run AND ended_at IS NOT NULL AND state <> 'failed'
          ORDER BY address, id DESC) AS latest
        CROSS JOIN (SELECT coalesce(fresh_at, '-infinity') AS fresh_at FROM registry.dataset WHERE name = $1) AS dataset
        WHERE state = 'refused' AND ended_at > fresh_at
          OR EXISTS (SELECT FROM registry.switch WHERE from_version = latest.id AND is_rollback AND switched_at > fresh_at)`,
    [dataset],
  );
  return rows.map(({ id }) => id);
}

/**
 * The published data was just found to be the data in force. If a page names several files, this must hold for every one: a refused or
 * withdrawn file is still published, so the data set ages until somebody checks. It ages from its first version on.
 */
export async function noteFresh(on: Pick<Session | Transaction, 'rows'>, dataset: string, standing: Standing = []): Promise<void> {
  await on.rows(
    sql`UPDATE registry.dataset SET fresh_at = clock_timestamp() WHERE name = $1 AND (
          fresh_at IS NULL AND EXISTS (SELECT FROM registry.current WHERE current.dataset = name)
          OR NOT EXISTS (
            SELECT FROM unnest($2::int[]) AS standing (version) WHERE NOT EXISTS (
              SELECT FROM registry.version AS tried
                JOIN registry.current ON current.dataset = tried.dataset AND current.part = tried.part
                JOIN registry.version AS held ON held.id = current.version
              WHERE tried.id = standing.version AND tried.state <> 'refused'
                AND (held.sha256 = tried.sha256 OR held.content_hash = tried.content_hash))))`,
    [dataset, standing],
  );
}
