import { sourcesFor, type Document, type SourceName } from '@vigia/contracts';
import { withDependants, type SourceStanding } from '../domain/source-standing.js';
import type { DueDocument } from './refresh-dependants.js';
import type { Room } from './refresh-room.js';

/**
 * Sources that a release has added since a document was loaded. Nothing of them is due, so the refreshes of a round ask them in addition. All
 * monitored documents lack a new source at once: only the room that the due sources leave is used, and a document that finds none waits for
 * its next refresh.
 */
export class AddedSources {
  private readonly left: Room;

  constructor(
    room: Room,
    private readonly bounded: readonly SourceName[],
    due: readonly DueDocument[],
  ) {
    this.left = new Map(room);
    for (const { docType, sources } of due) this.take(withDependants(docType, sources));
  }

  /** The sources without a standing that a refresh can ask beside `asked`. Their room is taken, and that of the sources that they bring along. */
  beside(asked: readonly SourceName[], { docType }: Document, standings: readonly Pick<SourceStanding, 'source'>[]): SourceName[] {
    const isKnown = (source: SourceName) => asked.includes(source) || standings.some((standing) => standing.source === source);
    const alsoAsked = (sources: SourceName[]) => withDependants(docType, sources).filter((source) => !asked.includes(source));
    const added = sourcesFor(docType).filter((source) => !isKnown(source) && this.hasRoom(source, alsoAsked([source])));
    this.take(alsoAsked(added));
    return added;
  }

  /** A paused source has no room. What it brings along holds it back only if that is bounded, and not paused. */
  private hasRoom(source: SourceName, alsoAsked: readonly SourceName[]): boolean {
    const needed = alsoAsked.filter((one) => one === source || (this.bounded.includes(one) && this.left.has(one)));
    return needed.every((one) => (this.left.get(one) ?? 0) > 0);
  }

  private take(sources: readonly SourceName[]): void {
    for (const source of sources) if (this.left.has(source)) this.left.set(source, this.left.get(source)! - 1);
  }
}
