import { PlainError, VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';

type HandledOutcome = 'done' | 'rejected' | 'failed' | 'timed-out' | 'returned';

/** What happened to one message or job, for metrics. `rejected` is a typed error that the handler threw. */
export type BrokerEvent =
  | { type: 'handled'; queue: string; name: string; outcome: HandledOutcome; durationMs: number }
  | { type: 'refused'; queue: string; name: string; reason: string }
  | { type: 'expired'; queue: string; name: string }
  | { type: 'replyUnknown'; queue: string; name: string };

export type Observe = (event: BrokerEvent) => void;

/** The signal of a handler was aborted because its time is over. */
export class HandlerTimeoutError extends PlainError {
  override readonly name = 'HandlerTimeoutError';

  constructor(timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

/** The process lost the lock of the job or gave the job back. Another worker does it. */
export class JobReturnedError extends PlainError {
  override readonly name = 'JobReturnedError';
}

/** Ends the wait for a handler that ignores its signal. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}

interface HandlerRun {
  queue: string;
  name: string;
  /** Only of a job: its handler alone knows its correlation. */
  jobId?: string;
  signal: AbortSignal;
  logger: Logger;
  observe: Observe;
}

/** Runs a handler until it ends or its signal aborts it, and reports the outcome. */
export async function runHandler<T>(run: HandlerRun, handle: () => Promise<T>): Promise<T> {
  const { queue, name, jobId, signal, logger, observe } = run;
  const startedAt = performance.now();
  const finished = (outcome: HandledOutcome) => {
    observe({ type: 'handled', queue, name, outcome, durationMs: performance.now() - startedAt });
  };
  try {
    const result = await untilAborted(handle(), signal);
    finished('done');
    return result;
  } catch (error) {
    const outcome = outcomeOf(error);
    finished(outcome);
    if (outcome === 'failed' || outcome === 'timed-out') {
      logger.error({ err: error, queue, name, jobId }, 'handler failed');
    }
    throw error;
  }
}

function outcomeOf(error: unknown): HandledOutcome {
  if (error instanceof VigiaError) {
    return 'rejected';
  }
  if (error instanceof HandlerTimeoutError) {
    return 'timed-out';
  }
  return error instanceof JobReturnedError ? 'returned' : 'failed';
}
