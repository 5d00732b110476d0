import { VigiaError } from '@vigia/contracts';

interface Most {
  running: number;
  waiting: number;
}

/**
 * Lets a few pieces of work run and a few more wait; the next is refused. The bulkhead of cockatiel frees a slot before it takes the
 * next work from its queue: new work can take the slot in between, and work that was allowed to wait is then refused.
 */
export class Bulkhead {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly most: Most,
    private readonly refusal = () => VigiaError.of('unavailable'),
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  /** What has begun before and cannot be refused any more waits however many do. */
  async run<T>(work: () => Promise<T>, { hasBegun = false } = {}): Promise<T> {
    await this.enter(hasBegun);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(hasBegun: boolean): Promise<void> {
    if (this.running < this.most.running) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.most.waiting && !hasBegun) throw this.refusal();
    await new Promise<void>((enter) => this.waiting.push(enter));
  }

  /** A slot goes straight to the work that waits longest, without becoming free in between. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}

/**
 * For every key a few pieces of work at a time, and of all keys a few: what is asked for by one waits for one piece of each that came before it. What is
 * under way for a key keeps its next piece behind those of others. Too much of one key is its own doing.
 */
export class BulkheadByKey {
  private readonly all: Bulkhead;
  private readonly lines = new Map<string, Bulkhead>();

  constructor(
    mostAtOnce: number,
    private readonly mostOfOne: Most,
  ) {
    this.all = new Bulkhead({ running: mostAtOnce, waiting: Infinity });
  }

  async run<T>(key: string, work: () => Promise<T>, options: { hasBegun?: boolean } = {}): Promise<T> {
    const line = this.lines.get(key) ?? new Bulkhead(this.mostOfOne, () => VigiaError.of('too_many_requests', { seconds: 1 }));
    this.lines.set(key, line);
    try {
      return await line.run(() => this.all.run(work), options);
    } finally {
      if (line.isIdle) this.lines.delete(key);
    }
  }
}
