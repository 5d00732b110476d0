import type { DocType, Document, Settlement } from '@vigia/contracts';
import type { Transaction } from '@vigia/database';
import type { Outbox } from '@vigia/dispatch';

interface Closing {
  id: string;
  corporationId: string;
  docType: DocType | null;
  mode: Settlement['mode'] | null;
  finished: boolean;
}

type Load = Pick<Closing, 'id' | 'corporationId'> & { docType: DocType; mode: Settlement['mode'] };

/** Counts the closed load down in every request that waits for it; a request without open items goes to billing. */
export async function settleRequests(tx: Transaction, outbox: Outbox, loadId: string): Promise<void> {
  // One order for everybody: two loads that close at once may belong to the same two requests.
  tx.send(
    `SELECT id FROM profiles.load_request WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id = $1) ORDER BY id FOR UPDATE`,
    [loadId],
  );
  const requests = await tx.query<Closing>(
    `UPDATE profiles.load_request SET open_items = open_items - 1, state = CASE open_items WHEN 1 THEN 'settling' ELSE state END
     WHERE id IN (SELECT request_id FROM profiles.load_item WHERE load_id = $1)
     RETURNING id, corporation_id AS "corporationId", doc_type AS "docType", mode, open_items = 0 AS finished`,
    [loadId],
  );
  for (const request of requests.filter(({ finished }) => finished)) {
    await (isLoad(request) ? settleRequest(tx, outbox, request) : settleReprocess(tx, outbox, request));
  }
}

function isLoad(request: Closing): request is Closing & Load {
  return request.docType !== null;
}

export async function settleRequest(tx: Transaction, outbox: Outbox, request: Load): Promise<void> {
  const items = await tx.query<{ taxId: string; loaded: boolean }>(
    `SELECT tax_id AS "taxId", state = 'loaded' AS loaded FROM profiles.load_item
     WHERE request_id = $1 AND state IN ('loaded', 'failed') ORDER BY tax_id`,
    [request.id],
  );
  outbox.add(tx, 'access.settle', {
    requestId: request.id,
    corporationId: request.corporationId,
    mode: request.mode,
    documents: items.map(({ taxId, loaded }) => ({ docType: request.docType, taxId, loaded })),
  });
}

export async function settleReprocess(
  tx: Transaction,
  outbox: Outbox,
  { id, corporationId }: Pick<Closing, 'id' | 'corporationId'>,
): Promise<void> {
  const documents = await tx.query<Document & { loaded: boolean }>(
    `SELECT load.doc_type AS "docType", load.tax_id AS "taxId", load_item.state = 'loaded' AS loaded
     FROM profiles.load_item JOIN profiles.load ON load.id = load_id WHERE request_id = $1 ORDER BY load.tax_id`,
    [id],
  );
  outbox.add(tx, 'reprocess.settle', { requestId: id, corporationId, documents });
}
