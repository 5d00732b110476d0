import { describe, expect, it } from '@jest/globals';
import { sparingLooks } from '../src/broker/redis-backend.js';

/** A queue of jobs with its mark. It counts how often it is asked. */
class SampleQueue {
  private readonly waiting: string[] = [];
  private isMarked = false;
  looks = 0;

  add(...jobs: string[]): void {
    this.waiting.push(...jobs);
    this.isMarked = true;
  }

  async moveToActive(): Promise<unknown[]> {
    this.looks += 1;
    const job = this.waiting.shift();
    if (!job) return [null, 0, 0, 0];
    this.isMarked = true;
    return [{ job }, job, 0, 0];
  }

  async unmarkIfEmpty(): Promise<boolean> {
    if (this.waiting.length > 0) return false;
    this.isMarked = false;
    return true;
  }

  /** Null if the wait times out. */
  async waitForJob(): Promise<{ member: string; score: number } | null> {
    const wasMarked = this.isMarked;
    this.isMarked = false;
    return wasMarked ? { member: '0', score: 0 } : null;
  }
}

type Looks = Parameters<typeof sparingLooks>[0];

function workerOn(queue: SampleQueue, unmark = () => queue.unmarkIfEmpty()) {
  return sparingLooks(queue as unknown as Looks, unmark);
}

/** Asks as a worker of BullMQ with high concurrency does: after each wait that a mark ends, until the queue is empty. */
async function round(worker: Looks): Promise<string[]> {
  const taken: string[] = [];
  while (await worker.waitForJob(5)) {
    for (let look = await worker.moveToActive('token'); look[0]; look = await worker.moveToActive('token')) taken.push(look[1] as string);
  }
  return taken;
}

describe('the looks of a worker', () => {
  it('happen once for each job of a quiet queue', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue);
    for (const job of ['first', 'second', 'third']) {
      queue.add(job);
      expect(await round(worker)).toEqual([job]);
    }
    expect(queue.looks).toBe(3);
  });

  it('miss no job, in whatever numbers they are added', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue);
    for (const count of [1, 1, 5, 1, 2, 2, 1, 1, 8]) {
      const jobs = Array.from({ length: count }, (_, i) => `job ${i}`);
      queue.add(...jobs);
      expect(await round(worker)).toEqual(jobs);
    }
  });

  it('remove the mark only after a wait that a mark has ended', async () => {
    const queue = new SampleQueue();
    let unmarked = 0;
    const worker = workerOn(queue, () => {
      unmarked += 1;
      return queue.unmarkIfEmpty();
    });
    queue.add('one', 'two', 'three');
    expect(await round(worker)).toEqual(['one', 'two', 'three']);
    // The wait for these jobs, and the wait that the mark of the last job ends.
    expect(unmarked).toBe(2);
  });

  it('find a job that is added between the last job and the wait', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue);
    queue.add('first');
    expect(await worker.waitForJob(5)).not.toBeNull();
    expect((await worker.moveToActive('token'))[1]).toBe('first');
    queue.add('second');
    expect((await worker.moveToActive('token'))[0]).toBeNull();
    expect(await round(worker)).toEqual(['second']);
  });

  it('always follow a wait', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue);
    for (const job of ['one', 'two']) {
      queue.add(job);
      await worker.waitForJob(5);
      expect((await worker.moveToActive('token'))[1]).toBe(job);
    }
  });

  it('continue until the queue is empty after a job that is found without a mark', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue);
    queue.add('lost');
    expect(await queue.waitForJob()).not.toBeNull();
    expect(await worker.waitForJob(5)).toBeNull();
    expect((await worker.moveToActive('token'))[1]).toBe('lost');
    expect((await worker.moveToActive('token'))[0]).toBeNull();
    expect(queue.looks).toBe(2);
  });

  it('continue until the queue is empty where the mark cannot be removed', async () => {
    const queue = new SampleQueue();
    const worker = workerOn(queue, async () => false);
    queue.add('first');
    expect(await round(worker)).toEqual(['first']);
    expect(queue.looks).toBe(3);
  });
});
