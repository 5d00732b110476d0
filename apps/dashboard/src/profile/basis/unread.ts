import { type Section, sourceCatalogue, type SourceName } from '@vigia/contracts';
import type { Basis } from './basis.tsx';
import { answerOf } from './inventions.ts';

type Unread = 'failed' | 'notAsked' | 'inPart' | 'unknown';
type Known = Basis | undefined;

/** Why nothing of a source may mean something; null where it has answered whole, be it long ago. What nobody has read says nothing good of anybody. */
export function unreadIn(basis: Known, name: SourceName): Unread | null {
  const section = basis?.sections.find((one) => one.section === sourceCatalogue[name].section);
  // The summary may be ahead of it, and of a section that the plan leaves out nothing is told.
  if (!basis || !section || section.statusCode === 'SH20') return 'unknown';
  const { version = null, partial = false } = answerOf(basis, name) ?? {};
  if (version !== null) return partial ? 'inPart' : null;
  return section.sources.some(({ source, failed }) => source === name && failed) ? 'failed' : 'notAsked';
}

/** Whether it is known of a source of the section that it has never answered. */
export function hasUnread(basis: Known, section: Section): boolean {
  const sources = basis?.sections.find((one) => one.section === section)?.sources ?? [];
  return sources.some(({ source }) => ['failed', 'notAsked'].includes(unreadIn(basis, source) ?? ''));
}
