import { Injectable } from '@nestjs/common';
import type { PayloadOf, WebhookEvent } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { deliveryJson, newestFirst } from '../deliveries/delivery-log.js';

type EventRow = Omit<WebhookEvent, 'createdAt' | 'dispatchedAt'> & { createdAt: Date; dispatchedAt: Date | null };

@Injectable()
export class EventLog {
  constructor(private readonly database: Database) {}

  async page({ corporationId, triggerId, taxId, before, after, limit }: PayloadOf<'events.list'>): Promise<WebhookEvent[]> {
    const rows = await this.database.rows<EventRow>(
      sql`SELECT trigger_id, position, doc_type, tax_id, purpose = 'test' AS is_test, state,
         load_state, created_at, dispatched_at,
         (SELECT coalesce(json_agg(${deliveryJson} ORDER BY delivery.position), '[]') FROM webhooks.delivery
          WHERE delivery.trigger_id = event.trigger_id) AS deliveries
       FROM webhooks.event
       WHERE corporation_id = $1 AND ($2::text IS NULL OR trigger_id = $2) AND ($3::text IS NULL OR tax_id = $3)
         AND ($4::bigint IS NULL OR position < $4) AND ($5::bigint IS NULL OR position > $5)
       ORDER BY position ${after === undefined ? 'DESC' : 'ASC'} LIMIT $6`,
      [corporationId, triggerId, taxId, before, after, limit],
    );
    return newestFirst(rows).map(({ createdAt, dispatchedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      dispatchedAt: dispatchedAt?.toISOString() ?? null,
    }));
  }
}
