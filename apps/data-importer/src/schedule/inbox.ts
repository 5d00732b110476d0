import { readdir, readFile, rename, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { VersionState } from '@vigia/contracts';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { datasetOf, datasets } from '../datasets/datasets.js';
import { manifestOf } from '../importing/domain/manifest.js';
import { Imports } from '../importing/imports.js';
import { sha256Of } from '../importing/sources.js';
import type { DataImporterSettings } from '../settings.js';

const lookEveryMs = 10_000;
const manifestEnd = '.manifest.json';
const droppedBy = 'inbox';

interface Ended {
  id: number;
  state: VersionState;
  files: string[];
  report: Record<string, unknown>;
}

/** Files in `inbox/<data set>/`: a file counts when its manifest is there and tells its bytes. Then it goes to `done` or `refused`. */
@Injectable()
export class Inbox implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    @Inject(SETTINGS) private readonly settings: DataImporterSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new Loop({ name: 'inbox', intervalMs: lookEveryMs, step: () => this.look(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async look(): Promise<boolean> {
    await this.putAway();
    for (const { name } of datasets) await this.lookInto(name);
    return false;
  }

  private async lookInto(dataset: string): Promise<void> {
    const folder = join(this.settings.dataDir, 'inbox', dataset);
    const names: string[] = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(manifestEnd))) {
      const file = name.slice(0, -manifestEnd.length);
      if (names.includes(file)) await this.take(dataset, join(folder, file));
    }
  }

  private async take(dataset: string, path: string): Promise<void> {
    const known = await this.database.rows(
      sql`SELECT FROM registry.version WHERE dataset = $1 AND requested_by = $2 AND files = $3::jsonb
            AND (ended_at IS NULL OR ended_at > now() - interval '1 day')`,
      [dataset, droppedBy, JSON.stringify([path])],
    );
    if (known.length > 0) return;
    const manifest = manifestOf(await readFile(`${path}${manifestEnd}`, 'utf8'), dataset);
    if (Array.isArray(manifest)) {
      await this.move(path, 'refused', { problem: `its manifest: ${manifest.join('; ')}` });
      return;
    }
    // A file that is still being copied is not yet what its manifest says; one that never will be is looked at again each time.
    if ((await sha256Of(path)) !== manifest.sha256) return;
    const { needsLicence } = datasetOf(dataset)!;
    if (needsLicence && !this.settings.licences.includes(dataset)) {
      await this.move(path, 'refused', { problem: 'its licence is not held' });
      return;
    }
    await this.database.rows(
      sql`INSERT INTO registry.version (dataset, state, requested_by, files, given_day, manifest) VALUES ($1, 'waiting', $2, $3, $4, $5)`,
      [dataset, droppedBy, JSON.stringify([path]), manifest.publishedOn, JSON.stringify(manifest)],
    );
    this.logger.info({ dataset }, 'a file was dropped in');
    this.imports.kick();
  }

  /** What has ended leaves the inbox, with what became of it beside it. The row then tells where it lies: the next file may have its name. */
  private async putAway(): Promise<void> {
    const ended = await this.database.rows<Ended>(
      sql`SELECT id, state, files, jsonb_build_object('version', id, 'state', state, 'label', label, 'lines', lines, 'rows', rows,
            'rejected', rejected_by_reason, 'problems', problems, 'failure', failure) AS report
          FROM registry.version WHERE requested_by = $1 AND ended_at > now() - interval '1 day'`,
      [droppedBy],
    );
    for (const { id, state, files, report } of ended) {
      const path = files[0]!;
      if (isPutAway(path)) continue;
      const kept = await this.move(path, state === 'refused' || state === 'failed' ? 'refused' : 'done', report);
      await this.database.rows(sql`UPDATE registry.version SET files = $2 WHERE id = $1`, [id, JSON.stringify([kept])]);
    }
  }

  /** The report stands before the file is gone, so that a process that ends in between does it again. */
  private async move(path: string, to: 'done' | 'refused', report: Record<string, unknown>): Promise<string> {
    const kept = join(dirname(path), to, basename(path));
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(`${kept}.part`, `${JSON.stringify(report, null, 2)}\n`);
    await rename(`${kept}.part`, `${kept}.report.json`);
    await rename(`${path}${manifestEnd}`, `${kept}${manifestEnd}`).catch(() => undefined);
    await rename(path, kept).catch(() => undefined);
    return kept;
  }
}

const isPutAway = (path: string) => ['done', 'refused'].includes(basename(dirname(path)));
