import { type Day, type HeldProfile, refusalOfUpdate, type Refused, type ReprocessRefusal } from '@vigia/contracts';
import { expiresOn, monthOf, monthsThatFit, unstartedMonths, type Term } from './months.js';
import { contractNotActive, quotaInsufficient } from './plan-load.js';

export interface Profile extends HeldProfile {
  /** The last paid month; null if there is none, as under a monthly plan. */
  lastMonth: number | null;
}

interface ReprocessRequest {
  /** If left out, the remaining months and the current one, so that the expiry stays. */
  months?: number | undefined;
  available: number;
  /** Undefined without a contract that counts months. */
  contract: Term | undefined;
  /** The refusal if no contract is in force. */
  noContract: Refused<'contract_not_active'> | undefined;
  on: Day;
}

export interface ReprocessPlan {
  /** Months of the current monitoring that go back. */
  returned: number;
  /** Months of the new monitoring, the current month included. */
  deducted: number;
  lastMonth: number;
  /** The net cost to the quota; negative if more goes back than is taken. */
  cost: number;
  expiresOn: Day;
}

/**
 * The cost of refreshing one profile in a forced update: its months, null if it takes none, or why it is not refreshed. Its monitoring is
 * cancelled and starts again. Months go back before any are taken.
 */
export function planReprocess(profile: Profile | undefined, request: ReprocessRequest): ReprocessPlan | ReprocessRefusal | null {
  const { months, available, contract, noContract, on } = request;
  const refusal = refusalOfUpdate(profile) ?? noContract;
  if (refusal) return refusal;
  const paidTo = profile?.lastMonth ?? null;
  if (paidTo === null || !contract) return null;
  const fit = monthsThatFit(contract, on);
  if (fit === 0) return contractNotActive(contract, on);
  const returned = unstartedMonths(paidTo, on);
  const deducted = months ?? returned + 1;
  if (deducted > fit) return { reason: 'months_exceed_contract', months: deducted, fittingMonths: fit, endsOn: contract.endsOn };
  const cost = deducted - returned;
  if (cost > available) return quotaInsufficient({ profiles: 1, months: deducted, returned, available, fit });
  const lastMonth = monthOf(on) + deducted - 1;
  return { returned, deducted, lastMonth, cost, expiresOn: expiresOn(lastMonth, contract) };
}
