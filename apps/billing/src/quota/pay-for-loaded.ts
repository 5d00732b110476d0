import type { Transaction } from '@vigia/database';
import type { Day } from '../domain/lima-day.js';
import { calendarMonths } from '../domain/month-grid.js';
import type { LoadPlan } from '../domain/plan-load.js';
import type { Account } from './account.js';
import type { Command } from './commands.js';
import { holdsOf, resolveHold } from './holds.js';

const rule = 'profiles x months';

/**
 * Pays for the profiles that were loaded, by what was set aside for them, or, should that be gone, by what the quota has
 * now, on the day of the plan: its months may be over by another one, or paid otherwise. False when neither reaches: then it
 * pays for none. What was set aside for others of the request goes back.
 */
export async function payForLoaded(
  tx: Transaction,
  account: Account,
  command: Command<LoadPlan>,
  { profiles, today }: { profiles: number; today: Day },
): Promise<boolean> {
  const plan = command.plan as LoadPlan;
  const months = profiles * plan.months;
  const about = { rule, actor: 'client', profiles, firstMonth: plan.lastMonth - plan.months + 1 };
  const [hold] = await holdsOf(tx, command.id);
  if (hold?.state === 'held') {
    await resolveHold(tx, account, hold, { ...about, state: 'settled', committed: months });
    return true;
  }
  if (months === 0) return true;
  if (today !== command.asOf || months > account.balances.available || plan.lastMonth > calendarMonths.index(account.contract.endsOn))
    return false;
  account.post({ ...about, kind: 'deduct', months, commandId: command.id, lastMonth: plan.lastMonth });
  return true;
}
