import { setTimeout } from 'node:timers/promises';
import { sql, type Database } from '@vigia/database';

const lookEveryMs = 200;
/** How long the import goes on resting after it has seen an open load, because another load usually follows. */
const restsOnMs = 1_000;
/** The rest per millisecond of our own work: the database works on a batch while we rest. */
const restMs = 12;
/** The longest rest: the time between two batches may include other work, such as the key of a table. */
const mostMs = 1_000;

/**
 * An import may take its time. While profiles are loaded it rests between its batches, for longer than they take; otherwise it never waits.
 * Its deadline counts its rests, so there is a limit for all of them together.
 */
export class Pace {
  private restsUntil = Number.NEGATIVE_INFINITY;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private restedAt = performance.now();

  constructor(
    private readonly database: Database,
    private readonly signal: AbortSignal,
    private leftMs: number,
    private readonly pause: (ms: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown> = setTimeout,
  ) {}

  /** Called after each batch. */
  async rest(): Promise<void> {
    const workedMs = performance.now() - this.restedAt;
    if (performance.now() - this.lookedAt > lookEveryMs) await this.look();
    if (performance.now() < this.restsUntil && this.leftMs > 0) {
      const ms = Math.min(workedMs * restMs, mostMs);
      this.leftMs -= ms;
      await this.pause(ms, undefined, { signal: this.signal });
    }
    this.restedAt = performance.now();
  }

  private async look(): Promise<void> {
    const [waited] = await this.database.rows<{ isLoadOpen: boolean }>(sql`SELECT is_load_open FROM profiles.waited_for`);
    this.lookedAt = performance.now();
    if (waited!.isLoadOpen) this.restsUntil = this.lookedAt + restsOnMs;
  }
}
