import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { countedState, ConfigurationStore } from '../configurations/configuration-store.js';

/** A sample of an hour is enough for its slow answers, and bounds what a busy receiver costs. */
const sampled = 500;

const inHour = sql`configuration_id = $1 AND delivery.created_at >= hour AND delivery.created_at < hour + interval '1 hour'`;

const byHour = sql`
  SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour, counted.*, p95_ms
  FROM generate_series(date_trunc('hour', now()) - ($2::integer - 1) * interval '1 hour', now(), interval '1 hour') AS hour
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE ${countedState} = 'SUCCEEDED')::int AS succeeded,
        count(*) FILTER (WHERE ${countedState} = 'FAILED')::int AS failed,
        count(*) FILTER (WHERE ${countedState} = 'PENDING')::int AS pending
      FROM webhooks.delivery JOIN webhooks.event USING (trigger_id) WHERE ${inHour} AND purpose = 'trigger') AS counted
    CROSS JOIN LATERAL (
      SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY first_byte_ms) AS p95_ms
      FROM (SELECT delivery.id FROM webhooks.delivery WHERE ${inHour} ORDER BY delivery.created_at DESC LIMIT ${sampled}) AS sample
        JOIN webhooks.attempt ON delivery_id = sample.id
      WHERE first_byte_ms IS NOT NULL AND NOT is_manual) AS answered
  ORDER BY hour`;

/** How a receiver did, by the hour in which its deliveries began. A resend changes nothing of it. */
@Injectable()
export class Health {
  constructor(
    private readonly database: Database,
    private readonly configurationStore: ConfigurationStore,
  ) {}

  async hours({ corporationId, configurationId, hours }: PayloadOf<'webhooks.health'>): Promise<ReplyOf<'webhooks.health'>['hours']> {
    await this.configurationStore.row(corporationId, configurationId);
    return this.database.rows<ReplyOf<'webhooks.health'>['hours'][number]>(byHour, [configurationId, hours]);
  }
}
