import type { Logger } from '@vigia/observability';

export interface LoopOptions {
  name: string;
  intervalMs: number;
  /** One bounded round of work; true when there was so much that the next round should follow at once. */
  step: () => Promise<boolean>;
  logger: Logger;
}

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
      const more = await this.round();
      if (!more && !this.kicked && !this.stopped) await this.pause();
    }
  }

  private async round(): Promise<boolean> {
    try {
      return await this.options.step();
    } catch (error) {
      this.options.logger.warn({ err: error, loop: this.options.name }, 'round failed, will be repeated');
      return false;
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.intervalMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
