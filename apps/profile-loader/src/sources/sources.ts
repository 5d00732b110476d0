import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { createHttpClient } from '@vigia/outbound-http';
import { SETTINGS } from '@vigia/service-kit';
import type { SourceAnswer } from '../domain/source-answer.js';
import type { ProfileLoaderSettings } from '../settings.js';
import { failed } from './connector/read-exchange.js';
import { HttpJsonConnector } from './connector/http-json-connector.js';
import type { SourceConnector } from './connector/source-connector.js';
import { mappings } from './mappings.js';

@Injectable()
export class Sources {
  private readonly client = createHttpClient({ connectionsPerHost: 64 });
  private readonly connectors: Map<SourceName, SourceConnector>;

  constructor(@Inject(SETTINGS) { sourcesUrl, sourceTimeoutMs }: ProfileLoaderSettings) {
    this.connectors = new Map(
      sourceNames.map((source) => [source, new HttpJsonConnector(this.client, source, sourcesUrl, sourceTimeoutMs)]),
    );
  }

  /** An answer that cannot be mapped is refused here, before it can become part of a profile. */
  async ask(source: SourceName, document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = (await this.connectors.get(source)?.ask(document, signal)) ?? failed('unreachable');
    if (answer.outcome === 'unknown_taxpayer' && source !== 'identificacion') return failed('source_error');
    if (answer.outcome !== 'data') return answer;
    return mappings[source].accepts(answer.data) ? answer : failed('malformed');
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
