import { type Document, documentKey, type Settlement } from '@vigia/contracts';
import { sql, taxIdsIn, type Transaction } from '@vigia/database';
import { unwrittenEnd } from './end-of-monitoring.js';

export interface Opening {
  requestId: string;
  mode: Settlement['mode'];
  documents: Document[];
}

/** What a pending access remembers of the previous one. */
export const forgotten = sql`ended_mode = NULL, ended_request_id = NULL, ended_at = NULL, failed_mode = NULL, failed_request_id = NULL`;

/** A pending access that ends without data is replaced by the access that had ended before it. If there was none, it is `failed`. */
const giveWay = (mode: string, requestId: string) => sql`
  state = CASE WHEN ended_mode IS NULL THEN 'failed' ELSE 'expired' END, mode = coalesce(ended_mode, ${mode}),
  request_id = coalesce(ended_request_id, ${requestId}), expires_at = ended_at,
  ${forgotten}, updated_at = now()`;

/** The sources were asked: the failure belongs to this request. */
const fallBack = giveWay(sql`mode`, sql`request_id`);

/** The request is not on record, so nobody could say how it failed: the previous failure, if there was one, remains the latest. */
export const abandon = giveWay(sql`coalesce(failed_mode, mode)`, sql`coalesce(failed_request_id, request_id)`);

/** For rows that are found by key: with `state = 'pending'` PostgreSQL would scan all pending accesses instead. */
const pending = sql`access.state NOT IN ('active', 'expired', 'failed')`;

/**
 * Opens the accesses that are free and returns those that it opened. A pending or active access stays as it is. A profile can be read while
 * it is loaded, so the sections that the current plan leaves out are withheld from the start. Ended monitoring keeps withholding what it
 * withheld at its end. If that end is not written yet, it is written now.
 */
export async function openAccesses(tx: Transaction, corporationId: string, openings: Opening[]): Promise<Document[]> {
  const rows = openings.flatMap(({ documents, ...opening }) => documents.map((document) => ({ ...opening, ...document })));
  return tx.rows<Document>(
    sql`WITH opened AS (
     INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id, withheld_sections)
     SELECT $1, "docType", "taxId", 'pending', mode, "requestId", coalesce((
       SELECT excluded_sections FROM billing.contract WHERE corporation_id = $1 AND starts_on <= public.lima_today()
       ORDER BY starts_on DESC LIMIT 1), '{}')
     FROM jsonb_to_recordset($2::jsonb) AS opened ("docType" text, "taxId" text, mode text, "requestId" uuid)
     ORDER BY "taxId"
     ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE
     SET state = 'pending', mode = excluded.mode, request_id = excluded.request_id, expires_at = NULL, updated_at = now(),
       withheld_sections = CASE WHEN access.state <> 'failed' AND access.mode = 'monitoring' THEN access.withheld_sections ELSE excluded.withheld_sections END,
       (ended_mode, ended_request_id, ended_at) = (
         SELECT access.mode, access.request_id, coalesce(access.expires_at, ${unwrittenEnd}) WHERE access.state <> 'failed'),
       (failed_mode, failed_request_id) = (SELECT access.mode, access.request_id WHERE access.state = 'failed')
     WHERE access.state IN ('expired', 'failed') OR (access.state = 'active' AND access.expires_at <= public.business_now())
       OR ${unwrittenEnd} IS NOT NULL
     RETURNING doc_type, tax_id, ended_at, old.state = 'active' AND old.expires_at IS NULL AS had_no_end
   ), ended AS (
     UPDATE billing.access_period SET ends_at = ended_at FROM opened
     WHERE had_no_end AND corporation_id = $1 AND access_period.tax_id = opened.tax_id AND access_period.doc_type = opened.doc_type
       AND access_period.tax_id = ${taxIdsIn('$2')} AND ends_at IS NULL
   )
   SELECT doc_type, tax_id FROM opened`,
    [corporationId, JSON.stringify(rows)],
  );
}

/**
 * Keys of documents that a corporation could not open now. They are not locked: a transaction that locks some and then opens others can
 * deadlock with one that opens all of them in order.
 */
