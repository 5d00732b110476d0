import type { PreparedName } from '../prepared-name.js';
import type { Word } from '../words/word.js';
import { withoutOneLetter } from './near-texts.js';

/** Several words of a name that another name may write as one. */
interface Together {
  text: string;
  words: readonly Word[];
}

const longestRun = 4;
const endLength = 4;
const fewestLetters = 7;
/** Fewer are in too many names. */
const fewestLeft = 3;
const shortestAcronym = 3;
const longestAcronym = 6;

/** Adjacent words written as one: `vanderbilt` for `van der bilt`. */
export function joined({ words }: PreparedName): Together[] {
  return words.flatMap((_first, from) =>
    runsFrom(words, from, 2, longestRun).map((run) => ({ text: run.map(({ text }) => text).join(''), words: run })),
  );
}

/** The initials of adjacent words of a company. */
export function acronyms({ words, kind }: PreparedName): Together[] {
  if (kind === 'person') return [];
  const spelled = words.filter(({ part }) => part !== 'particle');
  return spelled.flatMap((_first, from) =>
    runsFrom(spelled, from, shortestAcronym, longestAcronym).map((run) => ({ text: run.map(({ text }) => text[0]).join(''), words: run })),
  );
}

/**
 * What a mistake or a misplaced space leaves of all letters: the beginning and the end if it is between them, otherwise all that follows it
 * or precedes it. Such a mistake may have shifted the letters of a queried name by one.
 */
export function partsOfLetters({ letters }: PreparedName, shifts: readonly number[]): string[] {
  if (letters.length < fewestLetters) return [];
  const ends = `${letters.slice(0, endLength)} ${letters.slice(-endLength)}`;
  const left = shifts.map((shift) => endLength + 1 + shift).filter((end) => letters.length >= end + fewestLeft);
  const whole = letters.length < fewestLetters + 2 ? withoutOneLetter(letters) : [];
  return [ends, ...whole, ...left.flatMap((end) => [`>${letters.slice(end)}`, `<${letters.slice(0, -end)}`])];
}

function runsFrom(words: readonly Word[], from: number, shortest: number, longest: number): Word[][] {
  const runs: Word[][] = [];
  for (let to = from + shortest; to <= Math.min(words.length, from + longest); to++) runs.push(words.slice(from, to));
  return runs;
}
