import { describe, expect, it } from '@jest/globals';
import { outcomeOfAnswer, outcomeOfFault } from '../../src/domain/outcome.js';

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('with status %d is a success', (status) => {
    expect(outcomeOfAnswer(status)).toEqual({ result: 'succeeded' });
  });

  it.each([300, 301, 302, 304, 307, 308])('with status %d is a failure, because redirects are not followed', (status) => {
    expect(outcomeOfAnswer(status)).toMatchObject({
      failure: 'http',
      detail: `the receiver answered ${status}; redirects are not followed`,
    });
  });

  it.each([400, 401, 403, 404, 429, 500, 502, 503, 599])('with status %d is a failure that may pass', (status) => {
    expect(outcomeOfAnswer(status)).toEqual({ result: 'failed', failure: 'http', detail: `the receiver answered ${status}` });
  });

  it('with status 410 ends the delivery', () => {
    expect(outcomeOfAnswer(410)).toMatchObject({ result: 'failed', isFinal: true });
  });

  it('can ask for a wait only with status 429 or 503', () => {
    for (const status of [429, 503]) expect(outcomeOfAnswer(status, 7_000)).toMatchObject({ hintMs: 7_000 });
    for (const status of [500, 404, 301]) expect(outcomeOfAnswer(status, 7_000)).not.toHaveProperty('hintMs');
  });
});

describe('a fault', () => {
  it('is described in characters that PostgreSQL can store', () => {
    expect(outcomeOfFault('tls', 'altnames: DNS:a\0b\r\nc ñ')).toEqual({
      result: 'failed',
      failure: 'tls',
      detail: 'altnames: DNS:a b  c ñ',
    });
  });
});
