import { sql, type Database, type Transaction } from '@vigia/database';
import { lockSlots } from '../deliveries/slots.js';
import { readProfiles, type VisibleProfile } from './read-profiles.js';
import { described, inOrder, origin, verdicts, type Trigger, type Verdict, type WriteSettings, type Written } from './trigger.js';
import { writeDispatched } from './write-dispatched.js';

/**
 * If several events wait for the same document at the same time, the index accepts one; the others wait for its commit and are not written.
 */
const insertWaiting = sql`
  WITH given AS (SELECT * FROM unnest($1::json[]) AS one, ${described(sql`"startsLoad" boolean`)}),
  event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, trace_parent, actor, idempotency_key, state,
      request_id, start_due_at, deadline_at)
    SELECT "triggerId", "corporationId", "docType", "taxId", 'trigger', mode, "correlationId", "traceParent", ${origin}, 'LOADING_PROFILE', "requestId",
      CASE WHEN "startsLoad" THEN now() END, now() + $2 * interval '1 ms'
    FROM given WHERE has_receivers ${inOrder}
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id)
    SELECT trigger_id, id, corporation_id FROM event JOIN webhooks.configuration USING (corporation_id)
    WHERE active_place IS NOT NULL ORDER BY trigger_id, active_place)
  ${verdicts}`;

/**
 * Writes all triggers in one transaction, each as if it were alone. No two may have the same id. `slots` is the number of first attempts
 * that this replica has room for.
 */
export async function writeEvents(database: Database, triggers: Trigger[], settings: WriteSettings, slots: number): Promise<Written[]> {
  const { waiting, dispatched } = await database.transaction(async (tx) => {
    const profiles = await readProfiles(tx, triggers);
    const found = triggers.map((trigger, i) => ({ trigger, profile: profiles[i]! }));
    const isReady = ({ profile: { isActive, requestId } }: (typeof found)[number]) => isActive && requestId === null;
    const [ready, unready] = [found.filter(isReady), found.filter((one) => !isReady(one))];
    // Before the first write: a transaction that waits for the advisory lock must hold no other lock.
    if (ready.length > 0) tx.send(lockSlots);
    return { waiting: writeWaiting(tx, unready, settings), dispatched: writeDispatched(tx, ready, settings, slots) };
  });
  return [...waiting(), ...dispatched()];
}

/** If the corporation is already loading the document, the event waits for that load and starts none. */
function writeWaiting(
  tx: Transaction,
  found: { trigger: Trigger; profile: VisibleProfile }[],
  { loadWaitMs }: WriteSettings,
): () => Written[] {
  if (found.length === 0) return () => [];
  const texts = found.map(({ trigger, profile }) => {
    const requestId = profile.requestId ?? trigger.requestId;
    return JSON.stringify({ ...trigger, requestId, startsLoad: requestId === trigger.requestId });
  });
  const waiting = tx.sendFor<Verdict>(insertWaiting, [texts, loadWaitMs]);
  return () => waiting().map((verdict) => ({ ...verdict, loading: true, started: [] }));
}
