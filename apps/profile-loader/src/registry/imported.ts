import { sql, type Database } from '@vigia/database';
import { registryReaders } from './registry-readers.js';

/** A load asks about many registers at once, and what was imported changes a few times a day. */
const keptMs = 1_000;

const answering = Object.values(registryReaders).flatMap(({ datasets }) => datasets);

/** Which data sets are in force. Whoever reads one of them still takes its version in the statement that reads its rows. */
export class Imported {
  private known: { until: number; names: Promise<Set<string>> } | undefined;

  constructor(private readonly database: Database) {}

  async includesAny(datasets: readonly string[]): Promise<boolean> {
    const names = await this.names();
    return datasets.some((name) => names.has(name));
  }

  private names(): Promise<Set<string>> {
    if (!this.known || this.known.until < performance.now()) {
      const names = this.read();
      this.known = { until: performance.now() + keptMs, names };
      names.catch(() => (this.known = undefined));
    }
    return this.known.names;
  }

  private async read(): Promise<Set<string>> {
    const rows = await this.database.rows<{ dataset: string }>(
      sql`SELECT DISTINCT dataset FROM registry.current_version WHERE dataset = ANY($1)`,
      [answering],
    );
    return new Set(rows.map(({ dataset }) => dataset));
  }
}
