import { PlainError } from '@vigia/contracts';

/** Why the signal of a handler was aborted. */
export class HandlerTimeoutError extends PlainError {
  override readonly name = 'HandlerTimeoutError';

  constructor(timeoutMs: number) {
    super(`not done within ${timeoutMs} ms`);
  }
}

/** The process lost its hold on the job, or gave it back: somebody else does it. */
export class JobReturnedError extends PlainError {
  override readonly name = 'JobReturnedError';
}

/** Ends the wait for a handler that does not listen to its signal. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([work, aborted]);
}
