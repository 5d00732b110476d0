import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VigiaError } from '@vigia/contracts';
import { currentCorrelationId } from '@vigia/observability';
import { batchName, type Batch } from '../src/domain/envelope.js';
import { requestsQueue } from '../src/domain/queues.js';
import { BrokerRefusedError, Messages, ReplyUnknownError, type Broker } from '../src/index.js';
import { Opened, waitUntil } from './harness.js';
import { opening, reservation, reserved, serveSample } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

type Request = Batch['requests'][number];

describe.each(availableBrokers)('a batch of requests on $kind', ({ kind, start }) => {
  let server: TestBroker;
  let opened: Opened;
  let sender: Broker;
  let messages: Messages;
  let count = 0;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = new Opened(() => server.url, `batches${(count += 1)}`);
    sender = await opened.broker('gateway');
    messages = new Messages(sender);
  });
  afterEach(() => opened.close());

  const serve = async (...[behaviour, options]: Parameters<typeof serveSample> extends [unknown, ...infer R] ? R : never) => {
    const owner = await opened.broker('billing', { closeGraceMs: 100 });
    return opened.add(await serveSample(owner, behaviour, options));
  };

  const requestOf = (n: number, changed: Partial<Record<string, unknown>> = {}): Request => {
    const id = `request-${n}`;
    const sentAt = Date.now();
    const envelope = { v: 1, id, correlationId: `correlated-${n}`, deadlineAt: sentAt + 60_000, replyTo: sender.replies.address, sentAt };
    return { id, name: 'quota.reserve', data: { ...envelope, payload: reservation(n), ...changed } };
  };

  /** The value or the code of the error that comes back for each request. */
  function repliesTo(requests: Request[]): Promise<unknown>[] {
    return requests.map(async ({ id, name }) => {
      const expected = sender.replies.expect(id, 60_000, () => new ReplyUnknownError(name));
      const reply = await expected.reply.finally(expected.forget);
      return reply.kind === 'answer' ? reply.value : reply.code;
    });
  }

  const ask = (n: number, timeoutMs = 60_000) => messages.request('quota.reserve', reservation(n), { timeoutMs });
  const queue = () => sender.queue(requestsQueue('billing'));
  const send = (data: Batch) => queue().push([{ id: 'batch-1', name: batchName, data }]);
  const isGone = async () => {
    const { waiting, active } = await queue().counts();
    return waiting + active === 0;
  };

  it('is answered request by request, and a faulty one harms no other', async () => {
    const seen: string[] = [];
    await serve({
      reserve: async ({ requestId }) => {
        seen.push(String(currentCorrelationId()));
        if (requestId === reservation(2).requestId) throw VigiaError.of('too_many_requests', { seconds: 7 });
        return reserved;
      },
    });
    const requests = [
      requestOf(1),
      requestOf(2),
      requestOf(3, { payload: { ...reservation(3), price: 1 } }),
      requestOf(4, { deadlineAt: Date.now() - 1 }),
      { ...requestOf(5), name: 'quota.steal' },
      requestOf(6),
    ];
    const replies = repliesTo(requests.filter(({ id }) => id !== 'request-4'));
    await send({ v: 1, requests });
    expect(await Promise.all(replies)).toEqual([reserved, 'too_many_requests', 'internal', 'internal', reserved]);
    expect(seen.sort()).toEqual(['correlated-1', 'correlated-2', 'correlated-6']);
    await waitUntil('the job has ended', isGone);
    expect(opened.events).toContainEqual({ type: 'expired', queue: 'billing-requests', name: 'quota.reserve' });
    const refused = await waitUntil('two are kept', async () => {
      const list = await sender.refused();
      return list.length === 2 && list;
    });
    expect(refused.map(({ name, reason }) => `${name} ${reason.split(':')[0]}`).sort()).toEqual([
      'quota.reserve payload',
      'quota.steal unknown message',
    ]);
  });

  it('takes no more places than its owner has, and a request that takes long delays no answer of another', async () => {
    let finish!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    let [running, most] = [0, 0];
    await serve(
      {
        reserve: async ({ requestId }) => {
          most = Math.max(most, (running += 1));
          if (requestId === reservation(1).requestId) await gate;
          running -= 1;
          return reserved;
        },
      },
      { concurrency: 2 },
    );
    const requests = [1, 2, 3, 4, 5].map((n) => requestOf(n));
    const [slow, ...quick] = repliesTo(requests);
    await send({ v: 1, requests });
    expect(await Promise.all(quick)).toEqual([reserved, reserved, reserved, reserved]);
    expect(running).toBe(1);
    finish();
    expect(await slow).toEqual(reserved);
    expect(most).toBe(2);
  });

  it('that holds all slots but one of its replica leaves that one to other jobs', async () => {
    const slow = new Set([1, 2].map((n) => reservation(n).requestId));
    let running = 0;
    let finish!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    const reserve = async ({ requestId }: { requestId: string }) => {
      if (!slow.has(requestId)) return reserved;
      running += 1;
      await gate;
      return reserved;
    };
    await serve({ reserve }, { concurrency: 3 });
    const requests = [1, 2, 3, 4, 5].map((n) => requestOf(n));
    const replies = repliesTo(requests);
    await send({ v: 1, requests });
    expect(await Promise.all(replies.slice(2))).toEqual([reserved, reserved, reserved]);
    expect(await Promise.all([6, 7, 8].map((n) => ask(n)))).toEqual([reserved, reserved, reserved]);
    expect(running).toBe(2);
    finish();
    expect(await Promise.all(replies)).toEqual(requests.map(() => reserved));
  });

  describe('whose replica has no free slot', () => {
    let running = 0;
    let finish!: () => void;
    const serveBlocked = () => {
      running = 0;
      const gate = new Promise<void>((resolve) => (finish = resolve));
      return serve({
        reserve: async () => {
          running += 1;
          await gate;
          return reserved;
        },
      });
    };
    const isFull = () => running === 20;

    it('leaves the jobs that arrive to another', async () => {
      await serveBlocked();
      const blocked = Array.from({ length: 24 }, (_, n) => ask(n));
      await waitUntil('its slots are taken', isFull);
      await serve();
      expect(await Promise.all(Array.from({ length: 40 }, (_, n) => ask(100 + n)))).toHaveLength(40);
      expect(running).toBe(20);
      finish();
      expect(await Promise.all(blocked)).toHaveLength(24);
    });

    it('leaves the jobs that waited before it began to another', async () => {
      let answered = 0;
      const asked = Array.from({ length: 40 }, (_, n) => ask(n).then(() => (answered += 1)));
      await waitUntil('all have left', async () => (await queue().counts()).waiting === 5);
      await serveBlocked();
      await waitUntil('its slots are taken', isFull);
      expect(await queue().counts()).toMatchObject({ waiting: 2, active: 3 });
      await serve();
      await waitUntil('those of two jobs are answered', () => answered === 16);
      expect(running).toBe(20);
      finish();
      await Promise.all(asked);
    });
  });

  it('goes to another replica when its owner stops', async () => {
    const begun: string[] = [];
    const behaviour = {
      reserve: async ({ requestId }: { requestId: string }) => {
        begun.push(requestId);
        await new Promise(() => undefined);
        return reserved;
      },
    };
    const stopping = await serve(behaviour, { concurrency: 1 });
    const requests = [requestOf(1), requestOf(2)];
    const replies = repliesTo(requests);
    await send({ v: 1, requests });
    await waitUntil('the first is handled', () => begun.length === 1);
    await stopping.close();
    await serve();
    expect(await Promise.all(replies)).toEqual([reserved, reserved]);
    expect(begun).toEqual([reservation(1).requestId]);
  });

  it('carries at most eight that leave in one turn, and no event', async () => {
    const asked = Array.from({ length: 20 }, (_, n) => ask(n));
    const delivered = messages.deliver('access.open', opening(), { id: 'row-1', timeoutMs: 60_000 });
    const depths = async () =>
      (await sender.queueDepths()).filter(({ waiting }) => waiting > 0).map(({ queue, waiting }) => `${queue} ${waiting}`);
    await waitUntil('all have left', async () => (await depths()).sort().join() === 'billing-events 1,billing-requests 3');
    await serve();
    expect(await Promise.all(asked)).toEqual(asked.map(() => reserved));
    await delivered;
  });

  it('is withdrawn once nobody waits for any of its requests', async () => {
    const [impatient, patient] = [ask(1, 200), ask(2)];
    await expect(impatient).rejects.toBeInstanceOf(ReplyUnknownError);
    await waitUntil('its job still waits', async () => (await queue().counts()).waiting === 1);
    const given = [ask(3, 200), ask(4, 200)];
    expect((await Promise.allSettled(given)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await waitUntil('one of the two jobs is left', async () => (await queue().counts()).waiting === 1);
    await serve();
    expect(await patient).toEqual(reserved);
  });

  it('that the broker refuses leaves request by request', async () => {
    await serve();
    const unstorable = messages.request('quota.reserve', { ...reservation(2), taxIds: ['2099000\0ab'] }, { timeoutMs: 60_000 });
    const outcomes = await Promise.allSettled([ask(1), unstorable, ask(3)]);
    const refused = { status: 'rejected', reason: expect.any(BrokerRefusedError) };
    const answered = { status: 'fulfilled', value: reserved };
    expect(outcomes).toEqual([answered, kind === 'postgres' ? refused : answered, answered]);
  });

  it('that is none is kept for the operator', async () => {
    await serve();
    await send({ v: 1, requests: [] });
    const [refused] = await waitUntil('it is kept', async () => {
      const list = await sender.refused();
      return list.length > 0 && list;
    });
    expect(refused).toMatchObject({ queue: 'billing-requests', name: batchName, reason: expect.stringMatching(/^batch: \/requests /) });
    await waitUntil('the job has ended', isGone);
  });
});
