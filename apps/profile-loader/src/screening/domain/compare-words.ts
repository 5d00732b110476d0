import { doubleMetaphone } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';

const initialScore = 0.8;
const soundScore = 0.85;

/** One typing error for every four letters; else the same sound; else an initial. Zero when the words have nothing to do with each other. */
export function wordSimilarity(a: string, b: string): number {
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
