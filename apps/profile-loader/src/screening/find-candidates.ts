import { sql, type Transaction } from '@vigia/database';
import { prepareName, searchText, type NameKind } from '@vigia/names';
import type { Screening } from '../sources/listas_compliance/listas_compliance.js';
import { kindOf, type IdentityDocument, type Subject } from './domain/subjects.js';

export interface Candidate {
  /** Index of the subject for which it was found. */
  subject: number;
  lista: string;
  version: string;
  tema: Screening['coincidencias'][number]['tema'];
  entityId: string;
  kind: NameKind;
  name: string;
  /** The document by which it was found, if it was. */
  document: IdentityDocument | null;
}

const mostCandidatesOfAName = 50;
/** Far below what counts as a match, because a name that is no candidate is never compared. */
const trigramThreshold = 0.3;

export async function listsInUse(tx: Transaction): Promise<Screening['listas']> {
  return tx.rows(sql`SELECT name AS lista, version FROM profiles.list ORDER BY name`);
}

/** Listed entities that have a document of a subject, each with all of its names. */
export async function findByDocument(tx: Transaction, subjects: Subject[]): Promise<Candidate[]> {
  const asked = subjects.flatMap(({ documentos }, subject) => documentos.map((document) => ({ subject, ...document })));
  return tx.rows<Candidate>(
    sql`SELECT subject, list.name AS lista, version, topic AS tema, entity.id AS entity_id, entity.kind, list_name.name,
       json_build_object('tipo', tipo, 'numero', numero) AS document
     FROM jsonb_to_recordset($1::jsonb) AS asked (subject int, tipo text, numero text)
     JOIN profiles.list_document AS found ON found.number = numero AND found.kind = tipo
     JOIN profiles.list_entity AS entity ON entity.list = found.list AND entity.id = found.entity_id
     JOIN profiles.list ON list.name = entity.list
     JOIN profiles.list_name ON list_name.list = entity.list AND list_name.entity_id = entity.id
     ORDER BY subject, list.name, entity.id, list_name.name, tipo, numero`,
    [JSON.stringify(asked)],
  );
}

/** Listed names that share trigrams with the name of a subject, the most similar ones of each. */
export async function findByName(tx: Transaction, subjects: Subject[]): Promise<Candidate[]> {
  const asked = subjects.flatMap((each, subject) =>
    each.nombre === null ? [] : [{ subject, normal: searchText(prepareName(each.nombre, kindOf(each))) }],
  );
  await tx.rows(sql`SELECT set_config('pg_trgm.similarity_threshold', $1, true)`, [String(trigramThreshold)]);
  return tx.rows<Candidate>(
    sql`SELECT subject, list.name AS lista, version, topic AS tema, entity.id AS entity_id, entity.kind, alike.name, NULL::json AS document
     FROM jsonb_to_recordset($1::jsonb) AS asked (subject int, normal text)
     CROSS JOIN LATERAL (
       SELECT list, entity_id, name FROM profiles.list_name WHERE normal_name % normal
       ORDER BY similarity(normal_name, normal) DESC, list, entity_id, name LIMIT $2
     ) AS alike
     JOIN profiles.list_entity AS entity ON entity.list = alike.list AND entity.id = alike.entity_id
     JOIN profiles.list ON list.name = entity.list
     ORDER BY subject, list.name, entity.id, alike.name`,
    [JSON.stringify(asked), mostCandidatesOfAName],
  );
}
