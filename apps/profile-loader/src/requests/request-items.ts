import { sql, type LoadItemRow, type Transaction } from '@vigia/database';

export type Item = Pick<LoadItemRow, 'requestId' | 'taxId' | 'state' | 'reason' | 'refusal' | 'loadId' | 'joins'>;

export function insertItems(tx: Transaction, items: Item[]): void {
  tx.send(
    sql`INSERT INTO profiles.load_item (request_id, tax_id, state, reason, refusal, load_id, joins)
     SELECT "requestId", "taxId", state, reason, refusal, "loadId", joins FROM jsonb_to_recordset($1::jsonb)
       AS item ("requestId" uuid, "taxId" text, state text, reason text, refusal jsonb, "loadId" uuid, joins boolean)`,
    [JSON.stringify(items)],
  );
}
