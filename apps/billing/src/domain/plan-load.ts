import type { Refusal } from '@vigia/contracts';
import type { Day } from './lima-day.js';
import { expiresOn, type Term } from './monitoring.js';
import { planActivation } from './quota-plan.js';

export interface LoadPlan {
  months: number;
  lastMonth: number;
  cost: number;
  expiresOn: Day;
}

export interface PlanRefused {
  outcome: 'refused';
  refusal: Refusal;
}

/** What monitoring so many profiles from today on takes, or why it cannot be. */
export function planLoad(
  request: { profiles: number; months?: number | undefined },
  contract: Term,
  available: number,
  today: Day,
): LoadPlan | PlanRefused {
  const plan = planActivation({ ...request, available, contract, on: today });
  if ('reason' in plan) return { outcome: 'refused', refusal: plan };
  return { ...plan, expiresOn: expiresOn(plan.lastMonth, contract) };
}
