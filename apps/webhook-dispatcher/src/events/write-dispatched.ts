import type { ApiVersion } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { receiverJson, signedBy, type ReceiverRow } from '../configurations/configuration-row.js';
import { attemptLeaseMs, type Claimed } from '../deliveries/claims.js';
import { freeSlots } from '../deliveries/slots.js';
import { bodiesIn, bodyPlaces, packBodies, renderBodies, writeBodies, type Bodies } from './bodies.js';
import type { VisibleProfile } from './read-profiles.js';
import { described, inOrder, origin, verdicts, type Trigger, type Verdict, type WriteSettings, type Written } from './trigger.js';

interface Started {
  triggerId: string;
  configurationId: string;
  deliveryId: string;
  version: ApiVersion;
}

/** Each receiver comes once, whatever the number of its first attempts. */
interface Dispatched {
  verdicts: Verdict[];
  started: Started[];
  receivers: ReceiverRow[];
}

/**
 * The deliveries are due at once. Those for which this replica ($4) and the receiver have free slots get their first attempt. If another
 * event still waits for the same document, that one goes first and this one is not written.
 */
const insertDispatched = sql`
  WITH given AS (SELECT * FROM unnest($1::json[]) AS one, ${described(sql`"loadState" text, ${bodyPlaces}`)}),
  event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, trace_parent, actor, idempotency_key, state,
      request_id, deadline_at, load_state, dispatched_at)
    SELECT "triggerId", "corporationId", "docType", "taxId", 'trigger', mode, "correlationId", "traceParent", ${origin}, 'DISPATCHED', "requestId", now(),
      "loadState", now()
    FROM given WHERE has_receivers AND NOT EXISTS (
      SELECT FROM webhooks.event WHERE corporation_id = "corporationId" AND tax_id = "taxId" AND state = 'LOADING_PROFILE'
      -- Keeps the planner from a join that might read every waiting event.
      OFFSET 0) ${inOrder}
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  receiver AS MATERIALIZED (
    SELECT configuration.*, ${freeSlots(sql`$3`, sql`now()`)} AS slots FROM webhooks.configuration
    WHERE corporation_id IN (SELECT corporation_id FROM event) AND active_place IS NOT NULL),
  owed AS (
    SELECT trigger_id, id, corporation_id, payload_version, active_place,
      row_number() OVER (PARTITION BY id ORDER BY trigger_id) <= slots AND row_number() OVER (ORDER BY trigger_id, active_place) <= $4 AS starts
    FROM event JOIN receiver USING (corporation_id)),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at, attempts, leased_until)
    SELECT trigger_id, id, corporation_id, payload_version, now(), starts::integer,
      CASE WHEN starts THEN clock_timestamp() + $5 * interval '1 ms' END
    FROM owed ORDER BY trigger_id, active_place RETURNING id, trigger_id, configuration_id, payload_version AS version, attempts),
  attempt AS (
    INSERT INTO webhooks.attempt (delivery_id, number, is_manual, url, signed_by)
    SELECT delivery.id, attempts, false, url, ${signedBy} FROM delivery JOIN receiver ON receiver.id = configuration_id WHERE attempts = 1),
  payload AS (${writeBodies(sql`(SELECT "triggerId", ${bodiesIn(sql`$2::bytea`)} FROM given)`, 'delivery')}),
  started AS (SELECT * FROM delivery WHERE attempts = 1),
  verdict AS (${verdicts})
  SELECT
    (SELECT json_agg(json_build_object('triggerId', "triggerId", 'hasReceivers', has_receivers, 'isNew', is_new)) FROM verdict) AS verdicts,
    (SELECT coalesce(json_agg(json_build_object(
       'triggerId', trigger_id, 'configurationId', configuration_id, 'deliveryId', id, 'version', version)), '[]') FROM started) AS started,
    (SELECT coalesce(json_agg(json_build_object(${receiverJson})), '[]')
     FROM receiver AS configuration WHERE id IN (SELECT configuration_id FROM started)) AS receivers`;

/** Events of active profiles. The transaction must hold the advisory lock on slots. */
export function writeDispatched(
  tx: Transaction,
  found: { trigger: Trigger; profile: VisibleProfile }[],
  settings: WriteSettings,
  slots: number,
): () => Written[] {
  if (found.length === 0) return () => [];
  const rendered = new Map(found.map(({ trigger, profile }) => [trigger.triggerId, { trigger, bodies: renderBodies(trigger, profile) }]));
  const { bytes, places } = packBodies([...rendered.values()].map((one) => one.bodies));
  const texts = found.map(({ trigger, profile: { loadState } }, i) => JSON.stringify({ ...trigger, loadState, ...places[i] }));
  const dispatched = tx.sendFor<Dispatched>(insertDispatched, [
    texts,
    bytes,
    settings.attemptsPerReceiver,
    slots,
    attemptLeaseMs(settings),
  ]);
  return () => {
    const [{ verdicts: told, started, receivers }] = dispatched() as [Dispatched];
    const receiverOf = new Map(receivers.map((receiver) => [receiver.id, receiver]));
    const attempts = started.map((one) => firstAttempt(one, receiverOf.get(one.configurationId)!, rendered.get(one.triggerId)!));
    return told.map((verdict) => ({
      ...verdict,
      loading: false,
      started: attempts.filter(({ triggerId }) => triggerId === verdict.triggerId),
    }));
  };
}

function firstAttempt(
  { deliveryId, version }: Started,
  receiver: ReceiverRow,
  { trigger: { triggerId, correlationId, traceParent }, bodies }: { trigger: Trigger; bodies: Bodies },
): Claimed {
  const text = bodies[version];
  return {
    ...receiver,
    deliveryId,
    triggerId,
    correlationId,
    traceParent,
    attempt: 1,
    text,
    isManual: false,
    isTest: false,
    failuresBefore: 0,
  };
}
