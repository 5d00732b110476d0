import { randomUUID } from 'node:crypto';
import { reach } from '../broker/bounded.js';
import type { BrokerQueue } from '../broker/datastore.js';

const keptAtMost = 1000;
/** A person waits for the list, and a thousand jobs are more than one command. */
const listTimeoutMs = 15_000;

export interface RefusedMessage {
  queue: string;
  name: string;
  reason: string;
  correlationId?: string;
  data: unknown;
  refusedAt: string;
}

/** Messages that no retry could make valid. They stay in a queue without a worker until somebody has looked; the newest thousand. */
export class RefusedMessages {
  constructor(private readonly queue: BrokerQueue) {}

  async keep(message: RefusedMessage): Promise<void> {
    await reach(this.queue.add(message.name, message, { jobId: `refused-${randomUUID()}` }));
    const tooOld = await reach(this.queue.getJobs('waiting', keptAtMost, -1));
    await Promise.all(tooOld.map((job) => reach(job.remove())));
  }

  /** Read from the newest end, also where the oldest are wanted: on PostgreSQL a slice from the other end is not one. */
  async newestFirst(): Promise<RefusedMessage[]> {
    const jobs = await reach(this.queue.getJobs('waiting', 0, keptAtMost - 1), listTimeoutMs);
    return jobs.map((job) => job.data as RefusedMessage);
  }
}
