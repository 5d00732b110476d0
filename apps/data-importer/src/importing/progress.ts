import { sql, type Database } from '@vigia/database';

const everyMs = 500;

interface Counts {
  lines: number;
  rows: number;
  bytesRead: number;
}

/** Records the progress of an import, at most twice a second, for those who wait for it. */
export class Progress {
  private readonly counts: Counts = { lines: 0, rows: 0, bytesRead: 0 };
  private step: string | null = null;
  private writtenAt = 0;
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly version: number,
  ) {}

  counted(counts: Partial<Counts>): void {
    Object.assign(this.counts, counts);
    if (performance.now() - this.writtenAt > everyMs) this.write();
  }

  /** Writes a new step at once. */
  async begin(step: string): Promise<void> {
    this.step = step;
    this.write();
    await this.writing;
  }

  async end(): Promise<void> {
    this.step = null;
    this.write();
    await this.writing;
  }

  private write(): void {
    this.writtenAt = performance.now();
    const { lines, rows, bytesRead } = this.counts;
    const values = [this.version, this.step, lines, rows, bytesRead];
    this.writing = this.writing
      .then(() =>
        this.database.rows(sql`UPDATE registry.version SET step = $2, lines = $3, rows = $4, bytes_read = $5 WHERE id = $1`, values),
      )
      // The import itself notices that the database is away.
      .catch(() => undefined);
  }
}
