import type { Document, SourceName } from '@vigia/contracts';
import type { Database } from '@vigia/database';
import type { Logger } from '@vigia/observability';
import type { HttpClient } from '@vigia/outbound-http';
import type { SourceConnector } from '../domain/source-answer.js';
import type { Imported } from '../registry/imported.js';
import { NamedActivities } from '../registry/named-activities.js';
import { RegistryConnector } from '../registry/registry-connector.js';
import { registryReaders } from '../registry/registry-readers.js';
import type { Lists } from '../screening/lists/lists.js';
import { ScreeningConnector } from '../screening/screening-connector.js';
import { mappingOf } from '../sections/sections.js';
import { AccumulatingConnector } from '../sources/connector/accumulating-connector.js';
import { CircuitBreaker } from '../sources/connector/circuit-breaker.js';
import { FallbackConnector } from '../sources/connector/fallback.js';
import { givenBefore } from '../sources/connector/given-before.js';
import { HttpJsonConnector } from '../sources/connector/http-json-connector.js';
import { OverlayConnector } from '../sources/connector/overlay-connector.js';
import { WhereAskable } from '../sources/connector/where-askable.js';
import { WithinQuota } from '../sources/connector/within-quota.js';
import type { HttpProvider, OtherProvider } from '../sources/providers/http-provider.js';
import { isAccumulating, isImportable } from '../sources/providers/provider-file.js';
import type { HttpSource, SourceProvider } from '../sources/providers/provider.js';

interface Surroundings {
  database: Database;
  imported: Imported;
  lists: Lists;
  client: HttpClient;
  logger: Logger;
  /** Collects the circuits that tell whether the source is asked. */
  circuits: CircuitBreaker[];
}

const notContracted: SourceConnector = { ask: async () => ({ outcome: 'not_contracted' }) };

/** The connector that answers for a source, as configured. */
export function connectorOf(source: SourceName, provider: SourceProvider, given: Surroundings): SourceConnector {
  const connector = answeringFor(source, provider, given);
  return source === 'identificacion' ? new NamedActivities(connector, given.database) : connector;
}

function answeringFor(source: SourceName, provider: SourceProvider, given: Surroundings): SourceConnector {
  switch (provider.kind) {
    case 'none':
      return notContracted;
    case 'lists':
      return new ScreeningConnector(given.database, given.lists);
    case 'dataset':
      return fromRegistry(source, given, provider.otherwise && overHttp(source, provider.otherwise, given));
    case 'overlay': {
      const overlays = provider.overlays.map((overlay) => ({ name: overlay.name, connector: beside(source, overlay, given) }));
      const before = (document: Document) => givenBefore(given.database, source, document);
      return new OverlayConnector(fromRegistry(source, given), overlays, before);
    }
    case 'http':
      return overHttp(source, provider, given);
  }
}

function fromRegistry(source: SourceName, { database, imported }: Surroundings, otherwise?: SourceConnector): SourceConnector {
  return isImportable(source)
    ? new RegistryConnector(database, imported, registryReaders[source], otherwise)
    : (otherwise ?? notContracted);
}

function overHttp(source: SourceName, provider: HttpSource, given: Surroundings): SourceConnector {
  const first = guarded(source, source, provider, given);
  // While the first provider is not asked the source counts as open, whatever the circuit of the second says.
  const second = provider.fallback && beside(source, provider.fallback, { ...given, circuits: [] });
  const connector = second ? new FallbackConnector(first, second) : first;
  return provider.accumulates && isAccumulating(source) ? new AccumulatingConnector(connector, given.database, source) : connector;
}

function beside(source: SourceName, provider: OtherProvider, given: Surroundings): SourceConnector {
  return guarded(source, `${source} ${provider.name}`, provider, given);
}

/**
 * The order matters: a document without a question, or one that an open circuit holds back, takes nothing from the quota; and a question
 * that the quota holds back tells the circuit nothing about the source.
 */
function guarded(
  source: SourceName,
  place: string,
  provider: HttpProvider & Pick<OtherProvider, 'quota'>,
  { client, database, logger, circuits }: Surroundings,
): SourceConnector {
  const http = new HttpJsonConnector(client, source, provider);
  // Another provider in the same place has a quota of its own.
  const window = `${place} ${new URL(provider.url).origin}`;
  const asked = provider.quota ? new WithinQuota(http, database, source, window, provider.quota, () => breaker.heldBackMs) : http;
  const breaker: CircuitBreaker = new CircuitBreaker(asked, place, provider.breaker, logger);
  circuits.push(breaker);
  return new WhereAskable(breaker, source, provider, mappingOf(source));
}
