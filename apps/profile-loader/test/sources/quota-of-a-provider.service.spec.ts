import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document, SourceName } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { JobReturnedError, type Rate } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { createHttpClient } from '@vigia/outbound-http';
import { createTestDatabase, type TestDatabase } from '@vigia/testing';
import { connectorOf } from '../../src/asking/connectors.js';
import type { SourceConnector, SourceFailure } from '../../src/domain/source-answer.js';
import { Imported } from '../../src/registry/imported.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { WithinQuota } from '../../src/sources/connector/within-quota.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const company: Document = { docType: 'RUC', taxId: '20990000019' };
const foreigner: Document = { docType: 'CE', taxId: 'SIM000001' };
const members: SourceName = 'representantes_legales';
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
    await server.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, purpose, correlation_id, deadline_at)
         VALUES ($1, 'RUC', $2, 'refresh', 'test', now() + interval '1 hour') RETURNING id)
       INSERT INTO profiles.task (load_id, source, state, place, due_at, deadline_at)
       SELECT id, $3, 'pending', 1, now(), now() + interval '1 hour' FROM load`,
      [randomUUID(), company.taxId, members],
    );
    provider = await startProvider(({ url }, response) => {
      if (!url?.startsWith('/members')) response.writeHead(500).end();
      else response.end(JSON.stringify({ sourceVersion: 'm', observedAt: '2026-11-20T12:00:00Z', data: { representantes: [] } }));
    });
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
    await server.query('DELETE FROM profiles.source_pause');
    await server.query(`UPDATE profiles.task SET state = 'pending', closed_at = NULL, deadline_at = now() + interval '1 hour'`);
    provider.asked.length = 0;
    const breaker = { failures: 1, pauseMs: 600_000 };
    const rate = { max: 3, perMs: 600_000 };
    const fallback = { url: `${provider.url}/second?of={ruc}`, breaker, rate };
    connector = connected('protestos', { url: `${provider.url}/first/{taxId}`, breaker, fallback });
  });

  function connected(source: SourceName, entry: object): SourceConnector {
    const file = JSON.stringify({ sources: { [source]: entry } });
    const logger = createLogger('test', { level: 'silent' });
    const given = { database, imported: new Imported(database), lists: new Lists(database), client, logger };
    return connectorOf(source, providersOf({ ...limits, providers: readProviderFile(file, {}) })[source], given);
  }
  const overMembers = (rate: Rate) =>
    connected(members, {
      kind: 'overlay',
      overlays: [{ name: 'm', url: `${provider.url}/members/{ruc}`, auth: {}, rate }],
    });

  const never = new AbortController().signal;
  const ask = (document: Document) => connector.ask(document, never);
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

  it('lets many that ask together wait for their turns, and no question fails for the others', async () => {
    const [questions, rate] = [20, { max: 2, perMs: 100 }];
    const provided = overMembers(rate);
    const startedAt = Date.now();
    const answers = await Promise.all(Array.from({ length: questions }, () => provided.ask(company, never)));
    expect(answers.filter(({ outcome }) => outcome !== 'data')).toEqual([]);
    expect(Date.now() - startedAt).toBeGreaterThan((questions / rate.max - 2) * rate.perMs);
    expect(provider.asked).toHaveLength(questions);
  });

  it('fails at once where the next turn is far away, and says when that is', async () => {
    const provided = overMembers({ max: 1, perMs: 600_000 });
    expect(await provided.ask(company, never)).toMatchObject({ outcome: 'data' });
    const refused = (await provided.ask(company, never)) as SourceFailure;
    expect(refused).toMatchObject({ outcome: 'failed', reason: 'rate_limited', isUnasked: true, isQuotaFull: true });
    expect(refused.retryAfterMs).toBeGreaterThan(500_000);
  });

  function countingConnector() {
    const inner = {
      asked: 0,
      ask: async () => {
        inner.asked += 1;
        return { outcome: 'not_contracted' as const };
      },
    };
    return inner;
  }

  it('keeps a question back whose process stops, or whose circuit opens, before its turn', async () => {
    const inner = countingConnector();
    const stop = new AbortController();
    const stopped = new WithinQuota(inner, database, members, 'stopped', { max: 1, perMs: 10_000 }, () => false);
    await stopped.ask(company, never);
    const waiting = stopped.ask(company, stop.signal);
    stop.abort(new Error('this process stops'));
    await expect(waiting).rejects.toThrow('this process stops');
    const open = new WithinQuota(inner, database, members, 'open', { max: 1, perMs: 100 }, () => true);
    await open.ask(company, never);
    expect(await open.ask(company, never)).toEqual({ outcome: 'failed', reason: 'circuit_open', isUnasked: true });
    expect(inner.asked).toBe(2);
  });

  it.each([
    ['whose source is paused', `INSERT INTO profiles.source_pause (source, reason) VALUES ('${members}', 'test')`],
    ['whose task comes to its deadline', 'UPDATE profiles.task SET deadline_at = now()'],
    ['whose task is closed', `UPDATE profiles.task SET state = 'failed', closed_at = now()`],
  ])('keeps a question back %s before its turn, and its job goes back', async (_what, happens) => {
    const inner = countingConnector();
    const limited = new WithinQuota(inner, database, members, 'late', { max: 1, perMs: 500 }, () => false);
    await server.query(happens);
    const [first, second] = await Promise.allSettled([limited.ask(company, never), limited.ask(company, never)]);
    expect([first, second].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(JobReturnedError) });
    expect(inner.asked).toBe(1);
  });
});
