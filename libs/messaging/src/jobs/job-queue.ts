import { reach } from '../broker/bounded.js';
import type { BrokerQueue } from '../broker/datastore.js';
import { assertJobId } from '../domain/job-id.js';

export interface NewJob<T> {
  id: string;
  data: T;
  /** Shown in traces; the queue's name unless given. */
  name?: string;
}

export interface QueueCounts {
  waiting: number;
  active: number;
}

/** Failures are kept in the database of whoever pushed; a finished job, good or bad, leaves the queue, so that its id is free again. */
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export class JobQueue<T> {
  constructor(
    readonly name: string,
    private readonly queue: BrokerQueue,
  ) {}

  /** A job whose id is still waiting or being worked on is not added a second time. */
  async push(jobs: NewJob<T>[]): Promise<void> {
    jobs.forEach(({ id }) => assertJobId(id));
    const [first, ...more] = jobs.map(({ id, data, name = this.name }) => ({ name, data, opts: { ...jobOptions, jobId: id } }));
    if (!first) return;
    // PostgreSQL takes about twice the time for a bulk of one: its bulk is made for many.
    await reach<unknown>(more.length === 0 ? this.queue.add(first.name, first.data, first.opts) : this.queue.addBulk([first, ...more]));
  }

  /** Takes back a job that nobody has started. */
  async withdraw(id: string): Promise<void> {
    await reach(this.queue.remove(id));
  }

  async counts(): Promise<QueueCounts> {
    const { waiting = 0, active = 0 } = await reach(this.queue.getJobCounts('waiting', 'active'));
    return { waiting, active };
  }
}
