import { Injectable } from '@nestjs/common';
import { type PayloadOf, type ReplyOf, VigiaError, type WebhookAttempt, type WebhookDelivery, type WebhookEvent } from '@vigia/contracts';
import { Database, instantText, sql } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';

/** A `WebhookDelivery` of `libs/contracts`. */
const deliveryJson = sql`json_build_object('deliveryId', delivery.id, 'position', delivery.position::text, 'triggerId', delivery.trigger_id,
  'configurationId', configuration_id, 'docType', event.doc_type, 'taxId', event.tax_id, 'isTest', event.purpose = 'test',
  'state', delivery.state, 'loadState', event.load_state, 'payloadVersion', delivery.payload_version, 'attempts', attempts,
  'lastStatus', last_status, 'lastFailure', last_failure, 'nextAttemptAt', ${instantText('next_at')},
  'createdAt', ${instantText('delivery.created_at')}, 'closedAt', ${instantText('closed_at')})`;

/** By their own index: they are few, and the others need not be read for them. */
const onlyTroubled = sql`AND (delivery.state = 'FAILED' OR last_failure IS NOT NULL)`;
/**
 * Up to this number, the events of failed deliveries are read directly. If more failed, a page of them is found quickly in the order of the
 * log.
 */
const few = 1_000;
/** By `IS NOT DISTINCT FROM`, which uses no index: the planner would read the keys of all events of the corporation to find these few. */
const amongThese = sql`trigger_id = ANY($13) AND corporation_id IS NOT DISTINCT FROM $1`;

/** The plan is made for all values of the parameters: with both in one condition it would read the whole log to find one event. */
const anyEvent = sql`$2::text IS NULL`;
const oneEvent = sql`trigger_id = $2`;

const isTrouble = ({ state, failure, httpClass = '2' }: PayloadOf<'deliveries.list'>) =>
  state === 'FAILED' || failure !== undefined || httpClass !== '2';

interface AttemptRow extends Omit<WebhookAttempt, 'responseBody' | 'requestHeaders'> {
  requestHeaders: WebhookAttempt['requestHeaders'] | null;
  responseBody: Buffer | null;
}

/** Few of the ten connections and twenty message slots, because triggers need them too. A waiting page holds a slot. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 3 };
/** Half of the slots, because many corporations with one slow page each would take all. */
const mostInAll = 10;

