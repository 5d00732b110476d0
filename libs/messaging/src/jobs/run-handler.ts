import { VigiaError } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import type { HandledOutcome, Observe } from '../broker/events.js';
import { HandlerTimeoutError, JobReturnedError, untilAborted } from './stop-reasons.js';

export interface HandlerRun {
  queue: string;
  name: string;
  signal: AbortSignal;
  logger: Logger;
  observe: Observe;
}

/** Runs a handler until it is done or its signal ends it, and says how it went. */
export async function runHandler<T>(run: HandlerRun, handle: () => Promise<T>): Promise<T> {
  const { queue, name, signal, logger, observe } = run;
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
      logger.error({ err: error, queue, name }, 'handler failed');
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
