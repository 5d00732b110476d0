import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { Loop } from '@vigia/dispatch';
import type { Logger } from '@vigia/observability';
import { LOGGER, SETTINGS } from '@vigia/service-kit';
import { Gauge } from 'prom-client';
import { datasetOf, datasets, lacksLicence } from '../datasets/datasets.js';
import { growsOldFrom } from '../importing/freshness.js';
import { Imports } from '../importing/imports.js';
import { bySchedule, joinWaiting } from '../importing/work.js';
import type { DataImporterSettings } from '../settings.js';
import { cadenceHours, expectedEveryHours } from './cadence.js';
import { missingWeeks } from './missing-weeks.js';

const lookEveryMs = 60_000;
/** A share of the cadence, so that not every installation asks in the same minute. */
const jitter = 0.1;

const lateness = new Gauge({
  name: 'vigia_dataset_age_ratio',
  help: 'time since a data set was last seen to be what is published, or first asked for in vain, for each time of its cadence, or for each month if operators bring it; above 2 it is late',
  labelNames: ['dataset'] as const,
});
const untilGone = new Gauge({
  name: 'vigia_dataset_missing_week_days',
  help: 'days until its publisher takes the oldest missing week of a data set away; only of data sets that miss one',
  labelNames: ['dataset'] as const,
});

/**
 * Requests downloads that are due by their cadence, if the settings say so, and measures how old everything is and what is about to be
 * lost.
 */
@Injectable()
export class DueDownloads implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: Loop;

  constructor(
    private readonly database: Database,
    private readonly imports: Imports,
    @Inject(SETTINGS) private readonly settings: DataImporterSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new Loop({ name: 'due downloads', intervalMs: lookEveryMs, step: () => this.look(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  private async look(): Promise<void> {
    await this.measure();
    if (this.settings.scheduled) await this.ask();
  }

  /**
   * Rows of the same data set conflict at their unique index, so that replicas ask once. A waiting dry run becomes the download. What is due
   * later than its cadence allows was put there by a release that downloaded it less often.
   */
  private async ask(): Promise<void> {
    const wanted = datasets.filter(
      (dataset) => dataset.address !== null && dataset.cadence !== 'by_hand' && !lacksLicence(dataset, this.settings.licences),
    );
    const given = wanted.map(({ name, cadence }) => ({ name, hours: cadenceHours[cadence] }));
    const asked = await this.database.rows<{ dataset: string }>(
      sql`WITH given AS (SELECT * FROM jsonb_to_recordset($1::jsonb) AS given (name text, hours float8)),
          due AS (
            UPDATE registry.dataset SET due_at = now() + hours * (1 + random() * $2) * interval '1 hour'
            FROM given WHERE dataset.name = given.name AND paused_at IS NULL
              AND (coalesce(due_at, now()) <= now() OR due_at > now() + hours * (1 + $2::float8) * interval '1 hour') RETURNING dataset.name)
          INSERT INTO registry.version AS version (dataset, state, requested_by) SELECT name, 'waiting', '${bySchedule}' FROM due
          ${joinWaiting} RETURNING dataset`,
      [JSON.stringify(given), jitter],
    );
    if (asked.length > 0) this.imports.kick();
  }

  private async measure(): Promise<void> {
    const ages = await this.database.rows<{ name: string; hours: number | null }>(
      sql`SELECT name, extract(epoch FROM now() - ${growsOldFrom})::float8 / 3600 AS hours FROM registry.dataset`,
    );
    lateness.reset();
    for (const { name, hours } of ages) {
      const dataset = datasetOf(name);
      const expected = dataset && expectedEveryHours(dataset);
      if (expected && hours !== null) lateness.set({ dataset: name }, hours / expected);
    }
    const missing = await missingWeeks(this.database);
    untilGone.reset();
    for (const { dataset, daysLeft } of missing) untilGone.set({ dataset }, daysLeft);
  }
}
