import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verify } from '@octokit/webhooks-methods';
import { connectBroker, Messages, secretEnvelope, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient, startSystem, testedBrokers, waitUntil, type System, type TestCorporation } from '@vigia/testing';

const timeoutMs = 15_000;
const environment = { VIGIA_WEBHOOK_ALLOW_HTTP: 'true', VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32', VIGIA_WEBHOOK_PORTS: 'any' };

describe.each(testedBrokers())('a webhook through separate processes on %s', (broker) => {
  let system: System;
  let connection: Broker;
  let messages: Messages;
  let server: Server;
  let corporation: TestCorporation;
  const secretKeys: Record<string, string> = {};
  const received: { path: string; text: string; signature: string }[] = [];

  beforeAll(async () => {
    system = await startSystem({ broker, replicas: 2, environment });
    connection = await connectBroker({ url: system.brokerUrl, service: 'test', logger: createLogger('test', { level: 'silent' }) });
    messages = new Messages(connection);
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const { url: path = '', headers } = request;
        received.push({ path, text: Buffer.concat(chunks).toString('utf8'), signature: String(headers['x-service-signature']) });
        response.end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    corporation = await system.createCorporation('monthly');
    await configure(corporation.corporationId, 'v1');
    await configure(corporation.corporationId, 'v2');
  }, 60_000);

  afterAll(async () => {
    await connection?.close();
    await system?.stop();
    server?.closeAllConnections();
    server?.close();
  });

  async function configure(corporationId: string, payloadVersion: 'v1' | 'v2'): Promise<void> {
    const envelope = await secretEnvelope();
    const { port } = server.address() as AddressInfo;
    const { sealedSecretKey } = await messages.request(
      'webhooks.create',
      {
        corporationId,
        configurationId: randomUUID(),
        sealTo: envelope.sealTo,
        url: `http://127.0.0.1:${port}/${payloadVersion}`,
        name: null,
        description: null,
        payloadVersion,
        standardHeaders: false,
        active: true,
        sealedHeaders: null,
        oauth: null,
      },
      { timeoutMs },
    );
    secretKeys[`/${payloadVersion}`] = await envelope.open(sealedSecretKey);
  }

  async function trigger(corporationId: string, taxId: string) {
    received.length = 0;
    const asked = { requestId: randomUUID(), corporationId, docType: 'RUC' as const, taxId, mode: 'monitoring' as const };
    return messages.request('webhooks.trigger', asked, { timeoutMs });
  }

  const bothCame = async (triggerId: string) => {
    await waitUntil(() => received.length === 2, { what: `both deliveries of ${triggerId}` });
    return received.toSorted((a, b) => a.path.localeCompare(b.path)).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  };

  it.each(['once it is loaded', 'at once when it is there'])('tells what the summary tells, %s', async (when) => {
    const { triggerId, loading } = await trigger(corporation.corporationId, '20990000019');
    expect(loading).toBe(when === 'once it is loaded');
    const [v1, v2] = await bothCame(triggerId);
    const client = new ApiClient(system.replicas('gateway')[0]!.url, corporation);
    expect(v1).toEqual({
      triggerId,
      taxId: '20990000019',
      profileLoadStatus: 'succeeded',
      failedSubhelpers: null,
      data: (await client.summary('20990000019', 'v1')).body.data,
    });
    expect(v2).toEqual({ triggerId, taxId: '20990000019', data: (await client.summary('20990000019', 'v2')).body.data });
    for (const { path, text, signature } of received) expect(await verify(secretKeys[path]!, text, signature)).toBe(true);
  });

  it('tells that nothing was loaded where there is no contract', async () => {
    const corporationId = randomUUID();
    await configure(corporationId, 'v1');
    await configure(corporationId, 'v2');
    const { triggerId } = await trigger(corporationId, '20991234561');
    const [v1, v2] = await bothCame(triggerId);
    expect(v1).toMatchObject({ profileLoadStatus: 'failed', failedSubhelpers: null, data: { activo: false, finanzas: null } });
    expect(v2).toMatchObject({ data: { estado: 'failed', finanzas: { statusCode: 'SH50', data: {} } } });
  });
});
