import type { Document, SourceName } from '@vigia/contracts';
import { failed, type SourceAnswer, type SourceConnector } from '../../domain/source-answer.js';
import { questionAbout, type Template } from '../providers/question.js';
import type { SourceMapping } from '../source-mapping.js';

/**
 * A provider without a question for a document is not contracted for it. An answer that does not fit this source counts as a failure,
 * before it is used or keeps another provider from being asked.
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
