interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does many small things in few large ones, without making anybody wait for company: one batch runs at a time, and what
 * comes in meanwhile is the next one.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = false;

  /** `run` gives one result for each item, in their order. */
  constructor(private readonly run: (items: Item[]) => Promise<Result[]>) {}

  get isIdle(): boolean {
    return !this.running;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.running) void this.runAll();
    });
  }

  private async runAll(): Promise<void> {
    this.running = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting;
      this.waiting = [];
      try {
        const results = await this.run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, i) => resolve(results[i] as Result));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    this.running = false;
  }
}
