import { createHash } from 'node:crypto';
import { prepareName, type Comparison } from '@vigia/names';
import type { EndedEntry } from '../domain/source-answer.js';
import { gravityOf, type Hit, type Screening } from '../sources/listas_compliance/listas_compliance.js';
import { evidenceOf } from './domain/evidence.js';
import type { ListedEntity } from './domain/listed-entity.js';
import { kindOf, kindToldBy, type Subject } from './domain/subjects.js';
import type { Asked, Found, ListIndex } from './lists/list-index.js';
import { isBinding, toldKindOf, topicOf, type ListVersion } from './lists/list-meanings.js';

/** Less similar names are not shown. Nor are names that the list itself calls weak, unless they are nearly the same. */
const leastSimilarity = { name: 0.7, weakAlias: 0.85 };

/** A hit with its explanation: which words were compared, and which evidence there is. */
type ExplainedHit = Hit & Required<Pick<Hit, 'version' | 'vinculante' | 'fuerza' | 'indicios' | 'alineacion' | 'sin_par' | 'huella'>>;

export interface Screened extends Screening {
  coincidencias: ExplainedHit[];
  ended: EndedEntry[];
}

/** Compares every subject of a profile with every list. `today` decides which entries with a last day have ended. */
export function screenProfile(lists: readonly ListIndex[], subjects: readonly Subject[], today: string): Screened {
  const searched = subjects.flatMap((subject) => {
    const name = prepareName(subject.nombre ?? '', kindOf(subject));
    const asked = { name, isKindTold: kindToldBy(subject.documentos) !== null };
    return lists.map((index) => hitsOf(subject, asked, index, today));
  });
  return {
    listas: lists.map(({ list: { lista, version } }) => ({ lista, version })),
    coincidencias: searched.flatMap(({ hits }) => hits).sort(strongestFirst),
    ended: searched.flatMap(({ ended }) => ended),
  };
}

/**
 * An entity may be found by several names and by a document. This keeps one hit for each: the one with the gravest level, and among equals
 * the strongest.
 */
function hitsOf(subject: Subject, asked: Asked, index: ListIndex, today: string): { hits: ExplainedHit[]; ended: EndedEntry[] } {
  const kept = new Map<string, ExplainedHit>();
  const ended: EndedEntry[] = [];
  for (const found of [...index.withDocument(subject.documentos, asked), ...index.named(asked)]) {
    if (!isWorthShowing(found)) continue;
    const { id, until } = found.entity;
    if (until !== null && until < today) {
      ended.push({ list: index.list.lista, entityId: id, lastDay: until });
      continue;
    }
    const hit = explain(subject, index.list, found);
    const known = kept.get(hit.id_entidad);
    if (!known || gravestFirst(hit, known) < 0) kept.set(hit.id_entidad, hit);
  }
  return { hits: [...kept.values()], ended };
}

function isWorthShowing({ document, comparison, name }: Found): boolean {
  return document !== null || comparison.score >= (name.isWeak ? leastSimilarity.weakAlias : leastSimilarity.name);
}

function gravestFirst(one: ExplainedHit, other: ExplainedHit): number {
  return gravityOf(other) - gravityOf(one) || strongestFirst(one, other);
}

/** A document is stronger than any name. Between two equally similar names, the one that the list trusts is stronger. */
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
    ...evidenceOf(subject, { ...found, toldKind: toldKindOf(lista, entity) }),
    alineacion: pairs.map((pair) => ({ consultado: textOf(pair.asked), listado: textOf(pair.listed), puntaje: pair.score })),
    sin_par: { consultado: askedAlone.map(({ text }) => text), listado: listedAlone.map(({ text }) => text) },
    huella: fingerprintOf(entity),
  };
}

function textOf(words: Comparison['askedAlone']): string {
  return words.map(({ text }) => text).join(' ');
}

/**
 * Identifies the content of an entry. It changes when the list says something else about the person or company, and stays the same in a new
 * version that does not.
 */
function fingerprintOf({ kind, names, documents, births, countries, programmes, until }: ListedEntity): string {
  const said = [
    kind,
    names.map(({ text, isWeak }) => [text, isWeak]),
    documents.map(({ tipo, numero }) => [tipo, numero]),
    births.map(({ day, from, to, isApproximate }) => (isApproximate ? [day, from, to, 'approximate'] : [day, from, to])),
    countries,
    programmes,
    until,
  ];
  const inAnyOrder = said.map((part) => (Array.isArray(part) ? part.map((one) => JSON.stringify(one)).toSorted() : part));
  return createHash('sha256').update(JSON.stringify(inAnyOrder)).digest('base64url').slice(0, 22);
}
