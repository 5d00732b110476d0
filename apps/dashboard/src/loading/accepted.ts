import { isSoonAfter } from '#gateway/act.ts';

/** What was accepted of a list that was not sent whole. Sent again soon after, it goes on with the first request that was not. */
export class Accepted<Batch> {
  private ids = new Map<string, string>();
  private endedAt = 0;

  get count(): number {
    return this.ids.size;
  }

  /** One after the other. `sendOne` is told how many there are already. */
  async send(batches: Batch[], sendOne: (batch: Batch, sent: number) => Promise<string>): Promise<string[]> {
    const before = isSoonAfter(this.endedAt) ? this.ids : new Map<string, string>();
    this.ids = new Map();
    try {
      for (const batch of batches) {
        const content = JSON.stringify(batch);
        this.ids.set(content, before.get(content) ?? (await sendOne(batch, this.count)));
      }
      const ids = [...this.ids.values()];
      this.ids.clear();
      return ids;
    } finally {
      this.endedAt = Date.now();
    }
  }
}
