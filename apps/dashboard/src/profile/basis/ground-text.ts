import type { ScreeningHit } from '@vigia/contracts';
import { day } from '#language/day.ts';
import type { Language } from '#language/languages.ts';
import { entryKinds } from '#language/list-meanings.ts';
import type { basis } from './words.es.ts';

type Ground = NonNullable<ScreeningHit['evidence']>['grounds'][number];

const isoDays = /\b\d{4}-\d{2}-\d{2}\b/g;

/** A fact that speaks for or against a hit, with what the profile and the entry say: "Otra clase de registro: persona ≠ nave". */
export function groundText({ fact, speaks, asked, listed }: Ground, words: Pick<typeof basis, 'grounds'>, language: Language): string {
  const readable = (text: string) => {
    if (fact === 'kind') return entryKinds[language][text] ?? text;
    // An entry may have several births, and some of them are years.
    return fact === 'birth' ? text.replaceAll(isoDays, (written) => day(written)) : text;
  };
  return `${words.grounds[fact][speaks]}: ${asked === listed ? readable(asked) : `${readable(asked)} ≠ ${readable(listed)}`}`;
}
