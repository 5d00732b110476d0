import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { isFrequent } from './name-words.js';

/** Words of the queried name, and the words of the listed name that correspond to them. */
export interface WordPair {
  asked: string[];
  listed: string[];
  score: number;
  weight: number;
}

interface Pairing {
  pairs: WordPair[];
  /** Words that have no counterpart. */
  leftOfQuery: string[];
  leftOfList: string[];
}

/** A pair that may be chosen, with the positions of its words: a name may have the same word twice. */
interface PossiblePair extends WordPair {
  query: number[];
  list: number[];
}

const frequentWeight = 0.5;

export function wordWeight(word: string): number {
  return Math.sqrt(word.length) * (isFrequent(word) ? frequentWeight : 1);
}

/** The best pairs first; every word is used once. */
export function pairWords(query: readonly string[], list: readonly string[]): Pairing {
  const chosen: PossiblePair[] = [];
  for (const pair of [...singlePairs(query, list), ...gluedPairs(query, list)].sort(bestFirst)) {
    if (!chosen.some((other) => overlap(other.query, pair.query) || overlap(other.list, pair.list))) chosen.push(pair);
  }
  return {
    pairs: chosen,
    leftOfQuery: query.filter((_word, i) => !chosen.some((pair) => pair.query.includes(i))),
    leftOfList: list.filter((_word, j) => !chosen.some((pair) => pair.list.includes(j))),
  };
}

function singlePairs(query: readonly string[], list: readonly string[]): PossiblePair[] {
  return query.flatMap((asked, i) =>
    list.flatMap((listed, j) => {
      const score = wordSimilarity(asked, listed);
      const weight = Math.max(wordWeight(asked), wordWeight(listed));
      return score > 0 ? [{ query: [i], list: [j], asked: [asked], listed: [listed], score, weight }] : [];
    }),
  );
}

/** One word in one name, two in the other: `sanmartin` and `san martin`. */
function gluedPairs(query: readonly string[], list: readonly string[]): PossiblePair[] {
  return [
    ...splits(query, list).map(({ word, at, parts, partsAt, weight }) => ({
      score: 1,
      query: [at],
      list: partsAt,
      asked: [word],
      listed: parts,
      weight,
    })),
    ...splits(list, query).map(({ word, at, parts, partsAt, weight }) => ({
      score: 1,
      query: partsAt,
      list: [at],
      asked: parts,
      listed: [word],
      weight,
    })),
  ];
}

function splits(words: readonly string[], others: readonly string[]) {
  return words.flatMap((word, at) =>
    others.flatMap((first, i) => {
      if (!word.startsWith(first)) return [];
      const rest = word.slice(first.length);
      const seconds = others.flatMap((second, j) => (i !== j && second === rest ? [{ second, j }] : []));
      return seconds.map(({ second, j }) => ({ word, at, parts: [first, second], partsAt: [i, j], weight: wordWeight(word) }));
    }),
  );
}

/** Compares down to the letters, so that the order of the words never decides between equal pairs. */
function bestFirst(a: WordPair, b: WordPair): number {
  const text = ({ asked, listed }: WordPair) => `${asked.join(' ')}\n${listed.join(' ')}`;
  return b.score - a.score || b.weight - a.weight || text(b).length - text(a).length || (text(a) < text(b) ? -1 : 1);
}

function overlap(some: number[], others: number[]): boolean {
  return some.some((place) => others.includes(place));
}

const initialScore = 0.8;
const soundScore = 0.85;

/** 1 for the same word, less for an initial, a typing error in every four letters or the same sound, and 0 for unrelated words. */
function wordSimilarity(a: string, b: string): number {
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
