import { sql } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { Gauge } from 'prom-client';

export interface UntilDue {
  /** Null if there is no row. */
  dueInMs: number | null;
}

/** For the `SELECT` of `untilDue`: the milliseconds until the earliest due time. */
export const dueInMs = (earliest: string) => sql`(extract(epoch FROM ${earliest} - now()) * 1000)::float8 AS due_in_ms`;

interface LoopOptions {
  name: string;
  intervalMs: number;
  /**
   * One bounded round of work. Returns true if there is more and the next round should follow at once. A long round leaves its remaining
   * work to another replica once `stopping` is aborted.
   */
  step: (stopping: AbortSignal) => Promise<boolean | void>;
  /** Asks when the earliest row is due. A loop with this function rests while nothing is due. */
  untilDue?: () => Promise<UntilDue[]>;
  logger: Logger;
}

/** The longest delay after a failed round. */
const longestRepairMs = 60_000;

/** The lease of a row that is pushed for the first time. */
export const shortestLeaseMs = 2_000;

/**
 * The longest rest of a loop before it asks again. The loop finds work of other processes at most this late. Nobody needs to kick the loop
 * for a row that is due no sooner than that, because the loop asks before.
 */
const longestRestMs = shortestLeaseMs;

/** A loop that cannot work, as while the database is away, logs no more often: otherwise these lines push all others out of a log of limited size. */
const logFailureEveryMs = 10_000;

/** A loop whose rounds take long or are rare does not count as failing, unless they fail. */
const failing = new Gauge({
  name: 'vigia_loop_failing_seconds',
  help: 'For how long every round of a loop has failed; 0 if its latest round has not',
  labelNames: ['loop'],
});

/** Repeats one step until it is stopped. Steps that must not block each other get separate loops. */
export class Loop {
  private readonly stopping = new AbortController();
  private kickedFor = Infinity;
  private wake: (() => void) | undefined;
  private running: Promise<void> | undefined;
  /** In a row. */
  private failures = 0;
  private loggedAt = -Infinity;
  private failingSince: number | undefined;

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Starts the next round now, or when something will be due. A round that runs before then finds out itself what is due later. */
  kick(inMs = 0): void {
    this.kickedFor = Math.min(this.kickedFor, performance.now() + inMs);
    this.wake?.();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake?.();
    await this.running;
  }

  private get stopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private get isKicked(): boolean {
    return this.kickedFor <= performance.now();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.kickedFor = Infinity;
      try {
        const isMore = await this.options.step(this.stopping.signal);
        // A loop that asks when it is due has done its round only once it knows.
        if (isMore || !this.options.untilDue) this.measure('done');
        if (!isMore) {
          await this.pause(this.options.intervalMs);
          await this.rest();
          this.measure('done');
        }
        this.failures = 0;
      } catch (error) {
        this.failures += 1;
        this.measure('failed');
        this.log(error);
        await this.pause(this.repairMs);
      }
    }
  }

  /** Leaves the measurement of another loop with this name alone: one process may run several services. */
  private measure(round: 'done' | 'failed'): void {
    if (round === 'done' && this.failingSince === undefined) return;
    const now = performance.now();
    this.failingSince = round === 'done' ? undefined : (this.failingSince ?? now);
    failing.set({ loop: this.options.name }, (now - (this.failingSince ?? now)) / 1_000);
  }

  private log(error: unknown): void {
    const now = performance.now();
    if (now - this.loggedAt < logFailureEveryMs) return;
    this.loggedAt = now;
    this.options.logger.warn({ err: error, loop: this.options.name, failures: this.failures }, 'round failed, will be repeated');
  }

  /** Doubles with each failure in a row, up to the longest rest. */
  private get repairMs(): number {
    const { intervalMs } = this.options;
    return Math.min(Math.max(intervalMs, Math.min(intervalMs * 2 ** (this.failures - 1), longestRestMs)), longestRepairMs);
  }

  /**
   * Waits until the next row is due. A row that is already due, and that the last round could not take, is tried again after each interval.
   */
  private async rest(): Promise<void> {
    const { untilDue } = this.options;
    while (untilDue && !this.isKicked && !this.stopped) {
      const [earliest] = await untilDue();
      this.measure('done');
      const restMs = earliest?.dueInMs ?? Infinity;
      await this.pause(Math.min(restMs, longestRestMs));
      if (restMs <= longestRestMs) return;
    }
  }

  private pause(ms: number): Promise<void> {
    const endsAt = performance.now() + ms;
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      this.wake = () => {
        clearTimeout(timer);
        const leftMs = Math.min(endsAt, this.kickedFor) - performance.now();
        if (leftMs > 0 && !this.stopped) timer = setTimeout(() => this.wake?.(), leftMs);
        else {
          this.wake = undefined;
          resolve();
        }
      };
      this.wake();
    });
  }
}

/**
 * The lease of a row that was just pushed. It doubles from two seconds up to fifteen, so that a queue that has fallen behind is not filled
 * faster than it drains. It stays far below any deadline, so that lost work comes back in time.
 */
export const nextDueSql = sql`now() + least(2000 * power(2, least(dispatches, 10)), 15000) * (1 + random() * 0.2) * interval '1 millisecond'`;
