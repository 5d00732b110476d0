import { Controller, Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { isOfSanctions, pauseCauses, VigiaError, type DatasetStatus, type PayloadOf, type ReplyOf } from '@vigia/contracts';
import { Database, sql, type DatasetRow, type Transaction, type VersionRow } from '@vigia/database';
import { Handles, type HandlerContext } from '@vigia/messaging';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf, lacksLicence } from '../datasets/datasets.js';
import { Imports } from '../importing/imports.js';
import { clearMarked, markOldest } from '../importing/prune.js';
import { retireVersions } from '../importing/retire.js';
import { switchTo } from '../importing/switch-version.js';
import { joinWaiting, bySchedule } from '../importing/work.js';
import type { DataImporterSettings } from '../settings.js';
import { describeDatasets, knownDataset, leftOver, statuses } from './dataset-rows.js';
import { readVersion } from './version-rows.js';

const askFor = sql`
  INSERT INTO registry.version AS version (dataset, state, requested_by, files, given_day, accept_reason, dry_run)
  VALUES ($1, 'waiting', $2, $3, $4, $5, $6) ${joinWaiting} RETURNING id`;

/** Operators' requests about data sets. */
@Controller()
export class DatasetsController implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    @Inject(SETTINGS) private readonly settings: DataImporterSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await describeDatasets(this.database);
  }

  @Handles('datasets.list')
  async list(_: PayloadOf<'datasets.list'>): Promise<ReplyOf<'datasets.list'>> {
    const [datasets, others] = await Promise.all([statuses(this.database, this.settings.licences), leftOver(this.database)]);
    return { datasets, leftOver: others };
  }

  @Handles('datasets.import')
  async import({
    dataset,
    actor,
    files,
    publishedOn,
    accept,
    dryRun = false,
  }: PayloadOf<'datasets.import'>): Promise<ReplyOf<'datasets.import'>> {
    const known = knownDataset(dataset);
    if (lacksLicence(known, this.settings.licences))
      throw VigiaError.of('conflict', { detail: `${dataset} needs a licence: name it in VIGIA_DATA_LICENCES once it is held` });
    if (!files && !known.address) throw VigiaError.of('conflict', { detail: `${dataset} is not published for download: give it a file` });
    const values = [dataset, actor, files ? JSON.stringify(files) : null, publishedOn ?? null, accept ?? null, dryRun];
    const [asked] = await this.database.rows<Pick<VersionRow, 'id'>>(askFor, values);
    this.logger.info({ dataset }, 'import asked for');
    this.imports.kick();
    return { version: (await readVersion(this.database, asked!.id))! };
  }

  @Handles('datasets.rollback')
  async rollback(
    { dataset, part = '', version: asked, actor, reason }: PayloadOf<'datasets.rollback'>,
    { jobId: requestId }: Pick<HandlerContext, 'jobId'>,
  ): Promise<ReplyOf<'datasets.rollback'>> {
    knownDataset(dataset);
    const to = await this.database.transaction(async (tx) => {
      await tx.rows(sql`SELECT FROM registry.dataset WHERE name = $1 FOR UPDATE`, [dataset]);
      // The broker may deliver a request again. A second rollback would go one version further back.
      const [done] = await tx.rows<{ to: number }>(sql`SELECT to_version AS to FROM registry.switch WHERE request_id = $1`, [requestId]);
      if (done) return done.to;
      const [inForce] = await tx.rows<{ version: number }>(sql`SELECT version FROM registry.current WHERE dataset = $1 AND part = $2`, [
        dataset,
        part,
      ]);
      assertInForce(dataset, asked, inForce?.version);
      // Not the version with the previous number, which may have been withdrawn. Locked, because an import may be marking it for deletion
      // at this moment.
      const [current] = await tx.rows<{ from: number; to: number }>(
        sql`SELECT current.version AS from, before.id AS to
            FROM registry.current JOIN registry.version AS latest ON latest.id = current.version
              JOIN registry.version AS before ON before.id = latest.previous AND before.state = 'superseded'
            WHERE current.dataset = $1 AND current.part = $2 FOR UPDATE OF before`,
        [dataset, part],
      );
      if (!current) throw VigiaError.of('conflict', { detail: await whyNoneBefore(tx, dataset, part) });
      await switchTo(tx, { dataset, part, from: current.from, to: current.to, by: actor, reason, requestId });
      await holdDownloads(tx, dataset, { by: actor, reason: `${pauseCauses.rollback}${reason}`.slice(0, 200) });
      return current.to;
    });
    this.logger.warn({ dataset, version: to, reason }, 'data set rolled back');
    return { version: (await readVersion(this.database, to))! };
  }

  @Handles('datasets.retire')
  async retire(
    { dataset, version: asked, actor, reason }: PayloadOf<'datasets.retire'>,
    { jobId: requestId }: Pick<HandlerContext, 'jobId'>,
  ): Promise<ReplyOf<'datasets.retire'>> {
    // No source of this release reads a data set that it no longer has, whatever its kind.
    const known = datasetOf(dataset);
    if (known && !isOfSanctions(known.kind)) throw VigiaError.of('conflict', { detail: `${dataset} is not a list: ${howToStop}` });
    const retired = await this.database.transaction(async (tx) => {
      const found = await tx.rows(sql`SELECT FROM registry.dataset WHERE name = $1 FOR UPDATE`, [dataset]);
      if (found.length === 0) throw VigiaError.of('not_found');
      const [done] = await tx.rows<{ from: number }>(sql`SELECT from_version AS from FROM registry.switch WHERE request_id = $1`, [
        requestId,
      ]);
      if (done) return done.from;
      await holdDownloads(tx, dataset, { by: actor, reason: `${pauseCauses.retirement}${reason}`.slice(0, 200) });
      const newest = await retireVersions(tx, { dataset, by: actor, reason, requestId });
      assertInForce(dataset, asked, newest);
      if (newest === undefined) throw VigiaError.of('conflict', { detail: `no version of ${dataset} is in force` });
      return newest;
    });
    this.logger.warn({ dataset, version: retired, reason }, 'data set retired');
    this.imports.kick();
    return { version: (await readVersion(this.database, retired))! };
  }

  @Handles('datasets.prune')
  async prune({ dataset }: PayloadOf<'datasets.prune'>): Promise<ReplyOf<'datasets.prune'>> {
    const known = knownDataset(dataset);
    const versions = await this.imports.locked(async (session) => {
      const marked = await markOldest(session, known);
      await clearMarked(session);
      return marked;
    });
    if (versions === false) throw VigiaError.of('conflict', { detail: 'an import is under way, and it prunes at its end' });
    this.logger.warn({ dataset, versions }, 'old versions removed');
    return { versions };
  }

  @Handles('datasets.pause')
  async pause({ dataset, actor, reason }: PayloadOf<'datasets.pause'>): Promise<ReplyOf<'datasets.pause'>> {
    knownDataset(dataset);
    await this.database.transaction((tx) => holdDownloads(tx, dataset, { by: actor, reason }));
    this.logger.warn({ dataset, reason }, 'data set paused');
    return { dataset: await this.status(dataset) };
  }

  @Handles('datasets.resume')
  async resume({ dataset, pause }: PayloadOf<'datasets.resume'>): Promise<ReplyOf<'datasets.resume'>> {
    knownDataset(dataset);
    await this.database.transaction(async (tx) => {
      if (pause) await assertPausedBy(tx, dataset, pause);
      await tx.rows(sql`UPDATE registry.dataset SET pause_reason = NULL, paused_at = NULL, paused_by = NULL WHERE name = $1`, [dataset]);
    });
    this.logger.info({ dataset }, 'data set resumed');
    return { dataset: await this.status(dataset) };
  }

  private async status(dataset: string): Promise<DatasetStatus> {
    const [status] = await statuses(this.database, this.settings.licences, dataset);
    return status!;
  }
}

