import type { Refused, ReprocessRefusal } from '@vigia/contracts';
import type { Day } from './lima-day.js';
import { expiresOn, type Term } from './monitoring.js';
import { planReprocess, type Reprocess } from './quota-plan.js';

export interface Profile {
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
  /** Of the monitoring that was paid for; null where none is, as under a monthly plan. */
  lastMonth: number | null;
  /** Last day on which it was, or will be, there to be read; null without an end. */
  endsOn: Day | null;
}

export type ReprocessPlan = Reprocess & { expiresOn: Day };

interface Situation {
  months?: number | undefined;
  /** Undefined without a contract that counts months. */
  contract: Term | undefined;
  available: number;
  today: Day;
  /** What is said where no contract at all is in force. */
  noContract: Refused<'contract_not_active'> | undefined;
}

/** What refreshing one profile of a forced update takes; null when it takes no months; or why it is not refreshed. */
export function planForcedUpdate(profile: Profile | undefined, situation: Situation): ReprocessPlan | ReprocessRefusal | null {
  const { contract, noContract, today } = situation;
  if (profile?.state === 'expired' && profile.mode === 'monitoring') return { reason: 'monitoring_expired', endedOn: profile.endsOn };
  if (profile?.state !== 'active') return { reason: 'not_active' };
  if (noContract) return noContract;
  if (profile.lastMonth === null || !contract) return null;
  const plan = planReprocess({ ...situation, contract, lastMonth: profile.lastMonth, on: today });
  return 'reason' in plan ? plan : { ...plan, expiresOn: expiresOn(plan.lastMonth, contract) };
}
