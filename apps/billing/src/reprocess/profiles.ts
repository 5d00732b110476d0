import type { DocType } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Profile } from '../domain/plan-reprocess.js';

export type ActiveProfile = Profile & { taxId: string; docType: DocType };

/** One profile for each number. Should it be that of two documents, an active one goes first, then RUC, DNI and CE in turn. */
export async function profilesOf(tx: Transaction, corporationId: string, taxIds: string[]): Promise<Map<string, ActiveProfile>> {
  const profiles = await tx.rows<ActiveProfile>(
    sql`SELECT DISTINCT ON (access.tax_id) access.tax_id, access.doc_type, access.mode, access.state, access.ends_on, live.last_month
     FROM billing.current_access AS access LEFT JOIN LATERAL (
       SELECT last_month FROM billing.monitoring AS paid
       WHERE paid.corporation_id = access.corporation_id AND paid.tax_id = access.tax_id AND paid.doc_type = access.doc_type
         AND paid.state = 'live' AND paid.expires_on >= public.lima_today() LIMIT 1) AS live ON access.mode = 'monitoring'
     WHERE access.corporation_id = $1 AND access.tax_id = ANY($2)
     ORDER BY access.tax_id, access.state = 'active' DESC, array_position(ARRAY['RUC', 'DNI', 'CE'], access.doc_type)`,
    [corporationId, taxIds],
  );
  return new Map(profiles.map((profile) => [profile.taxId, profile]));
}
