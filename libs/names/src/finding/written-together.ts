import type { PreparedName } from '../prepared-name.js';
import type { Word } from '../words/word.js';

/** Several words of a name that another name may write as one. */
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
 * Adjacent words written as one, `vanderbilt` for `van der bilt`; the initials of a company's words; and the beginning and end of all
 * letters, which a misplaced space leaves unchanged.
 */
export function writtenTogether({ words, kind, letters }: PreparedName): Together[] {
  const all = words.flatMap((_first, from) => runsFrom(words, from));
  const spelled = kind === 'company' ? words.filter(({ part }) => part !== 'particle') : [];
  if (spelled.length >= shortestAcronym && spelled.length <= longestAcronym)
    all.push({ text: spelled.map(({ text }) => text[0]).join(''), words: spelled });
  if (letters.length >= fewestLetters) all.push({ text: `${letters.slice(0, endLength)} ${letters.slice(-endLength)}`, words });
  return all;
}

/** People join a short word to the next one; they seldom write two long words as one. */
function runsFrom(words: readonly Word[], from: number): Together[] {
  const runs: Together[] = [];
  for (let to = from + 2; to <= Math.min(words.length, from + longestRun); to++) {
    const run = words.slice(from, to);
    if (run.some(({ text }) => text.length <= shortPiece)) runs.push({ text: run.map(({ text }) => text).join(''), words: run });
  }
  return runs;
}
