import { OutboundError } from './outbound-error.js';

/** One timer for a whole exchange. It runs from construction until `stop`. */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onCallerAbort = () => this.end(new OutboundError('aborted', 'the caller gave up'));

  constructor(
    deadlineMs: number,
    private readonly callerSignal?: AbortSignal,
  ) {
    this.timer = setTimeout(() => this.end(new OutboundError('timeout', `not finished within ${deadlineMs} ms`)), deadlineMs);
    if (callerSignal?.aborted) this.onCallerAbort();
    callerSignal?.addEventListener('abort', this.onCallerAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** undici notices the signal only once it has a connection, and the caller must not wait for that. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.controller;
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (signal.aborted) reject(signal.reason);
    });
    return Promise.race([work, ended]);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.callerSignal?.removeEventListener('abort', this.onCallerAbort);
  }

  private end(reason: OutboundError): void {
    this.controller.abort(reason);
  }
}
