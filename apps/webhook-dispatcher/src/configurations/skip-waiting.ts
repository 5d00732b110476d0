import { sql, type Database, type Transaction } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import type { SecretOwner } from '../secrets/vault.js';

/** Limits the duration of a switch, however many deliveries wait. */
const batch = 2_000;

/** Does not wait for a row that a claim, a lease or an outcome has locked: its owner decides, or the next round. */
const lockWaiting = sql`
  SELECT delivery.id FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
  WHERE configuration_id = $1 AND delivery.state = 'PENDING' AND next_at IS NOT NULL AND purpose = 'trigger'
    AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'IN_FLIGHT')
  ORDER BY next_at LIMIT ${batch} FOR UPDATE OF delivery SKIP LOCKED`;

/**
 * A delivery that waits only for a resend keeps its end: it has succeeded if its latest attempt has, and otherwise it is what it was before.
 * One that had failed can be recovered when the configuration is active again.
 */
export const skips = sql`
  SET state = coalesce(CASE WHEN last_status IS NOT NULL AND last_failure IS NULL THEN 'SUCCEEDED' END, state_before_resend, 'SKIPPED_INACTIVE'),
    next_at = NULL, leased_until = NULL, closed_at = now()`;

/** Only a new statement sees an attempt that a claim began before the row was locked. */
const skipLocked = sql`
  UPDATE webhooks.delivery ${skips}
  WHERE id = ANY($1) AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'IN_FLIGHT')
  RETURNING id`;

/**
 * Skips the deliveries that wait for a switched-off configuration; a running attempt still ends. Returns true if more may wait. They can be
 * skipped later, because no job of an inactive configuration is claimed.
 */
export async function skipWaiting(tx: Transaction, logger: Logger, { id: configurationId, corporationId }: SecretOwner): Promise<boolean> {
  const locked = await tx.rows<{ id: string }>(lockWaiting, [configurationId]);
  if (locked.length === 0) return false;
  const skipped = (await tx.rows<{ id: string }>(skipLocked, [locked.map(({ id }) => id)])).length;
  if (skipped > 0) tx.afterCommit(() => logger.info({ configurationId, corporationId, skipped }, 'waiting deliveries skipped'));
  return locked.length === batch;
}

/** The lock prevents that it is switched on: deliveries to an active configuration must be made. */
const lockSwitchedOff = sql`
  SELECT id, corporation_id FROM webhooks.configuration WHERE id = $1 AND active_place IS NULL FOR NO KEY UPDATE SKIP LOCKED`;

/** Skips the deliveries that a switch has left. */
export async function skipLeft(database: Database, logger: Logger): Promise<boolean> {
  const switchedOff = await database.rows<{ id: string }>(
    sql`SELECT configuration.id FROM webhooks.configuration CROSS JOIN LATERAL (
       SELECT FROM webhooks.delivery WHERE configuration_id = configuration.id AND state = 'PENDING' AND next_at IS NOT NULL LIMIT 1) AS waiting
     WHERE active_place IS NULL`,
  );
  let isMore = false;
  for (const { id } of switchedOff) {
    const isLeft = await database.transaction(async (tx) => {
      const [owner] = await tx.rows<SecretOwner>(lockSwitchedOff, [id]);
      return owner !== undefined && skipWaiting(tx, logger, owner);
    });
    isMore ||= isLeft;
  }
  return isMore;
}
