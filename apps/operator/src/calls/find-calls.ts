import { sql, type Database } from '@vigia/database';

/** The clock of a client and that of its complaint are rarely exact. */
const windowMs = 3_600_000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** How tables of months and charges show a request. */
const beginning = /^[0-9a-f]{8}$/;
const trigger = /^trg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

interface Found {
  requestId: string;
}

/**
 * The calls that an id is about, by their requestId. The id of a trigger is made from it. Correlation ids have no index, which every load would have
 * to write: they are looked for among the calls of an hour before and after the given moment.
 */
export async function findCalls(database: Database, id: string, at: Date): Promise<string[]> {
  if (trigger.test(id)) return [id.replace(trigger, '$1-$2-$3-$4-$5')];
  const byKey = await callsByKey(database, id);
  const [from, to] = [new Date(at.getTime() - windowMs), new Date(at.getTime() + windowMs)];
  const found = byKey.length > 0 ? byKey : await database.rows<Found>(byCorrelation, [id, from, to]);
  return found.map(({ requestId }) => requestId);
}

async function callsByKey(database: Database, id: string): Promise<Found[]> {
  if (beginning.test(id))
    return database.rows<Found>(byBeginning, [`${id}-0000-0000-0000-000000000000`, `${id}-ffff-ffff-ffff-ffffffffffff`]);
  return uuid.test(id) ? database.rows<Found>(byId, [id, triggerIdOf(id)]) : [];
}

export const triggerIdOf = (requestId: string) => `trg_${requestId.replaceAll('-', '')}`;

/** A request, what it did to months, a trigger of an active profile, a load that several requests may have waited for, a delivery. */
const byId = sql`
  SELECT id AS request_id FROM profiles.load_request WHERE id = $1
  UNION SELECT id FROM billing.quota_command WHERE id = $1
  UNION SELECT request_id FROM webhooks.event WHERE trigger_id = $2
  UNION SELECT request_id FROM profiles.load_item WHERE load_id = $1
  UNION SELECT request_id FROM webhooks.delivery JOIN webhooks.event USING (trigger_id) WHERE delivery.id = $1`;

const byBeginning = sql`
  SELECT id AS request_id FROM profiles.load_request WHERE id BETWEEN $1 AND $2
  UNION SELECT id FROM billing.quota_command WHERE id BETWEEN $1 AND $2`;

/** By corporation and by receiver, whose calls have indexes by time. A trigger of an active profile writes no request, but deliveries. */
const byCorrelation = sql`
  SELECT request_id FROM identity.corporation CROSS JOIN LATERAL (
    SELECT id AS request_id, correlation_id FROM profiles.load_request
    WHERE corporation_id = corporation.id AND created_at BETWEEN $2 AND $3 OFFSET 0) AS request
  WHERE correlation_id = $1
  UNION
  SELECT request_id FROM webhooks.configuration CROSS JOIN LATERAL (
    SELECT trigger_id FROM webhooks.delivery
    WHERE configuration_id = configuration.id AND created_at BETWEEN $2 AND $3 OFFSET 0) AS delivery
    JOIN webhooks.event USING (trigger_id)
  WHERE correlation_id = $1`;
