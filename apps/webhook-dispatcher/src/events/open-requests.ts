import { sql, type Transaction } from '@vigia/database';
import { askedColumns, askedDocuments, type Asked } from './asked-documents.js';

/** For each document a request of the corporation whose load is under way, if there is one. */
export async function openRequests(tx: Transaction, asked: Asked[]): Promise<(string | null)[]> {
  const rows = await tx.rows<{ id: string | null }>(
    sql`SELECT (
       SELECT request_id FROM profiles.load_status AS load
         JOIN profiles.item_status AS item USING (load_id) JOIN profiles.request_status AS request USING (request_id)
       WHERE load.tax_id = asked.tax_id AND load.doc_type = asked.doc_type AND load.state = 'open'
         AND request.corporation_id = asked.corporation_id
       ORDER BY request.created_at DESC LIMIT 1) AS id
     FROM ${askedDocuments} ORDER BY place`,
    askedColumns(asked),
  );
  return rows.map(({ id }) => id);
}
