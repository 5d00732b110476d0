import type { Document } from '@vigia/contracts';

export interface Origin {
  sourceVersion: string;
  observedAt: string;
}

/** What must be known about an answer in addition to its content. */
export interface Trail {
  /** The simulator invented it. */
  simulated?: true;
  /** A part of it could not be read, so it never counts as fresh. */
  partial?: true;
  /** What people should know, in Spanish. */
  notes?: string[];
  /** The origin of single fields that another provider gave. */
  fields?: Record<string, Origin>;
}

/** A person or company that our own screening looked up in the lists. */
export interface LookedUp {
  sujeto: 'titular' | 'representante' | 'socio';
  nombre: string | null;
  documentos: readonly { tipo: string; numero: string }[];
}

/** An entry that our own screening found, although its last day has passed: it is no hit any more. */
export interface EndedEntry {
  list: string;
  entityId: string;
  lastDay: string;
}

/** The result of asking a source once. */
export type SourceAnswer =
  | ({
      outcome: 'data';
      data: object;
      trail?: Trail;
      subjects?: readonly LookedUp[];
      ended?: readonly EndedEntry[];
    } & Origin)
  | ({
      outcome: 'empty';
      trail?: Trail;
      /** Those whom our own screening looked up by document only, because nobody has a name, and in which lists. */
      subjects?: readonly LookedUp[];
      listas?: readonly { lista: string; version: string }[];
      ended?: readonly EndedEntry[];
    } & Origin)
  | {
      outcome: 'not_contracted';
      /** Those whom a screening would look up once there is a list. */
      subjects?: readonly LookedUp[];
    }
  | { outcome: 'unknown_taxpayer' }
  | SourceFailure;

export interface SourceFailure {
  outcome: 'failed';
  reason: FailureReason;
  /** How long the source asked us to wait, or how long its open circuit lets no question through. */
  retryAfterMs?: number;
  /** No question was put, because a circuit is open or a quota is full: it says nothing about the source. */
  unasked?: 'circuit' | 'quota';
  /** For the log. Never contains a part of the answer or a secret. */
  detail?: string;
}

export type FailureReason =
  | 'timeout'
  | 'unreachable'
  | 'rate_limited'
  | 'source_error'
  | 'malformed'
  /** The source was not asked, because it has failed too often in a row. */
  | 'circuit_open'
  /** There is no name to screen. */
  | 'nobody_to_screen'
  | 'deadline';

/**
 * Asks one source about one document. A fault of the source is returned as an answer. Only two other things are thrown: the error of a
 * failed statement, which `Sources` turns into an answer, and the return of the job, which ends the question.
 */
export interface SourceConnector {
  /** `stands`: a register or another provider has already answered, so the load can do without this answer. */
  ask(document: Document, signal: AbortSignal, stands?: boolean): Promise<SourceAnswer>;
}

export function failed(reason: FailureReason, more: Omit<SourceFailure, 'outcome' | 'reason'> = {}): SourceFailure {
  return { outcome: 'failed', reason, ...more };
}

/** Failures that a retry within the same load would only repeat. */
const lasting: readonly FailureReason[] = ['malformed', 'nobody_to_screen', 'deadline'];
const mostAttempts = 4;
const firstDelayMs = 500;
const longestDelayMs = 15_000;

export function isLasting({ reason }: SourceFailure): boolean {
  return lasting.includes(reason);
}

/** A question that a circuit or a quota held back is asked as soon as it may be, however often that takes, until the deadline of its task. */
export function isAttempt({ unasked }: SourceFailure): boolean {
  return unasked === undefined;
}

/** How long to wait before asking the source again; undefined if it is not asked again. `random` is in [0, 1). */
export function retryDelayMs(failure: SourceFailure, attempts: number, random: number): number | undefined {
  if (isLasting(failure) || (isAttempt(failure) && attempts >= mostAttempts)) return undefined;
  const backoffMs = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.max(failure.retryAfterMs ?? 0, Math.round(backoffMs * (1 + random / 2)));
}
