import { sql } from '@vigia/database';
import { dueInMs, type UntilDue } from './loop.js';

/** Longer than any transaction takes to write a row that is due when it begins. */
const marginSql = sql`interval '1 minute'`;
const wholeEveryMs = 60_000;
const looksAgainAfterMs = 5_000;

export interface Looked extends UntilDue {
  since: string;
}

/** For a look, over the rows from $1 on. */
export const earliestDue = (due: string, rows: string) => sql`
  SELECT ${dueInMs(sql`min(${due})`)}, (least(min(${due}), now()) - ${marginSql})::text AS since FROM ${rows}`;

/**
 * The rows that wait in an index by the time at which they are due. What has been done lies before what is due, and as long as any transaction
 * of the database is older than that, each look from the beginning visits all of it. So a look begins a minute before the earliest row that the
 * last one has seen, and at the beginning once a minute.
 */
export class DueRows {
  private since = '-infinity';
  private lookedAt = -Infinity;
  private wholeAt = -Infinity;

  constructor(private readonly look: (since: string) => Promise<Looked[]>) {}

  async untilDue(): Promise<UntilDue[]> {
    const now = performance.now();
    const isWhole = now - this.wholeAt > wholeEveryMs;
    const [looked] = await this.look(isWhole ? '-infinity' : this.since);
    if (isWhole) this.wholeAt = now;
    this.lookedAt = now;
    this.since = looked!.since;
    return [looked!];
  }

  /** Where a step begins: nothing is due before, and little that has been done lies behind. */
  async begin(): Promise<string> {
    if (performance.now() - this.lookedAt > looksAgainAfterMs) await this.untilDue();
    return this.since;
  }
}
