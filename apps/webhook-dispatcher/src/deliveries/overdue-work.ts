import { Inject, Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Readiness, SETTINGS } from '@vigia/service-kit';
import type { WebhookDispatcherSettings } from '../settings.js';
import { longestAttemptMs } from './claim-statement.js';
import { oldestUndelivered, overdue, underWay } from './delivery-metrics.js';

/** Beyond what an attempt that is being made may take: a row stays due until its outcome is written down. */
const toleratedSeconds = 60;

/** By the rows, so that it is noticed whatever part of the machinery stands still. */
@Injectable()
export class OverdueWork {
  constructor(
    private readonly database: Database,
    private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: WebhookDispatcherSettings,
  ) {}

  async round(): Promise<boolean> {
    await Promise.all([this.tellOverdue(), this.tellOldest(), this.tellUnderWay()]);
    return false;
  }

  private async tellOverdue(): Promise<void> {
    const [oldest] = await this.database.rows<{ event: number; delivery: number }>(
      sql`SELECT extract(epoch FROM now() - coalesce(
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
  }

  private async tellOldest(): Promise<void> {
    const [oldest] = await this.database.rows<{ seconds: number }>(
      sql`SELECT coalesce(extract(epoch FROM now() - least(
         (SELECT min(created_at) FROM webhooks.event WHERE state = 'LOADING_PROFILE'),
         (SELECT min(created_at) FROM webhooks.delivery WHERE state = 'PENDING' AND next_at IS NOT NULL))), 0)::float8 AS seconds`,
    );
    oldestUndelivered.set(oldest?.seconds ?? 0);
  }

  private async tellUnderWay(): Promise<void> {
    const counts = await this.database.rows<{ configuration: string; count: number }>(
      sql`SELECT configuration_id AS configuration, count(*)::int AS count FROM webhooks.delivery WHERE leased_until > now() GROUP BY 1`,
    );
    underWay.reset();
    for (const { configuration, count } of counts) underWay.set({ configuration }, count);
  }
}
