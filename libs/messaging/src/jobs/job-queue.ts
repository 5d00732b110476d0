import { ErrorCode } from 'bullmq';
import { reach } from '../broker/bounded.js';
import type { BrokerQueue } from '../broker/datastore.js';
import { assertJobId } from '../domain/job-id.js';

export interface NewJob<T> {
  id: string;
  data: T;
  /** Shown in traces; the queue's name unless given. */
  name?: string;
  /** From 1 on: the lower, the sooner, and in order of arrival among equals. A job without one goes before all that have one. */
  priority?: number;
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
    const [first, ...more] = jobs.map(({ id, data, name = this.name, priority = 0 }) => ({
      name,
      data,
      opts: { ...jobOptions, jobId: id, priority },
    }));
    if (!first) return;
    // PostgreSQL takes about twice the time for a bulk of one: its bulk is made for many.
    await reach<unknown>(more.length === 0 ? this.queue.add(first.name, first.data, first.opts) : this.queue.addBulk([first, ...more]));
  }

  /** Takes back a job that nobody has started. */
  async withdraw(id: string): Promise<void> {
    await reach(this.queue.remove(id));
  }

  /** Gives a job that waits another priority. One that is not there stays away. */
  async move(id: string, priority: number): Promise<void> {
    await reach(this.queue.getBackend().changePriority(id, priority).catch(unlessMissing));
  }

  async counts(): Promise<QueueCounts> {
    const { waiting = 0, prioritized = 0, active = 0 } = await reach(this.queue.getJobCounts('waiting', 'prioritized', 'active'));
    return { waiting: waiting + prioritized, active };
  }
}

function unlessMissing(error: { code?: unknown }): void {
  if (error.code !== ErrorCode.JobNotExist) throw error;
}
