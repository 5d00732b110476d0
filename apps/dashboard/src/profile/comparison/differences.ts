import { keyOfItem, matchItems, type Section, sections, type SummaryV2 } from '@vigia/contracts';

export interface Difference {
  path: string;
  /** Undefined if the field does not exist on that day. */
  from: unknown;
  to: unknown;
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(list: string, item: unknown): string {
  return isGroup(item) ? keyOfItem(list, item).filter(Boolean).join(', ') : String(item);
}

/**
 * Field by field if both days have a group or a list. A group that is missing on one day is one difference, not one for each of its fields.
 */
function between(from: unknown, to: unknown, path: string, list = ''): Difference[] {
  if (from === to) return [];
  if (isGroup(from) && isGroup(to)) {
    const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
    return names.flatMap((name) => between(from[name], to[name], path === '' ? name : `${path}.${name}`, name));
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const matched = matchItems<unknown>(from, to, { nameOf: (item) => nameOf(list, item), textOf: (item) => JSON.stringify(item) });
    return matched.flatMap((item) => between(item.from, item.to, `${path}[${item.name}]`));
  }
  return [{ path, from, to }];
}

/** The differences between two summaries of one profile, and between their grounds, by section; equal sections are left out. */
export function differences(
  from: SummaryV2,
  to: SummaryV2,
  grounds: Partial<Record<Section, Difference[]>> = {},
): { section: Section; found: Difference[] }[] {
  return sections.flatMap((section) => {
    const [before, after] = [from[section], to[section]];
    const codes = { path: 'statusCode', from: before.statusCode, to: after.statusCode };
    // If there is no content on one day, every field would differ, and the code gives the reason.
    const hasBoth = [before, after].every(({ data }) => Object.keys(data).length > 0);
    const inData = [codes, ...(hasBoth ? between(before.data, after.data, '') : [])].filter((one) => one.from !== one.to);
    const found = [...inData, ...(grounds[section] ?? [])];
    return found.length > 0 ? [{ section, found }] : [];
  });
}
