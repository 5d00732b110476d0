import type { Refused } from '@vigia/contracts';
import type { Day } from './lima-day.js';
import type { Term } from './monitoring.js';

export function contractNotActive({ startsOn, endsOn }: Term, on: Day): Refused<'contract_not_active'> {
  return { reason: 'contract_not_active', endedOn: endsOn < on ? endsOn : null, beginsOn: startsOn > on ? startsOn : null };
}

interface Wish {
  profiles: number;
  /** For each. */
  months: number;
  /** What goes back at the same time. */
  returned?: number;
  available: number;
  /** How many months the contract has room for. */
  fit: number;
}

export function quotaInsufficient({ profiles, months, returned = 0, available, fit }: Wish): Refused<'quota_insufficient'> {
  const usable = available + returned;
  const fitting = { fittingMonths: Math.min(fit, Math.floor(usable / profiles)), fittingProfiles: Math.floor(usable / months) };
  return { reason: 'quota_insufficient', profiles, months, returned, available, ...fitting };
}
