import type { Document, Settlement } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';

export interface Opening {
  requestId: string;
  corporationId: string;
  mode: Settlement['mode'];
  documents: Document[];
}

/** What makes room for a new access: a row that has ended, or that never came to be. */
const over = `(access.state IN ('expired', 'failed') OR (access.state = 'active' AND access.expires_at <= public.business_now()))`;

/** Opens what is free; whatever is pending or active stays as it is. Gives what was opened. */
export async function openAccesses(tx: Transaction, openings: Opening[]): Promise<Document[]> {
  const rows = openings.flatMap(({ documents, ...opening }) => documents.map((document) => ({ ...opening, ...document })));
  return tx.query<Document>(
    `INSERT INTO billing.access (corporation_id, doc_type, tax_id, state, mode, request_id)
     SELECT "corporationId", "docType", "taxId", 'pending', mode, "requestId"
     FROM jsonb_to_recordset($1::jsonb) AS opened ("corporationId" uuid, "docType" text, "taxId" text, mode text, "requestId" uuid)
     ORDER BY "corporationId", "taxId"
     ON CONFLICT (corporation_id, tax_id, doc_type) DO UPDATE
     SET state = 'pending', mode = excluded.mode, request_id = excluded.request_id, expires_at = NULL, updated_at = now()
     WHERE ${over}
     RETURNING doc_type AS "docType", tax_id AS "taxId"`,
    [JSON.stringify(rows)],
  );
}

/**
 * Documents that a corporation could not open now. They are not locked: whoever locks some before it opens others waits in a
 * circle with whoever opens all of them in order.
 */
export async function takenDocuments(tx: Transaction, openings: Opening[]): Promise<Set<string>> {
  const rows = openings.flatMap(({ corporationId, documents }) => documents.map((document) => ({ corporationId, ...document })));
  const taken = await tx.query<Document & { corporationId: string }>(
    `SELECT corporation_id AS "corporationId", doc_type AS "docType", tax_id AS "taxId" FROM billing.access
     WHERE (corporation_id, tax_id, doc_type) IN (
       SELECT "corporationId", "taxId", "docType" FROM jsonb_to_recordset($1::jsonb) AS asked ("corporationId" uuid, "taxId" text, "docType" text))
       AND NOT ${over}`,
    [JSON.stringify(rows)],
  );
  return new Set(taken.map(({ corporationId, ...document }) => accessKey(corporationId, document)));
}

export function accessKey(corporationId: string, { docType, taxId }: Document): string {
  return `${corporationId} ${docType} ${taxId}`;
}

/** Requests whose end is known already: nothing is opened for them any more. */
export async function settledRequests(tx: Transaction, requestIds: string[]): Promise<Set<string>> {
  const settled = await tx.query<{ requestId: string }>(
    `SELECT request_id AS "requestId" FROM billing.settlement WHERE request_id = ANY($1)`,
    [requestIds],
  );
  return new Set(settled.map(({ requestId }) => requestId));
}

export async function failAccesses(tx: Transaction, { corporationId, requestId, documents }: Settlement): Promise<void> {
  await tx.query(
    `UPDATE billing.access SET state = 'failed', updated_at = now()
     FROM jsonb_to_recordset($3::jsonb) AS document ("docType" text, "taxId" text, loaded boolean)
     WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType" AND NOT loaded AND state = 'pending' AND request_id = $2`,
    [corporationId, requestId, JSON.stringify(documents)],
  );
}

/**
 * Of what was loaded, what waits for it. What costs no months may be taken from another request of the corporation that
 * had asked first, since that one may have died; months are paid only for what the request itself set aside.
 */
export function lockPending(tx: Transaction, { corporationId, requestId, documents }: Settlement, ownOnly: boolean): Promise<Document[]> {
  return tx.query<Document>(
    `SELECT doc_type AS "docType", tax_id AS "taxId" FROM billing.access
     WHERE corporation_id = $1 AND state = 'pending' AND (request_id = $3 OR NOT $4) AND (tax_id, doc_type) IN (
       SELECT "taxId", "docType" FROM jsonb_to_recordset($2::jsonb) AS document ("docType" text, "taxId" text, loaded boolean) WHERE loaded)
     ORDER BY tax_id FOR UPDATE`,
    [corporationId, JSON.stringify(documents), requestId, ownOnly],
  );
}

interface Activation extends Opening {
  endsAt: Date | null;
  /** It is over from the start. */
  expired: boolean;
  withheldSections: string[];
}

export async function activateAccesses(tx: Transaction, activation: Activation): Promise<void> {
  const { corporationId, requestId, mode, documents, endsAt, expired, withheldSections } = activation;
  await tx.query(
    `WITH activated AS (
       UPDATE billing.access SET state = $7, mode = $5, request_id = $6, expires_at = $2, withheld_sections = $3, updated_at = now()
       FROM jsonb_to_recordset($4::jsonb) AS document ("docType" text, "taxId" text)
       WHERE corporation_id = $1 AND tax_id = "taxId" AND doc_type = "docType"
       RETURNING corporation_id, tax_id, doc_type, expires_at)
     INSERT INTO billing.access_period (corporation_id, tax_id, doc_type, opened_at, ends_at)
     SELECT corporation_id, tax_id, doc_type, public.business_now(), expires_at FROM activated`,
    [corporationId, endsAt, withheldSections, JSON.stringify(documents), mode, requestId, expired ? 'expired' : 'active'],
  );
}
