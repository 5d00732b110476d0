import { randomUUID } from 'node:crypto';
import type { PayloadOf, Refusal } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { noContractToday } from '../contracts/contract-on.js';
import { accessEndsAt } from '../domain/access-period.js';
import { endOfLimaDay } from '../domain/lima-day.js';
import { reserveLoads } from '../loads/reserve-loads.js';
import { untouched, type Outcome, type Previewed, type Situation } from './situation.js';

type Request = Extract<PayloadOf<'quota.preview'>, { operation: 'load' }>;

/** What loading takes of each profile and when it would end, and which of them another request is loading. */
interface Verdict {
  present: string[];
  deducted: number;
  expiresAt: string | null;
}

/** What the loader decides about the documents of a load, with the months set aside as they would be. */
export async function previewLoad(tx: Transaction, request: Request, situation: Situation, holdTtlMs: number): Promise<Outcome> {
  const { corporationId, docType } = request;
  const taxIds = [...new Set(request.taxIds)];
  const inPortfolio = await documentsInPortfolio(tx, request);
  const candidates = taxIds.filter((taxId) => !inPortfolio.has(taxId));
  const verdict = candidates.length > 0 ? await verdictOn(tx, candidates, request, situation, holdTtlMs) : nothingAsked;
  if ('reason' in verdict) {
    const refused = (taxId: string) => ({ taxId, action: 'none' as const, refusal: verdict, ...untouched });
    const documents = taxIds.map((taxId) => (inPortfolio.has(taxId) ? kept(taxId) : refused(taxId)));
    return { refusal: verdict, documents, newDocuments: 0 };
  }
  const { present, ...loaded } = { returned: 0, ...verdict };
  const isLoaded = (taxId: string) => candidates.includes(taxId) && !present.includes(taxId);
  return {
    refusal: null,
    documents: taxIds.map((taxId) => (isLoaded(taxId) ? { taxId, action: 'load', refusal: null, ...loaded } : kept(taxId))),
    newDocuments: await neverLoadedBy(tx, corporationId, docType, taxIds.filter(isLoaded)),
  };
}

const nothingAsked: Verdict = { present: [], deducted: 0, expiresAt: null };

const kept = (taxId: string): Previewed => ({ taxId, action: 'keep', refusal: null, ...untouched });

async function verdictOn(
  tx: Transaction,
  taxIds: string[],
  { corporationId, docType, mode, months }: Request,
  { contract, now }: Situation,
  holdTtlMs: number,
): Promise<Refusal | Verdict> {
  if (!contract) return noContractToday(tx, corporationId);
  if (contract.kind === 'monthly' || mode === 'query') {
    return { present: [], deducted: 0, expiresAt: accessEndsAt(mode, now)?.toISOString() ?? null };
  }
  const reservation = { requestId: randomUUID(), corporationId, docType, taxIds, ...(months !== undefined && { months }) };
  const [reply] = await reserveLoads(tx, [reservation], holdTtlMs);
  if (reply?.outcome !== 'reserved') return reply!.refusal;
  return { present: reply.present, deducted: reply.months, expiresAt: endOfLimaDay(reply.expiresOn).toISOString() };
}

async function documentsInPortfolio(tx: Transaction, { corporationId, docType, taxIds }: Request): Promise<Set<string>> {
  const rows = await tx.rows<{ taxId: string }>(
    sql`SELECT tax_id FROM billing.portfolio WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
    [corporationId, docType, taxIds],
  );
  return new Set(rows.map(({ taxId }) => taxId));
}

/** Whether anybody else has loaded them is not looked at: not even a price may tell. */
async function neverLoadedBy(tx: Transaction, corporationId: string, docType: string, taxIds: string[]): Promise<number> {
  const loaded = await tx.rows(
    sql`SELECT DISTINCT tax_id FROM billing.access_period WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
    [corporationId, docType, taxIds],
  );
  return taxIds.length - loaded.length;
}
