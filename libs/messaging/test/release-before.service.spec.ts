import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Notice } from '@vigia/contracts';
import { startRedis, type RedisServer } from '@vigia/local-servers';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { Messages } from '../src/index.js';
import { describeRedis } from './describe-redis.js';
import { Opened, waitUntil } from './harness.js';
import { reservation, reserved, serveSample } from './sample-billing.js';

/**
 * The messages between two processes over Redis, written by hand: a process of the previous release writes and reads exactly these. Where a
 * line of it has to change, the new form comes beside the old one for a release.
 */
const queueName = 'billing-requests';
const prefix = '{wire}';
const channelOf = (address: string) => `${prefix}:mail:${address}`;
const askerBefore = 'gateway-before';
const request = (id: string) => {
  const sentAt = Date.now();
  const payload = reservation();
  return { v: 1, id, correlationId: 'correlated', deadlineAt: sentAt + 30_000, replyTo: askerBefore, sentAt, payload };
};

describeRedis('a process of the previous release on Redis', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-wire-'));
  let server: RedisServer;
  let redis: Redis;
  let opened: Opened;

  beforeAll(async () => {
    server = await startRedis({ dir: folder });
  });

  beforeEach(async () => {
    redis = new Redis(server.url, { maxRetriesPerRequest: null });
    opened = new Opened(() => server.url, 'wire');
  });

  afterEach(async () => {
    await opened.close();
    redis.disconnect();
  });

  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function connection(): Redis {
    const own = redis.duplicate();
    opened.add({ close: async () => own.disconnect() });
    return own;
  }

  /** Sends a request as the previous release does, and returns the message on its channel. */
  async function askAsBefore(id: string): Promise<unknown> {
    const told: string[] = [];
    const subscriber = connection();
    subscriber.on('message', (_channel: string, text: string) => told.push(text));
    await subscriber.subscribe(channelOf(askerBefore));
    const queue = opened.add(new Queue(queueName, { prefix, connection: redis }));
    await queue.add('quota.reserve', request(id), { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true });
    return JSON.parse(await waitUntil('it is told', () => told[0]));
  }

  /** Takes a request as the previous release does, and publishes this reply. */
  function replyAsBefore(mailFor: (id: string) => unknown): unknown[] {
    const arrived: unknown[] = [];
    const take = async ({ id, data }: { id?: string; data: { replyTo: string } }) => {
      arrived.push(data);
      await redis.publish(channelOf(data.replyTo), JSON.stringify({ mail: mailFor(id!) }));
    };
    opened.add(new Worker(queueName, take, { prefix, connection: connection() }));
    return arrived;
  }

  const sentBy = (messages: Messages) => ({
    v: 1,
    id: expect.stringMatching(/^request-/),
    correlationId: expect.any(String),
    deadlineAt: expect.any(Number),
    replyTo: messages.address,
    sentAt: expect.any(Number),
    payload: reservation(),
  });

  it('gets a reply in its own form to its request', async () => {
    opened.add(await serveSample(await opened.broker('billing')));
    expect(await askAsBefore('request-1')).toEqual({ mail: { kind: 'answer', id: 'request-1', value: reserved } });
  });

  it('gets a reply to each request of its batch', async () => {
    opened.add(await serveSample(await opened.broker('billing')));
    const told: unknown[] = [];
    const subscriber = connection();
    subscriber.on('message', (_channel: string, text: string) => told.push(JSON.parse(text)));
    await subscriber.subscribe(channelOf(askerBefore));
    const queue = opened.add(new Queue(queueName, { prefix, connection: redis }));
    const requests = ['request-4', 'request-5'].map((id) => ({ id, name: 'quota.reserve', data: request(id) }));
    const once = { jobId: 'batch-1', attempts: 1, removeOnComplete: true, removeOnFail: true };
    await queue.add('batch', { v: 1, requests }, once);
    await waitUntil('both are told', () => told.length === 2);
    expect(told).toEqual(expect.arrayContaining(requests.map(({ id }) => ({ mail: { kind: 'answer', id, value: reserved } }))));
  });

  it('reads a batch of this release', async () => {
    const messages = new Messages(await opened.broker('gateway'));
    const arrived: unknown[] = [];
    const take = async ({ name, data }: { name: string; data: { requests: { id: string; data: { replyTo: string } }[] } }) => {
      arrived.push({ name, data });
      for (const { id, data: one } of data.requests)
        await redis.publish(channelOf(one.replyTo), JSON.stringify({ mail: { kind: 'answer', id, value: reserved } }));
    };
    opened.add(new Worker(queueName, take, { prefix, connection: connection() }));
    await Promise.all([1, 2].map(() => messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 })));
    const one = { id: expect.stringMatching(/^request-/), name: 'quota.reserve', data: sentBy(messages) };
    expect(arrived).toEqual([{ name: 'batch', data: { v: 1, requests: [one, one] } }]);
  });

  it('finds a large reply under the key that it is given', async () => {
    const large = { ...reserved, present: Array.from({ length: 30_000 }, () => '20990000012') };
    opened.add(await serveSample(await opened.broker('billing'), { reserve: async () => large }));
    const told = (await askAsBefore('request-2')) as { leftAt: string };
    expect(told).toEqual({ leftAt: expect.stringMatching(/^\{wire\}:mail:/) });
    expect(JSON.parse((await redis.getdel(told.leftAt))!)).toEqual({ mail: { kind: 'answer', id: 'request-2', value: large } });
  });

  it('reads a request of this release, and this release reads its reply', async () => {
    const messages = new Messages(await opened.broker('gateway'));
    const arrived = replyAsBefore((id) => ({ kind: 'answer', id, value: reserved }));
    expect(await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 })).toEqual(reserved);
    expect(arrived).toEqual([sentBy(messages)]);
  });

  it('sends refusals that this release understands', async () => {
    const messages = new Messages(await opened.broker('gateway'));
    replyAsBefore((id) => ({ kind: 'failure', id, code: 'too_many_requests', params: { seconds: 7 } }));
    const asked = messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
    await expect(asked).rejects.toMatchObject({ code: 'too_many_requests', params: { seconds: 7 } });
  });

  it('sends notices that this release receives', async () => {
    const messages = new Messages(await opened.broker('gateway'));
    const heard: Notice[] = [];
    messages.onNotice((notice) => heard.push(notice));
    const notice = { topic: 'request-finished', id: reservation().requestId };
    await redis.publish(channelOf(messages.address), JSON.stringify({ mail: { kind: 'notice', notice } }));
    await waitUntil('it is heard', () => heard.length > 0);
    expect(heard).toEqual([notice]);
  });
});
