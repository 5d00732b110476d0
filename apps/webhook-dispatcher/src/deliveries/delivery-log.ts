import { Injectable } from '@nestjs/common';
import { type PayloadOf, type ReplyOf, VigiaError, type WebhookAttempt, type WebhookDelivery, type WebhookEvent } from '@vigia/contracts';
import { Database, instantText, sql } from '@vigia/database';
import { BulkheadByKey } from '@vigia/dispatch';
import { deliveryJson, pageOfDeliveries } from './pages-of-deliveries.js';
import { pageOfEvents } from './pages-of-events.js';

interface AttemptRow extends Omit<WebhookAttempt, 'responseBody' | 'requestHeaders'> {
  requestHeaders: WebhookAttempt['requestHeaders'] | null;
  responseBody: Buffer | null;
}

/** Few of the ten connections and twenty message slots, because triggers need them too. A waiting page holds a slot. */
const mostAtOnce = 2;
const mostOfOne = { running: 1, waiting: 3 };
/** Half of the slots, because many corporations with one slow page each would take all. */
const mostInAll = 10;

/** Resends add attempts without limit, and each may hold 4 KiB of an answer. */
const mostAttempts = 100;

@Injectable()
export class DeliveryLog {
  /** A filter that matches little may read much of the log of a corporation. */
  private readonly pages = new BulkheadByKey(mostAtOnce, mostOfOne, mostInAll);

  constructor(private readonly database: Database) {}

  deliveries(wanted: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    return this.pages.run(wanted.corporationId, () => pageOfDeliveries(this.database, wanted));
  }

  /** One event is found by its key, without a turn. */
  events(wanted: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const page = () => pageOfEvents(this.database, wanted);
    return wanted.triggerId === undefined ? this.pages.run(wanted.corporationId, page) : page();
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

  /** The newest ones, oldest first. */
  async attempts({ corporationId, deliveryId }: PayloadOf<'attempts.list'>): Promise<WebhookAttempt[]> {
    await this.one(corporationId, deliveryId);
    const rows = await this.database.rows<AttemptRow>(
      sql`SELECT number, state, is_manual, possible_duplicate_of, url, ${instantText('started_at')} AS started_at,
         ${instantText('ended_at')} AS ended_at, failure, detail, status, remote_address, token_ms,
         connect_ms, first_byte_ms, total_ms, signed_by, request_headers,
         response_body, response_truncated
       FROM webhooks.attempt WHERE delivery_id = $1 ORDER BY number DESC LIMIT ${mostAttempts}`,
      [deliveryId],
    );
    return rows.toReversed().map((row) => ({
      ...row,
      requestHeaders: row.requestHeaders ?? [],
      responseBody: row.responseBody?.toString('utf8') ?? null,
    }));
  }
}
