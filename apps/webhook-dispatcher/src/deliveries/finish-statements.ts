import { sql } from '@vigia/database';
import { claiming, withoutWaitingForTheDisk } from './claim-statement.js';

/** Only the last attempt speaks for its delivery. A resend that was asked for meanwhile still takes place. */
const closing = sql`
  UPDATE webhooks.delivery SET leased_until = NULL,
    state = CASE WHEN resend_asked OR "delayMs" IS NOT NULL THEN 'PENDING' ELSE ended.state END,
    next_at = CASE WHEN resend_asked THEN now() ELSE now() + "delayMs" * interval '1 ms' END,
    closed_at = CASE WHEN resend_asked OR "delayMs" IS NOT NULL THEN NULL ELSE now() END
  FROM ended WHERE delivery.id = "deliveryId" AND attempts = attempt AND delivery.state = 'PENDING'`;

const nextOfEach = sql`
  SELECT next.id, next.attempts + 1
  FROM (SELECT "configurationId" AS id, attempt = 1 AS is_first, count(*) AS places FROM ended WHERE "goesOn" GROUP BY 1, 2) AS freed
  CROSS JOIN LATERAL (
    SELECT delivery.id, attempts FROM webhooks.delivery
    WHERE configuration_id = freed.id AND state = 'PENDING' AND next_at <= now() AND coalesce(leased_until <= now(), true)
      AND (attempts = 0) = is_first
    ORDER BY next_at LIMIT places FOR UPDATE SKIP LOCKED) AS next`;

/** Comes first: whoever edits a configuration locks it before its deliveries, and neither must wait for the other. */
export const countFailures = sql`
  UPDATE webhooks.configuration SET failures_in_row = CASE WHEN "startsAnew" THEN 0 ELSE failures_in_row END + failures,
    failing_since = CASE WHEN failures = 0 THEN NULL WHEN "startsAnew" THEN now() ELSE coalesce(failing_since, now()) END
  FROM unnest($1::json[]) AS one, json_to_record(one) AS counted ("configurationId" uuid, "startsAnew" boolean, failures integer)
  WHERE id = "configurationId" AND (failures > 0 OR failures_in_row > 0)`;

/** One statement, so that no place is free between an attempt and the one that takes its place. */
export const finishAttempts = sql`
  WITH ended AS (
    SELECT ended.* FROM ${withoutWaitingForTheDisk}, unnest($1::json[]) AS one, json_to_record(one) AS ended (
      "deliveryId" uuid, attempt integer, "configurationId" uuid, "goesOn" boolean, state text, "delayMs" double precision, failure text,
      detail text, status integer, "remoteAddress" text, "tokenMs" integer, "connectMs" integer, "firstByteMs" integer, "totalMs" integer,
      "requestHeaders" jsonb, "responseBody" text, "responseTruncated" boolean)),
  closed AS (${closing}),
  written AS (
    UPDATE webhooks.attempt SET state = ended.state, ended_at = clock_timestamp(), failure = ended.failure, detail = ended.detail,
      status = ended.status, remote_address = "remoteAddress", token_ms = "tokenMs", connect_ms = "connectMs",
      first_byte_ms = "firstByteMs", total_ms = "totalMs", request_headers = "requestHeaders",
      response_body = decode("responseBody", 'base64'), response_truncated = "responseTruncated"
    FROM ended WHERE delivery_id = "deliveryId" AND number = attempt),
  ${claiming({ given: nextOfEach, leaseMs: sql`$2` })}
  SELECT * FROM claimed`;

/** Due again at once. */
export const cutOffAttempt = sql`
  WITH ended ("deliveryId", attempt, state, "delayMs") AS (VALUES ($1::uuid, $2::integer, 'PENDING', 0)),
  closed AS (${closing})
  UPDATE webhooks.attempt SET state = 'INTERRUPTED', ended_at = clock_timestamp()
  WHERE delivery_id = $1 AND number = $2 AND state = 'IN_FLIGHT'`;

const givenBackMs = 5_000;

export const giveBackAttempt = sql`
  WITH given_back AS (DELETE FROM webhooks.attempt WHERE delivery_id = $1 AND number = $2 AND state = 'IN_FLIGHT' RETURNING is_manual)
  UPDATE webhooks.delivery SET attempts = attempts - 1, resend_asked = is_manual, leased_until = now() + ${givenBackMs} * interval '1 ms'
  FROM given_back WHERE id = $1 AND attempts = $2`;
