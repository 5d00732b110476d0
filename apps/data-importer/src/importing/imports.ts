import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, isDatabaseAway, openSession, sql, StatementError, type Session } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf } from '../datasets/datasets.js';
import type { DataImporterSettings } from '../settings.js';
import { clearMarked, markOldest } from './prune.js';
import { runImport, type Outcome } from './run-import.js';
import type { Asked } from './work.js';

const intervalMs = 5_000;
const mostAttempts = 3;
/** Any number will do, as long as every version of the product uses the same one. */
const importLock = 4_416_209_953;

/** Takes the versions that were asked for, one at a time among all replicas: who holds the lock of the database imports. */
@Injectable()
export class Imports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  private readonly stopping = new AbortController();
  private session: Session | undefined;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: DataImporterSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'imports', intervalMs, step: () => this.next(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  /** An import under way is undone within seconds, whatever it is doing, and begins again with the next process. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the process ends'));
    this.session?.abort();
    await this.loop.stop();
  }

  /** Something was asked for just now. */
  kick(): void {
    this.loop.kick();
  }

  private async next(): Promise<boolean> {
    const open = await this.database.rows(
      sql`SELECT FROM registry.version WHERE ended_at IS NULL OR state = 'pruned' AND cleared_at IS NULL LIMIT 1`,
    );
    if (open.length === 0) return false;
    return this.locked(async (session) => {
      await this.startOver();
      const version = await this.take();
      if (version) await this.carryOut(session, version);
      else await clearMarked(session);
      return version !== undefined;
    });
  }

  /** Does nothing while another replica, or another work of this one, holds the lock. It goes back with the connection. */
  async locked<T>(work: (session: Session) => Promise<T>): Promise<T | false> {
    const session = await openSession({ url: this.settings.databaseUrl, service: 'data-importer' });
    try {
      const [lock] = await session.rows<{ isTaken: boolean }>(sql`SELECT pg_try_advisory_lock($1) AS is_taken`, [importLock]);
      if (!lock?.isTaken) return false;
      await session.execute(`SET maintenance_work_mem = '256MB'`);
      await session.execute('SET synchronous_commit = on');
      this.session = session;
      return await work(session);
    } finally {
      if (this.session === session) this.session = undefined;
      await session.close();
    }
  }

  /** Who holds the lock knows that nobody else imports: what looks under way was left by a process that ended. */
  private async startOver(): Promise<void> {
    await this.database.rows(
      sql`UPDATE registry.version SET ended_at = now(), step = NULL WHERE ended_at IS NULL AND state IN ('refused', 'unchanged')`,
    );
    await this.database.rows(
      sql`UPDATE registry.version SET state = CASE WHEN attempts < $1 THEN 'waiting' ELSE 'failed' END, step = NULL,
            ended_at = CASE WHEN attempts < $1 THEN NULL ELSE now() END,
            failure = CASE WHEN attempts < $1 THEN failure ELSE 'interrupted each time' END
          WHERE state IN ('downloading', 'importing', 'checked') AND ended_at IS NULL`,
      [mostAttempts],
    );
  }

  private async take(): Promise<Asked | undefined> {
    const [version] = await this.database.rows<Asked>(
      sql`UPDATE registry.version SET state = 'downloading', started_at = now(), attempts = attempts + 1, lines = 0, rows = 0, bytes_read = 0
          WHERE id = (SELECT min(id) FROM registry.version WHERE state = 'waiting')
          RETURNING id, dataset, requested_by, files, given_day, dry_run, accept_reason, attempts`,
    );
    return version;
  }

  private async carryOut(session: Session, version: Asked): Promise<void> {
    const { database, logger } = this;
    const dataset = datasetOf(version.dataset);
    const log = logger.child({ dataset: version.dataset, version: version.id });
    try {
      if (!dataset) throw new Error('this version of the importer does not know the data set');
      const { taxpayers: scope, dataDir, addresses } = this.settings;
      const outcome = await runImport({ version, dataset, database, session, scope, signal: this.stopping.signal, dataDir, addresses });
      await this.end(version.id);
      log.info({ outcome }, 'import ended');
      if (outcome === ('current' satisfies Outcome)) await markOldest(session, dataset.name);
    } catch (error) {
      if (this.stopping.signal.aborted) return this.giveBack(version.id);
      // The row stays as it is. It is taken up again, by whoever reaches the database first.
      if (error instanceof StatementError && isDatabaseAway(error)) throw error;
      log.error({ err: error }, 'import failed');
      await this.fail(version.id, error);
    }
  }

  /** A process that is told to end has not tried in vain. */
  private async giveBack(version: number): Promise<void> {
    await this.database.rows(
      sql`UPDATE registry.version SET state = 'waiting', step = NULL, attempts = attempts - 1
          WHERE id = $1 AND state IN ('downloading', 'importing', 'checked')`,
      [version],
    );
  }

  private async end(version: number): Promise<void> {
    await this.database.rows(sql`UPDATE registry.version SET ended_at = coalesce(ended_at, now()), step = NULL WHERE id = $1`, [version]);
  }

  private async fail(version: number, error: unknown): Promise<void> {
    const failure = (error as Error).message.slice(0, 300);
    await this.database.rows(
      sql`UPDATE registry.version SET state = 'failed', step = NULL, ended_at = now(), failure = $2
          WHERE id = $1 AND state IN ('downloading', 'importing', 'checked')`,
      [version, failure],
    );
  }
}
