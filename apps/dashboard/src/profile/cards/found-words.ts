import type { ScreeningHit, SectionContents } from '@vigia/contracts';
import type { basis } from '#profile/basis/words.es.ts';

type Words = Pick<typeof basis, 'none' | 'onlySimilar' | 'found' | 'dismissed'>;

/** What the screening has found. Without dismissed hits, those of the lowest level are names that are only similar. */
export function foundWords(
  level: SectionContents['alerta_compliance']['nivel'],
  hits: Pick<ScreeningHit, 'verdict'>[],
  words: Words,
): string {
  const dismissed = hits.filter(({ verdict }) => verdict?.verdict === 'dismissed').length;
  const others = hits.length - dismissed;
  return [
    hits.length === 0 && words.none,
    others > 0 && (level === 'Alerta Baja' ? words.onlySimilar(others) : words.found(others)),
    dismissed > 0 && words.dismissed(dismissed),
  ]
    .filter(Boolean)
    .join(' ');
}
