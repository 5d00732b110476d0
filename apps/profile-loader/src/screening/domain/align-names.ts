import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';

export interface AlignedPair {
  consultado: string;
  listado: string;
  puntaje: number;
}

export interface Alignment {
  /** From 0, nothing in common, to 1, the same name. */
  score: number;
  pairs: AlignedPair[];
}

/** Words that many names have: sharing one of them means little. */
const common = new Set(
  (
    'de del la las los el y e san santa comercial comercializadora corporacion corp grupo consorcio inversiones servicios generales negociaciones ' +
    'empresa compania industrias industrial distribuidora importaciones exportaciones importadora exportadora agroexportadora transportes ' +
    'constructora contratistas consultoria ingenieria logistica tecnologia textiles confecciones almacenes boticas ferreteria maquinarias ' +
    'pesquera restaurantes representaciones peru peruana internacional asociados hermanos hnos hijos sociedad'
  ).split(' '),
);

const initialScore = 0.8;
const soundScore = 0.85;
const unmatchedQueryWeight = 0.8;
const unmatchedListWeight = 0.2;
const commonWeight = 0.5;
/** What is left of a score when nothing but common words or initials is shared. */
const onlyCommonFactor = 0.5;
const otherNumbersFactor = 0.7;

function weight(token: string): number {
  return Math.sqrt(token.length) * (common.has(token) ? commonWeight : 1);
}

/** One typing error for every four letters; else the same sound; else an initial. Zero when the words have nothing to do with each other. */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  if (/[0-9]/.test(a + b)) return 0;
  const longest = Math.max(a.length, b.length);
  if (Math.min(a.length, b.length) === 1) return a[0] === b[0] ? initialScore : 0;
  const errors = distance(a, b);
  if (errors <= Math.floor(Math.min(a.length, b.length) / 4)) return 1 - errors / longest;
  return longest >= 4 && doubleMetaphone(a)[0] === doubleMetaphone(b)[0] && errors <= Math.ceil(longest / 3)
    ? soundScore * (1 - errors / (4 * longest))
    : 0;
}

interface Candidate {
  query: number[];
  list: number[];
  score: number;
  weight: number;
}

/** Strict alignment of the words of a name asked for with those of a listed one, whatever their order. */
export function alignNames(query: readonly string[], list: readonly string[]): Alignment {
  const chosen = choose([...wordPairs(query, list), ...gluedPairs(query, list)]);
  const matched = chosen.reduce((sum, { score, weight: w }) => sum + score * w, 0);
  const covered = chosen.reduce((sum, { weight: w }) => sum + w, 0);
  const left = (tokens: readonly string[], side: 'query' | 'list') =>
    tokens.filter((_token, i) => !chosen.some((pair) => pair[side].includes(i))).reduce((sum, token) => sum + weight(token), 0);
  const whole = covered + unmatchedQueryWeight * left(query, 'query') + unmatchedListWeight * left(list, 'list');
  const pairs = chosen.map((pair) => ({
    consultado: pair.query.map((i) => query[i]).join(' '),
    listado: pair.list.map((i) => list[i]).join(' '),
    puntaje: rounded(pair.score),
  }));
  const isSame = matched === whole;
  const distinctive = pairs.some(({ consultado, puntaje }) => consultado.length > 2 && puntaje > initialScore && !common.has(consultado));
  const factor = (isSame || distinctive ? 1 : onlyCommonFactor) * (sameNumbers(query, list) ? 1 : otherNumbersFactor);
  return { score: whole === 0 ? 0 : rounded((matched / whole) * factor), pairs };
}

function wordPairs(query: readonly string[], list: readonly string[]): Candidate[] {
  return query.flatMap((word, i) =>
    list.map((other, j) => ({ query: [i], list: [j], score: similarity(word, other), weight: Math.max(weight(word), weight(other)) })),
  );
}

/** One word here, two words there: `sanmartin` and `san martin`. */
function gluedPairs(query: readonly string[], list: readonly string[]): Candidate[] {
  const glue = (words: readonly string[], others: readonly string[]) =>
    words.flatMap((word, one) =>
      others.flatMap((first, i) =>
        others.flatMap((second, j) => (i !== j && word === first + second ? [{ one, two: [i, j], weight: weight(word) }] : [])),
      ),
    );
  return [
    ...glue(query, list).map(({ one, two, weight: w }) => ({ query: [one], list: two, score: 1, weight: w })),
    ...glue(list, query).map(({ one, two, weight: w }) => ({ query: two, list: [one], score: 1, weight: w })),
  ];
}

/** The best pairs first; every word is used once. Ties are broken by weight, so that the order of the words does not matter. */
function choose(candidates: Candidate[]): Candidate[] {
  const chosen: Candidate[] = [];
  for (const candidate of candidates.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || b.weight - a.weight)) {
    const isFree = chosen.every(
      ({ query, list }) => !query.some((i) => candidate.query.includes(i)) && !list.some((j) => candidate.list.includes(j)),
    );
    if (isFree) chosen.push(candidate);
  }
  return chosen;
}

/** `Inversiones 2020` is not `Inversiones 2021`. */
function sameNumbers(query: readonly string[], list: readonly string[]): boolean {
  const numbers = (tokens: readonly string[]) =>
    tokens
      .filter((token) => /^[0-9]+$/.test(token))
      .toSorted()
      .join(' ');
  return numbers(query) === numbers(list);
}

function rounded(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
