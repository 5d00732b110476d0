import { createHash } from 'node:crypto';
import type { ApiVersion, DocType } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { envelopeText } from '../domain/envelope.js';
import { readProfile } from './read-profile.js';

interface Ended {
  corporationId: string;
  docType: DocType;
  taxId: string;
}

/**
 * Whoever finds the event still waiting ends its waiting: the bodies are written once, as the profile stands now, and its
 * deliveries are due. Everybody who comes later changes nothing.
 */
export async function dispatchEvent(tx: Transaction, triggerId: string): Promise<boolean> {
  const [event] = await tx.query<Ended>(
    `UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now(), start_due_at = NULL
     WHERE trigger_id = $1 AND state = 'LOADING_PROFILE' RETURNING corporation_id AS "corporationId", doc_type AS "docType", tax_id AS "taxId"`,
    [triggerId],
  );
  if (!event) return false;
  const { views, loadState, openSources } = await readProfile(tx, event.corporationId, event);
  for (const version of await makeDue(tx, triggerId)) {
    const text = envelopeText(version, { triggerId, taxId: event.taxId, view: views[version], loadState, openSources });
    await keepPayload(tx, triggerId, version, Buffer.from(text));
  }
  await tx.query(`UPDATE webhooks.event SET load_state = $2 WHERE trigger_id = $1`, [triggerId, loadState]);
  return true;
}

/** Gives the versions that are wanted. A configuration that was switched off since the trigger is skipped, and that can be seen. */
async function makeDue(tx: Transaction, triggerId: string): Promise<ApiVersion[]> {
  const deliveries = await tx.query<{ version: ApiVersion }>(
    `UPDATE webhooks.delivery SET payload_version = configuration.payload_version,
       state = CASE WHEN active_place IS NULL THEN 'SKIPPED_INACTIVE' ELSE 'PENDING' END,
       next_at = CASE WHEN active_place IS NOT NULL THEN now() END,
       closed_at = CASE WHEN active_place IS NULL THEN now() END
     FROM webhooks.configuration WHERE configuration.id = configuration_id AND trigger_id = $1
     RETURNING configuration.payload_version AS version`,
    [triggerId],
  );
  return [...new Set(deliveries.map(({ version }) => version))];
}

export async function keepPayload(tx: Transaction, triggerId: string, version: ApiVersion, body: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(body).digest();
  await tx.query(`INSERT INTO webhooks.payload (trigger_id, version, body, sha256) VALUES ($1, $2, $3, $4)`, [
    triggerId,
    version,
    body,
    sha256,
  ]);
}
