import type { BrokerWorker } from '../datastore/datastore.js';

/**
 * The slots of the jobs that a worker has fetched. A job with several requests has as many slots, and gives each back when its request ends.
 * They count from the fetch, because BullMQ fetches several jobs before it hands over the first.
 */
export class TakenSlots {
  private readonly ofJob = new Map<string, number>();
  private taken = 0;

  constructor(
    private readonly worker: BrokerWorker,
    private readonly all: number,
  ) {}

  set(jobId: string, slots: number): void {
    this.taken += slots - (this.ofJob.get(jobId) ?? 0);
    if (slots > 0) this.ofJob.set(jobId, slots);
    else this.ofJob.delete(jobId);
    // As many jobs as slots stop BullMQ by themselves.
    this.worker.setFull(this.taken >= this.all && this.ofJob.size < this.all);
  }

  giveBackOne(jobId: string): void {
    const slots = this.ofJob.get(jobId);
    if (slots) this.set(jobId, slots - 1);
  }
}
