import { prepareName, type Comparison, type PreparedName } from '@vigia/names';
import type { Hit, Screening } from '../sources/listas_compliance/listas_compliance.js';
import { kindOf, type Subject } from './domain/subjects.js';
import type { Found, ListIndex } from './lists/list-index.js';
import type { ListVersion } from './lists/listed-entity.js';

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

/** Compares every subject of a profile with every list. */
export function screenProfile(lists: readonly ListIndex[], subjects: readonly Subject[]): Screened {
  const coincidencias = subjects.flatMap((subject) => {
    const asked = prepareName(subject.nombre ?? '', kindOf(subject));
    return lists.flatMap((index) => hitsOf(subject, asked, index));
  });
  return { listas: lists.map(({ list: { lista, version } }) => ({ lista, version })), coincidencias: coincidencias.sort(strongestFirst) };
}

/** An entity may be found by several names and by a document: the strongest hit of each is kept. */
function hitsOf(subject: Subject, asked: PreparedName, index: ListIndex): ExplainedHit[] {
  const strongest = new Map<string, Found>();
  for (const found of [...index.withDocument(subject.documentos, asked), ...index.named(asked)]) {
    if (found.document === null && found.comparison.score < leastSimilarity) continue;
    const known = strongest.get(found.entity.id);
    if (!known || strength(found) > strength(known)) strongest.set(found.entity.id, found);
  }
  return [...strongest.values()].map((found) => explain(subject, index.list, found));
}

/** A document is stronger than any name. */
function strength({ document, comparison }: Pick<Found, 'document' | 'comparison'>): number {
  return (document === null ? 0 : 1) + comparison.score;
}

function strongestFirst(one: ExplainedHit, other: ExplainedHit): number {
  const rank = ({ documento, similitud }: ExplainedHit) => (documento === null ? 0 : 1) + similitud;
  return rank(other) - rank(one);
}

function explain(
  { sujeto, nombre }: Subject,
  { lista, version, tema }: ListVersion,
  { entity, name, document, comparison }: Found,
): ExplainedHit {
  const { score, pairs, askedAlone, listedAlone } = comparison;
  return {
    lista,
    version,
    tema,
    id_entidad: entity.id,
    sujeto,
    nombre_consultado: nombre ?? '',
    nombre_listado: name,
    documento: document,
    similitud: score,
    evidencia: document ? 'documento' : 'nombre',
    alineacion: pairs.map((pair) => ({ consultado: textOf(pair.asked), listado: textOf(pair.listed), puntaje: pair.score })),
    sin_par: { consultado: askedAlone.map(({ text }) => text), listado: listedAlone.map(({ text }) => text) },
  };
}

function textOf(words: Comparison['askedAlone']): string {
  return words.map(({ text }) => text).join(' ');
}
