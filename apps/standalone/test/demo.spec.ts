import { describe, expect, it } from '@jest/globals';
import { limaDay } from '@vigia/contracts';
import { BrokerUnavailableError, ReplyUnknownError } from '@vigia/messaging';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { demoContracts, missingContract, originOf, untilAnswered } from '../src/demo.js';

describe('the contracts of the demonstration', () => {
  // In UTC it is already next year.
  it.each(['2026-12-31T23:30:00-05:00', '2027-01-01T00:00:00-05:00'])('are in force on a first start at %s, and for a year after', (at) => {
    const now = new Date(at);
    for (const { contract } of Object.values(demoContracts(now))) {
      expect(contract.startsOn <= limaDay(now)).toBe(true);
      expect(contract.endsOn >= limaDay(new Date(now.getTime() + 365 * 86_400_000))).toBe(true);
    }
  });
});

describe('a corporation of the demonstration', () => {
  const now = new Date('2028-03-15T12:00:00-05:00');
  const missing = (...ends: string[]) =>
    missingContract(
      'unico',
      ends.map((endsOn) => ({ endsOn })),
      now,
    );

  it('gets a contract if none is in force, from the day after the last one', () => {
    const terms = { kind: 'one_time', quotaMonths: 1000, endsOn: '2029-12-31' };
    expect(missing()).toEqual({ ...terms, startsOn: '2028-01-01' });
    expect(missing('2027-12-31')).toEqual({ ...terms, startsOn: '2028-01-01' });
    expect(missing('2028-02-28', '2026-12-31')).toEqual({ ...terms, startsOn: '2028-02-29' });
    expect(missing('2028-03-14')).toEqual({ ...terms, startsOn: '2028-03-15' });
  });

  it('keeps the contract that ends today or later', () => {
    expect(missing('2026-12-31', '2028-03-15')).toBeUndefined();
    expect(missing('2029-12-31')).toBeUndefined();
  });
});

describe('the address of the demonstration', () => {
  it.each([
    ['http://127.0.0.1:80', 'http://127.0.0.1'],
    ['http://[::1]:80', 'http://[::1]'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('of %s is %s, as a client names it', (url, origin) => {
    expect(originOf(url)).toBe(origin);
  });
});

describe('what creates the demonstration', () => {
  const nobody = new ReplyUnknownError('corporations.list');

  it.each([
    [
      'tries three times if nobody answers, each time after the deadline of the request before',
      [new BrokerUnavailableError(), nobody, nobody],
      3,
      nobody,
    ],
    ['does not repeat what was refused', [new RangeError('refused')], 1, new RangeError('refused')],
  ])('%s', async (_what, faults, expectedTries, expected) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const triedAt: number[] = [];
      let seconds = 0;
      const work = untilAnswered(() => {
        const attempt = triedAt.push(seconds);
        return Promise.reject(faults[attempt - 1]!);
      });
      const outcome = work.catch((error: Error) => error.message);
      for (; seconds < 60; seconds += 1) {
        await nextTurn();
        mock.timers.tick(1_000);
      }
      expect(await outcome).toBe(expected.message);
      expect(triedAt).toEqual([0, 10, 20].slice(0, expectedTries));
    } finally {
      mock.timers.reset();
    }
  });
});
