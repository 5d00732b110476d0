import { Refusal } from '#gateway/refusal.ts';
import type { es } from './account.es.ts';

/** What is wrong with a chosen password, for its field; undefined if the refusal is about something else. */
export function passwordFault(error: Error | null, words: typeof es): string | undefined {
  if (!(error instanceof Refusal) || error.code !== 'bad_request' || error.params.field !== 'newPassword') return undefined;
  const { rule, limit } = error.params as { rule?: string; limit?: number };
  if (rule === 'minLength') return words.tooShort(limit ?? 12);
  if (rule === 'different') return words.tooFewDifferent(limit ?? 5);
  return rule === 'ownName' ? words.ownName : undefined;
}
