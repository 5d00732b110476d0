/** What asking a source once came to. */
export type SourceAnswer =
  | { outcome: 'data'; data: object; sourceVersion: string; observedAt: string }
  | { outcome: 'empty'; sourceVersion: string; observedAt: string }
  | { outcome: 'not_contracted' }
  | { outcome: 'unknown_taxpayer' }
  | SourceFailure;

export interface SourceFailure {
  outcome: 'failed';
  reason: FailureReason;
  /** What the source itself asked for. */
  retryAfterMs?: number;
}

export type FailureReason = 'timeout' | 'unreachable' | 'rate_limited' | 'source_error' | 'malformed' | 'deadline';

/** A source that answers garbage will answer the same garbage again; everything else may pass. */
export function mayPass(failure: SourceFailure): boolean {
  return failure.reason !== 'malformed' && failure.reason !== 'deadline';
}
