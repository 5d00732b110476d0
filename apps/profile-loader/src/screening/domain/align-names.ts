import { isFrequent } from './name-words.js';
import { pairWords, wordWeight, type WordPair } from './pair-words.js';

export interface AlignedPair {
  consultado: string;
  listado: string;
  puntaje: number;
}

/** Words of one name that have no counterpart in the other. */
export interface UnpairedWords {
  consultado: string[];
  listado: string[];
}

interface Alignment {
  /** From 0, nothing in common, to 1, the same name. */
  score: number;
  pairs: AlignedPair[];
  unpaired: UnpairedWords;
}

/** A listed name. The name of a person begins with the paternal family name. */
export interface ListedName {
  kind: 'person' | 'company';
  tokens: readonly string[];
}

const unmatchedQueryWeight = 0.8;
const unmatchedListWeight = 0.2;
/** Applied when the shared words do not tell this name from many others. */
const indistinctFactor = 0.5;
const otherNumbersFactor = 0.7;

/** Aligns the words of a queried name with those of a listed one, whatever their order. */
export function alignNames(query: readonly string[], { kind, tokens: list }: ListedName): Alignment {
  const { pairs, leftOfQuery, leftOfList } = pairWords(query, list);
  const matched = sumOf(pairs.map(({ score, weight }) => score * weight));
  const left = unmatchedQueryWeight * sumOf(leftOfQuery.map(wordWeight)) + unmatchedListWeight * sumOf(leftOfList.map(wordWeight));
  const whole = sumOf(pairs.map(({ weight }) => weight)) + left;
  const isDistinct =
    matched === whole ||
    ((left === 0 || pairs.length > 1) && pairs.some(isTelling) && (kind === 'company' || pairs.some(isFamilyNameOf(list))));
  const factor = (isDistinct ? 1 : indistinctFactor) * (sameNumbers(query, list) ? 1 : otherNumbersFactor);
  return {
    score: whole === 0 ? 0 : rounded((matched / whole) * factor),
    pairs: pairs.map(({ asked, listed, score }) => ({ consultado: asked.join(' '), listado: listed.join(' '), puntaje: rounded(score) })),
    unpaired: { consultado: leftOfQuery, listado: leftOfList },
  };
}

function sumOf(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The pair is more than an initial, a particle or a frequent word. */
function isTelling({ asked, listed }: WordPair): boolean {
  return [asked.join(''), listed.join('')].every((word) => word.length > 2 && !isFrequent(word));
}

/** Strangers share given names and a family name: without the paternal family name it is another person. */
function isFamilyNameOf(list: readonly string[]): (pair: WordPair) => boolean {
  const familyName = list.find((word) => !isFrequent(word));
  return ({ asked, listed }) => listed.some((word) => word === familyName) && asked.every((word) => word.length > 1);
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
