import { type Day, mostMonths, type Refusal, type Refused } from '@vigia/contracts';
import { expiresOn, monthOf, monthsThatFit, type Term } from './months.js';

export interface LoadPlan {
  /** For each profile. */
  months: number;
  lastMonth: number;
  /** For all profiles together. */
  cost: number;
  expiresOn: Day;
}

interface LoadRequest {
  profiles: number;
  /** If left out, as many as fit. */
  months?: number | undefined;
  available: number;
  contract: Term;
  on: Day;
}

/**
 * The months needed to monitor profiles from a day on, or why they cannot be monitored: the same number for each, and all profiles or none.
 */
export function planLoad({ profiles, months, available, contract, on }: LoadRequest): LoadPlan | Refusal {
  const fit = monthsThatFit(contract, on);
  if (fit === 0) return contractNotActive(contract, on);
  const wanted = months ?? Math.min(fit, Math.floor(available / profiles));
  if (wanted > fit) return { reason: 'months_exceed_contract', months: wanted, fittingMonths: fit, endsOn: contract.endsOn };
  const cost = profiles * wanted;
  if (wanted === 0 || cost > available) return quotaInsufficient({ profiles, months: Math.max(1, wanted), available, fit });
  const lastMonth = monthOf(on) + wanted - 1;
  return { months: wanted, lastMonth, cost, expiresOn: expiresOn(lastMonth, contract) };
}

export function contractNotActive({ startsOn, endsOn }: Term, on: Day): Refused<'contract_not_active'> {
  return { reason: 'contract_not_active', endedOn: endsOn < on ? endsOn : null, beginsOn: startsOn > on ? startsOn : null };
}

interface Wish {
  profiles: number;
  /** For each profile. */
  months: number;
  /** Months that go back at the same time. */
  returned?: number;
  available: number;
  /** How many months fit the contract. */
  fit: number;
}

export function quotaInsufficient({ profiles, months, returned = 0, available, fit }: Wish): Refused<'quota_insufficient'> {
  const usable = available + returned;
  const fittingMonths = Math.min(mostMonths, fit, Math.floor(usable / profiles));
  const fittingProfiles = Math.floor(usable / months);
  return { reason: 'quota_insufficient', profiles, months, returned, available, fittingMonths, fittingProfiles };
}
