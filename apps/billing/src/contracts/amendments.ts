import { type Day, type Document, type PayloadOf, VigiaError } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { tellAccesses, type HeldDocument } from '../access/tell-accesses.js';
import { firstMonthBeyond, lastMonthWithin } from '../domain/months.js';
import { clock, lockAccount, type Account } from '../ledger/account.js';
import { closeCommands, openCommand, originOf } from '../ledger/commands.js';
import { openHolds, voidHold } from '../ledger/holds.js';

type Amendment = PayloadOf<'contracts.amend'>;

interface Current {
  contractId: string;
  corporationId: string;
  startsOn: Day;
  endsOn: Day;
}

/** Moves the end of a contract that has not ended. Whole months that monitorings have paid for beyond an earlier end go back. */
export async function amendContract(tx: Transaction, outbox: Outbox, amendment: Amendment): Promise<void> {
  const { commandId, contractId, endsOn } = amendment;
  const account = await lockAccount(tx, contractId);
  const contract = await lockContract(tx, contractId);
  const { corporationId } = contract;
  const command = await openCommand(tx, 'adjust', { commandId, corporationId, origin: originOf(amendment), request: amendment });
  if (command.outcome) return;
  assertNotMoved(contract, amendment);
  assertPossible(contract, endsOn, await todayByTheClock(tx));
  if (account) {
    await lockAccessesOf(tx, contract, endsOn);
    assertPossible(contract, endsOn, await todayByTheClock(tx));
    await giveBackBeyond(tx, account, amendment);
  }
  await tx.rows(sql`UPDATE billing.contract SET ends_on = $2 WHERE id = $1`, [contractId, endsOn]);
  if (account) tellAccesses(tx, outbox, await moveAccesses(tx, contractId));
  closeCommands(tx, [{ id: commandId, contractId, plan: amendment, outcome: { from: contract.endsOn, to: endsOn } }]);
}

/** Only under the lock of the contract: another amendment may be under way. A repeated call finds the end where it wants it. */
function assertNotMoved({ endsOn }: Current, { endsOn: wanted, expectedEndsOn = endsOn }: Amendment): void {
  if (endsOn !== expectedEndsOn && endsOn !== wanted) throw VigiaError.of('contract_end_moved', { endsOn });
}

async function lockContract(tx: Transaction, contractId: string): Promise<Current> {
  const [contract] = await tx.rows<Current>(
    sql`SELECT id AS contract_id, corporation_id, starts_on, ends_on FROM billing.contract WHERE id = $1 FOR NO KEY UPDATE`,
    [contractId],
  );
  if (!contract) throw VigiaError.of('not_found');
  return contract;
}

async function todayByTheClock(tx: Transaction): Promise<Day> {
  const [row] = await tx.rows<{ today: Day }>(sql`SELECT ((${clock}) AT TIME ZONE 'America/Lima')::date AS today`);
  return row!.today;
}

function assertPossible({ startsOn, endsOn }: Current, newEnd: Day, today: Day): void {
  // A later end would revive expired monitorings.
  assertNotEnded(endsOn, today);
  if (newEnd < startsOn) throw VigiaError.of('contract_end_too_early');
  if (newEnd < today) throw VigiaError.of('contract_end_passed');
}

function assertNotEnded(endsOn: Day, today: Day): void {
  if (endsOn < today) throw VigiaError.of('contract_ended');
}

async function giveBackBeyond(
  tx: Transaction,
  account: Account,
  { commandId, contractId, endsOn, actor, reason }: Amendment,
): Promise<void> {
  const lastMonth = lastMonthWithin({ endsOn });
  const about = { commandId, actor, reason, rule: 'contract shortened' as const };
  for (const hold of await openHolds(tx, contractId)) {
    if (hold.lastMonth > lastMonth) voidHold(account, hold, { state: 'revoked', actor, reason });
  }
  const shortened = await tx.rows<Document & { paidTo: number }>(
    sql`UPDATE billing.monitoring SET last_month = $2
     FROM (SELECT id, last_month FROM billing.monitoring WHERE contract_id = $1 AND state = 'live' AND last_month > $2 ORDER BY id FOR UPDATE) AS before
     WHERE monitoring.id = before.id RETURNING doc_type, tax_id, before.last_month AS paid_to`,
    [contractId, lastMonth],
  );
  for (const { paidTo, ...document } of shortened) {
    account.post({ ...about, kind: 'return', months: paidTo - lastMonth, document, firstMonth: lastMonth + 1, lastMonth: paidTo });
  }
  await account.save(tx);
}

