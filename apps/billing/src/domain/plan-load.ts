import type { Day } from './lima-day.js';
import { expiresOn, monthsThatFit, type Term } from './monitoring.js';
import { planActivation, type QuotaRefusal } from './quota-plan.js';

export interface LoadPlan {
  months: number;
  lastMonth: number;
  cost: number;
  expiresOn: Day;
}

export interface PlanRefusal {
  outcome: 'refused';
  reason: QuotaRefusal;
  /** How many months the contract has room for. */
  fittingMonths: number;
}

/** What monitoring so many profiles from today on takes, or why it cannot be. */
export function planLoad(
  request: { profiles: number; months?: number | undefined },
  contract: Term,
  available: number,
  today: Day,
): LoadPlan | PlanRefusal {
  const plan = planActivation({ ...request, available, contract, on: today });
  if (typeof plan === 'string') return { outcome: 'refused', reason: plan, fittingMonths: monthsThatFit(contract, today) };
  return { ...plan, expiresOn: expiresOn(plan.lastMonth, contract) };
}
