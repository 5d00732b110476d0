import { randomUUID } from 'node:crypto';
import {
  type Day,
  type Document,
  documentKey,
  endOfLimaDay,
  type Origin,
  type PayloadOf,
  type Preview,
  type Refusal,
  type ReprocessVerdict,
} from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';
import { accessEndsAt } from '../access/active-accesses.js';
import { activateProfiles } from '../activation/activate-profiles.js';
import { noContractToday, type ContractTerms } from '../contracts/contract-on.js';
import { reserveLoads } from '../loads/reserve-loads.js';
import { reserveReprocess } from '../reprocess/reserve-reprocess.js';

type Asked<Operation> = Extract<PayloadOf<'quota.preview'>, { operation: Operation }>;

export interface Situation {
  contract: ContractTerms | undefined;
  available: number;
  today: Day;
  now: Date;
}

export type Previewed = Preview['documents'][number];

/** A profile that stays as it is. */
const untouched = { returned: 0, deducted: 0, expiresAt: null };

/** The outcome of a command that ran in a transaction which is rolled back. */
export interface Outcome {
  refusal: Preview['refusal'];
  documents: Previewed[];
  /** Documents that the corporation may have to pay for. */
  newDocuments: number;
}

/** A command that is rolled back, so that nobody learns who gave it. */
function unrecorded(): { requestId: string; origin: Origin } {
  const requestId = randomUUID();
  return { requestId, origin: { actor: 'unknown', correlationId: requestId } };
}

/** The months that loading takes for each profile, when its access would end, and which profiles another request is loading. */
interface Verdict {
  present: string[];
  deducted: number;
  expiresAt: string | null;
}

/** Decides about each document of a load as the loader does, and sets months aside as a reservation does. */
export async function previewLoad(
  tx: Transaction,
  request: Asked<'load'>,
  situation: Situation,
  abandonedAfterMs: number,
): Promise<Outcome> {
  const { corporationId, docType } = request;
  const taxIds = [...new Set(request.taxIds)];
  const inPortfolio = await documentsInPortfolio(tx, request);
  const candidates = taxIds.filter((taxId) => !inPortfolio.has(taxId));
  const verdict = candidates.length > 0 ? await verdictOn(tx, candidates, request, situation, abandonedAfterMs) : nothingAsked;
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
  { corporationId, docType, mode, months }: Asked<'load'>,
  { contract, now }: Situation,
  abandonedAfterMs: number,
): Promise<Refusal | Verdict> {
  if (!contract) return noContractToday(tx, corporationId);
  if (contract.kind === 'monthly' || mode === 'query') {
    return { present: [], deducted: 0, expiresAt: accessEndsAt(mode, now)?.toISOString() ?? null };
  }
  const reservation = { ...unrecorded(), corporationId, docType, taxIds, ...(months !== undefined && { months }) };
  const [reply] = await reserveLoads(tx, [reservation], abandonedAfterMs);
  if (reply?.outcome !== 'reserved') return reply!.refusal;
  return { present: reply.present, deducted: reply.months, expiresAt: endOfLimaDay(reply.expiresOn).toISOString() };
}

async function documentsInPortfolio(tx: Transaction, { corporationId, docType, taxIds }: Asked<'load'>): Promise<Set<string>> {
  const rows = await tx.rows<{ taxId: string }>(
    sql`SELECT tax_id FROM billing.portfolio WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
    [corporationId, docType, taxIds],
  );
  return new Set(rows.map(({ taxId }) => taxId));
}

/** Does not check whether another corporation has loaded them: a price must not reveal it. */
async function neverLoadedBy(tx: Transaction, corporationId: string, docType: string, taxIds: string[]): Promise<number> {
  const loaded = await tx.rows(
    sql`SELECT DISTINCT tax_id FROM billing.access_period WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3)`,
    [corporationId, docType, taxIds],
  );
  return taxIds.length - loaded.length;
}

type Refresh = Extract<ReprocessVerdict, { outcome: 'refresh' }>;

export async function previewReprocess(
  tx: Transaction,
  { operation: _, ...request }: Asked<'reprocess'>,
  abandonedAfterMs: number,
): Promise<Outcome> {
  const { documents } = await reserveReprocess(tx, { ...unrecorded(), ...request }, abandonedAfterMs);
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

/** A profile that takes no months keeps its end. */
function endOf({ expiresOn, ...document }: Refresh, ends: Map<string, Date | null>): string | null {
  const end = expiresOn ? endOfLimaDay(expiresOn) : ends.get(documentKey(document));
  return end?.toISOString() ?? null;
}

async function currentEnds(
  tx: Transaction,
  { corporationId, taxIds }: Omit<Asked<'reprocess'>, 'operation'>,
): Promise<Map<string, Date | null>> {
  const rows = await tx.rows<{ document: string; expiresAt: Date | null }>(
    sql`SELECT doc_type || ' ' || tax_id AS document, expires_at FROM billing.access
     WHERE corporation_id = $1 AND tax_id = ANY($2)`,
    [corporationId, taxIds],
  );
  return new Map(rows.map(({ document, expiresAt }) => [document, expiresAt]));
}

/** Every document once. */
export async function previewActivation(
  tx: Transaction,
  outbox: Outbox,
  { operation: _, ...request }: Asked<'activate'>,
): Promise<Outcome> {
  const command = unrecorded();
  const reply = await activateProfiles(tx, outbox, { ...command, ...request });
  const documents = [...new Map(request.documents.map((document) => [documentKey(document), document])).values()];
  if (reply.outcome === 'refused') {
    const { refusal } = reply;
    const refused = ({ taxId }: Document) => ({ taxId, action: 'none' as const, refusal, ...untouched });
    return { refusal, documents: documents.map(refused), newDocuments: 0 };
  }
  const rows = await tx.rows<Document>(
    sql`SELECT doc_type, tax_id FROM billing.access WHERE corporation_id = $1 AND tax_id = ANY($2) AND request_id = $3`,
    [request.corporationId, documents.map(({ taxId }) => taxId), command.requestId],
  );
  const activated = new Set(rows.map(documentKey));
  const { months, expiresOn } = reply;
  const expiresAt = expiresOn && endOfLimaDay(expiresOn).toISOString();
  return {
    refusal: null,
    documents: documents.map((document): Previewed =>
      activated.has(documentKey(document))
        ? { taxId: document.taxId, action: 'activate', refusal: null, returned: 0, deducted: months, expiresAt }
        : kept(document.taxId),
    ),
    newDocuments: 0,
  };
}
