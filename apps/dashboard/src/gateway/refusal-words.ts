import type { ErrorCode } from '@vigia/contracts';
import type { Language } from '#language/languages.ts';
import { en } from './refusal.en.ts';
import { es } from './refusal.es.ts';
import { MayBeDone, Refusal, type RefusalWords } from './refusal.ts';

const words: Record<Language, RefusalWords> = { es, en };

export function refusalWords(error: unknown, language: Language): string {
  const { byCode, byStatus, mayBeDone, other } = words[language];
  if (!(error instanceof Refusal)) return other;
  const said = error.code && (byCode[error.code] as ((params: unknown) => string) | undefined);
  const why = said?.(error.params) ?? byStatus[error.status] ?? other;
  return error instanceof MayBeDone ? `${why} ${mayBeDone}` : why;
}

/** The text for a code alone, because its numbers are no longer known. */
export function codeWords(code: string, language: Language): string {
  const said = words[language].byCode[code as ErrorCode] as (() => string) | undefined;
  return said?.length === 0 ? said() : code;
}
