import { sql } from '@vigia/database';
import { receiverJson } from '../configurations/configuration-row.js';
import { freePlaces } from '../deliveries/free-places.js';

const receives = sql`type = $2 AND active_place IS NOT NULL`;

/** The events that are to be written, one JSON each in the first parameter, and whether anybody receives them. */
const described = (more: string) => sql`
  json_to_record(one) AS event ("triggerId" text, "corporationId" uuid, "docType" text, "taxId" text, mode text, "correlationId" text,
    "requestId" uuid, origin json, ${more})
  CROSS JOIN LATERAL (SELECT EXISTS (
    SELECT FROM webhooks.configuration WHERE corporation_id = "corporationId" AND ${receives}) AS has_receivers) AS receivers`;
const origin = sql`origin->>'actor', origin->>'idempotencyKey'`;
/** In one order, so that two who write at the same time never wait for each other. */
const inOrder = sql`ORDER BY "corporationId", "taxId", "triggerId"`;
const verdicts = sql`SELECT "triggerId", has_receivers, EXISTS (SELECT FROM event WHERE trigger_id = "triggerId") AS is_new FROM given`;

/** The index on waiting events lets one of those in that come at the same time; the others wait for it and are not written. */
export const insertWaiting = sql`
  WITH given AS (SELECT * FROM unnest($1::json[]) AS one, ${described(sql`"startsLoad" boolean`)}),
  event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, actor, idempotency_key, state,
      request_id, start_due_at, deadline_at)
    SELECT "triggerId", "corporationId", "docType", "taxId", 'trigger', mode, "correlationId", ${origin}, 'LOADING_PROFILE', "requestId",
      CASE WHEN "startsLoad" THEN now() END, now() + $3 * interval '1 ms'
    FROM given WHERE has_receivers ${inOrder}
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id)
    SELECT trigger_id, id, corporation_id FROM event JOIN webhooks.configuration USING (corporation_id)
    WHERE ${receives} ORDER BY trigger_id, active_place)
  ${verdicts}`;

/** Of both versions that were rendered those that somebody is owed. */
const writtenBodies = (rendered: string, owed: string) => sql`
  INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
  SELECT trigger_id, version, body, sha256(body)
  FROM (SELECT DISTINCT trigger_id, version FROM ${owed}) AS owed JOIN ${rendered} AS rendered ("triggerId", v1, v2) ON "triggerId" = trigger_id
    CROSS JOIN LATERAL convert_to(CASE version WHEN 'v1' THEN v1 ELSE v2 END, 'UTF8') AS body`;

/**
 * Of profiles that are active. Their deliveries are due at once, and those that whoever writes them and their receivers have places for
 * come with their first attempt; an event that still waits for the same document goes first.
 */
export const insertDispatched = sql`
  WITH given AS (SELECT * FROM unnest($1::json[], $3::text[], $4::text[]) AS rendered (one, v1, v2), ${described(sql`"loadState" text`)}),
  event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, actor, idempotency_key, state,
      request_id, deadline_at, load_state, dispatched_at)
    SELECT "triggerId", "corporationId", "docType", "taxId", 'trigger', mode, "correlationId", ${origin}, 'DISPATCHED', "requestId", now(),
      "loadState", now()
    FROM given WHERE has_receivers AND NOT EXISTS (
      SELECT FROM webhooks.event WHERE corporation_id = "corporationId" AND tax_id = "taxId" AND state = 'LOADING_PROFILE'
      -- Keeps it from becoming a join, for which everything that waits might be read.
      OFFSET 0) ${inOrder}
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  receiver AS MATERIALIZED (
    SELECT configuration.*, ${freePlaces(sql`$5`)} AS places FROM webhooks.configuration
    WHERE corporation_id IN (SELECT corporation_id FROM event) AND ${receives}),
  owed AS (
    SELECT trigger_id, id, corporation_id, payload_version, active_place,
      row_number() OVER (PARTITION BY id ORDER BY trigger_id) <= places AND row_number() OVER (ORDER BY trigger_id, active_place) <= $6 AS starts
    FROM event JOIN receiver USING (corporation_id)),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at, attempts, leased_until)
    SELECT trigger_id, id, corporation_id, payload_version, now(), starts::integer,
      CASE WHEN starts THEN clock_timestamp() + $7 * interval '1 ms' END
    FROM owed ORDER BY trigger_id, active_place RETURNING id, trigger_id, configuration_id, payload_version AS version, attempts),
  attempt AS (
    INSERT INTO webhooks.attempt (delivery_id, number, is_manual) SELECT id, attempts, false FROM delivery WHERE attempts = 1),
  payload AS (${writtenBodies(sql`(SELECT "triggerId", v1, v2 FROM given)`, 'delivery')}),
  verdict AS (${verdicts})
  SELECT verdict.*, ARRAY(
    SELECT json_build_object(${receiverJson}, 'deliveryId', delivery.id, 'version', version)
    FROM delivery JOIN receiver AS configuration ON configuration.id = configuration_id
    WHERE trigger_id = "triggerId" AND attempts = 1) AS started
  FROM verdict`;

/**
 * Whoever finds the event still waiting ends its waiting, and everybody who comes later changes nothing: the bodies that are wanted
 * are written once, and its deliveries are due. A configuration that was switched off since the trigger is skipped, and that can be seen.
 */
export const dispatchWaiting = sql`
  WITH told AS (
    UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now(), start_due_at = NULL, load_state = $2
    WHERE trigger_id = $1 AND dispatched_at IS NULL RETURNING trigger_id),
  due AS (
    UPDATE webhooks.delivery SET payload_version = configuration.payload_version,
      state = CASE WHEN active_place IS NULL THEN 'SKIPPED_INACTIVE' ELSE 'PENDING' END,
      next_at = CASE WHEN active_place IS NOT NULL THEN now() END,
      closed_at = CASE WHEN active_place IS NULL THEN now() END
    FROM told, webhooks.configuration WHERE configuration.id = configuration_id AND delivery.trigger_id = told.trigger_id
    RETURNING delivery.trigger_id, configuration.payload_version AS version)
  ${writtenBodies(sql`(VALUES ($1, $3::text, $4::text))`, 'due')}`;
