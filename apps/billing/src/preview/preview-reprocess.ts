import { randomUUID } from 'node:crypto';
import type { PayloadOf, ReprocessVerdict } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { endOfLimaDay } from '../domain/lima-day.js';
import { reserveReprocess } from '../reprocess/reserve-reprocess.js';
import { untouched, type Outcome, type Previewed } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'reprocess' }>;
type Refresh = Extract<ReprocessVerdict, { outcome: 'refresh' }>;

export async function previewReprocess(tx: Transaction, { operation: _, ...request }: Request, holdTtlMs: number): Promise<Outcome> {
  const { documents } = await reserveReprocess(tx, { requestId: randomUUID(), ...request }, holdTtlMs);
  const ends = await currentEnds(tx, request);
  return {
    refusal: null,
    documents: documents.map((verdict): Previewed =>
      verdict.outcome === 'refused'
        ? { taxId: verdict.taxId, action: 'none', refusal: verdict.refusal, ...untouched }
        : { taxId: verdict.taxId, action: 'refresh', refusal: null, ...costOf(verdict), expiresAt: endOf(verdict, ends) },
    ),
    newDocuments: 0,
  };
}

const costOf = ({ returned, deducted }: Refresh) => ({ returned, deducted });

/** What takes no months ends when it does today. */
function endOf({ taxId, docType, expiresOn }: Refresh, ends: Map<string, Date | null>): string | null {
  const end = expiresOn ? endOfLimaDay(expiresOn) : ends.get(`${docType} ${taxId}`);
  return end?.toISOString() ?? null;
}

async function currentEnds(tx: Transaction, { corporationId, taxIds }: Omit<Request, 'operation'>): Promise<Map<string, Date | null>> {
  const rows = await tx.rows<{ document: string; expiresAt: Date | null }>(
    sql`SELECT doc_type || ' ' || tax_id AS document, expires_at FROM billing.access
     WHERE corporation_id = $1 AND tax_id = ANY($2)`,
    [corporationId, taxIds],
  );
  return new Map(rows.map(({ document, expiresAt }) => [document, expiresAt]));
}
