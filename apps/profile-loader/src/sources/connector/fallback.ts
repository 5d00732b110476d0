import type { Document } from '@vigia/contracts';
import { isLasting, type SourceAnswer, type SourceConnector, type SourceFailure } from '../../domain/source-answer.js';

/**
 * Asks a second provider while the circuit of the first is open. If the second has no answer either, the source fails as it would without
 * the second, so that the first provider's earlier answer stays. The source is asked again as soon as one of the two may be.
 */
export class FallbackConnector implements SourceConnector {
  constructor(
    private readonly first: SourceConnector,
    private readonly second: SourceConnector,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = await this.first.ask(document, signal);
    if (answer.outcome !== 'failed' || answer.reason !== 'circuit_open') return answer;
    const told = await this.second.ask(document, signal);
    if (told.outcome === 'not_contracted') return { ...answer, detail: 'fallback: not contracted' };
    return told.outcome === 'failed' ? withoutAnswer(answer, told) : told;
  }
}

/** Only the second provider's failure tells whether a question was put, or a quota held it back. */
function withoutAnswer({ unasked: _, ...first }: SourceFailure, second: SourceFailure): SourceFailure {
  const waits = [first, ...(isLasting(second) ? [] : [second])].map(({ retryAfterMs = 0 }) => retryAfterMs);
  return {
    ...first,
    retryAfterMs: Math.min(...waits),
    ...(second.unasked && { unasked: second.unasked }),
    detail: ['fallback:', second.reason, second.detail].filter(Boolean).join(' '),
  };
}
