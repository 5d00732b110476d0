import type { Day, Refusal, Refused, ReprocessRefusal } from '@vigia/contracts';
import { expiresOn, monthOf, monthsThatFit, unstartedMonths, type Term } from './months.js';
import { contractNotActive, quotaInsufficient } from './plan-load.js';

export interface Reprocess {
  /** Months of the current monitoring that go back. */
  returned: number;
  /** Months of the new monitoring, the current month included. */
  deducted: number;
  lastMonth: number;
  /** The net cost to the quota; negative if more goes back than is taken. */
  cost: number;
}

interface ReprocessRequest {
  lastMonth: number;
  /** If left out, the remaining months and the current one, so that the expiry stays. */
  months?: number | undefined;
  available: number;
  contract: Term;
  on: Day;
}

/** The cost of cancelling a monitoring and starting it again. Months go back before any are taken. */
export function planReprocess({ lastMonth, months, available, contract, on }: ReprocessRequest): Reprocess | Refusal {
  const fit = monthsThatFit(contract, on);
  if (fit === 0) return contractNotActive(contract, on);
  const returned = unstartedMonths(lastMonth, on);
  const deducted = months ?? returned + 1;
  if (deducted > fit) return { reason: 'months_exceed_contract', months: deducted, fittingMonths: fit, endsOn: contract.endsOn };
  const cost = deducted - returned;
  if (cost > available) return quotaInsufficient({ profiles: 1, months: deducted, returned, available, fit });
  return { returned, deducted, lastMonth: monthOf(on) + deducted - 1, cost };
}

export interface Profile {
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
  /** The last paid month; null if there is none, as under a monthly plan. */
  lastMonth: number | null;
  /** The last day on which it can, or could, be read; null without an end. */
  endsOn: Day | null;
}

export type ReprocessPlan = Reprocess & { expiresOn: Day };

interface Situation {
  months?: number | undefined;
  /** Undefined without a contract that counts months. */
  contract: Term | undefined;
  available: number;
  today: Day;
  /** The refusal if no contract is in force. */
  noContract: Refused<'contract_not_active'> | undefined;
}

/** The cost of refreshing one profile in a forced update: its months, null if it takes none, or why it is not refreshed. */
export function planForcedUpdate(profile: Profile | undefined, situation: Situation): ReprocessPlan | ReprocessRefusal | null {
  const { contract, noContract, today } = situation;
  if (profile?.state === 'expired' && profile.mode === 'monitoring') return { reason: 'monitoring_expired', endedOn: profile.endsOn };
  if (profile?.state !== 'active') return { reason: 'not_active' };
  if (noContract) return noContract;
  if (profile.lastMonth === null || !contract) return null;
  const plan = planReprocess({ ...situation, contract, lastMonth: profile.lastMonth, on: today });
  return 'reason' in plan ? plan : { ...plan, expiresOn: expiresOn(plan.lastMonth, contract) };
}
