import { describe, expect, it } from '@jest/globals';
import { noticesOf } from '../src/quota/notices.ts';

const contractId = '5f0c2a1e-8d0b-4a52-9d0e-2f6c1b7a9e10';
const today = '2026-11-29';
const quota = { granted: 10, available: 4, held: 1, consumed: 5 };
const about = (kind: string, crossing = '1') => ({ contractId, kind, crossing, facts: {}, raisedAt: '2026-11-20T16:02:07.314Z' });
const lapse = (day: string) => about('lapse_in_7_days', day);

function told(alerts: ReturnType<typeof about>[], of = quota, phase: 'in_force' | 'ended' = 'in_force') {
  const { open, past } = noticesOf(alerts, { contractId, quota: of, phase }, today);
  return [open, past].map((list) => list.map(({ kind, crossing }) => `${kind} ${crossing}`));
}

describe('the alerts about a contract', () => {
  it('tell of a level of the quota until more is left again, with what is held', () => {
    expect(told([about('quota_50')])).toEqual([['quota_50 1'], []]);
    expect(told([about('quota_20')])).toEqual([[], []]);
    expect(told([about('quota_50')], { ...quota, available: 5 })).toEqual([[], []]);
  });

  it('tell of the lowest level alone, and first, however many days of lapse came after it', () => {
    const lapses = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-12-02', '2026-11-29'].map(lapse);
    const used = { granted: 10, available: 0, held: 0, consumed: 10 };
    const [open, past] = told([...lapses, about('contract_ends_in_30_days', '2026-12-10'), about('quota_50'), about('quota_0', '2')], used);
    expect(open).toEqual(['quota_0 2', 'lapse_in_7_days 2026-11-29', 'lapse_in_7_days 2026-12-02', 'contract_ends_in_30_days 2026-12-10']);
    expect(past).toEqual(['28', '27', '26', '25', '24'].map((date) => `lapse_in_7_days 2026-11-${date}`));
  });

  it('tell of no level of the quota once the contract has ended, and of its end as ever', () => {
    const end = about('contract_ends_in_30_days', '2026-11-28');
    expect(told([about('quota_50'), end], quota, 'ended')).toEqual([[], ['contract_ends_in_30_days 2026-11-28']]);
  });

  it('tell of what has passed for thirty days', () => {
    expect(told([lapse('2026-10-30'), lapse('2026-10-29')])).toEqual([[], ['lapse_in_7_days 2026-10-30']]);
  });

  it('tell nothing of another contract', () => {
    expect(noticesOf([lapse(today)], { contractId: 'another', quota, phase: 'in_force' }, today)).toEqual({ open: [], past: [] });
  });
});
