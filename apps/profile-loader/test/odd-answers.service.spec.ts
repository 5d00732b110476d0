import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startLoader, type RunningLoader } from './running-loader.js';

const stamp = '"sourceVersion":"v1","observedAt":"2026-03-10T12:00:00Z"';

/** Valid JSON in the right shape that PostgreSQL cannot store, or cannot store as it is. */
const oddBodies: Record<string, string> = {
  protestos: `{${stamp},"data":{"titulos":[],"nombre":"\\u0000"}}`,
  deuda_vencida: `{${stamp},"data":{"deudas":[],"nombre":"\\ud800"}}`,
  deuda_coactiva: `{"sourceVersion":"\\u0000","observedAt":"2026-03-10T12:00:00Z","data":null}`,
  trabajadores: `{"sourceVersion":"v1","observedAt":"0000-01-01T00:00:00Z","data":null}`,
  edictos_judiciales: `{${stamp},"data":{"edictos":[],"nombre":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
  exportaciones: `{${stamp},"data":{"pendiente_de_calculo":false,"corte":null,"operaciones":[],"tipos_cambio":[],"monto":1e999,"__proto__":{"x":1}}}`,
};

describe('an answer that PostgreSQL cannot store', () => {
  let provider: Server;
  let loader: RunningLoader;

  beforeAll(async () => {
    provider = createServer(({ url = '' }, response) => {
      const [, , source = ''] = url.split('/');
      response.setHeader('content-type', 'application/json').end(oddBodies[source] ?? `{${stamp},"data":null}`);
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    loader = await startLoader({}, { sourcesUrl: `http://127.0.0.1:${(provider.address() as AddressInfo).port}` });
  });

  afterAll(async () => {
    await loader?.stop();
    provider.close();
    provider.closeAllConnections();
  });

  it('is malformed after one attempt, and the load keeps the answers of other sources', async () => {
    const { requestId } = await loader.start('20990000019');
    expect(await loader.untilFinished(requestId)).toMatchObject([{ state: 'loaded' }]);
    const [load] = await loader.loads('20990000019');
    expect(load).toMatchObject({ estado: 'partial' });
    const tasks = [...(await loader.tasks(load!.id)).values()];
    const failed = tasks.filter(({ state }) => state === 'failed');
    expect(failed.map(({ source }) => source).toSorted()).toEqual([
      'deuda_coactiva',
      'deuda_vencida',
      'edictos_judiciales',
      'protestos',
      'trabajadores',
    ]);
    for (const task of failed) expect(task).toMatchObject({ failure: 'malformed', attempts: 1 });
    expect(tasks.find(({ source }) => source === 'exportaciones')).toMatchObject({ state: 'data' });
  });
});
