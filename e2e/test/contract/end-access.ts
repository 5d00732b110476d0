import type { System } from '@vigia/testing';
import type { NewClient } from '../../src/clients/new-client.js';

/** Lets the time of an access be over, as if its last moment had been just now. */
export async function endAccess(system: System, client: NewClient, taxId: string): Promise<void> {
  const key = [client.corporationId, taxId];
  const [ended] = await system.database.query<{ expires_at: Date }>(
    `UPDATE billing.access SET expires_at = clock_timestamp() WHERE corporation_id = $1 AND tax_id = $2 AND state = 'active' RETURNING expires_at`,
    key,
  );
  if (!ended) throw new Error(`${taxId} is not active`);
  await system.database.query(
    `UPDATE billing.access_period SET ends_at = access.expires_at FROM billing.access
     WHERE access.corporation_id = $1 AND access.tax_id = $2 AND access_period.corporation_id = $1 AND access_period.tax_id = $2
       AND (access_period.ends_at IS NULL OR access_period.ends_at > access.expires_at)`,
    key,
  );
}
