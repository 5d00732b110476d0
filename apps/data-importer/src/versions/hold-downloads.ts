import { sql, type Transaction } from '@vigia/database';
import { bySchedule } from '../importing/work.js';

/**
 * Pauses scheduled downloads, and ends the waiting one: it would bring what somebody has just withdrawn, or does not want now. A running
 * one finds the pause before its version comes into force. The ended download is due again, so that it runs once downloads are resumed and
 * not a cadence later. A data set that is already paused keeps its time and takes the new reason.
 */
export async function holdDownloads(tx: Transaction, dataset: string, reason: string): Promise<void> {
  await tx.rows(sql`UPDATE registry.dataset SET pause_reason = $2, paused_at = coalesce(paused_at, now()) WHERE name = $1`, [
    dataset,
    reason,
  ]);
  await tx.rows(
    sql`WITH ended AS (
          UPDATE registry.version SET state = 'failed', ended_at = now(), failure = 'paused before it began'
          WHERE dataset = $1 AND state = 'waiting' AND files IS NULL AND requested_by = '${bySchedule}' RETURNING dataset)
        UPDATE registry.dataset SET due_at = least(due_at, now()) FROM ended WHERE name = dataset`,
    [dataset],
  );
}
