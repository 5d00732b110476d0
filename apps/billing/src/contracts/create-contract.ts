import { type PayloadOf, VigiaError } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { clock, newAccount } from '../ledger/account.js';

type NewContract = PayloadOf<'contracts.create'> & { contractId: string };

/** A one-time contract begins with its months. */
export async function createContract(tx: Transaction, { actor = 'operator', ...given }: NewContract): Promise<void> {
  const contract = { excludedSections: [], documentPriceCents: 0, ...given };
  const { contractId, corporationId, kind, startsOn, endsOn, quotaMonths, excludedSections, documentPriceCents } = contract;
  if (kind === 'monthly') await assertMonitoringHasEnded(tx, corporationId);
  tx.send(
    sql`INSERT INTO billing.contract (id, corporation_id, kind, starts_on, ends_on, quota_months, excluded_sections, document_price_cents,
       created_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [contractId, corporationId, kind, startsOn, endsOn, quotaMonths, excludedSections, documentPriceCents, actor],
  );
  if (kind === 'monthly') return;
  const account = newAccount(contract);
  account.post({ kind: 'grant', months: quotaMonths, rule: 'contract', commandId: contractId, actor });
  await account.save(tx);
}

/**
 * When a monthly contract is over, upkeep ends its monitoring in batches. A next contract between two batches would continue what is left, so
 * that one part of the portfolio had ended and the other went on. Upkeep leaves a contract alone while it is locked here, so it also sees a
 * next contract that is created in the last moment and committed after midnight.
 */
async function assertMonitoringHasEnded(tx: Transaction, corporationId: string): Promise<void> {
  await tx.rows(sql`SELECT FROM billing.contract WHERE corporation_id = $1 AND kind = 'monthly' ORDER BY starts_on FOR NO KEY UPDATE`, [
    corporationId,
  ]);
  const [row] = await tx.rows<{ isEnding: boolean | null }>(
    sql`SELECT (SELECT true FROM billing.access WHERE corporation_id = $1 AND state = 'active' AND expires_at IS NULL LIMIT 1) AND (
         SELECT ends_on < today FROM billing.contract WHERE corporation_id = $1 AND kind = 'monthly' AND starts_on <= today
         ORDER BY starts_on DESC LIMIT 1) AS is_ending
     FROM (SELECT ((${clock}) AT TIME ZONE 'America/Lima')::date AS today) AS now`,
    [corporationId],
  );
  if (row?.isEnding) throw VigiaError.of('monitoring_ending');
}
