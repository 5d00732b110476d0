import { sql, type Database } from '@vigia/database';
import { compareNames, prepareName, type Comparison, type PreparedName } from '@vigia/names';
import type { Hit, Screening } from '../sources/listas_compliance/listas_compliance.js';
import { kindOf, type Subject } from './domain/subjects.js';
import { findByDocument, findByName, listsInUse, type Candidate } from './find-candidates.js';

/** Less similar names are not shown. */
const leastSimilarity = 0.7;

interface AlignedPair {
  consultado: string;
  listado: string;
  puntaje: number;
}

/** Words of one name that have no counterpart in the other. */
interface UnpairedWords {
  consultado: string[];
  listado: string[];
}

/** A hit with its explanation: which words were compared, and which evidence there is. */
interface ExplainedHit extends Hit {
  version: string;
  evidencia: 'documento' | 'nombre';
  alineacion: AlignedPair[];
  sin_par: UnpairedWords;
}

export interface Screened extends Screening {
  coincidencias: ExplainedHit[];
}

/** Compares every subject of a profile with every list; undefined if there is no list. */
export function screenProfile(database: Database, subjects: Subject[]): Promise<Screened | undefined> {
  return database.transaction(async (tx) => {
    // All statements read one snapshot: none of them sees a version that is imported meanwhile.
    await tx.rows(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY`);
    const listas = await listsInUse(tx);
    if (listas.length === 0) return undefined;
    const candidates = [...(await findByDocument(tx, subjects)), ...(await findByName(tx, subjects))];
    return { listas, coincidencias: strongestOfEach(candidates, subjects) };
  });
}

/** An entity may be found by several names and by a document: the strongest hit of each is kept, the strongest of all comes first. */
function strongestOfEach(candidates: Candidate[], subjects: Subject[]): ExplainedHit[] {
  const asked = subjects.map((subject) => prepareName(subject.nombre ?? '', kindOf(subject)));
  const ranked = candidates
    .map((candidate) => ({ of: entityOf(candidate), hit: compare(subjects[candidate.subject]!, asked[candidate.subject]!, candidate) }))
    .filter(({ hit }) => hit.documento !== null || hit.similitud >= leastSimilarity)
    .sort((a, b) => strength(b.hit) - strength(a.hit));
  const first = new Map(ranked.toReversed().map(({ of, hit }) => [of, hit]));
  return ranked.filter(({ of, hit }) => first.get(of) === hit).map(({ hit }) => hit);
}

function entityOf({ subject, lista, entityId }: Candidate): string {
  return JSON.stringify([subject, lista, entityId]);
}

/** A document is stronger than any name. */
function strength({ documento, similitud }: ExplainedHit): number {
  return documento === null ? similitud : 1 + similitud;
}

function compare(
  { sujeto, nombre }: Subject,
  asked: PreparedName,
  { lista, version, tema, entityId, kind, name, document }: Candidate,
): ExplainedHit {
  const { score, pairs, ...alone } = compareNames(asked, prepareName(name, kind, 'family name first'));
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
    alineacion: pairs.map((pair) => ({ consultado: textOf(pair.asked), listado: textOf(pair.listed), puntaje: pair.score })),
    sin_par: { consultado: alone.askedAlone.map(({ text }) => text), listado: alone.listedAlone.map(({ text }) => text) },
  };
}

function textOf(words: Comparison['askedAlone']): string {
  return words.map(({ text }) => text).join(' ');
}
