import { type Day, type Document, documentKey, endOfLimaDay, type PayloadOf, type ReplyOf, type ReprocessRefusal } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { failpoint } from '@vigia/observability';
import { lockAccesses } from '../access/pending-accesses.js';
import { coversMonthOf, expiresOn, lastMonthWithin, monthOf, monthsThatFit, unstartedMonths } from '../domain/months.js';
import { quotaInsufficient } from '../domain/plan-load.js';
import { clock, lockAccount, type Account } from '../ledger/account.js';
import { settleOnce, type Command } from '../ledger/commands.js';
import { holdsOf, isFor, voidHold } from '../ledger/holds.js';
import { writeMonitorings } from '../ledger/monitorings.js';
import type { PlannedProfile } from './reserve-reprocess.js';

interface Live {
  id: string;
  startedOn: Day;
  lastMonth: number;
}

/**
 * The monitoring of a profile that the planned one replaces, or why it cannot. The plan was made at acceptance, so the monitoring must still
 * have as many months left as it had then. Another forced update in the same month does not change that.
 */
async function renewable(
  tx: Transaction,
  account: Account,
  { asOf }: Command,
  { profile, available }: { profile: PlannedProfile; available: number },
): Promise<Live | ReprocessRefusal> {
  const { returned, deducted, lastMonth } = profile;
  const live = await liveMonitoring(tx, account, profile);
  if (!live || !coversMonthOf(asOf, live) || unstartedMonths(live.lastMonth, asOf) !== returned)
    return { reason: 'monitoring_expired', endedOn: null };
  const fit = monthsThatFit(account.contract, asOf);
  if (lastMonth > lastMonthWithin(account.contract)) {
    return { reason: 'months_exceed_contract', months: deducted, fittingMonths: fit, endsOn: account.contract.endsOn };
  }
  if (available + returned < deducted) return quotaInsufficient({ profiles: 1, months: deducted, returned, available, fit });
  return live;
}

/** Cancels the monitoring of a profile and starts the planned one. */
function renewMonitoring(
  tx: Transaction,
  account: Account,
  { id: commandId, asOf, actor }: Command,
  { profile, live }: { profile: PlannedProfile; live: Live },
): void {
  const { docType, taxId, returned, deducted, lastMonth } = profile;
  const document = { docType, taxId };
  const [firstMonth, about] = [monthOf(asOf), { commandId, actor, document }];
  if (returned > 0) {
    account.post({ ...about, kind: 'return', months: returned, rule: 'rule 2', firstMonth: firstMonth + 1, lastMonth: live.lastMonth });
  }
  account.post({ ...about, kind: 'deduct', months: deducted, rule: 'rule 3', firstMonth, lastMonth });
  // If two forced updates run at once, the one that was accepted first may be settled second.
  const startedOn = asOf > live.startedOn ? asOf : live.startedOn;
  tx.send(sql`UPDATE billing.monitoring SET state = 'cancelled', cancelled_on = $2, returned_months = $3 WHERE id = $1`, [
    live.id,
    startedOn,
    returned,
  ]);
  writeMonitorings(tx, account, { startedOn, lastMonth, commandId, documents: [document] });
  moveAccess(tx, account, profile, endOfLimaDay(expiresOn(lastMonth, account.contract)));
}

/** The monitoring behind the access of the profile. The access may have been opened again since, with other months or without any. */
async function liveMonitoring(tx: Transaction, { contract }: Account, { docType, taxId }: PlannedProfile): Promise<Live | undefined> {
  const [live] = await tx.rows<Live>(
    sql`SELECT id, started_on, last_month
     FROM billing.monitoring AS paid JOIN billing.access USING (corporation_id, tax_id, doc_type)
     WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3 AND contract_id = $4 AND paid.state = 'live'
       AND access.mode = 'monitoring' AND access.state IN ('active', 'expired')
       AND expires_at = (expires_on + 1)::timestamp AT TIME ZONE 'America/Lima'
     ORDER BY started_on DESC LIMIT 1 FOR UPDATE`,
    [contract.corporationId, taxId, docType, contract.contractId],
  );
  return live;
}

/** An end in the past leaves the period open until now: the update is paid for, so what it has loaded belongs to the past that can be read. */
function moveAccess(tx: Transaction, { contract }: Account, { docType, taxId }: PlannedProfile, endsAt: Date): void {
  tx.send(
    sql`WITH moved AS (
       UPDATE billing.access SET expires_at = $4, updated_at = now(),
         state = CASE WHEN $4 > public.business_now() THEN 'active' ELSE 'expired' END
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3
       RETURNING corporation_id, tax_id, doc_type)
     UPDATE billing.access_period SET ends_at = greatest($4, ${clock})
     WHERE (corporation_id, tax_id, doc_type, opened_at) IN (
       SELECT corporation_id, tax_id, doc_type, max(opened_at) FROM billing.access_period JOIN moved USING (corporation_id, tax_id, doc_type)
       GROUP BY 1, 2, 3)`,
    [contract.corporationId, taxId, docType, endsAt],
  );
}

type Request = PayloadOf<'reprocess.settle'>;
type Outcome = ReplyOf<'reprocess.settle'>;

/**
 * Only a profile that was refreshed gets a new monitoring and pays for it. The loader refreshes queries even without a reply to its
 * reservation, so billing may still be deciding that one.
 */
export function settleReprocess(tx: Transaction, request: Request): Promise<Outcome> {
  const { documents } = request;
  return settleOnce<PlannedProfile[], Outcome>(tx, 'reprocess', request, true, async (command) => {
    const account = command?.contractId ? await lockAccount(tx, command.contractId) : undefined;
    const outcome = command && account ? await settleProfiles(tx, account, command, documents) : { refused: [] };
    failpoint('billing.update-settle-uncommitted');
    return outcome;
  });
}

async function settleProfiles(
  tx: Transaction,
  account: Account,
  command: Command<PlannedProfile[]>,
  documents: Request['documents'],
): Promise<Outcome> {
  lockAccesses(tx, account.contract.corporationId, documents);
  const holds = await holdsOf(tx, command.id);
  const refused: Outcome['refused'] = [];
  for (const profile of command.plan ?? []) {
    const document: Document = { docType: profile.docType, taxId: profile.taxId };
    const hold = holds.find((one) => one.state === 'held' && isFor(one, document));
    const available = account.balances.available + (hold?.amount ?? 0);
    const isRefreshed = documents.some((one) => one.loaded && documentKey(one) === documentKey(document));
    const live = isRefreshed ? await renewable(tx, account, command, { profile, available }) : undefined;
    const isRenewed = live !== undefined && 'id' in live;
    // The hold is released in any case: the return and the deduction are what is paid.
    if (hold) voidHold(account, hold, { state: 'voided', actor: command.actor, rule: isRenewed ? 'settled hold' : 'voided hold' });
    if (isRenewed) renewMonitoring(tx, account, command, { profile, live });
    else if (live) refused.push({ ...document, refusal: live });
  }
  await account.save(tx);
  return { refused };
}
