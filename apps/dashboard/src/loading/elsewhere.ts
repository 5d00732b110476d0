import { refusalWords } from '#gateway/refusal-words.ts';
import type { Refusal } from '#gateway/refusal.ts';
import { notify } from '#kit/notify.ts';
import type { Language } from '#language/languages.ts';
import { en } from './words.en.ts';
import { es } from './words.es.ts';

const words = { es, en };

/** To a sender who looks at another screen by then. */
export function tellSent(requests: number, language: Language): void {
  void notify({ message: words[language].sentWhole(requests), color: 'good' });
}

/** It stays until it is read: the rest of the list is sent by nobody but its sender. */
export function tellRefused(refusal: Refusal, sent: number, of: number, language: Language): void {
  const { sentInPart, restWaits } = words[language];
  void notify({ title: sentInPart(sent, of), message: `${refusalWords(refusal, language)} ${restWaits}`, color: 'bad', autoClose: false });
}
