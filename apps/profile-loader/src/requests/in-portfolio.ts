import { setTimeout as pause } from 'node:timers/promises';
import type { StartLoads } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import { lockOpenLoad } from '../loads/loads.js';

export interface InPortfolio {
  taxId: string;
  loading: boolean;
}

/** The documents that the corporation has, or is about to have by another request. */
export function portfolioOf(database: Database, { requestId, corporationId, docType, taxIds }: StartLoads): Promise<InPortfolio[]> {
  return database.rows<InPortfolio>(
    sql`SELECT tax_id, loading FROM billing.portfolio
     WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND request_id <> $4`,
    [corporationId, docType, taxIds, requestId],
  );
}

const looks = 20;
const betweenLooksMs = 50;

/**
 * Those that another request has reserved without being on record a second later: its process has died, or its transaction has failed.
 * Billing gives up such accesses after a while; until then nobody may wait for them.
 */
export async function abandonedAmong(database: Database, { corporationId, docType }: StartLoads, taxIds: string[]): Promise<string[]> {
  for (let look = 1; ; look += 1) {
    const abandoned = await database.rows<{ taxId: string }>(
      sql`SELECT tax_id FROM billing.current_access AS access
       WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND state = 'pending'
         AND NOT EXISTS (SELECT FROM profiles.load_request WHERE id = access.request_id)`,
      [corporationId, docType, taxIds],
    );
    if (abandoned.length === 0 || look === looks) return abandoned.map(({ taxId }) => taxId);
    await pause(betweenLooksMs);
  }
}

interface Failure {
  reason: string | null;
}

/**
 * Why the request that opened the access could not load the document, if it could not: billing hears of it only when the whole request has
 * ended. An open load is locked before, because one that is being closed would end after the look.
 */
export async function failureOfOwner(tx: Transaction, { corporationId, docType }: StartLoads, taxId: string): Promise<Failure | undefined> {
  const [, [failure]] = await Promise.all([
    lockOpenLoad(tx, { docType, taxId }),
    tx.rows<Failure>(
      sql`SELECT item.reason FROM billing.current_access AS access JOIN profiles.load_item AS item USING (request_id, tax_id)
       WHERE access.corporation_id = $1 AND access.doc_type = $2 AND tax_id = $3 AND access.state IN ('pending', 'failed') AND item.state = 'failed'`,
      [corporationId, docType, taxId],
    ),
  ]);
  return failure;
}
