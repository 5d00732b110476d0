import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import type { Language } from '#language/languages.ts';
import type { Preview } from './preview.ts';
import type { es } from './words.es.ts';

type Previewed = Preview['documents'][number];

/** In the words with which the act itself would be refused. */
export function whyNot(refusal: NonNullable<Previewed['refusal']>, language: Language): string {
  return refusalWords(new Refusal(409, '', refusal.reason, { ...refusal }), language);
}

/** The profiles for which nothing would be done, grouped by reason. */
export function untouchedIn(documents: Previewed[], words: typeof es, language: Language): string[] {
  const reasons = new Map<string, { reason: NonNullable<Previewed['refusal']>['reason']; profiles: number }>();
  for (const { action, refusal } of documents) {
    if (action !== 'none' || refusal === null) continue;
    const why = whyNot(refusal, language);
    reasons.set(why, { reason: refusal.reason, profiles: (reasons.get(why)?.profiles ?? 0) + 1 });
  }
  return [...reasons].map(([why, { reason, profiles }]) => {
    if (reason === 'not_active') return words.untouched(profiles);
    return reason === 'monitoring_expired' ? words.expired(profiles) : words.refused(profiles, why);
  });
}
