import type { Day } from './lima-day.js';
import { expiresOn, monthsThatFit, type Term } from './monitoring.js';
import { planReprocess, type QuotaRefusal, type Reprocess } from './quota-plan.js';

export interface Profile {
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
  lastMonth: number | null;
}

export type ReprocessPlan = Reprocess & { expiresOn: Day };

export interface ReprocessRefused {
  reason: 'not_active' | 'monitoring_expired' | QuotaRefusal;
  fittingMonths: number;
}

interface Situation {
  months?: number | undefined;
  /** Undefined without a contract that counts months. */
  contract: Term | undefined;
  available: number;
  today: Day;
}

/** What refreshing one profile of a forced update takes; null when it takes no months; or why it is not refreshed. */
export function planForcedUpdate(profile: Profile | undefined, situation: Situation): ReprocessPlan | ReprocessRefused | null {
  const { contract, today } = situation;
  const refuse = (reason: ReprocessRefused['reason']) => ({ reason, fittingMonths: contract ? monthsThatFit(contract, today) : 0 });
  if (!profile || profile.state === 'pending' || profile.state === 'failed') return refuse('not_active');
  if (profile.state === 'expired') return refuse(profile.mode === 'query' ? 'not_active' : 'monitoring_expired');
  if (profile.lastMonth === null) return null;
  if (!contract) return refuse('contract_not_active');
  const plan = planReprocess({ ...situation, contract, lastMonth: profile.lastMonth, on: today });
  return typeof plan === 'string' ? refuse(plan) : { ...plan, expiresOn: expiresOn(plan.lastMonth, contract) };
}
