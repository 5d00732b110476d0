import type { Document } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { envelopeText } from '../domain/envelope.js';
import type { ToldProfile } from './read-profile.js';

export interface WaitingEvent extends Document {
  triggerId: string;
  corporationId: string;
}

/**
 * Whoever finds the event still waiting ends its waiting, and everybody who comes later changes nothing: the bodies that are wanted
 * are written once, and its deliveries are due. A configuration that was switched off since the trigger is skipped, and that can be seen.
 */
const dispatch = `
  WITH told AS (
    UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now(), start_due_at = NULL, load_state = $2
    WHERE trigger_id = $1 AND state = 'LOADING_PROFILE' RETURNING trigger_id),
  due AS (
    UPDATE webhooks.delivery SET payload_version = configuration.payload_version,
      state = CASE WHEN active_place IS NULL THEN 'SKIPPED_INACTIVE' ELSE 'PENDING' END,
      next_at = CASE WHEN active_place IS NOT NULL THEN now() END,
      closed_at = CASE WHEN active_place IS NULL THEN now() END
    FROM told, webhooks.configuration WHERE configuration.id = configuration_id AND delivery.trigger_id = told.trigger_id
    RETURNING configuration.payload_version AS version)
  INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
  SELECT $1, version, body, sha256(body) FROM (VALUES ('v1', $3::bytea), ('v2', $4::bytea)) AS written (version, body)
  WHERE version IN (SELECT version FROM due)`;

export function dispatchEvent(tx: Transaction, { triggerId, taxId }: WaitingEvent, { views, loadState, openSources }: ToldProfile): void {
  const [v1, v2] = (['v1', 'v2'] as const).map((version) =>
    Buffer.from(envelopeText(version, { triggerId, taxId, view: views[version], loadState, openSources })),
  );
  tx.send(dispatch, [triggerId, loadState, v1, v2]);
}
