import { describe, expect, it } from '@jest/globals';
import { accessEndsAt } from '../src/domain/access-period.js';

const now = new Date('2026-03-10T15:30:00.250Z');

describe('an access that starts now', () => {
  it.each(['monthly', 'one_time'] as const)('for a query ends after exactly 48 hours, whatever the %s contract says', (kind) => {
    const endsAt = accessEndsAt('query', { kind, endsOn: '2026-03-10' }, now);
    expect(endsAt?.toISOString()).toBe('2026-03-12T15:30:00.250Z');
  });

  it('for monitoring under a monthly plan does not end by itself', () => {
    expect(accessEndsAt('monitoring', { kind: 'monthly', endsOn: '2026-03-31' }, now)).toBeNull();
  });

  it('for monitoring under a one-time plan ends with the last day of the contract in Lima', () => {
    const endsAt = accessEndsAt('monitoring', { kind: 'one_time', endsOn: '2026-03-31' }, now);
    expect(endsAt?.toISOString()).toBe('2026-04-01T05:00:00.000Z');
  });
});
