import type { Session } from '@vigia/database';
import type { RowTable } from './tables.js';

const batchBytes = 1024 * 1024;

/** Into a table that the same transaction has created. */
export function copyInto({ columns }: RowTable, name: string): string {
  return `COPY registry.${name} (${columns.join(', ')}) FROM STDIN (FREEZE)`;
}

/**
 * Collects rows and copies them in batches; while one is being sent the next is collected. A batch is a separate COPY in the transaction
 * that created the table, so a rollback leaves nothing of it.
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
    // The next batch, or the end, throws its failure. Until then nobody awaits it, and an unhandled rejection would end the process.
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
