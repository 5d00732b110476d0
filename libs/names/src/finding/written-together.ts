import type { PreparedName } from '../prepared-name.js';
import type { Word } from '../words/word.js';

/** Several words of a name as another may write them: as one. */
interface Together {
  text: string;
  words: Word[];
}

const longestRun = 4;
const shortPiece = 3;
const endLength = 4;
const fewestLetters = 7;
const shortestAcronym = 3;
const longestAcronym = 6;

/**
 * Words side by side written as one, `vanderbilt` for `van der bilt`; the first letters of a company's words; and both ends of all letters, which
 * a space in the wrong place leaves as they are.
 */
export function writtenTogether({ words, kind, letters }: PreparedName): Together[] {
  const all = words.flatMap((_first, from) => runsFrom(words, from));
  const spelled = kind === 'company' ? words.filter(({ part }) => part !== 'particle') : [];
  if (spelled.length >= shortestAcronym && spelled.length <= longestAcronym)
    all.push({ text: spelled.map(({ text }) => text[0]).join(''), words: spelled });
  if (letters.length >= fewestLetters) all.push({ text: `${letters.slice(0, endLength)} ${letters.slice(-endLength)}`, words });
  return all;
}

/** Somebody joins a short word to the next: two long ones are seldom written as one. */
function runsFrom(words: readonly Word[], from: number): Together[] {
  const runs: Together[] = [];
  for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to++) {
    const run = words.slice(from, to);
    if (run.some(({ text }) => text.length <= shortPiece)) runs.push({ text: run.map(({ text }) => text).join(''), words: run });
  }
  return runs;
}
