import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PanelClient, waitUntil, type TestUser } from '@vigia/testing';
import { openPanel, type Panel } from './open-panel.js';

const freeHere = 5;
const freeAnywhere = 20;

describe('guessing a password', () => {
  let panel: Panel;
  let corporationId: string;

  beforeAll(async () => {
    panel = await openPanel({ environment: { VIGIA_TRUSTED_PROXIES: '127.0.0.0/8' } });
    corporationId = await panel.newCorporation();
  });

  afterAll(() => panel?.stop());

  const from = (address: string, { email }: Pick<TestUser, 'email'>, password = 'una equivocada') =>
    new PanelClient(panel.url, { 'x-forwarded-for': address }).signIn({ email, password });

  const statusesOf = async (addresses: string[], user: Pick<TestUser, 'email'>) => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push((await from(address, user)).status);
    return statuses;
  };

  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const addresses = (count: number) => Array.from({ length: count }, (_, i) => `198.51.100.${i}`);

  const failures = (user: Pick<TestUser, 'email'>, changes: string, where = '%') =>
    panel.gateways.database.query(`UPDATE identity.failed_attempts SET ${changes} WHERE key LIKE $1`, [`sign-in ${user.email}${where}`]);

  it('costs nothing five times, then waits that double up to a quarter of an hour', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(times(freeHere, '203.0.113.1'), user)).toEqual(times(freeHere, 401));
    const blocked = await from('203.0.113.1', user, user.password);
    expect(blocked).toMatchObject({ status: 429, body: { message: 'too many requests; try again in 1 s' } });
    expect(blocked.headers.get('retry-after')).toBe('1');
    await waitUntil(async () => (await from('203.0.113.1', user)).status === 401, { timeoutMs: 5_000, what: 'the end of the wait' });
    expect((await from('203.0.113.1', user)).headers.get('retry-after')).toBe('2');

    await failures(user, 'failures = 1000, last_failed_at = now()', ' %');
    const longest = Number((await from('203.0.113.1', user)).headers.get('retry-after'));
    expect(longest).toBeGreaterThan(890);
    expect(longest).toBeLessThanOrEqual(900);
  });

  it('at once is counted one by one', async () => {
    const user = await panel.newUser(corporationId);
    const statuses = (await Promise.all(times(15, user).map((one) => from('203.0.113.2', one)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(freeHere);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - freeHere);
  });

  it('from one address keeps nobody else out, at another address or under another email', async () => {
    const [guessed, calm] = [await panel.newUser(corporationId), await panel.newUser(corporationId)];
    expect(await statusesOf(times(freeHere + 1, '203.0.113.3'), guessed)).toEqual([...times(freeHere, 401), 429]);
    expect((await from('203.0.113.4', guessed, guessed.password)).status).toBe(200);
    expect((await from('203.0.113.3', calm, calm.password)).status).toBe(200);
  });

  it('from ever new addresses is slowed down as well, but never for long', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(addresses(freeAnywhere), user)).toEqual(times(freeAnywhere, 401));
    expect((await from('203.0.113.5', user, user.password)).status).toBe(429);
    await failures(user, 'failures = 1000, last_failed_at = now()');
    expect(Number((await from('203.0.113.6', user)).headers.get('retry-after'))).toBeLessThanOrEqual(120);
  });

  it('at an email that nobody has is treated alike', async () => {
    const nobody = { email: `${randomUUID()}@prueba.example` };
    expect(await statusesOf(times(freeHere + 1, '203.0.113.7'), nobody)).toEqual([...times(freeHere, 401), 429]);
    expect(await statusesOf(addresses(freeAnywhere), nobody)).toContain(429);
  });

  it('is forgotten once the right password was given, here, and after half an hour of quiet', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(times(freeHere - 1, '203.0.113.8'), user)).toEqual(times(freeHere - 1, 401));
    expect((await from('203.0.113.8', user, user.password)).status).toBe(200);
    expect(await statusesOf(times(freeHere, '203.0.113.8'), user)).toEqual(times(freeHere, 401));
    await failures(user, `last_failed_at = now() - interval '31 minutes'`);
    expect(await statusesOf(times(freeHere, '203.0.113.8'), user)).toEqual(times(freeHere, 401));
  });

  it('by way of a new password from an open session is no quicker', async () => {
    const { page } = await panel.newPage(corporationId);
    const guess = () =>
      page.call('PUT', '/password', { body: { currentPassword: 'una equivocada', newPassword: 'otra frase bien larga' } });
    const statuses: number[] = [];
    for (let i = 0; i <= freeHere; i += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...times(freeHere, 400), 429]);
  });

  it('does not take more work than was set aside for it', async () => {
    // Far more than may wait: on a busy machine they do not all arrive before some are done.
    const users = Array.from({ length: 200 }, (_, i) => ({ email: `nadie-${i}@prueba.example` }));
    const answers = await Promise.all(users.map((user, i) => from(`192.0.2.${i}`, user)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    expect((await from('192.0.2.250', { email: 'nadie@prueba.example' })).status).toBe(401);
  });
});
