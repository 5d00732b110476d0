import { sql, type Session, type Transaction } from '@vigia/database';
import { bySchedule } from './work.js';

/** For each file that a page names, the version that last came from it; null if there is none. */
export type Standing = (number | null)[];

/**
 * The time from which the age of a data set counts. If it was never in force, this is the first time when the schedule asked for it. While
 * such a data set is paused it has no age, because nobody wants it yet.
 */
export const growsOldFrom = sql`coalesce(dataset.fresh_at, CASE WHEN dataset.paused_at IS NULL THEN (
  SELECT min(requested_at) FROM registry.version WHERE version.dataset = dataset.name AND requested_by = '${bySchedule}') END)`;

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
