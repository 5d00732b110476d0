import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database, isDatabaseAway, openDatabase, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, Readiness, SETTINGS } from '@vigia/service-kit';
import { Gauge } from 'prom-client';
import type { GatewaySettings } from '../settings.js';

const lookMs = 1_000;
/** Longer than any answer takes; the primary is asked instead. */
const answerWithinMs = 1_000;
/** The pause after a read without an answer, so that a replica that answers only now and then delays few reads. */
const restMs = 5_000;

const replicas = new Set<ReadReplica>();

const lag = new Gauge({
  name: 'vigia_read_replica_lag_seconds',
  help: 'How far the replica that summaries are read from is behind its primary, at most',
  labelNames: ['host'],
  collect() {
    lag.reset();
    for (const replica of replicas) lag.set({ host: replica.host }, replica.lagMs / 1000);
  },
});

/** A position in the primary's log, and when the log ended there. */
interface Mark {
  lsn: string;
  at: number;
}

/** A standby of the primary, if one is set. Nobody needs to rely on its being up to date or available: `ask` may return no answer. */
@Injectable()
export class ReadReplica implements OnApplicationBootstrap, OnApplicationShutdown {
  private replica: Database | undefined;
  private isUsed = false;
  private trouble: string | undefined;
  private restsUntil = 0;
  private mark: Mark | undefined;
  /** The replica has everything that the primary had at this time. */
  private reachedAt = performance.now();
  private readonly looking: Loop;

  constructor(
    private readonly primary: Database,
    private readonly readiness: Readiness,
    @Inject(SETTINGS) private readonly settings: GatewaySettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.looking = new Loop({ name: 'read replica', intervalMs: lookMs, step: () => this.look(), logger });
  }

  /** Whether asking it makes sense now. */
  get isThere(): boolean {
    return this.isUsed;
  }

  get lagMs(): number {
    return performance.now() - this.reachedAt;
  }

  get host(): string {
    return new URL(this.settings.readDatabaseUrl!).host;
  }

  onApplicationBootstrap(): void {
    if (this.settings.readDatabaseUrl === undefined) return;
    replicas.add(this);
    this.looking.start();
  }

  /** Runs after the last request. */
  async onApplicationShutdown(): Promise<void> {
    replicas.delete(this);
    await this.looking.stop();
    await this.replica?.close();
  }

  /** Undefined if the caller must ask the primary. */
  async ask<T>(question: (replica: Database) => Promise<T>): Promise<T | undefined> {
    if (!this.isUsed) return undefined;
    try {
      return await question(this.replica!);
    } catch (error) {
      // Otherwise the replica may have cancelled the statement to continue its replication, or may lack a new column.
      if (isDatabaseAway(error)) {
        this.restsUntil = performance.now() + restMs;
        this.use('does not answer');
      }
      return undefined;
    }
  }

  private async look(): Promise<void> {
    if (performance.now() >= this.restsUntil) {
      this.mark ??= await this.endOfPrimary();
      this.use(await this.follow(this.mark).catch(() => 'does not answer'));
    }
  }

  /** What is wrong with the replica. */
  private async follow(mark: Mark): Promise<string | undefined> {
    this.replica ??= await this.open();
    const [found] = await this.replica.rows<{ isStandby: boolean; hasReached: boolean }>(
      sql`SELECT pg_is_in_recovery() AS is_standby, coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS has_reached`,
      [mark.lsn],
    );
    if (!found!.isStandby) return 'follows no other server';
    if (found!.hasReached) {
      this.reachedAt = mark.at;
      this.mark = undefined;
    }
    return this.lagMs > this.settings.readMaxLagMs ? 'is too far behind' : undefined;
  }

  private async endOfPrimary(): Promise<Mark> {
    const at = performance.now();
    const [end] = await this.primary.rows<{ lsn: string }>(sql`SELECT pg_current_wal_lsn()::text AS lsn`);
    return { lsn: end!.lsn, at };
  }

  private open(): Promise<Database> {
    const { readDatabaseUrl, databasePoolSize } = this.settings;
    return openDatabase({ url: readDatabaseUrl!, service: 'gateway', poolSize: databasePoolSize, answerWithinMs });
  }

  private use(trouble: string | undefined): void {
    const isNews = this.isUsed !== (trouble === undefined) || this.trouble !== trouble;
    this.isUsed = trouble === undefined;
    this.trouble = trouble;
    if (!isNews) return;
    this.readiness.warn('read replica', trouble && `${trouble}: summaries are read only from the primary`);
    if (trouble === undefined) this.logger.info({ host: this.host }, 'summaries are read from the replica');
    else this.logger.warn({ host: this.host, trouble }, 'summaries are read only from the primary');
  }
}
