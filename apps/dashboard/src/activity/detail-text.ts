import { isDay, type Section } from '@vigia/contracts';
import { day } from '#language/day.ts';
import { instant } from '#language/instant.ts';
import type { Language } from '#language/languages.ts';
import { solesOfCents } from '#language/money.ts';
import { sectionNames } from '#language/sources.ts';
import type { Entry } from './entry.ts';
import type { es } from './words.es.ts';

/** Shown as typed, even if it looks like one of our words. */
const typed = new Set(['name', 'email', 'reason', 'accept', 'pauseReason']);

const isInstant = /^\d{4}-\d{2}-\d{2}T/;

/** The details of an act. A detail without words here is shown as stored. */
export function detailText(
  detail: Entry['detail'],
  { details, values }: Pick<typeof es, 'details' | 'values'>,
  language: Language,
): string {
  const said = (name: string, value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (typed.has(name)) return text;
    if (name === 'documentPriceCents') return solesOfCents(Number(value));
    if (isDay(text)) return day(text);
    if (isInstant.test(text)) return instant(text);
    return values[text] ?? sectionNames[language][text as Section] ?? text;
  };
  return Object.entries(detail)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const written = Array.isArray(value) ? value.map((one) => said(name, one)).join(', ') : said(name, value);
      return `${details[name] ?? name}: ${written}`;
    })
    .join(' · ');
}
