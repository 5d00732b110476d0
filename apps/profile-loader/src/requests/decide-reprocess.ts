import type { DocType, Document, ReprocessRefusal, StartReprocess } from '@vigia/contracts';
import { rowsOf } from '@vigia/database';
import type { DataSource } from 'typeorm';
import { kindOfContract } from './decide-admission.js';
import type { QuotaGate } from './quota-gate.js';

export interface ReprocessDecision {
  refresh: Document[];
  refused: { taxId: string; reason: ReprocessRefusal | 'billing_unavailable' }[];
  fittingMonths?: number;
  /** Billing may have set quota aside for this request, so it has to be told how the request ended. */
  mayHoldQuota: boolean;
}

interface Profile {
  docType: DocType;
  mode: 'monitoring' | 'query';
  state: 'pending' | 'active' | 'expired' | 'failed';
}

/** Which profiles are refreshed. Only monitoring under a one-time plan needs billing's own word for it. */
export async function decideReprocess(database: DataSource, quota: QuotaGate, command: StartReprocess): Promise<ReprocessDecision> {
  const kind = await kindOfContract(database, command.corporationId);
  const profiles = await profilesOf(database, command);
  const decision: ReprocessDecision = { refresh: [], refused: [], mayHoldQuota: false };
  const paid: string[] = [];
  for (const taxId of command.taxIds) {
    const profile = profiles.get(taxId);
    const reason = refusalOf(profile, kind !== undefined);
    if (reason) decision.refused.push({ taxId, reason });
    else if (kind === 'one_time' && profile?.mode === 'monitoring') paid.push(taxId);
    else decision.refresh.push({ taxId, docType: profile!.docType });
  }
  return paid.length === 0 ? decision : withVerdicts(decision, paid, await quota.reserveReprocess(command, paid));
}

function refusalOf(profile: Profile | undefined, hasContract: boolean): ReprocessRefusal | undefined {
  if (profile?.state === 'expired' && profile.mode === 'monitoring') return 'monitoring_expired';
  if (profile?.state !== 'active') return 'not_active';
  return hasContract ? undefined : 'contract_not_active';
}

function withVerdicts(
  { refresh, refused }: ReprocessDecision,
  paid: string[],
  verdicts: Awaited<ReturnType<QuotaGate['reserveReprocess']>>,
): ReprocessDecision {
  if (verdicts === 'unknown') {
    return {
      refresh,
      refused: [...refused, ...paid.map((taxId) => ({ taxId, reason: 'billing_unavailable' as const }))],
      mayHoldQuota: true,
    };
  }
  const no = verdicts.flatMap((verdict) => (verdict.outcome === 'refused' ? [verdict] : []));
  const yes = verdicts.flatMap((verdict) => (verdict.outcome === 'refresh' ? [verdict] : []));
  return {
    refresh: [...refresh, ...yes.map(({ taxId, docType }) => ({ taxId, docType }))],
    refused: [...refused, ...no.map(({ taxId, reason }) => ({ taxId, reason }))],
    ...(no[0] && { fittingMonths: no[0].fittingMonths }),
    mayHoldQuota: true,
  };
}

/** One profile for each number. Should it be that of two documents, an active one goes first, then RUC, DNI and CE in turn. */
async function profilesOf(database: DataSource, { corporationId, taxIds }: StartReprocess): Promise<Map<string, Profile>> {
  const rows = await rowsOf<Profile & { taxId: string }>(
    database,
    `SELECT DISTINCT ON (tax_id) tax_id AS "taxId", doc_type AS "docType", mode, state FROM (
       SELECT tax_id, doc_type, mode,
         CASE WHEN state = 'active' AND expires_at <= public.business_now() THEN 'expired' ELSE state END AS state
       FROM billing.access WHERE corporation_id = $1 AND tax_id = ANY($2)) AS profile
     ORDER BY tax_id, state = 'active' DESC, array_position(ARRAY['RUC', 'DNI', 'CE'], doc_type)`,
    [corporationId, taxIds],
  );
  return new Map(rows.map(({ taxId, ...profile }) => [taxId, profile]));
}
