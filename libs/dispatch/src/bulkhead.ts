import { VigiaError } from '@vigia/contracts';

interface Most {
  running: number;
  waiting: number;
}

/** The refusal is what work gets for which a key has too much other work. */
interface MostOfKey extends Most {
  refusal?: () => VigiaError;
}

const tooMuch = () => VigiaError.of('too_many_requests', { seconds: 1 });

/** Lets a limited number of pieces of work run and a limited number wait; it refuses the next one. */
export class Bulkhead {
  private running = 0;
  private readonly waiting: { enter: () => void; refuse: (error: Error) => void }[] = [];

  constructor(
    private readonly most: Most,
    readonly refusal = () => VigiaError.of('unavailable'),
  ) {}

  get isIdle(): boolean {
    return this.running === 0;
  }

  get isFull(): boolean {
    return this.running >= this.most.running && this.waiting.length >= this.most.waiting;
  }

  /** Work that has begun earlier can no longer be refused: it waits, however many others wait. */
  async run<T>(work: () => Promise<T>, { hasBegun = false } = {}): Promise<T> {
    await this.enter(hasBegun);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  /** For work that would wait in vain: what all of it needs does not answer. */
  refuseWaiting(error: Error): void {
    for (const { refuse } of this.waiting.splice(0)) refuse(error);
  }

  private async enter(hasBegun: boolean): Promise<void> {
    if (this.running < this.most.running) {
      this.running += 1;
      return;
    }
    if (this.isFull && !hasBegun) throw this.refusal();
    await new Promise<void>((enter, refuse) => this.waiting.push({ enter, refuse }));
  }

  /**
   * A slot goes directly to the work that has waited longest. If it became free in between, new work could take it, and work that was allowed to
   * wait would be refused.
   */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next.enter();
    else this.running -= 1;
  }
}

/**
 * Limits the work that runs for each key, and for all keys together. A key can occupy only its own few slots, so its further work waits
 * behind the work of other keys. Too much work of one key is refused without effect on the others. `mostInAll` limits what runs and
 * waits for all keys together, for work that also holds something while it waits.
 */
export class BulkheadByKey {
  private readonly all: Bulkhead;
  private readonly lines = new Map<string, Bulkhead>();
  private inside = 0;

  constructor(
    mostAtOnce: number,
    private readonly mostOfOne: MostOfKey,
    private readonly mostInAll = Infinity,
  ) {
    this.all = new Bulkhead({ running: mostAtOnce, waiting: Infinity });
  }

  async run<T>(key: string, work: () => Promise<T>, options: { hasBegun?: boolean } = {}): Promise<T> {
    const line = this.lines.get(key) ?? new Bulkhead(this.mostOfOne, this.mostOfOne.refusal ?? tooMuch);
    // At once: what its own line refuses must not take a place of all, not even until the end of this turn.
    if (line.isFull && !options.hasBegun) throw line.refusal();
    if (this.inside >= this.mostInAll && !options.hasBegun) throw VigiaError.of('unavailable');
    this.lines.set(key, line);
    this.inside += 1;
    try {
      return await line.run(() => this.all.run(work), options);
    } finally {
      this.inside -= 1;
      if (line.isIdle) this.lines.delete(key);
    }
  }

  /** Only work in the line of the key; work that waits for its turn among all keys goes on. */
  refuseWaiting(key: string, error: Error): void {
    this.lines.get(key)?.refuseWaiting(error);
  }

  /** Everything that waits. The lines first: otherwise the next of each would take the place of what was refused. */
  refuseAll(error: Error): void {
    for (const line of this.lines.values()) line.refuseWaiting(error);
    this.all.refuseWaiting(error);
  }
}
