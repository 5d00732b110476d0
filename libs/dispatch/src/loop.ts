import type { Logger } from '@vigia/observability';

export interface LoopOptions {
  name: string;
  intervalMs: number;
  /** One bounded round of work; true when there was so much that the next round should follow at once. */
  step: () => Promise<boolean>;
  logger: Logger;
  /** A round that failed is repeated after so long, if the interval is longer. */
  repairMs?: number;
}

const defaultRepairMs = 60_000;

/** Repeats one step for ever. Steps that must not stop each other get a loop each. */
export class Loop {
  private stopped = false;
  private kicked = false;
  private wake: (() => void) | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Starts the next round now: something has just become due. */
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
