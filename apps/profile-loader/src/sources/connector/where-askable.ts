import type { Document, SourceName } from '@vigia/contracts';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import { questionAbout, type Template } from '../providers/question.js';
import type { SourceMapping } from '../source-mapping.js';

/**
 * What a provider and a source can say to each other. A provider that has no question for a document is not contracted for it, and an answer that is not
 * this source's has failed, before anything is made of it or another provider is left unasked.
 */
export class WhereAskable implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly source: SourceName,
    private readonly template: Template,
    private readonly mapping: Pick<SourceMapping, 'accepts'>,
  ) {}

  async ask(document: Document, signal: AbortSignal, stands?: boolean): Promise<SourceAnswer> {
    if (!questionAbout(this.template, this.source, document)) return { outcome: 'not_contracted' };
    const answer = await this.connector.ask(document, signal, stands);
    if (answer.outcome !== 'data' || this.mapping.accepts(answer.data)) return answer;
    return failed('malformed', { detail: 'data: not what this source answers' });
  }
}
