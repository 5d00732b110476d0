import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ApiClient, receiversOnThisMachine, type createWebhook } from '@vigia/testing';
import { freshTaxId } from '../load/documents.js';
import { processesOf, type Processes } from '../processes.js';
import type { startProduct } from '../system.js';

const stored = 100;
const environment = {
  ...receiversOnThisMachine,
  VIGIA_RATE_PER_SECOND: '1000000',
  VIGIA_RATE_BURST: '1000000',
  VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
};

/** The product as one checkout has built it, on its own servers. */
export interface Version {
  name: string;
  /** Clients of a corporation that pays by month, and of one whose loads reserve months. */
  monthly: ApiClient;
  oneTime: ApiClient;
  /** Documents that the first one has loaded. */
  taxIds: string[];
  /** For a generator's files. */
  folder: string;
  processes: Processes;
  stop(): Promise<void>;
}

/** A checkout starts its own services, including migrations, and answers its own messages; the requests come from here, over HTTP. */
export async function startVersion(name: string, checkout: string, receiverUrl: string): Promise<Version> {
  const built = async <T>(file: string) => (await import(pathToFileURL(join(checkout, file)).href)) as T;
  const its = {
    ...(await built<{ startProduct: typeof startProduct }>('benchmarks/dist/system.js')),
    ...(await built<{ createWebhook: typeof createWebhook }>('libs/testing/dist/index.js')),
  };
  const system = await its.startProduct({ environment });
  const folder = await mkdtemp(join(tmpdir(), 'vigia-version-'));
  const stop = async () => {
    await system.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [gateway] = system.replicas('gateway');
    const { corporationId, ...credentials } = await system.createCorporation('monthly');
    const [monthly, oneTime] = [credentials, await system.createCorporation('one_time')].map((each) => new ApiClient(gateway!.url, each));
    const taxIds = await loadAll(monthly!);
    await its.createWebhook(system.brokerUrl, corporationId, { url: `${receiverUrl}/1` });
    return { name, monthly: monthly!, oneTime: oneTime!, taxIds, folder, processes: await processesOf(system), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function loadAll(client: ApiClient): Promise<string[]> {
  const taxIds = Array.from({ length: stored }, freshTaxId);
  const { status, body } = await client.call('POST', '/v2/perfiles/cargar-masivo', {
    body: { taxIds, docType: 'RUC' },
    headers: await client.authorization(),
  });
  if (status !== 200 || body.results.successful !== stored) throw new Error(`${status} ${JSON.stringify(body)}`);
  return taxIds;
}
