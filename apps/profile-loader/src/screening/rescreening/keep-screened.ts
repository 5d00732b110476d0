import type { Document } from '@vigia/contracts';
import { sql, type Transaction } from '@vigia/database';
import { screened } from '../../sources/providers/provider-file.js';
import type { Screening } from '../../sources/listas_compliance/listas_compliance.js';
import type { Answered } from '../../summary/keep-answers.js';

/**
 * Runs in the transaction that stores a screening, before it replaces the previous one. Keeps the subjects that it looked up, if they
 * differ. Closes a hit that it no longer found, with the version of the list that it searched, and notes whether the subject changed or the
 * last day of the entry has passed.
 */
export function keepScreened(tx: Transaction, { taxId, docType }: Document, answered: readonly Answered[]): void {
  const answer = answered.find(({ source }) => source === screened)?.answer;
  if (answer?.outcome !== 'data' && answer?.outcome !== 'empty' && answer?.outcome !== 'not_contracted') return;
  // With subjects it says that no list is in force: the last one may just have been retired.
  if (answer.outcome === 'not_contracted' && !answer.subjects) return;
  const listas = 'listas' in answer ? answer.listas : undefined;
  const found = answer.outcome === 'data' ? (answer.data as Screening) : { listas, coincidencias: [] };
  const subjects = answer.subjects ? JSON.stringify(answer.subjects) : null;
  const ended = 'ended' in answer ? answer.ended : undefined;
  tx.send(closeHits, [
    taxId,
    docType,
    JSON.stringify(found.listas ?? []),
    JSON.stringify(found.coincidencias.map(keyOf)),
    subjects,
    JSON.stringify(ended ?? []),
  ]);
  tx.send(
    sql`WITH given AS (
       SELECT position, subject->>'sujeto' AS role, subject->>'nombre' AS name, subject->'documentos' AS documents
       FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY AS given (subject, position)
     ), gone AS (
       DELETE FROM profiles.screened_subject WHERE tax_id = $1 AND doc_type = $2 AND position NOT IN (SELECT position FROM given))
     INSERT INTO profiles.screened_subject AS kept (tax_id, doc_type, position, role, name, documents) SELECT $1, $2, given.* FROM given
     ON CONFLICT (tax_id, doc_type, position) DO UPDATE SET role = excluded.role, name = excluded.name, documents = excluded.documents
     WHERE (kept.role, kept.name, kept.documents) IS DISTINCT FROM (excluded.role, excluded.name, excluded.documents)`,
    [taxId, docType, JSON.stringify(answer.subjects ?? [])],
  );
}

function keyOf({ lista, id_entidad, nombre_consultado }: Screening['coincidencias'][number]) {
  return { lista, id_entidad, nombre_consultado };
}

/** Null if it is not known for whom the hit was found: a provider keeps its subjects for itself. */
const subjectChanged = sql`(
  SELECT NOT bool_or(EXISTS (SELECT FROM jsonb_to_recordset($5::jsonb) AS given (nombre text, documentos jsonb)
    WHERE nombre IS NOT DISTINCT FROM before.name AND documentos = before.documents))
  FROM profiles.screened_subject AS before
  WHERE before.tax_id = $1 AND before.doc_type = $2 AND coalesce(before.name, '') = nombre_consultado AND $5::jsonb IS NOT NULL)`;

/** A version may keep an entry after its last day. */
const endedOn = sql`(
  SELECT "lastDay" FROM jsonb_to_recordset($6::jsonb) AS ended (list text, "entityId" text, "lastDay" date)
  WHERE (list, "entityId") = (hit.lista, id_entidad) LIMIT 1)`;

const closeHits = sql`
  INSERT INTO profiles.closed_hit
    (tax_id, doc_type, list, entity_id, asked_name, listed_name, opened_in, closed_in, subject_changed, ended_on)
  SELECT DISTINCT ON (hit.lista, id_entidad, nombre_consultado) $1, $2, hit.lista, id_entidad, nombre_consultado, nombre_listado, hit.version,
    searched.version, ${subjectChanged}, ${endedOn}
  FROM profiles.source_answer
    CROSS JOIN jsonb_to_recordset(answer->'coincidencias')
      AS hit (lista text, id_entidad text, nombre_consultado text, nombre_listado text, version text)
    LEFT JOIN jsonb_to_recordset($3::jsonb) AS searched (lista text, version text) ON searched.lista = hit.lista
  WHERE tax_id = $1 AND doc_type = $2 AND source = '${screened}'
    AND NOT EXISTS (SELECT FROM jsonb_to_recordset($4::jsonb) AS found (lista text, id_entidad text, nombre_consultado text)
      WHERE (found.lista, found.id_entidad, found.nombre_consultado) = (hit.lista, hit.id_entidad, hit.nombre_consultado))`;
