import { sql, type Session, type Transaction } from '@vigia/database';

/** For each file that a page names the version that came from it the last time; null where none did. */
export type Standing = (number | null)[];

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
