import { setTimeout as delay } from 'node:timers/promises';
import { fullJitterMs, type Backoff } from './domain/backoff.js';
import { OutboundError } from './outbound-error.js';

export interface RetryPolicy extends Backoff {
  /** Including the first. */
  attempts: number;
  retryable: (error: unknown) => boolean;
  signal?: AbortSignal;
}

/** No exchange is repeated unless the caller says so here: only the caller knows what the peer may have done already. */
export async function retrying<T>(work: (attempt: number) => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (attempt >= policy.attempts || !policy.retryable(error)) throw error;
    }
    await pause(fullJitterMs(attempt, policy), policy.signal);
  }
}

async function pause(durationMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(durationMs, undefined, { signal });
  } catch {
    throw new OutboundError('aborted', 'the caller gave up between two attempts');
  }
}
