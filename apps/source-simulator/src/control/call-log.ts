import { sourceNames, type SourceName } from '@vigia/contracts';

const documentsKept = 20_000;

export type CallCounts = Record<SourceName, { calls: number; taxIds: Record<string, number> }>;

/** How often each source was asked, in all and about each document. */
export class CallLog {
  private readonly bySource = new Map<SourceName, number>();
  private readonly byDocument = new Map<string, { source: SourceName; taxId: string; calls: number }>();

  /** Returns how many calls of the source about the document there were before. */
  record(source: SourceName, taxId: string): number {
    this.bySource.set(source, (this.bySource.get(source) ?? 0) + 1);
    const key = `${source}/${taxId}`;
    const before = this.byDocument.get(key)?.calls ?? 0;
    // Deleted first, so that the map stays ordered by last use and the front is the one to forget.
    this.byDocument.delete(key);
    this.byDocument.set(key, { source, taxId, calls: before + 1 });
    if (this.byDocument.size > documentsKept) this.byDocument.delete(this.byDocument.keys().next().value!);
    return before;
  }

  counts(): CallCounts {
    const counts = Object.fromEntries(
      sourceNames.map((source) => [source, { calls: this.bySource.get(source) ?? 0, taxIds: {} }]),
    ) as CallCounts;
    for (const { source, taxId, calls } of this.byDocument.values()) counts[source].taxIds[taxId] = calls;
    return counts;
  }

  clear(): void {
    this.bySource.clear();
    this.byDocument.clear();
  }
}
