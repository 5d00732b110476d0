import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readExchange } from '../src/sources/connector/read-exchange.js';

const stamp = { sourceVersion: 'v1/2026-03', observedAt: '2026-03-10T12:00:00.000Z' };
const read = (status: number, body: string | Buffer | object, headers: Record<string, string | string[]> = {}) =>
  readExchange({
    status,
    headers,
    body: Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });

describe('what an answer of a provider means', () => {
  it('is its data, or that it holds none', () => {
    expect(read(200, { ...stamp, data: { monto: 1 }, extra: true })).toEqual({ outcome: 'data', data: { monto: 1 }, ...stamp });
    expect(read(200, { ...stamp, data: {} })).toEqual({ outcome: 'data', data: {}, ...stamp });
    expect(read(200, { ...stamp, data: null })).toEqual({ outcome: 'empty', ...stamp });
  });

  it.each([
    [404, { outcome: 'unknown_taxpayer' }],
    [402, { outcome: 'not_contracted' }],
    [403, { outcome: 'not_contracted' }],
    [500, { outcome: 'failed', reason: 'source_error' }],
    [503, { outcome: 'failed', reason: 'source_error' }],
    [401, { outcome: 'failed', reason: 'source_error' }],
    [204, { outcome: 'failed', reason: 'source_error' }],
    [301, { outcome: 'failed', reason: 'source_error' }],
  ])('is decided by status %d, whatever the body says', (status, answer) => {
    expect(read(status, { ...stamp, data: { monto: 1 } })).toEqual(answer);
    expect(read(status, '<html>')).toEqual(answer);
  });

  it.each([
    ['2', 2_000],
    ['0', 0],
    ['1.5', 1_500],
    ['-3', undefined],
    ['soon', undefined],
    ['', 0],
    ['Infinity', undefined],
  ])('at 429 is to come back after what it says: %j', (retryAfter, retryAfterMs) => {
    const waits = retryAfterMs === undefined ? {} : { retryAfterMs };
    expect(read(429, '', { 'retry-after': retryAfter })).toEqual({ outcome: 'failed', reason: 'rate_limited', ...waits });
  });

  it('at 429 may say nothing', () => {
    expect(read(429, '')).toEqual({ outcome: 'failed', reason: 'rate_limited' });
  });

  it.each([
    ['nothing', ''],
    ['half of a JSON text', JSON.stringify({ ...stamp, data: {} }).slice(0, -2)],
    ['a page', '<!doctype html><title>Mantenimiento</title>'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a list as data', { ...stamp, data: [] }],
    ['a text as data', { ...stamp, data: 'x' }],
    ['no data', { ...stamp }],
    ['no version', { observedAt: stamp.observedAt, data: {} }],
    ['an empty version', { ...stamp, sourceVersion: '', data: {} }],
    ['a local time', { ...stamp, observedAt: '2026-03-10T12:00:00', data: {} }],
    ['a day that does not exist', { ...stamp, observedAt: '2026-02-30T12:00:00Z', data: {} }],
    ['other bytes than UTF-8', Buffer.from([0xff, 0xfe, 0x7b])],
  ])('is malformed when it is %s', (_what, body) => {
    expect(read(200, body)).toEqual({ outcome: 'failed', reason: 'malformed' });
  });

  it('is never an exception', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), fc.oneof(fc.json(), fc.string()), fc.string(), (status, body, retryAfter) => {
        expect(read(status, body, { 'retry-after': retryAfter })).toHaveProperty('outcome');
      }),
    );
  });
});
