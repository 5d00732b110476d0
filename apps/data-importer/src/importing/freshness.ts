import { sql, type Session, type Transaction } from '@vigia/database';
import { bySchedule } from './work.js';

/** For each file that a page names the version that came from it the last time; null where none did. */
export type Standing = (number | null)[];

/**
 * From when on a data set grows old. One that was never in force does so from the first time that the schedule asked for it, unless it is paused:
 * then nobody wants it yet.
 */
export const growsOldFrom = sql`coalesce(dataset.fresh_at, CASE WHEN dataset.paused_at IS NULL THEN (
  SELECT min(requested_at) FROM registry.version WHERE version.dataset = dataset.name AND requested_by = '${bySchedule}') END)`;

/**
 * What is published was seen just now to be what is in force. Where a page names the files, it has to be so of every one: one that was refused
 * or withdrawn is published all the same, and the data set grows old until somebody looks. It does so from its first version on.
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
