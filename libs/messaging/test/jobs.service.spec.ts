import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceJob, sourceQueue, type SourceJob } from '@vigia/contracts';
import { createLogger } from '@vigia/observability';
import { HandlerTimeoutError, type Broker, type JobQueue, type Rate } from '../src/index.js';
import { Opened, waitUntil } from './harness.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

const source = 'deuda_coactiva';
const queueName = sourceQueue(source);
const job = (n: number): { id: string; data: SourceJob } => ({
  id: `task-${n}`,
  data: { v: 1, loadId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`, source },
});

describe.each(availableBrokers)('jobs on $kind', ({ start }) => {
  let server: TestBroker;
  let opened: Opened;
  let broker: Broker;
  let queue: JobQueue<SourceJob>;
  let count = 0;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = new Opened(() => server.url, `jobs${(count += 1)}`);
    broker = await opened.broker('profile-loader');
    queue = broker.jobs(queueName, sourceJob);
  });
  afterEach(() => opened.close());

  it('are not added again while they wait, and can be added again once they are done', async () => {
    const seen: string[] = [];
    await queue.push([job(1), job(2)]);
    await queue.push([job(1)]);
    expect(await queue.counts()).toEqual({ waiting: 2, active: 0 });
    broker.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void seen.push(jobId) });
    await waitUntil('both are done', async () => seen.length === 2 && (await queue.counts()).active === 0);
    await queue.push([job(1)]);
    await waitUntil('job 1 came again', () => seen.length === 3);
    expect(seen).toEqual(['task-1', 'task-2', 'task-1']);
  });

  it('are counted for the queues that are used, and for other queues only by name', async () => {
    await queue.push([job(1)]);
    const names = async (...named: string[][]) => (await broker.queueDepths(...named)).map((counted) => counted.queue);
    expect(await names([queueName, 'billing-events'])).toEqual([queueName, 'billing-events']);
    expect(await names()).toEqual([queueName]);
  });

  it('run by priority, then by arrival, and a moved job runs by its new priority', async () => {
    const seen: string[] = [];
    const prioritised = (n: number, priority: number) => ({ ...job(n), priority });
    await queue.push([prioritised(1, 40), prioritised(2, 2), prioritised(3, 40), prioritised(4, 1000)]);
    await queue.push([prioritised(5, 2)]);
    await queue.push([job(6)]);
    await queue.move('task-4', 1);
    await queue.move('task-7', 1);
    expect(await queue.counts()).toEqual({ waiting: 6, active: 0 });
    broker.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void seen.push(jobId) });
    await waitUntil('all are done', async () => seen.length === 6 && (await queue.counts()).active === 0);
    expect(seen).toEqual(['task-6', 'task-4', 'task-2', 'task-5', 'task-1', 'task-3']);
  });

  it('start no more often than the rate limit allows for all replicas together', async () => {
    const rate = { max: 4, perMs: 4_000 };
    const replicas = [broker, await opened.broker('profile-loader')];
    const begunAt: number[] = [];
    await queue.push(Array.from({ length: 10 }, (_, n) => job(n)));
    const handle = async () => void begunAt.push(Date.now());
    const openedAt = Date.now();
    replicas.forEach((replica) => replica.work(queueName, sourceJob, { concurrency: 10, rate, timeoutMs: 30_000, handle }));
    await waitUntil('all are done', () => begunAt.length === 10);
    const inOrder = begunAt.toSorted((one, other) => one - other);
    // The clock of the broker may differ a little.
    const windowsBefore = (place: number) => (inOrder[place]! - openedAt + 100) / rate.perMs;
    expect(windowsBefore(rate.max)).toBeGreaterThan(1);
    expect(windowsBefore(2 * rate.max)).toBeGreaterThan(2);
  });

  it('do not wait for the end of a window that an earlier, longer rate has opened', async () => {
    const seen: string[] = [];
    const workAt = (rate: Rate) =>
      broker.work(queueName, sourceJob, {
        concurrency: 1,
        rate,
        timeoutMs: 30_000,
        handle: async (_data, { jobId }) => void seen.push(jobId),
      });
    const earlier = workAt({ max: 1, perMs: 3_600_000 });
    await queue.push([job(1)]);
    await waitUntil('the window is full', async () => seen.length === 1 && (await queue.counts()).active === 0);
    await earlier.close();
    await queue.push([job(2), job(3)]);
    workAt({ max: 1, perMs: 100 });
    await waitUntil('the others are done', () => seen.length === 3);
    expect(seen).toEqual(['task-1', 'task-2', 'task-3']);
  });

  it('can be added again after their handler failed, which the log tells with their id', async () => {
    let runs = 0;
    const folder = mkdtempSync(join(tmpdir(), 'vigia-jobs-'));
    const logger = createLogger('profile-loader', { file: join(folder, 'log') });
    const worker = await opened.broker('profile-loader', { logger });
    worker.work(queueName, sourceJob, {
      concurrency: 1,
      timeoutMs: 30_000,
      handle: async () => {
        runs += 1;
        throw new Error('no');
      },
    });
    await queue.push([job(1)]);
    await waitUntil('it failed', async () => runs === 1 && (await queue.counts()).active === 0);
    await queue.push([job(1)]);
    await waitUntil('it ran again', () => runs === 2);
    expect(opened.events[0]).toMatchObject({ type: 'handled', queue: queueName, outcome: 'failed' });
    expect(readFileSync(join(folder, 'log'), 'utf8')).toMatch(/"jobId":"task-1","msg":"handler failed"/);
    rmSync(folder, { recursive: true });
  });

  it('get an abort signal at their timeout, and the next job runs', async () => {
    const reasons: unknown[] = [];
    const seen: string[] = [];
    broker.work(queueName, sourceJob, {
      concurrency: 1,
      timeoutMs: 200,
      handle: async (_data, { signal, jobId }) => {
        seen.push(jobId);
        if (jobId === 'task-1') {
          signal.addEventListener('abort', () => reasons.push(signal.reason));
          await new Promise(() => {});
        }
      },
    });
    await queue.push([job(1), job(2)]);
    await waitUntil('the second has run', () => seen.length === 2);
    expect(reasons).toEqual([expect.any(HandlerTimeoutError)]);
    expect(opened.events[0]).toMatchObject({ outcome: 'timed-out' });
  });

  it('that break their schema are refused', async () => {
    let runs = 0;
    broker.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async () => void (runs += 1) });
    await queue.push([{ id: 'wrong', data: { v: 2 } as never }]);
    const [refused] = await waitUntil('it is refused', async () => {
      const list = await broker.refused();
      return list.length > 0 && list;
    });
    expect(refused).toMatchObject({ queue: queueName, reason: expect.stringContaining('/v'), data: { v: 2 } });
    expect(runs).toBe(0);
  });

  it('that are refused are kept, the newest thousand of them', async () => {
    const keep = (n: number) => broker.refuse({ queue: queueName, name: 'x', reason: `${n}`, data: {} });
    for (let first = 0; first < 1000; first += 20) await Promise.all(Array.from({ length: 20 }, (_, n) => keep(first + n)));
    for (const n of [1000, 1001]) await keep(n);
    const reasons = (await broker.refused()).map(({ reason }) => reason);
    expect(reasons).toHaveLength(1000);
    expect(reasons.slice(0, 2)).toEqual(['1001', '1000']);
  });

  it.each(['', '17', 'a:b'])('may not have "%s" as an id', async (id) => {
    await expect(queue.push([{ ...job(1), id }])).rejects.toBeInstanceOf(TypeError);
  });

  it('that still run at the end of the grace period are aborted and go back to the front of the queue', async () => {
    const stopping = await opened.broker('profile-loader', { closeGraceMs: 100 });
    let aborted = false;
    let begun = false;
    stopping.work(queueName, sourceJob, {
      concurrency: 1,
      timeoutMs: 60_000,
      handle: async (_data, { signal }) => {
        begun = true;
        signal.addEventListener('abort', () => (aborted = true));
        await new Promise(() => {});
      },
    });
    await queue.push([job(1), job(2), job(3)]);
    await waitUntil('it has begun', () => begun);
    await stopping.close();
    expect(aborted).toBe(true);
    expect(await queue.counts()).toEqual({ waiting: 3, active: 0 });
    const seen: string[] = [];
    broker.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void seen.push(jobId) });
    await waitUntil('all are done', async () => seen.length === 3 && (await queue.counts()).active === 0);
    expect(seen).toEqual(['task-1', 'task-2', 'task-3']);
  });
});
