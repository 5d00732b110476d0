import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Messages } from '../src/index.js';
import { Opened } from './harness.js';
import { startProcess, type Child } from './processes/child-process.js';
import { opening, reservation, serveSample, reserved } from './sample-billing.js';
import { availableBrokers, type TestBroker } from './test-brokers.js';

describe.each(availableBrokers)('replicas on $kind', ({ start }) => {
  let server: TestBroker;
  let opened: Opened;
  let messages: Messages;
  let count = 0;

  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    opened = new Opened(() => server.url, `replicas${(count += 1)}`);
    messages = new Messages(await opened.broker('gateway'));
  });
  afterEach(() => opened.close());

  it('share the messages, and each message is handled once', async () => {
    const handled = new Map<string, string[]>();
    const handle = (replica: string, requestId: string) => handled.set(requestId, [...(handled.get(requestId) ?? []), replica]);
    for (const replica of ['a', 'b', 'c']) {
      const behaviour = {
        reserve: async ({ requestId }: { requestId: string }) => {
          handle(replica, requestId);
          return reserved;
        },
        open: async ({ requestId }: { requestId: string }) => {
          handle(replica, requestId);
          return {};
        },
      };
      opened.add(await serveSample(await opened.broker('billing'), behaviour, { concurrency: 5 }));
    }
    let next = 0;
    const send = async () => {
      for (let n = (next += 1); n <= 100; n = next += 1) {
        await messages.request('quota.reserve', reservation(n), { timeoutMs: 120_000 });
        await messages.deliver('access.open', opening(1000 + n), { id: `row-${n}`, timeoutMs: 120_000 });
      }
    };
    await Promise.all(Array.from({ length: 5 }, send));
    expect(handled.size).toBe(200);
    expect([...handled.values()].filter((replicas) => replicas.length !== 1)).toEqual([]);
    expect(new Set([...handled.values()].flat())).toEqual(new Set(['a', 'b', 'c']));
  });

  it('take over the request of a killed replica', async () => {
    const children: Child[] = [];
    try {
      const dying = startProcess('billing-process.ts', server.url, opened.prefix, 'stuck');
      children.push(dying);
      await dying.said('ready');
      const reply = messages.request('quota.reserve', reservation(5), { timeoutMs: 120_000 });
      await dying.said(`begun ${reservation(5).requestId}`);
      const heir = startProcess('billing-process.ts', server.url, opened.prefix, 'well');
      children.push(heir);
      await heir.said('ready');
      await dying.kill();
      await expect(reply).resolves.toEqual(reserved);
      expect(heir.lines).toContain(`begun ${reservation(5).requestId}`);
      await expect(heir.close()).resolves.toBe(0);
    } finally {
      await Promise.all(children.map((child) => child.kill()));
    }
  });
});
