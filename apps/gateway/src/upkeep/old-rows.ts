import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER } from '@vigia/service-kit';
import { sessionHasEnded } from '../panel/sessions/session-store.js';

const everyMs = 600_000;

/** A bucket that was not touched for an hour is full again, and failures are forgotten much earlier. */
const forgetting = [
  sql`DELETE FROM identity.rate_bucket WHERE refilled_at < now() - interval '1 hour'`,
  sql`DELETE FROM identity.failed_attempts WHERE last_failed_at < now() - interval '1 hour'`,
  sql`DELETE FROM identity.idempotency_key WHERE created_at < now() - interval '24 hours'`,
  sql`DELETE FROM identity.session WHERE ${sessionHasEnded}`,
  sql`DELETE FROM identity.password_link WHERE expires_at < now()`,
];

@Injectable()
export class OldRows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'old rows', intervalMs: everyMs, step: () => this.forget(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  private async forget(): Promise<boolean> {
    for (const statement of forgetting) await this.database.rows(statement);
    return false;
  }
}
