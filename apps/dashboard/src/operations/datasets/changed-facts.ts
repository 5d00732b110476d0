import { day } from '#language/day.ts';

/** A value before and after, as texts: a fact of a list has many. */
interface ChangedFact {
  name: string;
  before: string[];
  after: string[];
}

/** The values in a change are JSON. */
type Plain = string | number | boolean;
type Parts = Partial<Record<'text' | 'type' | 'number' | 'country' | 'day' | 'from' | 'to', Plain | null>>;

type Facts = Record<string, unknown> | null;

/** Only the differences: for several values those that were added and removed. The RUC is already the key. */
export function changedFacts(before: Facts, after: Facts): ChangedFact[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  names.delete('ruc');
  return [...names].flatMap((name) => {
    const [was, is] = [textsOf(name, before?.[name]), textsOf(name, after?.[name])];
    const gone = was.filter((text) => !is.includes(text));
    const come = is.filter((text) => !was.includes(text));
    return gone.length + come.length > 0 ? [{ name, before: gone, after: come }] : [];
  });
}

function textsOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((one) => textsOf(name, one));
  if (typeof value === 'object') return [partsOf(value as Parts)];
  const text = String(value as Plain);
  return [name === 'since' || name === 'until' ? day(text) : text];
}

/** A name, a document or a birth of an entry. */
function partsOf({ text, type, number, country, day: bornOn, from, to }: Parts): string {
  if (text) return String(text);
  if (number) return [type, number, country && `(${String(country)})`].filter(Boolean).join(' ');
  if (bornOn) return day(String(bornOn));
  return [...new Set([from, to])].filter(Boolean).join('–');
}
