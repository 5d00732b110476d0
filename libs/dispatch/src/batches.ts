interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Does many small things in few large ones, without making anybody wait for company: what comes within one turn goes together,
 * and so does what comes while as many batches run as may run at once.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private isAboutToRun = false;

  /** `run` gives one result for each item, in their order. */
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
      // After the next batch has left: what those who waited do now may take longer than it takes to be answered.
      setImmediate(await this.settled(batch));
    }
    this.running -= 1;
  }

  private async settled(batch: Waiting<Item, Result>[]): Promise<() => void> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      return () => batch.forEach(({ resolve }, i) => resolve(results[i] as Result));
    } catch (error) {
      return () => batch.forEach(({ reject }) => reject(error));
    }
  }
}
