import { VigiaError } from '@vigia/contracts';

/**
 * Lets a few pieces of work run and a few more wait; the next is refused. The bulkhead of cockatiel frees a slot before it takes the
 * next from its queue, so that a new piece of work can come in between, and one that was let wait is refused after all.
 */
export class FewAtOnce {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: { running: number; waiting: number }) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.most.running) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.most.waiting) throw VigiaError.of('unavailable');
    await new Promise<void>((enter) => this.waiting.push(enter));
  }

  /** A place that somebody waits for changes hands without becoming free. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
