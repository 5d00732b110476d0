import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { sessionHasEnded } from '../sessions/session-store.js';
import type { GatewaySettings } from '../settings.js';

const everyMs = 600_000;
const hourSeconds = 3_600;
/** A long list of old rows, as after a restore, goes step by step: a statement that does not end in time deletes nothing. */
const mostAtOnce = 5_000;

/** Replicas delete different rows. */
const forget = (table: string, isOld: string) => sql`
  DELETE FROM identity.${table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM identity.${table} WHERE ${isOld} LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED)) RETURNING 1`;

/** Failures are forgotten much earlier. */
const forgetting = [
  forget(sql`failed_attempts`, sql`last_failed_at < now() - interval '1 hour'`),
  forget(sql`idempotency_key`, sql`created_at < now() - interval '24 hours'`),
  forget(sql`session`, sessionHasEnded),
  forget(sql`password_link`, sql`expires_at < now()`),
];
const forgettingBuckets = forget(sql`rate_bucket`, sql`refilled_at < now() - make_interval(secs => $1)`);

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

  /** True if there may be more. */
  private async forget(): Promise<boolean> {
    const forgotten = [await this.database.rows(forgettingBuckets, [this.bucketsKeptSeconds])];
    for (const statement of forgetting) forgotten.push(await this.database.rows(statement));
    return forgotten.some(({ length }) => length === mostAtOnce);
  }
}
