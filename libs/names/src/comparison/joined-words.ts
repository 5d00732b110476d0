import type { Word } from '../words/word.js';
import { editCost } from './edit-cost.js';

export interface Run {
  /** Index of the word that stands for several. */
  one: number;
  /** Indexes of those words in the other name. */
  several: number[];
  score: number;
}

const mostJoined = 4;
const longEnoughForMistakes = 6;

/** Adjacent words of one name that are one word in the other: `san martin`, `sanmartin`. */
export function joinedWords(words: readonly Word[], others: readonly Word[]): Run[] {
  return words.flatMap(({ text, part }, one) => {
    if (text.length < 4 || part === 'number') return [];
    return others.flatMap((_first, from) => runsFrom(from, text, others).map((run) => ({ ...run, one })));
  });
}

function runsFrom(from: number, text: string, others: readonly Word[]): Omit<Run, 'one'>[] {
  const runs: Omit<Run, 'one'>[] = [];
  let joined = others[from]!.text;
  for (let to = from + 1; to < Math.min(others.length, from + mostJoined); to++) {
    joined += others[to]!.text;
    if (joined.length > text.length + 1) break;
    if (joined.length < text.length - 1) continue;
    const cost = joined === text ? 0 : text.length < longEnoughForMistakes ? Infinity : editCost(joined, text, 1);
    if (cost !== Infinity) runs.push({ several: range(from, to), score: 1 - cost / text.length });
  }
  return runs;
}

const shortestAcronym = 3;
const longestAcronym = 6;
const acronymScore = 0.95;

/** A word made of the initials of words in the other name: `WHO` and `World Health Organization`. */
export function acronyms(words: readonly Word[], others: readonly Word[]): Run[] {
  const spelled = others.flatMap(({ text, part }, at) => (part === 'particle' ? [] : [{ text, at }]));
  return words.flatMap(({ text, part }, one) => {
    if (text.length < shortestAcronym || text.length > longestAcronym || part === 'number') return [];
    return spelled.flatMap((_first, from) => {
      const run = spelled.slice(from, from + text.length);
      const isSpelled = run.length === text.length && run.every((each, i) => each.text.length > 1 && each.text[0] === text[i]);
      return isSpelled ? [{ one, several: run.map(({ at }) => at), score: acronymScore }] : [];
    });
  });
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
