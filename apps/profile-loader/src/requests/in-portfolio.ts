import { setTimeout as pause } from 'node:timers/promises';
import type { DocType, StartLoads } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import { lockOpenLoad } from '../loads/loads.js';

/** A document, and the request that opened the corporation's access to it. */
export interface Owned {
  taxId: string;
  ownerId: string;
}

export interface InPortfolio extends Owned {
  loading: boolean;
}

/** The documents that the corporation has, or will soon have by another request. */
export function portfolioOf(database: Database, { requestId, corporationId, docType, taxIds }: StartLoads): Promise<InPortfolio[]> {
  return database.rows<InPortfolio>(
    sql`SELECT tax_id, request_id AS owner_id, loading FROM billing.portfolio
     WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND request_id <> $4`,
    [corporationId, docType, taxIds, requestId],
  );
}

const looks = 20;
const betweenLooksMs = 50;

/**
 * Finds the requests that have reserved these documents. If a request is not on record a second later, it has died or its transaction has
 * failed: billing closes such accesses after a while, and until then nobody may wait for them. If a request no longer has an access, and
 * only the earlier, ended one is left, the request has failed meanwhile.
 */
export async function ownersOf(database: Database, { corporationId, docType }: StartLoads, taxIds: string[]): Promise<Owned[]> {
  for (let look = 1; ; look += 1) {
    const found = await database.rows<Owned & { isKnown: boolean }>(
      sql`SELECT tax_id, request_id AS owner_id,
         state = 'active' OR EXISTS (SELECT FROM profiles.load_request WHERE id = access.request_id) AS is_known
       FROM billing.current_access AS access
       WHERE corporation_id = $1 AND doc_type = $2 AND tax_id = ANY($3) AND state <> 'expired'`,
      [corporationId, docType, taxIds],
    );
    const known = found.filter(({ isKnown }) => isKnown);
    if (known.length === found.length || look === looks) return known;
    await pause(betweenLooksMs);
  }
}

interface Failure {
  reason: string | null;
}

/**
 * Why the request that opened the access could not load the document, if it failed. An open load is locked first, because a load that is
 * being closed would end after the query. The access does not show the failure: billing learns of it only when the whole request has ended,
 * and then only the previous access may be left.
 */
export async function failureOfOwner(tx: Transaction, docType: DocType, { taxId, ownerId }: Owned): Promise<Failure | undefined> {
  const [, [failure]] = await Promise.all([
    lockOpenLoad(tx, { docType, taxId }),
    tx.rows<Failure>(sql`SELECT reason FROM profiles.load_item WHERE request_id = $1 AND tax_id = $2 AND state = 'failed'`, [
      ownerId,
      taxId,
    ]),
  ]);
  return failure;
}
