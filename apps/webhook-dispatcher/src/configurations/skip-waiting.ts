import { sql, type Database, type Transaction } from '@vigia/database';

/** A switch takes no longer than these do, however many wait. */
const batch = 2_000;

/** Whom a claim, a lease or an outcome has locked is not waited for: who holds it decides, or the next round. */
const lockWaiting = sql`
  SELECT delivery.id FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
  WHERE configuration_id = $1 AND delivery.state = 'PENDING' AND next_at IS NOT NULL AND purpose = 'trigger'
    AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'IN_FLIGHT')
  ORDER BY next_at LIMIT ${batch} FOR UPDATE OF delivery SKIP LOCKED`;

export const skips = sql`SET state = 'SKIPPED_INACTIVE', next_at = NULL, leased_until = NULL, closed_at = now()`;

/** Only a new statement sees an attempt that a claim began before the row was locked. */
const skipLocked = sql`
  UPDATE webhooks.delivery ${skips}
  WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'IN_FLIGHT')`;

/**
 * Gives up what waits for a configuration that is switched off; an attempt under way still ends. True where more may wait: no job of a configuration that is
 * not active is claimed, so that can be given up later.
 */
export async function skipWaiting(tx: Transaction, configurationId: string): Promise<boolean> {
  const locked = await tx.rows<{ id: string }>(lockWaiting, [configurationId]);
  if (locked.length > 0) await tx.rows(skipLocked, [locked.map(({ id }) => id)]);
  return locked.length === batch;
}

/** Under the lock it is not switched on: what waits for one that is active again is owed. */
const lockSwitchedOff = sql`SELECT id FROM webhooks.configuration WHERE id = $1 AND active_place IS NULL FOR NO KEY UPDATE SKIP LOCKED`;

/** Gives up what a switch has left. */
export async function skipLeft(database: Database): Promise<boolean> {
  const switchedOff = await database.rows<{ id: string }>(
    sql`SELECT configuration.id FROM webhooks.configuration CROSS JOIN LATERAL (
       SELECT FROM webhooks.delivery WHERE configuration_id = configuration.id AND state = 'PENDING' AND next_at IS NOT NULL LIMIT 1) AS waiting
     WHERE active_place IS NULL`,
  );
  let isMore = false;
  for (const { id } of switchedOff) {
    const isLeft = await database.transaction(async (tx) => (await tx.rows(lockSwitchedOff, [id])).length > 0 && skipWaiting(tx, id));
    isMore ||= isLeft;
  }
  return isMore;
}
