import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitUntil } from '@vigia/testing';
import { openGateways, type Gateways } from './running/gateways.js';
import { readSummary, said } from './requests/calls.js';
import type { Answer } from './requests/exchange.js';
import { obtainToken } from './requests/tokens.js';

const burst = 20;

describe('the rate limit per credential', () => {
  let gateways: Gateways;
  let urls: [string, string];

  beforeAll(async () => {
    gateways = await openGateways();
    const environment = { VIGIA_RATE_PER_SECOND: '1', VIGIA_RATE_BURST: String(burst) };
    urls = [await gateways.start({ environment }), await gateways.start({ environment })];
  });

  afterAll(() => gateways?.stop());

  const newToken = async () => obtainToken(urls[0], await gateways.operator.createAccount());

  const readAtOnce = async (times: number, token: string, targets: string[]) => {
    const startedAt = Date.now();
    const answers = await Promise.all(Array.from({ length: times }, (_, i) => readSummary(String(targets[i % targets.length]), token)));
    return {
      allowed: answers.filter(({ status }) => status === 404),
      refused: answers.filter(({ status }) => status === 429),
      refilled: Math.ceil((Date.now() - startedAt) / 1000),
    };
  };

  it.each(['one replica', 'two replicas'])('allows the same burst at %s', async (where) => {
    const { allowed, refused, refilled } = await readAtOnce(3 * burst, await newToken(), where === 'one replica' ? [urls[0]] : urls);
    expect(allowed.length + refused.length).toBe(3 * burst);
    expect(allowed.length).toBeGreaterThanOrEqual(burst);
    expect(allowed.length).toBeLessThanOrEqual(burst + refilled);
  });

  it('is reported in the headers, and refills with time', async () => {
    const token = await newToken();
    const limits = ({ headers }: Answer) => ['limit', 'remaining', 'reset'].map((name) => Number(headers[`ratelimit-${name}`]));
    expect(limits(await readSummary(urls[0], token))).toEqual([burst, burst - 1, 1]);
    const [, remaining] = limits(await readSummary(urls[0], token));
    expect(remaining).toBeGreaterThanOrEqual(burst - 2);
    expect(remaining).toBeLessThanOrEqual(burst);

    const { refused } = await readAtOnce(2 * burst, token, urls);
    const [first] = refused as [Answer];
    expect(limits(first)).toEqual([burst, 0, burst]);
    const retryAfter = Number(first.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(said(first)).toEqual({ status: 429, message: `too many requests; try again in ${retryAfter} s` });
    await waitUntil(async () => (await readSummary(urls[1], token)).status === 404, { what: 'a refilled bucket' });
  });

  it('of one credential does not affect another', async () => {
    const [busy, calm] = [await newToken(), await newToken()];
    expect((await readAtOnce(2 * burst, busy, urls)).refused.length).toBeGreaterThan(0);
    expect((await readSummary(urls[0], calm)).status).toBe(404);
  });
});
