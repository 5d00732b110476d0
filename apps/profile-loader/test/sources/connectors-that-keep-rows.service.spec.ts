import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { limaDay, type Document, type SourceName } from '@vigia/contracts';
import { openDatabase, type Database } from '@vigia/database';
import { JobReturnedError, type Rate } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { createHttpClient } from '@vigia/outbound-http';
import { createTestDatabase, waitUntil, type TestDatabase } from '@vigia/testing';
import { connectorOf } from '../../src/asking/connectors.js';
import { failed, type SourceAnswer, type SourceConnector, type SourceFailure } from '../../src/domain/source-answer.js';
import { Imported } from '../../src/registry/imported.js';
import { Lists } from '../../src/screening/lists/lists.js';
import { mappingOf } from '../../src/sections/sections.js';
import { AccumulatingConnector } from '../../src/sources/connector/accumulating-connector.js';
import { CircuitBreaker } from '../../src/sources/connector/circuit-breaker.js';
import { WithinQuota } from '../../src/sources/connector/within-quota.js';
import type { AccumulatingSource } from '../../src/sources/providers/provider-file.js';
import { providersOf } from '../../src/sources/providers/provider.js';
import { readProviderFile } from '../../src/sources/providers/read-provider-file.js';
import { publish } from '../registry/published.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const company: Document = { docType: 'RUC', taxId: '20990000019' };
const foreigner: Document = { docType: 'CE', taxId: 'SIM000001' };
const members: SourceName = 'representantes_legales';
const taxpayer: SourceName = 'identificacion';
const toldOn = (day: string) => ({ sourceVersion: 'm', observedAt: `${day}T12:00:00Z` });
const empty = (day: string): SourceAnswer => ({ outcome: 'empty', ...toldOn(day) });
/** What the provider says about the taxpayer. */
const told = {
  numero_ruc: company.taxId,
  nombre_o_razon_social: 'INDUSTRIAS NANDU',
  fecha_inscripcion: '01/03/2010',
  fecha_inicio_actividades: null,
  emisor_electronico_desde: null,
  afiliado_ple_desde: null,
  estado_contribuyente: null,
  condicion_contribuyente: null,
  sistema_emision: null,
  actividad_comercio_exterior: null,
  actividades_economicas: [],
  comprobantes_electronicos: [],
  omisiones_tributarias: null,
  domicilio: null,
};
const limits = { readyProviders: [], sourcesUrl: undefined, sourceTimeoutMs: 15_000, sourceConcurrency: 1, refreshHours: 24 };

