import { type Section, sections, type SummaryV2 } from '@vigia/contracts';

export interface Difference {
  path: string;
  /** Undefined where the field is not there on that day. */
  from: unknown;
  to: unknown;
}

const identifying = ['tipo', 'ventana', 'numero_documento', 'calificacion', 'periodo'] as const;

/** Items of a list are told apart by what identifies them, so that a new one does not make all others differ. */
function nameOf(item: unknown, place: number): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const fields = item as Record<string, unknown>;
  const { doc } = (fields.contraparte ?? {}) as { doc?: string };
  if (doc !== undefined) return [doc, fields.rol, fields.entidad].filter(Boolean).join(' ');
  const name = identifying.find((field) => fields[field] !== undefined && fields[field] !== null);
  return name ? String(fields[name]) : String(place + 1);
}

/** Every field with a value of its own, by its path. */
function leaves(value: unknown, path: string, found = new Map<string, unknown>()): Map<string, unknown> {
  if (Array.isArray(value)) value.forEach((item, place) => leaves(item, `${path}[${nameOf(item, place)}]`, found));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) leaves(inner, path ? `${path}.${name}` : name, found);
  } else found.set(path, value);
  return found;
}

/** What differs between two summaries of one profile, by section; sections that are the same are left out. */
export function differences(from: SummaryV2, to: SummaryV2): { section: Section; found: Difference[] }[] {
  return sections.flatMap((section) => {
    const [before, after] = [leaves(from[section].data, ''), leaves(to[section].data, '')];
    const codes = { path: 'statusCode', from: from[section].statusCode, to: to[section].statusCode };
    const fields = [...new Set([...before.keys(), ...after.keys()])].map((path) => ({ path, from: before.get(path), to: after.get(path) }));
    // Without content on one day every field would differ, and the code says why.
    const hasBoth = before.size > 0 && after.size > 0;
    const found = [codes, ...(hasBoth ? fields : [])].filter((one) => one.from !== one.to);
    return found.length > 0 ? [{ section, found }] : [];
  });
}
