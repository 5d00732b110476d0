import type { PayloadOf, WebhookEvent } from '@vigia/contracts';
import { type Database, instantText, sql } from '@vigia/database';
import { few, historyIsKept, newest, outcomes, within } from './log-pages.js';
import { deliveryJson } from './pages-of-deliveries.js';

type Wanted = PayloadOf<'events.list'>;

const shown = sql`event.trigger_id, event.position, doc_type, tax_id, purpose = 'test' AS is_test, event.state,
  load_state, actor, ${instantText('event.created_at')} AS created_at, ${instantText('dispatched_at')} AS dispatched_at,
  (SELECT coalesce(json_agg(${deliveryJson} ORDER BY delivery.position), '[]') FROM webhooks.delivery
   WHERE delivery.trigger_id = event.trigger_id) AS deliveries,
  coalesce(dispatched_at > now() - ${historyIsKept}, true) AS deliveries_kept,
  (SELECT coalesce(json_agg(json_build_object('version', version, 'sha256', encode(sha256, 'hex')) ORDER BY version), '[]')
   FROM webhooks.payload WHERE payload.trigger_id = event.trigger_id) AS bodies`;

const eventMatches = sql`($2::text IS NULL OR tax_id = $2) AND ($5::text IS NULL OR event.state = $5)
  AND ($6::boolean IS NULL OR (purpose = 'test') = $6)
  AND event.created_at >= coalesce($7, '-infinity'::timestamptz) AND event.created_at < coalesce($8, 'infinity'::timestamptz)`;
const deliveryMatches = sql`($9::text IS NULL OR delivery.state = $9) AND ($10::uuid IS NULL OR configuration_id = $10)`;

/** A page begins in its index where the page before it ended. */
const isOnPage = sql`position < coalesce($3, ${newest}) AND position > coalesce($4::bigint, 0)`;
/** By no index: to find a few events the planner would read the keys of all events of the corporation, or the positions of all. */
const isAmongOwn = sql`corporation_id IS NOT DISTINCT FROM $1 AND ($3::bigint IS NULL OR position < $3) AND ($4::bigint IS NULL OR position > $4)`;

/** Positions are given in the order of instants except among transactions of the same moment, and none takes a minute. */
const atMost = sql`interval '1 minute'`;
/**
 * The position of the last event of a corporation before an instant, found by halves: no index has the instants of events, and each event would
 * pay for one.
 */
const lastBefore = (instant: string) => sql`(WITH RECURSIVE search (low, high) AS (
    SELECT 0::bigint, coalesce((SELECT max(seen.position) FROM webhooks.event AS seen WHERE seen.corporation_id = $1), 0)
    UNION ALL
    SELECT CASE WHEN next.created_at < ${instant} THEN next.position ELSE low END,
      CASE WHEN next.created_at < ${instant} THEN high ELSE (low + high) / 2 END
    FROM search LEFT JOIN LATERAL (
      SELECT seen.position, seen.created_at FROM webhooks.event AS seen
      WHERE seen.corporation_id = $1 AND seen.position > (low + high) / 2 AND seen.position <= high ORDER BY seen.position LIMIT 1) AS next ON true
    WHERE low < high)
  SELECT low FROM search WHERE low >= high)`;

/** A plan is made for all values of the parameters: what finds the rows of a page is a condition of its own. */
const found = {
  ofCorporation: sql`corporation_id = $1 AND ${isOnPage}`,
  /** Without their deliveries, which are forgotten earlier. */
  inTime: sql`corporation_id = $1 AND ${isOnPage}
    AND position > CASE WHEN $7::timestamptz IS NULL THEN 0 ELSE ${lastBefore(sql`$7::timestamptz - ${atMost}`)} END
    AND position <= CASE WHEN $8::timestamptz IS NULL THEN ${newest} ELSE ${lastBefore(sql`$8::timestamptz + ${atMost}`)} END`,
  ofDocument: sql`corporation_id = $1 AND tax_id = $2 AND ${isOnPage}`,
  one: sql`trigger_id = $12 AND ${isAmongOwn}`,
  amongThese: sql`trigger_id = ANY($12) AND ${isAmongOwn}`,
};

