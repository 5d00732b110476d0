import type { Document } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import type { SourceAnswer, SourceConnector } from '../domain/source-answer.js';
import type { Imported } from './imported.js';
import type { RegistryReader } from './registry-reader.js';

/** Answers from the versions of registers that are in force. Until there is one, another connector answers, or nobody. */
export class RegistryConnector implements SourceConnector {
  constructor(
    private readonly database: Database,
    private readonly imported: Imported,
    private readonly reader: RegistryReader,
    private readonly otherwise?: SourceConnector,
  ) {}

  async ask(document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const isThere = await this.imported.includesAny(this.reader.datasets);
    const answer = isThere ? await this.reader.read(this.database, document) : undefined;
    return answer ?? this.otherwise?.ask(document, signal) ?? { outcome: 'not_contracted' };
  }
}
