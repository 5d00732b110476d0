import { describe, expect, it } from '@jest/globals';
import { accessEndsAt } from '../src/access/active-accesses.js';

const now = new Date('2026-03-10T15:30:00.250Z');

describe('an access that starts now and costs no months', () => {
  it('for a query ends after exactly 48 hours', () => {
    expect(accessEndsAt('query', now)?.toISOString()).toBe('2026-03-12T15:30:00.250Z');
  });

  it('for monitoring does not end by itself', () => {
    expect(accessEndsAt('monitoring', now)).toBeNull();
  });
});
