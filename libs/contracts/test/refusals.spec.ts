import { describe, expect, it } from '@jest/globals';
import { refusalOfUpdate, refusalTexts, type HeldProfile, type Refused } from '../src/index.js';

describe('a refusal of months says what does not fit, and what would', () => {
  it.each<[string | null, string | null, string]>([
    [null, null, 'no contract is active today'],
    ['2026-01-31', null, 'no contract is active today: the last one ended on 2026-01-31'],
    [null, '2026-12-01', 'no contract is active today: the next one begins on 2026-12-01'],
    ['2026-01-31', '2026-12-01', 'no contract is active today: the last one ended on 2026-01-31, the next one begins on 2026-12-01'],
  ])('between contracts that ended on %s and begin on %s', (endedOn, beginsOn, text) => {
    expect(refusalTexts.contract_not_active({ reason: 'contract_not_active', endedOn, beginsOn })).toBe(text);
  });

  it.each([
    [2, 1, '2 months do not fit the contract, which ends on 2026-06-15; up to 1 month fits, the current one included'],
    [5, 4, '5 months do not fit the contract, which ends on 2026-06-15; up to 4 months fit, the current one included'],
  ])('for %d months where %d fit', (months, fittingMonths, text) => {
    expect(refusalTexts.months_exceed_contract({ reason: 'months_exceed_contract', months, fittingMonths, endsOn: '2026-06-15' })).toBe(
      text,
    );
  });

  it.each<[Omit<Refused<'quota_insufficient'>, 'reason'>, string]>([
    [
      { profiles: 12, months: 12, returned: 0, available: 34, fittingMonths: 2, fittingProfiles: 2 },
      'monitoring 12 profiles for 12 months takes 144 months of quota; 34 are available: up to 2 months each, or 2 profiles for 12 months',
    ],
    [
      { profiles: 1, months: 4, returned: 1, available: 1, fittingMonths: 2, fittingProfiles: 0 },
      'monitoring 1 profile for 4 months takes 3 months of quota besides the 1 it gives back; 1 is available: up to 2 months',
    ],
    [
      { profiles: 2, months: 1, returned: 0, available: 1, fittingMonths: 0, fittingProfiles: 1 },
      'monitoring 2 profiles for 1 month takes 2 months of quota; 1 is available: 1 profile for 1 month',
    ],
    [
      { profiles: 1, months: 1, returned: 0, available: 0, fittingMonths: 0, fittingProfiles: 0 },
      'monitoring 1 profile for 1 month takes 1 month of quota; 0 are available: more quota is needed',
    ],
  ])('for a quota that is too small: %j', (refused, text) => {
    expect(refusalTexts.quota_insufficient({ reason: 'quota_insufficient', ...refused })).toBe(text);
  });

  it.each([
    ['2026-01-31', 'the monitoring ended on 2026-01-31; load the profile to monitor it again'],
    [null, 'the monitoring changed or ended during this call; call again'],
  ])('for a monitoring that ended on %s', (endedOn, text) => {
    expect(refusalTexts.monitoring_expired({ reason: 'monitoring_expired', endedOn })).toBe(text);
  });
});

describe('a forced update leaves as it is', () => {
  const held = (mode: HeldProfile['mode'], state: HeldProfile['state']) => refusalOfUpdate({ mode, state, endsOn: '2026-01-31' });

  it('a monitoring that has ended, which it names, and any other profile that is not active', () => {
    expect(held('monitoring', 'expired')).toEqual({ reason: 'monitoring_expired', endedOn: '2026-01-31' });
    for (const state of ['pending', 'failed'] as const) expect(held('monitoring', state)).toEqual({ reason: 'not_active' });
    for (const state of ['pending', 'failed', 'expired'] as const) expect(held('query', state)).toEqual({ reason: 'not_active' });
    expect(refusalOfUpdate(undefined)).toEqual({ reason: 'not_active' });
    expect([held('monitoring', 'active'), held('query', 'active')]).toEqual([undefined, undefined]);
  });
});
