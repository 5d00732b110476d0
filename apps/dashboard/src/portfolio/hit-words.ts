import type { es } from './words.es.ts';

/** The level of hits that are only similar or were dismissed. */
const onlyLesser = 1;

/**
 * How many names on lists a screening has found. Among several, any but one may be only similar or dismissed, and the entry does not say how
 * many are.
 */
export function hitWords(
  level: number,
  hits: number | null,
  words: Pick<typeof es, 'oneHit' | 'hitsAtMost' | 'lesserHits'>,
): string | null {
  if (hits === null || hits === 0) return null;
  if (level === onlyLesser) return words.lesserHits(hits);
  return hits === 1 ? words.oneHit : words.hitsAtMost(hits);
}
