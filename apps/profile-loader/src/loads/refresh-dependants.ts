import { documentKey, prerequisitesOf, sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { withDependants } from '../domain/source-standing.js';
import type { SourceProviders } from '../sources/providers/provider.js';
import type { Room } from './refresh-room.js';

export interface Due extends Document {
  source: SourceName;
}

export interface DueDocument extends Document {
  sources: SourceName[];
}

/** The sources of a document that are due together become one refresh. */
export function byDocument(due: readonly Due[]): DueDocument[] {
  const documents = new Map<string, DueDocument>();
  for (const { docType, taxId, source } of due) {
    const key = documentKey({ docType, taxId });
    const document = documents.get(key);
    if (document) document.sources.push(source);
    else documents.set(key, { docType, taxId, sources: [source] });
  }
  return [...documents.values()];
}

/**
 * The sources that a refresh of another source also asks, and whose tasks may have to wait, because they have a rate limit or an external
 * provider. The platform's own lists answer at once and hold nothing back.
 */
export function boundedDependants({ of }: Pick<SourceProviders, 'of'>): SourceName[] {
  const mayWait = (source: SourceName) => of[source].rate !== undefined || !['lists', 'none'].includes(of[source].kind);
  return sourceNames.filter((source) => prerequisitesOf(source).length > 0 && mayWait(source));
}

/** No source has more room than its dependants. A dependant without an entry is paused, so it is not brought along. */
export function withinDependants(room: Room, bounded: readonly SourceName[]): Room {
  const broughtBy = (source: SourceName) => bounded.filter((one) => room.has(one) && prerequisitesOf(one).includes(source));
  return new Map(
    [...room].map(([source, more]) => [source, Math.min(more, ...broughtBy(source).map((dependant) => room.get(dependant)!))]),
  );
}

/** Selects from the due documents, in order, no more than the dependent sources have room for, whichever source brings them. */
export function fitting(due: readonly Due[], room: Room, bounded: readonly SourceName[]): Due[] {
  const documents = new Map(bounded.filter((one) => room.has(one)).map((dependant) => [dependant, new Set<string>()]));
  return due.filter(({ docType, taxId, source }) => {
    const document = documentKey({ docType, taxId });
    const brought = withDependants(docType, [source]).flatMap((dependant) => {
      const taken = documents.get(dependant);
      return taken && !taken.has(document) ? [{ taken, more: room.get(dependant)! }] : [];
    });
    if (brought.some(({ taken, more }) => taken.size >= more)) return false;
    brought.forEach(({ taken }) => taken.add(document));
    return true;
  });
}
