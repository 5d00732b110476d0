import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { createLogger } from '@vigia/observability';
import { createHttpClient } from '@vigia/outbound-http';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { connectorOf } from '../../src/asking/connectors.js';
import type { SourceConnector } from '../../src/domain/source-answer.js';
import { Imported } from '../../src/registry/imported.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const company: Document = { docType: 'RUC', taxId: '20990000019' };
const foreigner: Document = { docType: 'CE', taxId: 'SIM000001' };
const limits = { readyProviders: [], sourcesUrl: undefined, sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };

describe('the quota of a provider', () => {
  let server: TestDatabase;
  let database: Database;
  let provider: LoopbackProvider;
  let connector: SourceConnector;
  const client = createHttpClient();

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
    provider = await startProvider((_request, response) => response.writeHead(500).end());
  });
  afterAll(async () => {
    provider?.stop();
    await client.close();
    await database?.close();
    await server?.drop();
  });

  /** Both providers are down, and their circuits open with the first failure. */
  beforeEach(async () => {
    await server.query('DELETE FROM profiles.provider_window');
    provider.asked.length = 0;
    const breaker = { failures: 1, pauseMs: 600_000 };
    const rate = { max: 3, perMs: 600_000 };
    const fallback = { url: `${provider.url}/second?of={ruc}`, breaker, rate };
    const file = { sources: { protestos: { url: `${provider.url}/first/{taxId}`, breaker, fallback } } };
    const { protestos } = providersOf({ ...limits, providers: readProviderFile(JSON.stringify(file), {}) });
    const logger = createLogger('test', { level: 'silent' });
    const given = { database, imported: new Imported(database), lists: new Lists(database), client, logger };
    connector = connectorOf('protestos', protestos, given);
  });

  const ask = (document: Document) => connector.ask(document, new AbortController().signal);
  const used = () => server.query('SELECT provider, asked FROM profiles.provider_window');

  it('is used up by the questions that are put to it, and not by those that its open circuit holds back', async () => {
    await ask(company);
    expect(await used()).toEqual([]);
    for (let questions = 0; questions < 3; questions += 1)
      expect(await ask(company)).toMatchObject({ outcome: 'failed', reason: 'circuit_open' });
    expect(await used()).toEqual([{ provider: 'protestos fallback', asked: 1 }]);
    expect(provider.asked.filter(({ path }) => path.startsWith('/second'))).toHaveLength(1);
  });

  it('is not used up by documents about which there is no question for it', async () => {
    await ask(foreigner);
    expect(await ask(foreigner)).toMatchObject({ outcome: 'failed', reason: 'circuit_open' });
    expect(await used()).toEqual([]);
    await ask(company);
    expect(await used()).toMatchObject([{ asked: 1 }]);
  });
});
