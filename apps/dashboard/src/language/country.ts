import type { Language } from './languages.ts';

const names: Record<Language, Intl.DisplayNames> = {
  es: new Intl.DisplayNames('es-PE', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/** Chile (CL). If a source gives a name instead of a code, it stays unchanged. */
export function countryName(country: string, language: Language): string {
  return /^[A-Z]{2}$/.test(country) ? `${names[language].of(country)} (${country})` : country;
}
