import { Inject, Injectable } from '@nestjs/common';
import { sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { Database } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { createHttpClient, type HttpClient } from '@vigia/outbound-http';
import { LOGGER } from '@vigia/service-kit';
import { failed, type SourceAnswer, type SourceConnector } from '../domain/source-answer.js';
import { ScreeningConnector } from '../screening/screening-connector.js';
import { CircuitBreaker } from '../sources/connector/circuit-breaker.js';
import { HttpJsonConnector } from '../sources/connector/http-json-connector.js';
import { mappingOf } from '../sections/sections.js';
import { SourceProviders } from '../sources/providers/provider.js';

@Injectable()
export class Sources {
  private readonly client: HttpClient;
  private readonly connectors: Map<SourceName, SourceConnector>;

  constructor(
    private readonly database: Database,
    private readonly providers: SourceProviders,
    @Inject(LOGGER) logger: Logger,
  ) {
    // One host may serve every source: the concurrency of each is its only limit.
    const atOnce = Object.values(providers.of).reduce((sum, { concurrency }) => sum + concurrency, 0);
    this.client = createHttpClient({ connectionsPerHost: atOnce });
    this.connectors = new Map(sourceNames.map((source) => [source, this.connectorOf(source, logger)]));
  }

  /** An answer that cannot be mapped is refused here, before it can become part of a profile. */
  async ask(source: SourceName, document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = (await this.connectors.get(source)?.ask(document, signal)) ?? failed('unreachable');
    if (answer.outcome === 'unknown_taxpayer' && source !== 'identificacion') return failed('source_error');
    if (answer.outcome !== 'data') return answer;
    return mappingOf(source).accepts(answer.data) ? answer : failed('malformed', { detail: 'data: not what this source answers' });
  }

  /** Whether the circuit of a source is open in this process; undefined for one that is asked over no network. */
  isCircuitOpen(source: SourceName): boolean | undefined {
    const connector = this.connectors.get(source);
    return connector instanceof CircuitBreaker ? connector.isOpen : undefined;
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private connectorOf(source: SourceName, logger: Logger): SourceConnector {
    const provider = this.providers.of[source];
    if (provider.kind === 'lists') return new ScreeningConnector(this.database);
    return new CircuitBreaker(new HttpJsonConnector(this.client, source, provider), source, provider.breaker, logger);
  }
}
