import { documentKey, type Document } from '@vigia/contracts';
import type { Logger } from '@vigia/observability';
import { Gauge } from 'prom-client';
import { failed, type FailureReason, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import type { HttpProvider } from '../providers/http-provider.js';

const circuits = new Gauge({
  name: 'vigia_source_circuit_open',
  help: '1 while this process does not ask a source because it failed too often in a row',
  labelNames: ['source'],
});

/** The failures that mean that a source is down. A source that gives a wrong answer or a refusal is up. */
const outages: readonly FailureReason[] = ['unreachable', 'timeout', 'source_error'];

/**
 * Stops asking a source that failed on too many documents in a row; after a pause a single question tests whether it is back. A document that
 * is asked again and again counts once: it may be the only one on which the source fails.
 */
export class CircuitBreaker implements SourceConnector {
  private state: 'Closed' | 'Open' | 'HalfOpen' = 'Closed';
  /** The documents on which the source failed since it last answered. */
  private readonly failedOn = new Set<string>();
  /** By a clock that nobody sets back. */
  private probeAt = 0;

  constructor(
    private readonly connector: SourceConnector,
    /** A source; for a fallback or an overlay, with the provider's name. */
    private readonly source: string,
    private readonly limits: HttpProvider['breaker'],
    private readonly logger: Logger,
  ) {
    circuits.set({ source }, 0);
  }

  get isOpen(): boolean {
    return this.state !== 'Closed';
  }

  /** How long the connector behind it is not asked; undefined for the question that tests whether the source is back. */
  get heldBackMs(): number | undefined {
    return this.state === 'Open' ? Math.max(0, this.probeAt - performance.now()) : undefined;
  }

  async ask(document: Document, signal: AbortSignal, stands?: boolean): Promise<SourceAnswer> {
    if (this.state === 'Closed') {
      const answer = await this.connector.ask(document, signal, stands);
      this.count(document, isDown(answer, signal));
      return answer;
    }
    // While the source is tested, the others come back after another pause: if they were retried at once, they would ask again and again
    // while a slow probe is under way.
    const retryAfterMs = this.heldBackMs ?? this.limits.pauseMs;
    if (retryAfterMs > 0) return failed('circuit_open', { retryAfterMs, unasked: 'circuit' });
    return this.probe(document, signal, stands);
  }

  /** Once the circuit has opened, only the probe decides: an earlier question may take longer than the pause. */
  private count(document: Document, down: boolean | undefined): void {
    if (this.state !== 'Closed') return;
    if (down === false) this.failedOn.clear();
    else if (down && this.failedOn.add(documentKey(document)).size >= this.limits.failures) this.open();
  }

  /** Only an answer of the source closes the circuit. */
  private async probe(document: Document, signal: AbortSignal, stands?: boolean): Promise<SourceAnswer> {
    this.enter('HalfOpen');
    let isBack = false;
    try {
      const answer = await this.connector.ask(document, signal, stands);
      isBack = isDown(answer, signal) === false;
      return answer;
    } finally {
      if (isBack) this.enter('Closed');
      else this.open();
    }
  }

  private open(): void {
    this.probeAt = performance.now() + this.limits.pauseMs;
    this.enter('Open');
  }

  private enter(state: typeof this.state): void {
    this.state = state;
    this.failedOn.clear();
    circuits.set({ source: this.source }, state === 'Closed' ? 0 : 1);
    this.logger.warn({ source: this.source, circuit: state }, 'source circuit changed');
  }
}

/** Undefined if this tells nothing about the source, because no question was put or we aborted it ourselves. */
function isDown(answer: SourceAnswer, signal: AbortSignal): boolean | undefined {
  if (answer.outcome !== 'failed') return false;
  return answer.unasked || signal.aborted ? undefined : outages.includes(answer.reason);
}
