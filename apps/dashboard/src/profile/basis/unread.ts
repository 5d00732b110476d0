import type { Section } from '@vigia/contracts';
import type { Code, State } from '#profile/contents.ts';
import type { Basis } from './basis.tsx';
import { answerOf } from './inventions.ts';

type Unread = 'failed' | 'notAsked' | 'inPart' | 'loading' | 'unknown';
type Known = Basis | undefined;

/**
 * Why empty data from a source does not mean that nothing is registered; null if the source has answered completely, even long ago. Data
 * that nobody has read says nothing good about anybody.
 */
export function unreadIn(basis: Known, name: string): Unread | null {
  const section = basis?.sections.find(({ sources }) => sources.some(({ source }) => source === name));
  // The basis of a section that the plan leaves out is not shown.
  if (!basis || !section) return 'unknown';
  // Until the first load ends the summary shows what has come so far, and the basis does not.
  if (section.statusCode === 'SH20') return 'loading';
  const { version = null, partial = false } = answerOf(basis, name) ?? {};
  if (version !== null) return partial ? 'inPart' : null;
  return section.sources.some(({ source, failed }) => source === name && failed) ? 'failed' : 'notAsked';
}

/**
 * What the code alone does not say of a section: that one of its sources has never answered, or that this cannot be told before the first
 * load ends, or that the register may have answered that it does not know the number, or that the screening answered that nobody knows a
 * name to look up. Loading the profile again does not help against the latter.
 */
export function sectionState(basis: Known, section: Section, code: Code): State {
  if (code === 'SH11') return withoutRecords(basis, section);
  if (code !== 'SH50') return code;
  if (section === 'identificacion') return 'unidentified';
  return section === 'alerta_compliance' ? withoutScreening(basis) : code;
}

/** The end of the first load brings the basis, which tells whether every source was asked. */
function withoutRecords(basis: Known, section: Section): 'SH11' | 'unconfirmed' | 'incomplete' {
  const sources = basis?.sections.find((one) => one.section === section)?.sources ?? [];
  const unread = sources.map(({ source }) => unreadIn(basis, source));
  if (unread.includes('loading')) return 'unconfirmed';
  return unread.includes('failed') || unread.includes('notAsked') ? 'incomplete' : 'SH11';
}

/** Until the first load ends, nobody can tell a screening that failed from one that had no name to look up. */
function withoutScreening(basis: Known): 'SH50' | 'unconfirmed' | 'nameless' {
  const sources = basis?.sections.find(({ section }) => section === 'alerta_compliance')?.sources ?? [];
  const unread = unreadIn(basis, 'listas_compliance');
  if (unread === 'loading') return 'unconfirmed';
  return unread === null && sources.every(({ failed }) => !failed) ? 'nameless' : 'SH50';
}
