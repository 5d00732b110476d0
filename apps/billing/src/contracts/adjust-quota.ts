import { VigiaError, type PayloadOf } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import { lockAccount, type Account } from '../ledger/account.js';
import { closeCommands, openCommand, originOf } from '../ledger/commands.js';
import { openHolds, resolveHold } from '../ledger/holds.js';

type Adjustment = PayloadOf<'quota.adjust'>;

/** Gives a contract more months, or takes some of those that are not used. */
export async function adjustQuota(tx: Transaction, adjustment: Adjustment): Promise<void> {
  const { commandId, contractId, months, actor, reason } = adjustment;
  if (months === 0) throw VigiaError.of('bad_request', { detail: 'an adjustment of no months changes nothing' });
  const account = await lockAccount(tx, contractId);
  if (!account) throw VigiaError.of('not_found');
  const { corporationId } = account.contract;
  const command = await openCommand(tx, 'adjust', { commandId, corporationId, origin: originOf(adjustment), request: adjustment });
  if (command.outcome) return;
  if (months < 0) await makeAvailable(tx, account, adjustment);
  account.post({ kind: months > 0 ? 'grant' : 'adjust', months: Math.abs(months), rule: 'adjustment', commandId, actor, reason });
  await account.save(tx);
  await closeCommands(tx, [{ id: commandId, contractId, plan: adjustment, outcome: account.balances }]);
}

/** Where it is allowed, what is set aside for loads under way is taken as well, the latest first. */
async function makeAvailable(
  tx: Transaction,
  account: Account,
  { contractId, months, revokeHolds, actor, reason }: Adjustment,
): Promise<void> {
  const holds = revokeHolds ? await openHolds(tx, contractId) : [];
  for (const hold of holds) {
    if (account.balances.available >= -months) return;
    resolveHold(account, hold, { state: 'revoked', rule: 'adjustment', actor, reason });
  }
  const { available } = account.balances;
  if (available < -months) throw VigiaError.of('conflict', { detail: `only ${available} months are available` });
}
