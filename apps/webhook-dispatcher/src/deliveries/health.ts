import { Injectable } from '@nestjs/common';
import type { PayloadOf, ReplyOf } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { ConfigurationStore } from '../configurations/configuration-store.js';
import { counts, isNoTest, sumOf } from '../counts/day-counts.js';
import { KeptReadings } from '../counts/kept-readings.js';

type Asked = PayloadOf<'webhooks.health'>;
type Hours = ReplyOf<'webhooks.health'>['hours'];

/** For the slow answers a sample per hour is enough, and it limits the cost of a busy receiver. */
const sampled = 500;

const firstHour = sql`date_trunc('hour', now()) - ($2::integer - 1) * interval '1 hour'`;

const inHour = sql`configuration_id = $1 AND delivery.created_at >= hour AND delivery.created_at < hour + interval '1 hour'
  AND ${isNoTest('$3', firstHour)}`;

const byHour = sql`
  SELECT to_char(hour AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS hour, counted.*, p95_ms
  FROM generate_series(${firstHour}, now(), interval '1 hour') AS hour
    CROSS JOIN LATERAL (
      SELECT ${counts} FROM webhooks.delivery WHERE ${inHour}) AS counted
    CROSS JOIN LATERAL (
      SELECT percentile_disc(0.95) WITHIN GROUP (ORDER BY first_byte_ms) AS p95_ms
      FROM (SELECT delivery.id FROM webhooks.delivery WHERE ${inHour} ORDER BY delivery.created_at DESC LIMIT ${sampled}) AS sample
        JOIN webhooks.attempt ON delivery_id = sample.id
      WHERE first_byte_ms IS NOT NULL AND NOT is_manual) AS answered
  ORDER BY hour`;

/** The health of a receiver, by the hour in which its deliveries began. A resend changes none of it. */
@Injectable()
export class Health {
  private readonly readings = new KeptReadings<Asked, Hours>(
    ({ corporationId, configurationId, hours }) => this.database.rows<Hours[number]>(byHour, [configurationId, hours, corporationId]),
    sumOf,
  );

  constructor(
    private readonly database: Database,
    private readonly configurationStore: ConfigurationStore,
  ) {}

  async hours({ corporationId, configurationId, hours }: Asked): Promise<Hours> {
    await this.configurationStore.row(corporationId, configurationId);
    return this.readings.of({ corporationId, configurationId, hours });
  }
}
