import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient, createWebhook, receiversOnThisMachine, startServiceProcess } from '@vigia/testing';
import { freshTaxId } from '../load/documents.js';
import { serversOf } from '../processes.js';
import { startProduct, type RunningSystem } from '../system.js';
import { paths, type Arrivals } from './arrivals.js';
import { contender, type Contender } from './contenders.js';

const documents = 100;
const connections = 10;

interface Setting {
  system: RunningSystem;
  corporationId: string;
  body: string;
  redisUrl: string;
  /** Ours, the durable sender, the plain sender. */
  contenders: [Contender, Contender, Contender];
  close(): Promise<void>;
}

/** The product with profiles and three configurations, and the other senders with a body that the product has made, all over HTTP. */
export async function openSetting(arrivals: Arrivals, folder: string, perReceiver: number): Promise<Setting> {
  const key = randomBytes(32).toString('base64url');
  const system = await startProduct({
    environment: {
      ...receiversOnThisMachine,
      VIGIA_JWT_KEYS: `k1:${key}`,
      VIGIA_DATABASE_POOL: String(connections),
      VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
      VIGIA_RATE_PER_SECOND: '1000000',
      VIGIA_RATE_BURST: '1000000',
      VIGIA_LOG_LEVEL: 'info',
      VIGIA_WEBHOOK_CONCURRENCY_PER_RECEIVER: String(perReceiver),
    },
  });
  const [broker] = system.servers.brokers;
  if (broker?.kind !== 'redis') throw new Error('the plain sender needs a redis-server on this machine');
  const { corporationId, ...credential } = await system.createCorporation('monthly');
  const api = new ApiClient(system.replicas('gateway')[0]!.url, credential);
  const { authorization } = await api.authorization();
  const taxIds = Array.from({ length: documents }, freshTaxId);
  const { body: loaded } = await api.call('POST', '/v2/perfiles/cargar-masivo', {
    body: { taxIds, docType: 'RUC' },
    headers: { authorization },
  });
  if (loaded.results?.successful !== documents) throw new Error(JSON.stringify(loaded));
  for (const path of paths) await createWebhook(system.brokerUrl, corporationId, { url: `${arrivals.url}${path}` });
  const body = await bodyOf(system, corporationId, taxIds[0]!);
  await writeFile(join(folder, 'body'), body);

  const redisUrl = `${broker.url}/1`;
  const environment = {
    DATABASE_URL: system.database.url,
    BENCH_REDIS_URL: redisUrl,
    BENCH_RECEIVERS_URL: arrivals.url,
    BENCH_CONCURRENCY: String(perReceiver * paths.length),
    BENCH_JWT_KEY: key,
    BENCH_POOL: String(connections),
    BENCH_BODY: join(folder, 'body'),
  };
  const started = (name: string) => startServiceProcess(name, environment, { command: [`benchmarks/dist/webhooks/${name}.js`] });
  const [durable, plain] = [await started('durable-sender'), await started('plain-sender')];
  const { PostgreSQL, Redis } = (await serversOf(system.servers)) as { PostgreSQL: number[]; Redis: number[] };
  const services = ['gateway', 'webhook-dispatcher', 'profile-loader', 'billing'] as const;
  const pidsOf = (service: (typeof services)[number]) => system.replicas(service).map(({ pid }) => pid);
  const asked = {
    path: '/v1/webhook/perfiles/resumen',
    authorization,
    bodies: taxIds.map((taxId) => JSON.stringify({ taxId, docType: 'RUC' })),
  };
  const contenders: Setting['contenders'] = [
    contender({
      name: 'ours',
      url: api.baseUrl,
      ...asked,
      processes: {
        gateway: pidsOf('gateway'),
        dispatcher: pidsOf('webhook-dispatcher'),
        'loader and billing': [...pidsOf('profile-loader'), ...pidsOf('billing')],
        PostgreSQL,
        Redis,
      },
    }),
    contender({ name: 'bare durable sender', url: durable.url, ...asked, processes: { sender: [durable.pid], PostgreSQL } }),
    contender({
      name: 'plain BullMQ sender',
      url: plain.url,
      ...asked,
      processes: { sender: [plain.pid], PostgreSQL, Redis },
    }),
  ];
  const close = async () => {
    await Promise.all(contenders.map(({ door }) => door.destroy()));
    await Promise.all([durable.kill(), plain.kill()]);
    await system.stop();
  };
  return { system, corporationId, body, redisUrl, contenders, close };
}

async function bodyOf({ brokerUrl }: RunningSystem, corporationId: string, taxId: string): Promise<string> {
  const client = await connectBroker({ url: brokerUrl, service: 'bench', logger: createLogger('bench', { level: 'silent' }) });
  try {
    const preview = { corporationId, docType: 'RUC' as const, taxId };
    return (await new Messages(client).request('webhooks.preview', preview, { timeoutMs: 10_000 })).v1;
  } finally {
    await client.close();
  }
}
