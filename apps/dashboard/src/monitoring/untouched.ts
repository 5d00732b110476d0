import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import type { Language } from '#language/languages.ts';
import type { Previewed } from './preview.ts';
import type { es } from './words.es.ts';

/** In the words with which the act itself would be refused. */
export function whyNot(refusal: NonNullable<Previewed['refusal']>, language: Language): string {
  return refusalWords(new Refusal(409, '', refusal.reason, { ...refusal }), language);
}

export interface Keeping {
  isMonitoring: boolean;
  /** Why the act changes nothing for this many documents. */
  toldKept: (documents: number) => string;
}

/** The documents that stay as they are: the corporation has them, or another request of it is loading them. A query stays one. */
export function keptIn(documents: Previewed[], { isMonitoring, toldKept }: Keeping, words: typeof es): string[] {
  const kept = documents.filter(({ action }) => action === 'keep');
  const told = (isLoading: boolean, isOnlyQuery: boolean, tell: (documents: number) => string) => {
    const which = kept.filter(
      ({ access }) => (access?.state === 'pending') === isLoading && (isMonitoring && access?.mode === 'query') === isOnlyQuery,
    );
    return which.length > 0 ? [tell(which.length)] : [];
  };
  return [
    ...told(false, false, toldKept),
    ...told(false, true, words.keptQuery),
    ...told(true, false, words.keptLoading),
    ...told(true, true, words.keptLoadingQuery),
  ];
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
