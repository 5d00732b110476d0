import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceName } from '@vigia/contracts';
import { startLoader, type RunningLoader } from '../running-loader.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const secrets = { VIGIA_TEST_BODY_KEY: 'CANARY-in-body', VIGIA_TEST_QUERY_KEY: 'CANARY in/query' };
const told = { sourceVersion: '"bureau"', observedAt: '$now()' };

describe('a loader with keys in questions, accumulating sources and fallbacks', () => {
  let provider: LoopbackProvider;
  let loader: RunningLoader;
  let folder: string;
  /** What the register says about the payroll now; null while it is down. */
  let payroll: { periodo: string; trabajadores: string }[] | null = [];
  let areEdictsDown = false;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-further-'));
    Object.assign(process.env, secrets);
    provider = await startProvider((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://h');
      const isKnown =
        provider.asked.at(-1)!.body.includes(secrets.VIGIA_TEST_BODY_KEY) || searchParams.get('key') === secrets.VIGIA_TEST_QUERY_KEY;
      if (pathname === '/forbidden') response.writeHead(403).end();
      else if (pathname === '/edicts' && areEdictsDown) response.writeHead(500).end();
      else if (pathname === '/down') response.writeHead(500).end(`refused: ${provider.asked.at(-1)!.body}`);
      else if (!isKnown) response.writeHead(401).end();
      else if (pathname === '/echo') response.end(JSON.stringify({ bills: provider.asked.at(-1)!.body }));
      else if (pathname === '/payroll' && payroll === null) response.writeHead(503).end();
      else response.end(JSON.stringify({ success: true, data: pathname === '/payroll' ? payroll : [] }));
    });
    const inBody = { body: { name: 'token', secretVariable: 'VIGIA_TEST_BODY_KEY' } };
    const inQuery = { query: { name: 'key', secretVariable: 'VIGIA_TEST_QUERY_KEY' } };
    const post = (path: string) => ({ method: 'POST', url: `${provider.url}${path}`, body: { ruc: '{ruc}' }, auth: inBody });
    const edicts = { answer: { ...told, data: '{ "edictos": [] }' }, auth: inQuery };
    const sources = {
      trabajadores: {
        ...post('/payroll'),
        accumulate: true,
        outcome: '$status = 200 and success ? "data"',
        answer: {
          ...told,
          data: '{ "periodos": [data.{ "periodo": periodo, "trabajadores": trabajadores = "NE" ? null : $number(trabajadores), "pensionistas": 0, "prestadores_servicio": 0 }] }',
        },
      },
      deuda_vencida: { ...post('/echo'), answer: { ...told, data: '{ "deudas": [], "said": bills }' } },
      edictos_judiciales: {
        ...edicts,
        url: `${provider.url}/edicts?of={ruc}`,
        breaker: { failures: 1, pauseMs: 600_000 },
        fallback: { ...edicts, url: `${provider.url}/forbidden?of={ruc}` },
      },
      protestos: {
        ...post('/down'),
        breaker: { failures: 1, pauseMs: 600_000 },
        fallback: {
          url: `${provider.url}/titles?of={ruc}`,
          auth: inQuery,
          answer: { ...told, data: '{ "titulos": data }' },
          rate: { max: 1, perMs: 600_000 },
        },
      },
    };
    loader = await startLoader({
      VIGIA_PROVIDERS: JSON.stringify({ sources }),
      VIGIA_FRESHNESS_HOURS: '0',
      VIGIA_TASK_DEADLINE_MS: '30000',
      VIGIA_LOG_FILE: join(folder, 'log'),
      VIGIA_LOG_LEVEL: 'debug',
    });
  });

  afterAll(async () => {
    await loader?.stop();
    provider?.stop();
    for (const name of Object.keys(secrets)) delete process.env[name];
    rmSync(folder, { recursive: true, force: true });
  });

  async function loaded(taxId: string) {
    await loader.untilFinished((await loader.start(taxId)).requestId);
    return loader.tasks((await loader.loads(taxId)).at(-1)!.id);
  }

  const answerOf = async (taxId: string, source: SourceName) =>
    (
      await loader.database.query<{
        outcome: string;
        failure: string | null;
        answer: { periodos: { periodo: string; trabajadores: number | null }[] };
      }>('SELECT outcome, failure, answer FROM profiles.source_answer WHERE tax_id = $1 AND source = $2', [taxId, source])
    )[0]!;

  it('keeps each month of an accumulating source, and leaves a gap where the source failed', async () => {
    const taxId = '20990000019';
    const months = async () =>
      (await answerOf(taxId, 'trabajadores')).answer.periodos.map(({ periodo, trabajadores }) => [periodo, trabajadores]);
    payroll = [
      { periodo: '2026-05', trabajadores: '10' },
      { periodo: '2026-06', trabajadores: 'NE' },
    ];
    expect((await loaded(taxId)).get('trabajadores')).toMatchObject({ state: 'data' });
    expect(await months()).toEqual([
      ['2026-05', 10],
      ['2026-06', null],
    ]);
    payroll = null;
    expect((await loaded(taxId)).get('trabajadores')).toMatchObject({ state: 'failed' });
    payroll = [
      { periodo: '2026-06', trabajadores: '12' },
      { periodo: '2026-08', trabajadores: '0' },
    ];
    expect((await loaded(taxId)).get('trabajadores')).toMatchObject({ state: 'data' });
    const union = [
      ['2026-05', 10],
      ['2026-06', 12],
      ['2026-08', 0],
    ];
    expect(await months()).toEqual(union);
    payroll = [];
    expect((await loaded(taxId)).get('trabajadores')).toMatchObject({ state: 'data' });
    expect(await months()).toEqual(union);
    const other = '20990000027';
    expect((await loaded(other)).get('trabajadores')).toMatchObject({ state: 'data' });
    expect((await answerOf(other, 'trabajadores')).answer.periodos).toEqual([]);
  });

  it('asks the fallback while the circuit of the first provider is open, within the quota of the fallback', async () => {
    const before = () => provider.asked.filter(({ path }) => path.startsWith('/titles')).length;
    const asked = before();
    const states = [];
    for (const taxId of ['20990000043', '20990000051', '20990000060']) states.push((await loaded(taxId)).get('protestos')!);
    expect(states.filter(({ state }) => state === 'data').length + asked).toBe(1);
    expect(new Set(states.map(({ failure }) => failure).filter((failure) => failure !== null))).toEqual(new Set(['circuit_open']));
    expect(before()).toBe(1);
    const [window] = await loader.database.query('SELECT provider, asked FROM profiles.provider_window');
    expect(window).toEqual({ provider: `protestos fallback ${provider.url}`, asked: 1 });
  });

  it('keeps the earlier answer when the circuit is open and the fallback is not contracted', async () => {
    const taxId = '20990000086';
    expect((await loaded(taxId)).get('edictos_judiciales')).toMatchObject({ state: 'data' });
    const kept = await answerOf(taxId, 'edictos_judiciales');
    areEdictsDown = true;
    expect((await loaded(taxId)).get('edictos_judiciales')).toMatchObject({ state: 'failed', failure: 'circuit_open' });
    expect(await answerOf(taxId, 'edictos_judiciales')).toEqual({ ...kept, outcome: 'data', failure: 'circuit_open' });
    expect(provider.asked.some(({ path }) => path.startsWith('/forbidden'))).toBe(true);
  });

  it('writes its secrets to no log line and to no row', async () => {
    expect((await loaded('20990000078')).get('deuda_vencida')).toMatchObject({ state: 'failed', failure: 'malformed' });
    expect(provider.asked.some(({ body }) => body.includes('CANARY-in-body'))).toBe(true);
    expect(provider.asked.some(({ path }) => path.includes('CANARY'))).toBe(true);
    expect(readFileSync(join(folder, 'log'), 'utf8')).not.toContain('CANARY');
    const tables = await loader.database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    expect(tables.map(({ name }) => name)).toContain('profiles.monthly_cut');
    for (const { name } of tables) {
      expect([name, await loader.database.query(`SELECT 1 FROM ${name} AS row WHERE row::text LIKE '%CANARY%' LIMIT 1`)]).toEqual([
        name,
        [],
      ]);
    }
  });
});
