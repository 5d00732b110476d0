import { describe, expect, it } from '@jest/globals';
import { limaDay } from '@vigia/contracts';
import { BrokerUnavailableError, ReplyUnknownError } from '@vigia/messaging';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { demoContracts, untilAnswered } from '../src/demo.js';

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
