import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient, everyService, freshRuc, livingSystem, startSystem, testedBrokers, type System } from '@vigia/testing';

describe.each(testedBrokers())('a first load through separate processes with two replicas each, on %s', (broker) => {
  let system: System;
  const loaded: string[] = [];

  beforeAll(async () => {
    const living = await livingSystem(import.meta.url);
    if (broker === testedBrokers()[0]) {
      system = living;
      await Promise.all(everyService.map((service) => system.start(service)));
    } else {
      system = await startSystem({ broker, replicas: 2 });
    }
  });

  afterAll(() => system?.stop());

  it.each(['monthly', 'one_time'] as const)('gives a client with a %s plan the summary at another gateway', async (plan) => {
    const taxId = freshRuc();
    loaded.push(taxId);
    const corporation = await system.createCorporation(plan);
    const [first, second] = system.replicas('gateway').map(({ url }) => new ApiClient(url, corporation));
    const answer = await first!.load(taxId);
    expect(answer).toMatchObject({ status: 200, body: { statusCode: 200, message: `profile ${taxId} was processed` } });

    const v2 = await second!.summary(taxId, 'v2');
    expect(v2.status).toBe(200);
    expect(v2.body.data).toMatchObject({
      taxId,
      activo: true,
      estado: 'succeeded',
      subhelpers_fallidos: [],
      identificacion: { statusCode: 'SH10', data: { ruc: taxId, tipo_documento: 'RUC', estado_contribuyente: 'ACTIVO' } },
    });
    const v1 = await second!.summary(taxId, 'v1');
    expect(v1.body.data.identificacion).toEqual(v2.body.data.identificacion.data);
    expect(v1.body.data).not.toHaveProperty('estado');
  });
});
