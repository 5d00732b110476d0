import type { Refusal } from '@vigia/contracts';
import type { Day } from './calendar.js';
import { monthsLeft, type World } from './world.js';

/** There is one contract, and it has begun: if it is not in force, it has ended. */
export const noContract = ({ contract }: World): Refusal => ({ reason: 'contract_not_active', endedOn: contract.endsOn, beginsOn: null });

export function tooLong(world: World, on: Day, months: number): Refusal {
  return { reason: 'months_exceed_contract', months, fittingMonths: monthsLeft(world, on).length, endsOn: world.contract.endsOn };
}

/** Tries upwards from zero what would fit. */
export function tooDear(world: World, on: Day, wanted: { profiles: number; months: number; returned: number }): Refusal {
  const { profiles, months, returned } = wanted;
  const { available } = world.quota;
  const isPayable = (some: number, each: number) => some * each - returned <= available;
  const most = (isPossible: (n: number) => boolean): number => (isPossible(1) ? 1 + most((n) => isPossible(n + 1)) : 0);
  const fittingMonths = most((n) => n <= Math.min(12, monthsLeft(world, on).length) && isPayable(profiles, n));
  return { reason: 'quota_insufficient', ...wanted, available, fittingMonths, fittingProfiles: most((n) => isPayable(n, months)) };
}
