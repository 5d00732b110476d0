import { describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { failed, isAttempt, retryDelayMs, type SourceAnswer, type SourceFailure } from '../../src/domain/source-answer.js';
import { FallbackConnector } from '../../src/sources/connector/fallback.js';

const ruc: Document = { docType: 'RUC', taxId: '20990000019' };
const data: SourceAnswer = { outcome: 'data', data: {}, sourceVersion: 'two', observedAt: '2026-11-20T00:00:00Z' };
const open = failed('circuit_open', { retryAfterMs: 9_000, unasked: 'circuit' });

function asking(first: SourceAnswer, second: SourceAnswer): Promise<SourceAnswer> {
  const connector = (answer: SourceAnswer) => ({ ask: async () => answer });
  return new FallbackConnector(connector(first), connector(second)).ask(ruc, new AbortController().signal);
}

describe('a provider with a fallback', () => {
  it.each([data, failed('source_error'), failed('rate_limited', { retryAfterMs: 100 }), { outcome: 'not_contracted' }] as SourceAnswer[])(
    'answers itself while its circuit is closed: %j',
    async (answer) => {
      expect(await asking(answer, { outcome: 'unknown_taxpayer' })).toEqual(answer);
    },
  );

  it.each([
    data,
    { outcome: 'empty', sourceVersion: 'two', observedAt: '2026-11-20T00:00:00Z' },
    { outcome: 'unknown_taxpayer' },
  ] as SourceAnswer[])('leaves the answer to the fallback while its circuit is open: %j', async (answer) => {
    expect(await asking(open, answer)).toEqual(answer);
  });

  it('fails with circuit_open when the fallback is not contracted', async () => {
    expect(await asking(open, { outcome: 'not_contracted' })).toMatchObject({
      outcome: 'failed',
      reason: 'circuit_open',
      retryAfterMs: 9_000,
    });
  });

  it.each([
    [
      'has used up its quota',
      failed('rate_limited', { retryAfterMs: 2_000_000, unasked: 'quota', detail: 'quota of b' }),
      9_000,
      'rate_limited quota of b',
    ],
    ['may be asked sooner', failed('rate_limited', { retryAfterMs: 4_000 }), 4_000, 'rate_limited'],
    ['is down', failed('source_error', { detail: 'status 500' }), 0, 'source_error status 500'],
    ['has an open circuit too', failed('circuit_open', { retryAfterMs: 12_000, unasked: 'circuit' }), 9_000, 'circuit_open'],
    ['gives a malformed answer', failed('malformed'), 9_000, 'malformed'],
  ])('is retried as soon as one of the two may be asked when the fallback %s', async (_what, second, retryAfterMs, detail) => {
    const answer = (await asking(open, second)) as SourceFailure;
    expect(answer).toEqual({
      ...failed('circuit_open', { retryAfterMs, detail: `fallback: ${detail}` }),
      ...(second.unasked && { unasked: second.unasked }),
    });
    expect(isAttempt(answer)).toBe(isAttempt(second));
    expect(retryDelayMs(answer, 1, 0)).toBe(Math.max(retryAfterMs, 500));
  });
});
