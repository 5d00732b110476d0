import { readdir, readFile, rename, mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { VersionState } from '@vigia/contracts';
import { Database, sql, StatementError } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf, datasets, lacksLicence } from '../datasets/datasets.js';
import { isJson, manifestOf, type Manifest } from '../importing/domain/manifest.js';
import { Imports } from '../importing/imports.js';
import { sha256Of } from '../importing/sources.js';
import type { DataImporterSettings } from '../settings.js';

const lookEveryMs = 10_000;
const manifestEnd = '.manifest.json';
const droppedBy = 'inbox';
/** No copy of a file pauses for this long. */
const copyMs = 3_600_000;

interface Ended {
  id: number;
  dataset: string;
  manifest: Manifest;
  state: VersionState;
  files: string[];
  report: Record<string, unknown>;
}

/** Files in `inbox/<data set>/`: a file counts when its manifest exists and matches its bytes. Then it moves to `done` or `refused`. */
@Injectable()
export class Inbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;
  /** Files that this process has reported: it checks a file that differs from its manifest again in each step, but reports it once. */
  private readonly saidToDiffer = new Set<string>();
  private readonly startedAt = new Date();

  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    @Inject(SETTINGS) private readonly settings: DataImporterSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'inbox', intervalMs: lookEveryMs, step: (stopping) => this.look(stopping), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async look(stopping: AbortSignal): Promise<void> {
    await this.putAway(stopping);
    for (const { name } of datasets) await this.lookInto(name, stopping);
  }

  private async lookInto(dataset: string, stopping: AbortSignal): Promise<void> {
    const folder = join(this.settings.dataDir, 'inbox', dataset);
    const names: string[] = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(manifestEnd))) {
      const path = join(folder, name.slice(0, -manifestEnd.length));
      if (names.includes(basename(path))) await this.apart(path, stopping, () => this.take(dataset, path, stopping));
    }
  }

  /** A file that cannot be read or moved is tried again each time, and does not delay the others. A large one does not delay the stop. */
  private async apart(path: string, stopping: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    if (stopping.aborted) return;
    try {
      await work();
    } catch (error) {
      if (stopping.aborted) return;
      if (error instanceof StatementError) throw error;
      this.logger.warn({ err: error, path }, 'a file in the inbox could not be processed');
    }
  }

  private async take(dataset: string, path: string, stopping: AbortSignal): Promise<void> {
    const known = await this.database.rows<{ manifest: Manifest; isLeft: boolean | null }>(
      sql`SELECT manifest, ended_at <= now() - interval '1 day' AS is_left FROM registry.version
          WHERE dataset = $1 AND requested_by = $2 AND files = $3::jsonb`,
      [dataset, droppedBy, JSON.stringify([path])],
    );
    if (known.some(({ isLeft }) => !isLeft)) return;
    const written = await readFile(`${path}${manifestEnd}`, 'utf8');
    const manifest = manifestOf(written, dataset);
    if (Array.isArray(manifest)) {
      if (!isJson(written) && (await isFresh(`${path}${manifestEnd}`))) return;
      return this.refuse(dataset, path, `its manifest: ${manifest.join('; ')}`);
    }
    // A file that could not be moved for a day stays where it is, and is not read again.
    if (known.some((earlier) => isDeepStrictEqual(earlier.manifest, manifest))) return;
    if ((await sha256Of(path, stopping)) !== manifest.sha256) return this.leave(dataset, path);
    if (lacksLicence(datasetOf(dataset)!, this.settings.licences)) return this.refuse(dataset, path, 'its licence is not held');
    await this.database.rows(
      sql`INSERT INTO registry.version (dataset, state, requested_by, files, given_day, manifest) VALUES ($1, 'waiting', $2, $3, $4, $5)`,
      [dataset, droppedBy, JSON.stringify([path]), manifest.publishedOn, JSON.stringify(manifest)],
    );
    this.logger.info({ dataset }, 'a file was dropped in');
    this.imports.kick();
  }

  private async refuse(dataset: string, path: string, reason: string): Promise<void> {
    await move(path, await told(join(dirname(path), 'refused', basename(path)), { problem: reason }));
    this.logger.warn({ dataset, path, reason }, 'a file in the inbox was refused');
  }

  /** A file that is still being copied does not match its manifest yet; one that never will is checked again each time. */
  private async leave(dataset: string, path: string): Promise<void> {
    const { mtimeMs } = await stat(path);
    const file = `${path} ${mtimeMs}`;
    if (Date.now() - mtimeMs < copyMs || this.saidToDiffer.has(file)) return;
    this.saidToDiffer.add(file);
    this.logger.warn({ dataset, path, reason: 'sha256' }, 'a file in the inbox is not what its manifest says, and waits');
  }

  /**
   * Finished files leave the inbox, with a report beside them. The row then says where the file lies, because the next file may have its
   * name. A file that cannot be moved is tried for a day after its import has ended, and again for a day by each process that starts: its
   * import may have ended just before all of them stopped.
   */
  private async putAway(stopping: AbortSignal): Promise<void> {
    const ended = await this.database.rows<Ended>(
      sql`SELECT id, dataset, manifest, state, files, jsonb_build_object('version', id, 'state', state, 'label', label, 'lines', lines,
            'rows', rows, 'rejected', rejected_by_reason, 'problems', problems, 'failure', failure) AS report
          FROM registry.version
          WHERE requested_by = $1 AND ended_at IS NOT NULL AND greatest(ended_at, $2::timestamptz) > now() - interval '1 day'
            AND files->>0 !~ '/(done|refused)/[^/]+$'`,
      [droppedBy, this.startedAt],
    );
    for (const one of ended) await this.apart(one.files[0]!, stopping, () => this.putOneAway(one.files[0]!, one, stopping));
  }

  private async putOneAway(path: string, one: Ended, stopping: AbortSignal): Promise<void> {
    const kept = await told(await this.placeOf(path, one), one.report);
    if (await isStillThere(path, one, stopping)) await move(path, kept);
    await this.database.rows(sql`UPDATE registry.version SET files = $2 WHERE id = $1`, [one.id, JSON.stringify([kept])]);
  }

  /** The file of another version whose rows are kept stays: a newer importer may have to read it again. */
  private async placeOf(path: string, { id, dataset, state }: Ended): Promise<string> {
    const folder = join(dirname(path), state === 'refused' || state === 'failed' ? 'refused' : 'done');
    const place = join(folder, basename(path));
    const taken = await this.database.rows(
      sql`SELECT FROM registry.version WHERE dataset = $1 AND id <> $2 AND files = $3::jsonb AND state IN ('current', 'superseded') LIMIT 1`,
      [dataset, id, JSON.stringify([place])],
    );
    return taken.length > 0 ? join(folder, `${id}-${basename(path)}`) : place;
  }
}

