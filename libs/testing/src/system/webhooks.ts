import { randomUUID } from 'node:crypto';
import { connectBroker, sealSecret, secretEnvelope } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import type { Environment } from './service-process.js';
import { PatientMessages } from './patient-messages.js';

interface WebhookSettings {
  url: string;
  payloadVersion?: 'v1' | 'v2';
  oauth?: { tokenUrl: string; clientId: string; clientSecret: string };
}

export interface TestWebhook {
  configurationId: string;
  secretKey: string;
}

/** Lets a dispatcher reach a receiver on this machine. */
export const receiversOnThisMachine: Environment = {
  VIGIA_WEBHOOK_ALLOW_HTTP: 'true',
  VIGIA_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  VIGIA_WEBHOOK_PORTS: 'any',
};

const timeoutMs = 30_000;
const plain = { name: null, description: null, standardHeaders: false, active: true, sealedHeaders: null };

/** Creates an active configuration by messages to the running services. */
export async function createWebhook(brokerUrl: string, corporationId: string, settings: WebhookSettings): Promise<TestWebhook> {
  const { url, payloadVersion = 'v1', oauth } = settings;
  const configurationId = randomUUID();
  const broker = await connectBroker({ url: brokerUrl, service: 'test-admin', logger: createLogger('test', { level: 'silent' }) });
  try {
    const messages = new PatientMessages(broker);
    const envelope = await secretEnvelope();
    const { sealTo: key } = await messages.request('webhooks.key', {}, { timeoutMs });
    const sealed = async ({ clientSecret, ...token }: NonNullable<typeof oauth>) => ({
      ...token,
      audience: null,
      scope: null,
      sealedClientSecret: await sealSecret(clientSecret, key),
    });
    const { sealedSecretKey } = await messages.request(
      'webhooks.create',
      {
        ...plain,
        corporationId,
        configurationId,
        url,
        payloadVersion,
        oauth: oauth ? await sealed(oauth) : null,
        sealTo: envelope.sealTo,
      },
      { timeoutMs },
    );
    return { configurationId, secretKey: await envelope.open(sealedSecretKey) };
  } finally {
    await broker.close();
  }
}
