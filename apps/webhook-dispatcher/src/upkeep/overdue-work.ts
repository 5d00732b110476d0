import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Readiness, SETTINGS } from '@vigia/service-kit';
import { Gauge } from 'prom-client';
import { idleLeaseMs, longestAttemptMs } from '../deliveries/claims.js';
import { freeSlots } from '../deliveries/slots.js';
import type { WebhookDispatcherSettings } from '../settings.js';

const overdue = new Gauge({
  name: 'vigia_webhook_overdue_seconds',
  help: 'For how long the oldest event that should be dispatched or whose load should begin, or delivery that should be attempted, has been due',
  labelNames: ['what'],
});

const oldestUndelivered = new Gauge({
  name: 'vigia_webhook_oldest_undelivered_seconds',
  help: 'Age of the oldest trigger that is not delivered or given up yet, whether it waits for its load, a first attempt or a retry',
});

const underWay = new Gauge({
  name: 'vigia_webhook_under_way',
  help: 'Deliveries of a configuration that are pushed or attempted at the moment, by all processes together',
  labelNames: ['configuration', 'corporation'],
});

/** Added to the time of the longest attempt, because a row stays due until its outcome is recorded. */
const toleratedSeconds = 60;

/** Reads the rows, so it notices a delay in whichever part of the service is stuck. */
@Injectable()
export class OverdueWork {
  constructor(
    private readonly database: Database,
    private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async measure(): Promise<void> {
    await Promise.all([this.measureOverdue(), this.measureOldest(), this.measureUnderWay()]);
  }

  /**
   * A load is asked for again every ten seconds, so its event has been due since it was written. A delivery that waits for others to the same
   * receiver is not late: the delay comes from the receiver. But others that only keep their slots, without an attempt, delay it inside Vigía.
   */
  private async measureOverdue(): Promise<void> {
    const [oldest] = await this.database.rows<{ event: number; eventStart: number; delivery: number }>(
      sql`SELECT extract(epoch FROM now() - coalesce(
           (SELECT min(deadline_at) FROM webhooks.event WHERE state = 'LOADING_PROFILE'), now()))::float8 AS event,
         extract(epoch FROM now() - coalesce(
           (SELECT min(created_at) FROM webhooks.event WHERE start_due_at IS NOT NULL), now()))::float8 AS event_start,
         extract(epoch FROM now() - coalesce(
           (SELECT min(first.next_at) FROM webhooks.configuration CROSS JOIN LATERAL (
              SELECT next_at FROM webhooks.delivery WHERE configuration_id = configuration.id AND state = 'PENDING' AND next_at IS NOT NULL
              ORDER BY next_at LIMIT 1) AS first
            WHERE ${freeSlots(sql`$1`, sql`now() + ${idleLeaseMs} * interval '1 ms'`)} > 0), now()))::float8 AS delivery`,
      [this.settings.attemptsPerReceiver],
    );
    const { event, eventStart, delivery } = oldest!;
    for (const [what, seconds] of Object.entries({ event, event_start: eventStart, delivery })) {
      overdue.set({ what }, Math.max(0, seconds));
      const isLate = seconds > toleratedSeconds + longestAttemptMs(this.settings) / 1000;
      this.readiness.warn(what, isLate ? `due for ${Math.round(seconds)} s` : undefined);
    }
  }

  private async measureOldest(): Promise<void> {
    const [oldest] = await this.database.rows<{ seconds: number }>(
      sql`SELECT coalesce(extract(epoch FROM now() - least(
         (SELECT min(created_at) FROM webhooks.event WHERE state = 'LOADING_PROFILE'),
         (SELECT min(created_at) FROM webhooks.delivery WHERE state = 'PENDING' AND next_at IS NOT NULL))), 0)::float8 AS seconds`,
    );
    oldestUndelivered.set(oldest?.seconds ?? 0);
  }

  private async measureUnderWay(): Promise<void> {
    const counts = await this.database.rows<{ configuration: string; corporation: string; count: number }>(
      sql`SELECT configuration_id AS configuration, corporation_id AS corporation, count(*)::int AS count
       FROM webhooks.delivery WHERE leased_until > now() GROUP BY 1, 2`,
    );
    underWay.reset();
    for (const { count, ...labels } of counts) underWay.set(labels, count);
  }
}
