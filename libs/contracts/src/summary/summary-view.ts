import { Type } from 'typebox';
import { docTypes, type DocType } from '../documents/document.js';
import { sections, type Section } from '../sources/catalogue.js';
import { awaitedFragments, emptyFragments, sectionsShown, v1Name } from './sections.js';

export const apiVersions = ['v1', 'v2'] as const;
export type ApiVersion = (typeof apiVersions)[number];
export const apiVersion = Type.Enum([...apiVersions], { title: 'ApiVersion' });
type Estado = 'succeeded' | 'partial' | 'failed' | 'loading';

/** What one corporation is shown of one profile. */
export interface SummaryView {
  activo: boolean;
  estado: Estado;
  failedSources: string[];
  /** One JSON text per section that the version shows, in the order of the contract. */
  fragments: string[];
}

/** The access and the profile as they are now. If the load of the corporation failed: as they were when it failed. */
export interface LiveRow {
  docType: DocType;
  accessState: 'pending' | 'active' | 'expired' | 'failed';
  mode: 'monitoring' | 'query';
  withheld: Section[];
  /** A forced update of this corporation is running, or a new load after a failed one. */
  refreshing?: boolean;
  estado: Estado | null;
  revision: string | null;
  failedSources: string[] | null;
  /** Joined by `fragmentSeparator`: the driver takes many times as long to read a list of long texts. */
  fragments: string | null;
}

/** JSON contains control characters only in escaped form, so no fragment contains this one. */
export const fragmentSeparator = '\x1e';

const empty = { SH50: emptyFragments('SH50'), SH51: emptyFragments('SH51') };
const awaited = Object.fromEntries(docTypes.map((docType) => [docType, awaitedFragments(docType)])) as Record<
  DocType,
  ReturnType<typeof awaitedFragments>
>;

export function liveView(version: ApiVersion, row: LiveRow): SummaryView {
  const { docType, accessState, withheld, refreshing } = row;
  // A profile that was stored by a later release may have more sections.
  const known = row.fragments?.split(fragmentSeparator, sectionsShown[version].length) ?? [];
  // A profile that was stored before a section existed lacks the last fragments.
  const missing = (accessState === 'failed' ? empty.SH50 : awaited[docType])[version].slice(known.length);
  const all = [...known, ...missing];
  return {
    activo: accessState === 'active',
    estado: accessState === 'pending' || refreshing ? 'loading' : accessState === 'failed' ? 'failed' : (row.estado ?? 'loading'),
    failedSources: row.failedSources ?? [],
    fragments: withhold(version, refreshing ? all.map((fragment, place) => askedAgain(version, docType, fragment, place)) : all, withheld),
  };
}

/** What no source could tell before is asked again. */
function askedAgain(version: ApiVersion, docType: DocType, fragment: string, place: number): string {
  const isUnread = fragment === empty.SH50[version][place] || fragment === empty.SH51[version][place];
  return isUnread ? awaited[docType][version][place]! : fragment;
}

/** Replaces the sections that the plan leaves out. */
export function withhold(version: ApiVersion, fragments: string[], withheld: Section[]): string[] {
  if (withheld.length === 0) return fragments;
  return fragments.map((fragment, place) => (withheld.includes(sections[place]!) ? withheldFragment(version, sections[place]!) : fragment));
}

function withheldFragment(version: ApiVersion, section: Section): string {
  return version === 'v1' ? `"${v1Name(section)}":null` : `"${section}":{"statusCode":"SH30","data":{}}`;
}

/** The whole body of an answer. */
export function summaryText(version: ApiVersion, taxId: string, view: SummaryView): string {
  return `{"statusCode":200,"data":${summaryData(version, taxId, view)}}`;
}

/** Does not parse or build any part of a profile: its sections are stored in the form in which they are sent. */
export function summaryData(version: ApiVersion, taxId: string, { activo, estado, failedSources, fragments }: SummaryView): string {
  const loadState = `"estado":"${estado}","subhelpers_fallidos":${JSON.stringify(failedSources)},`;
  return `{"taxId":"${taxId}","activo":${activo},${version === 'v2' ? loadState : ''}${fragments.join(',')}}`;
}
