import { isDeepStrictEqual } from 'node:util';
import type { Document } from '@vigia/contracts';
import { sql, type Database, type Transaction } from '@vigia/database';
import type { Hit } from '../sources/listas_compliance/listas_compliance.js';

interface Verdict {
  list: string;
  entityId: string;
  askedName: string;
  fingerprint: string;
  /** That both had at the time of the verdict. */
  document: { tipo: string; numero: string } | null;
  verdict: 'dismissed' | 'confirmed';
  reason: string;
  decidedBy: string;
  decidedAt: Date;
}

/** The latest verdict on each hit, the newest first. Earlier ones are kept but no longer count. */
export function verdictsOn(database: Database | Transaction, { docType, taxId }: Document): Promise<Verdict[]> {
  return database.rows<Verdict>(
    sql`SELECT list, entity_id, asked_name, fingerprint, document, verdict, reason, decided_by, decided_at FROM (
       SELECT DISTINCT ON (list, entity_id, asked_name, document) * FROM profiles.hit_decision WHERE tax_id = $1 AND doc_type = $2
       ORDER BY list, entity_id, asked_name, document, id DESC) AS latest ORDER BY id DESC`,
    [taxId, docType],
  );
}

/**
 * A verdict holds as long as the profile has that name, and the entry says what it said at the time of the verdict. A dismissal does not
 * extend to a document that was found later.
 */
export function withVerdicts(hits: readonly Hit[], verdicts: readonly Verdict[]): Hit[] {
  return hits.map(({ veredicto: _, ...hit }) => {
    const found = verdicts.find(
      ({ list, entityId, askedName, fingerprint, document, verdict }) =>
        list === hit.lista &&
        entityId === hit.id_entidad &&
        askedName === hit.nombre_consultado &&
        fingerprint === hit.huella &&
        (verdict === 'confirmed' || hit.documento === null || isDeepStrictEqual(document, hit.documento)),
    );
    if (!found) return hit;
    const { verdict, reason, decidedBy, decidedAt } = found;
    const veredicto = {
      veredicto: verdict === 'confirmed' ? ('confirmado' as const) : ('descartado' as const),
      motivo: reason,
      por: decidedBy,
      cuando: decidedAt.toISOString(),
    };
    return { ...hit, veredicto };
  });
}
