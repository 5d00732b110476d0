import type { Document, SourceName } from '@vigia/contracts';
import type { SourceAnswer, SourceConnector } from '../../domain/source-answer.js';
import { questionAbout, type Template } from '../providers/question.js';

/** Answers for a provider about documents for which it has no question: its contract does not reach them. */
export class WhereAskable implements SourceConnector {
  constructor(
    private readonly connector: SourceConnector,
    private readonly source: SourceName,
    private readonly template: Template,
  ) {}

  get isOpen(): boolean | undefined {
    return this.connector.isOpen;
  }

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const question = questionAbout(this.template, this.source, document);
    return question ? this.connector.ask(document, signal) : { outcome: 'not_contracted' };
  }
}
