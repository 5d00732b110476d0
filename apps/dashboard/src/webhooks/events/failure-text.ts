import type { FailureClass } from '@vigia/contracts';
import type { es } from './words.es.ts';

/** Why an attempt failed: the receiver's answer, or why there was none. */
export function failureText({ failure, status }: { failure: FailureClass; status: number | null }, words: typeof es): string {
  if (status !== null) return words.detail.answered(status);
  return failure === 'http' ? words.noAnswer : words.failures[failure];
}
