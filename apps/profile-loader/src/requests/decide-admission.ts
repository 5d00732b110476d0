import type { ContractKind, Refusal, StartLoads } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';
import type { QuotaGate } from './quota-gate.js';

export interface Admission {
  admitted: string[];
  /** The same corporation is loading these already: they share the fate of that load. */
  joining: string[];
  skipped: string[];
  refused: { taxId: string; reason: Refusal | 'billing_unavailable' }[];
  /** How many months the contract has room for, where billing refused more. */
  fittingMonths?: number;
  /** Billing may have set quota aside for this request, so it has to be told how the request ended. */
  mayHoldQuota: boolean;
}

/** Which documents of a request are loaded. Only monitoring under a one-time plan needs billing's own word for it. */
export async function decideAdmission(database: DataSource, quota: QuotaGate, command: StartLoads): Promise<Admission> {
  const present = await presentDocuments(database, command);
  const among = (loading: boolean) => present.filter((document) => document.loading === loading).map(({ taxId }) => taxId);
  const [joining, skipped] = [among(true), among(false)];
  const candidates = command.taxIds.filter((taxId) => !present.some((document) => document.taxId === taxId));
  const admit = (mayHoldQuota: boolean): Admission => ({ admitted: candidates, joining, skipped, refused: [], mayHoldQuota });
  const refuse = (reason: Admission['refused'][number]['reason'], mayHoldQuota: boolean): Admission => ({
    ...admit(mayHoldQuota),
    admitted: [],
    refused: candidates.map((taxId) => ({ taxId, reason })),
  });
  if (candidates.length === 0) return admit(false);
  const kind = await kindOfContract(database, command.corporationId);
  if (!kind) return refuse('contract_not_active', false);
  if (kind === 'monthly' || command.mode === 'query') return admit(false);
  const verdict = await quota.reserve(command, candidates);
  if (verdict === 'unknown') return refuse('billing_unavailable', true);
  if (verdict.outcome === 'refused') return { ...refuse(verdict.reason, false), fittingMonths: verdict.fittingMonths };
  // Another request of the corporation has them since: theirs is the quota, and this one waits for the same load.
  const isPresent = (taxId: string) => verdict.present.includes(taxId);
  return {
    ...admit(true),
    admitted: candidates.filter((taxId) => !isPresent(taxId)),
    joining: [...joining, ...candidates.filter(isPresent)],
  };
}

/**
 * What the corporation has, or is about to have. A message that comes again finds what its first delivery reserved; that
 * is its own and stands in nobody's way. A reservation whose load is over is no load to wait for: it is asked for anew.
 */
async function presentDocuments(
  database: DataSource,
  { requestId, corporationId, docType, taxIds }: StartLoads,
): Promise<{ taxId: string; loading: boolean }[]> {
  return rowsOf(
    database,
    `SELECT tax_id AS "taxId", state = 'pending' AS loading FROM billing.access
     WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND request_id <> $4
       AND CASE state
         WHEN 'active' THEN expires_at IS NULL OR expires_at > public.business_now()
         WHEN 'pending' THEN EXISTS (
           SELECT 1 FROM profiles.load_item JOIN profiles.load ON load.id = load_item.load_id
           WHERE load_item.request_id = access.request_id AND load_item.tax_id = access.tax_id AND load.closed_at IS NULL)
         ELSE false END`,
    [corporationId, docType, taxIds, requestId],
  );
}

export async function kindOfContract(database: DataSource, corporationId: string): Promise<ContractKind | undefined> {
  const [contract] = await rowsOf<{ kind: ContractKind }>(
    database,
    `SELECT kind FROM billing.contract
     WHERE corporation_id = $1 AND public.lima_today() BETWEEN starts_on AND ends_on`,
    [corporationId],
  );
  return contract?.kind;
}
