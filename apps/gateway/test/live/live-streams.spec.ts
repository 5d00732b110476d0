import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MessageEvent } from '@nestjs/common';
import { createLogger } from '@vigia/observability';
import type { Heads } from '../../src/panel/live/live-heads.js';
import { LiveStreams, mostOfCorporation } from '../../src/panel/live/live-streams.js';
import type { SignedIn } from '../../src/sessions/session-store.js';

/** Has no connection to leave by, so it stays open. */
const newResponse = () => new ServerResponse(new IncomingMessage(new Socket()));
const self = { sessionId: 's', role: 'member', corporationId: 'c' } as SignedIn;

describe('a stream of live changes', () => {
  let streams: LiveStreams;
  let roles: Map<string, string>;
  let loads: Map<string, string>;
  let looked: Promise<void> | undefined;
  let answer: () => void;
  let events: MessageEvent[];
  let nowMs: number;

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const pass = async (ms: number) => {
    nowMs += ms;
    mock.timers.tick(ms);
    await settled();
  };
  const namesOf = () => events.map(({ type }) => type);

  beforeEach(async () => {
    [nowMs, events, roles, loads, looked, answer] = [0, [], new Map([['s', 'member']]), new Map(), undefined, () => {}];
    mock.timers.enable({ apis: ['setTimeout'] });
    mock.method(performance, 'now', () => nowMs);
    type Parts = ConstructorParameters<typeof LiveStreams>;
    const heads = {
      async read() {
        await looked;
        return new Map([['c', new Map([['loads', new Map(loads)]]) as Heads]]);
      },
    };
    const sessions = { rolesOf: async () => roles };
    streams = new LiveStreams(...([heads, sessions, createLogger('test', { level: 'silent' })] as unknown as Parts));
    streams.onApplicationBootstrap();
    streams.open(self, undefined, newResponse()).subscribe((event) => void events.push(event));
    await settled();
    await pass(1_000);
    events = [];
  });
  afterEach(async () => {
    answer();
    await streams.onModuleDestroy();
    mock.restoreAll();
    mock.timers.reset();
  });

  it.each([
    ['its session ends', () => roles.delete('s')],
    ['its user has another role', () => roles.set('s', 'admin')],
  ])('ends within 15 seconds after %s', async (_what, change) => {
    await pass(15_000);
    expect(namesOf()).toEqual(['beat']);
    change();
    await pass(15_000);
    expect(events.slice(1)).toEqual([{ type: 'end', id: events[0]!.id, data: { reason: 'session' } }]);
    expect(events[0]!.id).not.toBe('');
  });

  it('has a new id only with the last of several changes, so a stream that breaks among them reports all again', async () => {
    await pass(15_000);
    const idBefore = events[0]!.id;
    events = [];
    for (const load of ['one', 'two', 'three']) loads.set(load, 'mark');
    await pass(1_000);
    expect(namesOf()).toEqual(['change', 'change', 'change']);
    expect(events.map(({ id }) => id === idBefore)).toEqual([true, true, false]);
  });

  it('has its first beat with its first look, not with the beats of other streams, and after what was missed', async () => {
    await pass(15_000);
    const lastEventId = String(events[0]!.id);
    loads.set('missed', 'mark');
    const late: MessageEvent[] = [];
    looked = new Promise((resolve) => (answer = resolve));
    streams.open(self, lastEventId, newResponse()).subscribe((event) => void late.push(event));
    await pass(15_000);
    expect(late.map(({ type }) => type)).toEqual(['open']);
    answer();
    await settled();
    expect(late.slice(1)).toEqual([
      { type: 'change', id: lastEventId, data: { what: 'loads', id: null, at: expect.any(String) } },
      { type: 'beat', id: expect.not.stringMatching(lastEventId), data: '' },
    ]);
  });

  describe('of a corporation', () => {
    const open = (sessionId: string, corporationId = 'c') => {
      const response = newResponse();
      const subscription = streams.open({ ...self, corporationId, sessionId } as SignedIn, undefined, response).subscribe();
      return { response, leave: () => subscription.unsubscribe() };
    };
    const openAllButOne = () => Array.from({ length: mostOfCorporation - 1 }, (_, i) => open(`session ${i}`));
    const openOneMore = () => open('one more');
    const refusal = expect.objectContaining({ code: 'too_many_requests', status: 429 });

    it('is refused while a replica holds as many as it may, whichever sessions have them', () => {
      const [first] = openAllButOne();
      expect(openOneMore).toThrow(refusal);
      expect(() => open('x', 'another corporation')).not.toThrow();
      first!.leave();
      first!.response.emit('close');
      expect(openOneMore).not.toThrow();
    });

    it('counts after its end until its response has closed, which it does within five seconds', async () => {
      const [first, second] = openAllButOne();
      await pass(15_000);
      expect(openOneMore).toThrow(refusal);
      first!.response.emit('close');
      expect(openOneMore).not.toThrow();
      expect(openOneMore).toThrow(refusal);
      await pass(5_000);
      expect([first, second].map((one) => one!.response.req.socket.destroyed)).toEqual([false, true]);
      expect(openOneMore).not.toThrow();
    });
  });

  it('reports each of five changes by its id, and more as one change', async () => {
    const change = (count: number, mark: string) => Array.from({ length: count }, (_, i) => loads.set(`load ${i}`, mark));
    change(5, 'first');
    await pass(1_000);
    expect(events.map(({ data }) => (data as { id: string }).id)).toEqual([0, 1, 2, 3, 4].map((i) => `load ${i}`));
    events = [];
    change(6, 'second');
    await pass(1_000);
    expect(events.map(({ data }) => data)).toEqual([{ what: 'loads', id: null, at: expect.any(String) }]);
  });
});
