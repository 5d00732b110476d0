import type { Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { screened } from '../../sources/providers/provider-file.js';
import type { Screening } from '../../sources/listas_compliance/listas_compliance.js';
import type { Answered } from '../../summary/renew-sections.js';

/**
 * Runs in the transaction that keeps a screening, before the one of before is replaced: whom it looked up is kept, and a hit that it found
 * no more is closed, with the version of the list that no longer has it.
 */
export function keepScreened(tx: Transaction, { taxId, docType }: Document, answered: readonly Answered[]): void {
  const answer = answered.find(({ source }) => source === screened)?.answer;
  if (answer?.outcome !== 'data') return;
  const { listas, coincidencias } = answer.data as Screening;
  tx.send(closeHits, [taxId, docType, JSON.stringify(listas), JSON.stringify(coincidencias.map(keyOf))]);
  tx.send(sql`DELETE FROM profiles.screened_subject WHERE tax_id = $1 AND doc_type = $2`, [taxId, docType]);
  if (!answer.subjects) return;
  tx.send(
    sql`INSERT INTO profiles.screened_subject (tax_id, doc_type, position, role, name, documents)
     SELECT $1, $2, position, subject->>'sujeto', subject->>'nombre', subject->'documentos'
     FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (subject, position)`,
    [taxId, docType, JSON.stringify(answer.subjects)],
  );
}

function keyOf({ lista, id_entidad, nombre_consultado }: Screening['coincidencias'][number]) {
  return { lista, id_entidad, nombre_consultado };
}

const closeHits = sql`
  INSERT INTO profiles.closed_hit (tax_id, doc_type, list, entity_id, asked_name, listed_name, opened_in, closed_in)
  SELECT DISTINCT ON (hit.lista, id_entidad, nombre_consultado) $1, $2, hit.lista, id_entidad, nombre_consultado, nombre_listado, hit.version,
    searched.version
  FROM profiles.source_answer
    CROSS JOIN jsonb_to_recordset(answer->'coincidencias')
      AS hit (lista text, id_entidad text, nombre_consultado text, nombre_listado text, version text)
    LEFT JOIN jsonb_to_recordset($3::jsonb) AS searched (lista text, version text) ON searched.lista = hit.lista
  WHERE tax_id = $1 AND doc_type = $2 AND source = '${screened}'
    AND NOT EXISTS (SELECT FROM jsonb_to_recordset($4::jsonb) AS found (lista text, id_entidad text, nombre_consultado text)
      WHERE (found.lista, found.id_entidad, found.nombre_consultado) = (hit.lista, hit.id_entidad, hit.nombre_consultado))`;