/** Half a manifest is no JSON: it may still be being written. */
async function isFresh(path: string): Promise<boolean> {
  return Date.now() - (await stat(path)).mtimeMs < copyMs;
}

/** The next file may already have the same name, or be on its way. */
async function isStillThere(path: string, { dataset, manifest }: Ended, stopping: AbortSignal): Promise<boolean> {
  const beside = await readFile(`${path}${manifestEnd}`, 'utf8').catch(() => undefined);
  if (beside !== undefined && !isDeepStrictEqual(manifestOf(beside, dataset), manifest)) return false;
  const sha256 = await sha256Of(path, stopping).catch(() => undefined);
  stopping.throwIfAborted();
  return sha256 === undefined || sha256 === manifest.sha256;
}

/**
 * Writes the report of a file to its destination. It is written before the file is moved, so that after an interruption another process
 * does it again.
 */
async function told(kept: string, report: Record<string, unknown>): Promise<string> {
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(`${kept}.part`, `${JSON.stringify(report, null, 2)}\n`);
  await rename(`${kept}.part`, `${kept}.report.json`);
  return kept;
}

async function move(path: string, kept: string): Promise<void> {
  await moveOne(`${path}${manifestEnd}`, `${kept}${manifestEnd}`);
  await moveOne(path, kept);
}

/** What is gone was moved by a process that ended in between. */
async function moveOne(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
