import type { Document } from '@vigia/contracts';
import type { SourceAnswer, SourceConnector } from '../../domain/source-answer.js';

/** Asks a second provider while the circuit of the first is open. */
export class FallbackConnector implements SourceConnector {
  constructor(
    private readonly first: SourceConnector,
    private readonly second: SourceConnector,
  ) {}

  get isOpen(): boolean | undefined {
    return this.first.isOpen;
  }

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = await this.first.ask(document, signal);
    return answer.outcome === 'failed' && answer.reason === 'circuit_open' ? this.second.ask(document, signal) : answer;
  }
}
