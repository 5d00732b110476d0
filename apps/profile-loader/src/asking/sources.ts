import { Inject, Injectable } from '@nestjs/common';
import { limaDay, sourceNames, type Document, type SourceName } from '@vigia/contracts';
import { Database, StatementError } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import { createHttpClient, type HttpClient } from '@vigia/outbound-http';
import { LOGGER } from '@vigia/service-kit';
import { failed, type SourceAnswer, type SourceConnector } from '../domain/source-answer.js';
import { Imported } from '../registry/imported.js';
import { Lists } from '../screening/lists/lists.js';
import { mappingOf } from '../sections/sections.js';
import type { CircuitBreaker } from '../sources/connector/circuit-breaker.js';
import { SourceProviders } from '../sources/providers/provider.js';
import { connectorOf } from './connectors.js';

@Injectable()
export class Sources {
  private readonly client: HttpClient;
  private readonly connectors: Record<SourceName, SourceConnector>;
  private readonly circuits = new Map<SourceName, CircuitBreaker[]>(sourceNames.map((source) => [source, []]));

  constructor(database: Database, providers: SourceProviders, imported: Imported, lists: Lists, @Inject(LOGGER) logger: Logger) {
    // One host may serve every source: the concurrency of each is its only limit.
    const atOnce = Object.values(providers.of).reduce((sum, { concurrency }) => sum + concurrency, 0);
    this.client = createHttpClient({ connectionsPerHost: atOnce });
    const given = { database, imported, lists, client: this.client, logger };
    const connector = (source: SourceName) => connectorOf(source, providers.of[source], { ...given, circuits: this.circuits.get(source)! });
    this.connectors = Object.fromEntries(sourceNames.map((source) => [source, connector(source)])) as Record<SourceName, SourceConnector>;
  }

  /** Refuses an answer that cannot be mapped before it can become part of a profile. */
  async ask(source: SourceName, document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    const answer = await this.answerOf(source, document, signal);
    if (answer.outcome === 'unknown_taxpayer' && source !== 'identificacion') return failed('source_error');
    if (answer.outcome !== 'data') return answer;
    const mapping = mappingOf(source);
    if (!mapping.accepts(answer.data)) return failed('malformed', { detail: 'data: not what this source answers' });
    return mapping.tidied(answer, limaDay(new Date()));
  }

  /** Whether the circuit of a source is open in this process; undefined if the source is not asked over a network. */
  isCircuitOpen(source: SourceName): boolean | undefined {
    const circuits = this.circuits.get(source)!;
    return circuits.length === 0 ? undefined : circuits.some(({ isOpen }) => isOpen);
  }

  close(): Promise<void> {
    return this.client.close();
  }

  /** Some connectors read the platform's own data: if the database is away, the source counts as unreachable. */
  private async answerOf(source: SourceName, document: Document, signal: AbortSignal): Promise<SourceAnswer> {
    try {
      return await this.connectors[source].ask(document, signal);
    } catch (error) {
      if (!(error instanceof StatementError)) throw error;
      const { name, code, sqlState } = error;
      return failed('unreachable', { detail: sqlState ?? code ?? name });
    }
  }
}
