import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceJob, sourceQueue } from '@vigia/contracts';
import { Worker } from 'bullmq';
import { BrokerUnavailableError, JobReturnedError, Messages, type Broker } from '../src/index.js';
import { requestsQueue } from '../src/domain/queues.js';
import { Opened, waitUntil } from './harness.js';
import { opening, reservation, serveSample } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

const queueName = sourceQueue('protestos');

describe.each(availableBrokers)('messaging after an outage of $kind', ({ start }) => {
  let server: TestBroker;
  let opened: Opened;
  let owner: Broker;
  let sender: Broker;
  let messages: Messages;
  let count = 0;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = new Opened(() => server.url, `recovery${(count += 1)}`);
    owner = await opened.broker('billing');
    sender = await opened.broker('gateway');
    messages = new Messages(sender);
  });
  afterEach(() => opened.close());

  const answered = () =>
    messages.request('quota.reserve', reservation(), { timeoutMs: 1000 }).then(
      () => true,
      () => false,
    );
  const acknowledged = (id: string) =>
    messages.deliver('access.open', opening(), { id, timeoutMs: 1000 }).then(
      () => true,
      () => false,
    );

  const everythingWorks = async () => {
    await waitUntil('requests are answered', answered, 60_000);
    await waitUntil('events are acknowledged', () => acknowledged(`row-${count}`), 60_000);
    const notices: string[] = [];
    const stop = messages.onNotice(({ id }) => notices.push(id));
    // A notice may be lost.
    const notify = () => new Messages(owner).notify(messages.address, { topic: 'request-finished', id: opening().requestId });
    await waitUntil('a notice arrives', async () => (await notify(), notices.length > 0));
    stop();
    await expect(owner.ping()).resolves.toBeUndefined();
  };

  it('recovers after the broker lost all its data', async () => {
    opened.add(await serveSample(owner));
    await everythingWorks();
    await server.wipe();
    await everythingWorks();
    expect(await owner.refused()).toEqual([]);
  });

  it('fails fast while the broker is away and recovers after its return', async () => {
    opened.add(await serveSample(owner));
    await everythingWorks();
    await server.down();
    const startedAt = Date.now();
    await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 60_000 })).rejects.toBeInstanceOf(BrokerUnavailableError);
    await expect(sender.ping()).rejects.toBeInstanceOf(BrokerUnavailableError);
    await messages.notify(messages.address, { topic: 'request-finished', id: opening().requestId });
    expect(Date.now() - startedAt).toBeLessThan(30_000);
    await server.up();
    await everythingWorks();
  });

  it('withdraws a request that arrives after its caller has given up', async () => {
    const queue = sender.queue(requestsQueue('billing'));
    // On PostgreSQL a removal that comes too early then finds a connection at once.
    await Promise.all(Array.from({ length: 4 }, () => queue.counts()));
    let isRemoved = false;
    sender['openQueue'](requestsQueue('billing')).once('removed', () => (isRemoved = true));
    const goOn = await server.stall();
    try {
      await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 60_000 })).rejects.toBeInstanceOf(BrokerUnavailableError);
    } finally {
      await goOn();
    }
    await waitUntil('the request is removed', () => isRemoved, 20_000);
  });

  it('recovers for queues and workers that were opened while the broker was away', async () => {
    const seen: string[] = [];
    await server.down();
    owner.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void seen.push(jobId) });
    const queue = sender.jobs(queueName, sourceJob);
    const job = { id: 'task-1', data: { v: 1, loadId: opening().requestId, source: 'protestos' } } as const;
    await expect(queue.push([job])).rejects.toBeInstanceOf(BrokerUnavailableError);
    await server.up();
    const pushed = () =>
      queue.push([job]).then(
        () => true,
        () => false,
      );
    await waitUntil('the job is taken', async () => (await pushed()) && seen.length > 0, 60_000);
    opened.add(await serveSample(owner));
    await everythingWorks();
  });

  it('does waiting jobs after the broker refused writes, and meanwhile asks for a job once a second', async () => {
    const worker = Worker.prototype as unknown as { moveToActive: (this: unknown, ...given: unknown[]) => Promise<unknown> };
    const { moveToActive } = worker;
    const refusedAt: number[] = [];
    worker.moveToActive = async function (...given) {
      try {
        return await moveToActive.apply(this, given);
      } catch (error) {
        refusedAt.push(performance.now());
        throw error;
      }
    };
    const data = { v: 1, loadId: opening().requestId, source: 'protestos' } as const;
    await sender.jobs(queueName, sourceJob).push([1, 2, 3].map((n) => ({ id: `task-${n}`, data })));
    const done: string[] = [];
    const allow = await server.refuseWrites();
    try {
      owner.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void done.push(jobId) });
      const [first = 0, , third = 0] = await waitUntil('it was refused thrice', () => refusedAt.length > 2 && refusedAt);
      expect(third - first).toBeGreaterThan(1_900);
    } finally {
      worker.moveToActive = moveToActive;
      await allow();
    }
    await waitUntil('all jobs are done', () => new Set(done).size === 3);
    expect(done).toEqual(expect.arrayContaining(['task-1', 'task-2', 'task-3']));
  });

  it('aborts the handler of a job that the broker lost, and counts the job as returned', async () => {
    const holder = await opened.broker('profile-loader', { lockMs: 1000 });
    let begun = false;
    let reason: unknown;
    holder.work(queueName, sourceJob, {
      concurrency: 1,
      timeoutMs: 60_000,
      handle: async (_data, { signal }) => {
        signal.addEventListener('abort', () => (reason = signal.reason));
        begun = true;
        await new Promise(() => {});
      },
    });
    const data = { v: 1, loadId: opening().requestId, source: 'protestos' } as const;
    await sender.jobs(queueName, sourceJob).push([{ id: 'task-1', data }]);
    await waitUntil('the job has begun', () => begun);
    await server.wipe();
    await waitUntil('the handler is told', () => reason);
    expect(reason).toBeInstanceOf(JobReturnedError);
    await waitUntil('it is counted', () => opened.events.some((event) => event.type === 'handled' && event.outcome === 'returned'));
  });

  it('closes in time while the broker is away', async () => {
    opened.add(await serveSample(owner));
    await everythingWorks();
    await server.down();
    const startedAt = Date.now();
    await Promise.all([owner.close(), sender.close()]);
    expect(Date.now() - startedAt).toBeLessThan(60_000);
    await server.up();
  });
});
