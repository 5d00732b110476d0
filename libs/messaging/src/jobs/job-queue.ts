import { ErrorCode } from 'bullmq';
import { randomUUID } from 'node:crypto';
import type { BrokerQueue } from '../datastore/datastore.js';
import { reach } from '../datastore/reach.js';
import { assertJobId } from '../domain/queues.js';

interface NewJob<T> {
  id: string;
  data: T;
  /** Shown in traces; the queue's name unless given. */
  name?: string;
  /** From 1 on: lower numbers go first, equal ones in order of arrival. Jobs without a priority go before all others. */
  priority?: number;
}

export interface QueueCounts {
  waiting: number;
  active: number;
}

/**
 * A job leaves the queue when it ends, even after a failure, so that its id is free again. The service that pushed it keeps failures in its
 * rows.
 */
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export class JobQueue<T> {
  constructor(
    readonly name: string,
    private readonly queue: BrokerQueue,
  ) {}

  /** A job whose id is still waiting or active is not added again. */
  async push(jobs: NewJob<T>[]): Promise<void> {
    jobs.forEach(({ id }) => assertJobId(id));
    await reach(this.add(jobs));
  }

  /** As `push`, but ends only when the broker has taken or refused the jobs. */
  async add(jobs: NewJob<T>[]): Promise<void> {
    const [first, ...more] = jobs.map(({ id, data, name = this.name, priority = 0 }) => ({
      name,
      data,
      opts: { ...jobOptions, jobId: id, priority },
    }));
    if (!first) return;
    // On PostgreSQL a bulk of one job takes about twice as long as a single one.
    await (more.length === 0 ? this.queue.add(first.name, first.data, first.opts) : this.queue.addBulk([first, ...more]));
  }

  /** Removes a job that no worker has started. */
  async withdraw(id: string): Promise<void> {
    await reach(this.queue.remove(id));
  }

  /** Gives a waiting job another priority. Does nothing if the queue has no such job. */
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

const keptAtMost = 1000;
/** On PostgreSQL each is a query of its own, and all at once would wait for a connection for too long. */
const readAtOnce = 100;
/** A person waits for the list, and reading a hundred jobs takes longer than one command. */
const listTimeoutMs = 15_000;

export interface RefusedMessage {
  queue: string;
  name: string;
  reason: string;
  correlationId?: string;
  data: unknown;
  refusedAt: string;
}

/** Messages that no retry could make valid. The newest thousand stay in a queue without a worker, for the operator. */
export class RefusedMessages {
  constructor(private readonly queue: BrokerQueue) {}

  async keep(message: RefusedMessage): Promise<void> {
    await reach(this.queue.add(message.name, message, { jobId: `refused-${randomUUID()}` }));
    const tooOld = await reach(this.queue.getJobs('waiting', keptAtMost, -1));
    await Promise.all(tooOld.map((job) => reach(job.remove())));
  }

  /**
   * Reads from the newest end, because on PostgreSQL a slice from the other end returns other jobs. A message that arrives meanwhile moves
   * those after it, so that one is read twice.
   */
  async newestFirst(atMost = keptAtMost): Promise<RefusedMessage[]> {
    const messages = new Map<string | undefined, RefusedMessage>();
    for (let from = 0; from < atMost; from += readAtOnce) {
      const jobs = await reach(this.queue.getJobs('waiting', from, Math.min(from + readAtOnce, atMost) - 1), listTimeoutMs);
      if (jobs.length === 0) break;
      for (const job of jobs) messages.set(job.id, job.data as RefusedMessage);
    }
    return [...messages.values()];
  }
}
