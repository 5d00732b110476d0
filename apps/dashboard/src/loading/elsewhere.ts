import { refusalWords } from '#gateway/refusal-words.ts';
import { Refusal } from '#gateway/refusal.ts';
import { notify } from '#kit/notify.ts';
import type { Language } from '#language/languages.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const words = { es, en };

/** For a sender who has moved to another screen meanwhile. */
export function tellSent(requests: number, language: Language): void {
  void notify({ message: words[language].sentWhole(requests), color: 'good' });
}

/** It stays until it is read: only the sender can send the rest of the list. */
export function tellRefused(refusal: Refusal, sent: number, of: number, language: Language): void {
  const { sentInPart, restWaits } = words[language];
  const why = refusalWords(of - sent > 1 ? ofSeveral(refusal) : refusal, language);
  void notify({ title: sentInPart(sent, of), message: `${why} ${restWaits}`, color: 'bad', autoClose: false });
}

/** What would fit the refused request does not fit those after it. The form, to which the sender returns, says what fits all of them. */
export function ofSeveral(refusal: Refusal): Refusal {
  if (refusal.code !== 'quota_insufficient') return refusal;
  const { status, message, code, params, correlationId } = refusal;
  return new Refusal(status, message, code, { ...params, fittingMonths: 0, fittingProfiles: 0 }, correlationId);
}
