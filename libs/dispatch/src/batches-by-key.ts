import { Batches } from './batches.js';

/** Batches of their own for every key: what holds up one key holds up no other. None is kept that has nothing to do. */
export class BatchesByKey<Item, Result> {
  private readonly batches = new Map<string, Batches<Item, Result>>();

  constructor(private readonly run: (key: string, items: Item[]) => Promise<Result[]>) {}

  get size(): number {
    return this.batches.size;
  }

  async add(key: string, item: Item): Promise<Result> {
    const batches = this.batches.get(key) ?? new Batches((items) => this.run(key, items));
    this.batches.set(key, batches);
    try {
      return await batches.add(item);
    } finally {
      if (batches.isIdle) this.batches.delete(key);
    }
  }
}
