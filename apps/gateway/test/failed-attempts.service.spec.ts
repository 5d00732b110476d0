import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import type { Account } from './running/operator.js';
import { exchange, type Answer } from './requests/exchange.js';
import { basic, requestToken } from './requests/tokens.js';

const free = 10;

describe('wrong secrets', () => {
  let gateways: Gateways;
  /** One is reached directly, the other through a trusted proxy. */
  let direct: string;
  let proxied: string;

  beforeAll(async () => {
    gateways = await openGateways();
    direct = await gateways.start();
    proxied = await gateways.start({ environment: { VIGIA_TRUSTED_PROXIES: '127.0.0.0/8' } });
  });

  afterAll(() => gateways?.stop());

  const requestFrom = (url: string, forwardedFor: string, account: Account): Promise<Answer> =>
    exchange(url, {
      method: 'POST',
      path: '/v1/autenticacion/obtener-token',
      headers: { authorization: basic(account), 'x-forwarded-for': forwardedFor },
    });

  const wrong = (account: Account): Account => ({ ...account, accessSecret: 'vs_wrong' });

  const failFrom = async (url: string, addresses: string[], account: Account): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push((await requestFrom(url, address, wrong(account))).status);
    return statuses;
  };

  const times = (count: number, address: string) => Array.from({ length: count }, () => address);
  const unauthorized = Array.from({ length: free }, () => 401);

  const change = (account: Account, changes: string) =>
    gateways.database.query(`UPDATE identity.failed_attempts SET ${changes} WHERE key LIKE $1`, [`% ${account.accessKey}`]);

  const counted = (account: Account) =>
    gateways.database.query('SELECT failures FROM identity.failed_attempts WHERE key LIKE $1', [`% ${account.accessKey}`]);

  /** The wait lasts one second: on a busy machine it would be over before the next call. */
  async function prolong(account: Account): Promise<void> {
    expect(await counted(account)).toEqual([{ failures: free }]);
    await change(account, 'failures = failures + 20, last_failed_at = now()');
  }

  it('are free ten times, then lead to waits that grow to fifteen minutes', async () => {
    // The wait of a second may be over before the eleventh call arrives: then another account is tried.
    const [account, eleventh] = await waitUntil(async () => {
      const one = await gateways.operator.createAccount();
      for (let i = 0; i < free; i += 1) expect((await requestToken(direct, wrong(one))).status).toBe(401);
      const answer = await requestToken(direct, wrong(one));
      return answer.status === 429 && ([one, answer] as const);
    });
    expect(await counted(account)).toEqual([{ failures: free }]);
    expect(eleventh.headers['retry-after']).toBe('1');
    expect(JSON.parse(eleventh.text)).toEqual({
      statusCode: 429,
      error: 'Too Many Requests',
      message: 'too many requests; try again in 1 s',
    });

    await change(account, `last_failed_at = now() - interval '2 seconds'`);
    expect((await requestToken(direct, wrong(account))).status).toBe(401);
    expect(await counted(account)).toEqual([{ failures: free + 1 }]);

    for (const [failures, seconds] of [
      [free + 6, 64],
      [free + 7, 128],
      [1_000, 900],
    ] as const) {
      await change(account, `failures = ${failures}, last_failed_at = now()`);
      const wait = Number((await requestToken(direct, account)).headers['retry-after']);
      expect(wait).toBeGreaterThan(seconds - 30);
      expect(wait).toBeLessThanOrEqual(seconds);
    }
  });

  it('from one address never lock out the right secret from another address', async () => {
    const account = await gateways.operator.createAccount();
    expect(await failFrom(proxied, times(free, '203.0.113.1'), account)).toEqual(unauthorized);
    await prolong(account);
    expect(await failFrom(proxied, ['203.0.113.1'], account)).toEqual([429]);
    expect((await requestFrom(proxied, '203.0.113.1', account)).status).toBe(429);
    expect((await requestFrom(proxied, '203.0.113.2', account)).status).toBe(200);
    // What the client itself wrote before the proxy's address changes nothing.
    expect((await requestFrom(proxied, '203.0.113.2, 203.0.113.1', account)).status).toBe(429);
  });

  it('from one IPv6 network count as from one address', async () => {
    const account = await gateways.operator.createAccount();
    const addresses = Array.from({ length: free }, (_, i) => `2001:db8:0:1::${i}`);
    expect(await failFrom(proxied, addresses, account)).toEqual(unauthorized);
    await prolong(account);
    expect((await requestFrom(proxied, '2001:db8:0:1::ffff', account)).status).toBe(429);
    expect((await requestFrom(proxied, '2001:db8:0:2::1', account)).status).toBe(200);
  });

  it('are counted despite an X-Forwarded-For that no trusted proxy wrote', async () => {
    const account = await gateways.operator.createAccount();
    const addresses = Array.from({ length: free }, (_, i) => `203.0.113.${i + 10}`);
    expect(await failFrom(direct, addresses, account)).toEqual(unauthorized);
    await prolong(account);
    expect(await failFrom(direct, ['203.0.113.30'], account)).toEqual([429]);
  });

  it('for one access key do not affect another key at the same address', async () => {
    const [guessed, calm] = [await gateways.operator.createAccount(), await gateways.operator.createAccount()];
    expect(await failFrom(direct, times(free, '203.0.113.1'), guessed)).toEqual(unauthorized);
    await prolong(guessed);
    expect(await failFrom(direct, ['203.0.113.1'], guessed)).toEqual([429]);
    expect((await requestToken(direct, calm)).status).toBe(200);
  });

  it('are free although another one at the same moment, or a clock that was set back, is later than now', async () => {
    const account = await gateways.operator.createAccount();
    expect(await failFrom(direct, times(free - 1, ''), account)).toEqual(unauthorized.slice(1));
    await change(account, `last_failed_at = now() + interval '1 hour'`);
    expect((await requestToken(direct, wrong(account))).status).toBe(401);
    expect(await counted(account)).toEqual([{ failures: free }]);
  });

  it('are forgotten after a quiet minute', async () => {
    const account = await gateways.operator.createAccount();
    expect(await failFrom(direct, times(free, ''), account)).toEqual(unauthorized);
    await change(account, `last_failed_at = now() - interval '62 seconds'`);
    expect(await failFrom(direct, times(free, ''), account)).toEqual(unauthorized);
  });

  it('and right secrets share one rate limit per address', async () => {
    const account = await gateways.operator.createAccount();
    const limited = await gateways.start({
      environment: { VIGIA_TOKEN_RATE_PER_SECOND: '1', VIGIA_TOKEN_RATE_BURST: '5', VIGIA_TRUSTED_PROXIES: '127.0.0.1' },
    });
    const startedAt = performance.now();
    const answers = await Promise.all(times(60, '198.51.100.7').map((address) => requestFrom(limited, address, account)));
    const refilled = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(60 - 5 - refilled);
    expect(refused[0]?.headers).toMatchObject({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^[1-9]\d*$/),
    });
    expect((await requestFrom(limited, '198.51.100.8', account)).status).toBe(200);
  });
});
