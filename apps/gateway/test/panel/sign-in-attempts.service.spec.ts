import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PanelClient, type TestUser } from '@vigia/testing';
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

  /** The failures that are counted at one address. */
  const counted = ({ email }: Pick<TestUser, 'email'>) =>
    panel.gateways.database.query('SELECT failures FROM identity.failed_attempts WHERE key LIKE $1', [`sign-in ${email} %`]);

  /** A wait lasts one second: on a busy machine it would be over before the next call. */
  const prolong = (user: Pick<TestUser, 'email'>, where: '' | ' %') =>
    failures(user, 'failures = failures + 20, last_failed_at = now()', where);

  it('is free five times, then leads to waits that double up to fifteen minutes', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(times(freeHere, '203.0.113.1'), user)).toEqual(times(freeHere, 401));
    expect(await counted(user)).toEqual([{ failures: freeHere }]);
    for (const [count, longest] of [
      [freeHere + 6, 64],
      [freeHere + 7, 128],
      [1_000, 900],
    ] as const) {
      await failures(user, `failures = ${count}, last_failed_at = now()`, ' %');
      const blocked = await from('203.0.113.1', user, user.password);
      const seconds = Number(blocked.headers.get('retry-after'));
      expect(blocked).toMatchObject({ status: 429, body: { message: `too many requests; try again in ${seconds} s` } });
      expect(seconds).toBeGreaterThan(longest - 30);
      expect(seconds).toBeLessThanOrEqual(longest);
    }
    await failures(user, `failures = ${freeHere}, last_failed_at = now() - interval '2 seconds'`, ' %');
    expect((await from('203.0.113.1', user)).status).toBe(401);
    expect(await counted(user)).toEqual([{ failures: freeHere + 1 }]);
  });

  it('is free although the clock was set back since the last one', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(times(freeHere - 1, '203.0.113.9'), user)).toEqual(times(freeHere - 1, 401));
    await failures(user, `last_failed_at = now() + interval '1 hour'`);
    expect((await from('203.0.113.9', user)).status).toBe(401);
    expect(await counted(user)).toEqual([{ failures: freeHere }]);
  });

  it('in parallel is counted attempt by attempt', async () => {
    const user = await panel.newUser(corporationId);
    const startedAt = performance.now();
    const statuses = (await Promise.all(times(15, user).map((one) => from('203.0.113.2', one)))).map(({ status }) => status);
    const elapsedSeconds = (performance.now() - startedAt) / 1_000;
    const looked = statuses.filter((status) => status === 401).length;
    // The gateway answers 503 and counts nothing if the wait for the row is over before the turn of an attempt.
    const gaveUp = statuses.filter((status) => status === 503).length;
    expect(looked).toBeGreaterThanOrEqual(Math.min(freeHere, 15 - gaveUp));
    // One more for each wait of 1, 2, 4 … seconds that ended meanwhile.
    expect(looked).toBeLessThanOrEqual(freeHere + Math.floor(Math.log2(elapsedSeconds + 1)));
    expect(statuses.filter((status) => status === 429)).toHaveLength(15 - looked - gaveUp);
  });

  it('from one address locks out neither another address nor another email', async () => {
    const [guessed, calm] = [await panel.newUser(corporationId), await panel.newUser(corporationId)];
    expect(await statusesOf(times(freeHere, '203.0.113.3'), guessed)).toEqual(times(freeHere, 401));
    await prolong(guessed, ' %');
    expect(await statusesOf(['203.0.113.3'], guessed)).toEqual([429]);
    expect((await from('203.0.113.4', guessed, guessed.password)).status).toBe(200);
    expect((await from('203.0.113.3', calm, calm.password)).status).toBe(200);
  });

  it('from ever new addresses is slowed down too, for two minutes at most', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(addresses(freeAnywhere), user)).toEqual(times(freeAnywhere, 401));
    await prolong(user, '');
    expect((await from('203.0.113.5', user, user.password)).status).toBe(429);
    await failures(user, 'failures = 1000, last_failed_at = now()');
    expect(Number((await from('203.0.113.6', user)).headers.get('retry-after'))).toBeLessThanOrEqual(120);
  });

  it('locks out no address of a sign-in within thirty days, unless the guesses came from it', async () => {
    const user = await panel.newUser(corporationId);
    const [home, neighbour, elsewhere] = ['2001:db8:0:7::1', '2001:db8:0:7::2', '203.0.113.10'];
    expect((await from(home, user, user.password)).status).toBe(200);
    await failures(user, 'failures = 1000, last_failed_at = now()', '');
    expect((await from(elsewhere, user, user.password)).status).toBe(429);
    expect((await from(neighbour, user, user.password)).status).toBe(200);
    expect(await statusesOf(times(freeHere, home), user)).toEqual(times(freeHere, 401));
    await prolong(user, ' %');
    expect((await from(home, user, user.password)).status).toBe(429);

    await failures(user, 'failures = 0', ' %');
    const old = `UPDATE identity.audit_entry SET at = now() - interval '31 days' WHERE actor = $1 AND action = 'session.open'`;
    await panel.gateways.database.query(old, [user.email]);
    expect((await from(home, user, user.password)).status).toBe(429);
  });

  it('locks out an address of the former owner of the email', async () => {
    const [former, owner] = [await panel.newUser(corporationId), await panel.newUser(corporationId)];
    const home = '203.0.113.70';
    expect((await from(home, former, former.password)).status).toBe(200);
    const takes = 'UPDATE identity.panel_user SET email = $2 WHERE id = $1';
    await panel.gateways.database.query(takes, [former.userId, `antes-${former.email}`]);
    await panel.gateways.database.query(takes, [owner.userId, former.email]);
    const user = { email: former.email, password: owner.password };
    expect(await statusesOf(['203.0.113.71'], user)).toEqual([401]);
    await failures(user, 'failures = 1000, last_failed_at = now()', '');
    expect((await from(home, user, user.password)).status).toBe(429);
  });

  it('does not lock out the address at which the password was set with a link', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(['203.0.113.11'], user)).toEqual([401]);
    await failures(user, 'failures = 1000, last_failed_at = now()', '');
    expect((await from('203.0.113.12', user, user.password)).status).toBe(429);
    expect((await from('127.0.0.1', user, user.password)).status).toBe(200);

    await failures(user, 'failures = 0', '');
    expect(await statusesOf(['203.0.113.50', '203.0.113.51'], user)).toEqual([401, 401]);
    await failures(user, 'failures = 1000, last_failed_at = now()');
    const admin = await panel.newPage(corporationId);
    const { token } = (await admin.page.call('POST', `/users/${user.userId}/password-link`)).body.passwordLink;
    const there = new PanelClient(panel.url, { 'x-forwarded-for': '203.0.113.50' });
    const newPassword = 'una frase nueva y larga';
    expect((await there.call('PUT', '/password/by-link', { body: { token, newPassword } })).status).toBe(204);
    expect((await from('203.0.113.51', user, newPassword)).status).toBe(429);
    expect((await from('203.0.113.50', user, newPassword)).status).toBe(200);
  });

  it('from one IPv6 network counts as from one address', async () => {
    const user = await panel.newUser(corporationId);
    const inOne = Array.from({ length: freeHere }, (_, i) => `2001:db8:0:8::${i}`);
    expect(await statusesOf(inOne, user)).toEqual(times(freeHere, 401));
    expect(await counted(user)).toEqual([{ failures: freeHere }]);
    await prolong(user, ' %');
    expect(await statusesOf(['2001:db8:0:8::ffff'], user)).toEqual([429]);
    expect((await from('2001:db8:0:9::1', user, user.password)).status).toBe(200);
  });

  it('for an unknown email is treated alike', async () => {
    const nobody = { email: `${randomUUID()}@prueba.example` };
    expect(await statusesOf(times(freeHere, '203.0.113.7'), nobody)).toEqual(times(freeHere, 401));
    await prolong(nobody, ' %');
    expect(await statusesOf(['203.0.113.7'], nobody)).toEqual([429]);
    expect(await statusesOf(addresses(freeAnywhere - freeHere), nobody)).toEqual(times(freeAnywhere - freeHere, 401));
    await prolong(nobody, '');
    expect(await statusesOf(['203.0.113.9'], nobody)).toEqual([429]);
  });

  it('is forgotten at an address after the right password there, and after half an hour without guesses', async () => {
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(times(freeHere - 1, '203.0.113.8'), user)).toEqual(times(freeHere - 1, 401));
    expect((await from('203.0.113.8', user, user.password)).status).toBe(200);
    expect(await statusesOf(times(freeHere, '203.0.113.8'), user)).toEqual(times(freeHere, 401));
    await failures(user, `last_failed_at = now() - interval '31 minutes'`);
    expect(await statusesOf(times(freeHere, '203.0.113.8'), user)).toEqual(times(freeHere, 401));
  });

  it('by changing the password in an open session is limited alike', async () => {
    const { page, ...user } = await panel.newPage(corporationId);
    const guess = () =>
      page.call('PUT', '/password', { body: { currentPassword: 'una equivocada', newPassword: 'otra frase bien larga' } });
    const statuses: number[] = [];
    for (let i = 0; i < freeHere; i += 1) statuses.push((await guess()).status);
    await prolong(user, ' %');
    statuses.push((await guess()).status);
    expect(statuses).toEqual([...times(freeHere, 400), 429]);
  });

  it('is neither counted nor made to wait again if the password could not be compared', async () => {
    const { database } = panel.gateways;
    const user = await panel.newUser(corporationId);
    expect(await statusesOf(['203.0.113.13'], user)).toEqual([401]);
    await failures(user, `failures = ${freeHere + 6}, last_failed_at = now() - interval '65 seconds'`, ' %');
    await database.query('ALTER TABLE identity.panel_user RENAME TO panel_user_away');
    try {
      expect((await from('203.0.113.13', user, user.password)).status).toBe(500);
    } finally {
      await database.query('ALTER TABLE identity.panel_user_away RENAME TO panel_user');
    }
    expect(await counted(user)).toEqual([{ failures: freeHere + 6 }]);
    expect((await from('203.0.113.13', user, user.password)).status).toBe(200);
  });

  it('beyond ten at once from one network waits, and does not keep users elsewhere from signing in', async () => {
    const user = await panel.newUser(corporationId);
    const crowd = Array.from({ length: 80 }, (_, i) => from('203.0.113.60', { email: `crowd-${i}@prueba.example` }));
    const statuses = Promise.all(crowd).then((answers) => answers.map(({ status }) => status));
    await Promise.race(crowd.map(async (answer) => (await answer).status === 429 || new Promise(() => {})));
    expect((await from('203.0.113.61', user, user.password)).status).toBe(200);
    expect(new Set(await statuses)).toEqual(new Set([401, 429]));
  });

  it('gets a 503 beyond the work that is set aside for it, and counts only where a password was compared', async () => {
    // Far more than may wait: on a busy machine they do not all arrive before some are done.
    const users = Array.from({ length: 200 }, (_, i) => ({ email: `nadie-${i}@prueba.example` }));
    const answers = await Promise.all(users.map((user, i) => from(`192.0.2.${i}`, user)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
    const known = await panel.gateways.database.query<{ email: string; failures: number }>(
      `SELECT split_part(key, ' ', 2) AS email, sum(failures)::int AS failures FROM identity.failed_attempts
       WHERE key LIKE 'sign-in nadie-%' GROUP BY 1 HAVING sum(failures) > 0`,
    );
    const compared = users.filter((_, i) => statuses[i] === 401);
    // Each at its address, and from anywhere.
    const twice = compared.map(({ email }) => [email, 2]);
    expect(Object.fromEntries(known.map(({ email, failures: count }) => [email, count]))).toEqual(Object.fromEntries(twice));
    expect((await from('192.0.2.250', { email: 'nadie@prueba.example' })).status).toBe(401);
  });
});
