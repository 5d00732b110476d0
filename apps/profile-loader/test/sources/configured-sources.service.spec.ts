import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceName } from '@vigia/contracts';
import { waitUntil } from '@vigia/testing';
import { queryOf, startLoader, type RunningLoader } from '../running-loader.js';
import { startProvider, type LoopbackProvider } from './loopback-provider.js';

const secret = 'CANARY-4711';
const rate = { max: 2, perMs: 6_000 };
const empty = JSON.stringify({ sourceVersion: 'v1', observedAt: '2026-03-10T12:00:00Z', data: null });
const bills = JSON.stringify({ release: 7, bills: [{ month: '2026-03', creditor: 'Luz de Prueba S.A.', cents: 10_550, late: 45 }] });

describe('a loader with configured providers', () => {
  let provider: LoopbackProvider;
  let loader: RunningLoader;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'vigia-providers-'));
    process.env.VIGIA_TEST_BUREAU_KEY = secret;
    provider = await startProvider(({ url = '', headers }, response) => {
      if (url.startsWith('/slow/')) response.end(empty);
      else if (url.endsWith('/20990000027')) response.writeHead(500).end(`refused for ${headers.authorization}`);
      else if (headers.authorization === `Bearer ${secret}`) response.end(bills);
      else response.writeHead(401).end();
    });
    const sources = {
      protestos: { url: `${provider.url}/slow/{taxId}`, rate, concurrency: 10 },
      deuda_vencida: {
        url: `${provider.url}/bills/{taxId}`,
        auth: { bearer: { secretVariable: 'VIGIA_TEST_BUREAU_KEY' } },
        answer: {
          data: '{ "deudas": [bills.{ "periodo": month, "acreedor": creditor, "monto": cents / 100, "dias_vencidos": late }] }',
          sourceVersion: '"bureau/" & release',
          observedAt: '$now()',
        },
      },
      trabajadores: { breaker: { failures: 3, pauseMs: 5_000 }, concurrency: 1 },
    };
    loader = await startLoader({
      VIGIA_PROVIDERS: JSON.stringify({ sources }),
      VIGIA_LOG_FILE: join(folder, 'log'),
      VIGIA_LOG_LEVEL: 'debug',
    });
  });

  afterAll(async () => {
    await loader?.stop();
    provider?.stop();
    delete process.env.VIGIA_TEST_BUREAU_KEY;
    rmSync(folder, { recursive: true, force: true });
  });

  async function loaded(taxId: string) {
    await loader.untilFinished((await loader.start(taxId)).requestId);
    const [load] = await loader.loads(taxId);
    return loader.tasks(load!.id);
  }

  it('stores the answer of a provider with another format', async () => {
    const taxId = '20990000019';
    expect((await loaded(taxId)).get('deuda_vencida')).toMatchObject({ state: 'data', attempts: 1 });
    const [answer] = await loader.database.query<{ answer: unknown; version: string }>(
      `SELECT answer, source_version AS version FROM profiles.source_answer WHERE tax_id = $1 AND source = 'deuda_vencida'`,
      [taxId],
    );
    expect(answer).toEqual({
      answer: { deudas: [{ periodo: '2026-03', acreedor: 'Luz de Prueba S.A.', monto: 105.5, dias_vencidos: 45 }] },
      version: 'bureau/7',
    });
  });

  it('does not log its secret', async () => {
    expect((await loaded('20990000027')).get('deuda_vencida')).toMatchObject({ state: 'failed', failure: 'source_error' });
    const log = () => readFileSync(join(folder, 'log'), 'utf8');
    await waitUntil(() => log().includes('"source":"deuda_vencida","reason":"source_error","detail":"status 500"'));
    expect(log()).not.toContain(secret);
  });

  it('asks no more often than the rate of a source allows', async () => {
    const taxIds = ['20990000043', '20990000051', '20990000060', '20990000078', '20990000086'];
    const isOver = ({ path, at }: { path: string; at: number }) => !path.startsWith('/slow/') || Date.now() - at > rate.perMs;
    await waitUntil(() => provider.asked.every(isOver), { what: 'the window of earlier questions is over' });
    const before = provider.asked.length;
    const corporationId = await loader.createCorporation();
    const request = queryOf(corporationId, ...taxIds);
    const openedAt = Date.now();
    await loader.command(request);
    await loader.untilFinished(request.requestId);
    const askedAt = provider.asked
      .slice(before)
      .filter(({ path }) => path.startsWith('/slow/'))
      .map(({ at }) => at);
    expect(askedAt).toHaveLength(taxIds.length);
    // The first window opens later; the clock of the broker may differ a little.
    const windowsBefore = (place: number) => (askedAt[place]! - openedAt + 100) / rate.perMs;
    expect(windowsBefore(rate.max)).toBeGreaterThan(1);
    expect(windowsBefore(2 * rate.max)).toBeGreaterThan(2);
  });

  it('stops asking a source that is down, and asks it again before the deadline of those that it held back', async () => {
    const source: SourceName = 'trabajadores';
    const down = ['20990000213', '20990000221', '20990000230'];
    const next = '20990000248';
    for (const taxId of down) await loader.simulator.lay(source, taxId, { outcome: 'error' });
    const corporationId = await loader.createCorporation();
    const request = queryOf(corporationId, ...down);
    await loader.command(request);
    const log = () => readFileSync(join(folder, 'log'), 'utf8');
    await waitUntil(() => log().includes('"circuit":"Open"'), { what: 'the circuit is open' });
    for (const taxId of down) await loader.simulator.lay(source, taxId, {});
    const task = (await loaded(next)).get(source);
    expect(task?.state).not.toBe('failed');
    expect(task?.attempts).toBe(1);
    expect(log()).toContain('"source":"trabajadores","reason":"circuit_open"');
    expect(await loader.simulator.calls(source, next)).toBe(1);
    await loader.untilFinished(request.requestId);
    for (const taxId of down) {
      const [load] = await loader.loads(taxId);
      expect((await loader.tasks(load!.id)).get(source)?.state).not.toBe('failed');
    }
  });
});
