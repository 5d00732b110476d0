import type { Transaction } from '@vigia/database';
import type { Screening } from '../sources/listas_compliance/raw-answer.js';
import type { IdentityDocument } from './domain/subjects.js';

export interface Candidate {
  lista: string;
  tema: Screening['coincidencias'][number]['tema'];
  entityId: string;
  name: string;
  /** The document by which it was found, if it was. */
  document: IdentityDocument | null;
}

const mostCandidates = 50;
/** Far below what counts as a match: who is not among the candidates is never compared. */
const trigramThreshold = 0.3;

export async function listsInUse(tx: Transaction): Promise<Screening['listas']> {
  return tx.query('SELECT name AS lista, version FROM profiles.list ORDER BY name');
}

/** Whoever has one of these documents, with every name that the list knows. */
export async function findByDocument(tx: Transaction, documents: IdentityDocument[]): Promise<Candidate[]> {
  return tx.query<Candidate>(
    `SELECT list.name AS lista, topic AS tema, found.entity_id AS "entityId", list_name.name,
       json_build_object('tipo', found.kind, 'numero', found.number) AS document
     FROM jsonb_to_recordset($1::jsonb) AS asked (tipo text, numero text)
     JOIN profiles.list_document AS found ON found.number = asked.numero AND found.kind = asked.tipo
     JOIN profiles.list ON list.name = found.list
     JOIN profiles.list_name ON list_name.list = found.list AND list_name.entity_id = found.entity_id`,
    [JSON.stringify(documents)],
  );
}

export async function findByName(tx: Transaction, normalName: string): Promise<Candidate[]> {
  await tx.query(`SELECT set_config('pg_trgm.similarity_threshold', $1, true)`, [String(trigramThreshold)]);
  return tx.query<Candidate>(
    `SELECT list.name AS lista, topic AS tema, entity_id AS "entityId", list_name.name, NULL AS document
     FROM profiles.list_name JOIN profiles.list ON list.name = list_name.list
     WHERE normal_name % $1 ORDER BY similarity(normal_name, $1) DESC, entity_id LIMIT $2`,
    [normalName, mostCandidates],
  );
}
