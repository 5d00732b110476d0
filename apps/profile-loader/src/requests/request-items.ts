import type { LoadItemRow, Transaction } from '@vigia/database';

export type Item = Pick<LoadItemRow, 'requestId' | 'taxId' | 'state' | 'reason' | 'loadId' | 'joins'>;

export function insertItems(tx: Transaction, items: Item[]): void {
  tx.send(
    `INSERT INTO profiles.load_item (request_id, tax_id, state, reason, load_id, joins)
     SELECT "requestId", "taxId", state, reason, "loadId", joins FROM jsonb_to_recordset($1::jsonb)
       AS item ("requestId" uuid, "taxId" text, state text, reason text, "loadId" uuid, joins boolean)`,
    [JSON.stringify(items)],
  );
}
