import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser, livingSystem, signedIn, waitUntil, type PanelClient, type System } from '@vigia/testing';
import { watchBroker, type BrokerTraffic } from './broker-traffic.js';

describe('the secrets of credentials, users and webhooks', () => {
  let system: System;
  let traffic: BrokerTraffic;
  let admin: PanelClient;
  let accessSecret: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const baseUrl = system.replicas('gateway')[0]!.url;
    traffic = await watchBroker(system);
    const credential = await system.createCorporation('monthly');
    const { corporationId } = credential;
    accessSecret = credential.accessSecret;
    admin = await signedIn(baseUrl, await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId, role: 'admin' }));
  });

  afterAll(async () => {
    await traffic?.close();
    await system?.stop();
  });

  it('cross the broker only sealed, in both directions, and appear in no log', async () => {
    const oauth = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'client-in-the-clear', clientSecret: 'canary-of-a-client' };
    const url = 'http://127.0.0.1:9/address-in-the-clear';
    const { secretKey, webhook } = (
      await admin.call('POST', '/webhooks', { body: { url, headers: '{"X-Api-Key":"canary-of-a-header"}', oauth } })
    ).body;
    const changes = { headers: '{"X-Api-Key":"canary-of-another"}', oauth: { ...oauth, clientSecret: 'canary-of-a-new-client' } };
    expect((await admin.call('PATCH', `/webhooks/${webhook.configurationId}`, { body: changes })).status).toBe(200);
    const place = `/webhooks/${webhook.configurationId}/secret`;
    const { secretKey: nextKey } = (await admin.call('POST', place)).body;
    expect((await admin.call('POST', `${place}/switch`, { body: { secretKey: nextKey } })).status).toBe(200);
    const { passwordLink } = (await admin.call('POST', '/users', { body: { email: 'sol@prueba.example', name: 'Sol', role: 'member' } }))
      .body;

    const logs = () =>
      [...system.replicas('gateway'), ...system.replicas('webhook-dispatcher')].map((service) => service.output()).join('\n');
    const open = ['address-in-the-clear', 'client-in-the-clear'];
    const seen = await waitUntil(async () => {
      const text = await traffic.text();
      return open.every((one) => text.includes(one)) && text;
    });
    for (const secret of [accessSecret, secretKey, nextKey, passwordLink.token, 'canary-of-a']) {
      expect(seen.includes(secret)).toBe(false);
      expect(logs().includes(secret)).toBe(false);
    }
  });
});
