import type { Document, Settlement } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';

export interface Opening {
  requestId: string;
  corporationId: string;
  mode: Settlement['mode'];
  documents: Document[];
}

/** What a pending access that does not come to be leaves behind: the one that had ended before it, or, without one, its failure. */
export const fallBack = sql`
  state = CASE WHEN ended_mode IS NULL THEN 'failed' ELSE 'expired' END, mode = coalesce(ended_mode, mode),
  request_id = coalesce(ended_request_id, request_id), expires_at = ended_at,
  ended_mode = NULL, ended_request_id = NULL, ended_at = NULL, updated_at = now()`;

/** Of rows that are found by their key: asked for the state itself they could be looked for among everything that is pending. */
const pending = sql`access.state NOT IN ('active', 'expired', 'failed')`;

/** Opens what is free; whatever is pending or active stays as it is. Gives what was opened. */
export async function openAccesses(tx: Transaction, openings: Opening[]): Promise<Document[]> {
  const rows = openings.flatMap(({ documents, ...opening }) => documents.map((document) => ({ ...opening, ...document })));
  return tx.rows<Document>(
    sql`INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
     SELECT "corporationId", "docType", "taxId", 'pending', mode, "requestId"
     FROM jsonb_to_recordset($1::jsonb) AS opened ("corporationId" uuid, "docType" text, "taxId" text, mode text, "requestId" uuid)
     ORDER BY "corporationId", "taxId"
     ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE
     SET state = 'pending', mode = excluded.mode, request_id = excluded.request_id, expires_at = NULL, updated_at = now(),
       (ended_mode, ended_request_id, ended_at) = (SELECT access.mode, access.request_id, access.expires_at WHERE access.state <> 'failed')
     WHERE access.state IN ('expired', 'failed') OR (access.state = 'active' AND access.expires_at <= public.business_now())
     RETURNING doc_type, tax_id`,
    [JSON.stringify(rows)],
  );
}

/**
 * Documents that a corporation could not open now. They are not locked: whoever locks some before it opens others waits in a
 * circle with whoever opens all of them in order.
 */
export async function takenDocuments(tx: Transaction, openings: Opening[]): Promise<Set<string>> {
  const rows = openings.flatMap(({ corporationId, documents }) => documents.map((document) => ({ corporationId, ...document })));
  const taken = await tx.rows<Document & { corporationId: string }>(
    sql`SELECT corporation_id, doc_type, tax_id FROM billing.current_access
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT "corporationId", "taxId", "docType" FROM jsonb_to_recordset($1::jsonb) AS asked ("corporationId" uuid, "taxId" text, "docType" text))
       AND state NOT IN ('expired', 'failed')`,
    [JSON.stringify(rows)],
  );
  return new Set(taken.map(({ corporationId, ...document }) => accessKey(corporationId, document)));
}

export function accessKey(corporationId: string, { docType, taxId }: Document): string {
  return `${corporationId} ${docType} ${taxId}`;
}

/** Requests whose end is known already: nothing is opened for them any more. */
export async function settledRequests(tx: Transaction, requestIds: string[]): Promise<Set<string>> {
  const settled = await tx.rows<{ requestId: string }>(sql`SELECT request_id FROM billing.settlement WHERE request_id = ANY($1)`, [
    requestIds,
  ]);
  return new Set(settled.map(({ requestId }) => requestId));
}

export async function failAccesses(tx: Transaction, { corporationId, requestId, documents }: Settlement): Promise<void> {
  await tx.rows(
    sql`UPDATE billing.access SET ${fallBack}
     FROM jsonb_to_recordset($3::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
     WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND NOT loaded AND ${pending} AND request_id = $2`,
    [corporationId, requestId, JSON.stringify(documents)],
  );
}

/**
 * Of what was loaded, what waits for it. What costs no months may be taken from another request of the corporation that
 * had asked first, since that one may have died; months are paid only for what the request itself set aside.
 */
export function lockPending(tx: Transaction, { corporationId, requestId, documents }: Settlement, ownOnly: boolean): Promise<Document[]> {
  return tx.rows<Document>(
    sql`SELECT doc_type, tax_id FROM billing.access
     WHERE corporation_id = $1 AND ${pending} AND (request_id = $3 OR NOT $4) AND (tax_id, doc_type) IN (
       SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS document ("docType" text, "taxId" text, loaded boolean) WHERE loaded)
     ORDER BY tax_id FOR UPDATE`,
    [corporationId, JSON.stringify(documents), requestId, ownOnly],
  );
}

interface Activation extends Opening {
  /** May be over already: then it is expired from the start. */
  endsAt: Date | null;
  withheldSections: string[];
}

export async function activateAccesses(tx: Transaction, activation: Activation): Promise<void> {
  const { corporationId, requestId, mode, documents, endsAt, withheldSections } = activation;
  // What was over before it was opened can be read as it stood when it was opened.
  await tx.rows(
    sql`WITH activated AS (
       UPDATE billing.access SET state = CASE WHEN $2 <= public.business_now() THEN 'expired' ELSE 'active' END, mode = $5, request_id = $6,
         expires_at = $2, withheld_sections = $3, ended_mode = NULL, ended_request_id = NULL, ended_at = NULL, updated_at = now()
       FROM jsonb_to_recordset($4::jsonb) AS document ("docType" text, "taxId" text)
       WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType"
       RETURNING corporation_id, tax_id, doc_type, expires_at)
     INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at)
     SELECT corporation_id, tax_id, doc_type, public.business_now(),
       CASE WHEN expires_at < public.business_now() THEN public.business_now() ELSE expires_at END FROM activated`,
    [corporationId, endsAt, withheldSections, JSON.stringify(documents), mode, requestId],
  );
}
