import { sql } from '@vigia/database';
import type { Logger } from '@vigia/observability';

interface LoopOptions {
  name: string;
  intervalMs: number;
  /** One bounded round of work; true if there is more and the next round should follow at once. */
  step: () => Promise<boolean>;
  logger: Logger;
  /** Delay after a round that failed, if the interval is longer. */
  repairMs?: number;
}

const defaultRepairMs = 60_000;

/** Repeats one step until it is stopped. Steps that must not stop each other get a loop each. */
export class Loop {
  private stopped = false;
  private kicked = false;
  private wake: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Starts the next round now, because something has just become due. */
  kick(): void {
    this.kicked = true;
    this.wake?.();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wake?.();
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.kicked = false;
      const outcome = await this.round();
      if (outcome !== 'more' && !this.kicked && !this.stopped) await this.pause(outcome);
    }
  }

  private async round(): Promise<'more' | 'done' | 'failed'> {
    try {
      return (await this.options.step()) ? 'more' : 'done';
    } catch (error) {
      this.options.logger.warn({ err: error, loop: this.options.name }, 'round failed, will be repeated');
      return 'failed';
    }
  }

  private pause(after: 'done' | 'failed'): Promise<void> {
    const { intervalMs, repairMs = defaultRepairMs } = this.options;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, after === 'failed' ? Math.min(intervalMs, repairMs) : intervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/**
 * The lease of a row that was just pushed. It doubles from two seconds up to fifteen, so that a queue that has fallen behind is not filled
 * faster than it drains, and stays far below any deadline, so that lost work comes back in time.
 */
export const nextDueSql = sql`now() + least(2000 * power(2, least(dispatches, 10)), 15000) * (1 + random() * 0.2) * interval '1 millisecond'`;

export const shortestLeaseMs = 2_000;