/** A page of the events of a corporation, newest first. */
export async function pageOfEvents(database: Database, wanted: Wanted): Promise<WebhookEvent[]> {
  const { corporationId, triggerId, taxId, state, health, configurationId, isTest, from, to, before, after, limit } = wanted;
  const values = [corporationId, taxId, before, after, state, isTest, from, to, health, configurationId, limit];
  const page = async (where: keyof typeof found, key: unknown[] = []) => {
    const rows = await database.rows<WebhookEvent>(
      sql`SELECT ${shown} FROM webhooks.event
       WHERE ${found[where]} AND ${eventMatches}
         AND ($9::text IS NULL AND $10::uuid IS NULL
           OR EXISTS (SELECT FROM webhooks.delivery WHERE delivery.trigger_id = event.trigger_id AND ${deliveryMatches}))
       ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $11`,
      [...values, ...key],
    );
    return after === undefined ? rows : rows.toReversed();
  };
  if (triggerId !== undefined) return page('one', [triggerId]);
  if (taxId !== undefined) return page('ofDocument');
  const these = state === 'LOADING_PROFILE' || isTest === true ? await fewEvents(database, wanted) : undefined;
  if (these) return page('amongThese', [these]);
  if (health === undefined && configurationId === undefined)
    return page(from === undefined && to === undefined ? 'ofCorporation' : 'inTime');
  return pageByDeliveries(database, values, after === undefined ? 'before' : 'after');
}

/** The triggers of all events of a corporation that wait for a load, or are tests; undefined if there are many. */
async function fewEvents(database: Database, { corporationId, state }: Wanted): Promise<string[] | undefined> {
  const rows = await database.rows<{ triggerId: string }>(
    sql`SELECT trigger_id FROM webhooks.event
     WHERE corporation_id = $1 AND ${state === 'LOADING_PROFILE' ? sql`state = 'LOADING_PROFILE'` : sql`purpose = 'test'`} LIMIT ${few} + 1`,
    [corporationId],
  );
  return rows.length > few ? undefined : rows.map(({ triggerId }) => triggerId);
}

/** Deliveries of events that are written at the same moment may be in each other's way: some more are read than a page shows. */
const spare = 20;
/**
 * The newest matching delivery of the event at which the page begins. If that event is gone, the next one below it is on the page downwards,
 * and not on the one upwards.
 */
const edge = sql`(SELECT CASE WHEN coalesce($3::bigint, $4::bigint) IS NULL THEN ${newest}
    ELSE coalesce(max(delivery.position) FILTER (WHERE ${deliveryMatches}), max(delivery.position), 0)
      + CASE WHEN bool_or(nearest.position < $3) THEN 1 ELSE 0 END END
  FROM (SELECT trigger_id, position FROM webhooks.event WHERE corporation_id = $1 AND position <= coalesce($3::bigint, $4) ORDER BY position DESC LIMIT 1)
    AS nearest JOIN webhooks.delivery USING (trigger_id))`;

/** An event has its place by its newest matching delivery: it is on one page, and neither twice nor left out. */
const ways = {
  before: {
    order: sql`DESC`,
    beyond: sql`delivery.position < ${edge}`,
    isBeyond: sql`NOT EXISTS (SELECT FROM webhooks.delivery
      WHERE delivery.trigger_id = event.trigger_id AND ${deliveryMatches} AND delivery.position >= ${edge})`,
  },
  after: { order: sql`ASC`, beyond: sql`delivery.position > ${edge}`, isBeyond: sql`true` },
};

/**
 * Events by the state or the receiver of a delivery. The deliveries to each receiver in each state are one list in the order of the log: a
 * page is merged from the beginnings of these lists, so that it need not search the whole log for them.
 */
async function pageByDeliveries(database: Database, values: unknown[], way: keyof typeof ways): Promise<WebhookEvent[]> {
  const rows = await database.rows<WebhookEvent>(
    sql`SELECT ${shown} FROM (
       SELECT listed.trigger_id, max(listed.position) AS place
       FROM webhooks.configuration CROSS JOIN ${outcomes('$9::text')} CROSS JOIN LATERAL (
         SELECT delivery.trigger_id, delivery.position FROM webhooks.delivery
         WHERE configuration_id = configuration.id AND delivery.state = outcome
           AND ${ways[way].beyond} AND ${within('$7::timestamptz', '$8::timestamptz')}
           AND (SELECT ${eventMatches} FROM webhooks.event WHERE event.trigger_id = delivery.trigger_id)
         ORDER BY delivery.position ${ways[way].order} LIMIT $11 + ${spare}) AS listed
       WHERE configuration.corporation_id = $1 AND ($10::uuid IS NULL OR configuration.id = $10)
       GROUP BY listed.trigger_id) AS matching JOIN webhooks.event USING (trigger_id)
     WHERE ${ways[way].isBeyond} ORDER BY place ${ways[way].order} LIMIT $11`,
    values,
  );
  return way === 'before' ? rows : rows.toReversed();
}
