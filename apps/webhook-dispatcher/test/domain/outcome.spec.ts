import { describe, expect, it } from '@jest/globals';
import { outcomeOfAnswer, outcomeOfFault } from '../../src/domain/outcome.js';

const now = new Date('2026-03-04T05:06:07Z');
const answered = (status: number, headers = {}) => outcomeOfAnswer({ status, headers }, now);

describe('an answer', () => {
  it.each([200, 201, 202, 204, 299])('with status %d is a success', (status) => {
    expect(answered(status)).toEqual({ result: 'succeeded' });
  });

  it.each([300, 301, 302, 304, 307, 308])('with status %d is a failure, because redirects are not followed', (status) => {
    expect(answered(status)).toMatchObject({ failure: 'http', detail: `the receiver answered ${status}; redirects are not followed` });
  });

  it.each([400, 401, 403, 404, 429, 500, 502, 503, 599])('with status %d is a failure that may pass', (status) => {
    expect(answered(status)).toEqual({ result: 'failed', failure: 'http', detail: `the receiver answered ${status}` });
  });

  it('with status 410 ends the delivery', () => {
    expect(answered(410)).toMatchObject({ result: 'failed', isFinal: true });
  });

  it('can ask for a wait only with status 429 or 503', () => {
    const headers = { 'retry-after': '7' };
    for (const status of [429, 503]) expect(answered(status, headers)).toMatchObject({ hintMs: 7_000 });
    for (const status of [500, 404, 301]) expect(answered(status, headers)).not.toHaveProperty('hintMs');
  });
});

describe('a fault', () => {
  it.each([
    ['dns', 'dns'],
    ['connect', 'connect'],
    ['tls', 'tls'],
    ['timeout', 'timeout'],
    ['address_blocked', 'address_blocked'],
    ['protocol', 'http'],
    ['body_too_large', 'http'],
  ])('of the kind %s has the class %s', (kind, failure) => {
    expect(outcomeOfFault({ kind, message: 'why' })).toEqual({ result: 'failed', failure, detail: 'why' });
  });

  it('is described in characters that PostgreSQL can store', () => {
    expect(outcomeOfFault({ kind: 'tls', message: 'altnames: DNS:a\0b\r\nc ñ' })).toEqual({
      result: 'failed',
      failure: 'tls',
      detail: 'altnames: DNS:a b  c ñ',
    });
  });
});
