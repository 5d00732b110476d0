import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testedBrokers, waitUntil, type System, type TestCorporation } from '@vigia/testing';
import { receiversOnThisMachine, startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.js';
import { slowDown, startImpatientSystem, untilAsked } from './load-in-flight.js';

const documents = { 'profile-loader': '20991000012', billing: '20991234561', 'webhook-dispatcher': '20997777779' };

describe.each(testedBrokers())('a webhook that waits for its load survives kill -9 on %s, of', (broker) => {
  let system: System;
  let receiver: WebhookReceiver;
  let corporation: TestCorporation;

  beforeAll(async () => {
    system = await startImpatientSystem(broker, { environment: receiversOnThisMachine });
    receiver = await startWebhookReceiver(system.brokerUrl);
    corporation = await system.createCorporation('one_time');
    await receiver.configure(corporation.corporationId, 'v1');
  }, 60_000);

  afterAll(async () => {
    await receiver?.close();
    await system?.stop();
  });

  it.each(Object.keys(documents) as (keyof typeof documents)[])(
    '%s',
    async (service) => {
      const taxId = documents[service];
      await slowDown(system, taxId, 1_500);
      const { triggerId } = await receiver.trigger(corporation.corporationId, taxId);
      await untilAsked(system, taxId);
      const killed = system.replicas(service).at(-1)!;
      expect(await killed.kill('SIGKILL')).toBeNull();
      await system.start(service);
      const own = () => receiver.received.find(({ text }) => text.includes(triggerId));
      const { text } = await waitUntil(own, { timeoutMs: 60_000, what: `the delivery of ${triggerId}` });
      expect(JSON.parse(text)).toMatchObject({ triggerId, taxId, profileLoadStatus: 'succeeded', data: { activo: true } });
    },
    90_000,
  );
});
