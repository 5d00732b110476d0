import type { DocType, Document, Refused, ReprocessRefusal, StartReprocess } from '@vigia/contracts';
import { sql, type Database } from '@vigia/database';
import { contractToday, type BillingUnavailable } from './decide-admission.js';
import type { QuotaGate } from './quota-gate.js';

export interface ReprocessDecision {
  refresh: Document[];
  refused: { taxId: string; refusal: ReprocessRefusal | BillingUnavailable }[];
  /** Billing may have set quota aside for this request, so it has to be told how the request ended. */
  mayHoldQuota: boolean;
}

interface Profile {
  docType: DocType;
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
  /** Last day on which it was, or will be, there to be read. */
  endsOn: string | null;
}

/** Which profiles are refreshed. Only monitoring under a one-time plan needs billing's own word for it. */
export async function decideReprocess(database: Database, quota: QuotaGate, command: StartReprocess): Promise<ReprocessDecision> {
  const { kind, refusal: noContract } = await contractToday(database, command.corporationId);
  const profiles = await profilesOf(database, command);
  const decision: ReprocessDecision = { refresh: [], refused: [], mayHoldQuota: false };
  const paid: string[] = [];
  for (const taxId of command.taxIds) {
    const profile = profiles.get(taxId);
    const refusal = refusalOf(profile, noContract);
    if (refusal) decision.refused.push({ taxId, refusal });
    else if (kind === 'one_time' && profile?.mode === 'monitoring') paid.push(taxId);
    else decision.refresh.push({ taxId, docType: profile!.docType });
  }
  return paid.length === 0 ? decision : withVerdicts(decision, paid, await quota.reserveReprocess(command, paid));
}

function refusalOf(profile: Profile | undefined, noContract: Refused<'contract_not_active'> | undefined): ReprocessRefusal | undefined {
  if (profile?.state === 'expired' && profile.mode === 'monitoring') return { reason: 'monitoring_expired', endedOn: profile.endsOn };
  if (profile?.state !== 'active') return { reason: 'not_active' };
  return noContract;
}

function withVerdicts(
  { refresh, refused }: ReprocessDecision,
  paid: string[],
  verdicts: Awaited<ReturnType<QuotaGate['reserveReprocess']>>,
): ReprocessDecision {
  if (verdicts === 'unknown') {
    return {
      refresh,
      refused: [...refused, ...paid.map((taxId) => ({ taxId, refusal: { reason: 'billing_unavailable' as const } }))],
      mayHoldQuota: true,
    };
  }
  const no = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict] : []));
  const yes = verdicts.flatMap((verdict) => (verdict.outcome === 'refresh' ? [verdict] : []));
  return {
    refresh: [...refresh, ...yes.map(({ taxId, docType }) => ({ taxId, docType }))],
    refused: [...refused, ...no.map(({ taxId, refusal }) => ({ taxId, refusal }))],
    mayHoldQuota: true,
  };
}

/** One profile for each number. Should it be that of two documents, an active one goes first, then RUC, DNI and CE in turn. */
async function profilesOf(database: Database, { corporationId, taxIds }: StartReprocess): Promise<Map<string, Profile>> {
  const rows = await database.rows<Profile & { taxId: string }>(
    sql`SELECT DISTINCT ON (tax_id) tax_id, doc_type, mode, state, ends_on FROM billing.current_access
     WHERE corporation_id = $1 AND tax_id = ANY($2)
     ORDER BY tax_id, state = 'active' DESC, array_position(ARRAY['RUC', 'DNI', 'CE'], doc_type)`,
    [corporationId, taxIds],
  );
  return new Map(rows.map(({ taxId, ...profile }) => [taxId, profile]));
}
