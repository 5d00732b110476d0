import { Injectable } from '@nestjs/common';
import { VigiaError, type PayloadOf, type ReplyOf, type WebhookAttempt, type WebhookDelivery } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';

const iso = (column: string) => sql`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One delivery and its event as the contract shows it. */
export const deliveryJson = sql`json_build_object('deliveryId', delivery.id, 'position', delivery.position::text, 'triggerId', delivery.trigger_id,
  'configurationId', configuration_id, 'state', delivery.state, 'loadState', event.load_state,
  'payloadVersion', delivery.payload_version, 'attempts', attempts, 'nextAttemptAt', ${iso('next_at')}, 'createdAt', ${iso('delivery.created_at')}, 'closedAt', ${iso('closed_at')})`;

interface AttemptRow extends Omit<WebhookAttempt, 'responseBody' | 'requestHeaders'> {
  requestHeaders: WebhookAttempt['requestHeaders'] | null;
  responseBody: Buffer | null;
}

@Injectable()
export class DeliveryLog {
  constructor(private readonly database: Database) {}

  async page({ corporationId, configurationId, state, before, after, limit }: PayloadOf<'deliveries.list'>): Promise<WebhookDelivery[]> {
    const rows = await this.database.rows<{ delivery: WebhookDelivery }>(
      sql`SELECT ${deliveryJson} AS delivery FROM webhooks.delivery JOIN webhooks.event USING (trigger_id)
       WHERE delivery.corporation_id = $1 AND ($2::uuid IS NULL OR configuration_id = $2) AND ($3::text IS NULL OR delivery.state = $3)
         AND ($4::bigint IS NULL OR delivery.position < $4) AND ($5::bigint IS NULL OR delivery.position > $5)
       ORDER BY delivery.position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $6`,
      [corporationId, configurationId, state, before, after, limit],
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
      sql`SELECT number, state, is_manual, possible_duplicate_of, ${iso('started_at')} AS started_at,
         ${iso('ended_at')} AS ended_at, failure, detail, status, remote_address, token_ms,
         connect_ms, first_byte_ms, total_ms, request_headers,
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
}

/** A page after a position is read upwards. */
export function newestFirst<T extends { position: string }>(rows: T[]): T[] {
  return rows.toSorted((a, b) => Number(BigInt(b.position) - BigInt(a.position)));
}
