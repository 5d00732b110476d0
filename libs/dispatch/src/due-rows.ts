import { sql } from '@vigia/database';
import { dueInMs, type UntilDue } from './loop.js';

/** Longer than any transaction takes to write a row that is already due when the transaction begins. */
const marginSql = sql`interval '1 minute'`;
const wholeEveryMs = 60_000;
const looksAgainAfterMs = 5_000;

interface Looked extends UntilDue {
  since: string;
}

/** The query for a look, over the rows from $1 on. */
export const earliestDue = (due: string, rows: string) => sql`
  SELECT ${dueInMs(sql`min(${due})`)}, (least(min(${due}), now()) - ${marginSql})::text AS since FROM ${rows}`;

/**
 * Finds the earliest due row in an index by due time. Entries of finished rows lie before the due ones. While any transaction of the
 * database is older than these entries, each look from the beginning visits all of them. So a look begins a minute before the earliest row
 * that the last look saw, and once a minute at the beginning.
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

  /** Where a step begins: no due row lies before this point, and few finished entries lie after it. */
  async begin(): Promise<string> {
    if (performance.now() - this.lookedAt > looksAgainAfterMs) await this.untilDue();
    return this.since;
  }
}
