import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startRedis } from '@vigia/local-servers';
import { Queue, WaitingError, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { redisBackend } from '../src/broker/redis-backend.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { makeScratchDir } from './test-brokers.js';

/** So long that only a mark can end a wait. */
const drainDelay = 600;

describeRedis('a worker that waits for jobs', () => {
  const scratch = makeScratchDir();
  let server: Awaited<ReturnType<typeof startRedis>>;
  let opened: Opened;
  let connection: Redis;
  let queue: Queue;
  let done: number;

  beforeAll(async () => {
    server = await startRedis({ dir: scratch.path });
  });
  afterAll(async () => {
    await server.kill();
    scratch.remove();
  });
  beforeEach(async () => {
    opened = new Opened(() => server.url, 'looks');
    connection = new Redis(server.url, { maxRetriesPerRequest: null });
    opened.add({ close: () => connection.quit() });
    queue = opened.add(new Queue('looks', { connection, skipVersionCheck: true }));
    done = 0;
  });
  afterEach(() => opened.close());

  async function work(concurrency: number): Promise<void> {
    const worker = new Worker(
      'looks',
      async () => void (done += 1),
      { connection, concurrency, drainDelay, skipVersionCheck: true },
      redisBackend,
    );
    opened.add({ close: () => worker.close(true) });
    await worker.waitUntilReady();
  }

  const add = (count: number) =>
    queue.addBulk(Array.from({ length: count }, () => ({ name: 'job', data: {}, opts: { removeOnComplete: true } })));

  const underWay = () => connection.llen(queue.toKey('active'));

  describe.each([[[8]], [[1, 1]], [[1, 8, 3]]])('with the concurrencies %j', (concurrencies) => {
    it('takes every job, in whatever numbers they are added', async () => {
      for (const concurrency of concurrencies) await work(concurrency);
      let added = 0;
      for (let round = 0; round < 150; round += 1) {
        const together = [1 + (round % 4), round % 3];
        for (const count of together) if (count > 0) await add(count);
        added += together[0]! + together[1]!;
        await waitUntil(`all of round ${round} are done`, () => done === added, 20_000);
      }
      await waitUntil('nothing is left', async () => (await underWay()) === 0);
      expect(await queue.getWaitingCount()).toBe(0);
    });
  });

  /** Redis counts a wait when it begins. */
  const waits = async () => /flags=b .*cmd=bzpopmin/.test(String(await connection.client('LIST')));

  it('takes a job with a priority that a stopping worker gives back', async () => {
    let giveBack = () => {};
    const asked = new Promise<void>((resolve) => (giveBack = resolve));
    const stopping = new Worker(
      'looks',
      async (job, token) => {
        await asked;
        await job.moveToWait(token);
        throw new WaitingError();
      },
      { connection, drainDelay, skipVersionCheck: true },
      redisBackend,
    );
    await queue.add('job', {}, { priority: 3, removeOnComplete: true });
    await waitUntil('it is taken', async () => (await underWay()) === 1);
    await work(1);
    await waitUntil('the other worker waits', waits);
    const closed = stopping.close();
    giveBack();
    await closed;
    await waitUntil('the other worker has done it', () => done > 0);
    expect(done).toBe(1);
  });

  it('takes a job of a quiet queue with one wait and about four scripts', async () => {
    await work(8);
    const calls = async () => {
      const info = await connection.info('commandstats');
      const of = (command: string) => Number(new RegExp(`cmdstat_${command}:calls=(\\d+)`).exec(info)?.[1] ?? 0);
      return { waits: of('bzpopmin'), scripts: of('evalsha') };
    };
    const waitsAgain = async () => (await underWay()) === 0 && (await waits());
    const jobs = 20;
    await add(1);
    await waitUntil('the first is done', async () => done === 1 && (await waitsAgain()));
    const before = await calls();
    for (let n = 2; n <= jobs + 1; n += 1) {
      await add(1);
      await waitUntil(`job ${n} is done`, async () => done === n && (await waitsAgain()));
    }
    const after = await calls();
    expect(after.waits - before.waits).toBe(jobs);
    // One each to add the job, to take it, to remove the mark and to end it; rarely also lock renewals and checks for stalled jobs.
    expect((after.scripts - before.scripts) / jobs).toBeLessThan(4.5);
  });
});
