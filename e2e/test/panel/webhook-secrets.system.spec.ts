import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiClient,
  createUser,
  livingSystem,
  signedIn,
  startWebhookReceiver,
  waitUntil,
  type PanelClient,
  type System,
  type WebhookReceiver,
} from '@vigia/testing';

const taxId = '20990000019';

describe('the secret of a webhook in the panel', () => {
  let system: System;
  let receiver: WebhookReceiver;
  let client: ApiClient;
  let admin: PanelClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver((response) => void response.writeHead(200).end());
    const baseUrl = system.replicas('gateway')[0]!.url;
    const corporation = await system.createCorporation('monthly');
    client = new ApiClient(baseUrl, corporation);
    const { corporationId } = corporation;
    admin = await signedIn(baseUrl, await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId, role: 'admin' }));
  });
  afterAll(async () => {
    receiver?.close();
    await system?.stop();
  });

  it('is changed by an administrator in audited steps, and each new secret is shown once', async () => {
    const { webhook, secretKey: old } = (await admin.call('POST', '/webhooks', { body: { url: `${receiver.url}/changed` } })).body;
    const place = `/webhooks/${webhook.configurationId}/secret`;

    /** The key that signs `X-Service-Signature`, and the numbers in the attempt. */
    const fire = async (keys: string[]) => {
      const { triggerId } = (await client.trigger(taxId)).body.data;
      const [delivery] = await waitUntil(async () => {
        const { deliveries } = (await admin.get(`/events?triggerId=${triggerId}`)).body.events[0];
        return deliveries[0]?.health === 'SUCCEEDED' && deliveries;
      });
      const { attempts } = (await admin.get(`/deliveries/${delivery.deliveryId}/attempts`)).body;
      const { body, headers } = receiver.received.find((one) => one.headers['x-service-trigger-id'] === triggerId)!;
      const signature = (key: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;
      return [keys.find((key) => signature(key) === headers['x-service-signature']), attempts.at(-1).signedBy];
    };

    const prepared = await admin.call('POST', place);
    const next = prepared.body.secretKey;
    expect(prepared).toMatchObject({
      status: 200,
      body: {
        secretKey: expect.stringMatching(/^whsec_/),
        webhook: { secret: { number: 1, change: { state: 'prepared', otherNumber: 2 } } },
      },
    });
    expect(await admin.call('POST', place)).toMatchObject({ status: 409, body: { message: expect.stringContaining('prepared already') } });
    expect(await fire([old, next])).toEqual([old, [1]]);

    const other = await admin.call('POST', `${place}/switch`, { body: { secretKey: `whsec_${randomUUID()}` } });
    expect(other).toMatchObject({ status: 400, body: { message: 'this is not the secret key that was prepared' } });
    const switched = await admin.call('POST', `${place}/switch`, { body: { secretKey: next } });
    expect(switched).toMatchObject({
      status: 200,
      body: { webhook: { secret: { number: 2, change: { state: 'switched', otherNumber: 1 } } } },
    });
    expect(await fire([old, next])).toEqual([next, [2]]);

    expect((await admin.call('DELETE', `${place}/switch`)).body.webhook.secret).toMatchObject({ number: 1, change: { state: 'prepared' } });
    expect(await fire([old, next])).toEqual([old, [1]]);
    expect((await admin.call('DELETE', place)).body.webhook.secret).toEqual({ number: 1, change: null });
    expect(await admin.call('POST', `${place}/end`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('no old one') },
    });
    const later = (await admin.call('POST', place)).body.secretKey;
    await admin.call('POST', `${place}/switch`, { body: { secretKey: later } });
    expect((await admin.call('POST', `${place}/end`)).body.webhook.secret).toEqual({ number: 3, change: null });
    expect(await fire([old, next, later])).toEqual([later, [3]]);

    const listed = JSON.stringify((await admin.get('/webhooks')).body);
    for (const key of [old, next, later]) expect(listed).not.toContain(key);
    const { entries } = (await admin.get('/audit?limit=50')).body;
    const steps = entries
      .filter(
        ({ action, subject }: { action: string; subject: string }) =>
          action.startsWith('webhook.secret.') && subject === webhook.configurationId,
      )
      .map(({ action, outcome }: { action: string; outcome: string }) => `${action.slice('webhook.secret.'.length)} ${outcome}`);
    expect(steps.toReversed().join(', ')).toBe(
      'prepare done, prepare refused, switch refused, switch done, revert done, withdraw done, end refused, prepare done, switch done, end done',
    );
  });
});
