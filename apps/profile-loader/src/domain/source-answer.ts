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
  /** What the source itself asked for, or when its circuit lets somebody through again. */
  retryAfterMs?: number;
  /** For the log: never a piece of the answer, nor a secret. */
  detail?: string;
}

export type FailureReason =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'source_error'
  | 'malformed'
  /** Not asked, because it failed too often just now. */
  | 'circuit_open'
  /** A screening without a name of anybody. */
  | 'nobody_to_screen'
  | 'deadline';

const lasting: readonly FailureReason[] = ['malformed', 'nobody_to_screen', 'deadline'];

/** A source that answers garbage will answer the same garbage again; what cannot change within the load is not tried again. */
export function mayPass(failure: SourceFailure): boolean {
  return !lasting.includes(failure.reason);
}
