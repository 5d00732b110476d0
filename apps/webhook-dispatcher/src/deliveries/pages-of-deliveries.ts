import type { PayloadOf, WebhookDelivery } from '@vigia/contracts';
import { type Database, instantText, sql } from '@vigia/database';
import { few, newest, outcomes, within } from './log-pages.js';

type Wanted = PayloadOf<'deliveries.list'>;

/** A `WebhookDelivery`. */
export const deliveryJson = sql`json_build_object('deliveryId', delivery.id, 'position', delivery.position::text, 'triggerId', delivery.trigger_id,
  'configurationId', configuration_id, 'docType', event.doc_type, 'taxId', event.tax_id, 'isTest', event.purpose = 'test',
  'state', delivery.state, 'loadState', event.load_state, 'payloadVersion', delivery.payload_version, 'attempts', attempts,
  'url', (SELECT url FROM webhooks.attempt WHERE delivery_id = delivery.id AND number = attempts),
  'lastStatus', last_status, 'lastFailure', last_failure, 'nextAttemptAt', ${instantText('next_at')},
  'createdAt', ${instantText('delivery.created_at')}, 'closedAt', ${instantText('closed_at')})`;

/**
 * The filter is a SELECT of its own: otherwise the planner would believe that hardly a delivery matches, and read and sort all that could
 * match instead of following an index in the order of the page.
 */
const matches = sql`(SELECT ($2::uuid IS NULL OR configuration_id = $2) AND ($3::text IS NULL OR delivery.state = $3)
  AND ($6::text IS NULL OR last_failure = $6)
  AND ($7::boolean IS NULL OR (SELECT purpose = 'test' FROM webhooks.event WHERE event.trigger_id = delivery.trigger_id) = $7)
  AND ($8::text IS NULL OR CASE WHEN last_status IS NOT NULL THEN last_status / 100 = nullif($8, 'none')::integer
    WHEN last_failure IS NOT NULL THEN $8 = 'none' ELSE delivery.state = 'SUCCEEDED' AND $8 = '2' END)
  AND delivery.created_at >= coalesce($9, '-infinity'::timestamptz) AND delivery.created_at < coalesce($10, 'infinity'::timestamptz))`;

/** A page begins in its index where the page before it ended. */
const isOnPage = sql`delivery.position < coalesce($4, ${newest}) AND delivery.position > coalesce($5::bigint, 0)`;

type Way = 'ASC' | 'DESC';

/** By their own index: they are few, and the others need not be read for them. */
const troubled = (way: Way) => sql`SELECT * FROM webhooks.delivery
  WHERE corporation_id = $1 AND (delivery.state = 'FAILED' OR last_failure IS NOT NULL) AND ${isOnPage} AND ${matches} ORDER BY position ${way} LIMIT $11`;
/** By no other index: to find a few deliveries the planner would read the positions of all. */
const amongThese = (way: Way) => sql`SELECT * FROM webhooks.delivery
  WHERE trigger_id = ANY($12) AND corporation_id = $1
    AND ($4::bigint IS NULL OR position < $4) AND ($5::bigint IS NULL OR position > $5) AND ${matches} ORDER BY position ${way} LIMIT $11`;
/**
 * The deliveries to each receiver in each state are one list in the order of the log. A page is merged from the beginnings of these lists,
 * so that no receiver and no state is searched for in the whole log.
 */
const merged = (way: Way) => sql`SELECT listed.* FROM webhooks.configuration CROSS JOIN ${outcomes('$3::text')} CROSS JOIN LATERAL (
    SELECT * FROM webhooks.delivery
    WHERE configuration_id = configuration.id AND delivery.state = outcome AND ${within('$9::timestamptz', '$10::timestamptz')}
      AND ${isOnPage} AND ${matches} ORDER BY position ${way} LIMIT $11) AS listed
  WHERE configuration.corporation_id = $1 AND ($2::uuid IS NULL OR configuration.id = $2)`;

const isTrouble = ({ state, failure, httpClass = '2' }: Wanted) => state === 'FAILED' || failure !== undefined || httpClass !== '2';

/**
 * A page of the deliveries of a corporation, newest first. Its statements read little only under plans for all values of their parameters, which
 * these connections make: for given ones the planner may choose other indexes.
 */
export async function pageOfDeliveries(database: Database, wanted: Wanted): Promise<WebhookDelivery[]> {
  const { corporationId, configurationId, state, httpClass, failure, isTest, from, to, before, after, limit } = wanted;
  const way = after === undefined ? 'DESC' : 'ASC';
  const tests = isTest === true && !isTrouble(wanted) ? await fewTests(database, corporationId) : undefined;
  const rows = await database.rows<{ delivery: WebhookDelivery }>(
    sql`SELECT ${deliveryJson} AS delivery
     FROM (${tests ? amongThese(way) : isTrouble(wanted) ? troubled(way) : merged(way)}) AS delivery JOIN webhooks.event USING (trigger_id)
     ORDER BY delivery.position ${way} LIMIT $11`,
    [corporationId, configurationId, state, before, after, failure, isTest, httpClass, from, to, limit, ...(tests ? [tests] : [])],
  );
  const deliveries = rows.map(({ delivery }) => delivery);
  return after === undefined ? deliveries : deliveries.toReversed();
}

/** The triggers of all tests of a corporation; undefined if there are many. */
async function fewTests(database: Database, corporationId: string): Promise<string[] | undefined> {
  const tests = await database.rows<{ triggerId: string }>(
    sql`SELECT trigger_id FROM webhooks.event WHERE corporation_id = $1 AND purpose = 'test' LIMIT ${few} + 1`,
    [corporationId],
  );
  return tests.length > few ? undefined : tests.map(({ triggerId }) => triggerId);
}
