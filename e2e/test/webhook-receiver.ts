import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectBroker, Messages, secretEnvelope } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import type { Environment } from '@vigia/testing';

export interface ReceivedWebhook {
  path: string;
  text: string;
  signature: string;
  headers: IncomingHttpHeaders;
}

/** Somebody's server on this machine, and how their corporation uses webhooks. */
export interface WebhookReceiver {
  received: ReceivedWebhook[];
  /** Where it listens, without a path. */
  address: string;
  /** What it answers on a path, where that is not 200. */
  statuses: Map<string, number>;
  /** Gives the secret key. */
  configure(corporationId: string, payloadVersion: 'v1' | 'v2'): Promise<string>;
  trigger(corporationId: string, taxId: string): Promise<{ triggerId: string; loading: boolean }>;
  close(): Promise<void>;
}

/** Lets a dispatcher reach a receiver on this machine. */
export const receiversOnThisMachine: Environment = {
  VIGIA_WEBHOOK_ALLOW_HTTP: 'true',
  VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  VIGIA_WEBHOOK_PORTS: 'any',
};

const timeoutMs = 15_000;
const plain = { name: null, description: null, standardHeaders: false, active: true, sealedHeaders: null, oauth: null };

export async function startWebhookReceiver(brokerUrl: string): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const statuses = new Map<string, number>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      const { url: path = '', headers } = request;
      received.push({ path, text: Buffer.concat(chunks).toString('utf8'), signature: String(headers['x-service-signature']), headers });
      response.writeHead(statuses.get(path) ?? 200).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const broker = await connectBroker({ url: brokerUrl, service: 'test-client', logger: createLogger('test', { level: 'silent' }) });
  const messages = new Messages(broker);
  return {
    received,
    address,
    statuses,
    async configure(corporationId, payloadVersion) {
      const envelope = await secretEnvelope();
      const own = { corporationId, configurationId: randomUUID(), sealTo: envelope.sealTo, url: `${address}/${payloadVersion}` };
      const { sealedSecretKey } = await messages.request('webhooks.create', { ...plain, ...own, payloadVersion }, { timeoutMs });
      return envelope.open(sealedSecretKey);
    },
    trigger: (corporationId, taxId) =>
      messages.request(
        'webhooks.trigger',
        { requestId: randomUUID(), corporationId, docType: 'RUC', taxId, mode: 'monitoring' },
        { timeoutMs },
      ),
    async close() {
      await broker.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
