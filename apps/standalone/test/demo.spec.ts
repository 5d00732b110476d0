import { describe, expect, it } from '@jest/globals';
import { limaDay } from '@vigia/contracts';
import { demoContracts } from '../src/demo.js';

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
