import { type Section, sections, type SummaryV2 } from '@vigia/contracts';

export interface Difference {
  path: string;
  /** Undefined where the field is not there on that day. */
  from: unknown;
  to: unknown;
}

const identifying = ['tipo', 'ventana', 'numero_documento', 'calificacion', 'periodo'] as const;

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Items of a list are told apart by what identifies them, so that a new one does not make all others differ. */
function nameOf(item: unknown, place: number): string {
  if (!isGroup(item)) return String(item);
  const { doc } = (item.contraparte ?? {}) as { doc?: string };
  if (doc !== undefined) return [doc, item.rol, item.entidad].filter(Boolean).join(' ');
  const name = identifying.find((field) => item[field] !== undefined && item[field] !== null);
  return name ? String(item[name]) : String(place + 1);
}

/** The fields of a group, or the items of a list by their names. */
function parts(value: object): Map<string, unknown> {
  if (Array.isArray(value)) return new Map(value.map((item, place) => [`[${nameOf(item, place)}]`, item]));
  return new Map(Object.entries(value).map(([name, inner]) => [`.${name}`, inner]));
}

/** Field by field where both days have a group or a list; what one day is without is one difference and not one for each of its fields. */
function between(from: unknown, to: unknown, path: string): Difference[] {
  if (from === to) return [];
  const areBothGroups = isGroup(from) && isGroup(to);
  const areBothLists = Array.isArray(from) && Array.isArray(to);
  if (!areBothGroups && !areBothLists) return [{ path, from, to }];
  const [before, after] = [parts(from as object), parts(to as object)];
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => between(before.get(name), after.get(name), path === '' ? name.replace(/^\./, '') : path + name));
}

/** What differs between two summaries of one profile, by section; sections that are the same are left out. */
export function differences(from: SummaryV2, to: SummaryV2): { section: Section; found: Difference[] }[] {
  return sections.flatMap((section) => {
    const [before, after] = [from[section], to[section]];
    const codes = { path: 'statusCode', from: before.statusCode, to: after.statusCode };
    // Without content on one day every field would differ, and the code says why.
    const hasBoth = [before, after].every(({ data }) => Object.keys(data).length > 0);
    const found = [codes, ...(hasBoth ? between(before.data, after.data, '') : [])].filter((one) => one.from !== one.to);
    return found.length > 0 ? [{ section, found }] : [];
  });
}