describe('connectors that store rows', () => {
  let server: TestDatabase;
  let database: Database;
  let provider: LoopbackProvider;
  let connector: SourceConnector;
  let isSilent = false;
  const client = createHttpClient();
  const logger = createLogger('test', { level: 'silent' });

  beforeAll(async () => {
    server = await createTestDatabase();
    database = await openDatabase({ url: server.url, service: 'profile-loader' });
    await server.query(
      `WITH load AS (
         INSERT INTO profiles.load (id, doc_type, tax_id, purpose, correlation_id, deadline_at)
         VALUES ($1, 'RUC', $2, 'refresh', 'test', now() + interval '1 hour') RETURNING id)
       INSERT INTO profiles.task (load_id, source, state, place, due_at, deadline_at)
       SELECT id, source, 'pending', 1, now(), now() + interval '1 hour' FROM load, unnest($3::text[]) AS source`,
      [randomUUID(), company.taxId, [members, taxpayer]],
    );
    const registered = { ruc: company.taxId, name: 'INDUSTRIAS ÑANDÚ S.A.C.', status: 'ACTIVO', condition: 'HABIDO', ubigeo: '150101' };
    await publish(server, 'padron_reducido', '2026-11-20', [registered], { scope: 'companies' });
    provider = await startProvider(({ url = '' }, response) => {
      const [data] = Object.entries({ '/members': { representantes: [] }, '/taxpayers': told }).flatMap(([path, one]) =>
        url.startsWith(path) ? [one] : [],
      );
      if (!data || isSilent) response.writeHead(500).end();
      else response.end(JSON.stringify({ ...toldOn('2026-11-20'), data }));
    });
  });
  afterAll(async () => {
    provider?.stop();
    await client.close();
    await database?.close();
    await server?.drop();
  });

  /** Both providers are down, and their circuits open at the first failure. */
  beforeEach(async () => {
    await server.query('DELETE FROM profiles.provider_window');
    await server.query('DELETE FROM profiles.source_pause');
    await server.query('DELETE FROM profiles.source_answer');
    await server.query('UPDATE profiles.load SET opened_at = now()');
    await server.query(`UPDATE profiles.task SET state = 'pending', closed_at = NULL, deadline_at = now() + interval '1 hour'`);
    provider.asked.length = 0;
    isSilent = false;
    const breaker = { failures: 1, pauseMs: 600_000 };
    const rate = { max: 3, perMs: 600_000 };
    const fallback = { url: `${provider.url}/second?of={ruc}`, breaker, rate };
    connector = connected('protestos', { url: `${provider.url}/first/{taxId}`, breaker, fallback });
  });

  function connected(source: SourceName, entry: object, circuits: CircuitBreaker[] = []): SourceConnector {
    const file = JSON.stringify({ sources: { [source]: entry } });
    const surroundings = { database, imported: new Imported(database), lists: new Lists(database), client, logger, circuits };
    return connectorOf(source, providersOf({ ...limits, providers: readProviderFile(file, {}) })[source], surroundings);
  }
  const over = (source: SourceName, path: string, rate?: Rate) =>
    connected(source, { kind: 'overlay', overlays: [{ name: 'm', url: `${provider.url}${path}/{ruc}`, auth: {}, ...(rate && { rate }) }] });
  const overMembers = (rate: Rate) => over(members, '/members', rate);
  const rowOfMembers = () => `${members} m ${provider.url}`;

  const never = new AbortController().signal;
  const ask = (document: Document) => connector.ask(document, never);
  const used = () => server.query('SELECT provider, asked FROM profiles.provider_window');

  it('report the circuit of the first provider of a source, and not of its fallback', async () => {
    const [breaker, circuits]: [object, CircuitBreaker[]] = [{ failures: 1, pauseMs: 600_000 }, []];
    const fallback = { url: `${provider.url}/second?of={ruc}`, breaker };
    await connected('protestos', { url: `${provider.url}/first/{taxId}`, breaker, fallback }, circuits).ask(company, never);
    expect(circuits.map(({ isOpen }) => isOpen)).toEqual([true]);
  });

  describe('the quota of a provider', () => {
    it('is used by questions that are sent, and not by those that an open circuit holds back', async () => {
      await ask(company);
      expect(await used()).toEqual([]);
      for (let questions = 0; questions < 3; questions += 1)
        expect(await ask(company)).toMatchObject({ outcome: 'failed', reason: 'circuit_open' });
      expect(await used()).toEqual([{ provider: `protestos fallback ${provider.url}`, asked: 1 }]);
      expect(provider.asked.filter(({ path }) => path.startsWith('/second'))).toHaveLength(1);
    });

    it('is not used by documents about which the provider cannot be asked', async () => {
      await ask(foreigner);
      expect(await ask(foreigner)).toMatchObject({ outcome: 'failed', reason: 'circuit_open' });
      expect(await used()).toEqual([]);
      await ask(company);
      expect(await used()).toMatchObject([{ asked: 1 }]);
    });

    it('is whole for a fallback that takes the place of another, which has used up its own', async () => {
      const through = (url: string) => {
        const fallback = { url: `${url}/members/{ruc}`, rate: { max: 1, perMs: 2_678_400_000 } };
        return connected(members, { url: `${provider.url}/down/{taxId}`, breaker: { failures: 1, pauseMs: 600_000 }, fallback });
      };
      const asked = async (url: string) => {
        const provided = through(url);
        await provided.ask(company, never);
        return provided.ask(company, never);
      };
      expect(await asked(provider.url)).toMatchObject({ outcome: 'data' });
      expect(await asked(provider.url)).toMatchObject({ outcome: 'failed', detail: expect.stringContaining('quota') });
      const next = await startProvider((_request, response) =>
        response.end(JSON.stringify({ ...toldOn('2026-11-20'), data: { representantes: [] } })),
      );
      expect(await asked(next.url)).toMatchObject({ outcome: 'data' });
      next.stop();
    });

    it('makes questions that are asked together wait for their turns, without a failure', async () => {
      const [questions, rate] = [20, { max: 2, perMs: 100 }];
      const provided = overMembers(rate);
      const startedAt = Date.now();
      const answers = await Promise.all(Array.from({ length: questions }, () => provided.ask(company, never)));
      expect(answers.filter(({ outcome }) => outcome !== 'data')).toEqual([]);
      expect(Date.now() - startedAt).toBeGreaterThan((questions / rate.max - 2) * rate.perMs);
      expect(provider.asked).toHaveLength(questions);
    });

    it('refuses a question at once when the next turn is far away, and says when that is', async () => {
      const provided = overMembers({ max: 1, perMs: 600_000 });
      expect(await provided.ask(company, never)).toMatchObject({ outcome: 'data' });
      const refused = (await provided.ask(company, never)) as SourceFailure;
      expect(refused).toMatchObject({ outcome: 'failed', reason: 'rate_limited', unasked: 'quota' });
      expect(refused.retryAfterMs).toBeGreaterThan(500_000);
    });

    it('still counts a window that ends later than a question may wait', async () => {
      await server.query(`INSERT INTO profiles.provider_window VALUES ($1, now() + interval '30 seconds', 5)`, [rowOfMembers()]);
      expect(await overMembers({ max: 5, perMs: 1_000 }).ask(company, never)).toMatchObject({ outcome: 'failed', unasked: 'quota' });
    });

    it.each([1, 5])('ignores a window of an earlier plan, with %d questions in it', async (asked) => {
      await server.query(`INSERT INTO profiles.provider_window VALUES ($1, now() + interval '1 hour', $2)`, [rowOfMembers(), asked]);
      expect(await overMembers({ max: 5, perMs: 1_000 }).ask(company, never)).toMatchObject({ outcome: 'data' });
      expect(await used()).toEqual([{ provider: rowOfMembers(), asked: 1 }]);
    });

    it('gives questions over a register their turns, but no wait in the last third of the task', async () => {
      const whole = { outcome: 'data', data: { estado_contribuyente: 'ACTIVO', fecha_inscripcion: '01/03/2010' } };
      const questions = 6;
      const provided = over(taxpayer, '/taxpayers', { max: 2, perMs: 100 });
      const answers = await Promise.all(Array.from({ length: questions }, () => provided.ask(company, never)));
      for (const answer of answers) {
        expect(answer).toMatchObject(whole);
        expect(answer).not.toMatchObject({ trail: { partial: true } });
      }
      await server.query('DELETE FROM profiles.provider_window');
      await server.query(`UPDATE profiles.load SET opened_at = now() - interval '3 hours'`);
      const late = over(taxpayer, '/taxpayers', { max: 1, perMs: 600_000 });
      expect(await late.ask(company, never)).toMatchObject(whole);
      expect(await late.ask(company, never)).toMatchObject({
        data: { estado_contribuyente: 'ACTIVO', fecha_inscripcion: null },
        trail: { partial: true },
      });
      expect(provider.asked).toHaveLength(questions + 1);
    });

    it('does not matter for a malformed answer of a fallback: the retry is for the first provider', async () => {
      const breaker = { failures: 1, pauseMs: 600_000 };
      const fallback = { url: `${provider.url}/members/{ruc}` };
      const provided = connected('protestos', { url: `${provider.url}/first/{taxId}`, breaker, fallback });
      await provided.ask(company, never);
      const answer = (await provided.ask(company, never)) as SourceFailure;
      expect(answer).toMatchObject({ outcome: 'failed', reason: 'circuit_open', detail: expect.stringContaining('malformed') });
      expect(answer.retryAfterMs).toBeGreaterThan(500_000);
    });

    /** Asks two questions at once, and again if the turn of the second had already come, as it may on a busy machine. */
    async function oneHeldBack(heldBackMs: () => number | undefined) {
      const twoQuestions = async () => {
        await server.query('DELETE FROM profiles.provider_window');
        const inner = countingConnector();
        const limited = new WithinQuota(inner, database, members, 'late', { max: 1, perMs: 500 }, heldBackMs);
        const answers = await Promise.allSettled([limited.ask(company, never), limited.ask(company, never)]);
        return inner.asked === 1 && answers;
      };
      return waitUntil(twoQuestions, { what: 'one of two questions is held back' });
    }

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

    it('holds back a question whose process stops or whose circuit opens before its turn', async () => {
      const inner = countingConnector();
      const stop = new AbortController();
      const stopped = new WithinQuota(inner, database, members, 'stopped', { max: 1, perMs: 10_000 }, () => undefined);
      await stopped.ask(company, never);
      const waiting = stopped.ask(company, stop.signal);
      stop.abort(new Error('this process stops'));
      await expect(waiting).rejects.toThrow('this process stops');
      expect(inner.asked).toBe(1);
      const down = new CircuitBreaker({ ask: async () => failed('source_error') }, 'open', { failures: 1, pauseMs: 600_000 }, logger);
      await down.ask(company, never);
      const answers = (await oneHeldBack(() => down.heldBackMs)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const heldBack = answers.find(({ outcome }) => outcome === 'failed') as SourceFailure;
      expect(heldBack).toMatchObject({ reason: 'circuit_open', unasked: 'circuit' });
      expect(heldBack.retryAfterMs).toBeGreaterThan(500_000);
    });

    it.each([
      ['whose source is paused', `INSERT INTO profiles.source_pause (source, reason) VALUES ('${members}', 'test')`],
      ['whose task comes to its deadline', 'UPDATE profiles.task SET deadline_at = now()'],
      ['whose task is closed', `UPDATE profiles.task SET state = 'failed', closed_at = now()`],
    ])('holds back a question %s before its turn, and returns its job', async (_what, happens) => {
      await server.query(happens);
      const [first, second] = await oneHeldBack(() => undefined);
      expect([first, second].filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect([first, second].find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(JobReturnedError) });
    });
  });

  it('keep the fields of a provider over the padrón that no longer answers', async () => {
    const provided = over(taxpayer, '/taxpayers');
    const askFor = async () => {
      const answer = await provided.ask(company, never);
      if (answer.outcome !== 'data') throw new Error(JSON.stringify(answer));
      return answer;
    };
    const first = await askFor();
    expect(first).toMatchObject({
      data: { nombre_o_razon_social: 'INDUSTRIAS ÑANDÚ S.A.C.', fecha_inscripcion: '01/03/2010' },
      trail: { fields: { fecha_inscripcion: { sourceVersion: 'm' } } },
    });
    await server.query(
      `INSERT INTO profiles.source_answer (doc_type, tax_id, source, outcome, answer, complete, source_version, observed_at, answered_at, trail)
       VALUES ('RUC', $1, 'identificacion', 'data', $2, true, $3, $4, now(), $5)`,
      [company.taxId, JSON.stringify(first.data), first.sourceVersion, first.observedAt, JSON.stringify(first.trail)],
    );
    isSilent = true;
    const second = await askFor();
    expect(second.data).toEqual(first.data);
    expect(second.trail).toMatchObject({ partial: true, fields: first.trail!.fields });
  });

  describe('the stored months of an accumulating source', () => {
    const askFor = (source: AccumulatingSource, answer: SourceAnswer) =>
      new AccumulatingConnector({ ask: async () => answer }, database, source).ask(company, never);

    it('get an empty month when it answers empty, so that a paid debt is not the latest', async () => {
      expect(await askFor('deuda_coactiva', empty('2026-02-20'))).toEqual(empty('2026-02-20'));
      const owed = { periodo: '2026-03', deudas: [{ monto_deuda: 50_000 }] };
      await askFor('deuda_coactiva', { outcome: 'data', data: { cortes: [owed] }, ...toldOn('2026-03-31') });
      for (const day of ['2026-09-02', '2026-09-20']) {
        const answer = await askFor('deuda_coactiva', empty(day));
        expect(answer).toEqual({ outcome: 'data', data: { cortes: [owed, { periodo: '2026-09', deudas: [] }] }, ...toldOn(day) });
        const shown = mappingOf('deuda_coactiva').piece('data' in answer ? answer.data : null, company);
        expect(shown).toMatchObject({ latest: 0, six: 50_000, sinceSix: -50_000 });
      }
    });

    it('get no empty month that has not begun, which would be the latest once it begins', async () => {
      const owed = { periodo: '2026-03', deudas: [{ monto_deuda: 50_000 }] };
      await askFor('deuda_coactiva', { outcome: 'data', data: { cortes: [owed] }, ...toldOn('2026-03-31') });
      await askFor('deuda_coactiva', empty('2062-11-20'));
      expect(await server.query(`SELECT FROM profiles.monthly_cut WHERE tax_id = $1 AND month > '2062'`, [company.taxId])).toEqual([]);
    });

    it('stay as declared when it answers empty and that is no figure', async () => {
      const declared = { periodos: [{ periodo: '2026-03', trabajadores: 4, pensionistas: 0, prestadores_servicio: 1 }] };
      await askFor('trabajadores', { outcome: 'data', data: declared, ...toldOn('2026-03-31') });
      expect(await askFor('trabajadores', empty('2026-09-20'))).toMatchObject({ outcome: 'data', data: declared });
    });

    it.each([
      ['deuda_coactiva', 'cortes', { deudas: [] }],
      ['trabajadores', 'periodos', { trabajadores: 4, pensionistas: 0, prestadores_servicio: 1 }],
    ] as const)(
      'of %s are all kept, but an answer has only those that the section shows, and what the provider has told',
      async (source, list, cut) => {
        const document: Document = { docType: 'RUC', taxId: '20990000035' };
        const monthsAfter = async (...told: string[]) => {
          const answer: SourceAnswer = {
            outcome: 'data',
            data: { [list]: told.map((periodo) => ({ periodo, ...cut })) },
            ...toldOn('2026-03-31'),
          };
          const given = await new AccumulatingConnector({ ask: async () => answer }, database, source).ask(document, never);
          if (given.outcome !== 'data') throw new Error(JSON.stringify(given));
          return (given.data as Record<string, { periodo: string }[]>)[list]!.map(({ periodo }) => periodo);
        };
        expect(await monthsAfter('2024-01')).toEqual(['2024-01']);
        expect(await monthsAfter('2025-02')).toEqual(['2025-02']);
        expect(await monthsAfter('2025-03')).toEqual(['2025-02', '2025-03']);
        expect(await monthsAfter('2025-09')).toEqual(['2025-02', '2025-03', '2025-09']);
        expect(await monthsAfter('2026-03')).toEqual(['2025-03', '2025-09', '2026-03']);
        expect(await monthsAfter('2023-12', '2026-03')).toEqual(['2023-12', '2025-03', '2025-09', '2026-03']);
        const stored = await server.query<{ month: string }>(
          'SELECT month FROM profiles.monthly_cut WHERE tax_id = $1 AND source = $2 ORDER BY month',
          [document.taxId, source],
        );
        expect(stored.map(({ month }) => month)).toEqual(['2023-12', '2024-01', '2025-02', '2025-03', '2025-09', '2026-03']);
      },
    );

    it('are none that have not begun, so that only the answer that states such a month is partial', async () => {
      const { taxId } = foreigner;
      const cut = (periodo: string) => ({ periodo, deudas: [{ monto_deuda: 70 }] });
      const tell = (...months: string[]): SourceAnswer => ({
        outcome: 'data',
        data: { cortes: months.map(cut) },
        ...toldOn('2026-09-20'),
      });
      const askAbout = async (answer: SourceAnswer) => {
        const kept = await new AccumulatingConnector({ ask: async () => answer }, database, 'deuda_coactiva').ask(foreigner, never);
        if (kept.outcome !== 'data') throw new Error(JSON.stringify(kept));
        return mappingOf('deuda_coactiva').tidied(kept, limaDay(new Date()));
      };
      const months = () => server.query('SELECT month FROM profiles.monthly_cut WHERE tax_id = $1 ORDER BY month', [taxId]);
      expect(await askAbout(tell('2026-09', '2062-11'))).toMatchObject({ data: { cortes: [cut('2026-09')] }, trail: { partial: true } });
      expect(await months()).toEqual([{ month: '2026-09' }]);
      expect(await askAbout(tell('2026-09'))).toEqual(tell('2026-09'));
    });
  });
});
