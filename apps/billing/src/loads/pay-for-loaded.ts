import type { Document } from '@vigia/contracts';
import type { Day } from '../domain/lima-day.js';
import { lastMonthWithin } from '../domain/monitoring.js';
import type { LoadPlan } from '../domain/plan-load.js';
import type { Account } from '../ledger/account.js';
import type { Command } from '../ledger/commands.js';
import { isFor, resolveHold, type Hold } from '../ledger/holds.js';

const rule = 'profiles x months';

/**
 * Pays for the profiles that were loaded: each by what was set aside for it, or, should that be gone, by what the quota has
 * now, on the day of the plan: its months may be over by another one, or paid otherwise. All are paid for or none: false when
 * it does not reach. What was set aside and is not used goes back.
 */
export function payForLoaded(
  account: Account,
  command: Command<LoadPlan>,
  { holds, documents, today }: { holds: Hold[]; documents: Document[]; today: Day },
): boolean {
  const { months, lastMonth } = command.plan as LoadPlan;
  const { balances, contract } = account;
  const open = holds.filter(({ state }) => state === 'held');
  const bare = documents.filter((document) => !open.some((hold) => isFor(hold, document)));
  const unused = open.reduce((sum, { amount }) => sum + amount, 0) - (documents.length - bare.length) * months;
  const isInTime = today === command.asOf && lastMonth <= lastMonthWithin(contract);
  const paid = bare.length === 0 || (isInTime && bare.length * months <= balances.available + unused);
  const about = { rule, actor: command.actor };
  const firstMonth = lastMonth - months + 1;
  for (const hold of open) {
    const used = { documents: paid ? documents.filter((document) => isFor(hold, document)) : [], months, firstMonth };
    resolveHold(account, hold, { ...about, state: 'settled', used });
  }
  if (!paid) return false;
  for (const document of bare) account.post({ ...about, kind: 'deduct', months, commandId: command.id, document, firstMonth, lastMonth });
  return true;
}
