import { VigiaError } from '@vigia/contracts';
import { isAdvisoryLockTimeout, isDatabaseAway, isLockTimeout, isStatementTimeout } from '@vigia/database';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

interface BatchOptions<Item> {
  /** The number of batches that may run at once. */
  atOnce?: number;
  mostItems?: number;
  /** For work that nobody waits for: how long the first item waits for others while no batch runs. */
  gatherMs?: number;
  /** Reads wait for no row. Only a lock on a table can make them wait, and then each would wait for it alone, too. */
  onlyReads?: boolean;
  /** Whose an item is: two items of one owner may wait for the same row. */
  ownerOf?: (item: Item) => string;
}

/** Each of two owners may have a locked row. If they come in a row, a table may be locked, and the others would wait for it one by one. */
const locksInARow = 2;

/**
 * Collects items into batches, without a delay unless one is set. Items that arrive in one turn of the event loop go together. So do items
 * that arrive while the maximum number of batches is running. A failed batch is repeated item by item, so that only the faulty item fails. The
 * repetition ends early, and the rest fails, if the database goes away or seems to be locked for all.
 */
export class Batches<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private isAboutToRun = false;
  private gathering: NodeJS.Timeout | undefined;

  /** `run` returns one result per item, in order. A failed run has changed nothing, unless the database went away. */
  constructor(
    private readonly run: (items: Item[]) => Promise<Result[]>,
    private readonly options: BatchOptions<Item> = {},
  ) {}

  get isIdle(): boolean {
    return this.running === 0 && this.waiting.length === 0;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.running < (this.options.atOnce ?? 1) && !this.isAboutToRun) this.runSoon();
    });
  }

  /** No further items are expected: the waiting batch leaves now. */
  hurry(): void {
    if (!this.gathering) return;
    clearTimeout(this.gathering);
    this.gathering = undefined;
    setImmediate(() => void this.runAll());
  }

  private runSoon(): void {
    this.isAboutToRun = true;
    const { gatherMs } = this.options;
    if (gatherMs === undefined) setImmediate(() => void this.runAll());
    else
      this.gathering = setTimeout(() => {
        this.gathering = undefined;
        void this.runAll();
      }, gatherMs);
  }

  private async runAll(): Promise<void> {
    this.isAboutToRun = false;
    this.running += 1;
    while (this.waiting.length > 0) {
      await this.complete(this.waiting.splice(0, this.options.mostItems ?? Infinity));
    }
    this.running -= 1;
  }

  /** Callers get their results after the next batch has left, because their next steps may take long. Returns why the batch failed. */
  private async complete(batch: Waiting<Item, Result>[]): Promise<unknown> {
    try {
      const results = await this.run(batch.map(({ item }) => item));
      setImmediate(() => batch.forEach(({ resolve }, i) => resolve(results[i] as Result)));
      return undefined;
    } catch (error) {
      if (batch.length > 1 && this.mayBlameOne(error)) await this.repeat(batch);
      else refuse(batch, error);
      return error;
    }
  }

  private async repeat(batch: Waiting<Item, Result>[]): Promise<void> {
    const locked = new Set<unknown>();
    for (const [i, one] of batch.entries()) {
      const error = await this.complete([one]);
      if (isLockTimeout(error)) locked.add(this.options.ownerOf?.(one.item) ?? i);
      else locked.clear();
      if (this.seemsLocked(locked) || (error !== undefined && !mayBlameOne(error))) return refuse(batch.slice(i + 1), error);
    }
  }

  /** Nobody waits for gathered work, and what is refused of it would have to be done again. */
  private seemsLocked(locked: Set<unknown>): boolean {
    return locked.size === locksInARow && this.options.gatherMs === undefined;
  }

  private mayBlameOne(error: unknown): boolean {
    return mayBlameOne(error) && !(this.options.onlyReads && isLockTimeout(error));
  }
}

function refuse<Item, Result>(batch: Waiting<Item, Result>[], error: unknown): void {
  setImmediate(() => batch.forEach(({ reject }) => reject(error)));
}

/** A database that is away or too slow fails every item alike, as does a lock on the work itself. A commit without an answer may have succeeded. */
function mayBlameOne(error: unknown): boolean {
  if (error instanceof VigiaError) return error.code !== 'unavailable';
  return !isDatabaseAway(error) && !isStatementTimeout(error) && !isAdvisoryLockTimeout(error);
}

/** Separate batches for every key, so that one key cannot delay another. Idle ones are dropped. */
export class BatchesByKey<Item, Result> {
  private readonly batches = new Map<string, Batches<Item, Result>>();

  constructor(
    private readonly run: (key: string, items: Item[]) => Promise<Result[]>,
    private readonly options: BatchOptions<Item> = {},
  ) {}

  get size(): number {
    return this.batches.size;
  }

  async add(key: string, item: Item): Promise<Result> {
    const batches = this.batches.get(key) ?? new Batches((items) => this.run(key, items), this.options);
    this.batches.set(key, batches);
    try {
      return await batches.add(item);
    } finally {
      if (batches.isIdle) this.batches.delete(key);
    }
  }

  hurry(key: string): void {
    this.batches.get(key)?.hurry();
  }
}
