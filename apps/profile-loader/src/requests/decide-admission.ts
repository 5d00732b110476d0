import type { ContractKind, Refusal, StartLoads } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';
import type { QuotaGate } from './quota-gate.js';

export interface Admission {
  admitted: string[];
  skipped: string[];
  refused: { taxId: string; reason: Refusal | 'billing_unavailable' }[];
  /** Billing may have set quota aside for this request, so it has to be told how the request ended. */
  mayHoldQuota: boolean;
}

/** Which documents of a request are loaded. Only monitoring under a one-time plan needs billing's own word for it. */
export async function decideAdmission(database: DataSource, quota: QuotaGate, command: StartLoads): Promise<Admission> {
  const skipped = await liveDocuments(database, command);
  const candidates = command.taxIds.filter((taxId) => !skipped.includes(taxId));
  const refuseAll = (reason: Admission['refused'][number]['reason'], mayHoldQuota = false): Admission => ({
    admitted: [],
    skipped,
    refused: candidates.map((taxId) => ({ taxId, reason })),
    mayHoldQuota,
  });
  if (candidates.length === 0) return refuseAll('contract_not_active');
  const kind = await kindOfContract(database, command.corporationId);
  if (!kind) return refuseAll('contract_not_active');
  if (kind === 'monthly' || command.mode === 'query') return { admitted: candidates, skipped, refused: [], mayHoldQuota: false };
  const verdict = await quota.reserve(command, candidates);
  if (verdict === 'unknown') return refuseAll('billing_unavailable', true);
  if (verdict !== 'reserved') return refuseAll(verdict);
  return { admitted: candidates, skipped, refused: [], mayHoldQuota: true };
}

/** A message that comes again finds what its first delivery reserved; that is its own and stands in nobody's way. */
async function liveDocuments(database: DataSource, { requestId, corporationId, docType, taxIds }: StartLoads): Promise<string[]> {
  const rows = await rowsOf<{ taxId: string }>(
    database,
    `SELECT tax_id AS "taxId" FROM billing.access
     WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND request_id <> $4
       AND (state = 'pending' OR (state = 'active' AND (expires_at IS NULL OR expires_at > now())))`,
    [corporationId, docType, taxIds, requestId],
  );
  return rows.map(({ taxId }) => taxId);
}

async function kindOfContract(database: DataSource, corporationId: string): Promise<ContractKind | undefined> {
  const [contract] = await rowsOf<{ kind: ContractKind }>(
    database,
    `SELECT kind FROM billing.contract
     WHERE corporation_id = $1 AND (now() AT TIME ZONE 'America/Lima')::date BETWEEN starts_on AND ends_on`,
    [corporationId],
  );
  return contract?.kind;
}
