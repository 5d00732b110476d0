import { isSoonAfter } from '#gateway/act.ts';

/**
 * The accepted part of a list that was not completely sent. If it is sent again soon, sending continues with the first request that was not
 * accepted.
 */
export class Accepted<Batch> {
  private ids = new Map<string, string>();
  private endedAt = 0;

  get count(): number {
    return this.ids.size;
  }

  /** One after another. `sendOne` gets the number of requests sent so far. */
  async send(batches: Batch[], sendOne: (batch: Batch, sent: number) => Promise<string>): Promise<string[]> {
    const before = isSoonAfter(this.endedAt) ? this.ids : new Map<string, string>();
    this.ids = new Map();
    try {
      for (const batch of batches) {
        const content = JSON.stringify(batch);
        this.ids.set(content, before.get(content) ?? (await sendOne(batch, this.count)));
        // A run that waits while its session ends may not have ended when the list is sent again.
        this.endedAt = Date.now();
      }
      const ids = [...this.ids.values()];
      this.ids.clear();
      return ids;
    } finally {
      this.endedAt = Date.now();
    }
  }
}