/** What answers for a source is chosen in that file, not here. */
const howToStop = 'a register answers until VIGIA_PROVIDERS_FILE gives its source another kind, such as `none`';

/** Only under the lock of the data set: an import or another operator may have put another version in force since this one was looked at. */
function assertInForce(dataset: string, asked: number | undefined, inForce: number | undefined): void {
  if (asked !== undefined && asked !== inForce)
    throw VigiaError.of('dataset_changed', { dataset, version: asked, inForce: inForce ?? null });
}

/** A rollback or a retirement replaces the reason of a pause, and the next download would undo it. Without any pause nothing is left to do. */
async function assertPausedBy(tx: Transaction, dataset: string, { reason, since }: NonNullable<DatasetStatus['pause']>): Promise<void> {
  const [row] = await tx.rows<Pick<DatasetRow, 'pauseReason' | 'pausedAt'>>(
    sql`SELECT pause_reason, paused_at FROM registry.dataset WHERE name = $1 FOR UPDATE`,
    [dataset],
  );
  if (row?.pausedAt && (row.pauseReason !== reason || row.pausedAt.toISOString() !== since))
    throw VigiaError.of('pause_changed', { dataset, reason: row.pauseReason ?? '' });
}

async function whyNoneBefore(on: Pick<Transaction, 'rows'>, dataset: string, part: string): Promise<string> {
  const inForce = await on.rows<{ part: string }>(sql`SELECT part FROM registry.current WHERE dataset = $1`, [dataset]);
  if (inForce.length === 0) return `no version of ${dataset} is in force`;
  if (part === '' && inForce.every((one) => one.part !== ''))
    return `${dataset} has many weeks or months in force: say of which one, by its first day (\`--part\`)`;
  return `no version of ${dataset} from before the one in force is kept`;
}

/**
 * Pauses scheduled downloads, and ends the waiting one: it would bring what somebody has just withdrawn, or does not want now. A running
 * one finds the pause before its version comes into force. The ended download is due again, so that it runs once downloads are resumed and
 * not a cadence later. A data set that is already paused keeps its time, and takes the new reason and who gave it.
 */
async function holdDownloads(tx: Transaction, dataset: string, { by, reason }: { by: string; reason: string }): Promise<void> {
  await tx.rows(
    sql`UPDATE registry.dataset SET pause_reason = $2, paused_by = $3, paused_at = coalesce(paused_at, now()) WHERE name = $1`,
    [dataset, reason, by],
  );
  await tx.rows(
    sql`WITH ended AS (
          UPDATE registry.version SET state = 'failed', ended_at = now(), failure = 'paused before it began'
          WHERE dataset = $1 AND state = 'waiting' AND files IS NULL AND requested_by = '${bySchedule}' RETURNING dataset)
        UPDATE registry.dataset SET due_at = least(due_at, now()) FROM ended WHERE name = dataset`,
    [dataset],
  );
}