@Injectable()
export class DeliveryLog {
  /** A filter that matches little reads the whole log of a corporation. */
  private readonly pages = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);

  constructor(private readonly database: Database) {}

  deliveries(wanted: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    return this.pages.run(wanted.corporationId, () => this.pageOfDeliveries(wanted));
  }

  /** One event is found by its key, without a turn. */
  events(wanted: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const page = () => this.pageOfEvents(wanted);
    return wanted.triggerId === undefined ? this.pages.run(wanted.corporationId, page) : page();
  }

  private async pageOfDeliveries(wanted: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    const { corporationId, configurationId, state, httpClass, failure, isTest, from, to, before, after, limit } = wanted;
    const rows = await this.database.rows<{ delivery: WebhookDelivery }>(
      sql`SELECT ${deliveryJson} AS delivery FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
       WHERE delivery.corporation_id = $1 AND ($2::uuid IS NULL OR configuration_id = $2) AND ($3::text IS NULL OR delivery.state = $3)
         AND ($4::bigint IS NULL OR delivery.position < $4) AND ($5::bigint IS NULL OR delivery.position > $5)
         AND ($6::text IS NULL OR last_failure = $6) AND ($7::boolean IS NULL OR (purpose = 'test') = $7)
         AND ($8::text IS NULL OR CASE WHEN last_status IS NOT NULL THEN last_status / 100 = nullif($8, 'none')::integer
           WHEN last_failure IS NOT NULL THEN $8 = 'none' ELSE delivery.state = 'SUCCEEDED' AND $8 = '2' END)
         AND delivery.created_at >= coalesce($9, '-infinity'::timestamptz) AND delivery.created_at < coalesce($10, 'infinity'::timestamptz)
         ${isTrouble(wanted) ? onlyTroubled : sql``}
       ORDER BY delivery.position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $11`,
      [corporationId, configurationId, state, before, after, failure, isTest, httpClass, from, to, limit],
    );
    return newestFirst(rows.map(({ delivery }) => delivery));
  }

  async one(corporationId: string, deliveryId: string): Promise<WebhookDelivery> {
    const [row] = await this.database.rows<{ delivery: WebhookDelivery }>(
      sql`SELECT ${deliveryJson} AS delivery FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
       WHERE delivery.id = $1 AND delivery.corporation_id = $2`,
      [deliveryId, corporationId],
    );
    if (!row) throw VigiaError.of('not_found');
    return row.delivery;
  }

  async body({ corporationId, deliveryId }: PayloadOf<'deliveries.body'>): Promise<ReplyOf<'deliveries.body'>> {
    const [row] = await this.database.rows<{ body: Buffer | null; sha256: string }>(
      sql`SELECT body, encode(sha256, 'hex') AS sha256 FROM webhooks.delivery JOIN webhooks.payload USING (trigger_id)
       WHERE delivery.id = $1 AND corporation_id = $2 AND version = payload_version`,
      [deliveryId, corporationId],
    );
    if (!row) throw VigiaError.of('not_found');
    return { body: row.body?.toString('utf8') ?? null, sha256: row.sha256 };
  }

  async attempts({ corporationId, deliveryId }: PayloadOf<'attempts.list'>): Promise<WebhookAttempt[]> {
    await this.one(corporationId, deliveryId);
    const rows = await this.database.rows<AttemptRow>(
      sql`SELECT number, state, is_manual, possible_duplicate_of, ${instantText('started_at')} AS started_at,
         ${instantText('ended_at')} AS ended_at, failure, detail, status, remote_address, token_ms,
         connect_ms, first_byte_ms, total_ms, signed_by, request_headers,
         response_body, response_truncated
       FROM webhooks.attempt WHERE delivery_id = $1 ORDER BY number`,
      [deliveryId],
    );
    return rows.map((row) => ({
      ...row,
      requestHeaders: row.requestHeaders ?? [],
      responseBody: row.responseBody?.toString('utf8') ?? null,
    }));
  }

  private async pageOfEvents(wanted: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const { corporationId, triggerId, taxId, state, health, configurationId, isTest, from, to, before, after, limit } = wanted;
    const failed = health === 'FAILED' ? await this.fewFailed(corporationId) : undefined;
    const rows = await this.database.rows<WebhookEvent>(
      sql`SELECT trigger_id, position, doc_type, tax_id, purpose = 'test' AS is_test, state,
         load_state, ${instantText('created_at')} AS created_at, ${instantText('dispatched_at')} AS dispatched_at,
         (SELECT coalesce(json_agg(${deliveryJson} ORDER BY delivery.position), '[]') FROM webhooks.delivery
          WHERE delivery.trigger_id = event.trigger_id) AS deliveries
       FROM webhooks.event
       WHERE ${failed ? amongThese : sql`corporation_id = $1`} AND ${triggerId === undefined ? anyEvent : oneEvent}
         AND ($3::text IS NULL OR tax_id = $3)
         AND ($4::bigint IS NULL OR position < $4) AND ($5::bigint IS NULL OR position > $5)
         AND ($6::text IS NULL OR state = $6) AND ($7::boolean IS NULL OR (purpose = 'test') = $7)
         AND created_at >= coalesce($8, '-infinity'::timestamptz) AND created_at < coalesce($9, 'infinity'::timestamptz)
         AND ($10::text IS NULL AND $11::uuid IS NULL OR EXISTS (
           SELECT FROM webhooks.delivery WHERE delivery.trigger_id = event.trigger_id
             AND ($10::text IS NULL OR delivery.state = $10) AND ($11::uuid IS NULL OR configuration_id = $11)))
       ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $12`,
      [
        corporationId,
        triggerId,
        taxId,
        before,
        after,
        state,
        isTest,
        from,
        to,
        health,
        configurationId,
        limit,
        ...(failed ? [failed] : []),
      ],
    );
    return newestFirst(rows);
  }

  /** The triggers of all failed deliveries of a corporation; undefined if there are many. */
  private async fewFailed(corporationId: string): Promise<string[] | undefined> {
    const failed = await this.database.rows<{ triggerId: string }>(
      sql`SELECT trigger_id FROM webhooks.delivery WHERE corporation_id = $1 AND state = 'FAILED' LIMIT ${few} + 1`,
      [corporationId],
    );
    return failed.length > few ? undefined : failed.map(({ triggerId }) => triggerId);
  }
}

/** A page after a position is read in ascending order. */
function newestFirst<T extends { position: string }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => Number(BigInt(b.position) - BigInt(a.position)));
}
