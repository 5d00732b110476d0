import { distance } from 'fastest-levenshtein';

/** What a client that wrote a name wrongly can write instead. */
export function insteadOf(name: string, known: readonly string[], what: 'parameters' | 'fields'): string {
  const all = known.length === 0 ? `this call takes no ${what}` : `this call takes ${known.join(', ')}`;
  // Nothing resembles so long a name, and to compare a name of 30 KiB would take long.
  if (name.length > 2 * Math.max(...known.map(({ length }) => length))) return all;
  const [nearest] = known
    .map((other) => ({ other, apart: distance(name.toLowerCase(), other.toLowerCase()) }))
    .toSorted((a, b) => a.apart - b.apart);
  return nearest && nearest.apart <= Math.min(name.length, nearest.other.length) / 2 ? `did you mean ${nearest.other}?` : all;
}
