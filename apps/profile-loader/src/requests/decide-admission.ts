import type { ContractKind, Refusal, Refused, StartLoads } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import type { QuotaGate } from './quota-gate.js';

export interface BillingUnavailable {
  reason: 'billing_unavailable';
}

export interface Admission {
  admitted: string[];
  /** The same corporation is loading these already: they share the fate of that load. */
  joining: string[];
  skipped: string[];
  refused: { taxId: string; refusal: Refusal | BillingUnavailable }[];
  /** Billing may have set quota aside for this request, so it has to be told how the request ended. */
  mayHoldQuota: boolean;
  /** In Lima: what it costs is what it cost on this day. Absent where no contract was looked for. */
  acceptedOn?: string;
}

/** Which documents of a request are loaded. Only monitoring under a one-time plan needs billing's own word for it. */
export async function decideAdmission(database: Database, quota: QuotaGate, command: StartLoads): Promise<Admission> {
  const present = await presentDocuments(database, command);
  const among = (loading: boolean) => present.filter((document) => document.loading === loading).map(({ taxId }) => taxId);
  const [joining, skipped] = [among(true), among(false)];
  const candidates = command.taxIds.filter((taxId) => !present.some((document) => document.taxId === taxId));
  const admit = (mayHoldQuota: boolean): Admission => ({ admitted: candidates, joining, skipped, refused: [], mayHoldQuota });
  const refuse = (refusal: Admission['refused'][number]['refusal'], mayHoldQuota: boolean): Admission => ({
    ...admit(mayHoldQuota),
    admitted: [],
    refused: candidates.map((taxId) => ({ taxId, refusal })),
  });
  if (candidates.length === 0) return admit(false);
  const { kind, today, refusal } = await contractToday(database, command.corporationId);
  if (refusal) return refuse(refusal, false);
  if (kind === 'monthly' || command.mode === 'query') return { ...admit(false), acceptedOn: today };
  const verdict = await quota.reserve(command, candidates);
  if (verdict === 'unknown') return refuse({ reason: 'billing_unavailable' }, true);
  if (verdict.outcome === 'refused') return refuse(verdict.refusal, false);
  // Another request of the corporation has them since: theirs is the quota, and this one waits for the same load.
  const isPresent = (taxId: string) => verdict.present.includes(taxId);
  return {
    ...admit(true),
    admitted: candidates.filter((taxId) => !isPresent(taxId)),
    joining: [...joining, ...candidates.filter(isPresent)],
  };
}

/** What the corporation has, or is about to have by another request. */
async function presentDocuments(
  database: Database,
  { requestId, corporationId, docType, taxIds }: StartLoads,
): Promise<{ taxId: string; loading: boolean }[]> {
  return database.rows(
    sql`SELECT tax_id, loading FROM billing.portfolio
     WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND request_id <> $4`,
    [corporationId, docType, taxIds, requestId],
  );
}

interface ContractToday {
  kind: ContractKind | null;
  today: string;
  /** What the corporation is told when it has no contract today. */
  refusal: Refused<'contract_not_active'> | undefined;
}

export async function contractToday(database: Database, corporationId: string): Promise<ContractToday> {
  const [row] = await database.rows<Omit<ContractToday, 'refusal'> & { endedOn: string | null; beginsOn: string | null }>(
    sql`SELECT kind, public.lima_today() AS today, ended_on, begins_on
     FROM (VALUES ($1::uuid)) AS asked (corporation_id)
       LEFT JOIN billing.contract_in_force USING (corporation_id) LEFT JOIN billing.contract_gap USING (corporation_id)`,
    [corporationId],
  );
  const { kind, today, endedOn, beginsOn } = row!;
  return { kind, today, refusal: kind ? undefined : { reason: 'contract_not_active', endedOn, beginsOn } };
}
