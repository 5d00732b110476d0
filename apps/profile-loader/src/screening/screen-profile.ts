import { sql, type Database } from '@vigia/database';
import type { Hit, Screening } from '../sources/listas_compliance/raw-answer.js';
import { alignNames, type AlignedPair } from './domain/align-names.js';
import { nameTokens } from './domain/name-tokens.js';
import type { Subject } from './domain/subjects.js';
import { findByDocument, findByName, listsInUse, type Candidate } from './find-candidates.js';

/** Less than this is not worth showing to anybody. */
const leastSimilarity = 0.7;

/** A hit with its explanation: what was compared, word by word, and what it rests on. */
export interface ExplainedHit extends Hit {
  version: string;
  evidencia: 'documento' | 'nombre';
  alineacion: AlignedPair[];
}

export interface Screened extends Screening {
  coincidencias: ExplainedHit[];
}

/** Compares everybody in a profile with every list; undefined as long as there is no list to compare with. */
export function screenProfile(database: Database, subjects: Subject[]): Promise<Screened | undefined> {
  return database.transaction(async (tx) => {
    // One snapshot: a version that is imported meanwhile is seen by none of these statements.
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const listas = await listsInUse(tx);
    if (listas.length === 0) return undefined;
    const candidates = [...(await findByDocument(tx, subjects)), ...(await findByName(tx, subjects))];
    return { listas, coincidencias: strongestOfEach(candidates, subjects) };
  });
}

/** Somebody may be listed under several names, and found by a document too: the strongest evidence stays, the strongest hit is first. */
function strongestOfEach(candidates: Candidate[], subjects: Subject[]): ExplainedHit[] {
  const ranked = candidates
    .map((candidate) => ({ of: entityOf(candidate), hit: compare(subjects[candidate.subject]!, candidate) }))
    .filter(({ hit }) => hit.documento !== null || hit.similitud >= leastSimilarity)
    .sort((a, b) => strength(b.hit) - strength(a.hit));
  const first = new Map(ranked.toReversed().map(({ of, hit }) => [of, hit]));
  return ranked.filter(({ of, hit }) => first.get(of) === hit).map(({ hit }) => hit);
}

function entityOf({ subject, lista, entityId }: Candidate): string {
  return JSON.stringify([subject, lista, entityId]);
}

/** A document says more than any name. */
function strength({ documento, similitud }: ExplainedHit): number {
  return documento === null ? similitud : 1 + similitud;
}

function compare({ sujeto, nombre }: Subject, { lista, version, tema, entityId, kind, name, document }: Candidate): ExplainedHit {
  const { score, pairs } = alignNames(nameTokens(nombre ?? '').tokens, { kind, tokens: nameTokens(name).tokens });
  return {
    lista,
    version,
    tema,
    id_entidad: entityId,
    sujeto,
    nombre_consultado: nombre ?? '',
    nombre_listado: name,
    documento: document,
    similitud: score,
    evidencia: document ? 'documento' : 'nombre',
    alineacion: pairs,
  };
}
