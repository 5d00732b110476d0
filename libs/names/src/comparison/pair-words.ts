import type { PreparedName } from '../prepared-name.js';
import type { Word } from '../words/word.js';
import { acronyms, joinedWords, type Run } from './joined-words.js';
import { wordLikeness, type Way } from './word-likeness.js';

export interface WordPair {
  asked: Word[];
  listed: Word[];
  score: number;
  way: Way;
  weight: number;
}

export interface Pairing {
  pairs: WordPair[];
  /** Words without a counterpart. */
  askedAlone: Word[];
  listedAlone: Word[];
}

interface Possible {
  asked: number[];
  listed: number[];
  score: number;
  way: Way;
  weight: number;
}

/** Takes the best pairs first and uses every word once. */
export function pairWords(asked: PreparedName, listed: PreparedName, withAcronyms: boolean): Pairing {
  const askedTaken = new Set<number>();
  const listedTaken = new Set<number>();
  const pairs: WordPair[] = [];
  for (const pair of possiblePairs(asked, listed, withAcronyms).sort(bestFirst)) {
    if (pair.asked.some((at) => askedTaken.has(at)) || pair.listed.some((at) => listedTaken.has(at))) continue;
    for (const at of pair.asked) askedTaken.add(at);
    for (const at of pair.listed) listedTaken.add(at);
    pairs.push({ ...pair, asked: pair.asked.map((at) => asked.words[at]!), listed: pair.listed.map((at) => listed.words[at]!) });
  }
  return {
    pairs,
    askedAlone: asked.words.filter((_word, at) => !askedTaken.has(at)),
    listedAlone: listed.words.filter((_word, at) => !listedTaken.has(at)),
  };
}

function possiblePairs({ words, kind }: PreparedName, { words: others }: PreparedName, withAcronyms: boolean): Possible[] {
  const possible: Possible[] = [];
  for (const [i, one] of words.entries())
    for (const [j, other] of others.entries()) {
      const { score, way } = wordLikeness(one, other, kind);
      if (score > 0) possible.push({ asked: [i], listed: [j], score, way, weight: Math.max(one.weight, other.weight) });
    }
  const add = (runs: Run[], way: Way, isAskedOne: boolean) => {
    for (const { one, several, score } of runs) {
      const [from, to] = isAskedOne ? [words, others] : [others, words];
      const weight = way === 'joined' ? from[one]!.weight : several.reduce((sum, at) => sum + to[at]!.weight, 0);
      possible.push({ asked: isAskedOne ? [one] : several, listed: isAskedOne ? several : [one], score, way, weight });
    }
  };
  add(joinedWords(words, others), 'joined', true);
  add(joinedWords(others, words), 'joined', false);
  if (withAcronyms) {
    add(acronyms(words, others), 'acronym', true);
    add(acronyms(others, words), 'acronym', false);
  }
  return possible;
}

/** Between equally good pairs: first the one with more words, then the heavier one, then the one whose words stand in the same place. */
function bestFirst(one: Possible, other: Possible): number {
  const rank = ({ score, asked, listed }: Possible) => score * (1 + (asked.length + listed.length) / 100);
  const apart = ({ asked, listed }: Possible) => Math.abs(asked[0]! - listed[0]!);
  return rank(other) - rank(one) || other.weight - one.weight || apart(one) - apart(other);
}
