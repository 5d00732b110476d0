import { refusalWords } from '#gateway/refusal-words.ts';
import type { Refusal } from '#gateway/refusal.ts';
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
  void notify({ title: sentInPart(sent, of), message: `${refusalWords(refusal, language)} ${restWaits}`, color: 'bad', autoClose: false });
}
