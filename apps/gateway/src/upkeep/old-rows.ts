import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { sessionHasEnded } from '../panel/sessions/session-store.js';
import type { GatewaySettings } from '../settings.js';

const everyMs = 600_000;
const hourSeconds = 3_600;

/** Failures are forgotten much earlier. */
const forgetting = [
  sql`DELETE FROM identity.failed_attempts WHERE last_failed_at < now() - interval '1 hour'`,
  sql`DELETE FROM identity.idempotency_key WHERE created_at < now() - interval '24 hours'`,
  sql`DELETE FROM identity.session WHERE ${sessionHasEnded}`,
  sql`DELETE FROM identity.password_link WHERE expires_at < now()`,
];

@Injectable()
export class OldRows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  /** A bucket whose row is deleted is full, so the row stays until it is: with a large burst at a small rate that takes days. */
  private readonly bucketsKeptSeconds: number;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) { requestsBurst, requestsPerSecond, tokensBurst, tokensPerSecond }: GatewaySettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    // The documents of a minute are there again after a minute.
    this.bucketsKeptSeconds = Math.max(hourSeconds, requestsBurst / requestsPerSecond, tokensBurst / tokensPerSecond);
    this.loop = new Loop({ name: 'old rows', intervalMs: everyMs, step: () => this.forget(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async forget(): Promise<void> {
    await this.database.rows(sql`DELETE FROM identity.rate_bucket WHERE refilled_at < now() - make_interval(secs => $1)`, [
      this.bucketsKeptSeconds,
    ]);
    for (const statement of forgetting) await this.database.rows(statement);
  }
}
