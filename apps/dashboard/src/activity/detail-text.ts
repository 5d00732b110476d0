import type { Entry } from './entry.ts';
import type { es } from './words.es.ts';

/** Shown as somebody typed it, also where it looks like a word of ours. */
const typed = new Set(['name', 'email', 'reason', 'accept']);

/** What was given with an act. What nobody has words for is shown as it is kept. */
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