/**
 * Locks the accesses that the new end moves, in the order of every other transaction. The contract is updated only after that, because a
 * transaction that charges a document locks its accesses first and refers to the contract last.
 */
async function lockAccessesOf(tx: Transaction, { contractId, endsOn }: Current, newEnd: Day): Promise<void> {
  const earlier = newEnd < endsOn ? newEnd : endsOn;
  await tx.rows(
    sql`SELECT count(*) FROM (
       SELECT 1 FROM billing.monitoring AS paid JOIN billing.access USING (corporation_id, tax_id, doc_type)
       WHERE contract_id = $1 AND paid.state = 'live' AND expires_on >= $2 AND last_month >= $3
       ORDER BY tax_id FOR UPDATE OF access) AS locked`,
    [contractId, earlier, firstMonthBeyond(earlier)],
  );
}

/** The contract's end determines the expiry of a monitoring; this moves its access and period accordingly. */
function moveAccesses(tx: Transaction, contractId: string): Promise<HeldDocument[]> {
  return tx.rows<HeldDocument>(
    sql`WITH moved AS (
       UPDATE billing.access SET expires_at = (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima', updated_at = now()
       FROM billing.monitoring AS paid
       WHERE paid.contract_id = $1 AND paid.state = 'live' AND paid.expires_on >= public.lima_today()
         AND access.corporation_id = paid.corporation_id AND access.tax_id = paid.tax_id AND access.doc_type = paid.doc_type
         AND access.mode = 'monitoring' AND access.state = 'active'
         AND access.expires_at IS DISTINCT FROM (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima'
       RETURNING access.corporation_id, access.tax_id, access.doc_type, access.expires_at
     ), periods AS (
       UPDATE billing.access_period SET ends_at = moved.expires_at FROM moved
       WHERE (access_period.corporation_id, access_period.tax_id, access_period.doc_type) = (moved.corporation_id, moved.tax_id, moved.doc_type)
         AND access_period.ends_at > public.business_now())
     SELECT corporation_id, doc_type, tax_id FROM moved`,
    [contractId],
  );
}

type Adjustment = PayloadOf<'quota.adjust'>;

/** Gives a contract more months unless it has ended, or takes away some unused ones. */
export async function adjustQuota(tx: Transaction, adjustment: Adjustment): Promise<void> {
  const { commandId, contractId, months, actor, reason } = adjustment;
  if (months === 0) throw VigiaError.of('bad_request', { detail: 'an adjustment of no months changes nothing' });
  const account = await lockAccount(tx, contractId);
  if (!account) throw VigiaError.of('conflict', { detail: 'a monthly plan has no months' });
  const { corporationId, endsOn } = account.contract;
  const command = await openCommand(tx, 'adjust', { commandId, corporationId, origin: originOf(adjustment), request: adjustment });
  if (command.outcome) return;
  if (months > 0) assertNotEnded(endsOn, await todayByTheClock(tx));
  else await makeAvailable(tx, account, adjustment);
  account.post({ kind: months > 0 ? 'grant' : 'adjust', months: Math.abs(months), rule: 'adjustment', commandId, actor, reason });
  await account.save(tx);
  closeCommands(tx, [{ id: commandId, contractId, plan: adjustment, outcome: account.balances }]);
}

/** Revokes holds of running loads if the operator allows it, the latest first. */
async function makeAvailable(
  tx: Transaction,
  account: Account,
  { contractId, months, revokeHolds, actor, reason }: Adjustment,
): Promise<void> {
  const holds = revokeHolds ? await openHolds(tx, contractId) : [];
  for (const hold of holds) {
    if (account.balances.available >= -months) return;
    voidHold(account, hold, { state: 'revoked', actor, reason });
  }
  const { available } = account.balances;
  if (available < -months) throw VigiaError.of('months_not_available', { available });
}
