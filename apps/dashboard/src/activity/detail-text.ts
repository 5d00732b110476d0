import type { Entry } from './entry.ts';
import type { es } from './words.es.ts';

/** Shown as typed, even if it looks like one of our words. */
const typed = new Set(['name', 'email', 'reason', 'accept']);

/** The details of an act. A detail without words here is shown as stored. */
export function detailText(detail: Entry['detail'], { details, values }: Pick<typeof es, 'details' | 'values'>): string {
  const said = (name: string, value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return typed.has(name) ? text : (values[text] ?? text);
  };
  return Object.entries(detail)
    .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => {
      const written = Array.isArray(value) ? value.map((one) => said(name, one)).join(', ') : said(name, value);
      return `${details[name] ?? name}: ${written}`;
    })
    .join(' · ');
}
