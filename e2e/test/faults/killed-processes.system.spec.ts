import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anyBroker, ApiClient, everyService, type System, type TestCorporation } from '@vigia/testing';
import { holdBack, release, startImpatientSystem, untilAsked, untilFinished } from './load-in-flight.js';

const documents = { gateway: '20991000012', 'profile-loader': '20991234561', billing: '20997777779', 'webhook-dispatcher': '20699000010' };

describe('a load', () => {
  let system: System;
  let corporation: TestCorporation;

  beforeAll(async () => {
    system = await startImpatientSystem(anyBroker());
    corporation = await system.createCorporation('one_time');
  });

  afterAll(() => system?.stop());

  it.each(everyService)(
    'survives kill -9 of %s',
    async (service) => {
      const taxId = documents[service];
      const current = () => system.replicas(service).at(-1)!;
      await holdBack(system, taxId);
      const answer = new ApiClient(system.replicas('gateway').at(-1)!.url, corporation).load(taxId).catch(() => 'broken');
      await untilAsked(system, taxId);

      const killed = current();
      expect(await killed.kill('SIGKILL')).toBeNull();
      await expect(fetch(`${killed.url}/health/live`)).rejects.toThrow('fetch failed');
      await release(system, taxId);
      await system.start(service);

      await answer;
      await untilFinished(system, taxId, new ApiClient(system.replicas('gateway').at(-1)!.url, corporation));
    },
    300_000,
  );
});