export async function takenDocuments(tx: Transaction, corporationId: string, taxIds: string[]): Promise<Set<string>> {
  const taken = await tx.rows<Document>(
    sql`SELECT doc_type, tax_id FROM billing.current_access AS access
     WHERE corporation_id = $1 AND tax_id = ANY($2) AND state NOT IN ('expired', 'failed') AND ${unwrittenEnd} IS NULL`,
    [corporationId, taxIds],
  );
  return new Set(taken.map(documentKey));
}

type Unloaded = Pick<Settlement, 'corporationId' | 'requestId' | 'documents'>;

export function failAccesses(tx: Transaction, { corporationId, requestId, documents }: Unloaded): void {
  if (documents.every(({ loaded }) => loaded)) return;
  tx.send(
    sql`UPDATE billing.access SET ${fallBack}
     FROM jsonb_to_recordset($3::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
     WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND NOT loaded AND ${pending} AND request_id = $2
       AND tax_id = ${taxIdsIn('$3')}`,
    [corporationId, requestId, JSON.stringify(documents)],
  );
}

/**
 * Takes back what a request opened without asking any source: an earlier access, even a failed one, is restored, and a new one is deleted.
 */
export function withdrawAccesses(tx: Transaction, settlement: Unloaded): void {
  const { corporationId, requestId, documents } = settlement;
  lockAccesses(tx, corporationId, documents);
  const document = sql`jsonb_to_recordset($3::jsonb) AS document ("docType" text, "taxId" text)`;
  const isOpened = sql`corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND ${pending} AND request_id = $2 AND ended_mode IS NULL
    AND tax_id = ${taxIdsIn('$3')}`;
  const values = [corporationId, requestId, JSON.stringify(documents.map(({ docType, taxId }) => ({ docType, taxId })))];
  tx.send(sql`DELETE FROM billing.access USING ${document} WHERE ${isOpened} AND failed_mode IS NULL`, values);
  tx.send(
    sql`UPDATE billing.access SET state = 'failed', mode = failed_mode, request_id = failed_request_id, ${forgotten}, updated_at = now()
     FROM ${document} WHERE ${isOpened}`,
    values,
  );
  failAccesses(tx, settlement);
}

/** Every transaction locks accesses in this order; settling a query does so without the account. */
export function lockAccesses(tx: Transaction, corporationId: string, documents: Document[]): void {
  tx.send(sql`SELECT 1 FROM billing.access WHERE corporation_id = $1 AND tax_id = ANY($2) ORDER BY tax_id FOR UPDATE`, [
    corporationId,
    documents.map(({ taxId }) => taxId),
  ]);
}

/**
 * Locks the pending accesses of the loaded documents. Months are paid only for accesses of the request itself. An access that costs no
 * months may be taken over from an earlier request of the same corporation, if that request has ended or could not load the document; until
 * then it belongs to that request. A request that is not on record may still be about to be written. If it has died, its accesses are later
 * closed as abandoned.
 */
export function lockPending(tx: Transaction, { corporationId, requestId, documents }: Settlement, ownOnly: boolean): Promise<Document[]> {
  return tx.rows<Document>(
    sql`SELECT doc_type, tax_id FROM billing.access
     WHERE corporation_id = $1 AND tax_id = ${taxIdsIn('$2')} AND ${pending} AND (tax_id, doc_type) IN (
         SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS document ("docType" text, "taxId" text, loaded boolean) WHERE loaded)
       AND (request_id = $3 OR NOT $4
         AND EXISTS (SELECT FROM profiles.request_status AS request WHERE request.request_id = access.request_id)
         AND (
           SELECT true FROM billing.portfolio AS awaited
           WHERE awaited.corporation_id = $1 AND awaited.tax_id = access.tax_id AND awaited.doc_type = access.doc_type LIMIT 1) IS NULL)
     ORDER BY tax_id FOR UPDATE`,
    [corporationId, JSON.stringify(documents), requestId, ownOnly],
  );
}
