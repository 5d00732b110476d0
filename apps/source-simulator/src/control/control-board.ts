import { type SourceName, sourceNames } from '@vigia/contracts';
import type { ControllableOutcome } from '../domain/outcome.js';

const documentsKept = 20_000;

type CallCounts = Record<SourceName, { calls: number; taxIds: Record<string, number> }>;

/** Counts the calls of each source, in total and for each document. */
export class CallLog {
  private readonly bySource = new Map<SourceName, number>();
  private readonly byDocument = new Map<string, { source: SourceName; taxId: string; calls: number }>();

  /** Returns the number of earlier calls of the source about the document. */
  record(source: SourceName, taxId: string): number {
    this.bySource.set(source, (this.bySource.get(source) ?? 0) + 1);
    const key = `${source}/${taxId}`;
    const before = this.byDocument.get(key)?.calls ?? 0;
    // Deleting it first keeps the map in order of last use, so the first entry is the oldest.
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

/** A field that is left out leaves the behaviour of the document as it is. */
export interface Rule {
  outcome?: ControllableOutcome;
  delayMs?: number;
  /** How many calls the rule still answers; without it every call until the rule is removed. */
  times?: number;
}

interface ActiveRule extends Rule {
  source: SourceName;
  /** null: every document. */
  taxId: string | null;
}

interface Laid {
  rule: ActiveRule;
  /** Ends the delays of the calls under the rule. */
  replaced: AbortController;
}

/** The rules that tests and operators have set over the simulated sources. */
export class ControlBoard {
  private readonly laid = new Map<string, Laid>();

  set(source: SourceName, taxId: string | null, rule: Rule): ActiveRule {
    const key = keyOf(source, taxId);
    const active = { source, taxId, ...rule };
    this.laid.get(key)?.replaced.abort();
    this.laid.set(key, { rule: active, replaced: new AbortController() });
    return active;
  }

  /** The rule for one call, which counts as used: the document's rule, otherwise its source's. */
  take(source: SourceName, taxId: string): { rule: Rule; replaced: AbortSignal } | undefined {
    const key = [keyOf(source, taxId), keyOf(source, null)].find((candidate) => this.laid.has(candidate));
    const laid = key && this.laid.get(key);
    if (!key || !laid) return undefined;
    const { rule, replaced } = laid;
    if (rule.times === 1) this.laid.delete(key);
    else if (rule.times) this.laid.set(key, { rule: { ...rule, times: rule.times - 1 }, replaced });
    return { rule, replaced: replaced.signal };
  }

  list(): ActiveRule[] {
    return [...this.laid.values()].map(({ rule }) => rule);
  }

  clear(): void {
    for (const { replaced } of this.laid.values()) replaced.abort();
    this.laid.clear();
  }
}

function keyOf(source: SourceName, taxId: string | null): string {
  return `${source}/${taxId ?? ''}`;
}
