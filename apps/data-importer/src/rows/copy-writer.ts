import type { Session } from '@vigia/database';
import type { RowTable } from './tables.js';

const batchBytes = 1024 * 1024;

/** Into a table that the same transaction has made. */
export function copyInto({ columns }: RowTable, name: string): string {
  return `COPY registry.${name} (${columns.join(', ')}) FROM STDIN (FREEZE)`;
}

/**
 * Collects rows and copies them in batches; while one is on its way the next is collected. A batch is a COPY of its own in the
 * transaction that made the table, so that nothing of it is left when that ends.
 */
export class CopyWriter {
  rows = 0;
  private pending: string[][];
  private pendingBytes = 0;
  private underWay: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly session: Session,
    private readonly tables: readonly RowTable[],
    private readonly nameOf: (table: RowTable) => string,
  ) {
    this.pending = tables.map(() => []);
  }

  line(table: number, line: string): Promise<void> | undefined {
    this.pending[table]!.push(line);
    this.pendingBytes += line.length;
    return this.pendingBytes > batchBytes ? this.flush() : undefined;
  }

  async flush(): Promise<void> {
    await this.underWay;
    const batch = this.pending;
    this.pending = this.tables.map(() => []);
    this.pendingBytes = 0;
    this.underWay = this.sendAll(batch);
    // The next batch, or the end, meets its failure. Until then nobody waits for it, and a rejection that nobody waits for ends the process.
    this.underWay.catch(() => undefined);
  }

  async end(): Promise<void> {
    await this.flush();
    await this.underWay;
  }

  private async sendAll(batch: string[][]): Promise<void> {
    for (const [table, lines] of batch.entries()) if (lines.length > 0) await this.send(table, Buffer.from(lines.join('')));
  }

  private send(table: number, rows: Buffer): Promise<void> {
    const into = this.tables[table]!;
    return this.session.copy(copyInto(into, this.nameOf(into)), rows);
  }
}
