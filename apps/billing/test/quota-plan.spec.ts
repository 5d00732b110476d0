import { describe, expect, it } from '@jest/globals';
import { type Day, limaDay, type ReprocessRefusal } from '@vigia/contracts';
import fc from 'fast-check';
import { coversMonthOf, daysLeftOfMonth, lastDayOf, monthOf, monthsThatFit, monthText, unstartedMonths } from '../src/domain/months.js';
import { planLoad, type LoadPlan } from '../src/domain/plan-load.js';
import { planReprocess, type ReprocessPlan } from '../src/domain/plan-reprocess.js';

const dayMs = 86_400_000;
const noon = Date.parse('2026-01-01T17:00:00Z');
const dayAfter = (days: number): Day => limaDay(new Date(noon + days * dayMs));
const daysAfter = (day: Day, days: number): Day => dayAfter(Math.round((Date.parse(`${day}T17:00:00Z`) - noon) / dayMs) + days);
const contractDays = { startsOn: fc.integer({ min: 0, max: 60 }), length: fc.integer({ min: 0, max: 900 }) };
const months = fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined });

const situation = fc
  .record({
    ...contractDays,
    into: fc.nat(900),
    later: fc.nat(900),
    profiles: fc.integer({ min: 1, max: 100 }),
    months,
    available: fc.nat(400),
  })
  .map(({ startsOn, length, into, later, ...rest }) => ({
    ...rest,
    contract: { startsOn: dayAfter(startsOn), endsOn: dayAfter(startsOn + length) },
    on: dayAfter(startsOn + (into % (length + 1))),
    later: (day: Day) => daysAfter(day, later),
  }));

const isPlan = <P extends LoadPlan | ReprocessPlan>(plan: P | ReprocessRefusal): plan is P => !('reason' in plan);

/** The plan for a monitored profile that is paid up to a month. */
function planRenewal({ lastMonth, ...request }: Omit<Parameters<typeof planReprocess>[1], 'noContract'> & { lastMonth: number }) {
  const plan = planReprocess({ mode: 'monitoring', state: 'active', lastMonth, endsOn: null }, { ...request, noContract: undefined });
  if (!plan) throw new Error('it takes months');
  return plan;
}

