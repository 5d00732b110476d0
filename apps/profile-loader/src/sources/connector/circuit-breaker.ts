import { documentKey, PlainError, type Document } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { BrokenCircuitError, circuitBreaker, CircuitState, ConsecutiveBreaker, handleWhenResult, type IBackoff } from 'cockatiel';
import { Gauge } from 'prom-client';
import { failed, type FailureReason, type SourceAnswer, type SourceConnector, type SourceFailure } from '../../domain/source-answer.js';
import type { HttpProvider } from '../providers/http-provider.js';

const circuits = new Gauge({
  name: 'vigia_source_circuit_open',
  help: '1 while this process does not ask a source because it failed too often in a row',
  labelNames: ['source'],
});

/** The failures that mean that a source is down. A source that gives a wrong answer or a refusal is up. */
const outages: readonly FailureReason[] = ['unreachable', 'timeout', 'source_error'];

interface Attempt {
  answer: SourceAnswer;
  isOutage: boolean;
}

/** No question was put, we aborted it ourselves, or the source has failed on the document before. */
class UntoldError extends PlainError {
  constructor(readonly answer: SourceFailure) {
    super('nothing was told about the source');
  }
}

/**
 * Stops asking a source that failed on too many documents in a row; after a pause a single question tests whether it is back. A document that
 * is asked again and again counts once: it may be the only one on which the source fails.
 */
export class CircuitBreaker implements SourceConnector {
  private readonly policy;
  private readonly failedOn = new Set<string>();
  private probeAt = 0;

  constructor(
    private readonly connector: SourceConnector,
    /** A source; for a fallback or an overlay, with the provider's name. */
    source: string,
    private readonly limits: HttpProvider['breaker'],
    logger: Logger,
  ) {
    this.policy = circuitBreaker(
      // An error says nothing about the source: it neither counts nor resets the count, and a probe that ends with one does not close the
      // circuit.
      handleWhenResult((attempt) => (attempt as Attempt).isOutage).orWhen(() => this.isOpen),
      { halfOpenAfter: { next: () => this.pause() }, breaker: new ConsecutiveBreaker(limits.failures) },
    );
    circuits.set({ source }, 0);
    this.policy.onStateChange((state) => {
      this.failedOn.clear();
      circuits.set({ source }, state === CircuitState.Closed ? 0 : 1);
      logger.warn({ source, circuit: CircuitState[state] }, 'source circuit changed');
    });
  }

  get isOpen(): boolean {
    return this.policy.state !== CircuitState.Closed;
  }

  /** How long the connector behind it is not asked; undefined for the question that tests whether the source is back. */
  get heldBackMs(): number | undefined {
    return this.policy.state === CircuitState.Open ? Math.max(0, this.probeAt - performance.now()) : undefined;
  }

  async ask(document: Document, signal: AbortSignal, stands?: boolean): Promise<SourceAnswer> {
    // The policy would hold the others until the probe is answered, and a worker with each of them. Instead they come back after another
    // pause: if they were retried at once, they would ask again and again while a slow probe is under way.
    if (this.policy.state === CircuitState.HalfOpen)
      return failed('circuit_open', { retryAfterMs: this.limits.pauseMs, unasked: 'circuit' });
    try {
      return (await this.policy.execute(() => this.attempt(document, signal, stands))).answer;
    } catch (error) {
      if (error instanceof UntoldError) return error.answer;
      if (!(error instanceof BrokenCircuitError)) throw error;
      return failed('circuit_open', { retryAfterMs: this.heldBackMs ?? 0, unasked: 'circuit' });
    }
  }

  /**
   * Begins with the circuit open. The policy measures by the wall clock how much of a duration has passed. That clock may be set back, and would
   * hold the circuit open; so the duration is endless until the pause is over by a clock that is never set, and then over.
   */
  private pause(): IBackoff<unknown> {
    const probeAt = performance.now() + this.limits.pauseMs;
    this.probeAt = probeAt;
    return {
      get duration() {
        return performance.now() < probeAt ? Infinity : -Infinity;
      },
      next: () => this.pause(),
    };
  }

  private async attempt(document: Document, signal: AbortSignal, stands?: boolean): Promise<Attempt> {
    const answer = await this.connector.ask(document, signal, stands);
    if (answer.outcome === 'failed') {
      if (answer.unasked || signal.aborted) throw new UntoldError(answer);
      if (outages.includes(answer.reason)) return { answer: this.firstOn(document, answer), isOutage: true };
    }
    this.failedOn.clear();
    return { answer, isOutage: false };
  }

  private firstOn(document: Document, answer: SourceFailure): SourceFailure {
    const key = documentKey(document);
    if (this.failedOn.has(key)) throw new UntoldError(answer);
    this.failedOn.add(key);
    return answer;
  }
}
