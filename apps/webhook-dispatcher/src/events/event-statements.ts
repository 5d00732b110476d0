const receivers = `FROM event JOIN webhooks.configuration USING (corporation_id)
    WHERE type = $7 AND active_place IS NOT NULL ORDER BY active_place`;
const inserted = `SELECT EXISTS (SELECT FROM event) AS "isNew", EXISTS (SELECT FROM delivery) AS "hasReceivers"`;

/** The index on waiting events lets one of those in that come at the same time; the others wait for it and then find it. */
export const insertWaiting = `
  WITH event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, state, request_id, start_due_at,
      deadline_at)
    VALUES ($1, $2, $3, $4, 'trigger', $5, $6, 'LOADING_PROFILE', $8, CASE WHEN $9 THEN now() END, now() + $10 * interval '1 ms')
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id)
    SELECT trigger_id, id, corporation_id ${receivers} RETURNING 1)
  ${inserted}`;

const writtenBodies = (v1: string, v2: string, versions: string) => `
  INSERT INTO webhooks.payload (trigger_id, version, body, sha256)
  SELECT $1, version, body, sha256(body) FROM (VALUES ('v1', ${v1}::bytea), ('v2', ${v2}::bytea)) AS written (version, body)
  WHERE version IN (SELECT version FROM ${versions})`;

/** Of a profile that is active. Its deliveries are due at once; an event that still waits for the same document goes first. */
export const insertDispatched = `
  WITH event AS (
    INSERT INTO webhooks.event (trigger_id, corporation_id, doc_type, tax_id, purpose, mode, correlation_id, state, request_id, deadline_at,
      load_state, dispatched_at)
    SELECT $1, $2, $3, $4, 'trigger', $5, $6, 'DISPATCHED', $8, now(), $9, now()
    WHERE NOT EXISTS (SELECT FROM webhooks.event WHERE corporation_id = $2 AND tax_id = $4 AND state = 'LOADING_PROFILE')
    ON CONFLICT DO NOTHING RETURNING trigger_id, corporation_id),
  delivery AS (
    INSERT INTO webhooks.delivery (trigger_id, configuration_id, corporation_id, payload_version, next_at)
    SELECT trigger_id, id, corporation_id, payload_version, now() ${receivers} RETURNING payload_version AS version),
  payload AS (${writtenBodies('$10', '$11', 'delivery')})
  ${inserted}`;

/**
 * Whoever finds the event still waiting ends its waiting, and everybody who comes later changes nothing: the bodies that are wanted
 * are written once, and its deliveries are due. A configuration that was switched off since the trigger is skipped, and that can be seen.
 */
export const dispatchWaiting = `
  WITH told AS (
    UPDATE webhooks.event SET state = 'DISPATCHED', dispatched_at = now(), start_due_at = NULL, load_state = $2
    WHERE trigger_id = $1 AND dispatched_at IS NULL RETURNING trigger_id),
  due AS (
    UPDATE webhooks.delivery SET payload_version = configuration.payload_version,
      state = CASE WHEN active_place IS NULL THEN 'SKIPPED_INACTIVE' ELSE 'PENDING' END,
      next_at = CASE WHEN active_place IS NOT NULL THEN now() END,
      closed_at = CASE WHEN active_place IS NULL THEN now() END
    FROM told, webhooks.configuration WHERE configuration.id = configuration_id AND delivery.trigger_id = told.trigger_id
    RETURNING configuration.payload_version AS version)
  ${writtenBodies('$3', '$4', 'due')}`;
