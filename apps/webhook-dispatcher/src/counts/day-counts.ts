import { Injectable } from '@nestjs/common';
import type { WebhookConfiguration } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { KeptReadings } from './kept-readings.js';

export type DeliveryCounts = WebhookConfiguration['lastDay'];

/** A resend neither hides the failure of a delivery nor makes a delivery look worse. */
const countedState = sql`coalesce(state_before_resend, delivery.state)`;

export const counts = sql`
  count(*) FILTER (WHERE ${countedState} = 'SUCCEEDED')::int AS succeeded,
  count(*) FILTER (WHERE ${countedState} = 'FAILED')::int AS failed,
  count(*) FILTER (WHERE ${countedState} = 'PENDING')::int AS pending`;

/** Tests are few and have their own index. The event of every delivery is not looked up, because that would cost ten times the count. */
export const isNoTest = (corporationId: string, begin: string) => sql`
  trigger_id NOT IN (SELECT trigger_id FROM webhooks.event
                     WHERE event.corporation_id = ${corporationId} AND purpose = 'test' AND event.created_at >= ${begin})`;

export const sumOf = (all: Iterable<DeliveryCounts>) =>
  [...all].reduce((sum, { succeeded, failed, pending }) => sum + succeeded + failed + pending, 0);

const aDayAgo = sql`now() - interval '24 hours'`;

/** Deliveries of the last 24 hours. */
@Injectable()
export class DayCounts {
  private readonly readings = new KeptReadings<{ corporationId: string }, Map<string, DeliveryCounts>>(
    ({ corporationId }) => this.read(corporationId),
    (byConfiguration) => sumOf(byConfiguration.values()),
  );

  constructor(private readonly database: Database) {}

  /** By configuration. */
  of(corporationId: string): Promise<Map<string, DeliveryCounts>> {
    return this.readings.of({ corporationId });
  }

  private async read(corporationId: string): Promise<Map<string, DeliveryCounts>> {
    const rows = await this.database.rows<DeliveryCounts & { id: string }>(
      sql`SELECT configuration.id, day.* FROM webhooks.configuration CROSS JOIN LATERAL (
         SELECT ${counts} FROM webhooks.delivery
         WHERE configuration_id = configuration.id AND created_at >= ${aDayAgo} AND ${isNoTest('$1', aDayAgo)}) AS day
       WHERE corporation_id = $1`,
      [corporationId],
    );
    return new Map(rows.map(({ id, ...day }) => [id, day]));
  }
}
