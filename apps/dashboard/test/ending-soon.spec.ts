import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { endWithContracts, firstLaterDay } from '../src/home/ending-soon.ts';

const contract = (kind: 'monthly' | 'one_time', startsOn: string, endsOn: string) => ({ kind, startsOn, endsOn });

describe('monitoring that ends within 30 days', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-29T23:59:59-05:00') }));
  afterEach(() => mock.timers.reset());

  it('has its last day in the thirty days after today in Lima', () => expect(firstLaterDay()).toBe('2026-12-30'));

  it.each([
    ['today', '2026-11-29', [], '2026-11-29'],
    ['in 30 days', '2026-12-29', [], '2026-12-29'],
    ['in 31 days', '2026-12-30', [], undefined],
    ['in 10 days, and another one follows', '2026-12-09', [contract('monthly', '2026-12-10', '2027-12-09')], undefined],
    ['in 10 days, and a short one follows', '2026-12-09', [contract('monthly', '2026-12-10', '2026-12-20')], '2026-12-20'],
    ['in 10 days, and another one follows a day later', '2026-12-09', [contract('monthly', '2026-12-11', '2027-12-09')], '2026-12-09'],
    ['in 10 days, and another plan follows', '2026-12-09', [contract('one_time', '2026-12-10', '2027-12-09')], '2026-12-09'],
  ])('under a monthly contract that ends %s', (_, endsOn, later, last) => {
    expect(endWithContracts(endsOn, [contract('monthly', '2026-01-01', endsOn), ...later])).toBe(last);
  });
});
