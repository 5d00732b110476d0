import type { Transaction } from '@vigia/database';
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
export async function screenProfile(tx: Transaction, subjects: Subject[]): Promise<Screened | undefined> {
  const listas = await listsInUse(tx);
  if (listas.length === 0) return undefined;
  const coincidencias: ExplainedHit[] = [];
  for (const subject of subjects) {
    const named = subject.nombre === null ? [] : await findByName(tx, nameTokens(subject.nombre).text);
    const compared = [...(await findByDocument(tx, subject.documentos)), ...named].map((candidate) => compare(subject, candidate, listas));
    coincidencias.push(...bestPerEntity(compared.filter(({ documento, similitud }) => documento !== null || similitud >= leastSimilarity)));
  }
  return { listas, coincidencias };
}

function compare(
  { sujeto, nombre }: Subject,
  { lista, tema, entityId, name, document }: Candidate,
  listas: Screening['listas'],
): ExplainedHit {
  const { score, pairs } = alignNames(nameTokens(nombre ?? '').tokens, nameTokens(name).tokens);
  return {
    lista,
    version: listas.find((list) => list.lista === lista)!.version,
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

/** Somebody may be listed under several names, and found by a document too: the strongest evidence stays. */
function bestPerEntity(hits: ExplainedHit[]): ExplainedHit[] {
  const ranked = hits.toSorted((a, b) => Number(b.documento !== null) - Number(a.documento !== null) || b.similitud - a.similitud);
  const entity = ({ lista, id_entidad }: ExplainedHit) => `${lista} ${id_entidad}`;
  return ranked.filter((hit, i) => ranked.findIndex((other) => entity(other) === entity(hit)) === i);
}
