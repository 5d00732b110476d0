import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import { act, askedOnce } from '../src/gateway/act.ts';
import { newQueryClient } from '../src/gateway/client.ts';
import { Refusal } from '../src/gateway/refusal.ts';
import { Accepted } from '../src/loading/accepted.ts';

const [minuteMs, hourMs] = [60_000, 3_600_000];
const session = ['GET /panel/v1/session', {}];
const event = (taxId: string) => ['POST /panel/v1/events', { body: { docType: 'RUC', taxId } }] as const;
const away = () => Response.json({ code: 'unavailable' }, { status: 503, headers: { 'retry-after': '0' } });
const pass = (ms: number) => mock.timers.setTime(Date.now() + ms);

let sent: Headers[];
const answer = (give: () => Response) =>
  mock.method(globalThis, 'fetch', async (_address: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return give();
  });
const lose = () =>
  answer(() => {
    throw new TypeError('no answer came');
  });
const keys = () => sent.map((headers) => headers.get('idempotency-key'));
const signIn = (client: QueryClient, userId: string) => client.setQueryData(session, { user: { userId } });

beforeEach(() => {
  sent = [];
  mock.timers.enable({ apis: ['Date'], now: Date.now() });
});

afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
});

describe('an act with a lost answer', () => {
  it('keeps its idempotency key when it is requested again soon, but not later', async () => {
    lose();
    const ask = () => expect(askedOnce('ana', ...event('20990000019'))()).rejects.toMatchObject({ status: 0 });
    await ask();
    pass(minuteMs);
    await ask();
    pass(hourMs);
    await ask();
    const [first, soon, later] = keys();
    expect(soon).toBe(first);
    expect(later).not.toBe(first);
  });

  it('keeps its idempotency key when it is retried, however late', async () => {
    lose();
    const asked = askedOnce('ana', ...event('20990000027'));
    const tryIt = () => expect(asked()).rejects.toMatchObject({ status: 0 });
    await tryIt();
    pass(hourMs);
    await tryIt();
    expect(new Set(keys()).size).toBe(1);
  });
});

describe('an act', () => {
  it('is sent once when it is requested twice at the same time, and again when requested later', async () => {
    const client = newQueryClient(() => undefined);
    signIn(client, 'ana');
    answer(() => Response.json({ accessSecret: `the ${sent.length}.` }));
    const ask = async (name: string) => (await act(client, 'POST /panel/v1/credentials', { body: { name } })).accessSecret;
    expect(await Promise.all([ask('ERP'), ask('ERP'), ask('Pagos')])).toEqual(['the 1.', 'the 1.', 'the 2.']);
    expect(await ask('ERP')).toBe('the 3.');
  });

  it('is retried as the user who requested it, even if another user has signed in meanwhile', async () => {
    const client = newQueryClient(() => undefined);
    signIn(client, 'ana');
    answer(() => {
      if (sent.length > 1) return Response.json({ requestId: 'one' });
      signIn(client, 'luz');
      return away();
    });
    await act(client, ...event('20990000035'));
    expect(sent.map((headers) => headers.get('vigia-user'))).toEqual(['ana', 'ana']);
    expect(new Set(keys()).size).toBe(1);
  });

  it('that is refused because another user is signed in makes the page reload the session', async () => {
    let ended = 0;
    const client = newQueryClient(() => (ended += 1));
    signIn(client, 'ana');
    const refused = new Refusal(409, '', 'other_user');
    const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(refused) });
    await expect(mutation.execute(undefined)).rejects.toBe(refused);
    expect([client.getQueryState(session)?.isInvalidated, ended]).toEqual([true, 0]);
    client.clear();
  });
});

it('Accepted resumes a list where it stopped soon after a refusal, and later sends the whole list', async () => {
  const accepted = new Accepted<string>();
  const refused = new Refusal(409, '', 'contract_not_active');
  const asked: string[] = [];
  const send = () =>
    accepted.send(['a', 'b'], async (batch) => {
      asked.push(batch);
      if (batch === 'b') throw refused;
      return `of ${batch}`;
    });
  for (const ms of [minuteMs, hourMs, 0]) {
    await expect(send()).rejects.toBe(refused);
    pass(ms);
  }
  expect(asked).toEqual(['a', 'b', 'b', 'a', 'b']);
});

it('Accepted resumes a list whose first run still waits', async () => {
  const accepted = new Accepted<string>();
  let isWaiting = false;
  void accepted.send(['a', 'b'], async (batch) => {
    if (batch === 'a') return 'of a';
    isWaiting = true;
    return new Promise(() => undefined);
  });
  while (!isWaiting) await Promise.resolve();
  const asked: string[] = [];
  const ids = await accepted.send(['a', 'b'], async (batch) => {
    asked.push(batch);
    return `of ${batch}, later`;
  });
  expect({ asked, ids }).toEqual({ asked: ['b'], ids: ['of a', 'of b, later'] });
});
