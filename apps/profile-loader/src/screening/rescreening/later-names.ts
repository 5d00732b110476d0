import { isDeepStrictEqual } from 'node:util';
import { prerequisitesOf, type Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import type { LookedUp } from '../../domain/source-answer.js';
import { screened } from '../../sources/providers/provider-file.js';
import { whomToScreen } from '../whom-to-screen.js';

/**
 * Whether a closing load has brought names that its own screening did not look up. A request that joins a load may ask for names when the
 * load has already screened, or is about to. The names are compared instead of times, because a screening may read early and be answered
 * late.
 */
export async function bringsLaterNames(tx: Transaction, document: Document, loadId: string): Promise<boolean> {
  const [screening] = await tx.rows<{ lookedUp: LookedUp[] }>(
    sql`SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('sujeto', role, 'nombre', name, 'documentos', documents) ORDER BY position), '[]')
         FROM profiles.screened_subject WHERE tax_id = $1 AND doc_type = $2) AS looked_up
     FROM profiles.task WHERE load_id = $3 AND source = '${screened}' AND state <> 'failed'
       AND EXISTS (SELECT FROM profiles.task WHERE load_id = $3 AND source = ANY($4) AND state <> 'failed')`,
    [document.taxId, document.docType, loadId, prerequisitesOf(screened)],
  );
  if (!screening) return false;
  const named = await whomToScreen(tx, document);
  if (typeof named === 'string') return false;
  const toLookUp = named.subjects.map(({ sujeto, nombre, documentos }): LookedUp => ({ sujeto, nombre, documentos }));
  return !isDeepStrictEqual(screening.lookedUp, toLookUp);
}