describe('the arithmetic of months', () => {
  it('an activation costs profiles times months, and never exceeds the contract or the quota', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const plan = planLoad(given);
        if (!isPlan(plan)) return;
        expect(plan.cost).toBe(given.profiles * plan.months);
        expect(plan.cost).toBeLessThanOrEqual(given.available);
        const end = plan.expiresOn;
        expect(end >= given.on && end <= given.contract.endsOn).toBe(true);
        expect([lastDayOf(plan.lastMonth), given.contract.endsOn]).toContain(end);
        expect(plan.months).toBe(given.months ?? plan.months);
      }),
    );
  });

  it('an activation without months takes the most months that would be accepted', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const plan = planLoad({ ...given, months: undefined });
        const most = isPlan(plan) ? plan.months : 0;
        expect(most > 0 ? planLoad({ ...given, months: most }) : plan).toEqual(plan);
        expect(isPlan(planLoad({ ...given, months: most + 1 }))).toBe(false);
      }),
    );
  });

  it('a refusal names the most that would have been accepted', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const plan = planLoad(given);
        if (isPlan(plan) || plan.reason === 'contract_not_active') return;
        const { fittingMonths: months } = plan;
        const available = plan.reason === 'quota_insufficient' ? given.available : 40_000;
        expect(months === 0 || isPlan(planLoad({ ...given, available, months }))).toBe(true);
        expect(isPlan(planLoad({ ...given, months: months + 1 }))).toBe(false);
        if (plan.reason !== 'quota_insufficient') return;
        const { fittingProfiles: profiles } = plan;
        expect(profiles === 0 || isPlan(planLoad({ ...given, profiles, months: plan.months }))).toBe(true);
        expect(isPlan(planLoad({ ...given, profiles: profiles + 1, months: plan.months }))).toBe(false);
      }),
    );
  });

  it('a reprocess without months keeps the expiry and costs one month, on every day of the monitoring', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const plan = planLoad({ ...given, available: 40_000 });
        if (!isPlan(plan)) return;
        const end = plan.expiresOn;
        const on = given.later(given.on) <= end ? given.later(given.on) : end;
        const again = planRenewal({ ...given, ...plan, on, months: undefined, available: 1 });
        expect(again).toMatchObject({ lastMonth: plan.lastMonth, cost: 1 });
        expect(planRenewal({ ...given, ...plan, on, months: undefined, available: 0 })).toMatchObject({ reason: 'quota_insufficient' });
      }),
    );
  });

  it('a refusal of a reprocess names months that a request can name and the quota covers', () => {
    fc.assert(
      fc.property(situation, (given) => {
        const plan = planLoad({ ...given, months: undefined, available: 40_000 });
        if (!isPlan(plan)) return;
        const refused = planRenewal({ ...given, ...plan, months: undefined, available: 0 });
        if (isPlan(refused) || refused.reason !== 'quota_insufficient') throw new Error('it costs a month');
        const { fittingMonths: most } = refused;
        expect(most).toBe(Math.min(12, plan.months - 1));
        expect(most === 0 || isPlan(planRenewal({ ...given, ...plan, months: most, available: 0 }))).toBe(true);
      }),
    );
  });

  it('a reprocess to n months leaves n, costs n less the unstarted months, and never returns the current month', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 12 }), (given, wanted) => {
        const plan = planLoad({ ...given, available: 40_000 });
        if (!isPlan(plan)) return;
        const again = planRenewal({ ...given, ...plan, months: wanted, available: 40_000 });
        fc.pre(wanted <= monthsThatFit(given.contract, given.on));
        if (!isPlan(again)) throw new Error(again.reason);
        expect(unstartedMonths(again.lastMonth, given.on) + 1).toBe(wanted);
        expect(again.returned).toBeLessThan(plan.months);
        expect(again.cost).toBe(wanted - again.returned);
        // On the same day, both together cost the wanted months and the month that had begun.
        expect(plan.months + again.cost).toBe(wanted + 1);
      }),
    );
  });

  it('a reprocess never exceeds the contract', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 1, max: 12 }), (given, beyond) => {
        const wanted = monthsThatFit(given.contract, given.on) + beyond;
        const lastMonth = monthOf(given.on);
        expect(planRenewal({ ...given, lastMonth, months: wanted, available: 40_000 })).toMatchObject({
          reason: 'months_exceed_contract',
        });
      }),
    );
  });

  it('the number of unstarted months does not grow from day to day', () => {
    fc.assert(
      fc.property(situation, fc.integer({ min: 24_300, max: 24_400 }), ({ on, later }, lastMonth) => {
        expect(unstartedMonths(lastMonth, later(on))).toBeLessThanOrEqual(unstartedMonths(lastMonth, on));
      }),
    );
  });

  it('a month ends when its days are over, and the next one follows', () => {
    fc.assert(
      fc.property(situation, ({ on }) => {
        const next = daysAfter(on, daysLeftOfMonth(on));
        expect(monthOf(daysAfter(next, -1))).toBe(monthOf(on));
        expect(monthOf(next)).toBe(monthOf(on) + 1);
      }),
    );
  });

  it('a monitoring covers the months from its first day to its last month, and no other', () => {
    fc.assert(
      fc.property(situation, fc.nat(15), ({ on, later }, more) => {
        const paid = { startedOn: on, lastMonth: monthOf(on) + more };
        const month = monthOf(later(on));
        expect(coversMonthOf(later(on), paid)).toBe(month <= paid.lastMonth);
        expect(coversMonthOf(daysAfter(on, daysLeftOfMonth(on) - 40), paid)).toBe(false);
      }),
    );
  });

  it('an activation and a reprocess are refused outside the contract', () => {
    const contract = { startsOn: '2026-03-10', endsOn: '2026-06-15' };
    for (const on of ['2026-03-09', '2026-06-16']) {
      expect(planLoad({ profiles: 1, available: 99, contract, on })).toMatchObject({ reason: 'contract_not_active' });
      expect(planRenewal({ lastMonth: 24_317, available: 99, contract, on })).toMatchObject({ reason: 'contract_not_active' });
    }
  });
});

describe('calendar months', () => {
  it.each([
    ['2026-01-31', '2026-01-31'],
    ['2028-02-10', '2028-02-29'],
    ['2100-02-01', '2100-02-28'],
    ['2026-12-31', '2026-12-31'],
  ])('the month of %s ends on %s', (day, lastDay) => {
    expect(lastDayOf(monthOf(day))).toBe(lastDay);
    expect(monthText(monthOf(day))).toBe(day.slice(0, 7));
  });

  it('cut by the end of the contract cost a whole month each', () => {
    const contract = { startsOn: '2026-01-01', endsOn: '2026-03-15' };
    const plan = planLoad({ profiles: 1, available: 10, contract, on: '2026-01-10' });
    expect(plan).toEqual({ months: 3, lastMonth: monthOf('2026-03-01'), cost: 3, expiresOn: '2026-03-15' });
  });
});
