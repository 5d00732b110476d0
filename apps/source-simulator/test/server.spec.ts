import { connect } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sourceNames } from '@vigia/contracts';
import { simulatorAt, someDay, type Asked } from './asking.js';
import { companies } from './population.js';

const taxId = '20991000012';

describe('the server', () => {
  let simulator: Asked;
  beforeEach(async () => {
    simulator = await simulatorAt(someDay);
  });
  afterEach(() => simulator.close());

  it('answers on the loopback address', async () => {
    expect(simulator.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect((await simulator.call('GET', '/health/live')).status).toBe(200);
  });

  it.each(sourceNames)('marks each answer of %s as simulated, also a failure', async (source) => {
    const { data, ...envelope } = (await simulator.ask(source, taxId)).body;
    expect(envelope).toEqual({ source, sourceVersion: 'sim-v1/2026-11', observedAt: '2026-11-21T15:00:00.000Z', simulated: true });
    expect(typeof data).toBe('object');
    const failing = await simulator.ask(source, '20990000132');
    expect([failing.status, failing.headers.get('x-simulated')]).toEqual([500, 'true']);
  });

  it('refuses unknown sources and invalid documents', async () => {
    expect(await simulator.call('GET', `/sources/horoscopo/RUC/${taxId}`)).toMatchObject({
      status: 404,
      body: { error: 'unknown_source' },
    });
    for (const path of ['RUC/20991000013', 'DNI/2099100001', 'PASAPORTE/20991000012', 'RUC/20991000012%0A', 'ruc/20991000012']) {
      const refused = await simulator.call('GET', `/sources/protestos/${path}`);
      expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_document' } });
    }
    expect(await simulator.call('GET', '/sources/protestos')).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it('gives concurrent questions the same answers as single ones', async () => {
    const alone = new Map<string, string>();
    for (const document of companies.slice(0, 15))
      alone.set(document.taxId, (await simulator.ask('deuda_financiera', document.taxId)).text);
    const together = await Promise.all(
      [...alone.keys()].flatMap((id) => Array.from({ length: 10 }, () => simulator.ask('deuda_financiera', id))),
    );
    expect(together.map(({ text }) => text)).toEqual([...alone.values()].flatMap((text) => Array<string>(10).fill(text)));
  });
});

describe('the server with open calls', () => {
  it('closes without waiting for hanging or delayed calls', async () => {
    const simulator = await simulatorAt(someDay, { timeScale: 1 });
    const open = ['20990000175', '20990000167'].map((id) =>
      fetch(`${simulator.url}/sources/protestos/RUC/${id}`).then(
        () => 'answered',
        () => 'cut',
      ),
    );
    await untilCalls(simulator, 2);
    const start = performance.now();
    await simulator.close();
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(await Promise.all(open)).toEqual(['cut', 'cut']);
    await expect(fetch(`${simulator.url}/health/live`)).rejects.toThrow(/fetch failed/);
  });

  it('survives a client that leaves before the answer', async () => {
    const simulator = await simulatorAt(someDay, { timeScale: 1 });
    const socket = connect(Number(new URL(simulator.url).port), '127.0.0.1');
    socket.write('GET /sources/protestos/RUC/20990000167 HTTP/1.1\r\nHost: x\r\n\r\n');
    await untilCalls(simulator, 1);
    socket.destroy();
    await once(socket, 'close');
    expect((await simulator.ask('protestos', taxId)).status).toBe(200);
    await simulator.close();
  });
});

async function untilCalls(simulator: Asked, count: number): Promise<void> {
  const deadline = performance.now() + 5_000;
  while ((await simulator.call('GET', '/control/calls')).body.sources.protestos.calls < count) {
    if (performance.now() > deadline) throw new Error('the calls never arrived');
  }
}
