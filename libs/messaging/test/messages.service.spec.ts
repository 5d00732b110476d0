import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VigiaError, type PayloadOf } from '@vigia/contracts';
import { currentCorrelationId, withCorrelationId } from '@vigia/observability';
import { requestsQueue } from '../src/domain/queues.js';
import { BrokerRefusedError, Messages, ReplyUnknownError, type Broker } from '../src/index.js';
import { Opened, waitUntil } from './harness.js';
import { opening, reservation, serveSample, reserved } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

describe.each(availableBrokers)('messages on $kind', ({ kind, start }) => {
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
    opened = new Opened(() => server.url, `messages${(count += 1)}`);
    owner = await opened.broker('billing');
    sender = await opened.broker('gateway');
    messages = new Messages(sender);
  });
  afterEach(() => opened.close());

  const serve = async (...[behaviour, options]: Parameters<typeof serveSample> extends [unknown, ...infer R] ? R : never) =>
    opened.add(await serveSample(owner, behaviour, options));

  it('bring a request to its owner and the reply back', async () => {
    const seen: PayloadOf<'quota.reserve'>[] = [];
    const refusal = { reason: 'contract_not_active', endedOn: null, beginsOn: null } as const;
    await serve({
      reserve: async (payload) => {
        seen.push(payload);
        return { outcome: 'refused', refusal };
      },
    });
    await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 })).resolves.toEqual({
      outcome: 'refused',
      refusal,
    });
    expect(seen).toEqual([reservation()]);
    expect(opened.events).toMatchObject([{ type: 'handled', queue: 'billing-requests', name: 'quota.reserve', outcome: 'done' }]);
  });

  it('bring a VigiaError of a handler back as the same error', async () => {
    await serve({
      reserve: async () => {
        throw VigiaError.of('too_many_requests', { seconds: 7 });
      },
    });
    const error = await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(VigiaError);
    expect(error).toMatchObject({ code: 'too_many_requests', params: { seconds: 7 }, status: 429 });
    expect(opened.events).toMatchObject([{ outcome: 'rejected' }]);
  });

  it('hide any other error, and a reply that breaks the contract, behind an internal error', async () => {
    await serve({
      reserve: async () => {
        throw new Error('password=hunter2');
      },
      open: async () => 'not an object' as never,
    });
    const ask = () => messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
    const error = await withCorrelationId('corr-1', () => ask().catch((caught: unknown) => caught));
    expect(error).toMatchObject({ code: 'internal', params: { correlationId: 'corr-1' } });
    expect(String(error)).not.toContain('hunter2');
    await expect(messages.deliver('access.open', opening(), { id: 'row-1', timeoutMs: 30_000 })).rejects.toMatchObject({
      code: 'internal',
    });
  });

  it('time out at the deadline while the handler goes on and finishes', async () => {
    let finish!: () => void;
    let finished = false;
    let begun = false;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    await serve({
      reserve: async () => {
        begun = true;
        await gate;
        finished = true;
        return reserved;
      },
    });
    // A worker that starts slowly finds the first one expired.
    await waitUntil('one has begun before its deadline', async () => {
      await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 3_000 })).rejects.toBeInstanceOf(ReplyUnknownError);
      return begun;
    });
    expect(finished).toBe(false);
    finish();
    await waitUntil('the handler is done', () => finished && opened.events.some((event) => event.type === 'handled'));
    expect(opened.events).toContainEqual({ type: 'replyUnknown', queue: 'billing-requests', name: 'quota.reserve' });
  });

  it('remove a request from the queue if no worker starts it before its deadline', async () => {
    await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 200 })).rejects.toBeInstanceOf(ReplyUnknownError);
    await waitUntil('the queue is empty', async () => (await sender.queue(requestsQueue('billing')).counts()).waiting === 0);
  });

  it('drop a request that arrives after its deadline', async () => {
    let runs = 0;
    const late = { v: 1, id: 'late', correlationId: 'c', sentAt: Date.now() - 2000, deadlineAt: Date.now() - 1000, payload: reservation() };
    await sender.queue(requestsQueue('billing')).push([{ id: 'late', name: 'quota.reserve', data: late }]);
    await serve({
      reserve: async () => {
        runs += 1;
        return reserved;
      },
    });
    await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
    expect(runs).toBe(1);
    expect(opened.events).toContainEqual({ type: 'expired', queue: 'billing-requests', name: 'quota.reserve' });
  });

  it('that are invalid are refused at once and kept for inspection', async () => {
    let runs = 0;
    await serve({
      reserve: async () => {
        runs += 1;
        return reserved;
      },
    });
    const wrong = { ...reservation(), price: 1 };
    const ask = messages.request('quota.reserve', wrong, { timeoutMs: 60_000 });
    await expect(ask).rejects.toMatchObject({ code: 'internal' });
    const queue = sender.queue(requestsQueue('billing'));
    await queue.push([
      { id: 'garbage', name: 'quota.reserve', data: { hello: 1 } },
      { id: 'unknown', name: 'quota.steal', data: { v: 1, id: 'unknown', correlationId: 'c', sentAt: 1, payload: {} } },
    ]);
    const refused = await waitUntil('three are refused', async () => {
      const list = await sender.refused();
      return list.length === 3 && list;
    });
    expect(refused.map(({ queue: from, name, reason }) => `${from} ${name} ${reason.split(':')[0]}`).sort()).toEqual([
      'billing-requests quota.reserve envelope',
      'billing-requests quota.reserve payload',
      'billing-requests quota.steal unknown message',
    ]);
    expect(refused.find(({ reason }) => reason.startsWith('payload'))).toMatchObject({
      correlationId: expect.any(String),
      refusedAt: expect.any(String),
      data: { payload: wrong },
    });
    expect(runs).toBe(0);
    await waitUntil('the queue is empty', async () => {
      const { waiting, active } = await queue.counts();
      return waiting + active === 0;
    });
  });

  it('with text that PostgreSQL cannot store are refused by PostgreSQL and delivered by Redis', async () => {
    await serve();
    const asked = messages.request('quota.reserve', { ...reservation(), taxIds: ['2099000\0ab'] }, { timeoutMs: 60_000 });
    const outcomes: Record<string, unknown> = { redis: reserved, postgres: expect.any(BrokerRefusedError) };
    expect(await asked.catch((error: unknown) => error)).toEqual(outcomes[kind]);
  });

  it('bring back a reply of two megabytes, and an internal error for one too large to send', async () => {
    const documents = (megabytes: number) => Array.from({ length: (megabytes * 2 ** 20) / 16 }, () => '20990000019');
    let present = documents(2);
    await serve({ reserve: async () => ({ ...reserved, present }) });
    // A process that has stood still for longer than its lease gets the reply to its next request.
    const outcome = () =>
      waitUntil('a reply has come', async () => {
        const asked = messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
        const told = await asked.catch((error: unknown) => error);
        return !(told instanceof ReplyUnknownError) && told;
      });
    expect(await outcome()).toEqual({ ...reserved, present });
    present = documents(20);
    expect(await outcome()).toMatchObject({ code: 'internal' });
  });

  it('deliver an event once after its owner starts, however often it was sent before', async () => {
    const seen: string[] = [];
    const deliver = (timeoutMs: number) => messages.deliver('access.open', opening(7), { id: 'row-7', timeoutMs });
    await expect(deliver(150)).rejects.toBeInstanceOf(ReplyUnknownError);
    await expect(deliver(150)).rejects.toBeInstanceOf(ReplyUnknownError);
    const waits = async () => (await sender.queueDepths()).find(({ queue, waiting }) => queue === 'billing-events' && waiting > 0);
    expect(await waitUntil('it waits for its owner', waits)).toEqual({ queue: 'billing-events', waiting: 1, active: 0 });
    const acknowledged = deliver(60_000);
    await serve({
      open: async (payload) => {
        seen.push(payload.requestId);
        return {};
      },
    });
    await expect(acknowledged).resolves.toEqual({});
    expect(seen).toEqual([opening(7).requestId]);
  });

  it('carry the correlation id of the caller to the handler', async () => {
    const seen: (string | undefined)[] = [];
    await serve({
      reserve: async () => {
        seen.push(currentCorrelationId());
        return reserved;
      },
    });
    await withCorrelationId('corr-42', () => messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 }));
    await messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 });
    expect(seen).toEqual(['corr-42', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  });

  it('abort a handler at its timeout by its signal', async () => {
    let aborted = false;
    await serve(
      {
        reserve: (_payload, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => (aborted = true));
          }),
      },
      { timeoutMs: 200 },
    );
    await expect(messages.request('quota.reserve', reservation(), { timeoutMs: 30_000 })).rejects.toMatchObject({ code: 'internal' });
    expect(aborted).toBe(true);
    expect(opened.events).toMatchObject([{ outcome: 'timed-out' }]);
  });

  it('send a notice to one process, and ignore an unknown or invalid address', async () => {
    const other = new Messages(await opened.broker('gateway'));
    const seen: string[] = [];
    const stop = messages.onNotice((notice) => seen.push(`first ${notice.id}`));
    other.onNotice((notice) => seen.push(`other ${notice.id}`));
    const notice = (n: number) => ({ topic: 'request-finished', id: opening(n).requestId }) as const;
    const billing = new Messages(owner);
    await billing.notify(messages.address, notice(1));
    await waitUntil('the first notice arrives', () => seen.length > 0);
    stop();
    await billing.notify(messages.address, notice(2));
    await billing.notify(other.address, notice(3));
    await billing.notify('nobody-there', notice(4));
    await billing.notify('not an address!', notice(5));
    await waitUntil('the third notice arrives', () => seen.length > 1);
    expect(seen).toEqual([`first ${notice(1).id}`, `other ${notice(3).id}`]);
  });
});
