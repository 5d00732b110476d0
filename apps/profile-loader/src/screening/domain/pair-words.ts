import { wordSimilarity } from './compare-words.js';
import { isFrequent } from './frequent-words.js';

/** Words of the name asked for, and the words of the listed one that stand for them. */
export interface WordPair {
  asked: string[];
  listed: string[];
  score: number;
  weight: number;
}

export interface Pairing {
  pairs: WordPair[];
  /** Words that have no counterpart. */
  leftOfQuery: string[];
  leftOfList: string[];
}

/** A pair that may be chosen, with the places of its words: a name may have the same word twice. */
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

/** One word here, two words there: `sanmartin` and `san martin`. */
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

/** Down to the letters, so that the order in which a name is written never decides between equals. */
function bestFirst(a: WordPair, b: WordPair): number {
  const text = ({ asked, listed }: WordPair) => `${asked.join(' ')}\n${listed.join(' ')}`;
  return b.score - a.score || b.weight - a.weight || text(b).length - text(a).length || (text(a) < text(b) ? -1 : 1);
}

function overlap(some: number[], others: number[]): boolean {
  return some.some((place) => others.includes(place));
}
