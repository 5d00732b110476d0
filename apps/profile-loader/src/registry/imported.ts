import { Injectable } from '@nestjs/common';
import { Database, sql } from '@vigia/database';
import { registryReaders } from './registry-readers.js';

/** A load reads many registers at once, but imports change them only a few times a day. */
const keptMs = 1_000;

/** Stands for every list that profiles are screened against. */
export const anyList = 'any list';
const answering = Object.values(registryReaders).flatMap(({ datasets }) => datasets);

/** Which data sets are in force. A reader of a data set still takes its version in the statement that reads its rows. */
@Injectable()
export class Imported {
  private known: { until: number; since: Promise<Map<string, Date>> } | undefined;

  constructor(private readonly database: Database) {}

  async includesAny(datasets: readonly string[]): Promise<boolean> {
    const since = await this.since();
    return datasets.some((name) => since.has(name));
  }

  /** When the newest version of any of them came into force. */
  async newestOf(datasets: readonly string[]): Promise<Date | undefined> {
    const since = await this.since();
    return datasets
      .flatMap((name) => since.get(name) ?? [])
      .toSorted((one, other) => other.getTime() - one.getTime())
      .at(0);
  }

  private since(): Promise<Map<string, Date>> {
    if (!this.known || this.known.until < performance.now()) {
      const since = this.read();
      this.known = { until: performance.now() + keptMs, since };
      since.catch(() => (this.known = undefined));
    }
    return this.known.since;
  }

  private async read(): Promise<Map<string, Date>> {
    const rows = await this.database.rows<{ dataset: string; since: Date }>(
      sql`SELECT CASE WHEN kind IN ('list', 'sanctioned') THEN '${anyList}' ELSE dataset END AS dataset, coalesce(max(switched_at), 'epoch') AS since
       FROM registry.current_version WHERE dataset = ANY($1) OR kind IN ('list', 'sanctioned') GROUP BY 1`,
      [answering],
    );
    return new Map(rows.map(({ dataset, since }) => [dataset, since]));
  }
}
