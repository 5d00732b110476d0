import { itemKeys, type Section, sections, type SummaryV2 } from '@vigia/contracts';

export interface Difference {
  path: string;
  /** Undefined if the field does not exist on that day. */
  from: unknown;
  to: unknown;
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value somewhere in a group: `contraparte.doc` */
const at = (item: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isGroup(value) ? value[name] : undefined), item);

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function nameOf(list: string, item: unknown): string {
  if (!isGroup(item)) return String(item);
  return (itemKeys[list] ?? [])
    .map((path) => asText(at(item, path) ?? ''))
    .filter(Boolean)
    .join(', ');
}

const inOneOrder = (items: unknown[]) => items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Items of a list by identity, so that a new one does not make all others differ. Indistinguishable items are numbered. */
function byName(list: string, items: unknown[]): Map<string, unknown> {
  const named = new Map<string, unknown[]>();
  for (const item of items) {
    const name = nameOf(list, item);
    named.set(name, [...(named.get(name) ?? []), item]);
  }
  return new Map(
    [...named].flatMap(([name, same]) =>
      inOneOrder(same).map((item, place) => [place === 0 ? name : `${name} #${place + 1}`, item] as const),
    ),
  );
}

const namesIn = <T>(before: Iterable<T>, after: Iterable<T>) => [...new Set([...before, ...after])];

/**
 * Field by field if both days have a group or a list. A group that is missing on one day is one difference, not one for each of its fields.
 */
function between(from: unknown, to: unknown, path: string, list = ''): Difference[] {
  if (from === to) return [];
  if (isGroup(from) && isGroup(to)) {
    const names = namesIn(Object.keys(from), Object.keys(to));
    return names.flatMap((name) => between(from[name], to[name], path === '' ? name : `${path}.${name}`, name));
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [byName(list, from), byName(list, to)];
    return namesIn(before.keys(), after.keys()).flatMap((name) => between(before.get(name), after.get(name), `${path}[${name}]`));
  }
  return [{ path, from, to }];
}

/** The differences between two summaries of one profile, by section; equal sections are left out. */
export function differences(from: SummaryV2, to: SummaryV2): { section: Section; found: Difference[] }[] {
  return sections.flatMap((section) => {
    const [before, after] = [from[section], to[section]];
    const codes = { path: 'statusCode', from: before.statusCode, to: after.statusCode };
    // If there is no content on one day, every field would differ, and the code gives the reason.
    const hasBoth = [before, after].every(({ data }) => Object.keys(data).length > 0);
    const found = [codes, ...(hasBoth ? between(before.data, after.data, '') : [])].filter((one) => one.from !== one.to);
    return found.length > 0 ? [{ section, found }] : [];
  });
}
