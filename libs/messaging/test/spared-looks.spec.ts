import { describe, expect, it } from '@jest/globals';
import { sparingLooks } from '../src/broker/spared-looks.js';

/** A queue of jobs, and how often it was asked. */
class SampleQueue {
  waiting: string[] = [];
  looks = 0;

  async moveToActive(): Promise<unknown[]> {
    this.looks += 1;
    const job = this.waiting.shift();
    return job ? [{ job }, job, 0, 0] : [null, 0, 0, 0];
  }

  async waitForJob(): Promise<null> {
    return null;
  }
}

/** As a worker of BullMQ with room for many jobs asks: after a wait until nothing comes, and after a job that was taken its mark ends one more wait. */
async function round(worker: ReturnType<typeof workerOn>['worker']): Promise<string[]> {
  const taken: string[] = [];
  for (let isMarked = true; isMarked;) {
    await worker.waitForJob(5);
    isMarked = false;
    for (let look = await worker.moveToActive('token'); look[0]; look = await worker.moveToActive('token')) {
      taken.push(look[1] as string);
      isMarked = true;
    }
  }
  return taken;
}

function workerOn(queue: SampleQueue) {
  return { queue, worker: sparingLooks(queue as unknown as Parameters<typeof sparingLooks>[0]) };
}

describe('looks of a worker', () => {
  it('are two for each job of a quiet queue, once it is known to be quiet', async () => {
    const { queue, worker } = workerOn(new SampleQueue());
    const counts: number[] = [];
    for (const job of ['first', 'second', 'third']) {
      queue.looks = 0;
      queue.waiting = [job];
      expect(await round(worker)).toEqual([job]);
      counts.push(queue.looks);
    }
    expect(counts).toEqual([3, 2, 2]);
  });

  it('leave no job behind, in whatever numbers they come', async () => {
    const { queue, worker } = workerOn(new SampleQueue());
    for (const count of [1, 1, 5, 1, 2, 2, 1, 1, 8]) {
      queue.waiting = Array.from({ length: count }, (_, i) => `job ${i}`);
      const jobs = [...queue.waiting];
      expect(await round(worker)).toEqual(jobs);
    }
  });

  it('are all made where jobs come several at a time', async () => {
    const { queue, worker } = workerOn(new SampleQueue());
    queue.waiting = ['only one'];
    await round(worker);
    const looks: number[] = [];
    for (let i = 0; i < 3; i += 1) {
      queue.looks = 0;
      queue.waiting = ['a', 'b', 'c'];
      await round(worker);
      looks.push(queue.looks);
    }
    expect(looks.at(-1)).toBeLessThanOrEqual(5);
  });

  it('are never spared after a wait, which a mark may have ended that no other leaves', async () => {
    const { queue, worker } = workerOn(new SampleQueue());
    for (const job of ['first', 'second']) {
      queue.waiting = [job];
      await round(worker);
    }
    queue.waiting = ['one', 'two'];
    await worker.waitForJob(5);
    expect((await worker.moveToActive('token'))[1]).toBe('one');
    await worker.waitForJob(5);
    expect((await worker.moveToActive('token'))[1]).toBe('two');
  });
});
