import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { sourceJob, sourceQueue, type SourceJob } from '@vigia/contracts';
import { startRedis } from '@vigia/local-servers';
import { Redis } from 'ioredis';
import { inspectBroker, Messages } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { reservation, reserved, serveSample } from './sample-billing.js';
import { makeScratchDir } from './test-brokers.js';

const page = readFileSync(new URL('../../../docs/availability.md', import.meta.url), 'utf8');
const queueName = sourceQueue('deuda_coactiva');
const data: SourceJob = { v: 1, loadId: '00000000-0000-4000-8000-000000000001', source: 'deuda_coactiva' };

describeRedis('a user of Redis with the documented rights', () => {
  const closing: (() => unknown)[] = [];
  let url: string;
  let opened: Opened;

  beforeEach(async () => {
    const scratch = makeScratchDir();
    const server = await startRedis({ dir: scratch.path });
    const operator = new Redis(server.url);
    closing.push(
      () => scratch.remove(),
      () => server.stop(),
      () => operator.disconnect(),
    );
    const [, rules = ''] = /`ACL SETUSER (vigia on >‹password› [^`]+)`/.exec(page) ?? [];
    await operator.call('ACL', 'SETUSER', ...rules.replace('‹password›', 'secret').split(' '));
    url = server.url.replace('redis://', 'redis://vigia:secret@');
    // The prefix of every installation.
    opened = new Opened(() => url, 'vigia');
  });

  afterEach(async () => {
    await opened.close();
    for (const close of closing.splice(0).reverse()) await close();
  });

  it('is enough for jobs and their counts', async () => {
    const loader = await opened.broker('profile-loader');
    const queue = loader.jobs(queueName, sourceJob);
    await queue.push([{ id: 'task', data, priority: 2 }]);
    expect(await queue.counts()).toEqual({ waiting: 1, active: 0 });
    const seen: string[] = [];
    loader.work(queueName, sourceJob, { concurrency: 1, timeoutMs: 30_000, handle: async (_data, { jobId }) => void seen.push(jobId) });
    await waitUntil('the job is done', async () => seen.length === 1 && (await queue.counts()).active === 0);
    expect(seen).toEqual(['task']);
  });

  it('is enough for messages with replies', async () => {
    opened.add(await serveSample(await opened.broker('billing')));
    const messages = new Messages(await opened.broker('gateway'));
    await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 })).resolves.toEqual(reserved);
  });

  it('is enough for the doctor, and reaches no other keys and no command that endangers the server', async () => {
    expect(await inspectBroker(url)).toMatchObject({ kind: 'redis', memoryPolicy: 'noeviction' });
    const stranger = new Redis(url);
    closing.push(() => stranger.disconnect());
    for (const refused of [stranger.get('other'), stranger.flushdb(), stranger.config('GET', '*')])
      await expect(refused).rejects.toThrow('NOPERM');
  });
});
