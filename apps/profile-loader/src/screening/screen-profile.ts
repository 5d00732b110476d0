import { prepareName, type Comparison, type PreparedName } from '@vigia/names';
import type { Hit, Screening } from '../sources/listas_compliance/listas_compliance.js';
import { evidenceOf } from './domain/evidence.js';
import { kindOf, type Subject } from './domain/subjects.js';
import { fingerprintOf } from './lists/fingerprint.js';
import type { ListIndex } from './lists/list-index.js';
import type { Found } from './lists/listed-entity.js';
import { isBinding, topicOf, type ListVersion } from './lists/list-meanings.js';

/** Less similar names are not shown, nor are names that the list itself calls weak and that are not nearly the same. */
const leastSimilarity = { name: 0.7, weakAlias: 0.85 };

/** A hit with its explanation: which words were compared, and which evidence there is. */
type ExplainedHit = Hit & Required<Pick<Hit, 'version' | 'vinculante' | 'fuerza' | 'indicios' | 'alineacion' | 'sin_par' | 'huella'>>;

export interface Screened extends Screening {
  coincidencias: ExplainedHit[];
}

/** Compares every subject of a profile with every list. `today` ends the entries that have a last day. */
export function screenProfile(lists: readonly ListIndex[], subjects: readonly Subject[], today: string): Screened {
  const coincidencias = subjects.flatMap((subject) => {
    const asked = prepareName(subject.nombre ?? '', kindOf(subject));
    return lists.flatMap((index) => hitsOf(subject, asked, index, today));
  });
  return { listas: lists.map(({ list: { lista, version } }) => ({ lista, version })), coincidencias: coincidencias.sort(strongestFirst) };
}

/** An entity may be found by several names and by a document: the strongest hit of each is kept. */
function hitsOf(subject: Subject, asked: PreparedName, index: ListIndex, today: string): ExplainedHit[] {
  const strongest = new Map<string, Found>();
  for (const found of [...index.withDocument(subject.documentos, asked), ...index.named(asked)]) {
    if (!isWorthShowing(found) || hasEnded(found, today)) continue;
    const known = strongest.get(found.entity.id);
    if (!known || strength(found) > strength(known)) strongest.set(found.entity.id, found);
  }
  return [...strongest.values()].map((found) => explain(subject, index.list, found));
}

function isWorthShowing({ document, comparison, name }: Found): boolean {
  return document !== null || comparison.score >= (name.isWeak ? leastSimilarity.weakAlias : leastSimilarity.name);
}

function hasEnded({ entity: { until } }: Found, today: string): boolean {
  return until !== null && until < today;
}

/** A little more than what a weak alias can be more alike than a name that counts as the same: 1 beside 0.80. */
const weakness = 0.2001;

/** A document is stronger than any name, and a name that counts as the same is stronger than any weak alias, which makes no alert. */
function strength({ document, comparison, name }: Found): number {
  return (document === null ? 0 : 1) + comparison.score - (name.isWeak ? weakness : 0);
}

function strongestFirst(one: ExplainedHit, other: ExplainedHit): number {
  const rank = ({ documento, similitud }: ExplainedHit) => (documento === null ? 0 : 1) + similitud;
  return rank(other) - rank(one) || other.fuerza - one.fuerza;
}

function explain(subject: Subject, { lista, version, tema }: ListVersion, found: Found): ExplainedHit {
  const { entity, name, document, comparison } = found;
  const { score, pairs, askedAlone, listedAlone } = comparison;
  return {
    lista,
    version,
    tema: lista === 'opensanctions' ? topicOf(lista, entity.programmes) : tema,
    vinculante: isBinding(lista),
    id_entidad: entity.id,
    enlace: entity.link,
    sujeto: subject.sujeto,
    nombre_consultado: subject.nombre ?? '',
    nombre_listado: name.text,
    documento: document,
    similitud: score,
    ...evidenceOf(subject, found),
    alineacion: pairs.map((pair) => ({ consultado: textOf(pair.asked), listado: textOf(pair.listed), puntaje: pair.score })),
    sin_par: { consultado: askedAlone.map(({ text }) => text), listado: listedAlone.map(({ text }) => text) },
    huella: fingerprintOf(entity),
  };
}

function textOf(words: Comparison['askedAlone']): string {
  return words.map(({ text }) => text).join(' ');
}
