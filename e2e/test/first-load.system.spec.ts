import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, startSystem, testedBrokers, waitUntil, type System } from '@vigia/testing';

describe.each(testedBrokers())('a first load through separate processes, two replicas each, on %s', (broker) => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem({ broker, replicas: 2 });
  });

  afterAll(() => system?.stop());

  it.each(['monthly', 'one_time'] as const)('goes from token to summary for a %s plan', async (plan) => {
    const corporation = await system.createCorporation(plan);
    const [first, second] = system.replicas('gateway').map(({ url }) => new ApiClient(url, corporation));
    const loaded = await first!.load('20990000019');
    expect(loaded).toMatchObject({ status: 200, body: { statusCode: 200, message: 'profile 20990000019 was processed' } });

    const v2 = await second!.summary('20990000019', 'v2');
    expect(v2.status).toBe(200);
    expect(v2.body.data).toMatchObject({
      taxId: '20990000019',
      activo: true,
      estado: 'succeeded',
      subhelpers_fallidos: [],
      identificacion: { statusCode: 'SH10', data: { ruc: '20990000019', tipo_documento: 'RUC', estado_contribuyente: 'ACTIVO' } },
    });
    const v1 = await second!.summary('20990000019', 'v1');
    expect(v1.body.data.identificacion).toEqual(v2.body.data.identificacion.data);
    expect(v1.body.data).not.toHaveProperty('estado');
  });

  it('announces every load once to the dispatcher', async () => {
    const rows = await waitUntil(async () => {
      const found = await system.database.query<{ tax_id: string; estado: string }>('SELECT tax_id, estado FROM webhooks.finished_load');
      return found.length > 0 && found;
    });
    const loads = await system.database.query('SELECT id FROM profiles.load');
    expect(rows).toHaveLength(loads.length);
  });
});
