import { VigiaError } from '@vigia/contracts';
import { isDatabaseAway, isStatementTimeout } from '@vigia/database';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does many small things in few large ones, without making anybody wait for company: what comes within one turn goes together,
 * and so does what comes while as many batches run as may run at once. A batch that fails is done again one by one, so that only
 * what is to blame fails.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private isAboutToRun = false;

  /** `run` gives one result for each item, in their order. Where it fails it has done nothing, unless the database went away. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly atOnce = 1,
  ) {}

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running < this.atOnce && !this.isAboutToRun) this.runSoon();
    });
  }

  private runSoon(): void {
    this.isAboutToRun = true;
    setImmediate(() => {
      this.isAboutToRun = false;
      void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.running += 1;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      await this.settle(batch);
    }
    this.running -= 1;
  }

  /** Those who waited are told after the next batch has left: what they do now may take longer than it takes to be answered. */
  private async settle(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      setImmediate(() => batch.forEach(({ resolve }, i) => resolve(results[i] as Result)));
    } catch (error) {
      if (batch.length > 1 && mayBlameOne(error)) {
        for (const one of batch) await this.settle([one]);
      } else {
        setImmediate(() => batch.forEach(({ reject }) => reject(error)));
      }
    }
  }
}

/** A database that is away, or too slow, is so for each of them. And a commit that got no answer may have taken place. */
function mayBlameOne(error: unknown): boolean {
  if (error instanceof VigiaError) return error.code !== 'unavailable';
  return !isDatabaseAway(error) && !isStatementTimeout(error);
}
