import { sql, type Transaction } from '@vigia/database';

interface Retirement {
  dataset: string;
  by: string;
  reason: string;
  requestId: string;
}

/**
 * True of a version that was asked for before its data set was last retired. It neither comes into force nor counts as tried: after the
 * retirement a data set begins anew.
 */
export const wasRetired = sql`EXISTS (SELECT FROM registry.switch AS retirement
  WHERE retirement.dataset = version.dataset AND retirement.to_version IS NULL AND retirement.switched_at > version.requested_at)`;

/**
 * Takes a data set out of force with all its versions, and ends the imports that wait: they were asked for before. An import under way finds
 * the retirement before its version comes into force. Returns the newest version that was in force; undefined if there was none. The caller
 * has locked the row of the data set.
 */
export async function retireVersions(tx: Transaction, { dataset, by, reason, requestId }: Retirement): Promise<number | undefined> {
  const ended = await tx.rows<{ version: number }>(sql`DELETE FROM registry.current WHERE dataset = $1 RETURNING version`, [dataset]);
  if (ended.length === 0) return undefined;
  const newest = Math.max(...ended.map(({ version }) => version));
  await tx.rows(
    sql`INSERT INTO registry.switch (dataset, part, from_version, to_version, is_rollback, switched_by, reason, request_id, switched_at)
        SELECT dataset, part, id, NULL, false, $2, $3, $4, clock_timestamp() FROM registry.version WHERE id = $1`,
    [newest, by, reason, requestId],
  );
  await tx.rows(sql`UPDATE registry.version SET state = 'pruned' WHERE dataset = $1 AND state IN ('current', 'superseded')`, [dataset]);
  await tx.rows(
    sql`UPDATE registry.version SET state = 'failed', ended_at = now(), failure = 'its data set was retired before it began'
        WHERE dataset = $1 AND state = 'waiting'`,
    [dataset],
  );
  // Once it is resumed, it is downloaded at once.
  await tx.rows(
    sql`UPDATE registry.dataset SET fresh_at = NULL, due_at = CASE WHEN due_at > now() THEN now() ELSE due_at END WHERE name = $1`,
    [dataset],
  );
  return newest;
}
