import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, isDatabaseAway, openSession, sql, StatementError, type Session } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf } from '../datasets/datasets.js';
import type { DataImporterSettings } from '../settings.js';
import { removeHandledFiles } from './handled-files.js';
import { removeLeftDownloads } from './left-downloads.js';
import { clearMarked, forgetRejects, markOldest } from './prune.js';
import { runImport } from './run-import.js';
import { joinWaiting, type Asked } from './work.js';

const intervalMs = 5_000;
const tidyEveryMs = 24 * 3_600_000;
const mostAttempts = 3;
/** Any number will do, as long as every version of the product uses the same one. */
const importLock = 4_416_209_953;
const diskFull = '53100';
/** `attempts` shows a replica that has lost its lock whether another one is now working on the same version. */
const isUnderWay = sql`state IN ('downloading', 'importing', 'checked')`;
/**
 * A failed download of a scheduled data set is soon repeated: a server that is away for an hour must not cost a whole month. An operator may have
 * asked for it before a due download joined it.
 */
const askAgainSoon = sql`
  UPDATE registry.dataset SET due_at = least(due_at, now() + interval '6 hours')
  FROM failed WHERE name = dataset AND due_at IS NOT NULL AND NOT dry_run AND files IS NULL`;

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
      await this.startOver();
      await this.tidy();
      const version = await this.take();
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

  /**
   * The holder of the lock knows that nobody else imports: an import that appears to be running was left by an ended process. It keeps that
   * state until it is taken again, because another download of its data set may be waiting, and only one may wait.
   */
  private async startOver(): Promise<void> {
    await this.database.rows(
      sql`UPDATE registry.version SET ended_at = now(), step = NULL WHERE ended_at IS NULL AND state IN ('refused', 'unchanged')`,
    );
    await this.database.rows(
      sql`WITH failed AS (
            UPDATE registry.version SET state = 'failed', step = NULL, ended_at = now(), failure = 'interrupted each time'
            WHERE ${isUnderWay} AND ended_at IS NULL AND attempts >= $1 RETURNING dataset, dry_run, files)
          ${askAgainSoon}`,
      [mostAttempts],
    );
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

  /** Interrupted imports are older than all waiting ones. */
  private async take(): Promise<Asked | undefined> {
    const [version] = await this.database.rows<Asked>(
      sql`UPDATE registry.version SET state = 'downloading', step = NULL, started_at = now(), attempts = attempts + 1, lines = 0, rows = 0, bytes_read = 0
          WHERE id = (SELECT min(id) FROM registry.version WHERE ended_at IS NULL AND (state = 'waiting' OR ${isUnderWay}))
          RETURNING id, dataset, requested_by, files, given_day, manifest, dry_run, accept_reason, attempts`,
    );
    return version;
  }

  private async carryOut(session: Session, version: Asked): Promise<void> {
    const { database, logger } = this;
    const dataset = datasetOf(version.dataset);
    const log = logger.child({ dataset: version.dataset, version: version.id });
    try {
      if (!dataset) throw new Error('this version of the importer does not know the data set');
      const { taxpayers: scope, dataDir, addresses, headers } = this.settings;
      const signal = AbortSignal.any([this.stopping.signal, session.lost]);
      const outcome = await runImport({ version, dataset, database, session, scope, signal, dataDir, addresses, headers });
      if (dataset.filesOn && !version.dryRun) await this.askForNext(version);
      await this.end(version);
      log.info({ outcome }, 'import ended');
      if (outcome === 'current') await markOldest(session, dataset.name);
    } catch (error) {
      if (this.stopping.signal.aborted) return this.giveBack(version);
      // The row stays unchanged, and another replica may hold the lock by now. The first replica that reaches the database takes it up
      // again.
      if (session.lost.aborted || (error instanceof StatementError && isDatabaseAway(error))) throw error;
      log.error({ err: error }, 'import failed');
      await this.fail(version, error);
    }
  }

  /**
   * If a page names many files, those that this parser never tried follow one after another, until none is left. A dry run or a failed
   * import does not count as a try.
   */
  private async askForNext({ id }: Asked): Promise<void> {
    await this.database.rows(
      sql`INSERT INTO registry.version AS version (dataset, state, requested_by)
          SELECT dataset, 'waiting', requested_by FROM registry.version AS ended WHERE id = $1 AND files IS NULL AND address IS NOT NULL
            AND NOT EXISTS (SELECT FROM registry.version AS earlier
              WHERE earlier.dataset = ended.dataset AND earlier.address = ended.address AND earlier.parser = ended.parser
                AND earlier.id < ended.id AND NOT earlier.dry_run AND earlier.state <> 'failed')
          ${joinWaiting}`,
      [id],
    );
  }

  /** An attempt that a shutdown interrupts does not count. */
  private async giveBack({ id, attempts }: Asked): Promise<void> {
    await this.database.rows(
      sql`UPDATE registry.version SET step = NULL, attempts = attempts - 1
          WHERE id = $1 AND attempts = $2 AND ${isUnderWay}`,
      [id, attempts],
    );
  }

  private async end({ id, attempts }: Asked): Promise<void> {
    await this.database.rows(
      sql`UPDATE registry.version SET ended_at = coalesce(ended_at, now()), step = NULL WHERE id = $1 AND attempts = $2`,
      [id, attempts],
    );
  }

  private async fail({ id, attempts }: Asked, error: unknown): Promise<void> {
    const isFull = error instanceof StatementError && error.sqlState === diskFull;
    const failure = isFull ? 'the disk of the database is full' : (error as Error).message.slice(0, 300);
    await this.database.rows(
      sql`WITH failed AS (
            UPDATE registry.version SET state = 'failed', step = NULL, ended_at = now(), failure = $3
            WHERE id = $1 AND attempts = $2 AND ${isUnderWay} RETURNING dataset, dry_run, files)
          ${askAgainSoon}`,
      [id, attempts, failure],
    );
  }
}
