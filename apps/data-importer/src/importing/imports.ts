import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, isDatabaseAway, openSession, sql, StatementError, type Session } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf, lacksLicence } from '../datasets/datasets.js';
import type { DataImporterSettings } from '../settings.js';
import { askForNext, beginAttempt, endAttempt, endInterrupted, failAttempt, giveBackAttempt } from './attempts.js';
import { inTimeOrEnded, OverdueError } from './deadline.js';
import { removeHandledFiles } from './handled-files.js';
import { removeLeftDownloads } from './left-downloads.js';
import { clearMarked, forgetRejects, markOldest } from './prune.js';
import { runImport } from './run-import.js';
import type { Asked } from './work.js';

const intervalMs = 5_000;
const tidyEveryMs = 24 * 3_600_000;
/** Any number will do, as long as every version of the product uses the same one. */
const importLock = 4_416_209_953;

/** Runs the requested imports, one at a time across all replicas: the holder of the database lock imports. */
@Injectable()
export class Imports implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  private readonly stopping = new AbortController();
  private session: Session | undefined;
  private tidyAgainAt = -Infinity;

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

  /** A running import is rolled back within seconds, whatever it is doing, and the next process starts it again. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the process ends'));
    this.session?.abort();
    await this.loop.stop();
  }

  /** An import was just requested. */
  kick(): void {
    this.loop.kick();
  }

  private async next(): Promise<boolean> {
    const open = await this.database.rows(
      sql`SELECT FROM registry.version WHERE ended_at IS NULL OR state = 'pruned' AND cleared_at IS NULL LIMIT 1`,
    );
    if (open.length === 0 && this.isTidy) return false;
    return this.locked(async (session) => {
      await endInterrupted(this.database);
      await this.tidy();
      const version = await beginAttempt(this.database);
      if (version) await this.carryOut(session, version);
      else await clearMarked(session);
      return version !== undefined;
    });
  }

  /** Does nothing while another replica, or other work of this one, holds the lock. The lock is released with the connection. */
  async locked<T>(work: (session: Session) => Promise<T>): Promise<T | false> {
    const session = await openSession({ url: this.settings.databaseUrl, service: 'data-importer' });
    try {
      const [lock] = await session.rows<{ isTaken: boolean }>(sql`SELECT pg_try_advisory_lock($1) AS is_taken`, [importLock]);
      if (!lock?.isTaken) return false;
      await session.execute(`SET maintenance_work_mem = '256MB'`);
      // An import may take its time: loads of profiles need the other processors.
      await session.execute('SET max_parallel_maintenance_workers = 0; SET max_parallel_workers_per_gather = 0');
      await session.execute('SET synchronous_commit = on');
      this.session = session;
      return await work(session);
    } finally {
      if (this.session === session) this.session = undefined;
      await session.close();
    }
  }

  private get isTidy(): boolean {
    return performance.now() < this.tidyAgainAt;
  }

  /** At the start of a process and daily. Each import removes its own downloads, unless its process ends. */
  private async tidy(): Promise<void> {
    if (this.isTidy) return;
    await removeLeftDownloads(this.settings.dataDir, this.logger);
    await removeHandledFiles(this.database, this.settings.dataDir, this.logger);
    await forgetRejects(this.database);
    this.tidyAgainAt = performance.now() + tidyEveryMs;
  }

  private async carryOut(session: Session, version: Asked): Promise<void> {
    const { database, logger } = this;
    const dataset = datasetOf(version.dataset);
    const log = logger.child({ dataset: version.dataset, version: version.id });
    try {
      if (!dataset) throw new Error('this version of the importer does not know the data set');
      const { taxpayers: scope, dataDir, addresses, headers, importDeadlineMs: deadlineMs, licences } = this.settings;
      // It may have lapsed since the import was asked for.
      if (lacksLicence(dataset, licences)) throw new Error('its licence is not held');
      const outcome = await inTimeOrEnded(session, deadlineMs, (overdue) => {
        const signal = AbortSignal.any([this.stopping.signal, session.lost, overdue]);
        return runImport({ version, dataset, database, session, scope, signal, deadlineMs, dataDir, addresses, headers });
      });
      if (dataset.filesOn && !version.dryRun) await askForNext(database, version);
      await endAttempt(database, version);
      log.info({ outcome }, 'import ended');
      if (outcome === 'current') await markOldest(session, dataset);
    } catch (error) {
      if (this.stopping.signal.aborted) return giveBackAttempt(database, version);
      // The row stays unchanged, and another replica may hold the lock by now. The first replica that reaches the database takes it up
      // again.
      const isLost = session.lost.aborted || (error instanceof StatementError && isDatabaseAway(error));
      if (isLost && !(error instanceof OverdueError)) throw error;
      log.error({ err: error }, 'import failed');
      await failAttempt(database, version, error);
    }
  }
}
