import { VigiaError, webhookType } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

export const mostActive = 3;

/** One of the places for active configurations; the database lets nobody stand on one that is taken. */
export async function takePlace(tx: Transaction, corporationId: string): Promise<number> {
  // Whoever else activates one for the same corporation waits here, so that two do not choose the same place.
  await tx.rows(sql`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [`${webhookType}|${corporationId}`]);
  const [free] = await tx.rows<{ place: number }>(
    sql`SELECT place FROM generate_series(1, ${mostActive}) AS place
     WHERE place NOT IN (SELECT active_place FROM webhooks.configuration
                         WHERE corporation_id = $1 AND type = $2 AND active_place IS NOT NULL)
     ORDER BY place LIMIT 1`,
    [corporationId, webhookType],
  );
  if (!free) throw VigiaError.of('webhook_places_taken');
  return free.place;
}

/** What is still to be sent to a configuration is given up when it is switched off; what is being sent ends. */
export async function skipPending(tx: Transaction, configurationId: string): Promise<void> {
  await tx.rows(
    sql`UPDATE webhooks.delivery SET state = 'SKIPPED_INACTIVE', next_at = NULL, leased_until = NULL, closed_at = now()
     WHERE configuration_id = $1 AND state = 'PENDING' AND next_at IS NOT NULL
       AND NOT EXISTS (SELECT FROM webhooks.attempt WHERE delivery_id = delivery.id AND attempt.state = 'IN_FLIGHT')`,
    [configurationId],
  );
}
