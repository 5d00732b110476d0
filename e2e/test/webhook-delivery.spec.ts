import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { ApiClient, startSystem, testedBrokers, waitUntil, type System, type TestCorporation } from '@vigia/testing';
import { receiversOnThisMachine, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

describe.each(testedBrokers())('a webhook through separate processes on %s', (broker) => {
  let system: System;
  let receiver: WebhookReceiver;
  let corporation: TestCorporation;
  const secretKeys: Record<string, string> = {};

  beforeAll(async () => {
    system = await startSystem({ broker, replicas: 2, environment: receiversOnThisMachine });
    receiver = await startWebhookReceiver(system.brokerUrl);
    corporation = await system.createCorporation('monthly');
    secretKeys['/v1'] = await receiver.configure(corporation.corporationId, 'v1');
    secretKeys['/v2'] = await receiver.configure(corporation.corporationId, 'v2');
  }, 60_000);

  afterAll(async () => {
    await receiver?.close();
    await system?.stop();
  });

  async function triggered(corporationId: string, taxId: string) {
    receiver.received.length = 0;
    const accepted = await receiver.trigger(corporationId, taxId);
    await waitUntil(() => receiver.received.length === 2, { what: `both deliveries of ${accepted.triggerId}` });
    const bodies = receiver.received.toSorted((a, b) => a.path.localeCompare(b.path)).map(({ text }) => JSON.parse(text) as unknown);
    return { ...accepted, v1: bodies[0], v2: bodies[1] };
  }

  it.each(['once it is loaded', 'at once when it is there'])('tells what the summary tells, %s', async (when) => {
    const { triggerId, loading, v1, v2 } = await triggered(corporation.corporationId, '20990000019');
    expect(loading).toBe(when === 'once it is loaded');
    const client = new ApiClient(system.replicas('gateway')[0]!.url, corporation);
    expect(v1).toEqual({
      triggerId,
      taxId: '20990000019',
      profileLoadStatus: 'succeeded',
      failedSubhelpers: null,
      data: (await client.summary('20990000019', 'v1')).body.data,
    });
    expect(v2).toEqual({ triggerId, taxId: '20990000019', data: (await client.summary('20990000019', 'v2')).body.data });
    for (const { path, text, signature } of receiver.received) expect(await verify(secretKeys[path]!, text, signature)).toBe(true);
  });

  it('tells that nothing was loaded where there is no contract', async () => {
    const corporationId = randomUUID();
    await receiver.configure(corporationId, 'v1');
    await receiver.configure(corporationId, 'v2');
    const { v1, v2 } = await triggered(corporationId, '20991234561');
    expect(v1).toMatchObject({ profileLoadStatus: 'failed', failedSubhelpers: null, data: { activo: false, finanzas: null } });
    expect(v2).toMatchObject({ data: { estado: 'failed', finanzas: { statusCode: 'SH50', data: {} } } });
  });
});
