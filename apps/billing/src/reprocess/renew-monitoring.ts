import type { ReprocessRefusal } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { endOfLimaDay, type Day } from '../domain/lima-day.js';
import { coversMonthOf, expiresOn, lastMonthWithin, monthsThatFit, unstartedMonths } from '../domain/monitoring.js';
import { monthOf } from '../domain/months.js';
import { quotaInsufficient } from '../domain/refusals.js';
import type { Account } from '../ledger/account.js';
import type { Command } from '../ledger/commands.js';
import { writeMonitorings } from '../ledger/monitorings.js';
import type { PlannedProfile } from './reserve-reprocess.js';

interface Live {
  id: string;
  startedOn: Day;
  lastMonth: number;
}

/**
 * Cancels the monitoring of a profile and starts the planned one, or says why not. The months are those of the acceptance,
 * so the monitoring has to have as many left as it had then: another forced update of the same month leaves it so.
 */
export async function renewMonitoring(
  tx: Transaction,
  account: Account,
  { id: commandId, asOf, actor }: Command,
  profile: PlannedProfile,
): Promise<ReprocessRefusal | undefined> {
  const { docType, taxId, returned, deducted, lastMonth } = profile;
  const document = { docType, taxId };
  const live = await liveMonitoring(tx, account, profile);
  if (!live || !coversMonthOf(asOf, live) || unstartedMonths(live.lastMonth, asOf) !== returned)
    return { reason: 'monitoring_expired', endedOn: null };
  const { available } = account.balances;
  const fit = monthsThatFit(account.contract, asOf);
  if (lastMonth > lastMonthWithin(account.contract)) {
    return { reason: 'months_exceed_contract', months: deducted, fittingMonths: fit, endsOn: account.contract.endsOn };
  }
  if (available + returned < deducted) return quotaInsufficient({ profiles: 1, months: deducted, returned, available, fit });
  const [firstMonth, about] = [monthOf(asOf), { commandId, actor, document }];
  if (returned > 0) {
    account.post({ ...about, kind: 'return', months: returned, rule: 'rule 2', firstMonth: firstMonth + 1, lastMonth: live.lastMonth });
  }
  account.post({ ...about, kind: 'deduct', months: deducted, rule: 'rule 3', firstMonth, lastMonth });
  // Of two at once the one accepted first may come second.
  const startedOn = asOf > live.startedOn ? asOf : live.startedOn;
  await tx.rows(sql`UPDATE billing.monitoring SET state = 'cancelled', cancelled_on = $2, returned_months = $3 WHERE id = $1`, [
    live.id,
    startedOn,
    returned,
  ]);
  await writeMonitorings(tx, account, { startedOn, lastMonth, commandId, documents: [document] });
  await moveAccess(tx, account, profile, endOfLimaDay(expiresOn(lastMonth, account.contract)));
  return undefined;
}

/** That which the access of the profile is of. It may have been opened again since, by other months or without any. */
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

async function moveAccess(tx: Transaction, { contract }: Account, { docType, taxId }: PlannedProfile, endsAt: Date): Promise<void> {
  await tx.rows(
    sql`WITH moved AS (
       UPDATE billing.access SET expires_at = $4, updated_at = now(),
         state = CASE WHEN $4 > public.business_now() THEN 'active' ELSE 'expired' END
       WHERE corporation_id = $1 AND tax_id = $2 AND doc_type = $3
       RETURNING corporation_id, tax_id, doc_type)
     UPDATE billing.access_period SET ends_at = $4
     WHERE (corporation_id, tax_id, doc_type, opened_at) IN (
       SELECT corporation_id, tax_id, doc_type, max(opened_at) FROM billing.access_period JOIN moved USING (corporation_id, tax_id, doc_type)
       GROUP BY 1, 2, 3)`,
    [contract.corporationId, taxId, docType, endsAt],
  );
}
