import { Inject, Injectable } from '@nestjs/common';
import { rowsOf } from '@vigia/database';
import { Readiness, SETTINGS } from '@vigia/service-kit';
import { Gauge, Histogram } from 'prom-client';
import { DataSource } from 'typeorm';
import type { WebhookDispatcherSettings } from '../settings.js';
import { longestAttemptMs } from './claim-statement.js';

export const attempted = new Histogram({
  name: 'vigia_webhook_attempt_seconds',
  help: 'Time of one attempt of a delivery, by outcome',
  labelNames: ['outcome'],
  buckets: [0.05, 0.2, 1, 5, 10, 20, 30, 60],
});

const overdue = new Gauge({
  name: 'vigia_webhook_overdue_seconds',
  help: 'For how long the oldest event that should be dispatched, or delivery that should be attempted, has been due',
  labelNames: ['what'],
});

/** Beyond what an attempt that is being made may take: a row stays due until its outcome is written down. */
const toleratedSeconds = 60;

/** By the rows, so that it is noticed whatever part of the machinery stands still. */
@Injectable()
export class OverdueWork {
  constructor(
    private readonly database: DataSource,
    private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async round(): Promise<boolean> {
    const [oldest] = await rowsOf<{ event: number; delivery: number }>(
      this.database,
      `SELECT extract(epoch FROM now() - coalesce(
           (SELECT min(deadline_at) FROM webhooks.event WHERE state = 'LOADING_PROFILE'), now()))::float8 AS event,
         extract(epoch FROM now() - coalesce(
           (SELECT min(first.next_at) FROM webhooks.configuration CROSS JOIN LATERAL (
              SELECT next_at FROM webhooks.delivery WHERE configuration_id = configuration.id AND state = 'PENDING' AND next_at IS NOT NULL
              ORDER BY next_at LIMIT 1) AS first), now()))::float8 AS delivery`,
    );
    for (const [what, seconds] of Object.entries(oldest ?? {})) {
      overdue.set({ what }, Math.max(0, seconds));
      const isLate = seconds > toleratedSeconds + longestAttemptMs(this.settings) / 1000;
      this.readiness.warn(what, isLate ? `due for ${Math.round(seconds)} s` : undefined);
    }
    return false;
  }
}
