import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserRole } from '@vigia/contracts';
import {
  ApiClient,
  createWebhook,
  receiversOnThisMachine,
  serviceProcesses,
  startSystem,
  startWebhookReceiver,
  waitUntil,
  type BrokerKind,
  type ServiceProcess,
  type System,
  type TestCorporation,
} from '@vigia/testing';
import { makeClients } from './clients.js';
import type { Credential } from './credentials.js';
import { KnownValues } from './known-values.js';
import { operationsOf, type OpenApiDocument, type Operation } from './operations.js';
import { isStillThere, makePerson } from './people.js';
import { documents } from './values.js';

/** Nothing in this world is broken or slow for long, and no limit stops a request before the code behind it. */
const settings = {
  VIGIA_SIMULATOR_TIME_SCALE: '0.001',
  VIGIA_LOAD_WAIT_MS: '1500',
  VIGIA_RATE_PER_SECOND: '100000',
  VIGIA_RATE_BURST: '100000',
  VIGIA_TOKEN_RATE_PER_SECOND: '100000',
  VIGIA_TOKEN_RATE_BURST: '100000',
  VIGIA_DOCUMENTS_PER_MINUTE: '1000000',
  VIGIA_WEBHOOK_ANSWER_MS: '1000',
  VIGIA_WEBHOOK_TOKEN_MS: '500',
  VIGIA_WEBHOOK_RETRIES: '1s',
};

/** The product with two corporations that have a little of everything, and all kinds of callers, with and without rights. */
export interface World {
  url: string;
  operations: Operation[];
  known: KnownValues;
  credential(name: string): Credential;
  administratorOf(owner: string | undefined): Credential;
  /** The other one of the two corporations; without an owner, the first one. */
  otherThan(owner: string | undefined): string;
  /** Gives a new session or role to people whose session or role a call has ended. */
  mend(): Promise<void>;
  services: Pick<ServiceProcess, 'name' | 'output'>[];
  stop(): Promise<void>;
}

export async function buildWorld(broker: BrokerKind): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-fuzz-'));
  const system = await startSystem({ broker, environment: { ...receiversOnThisMachine, ...settings, VIGIA_DATA_DIR: folder } });
  await system.start('data-importer');
  const receiver = await startWebhookReceiver();
  const services = serviceProcesses.flatMap((service) => system.replicas(service));
  const { url } = system.replicas('gateway')[0] as ServiceProcess;
  const [own, other] = [await system.createCorporation('one_time'), await system.createCorporation('monthly')];
  const people = [
    await makePerson(system, url, 'admin', 'admin', own.corporationId),
    await makePerson(system, url, 'admin of the other', 'admin', other.corporationId),
    await makePerson(system, url, 'analyst', 'analyst', own.corporationId),
    await makePerson(system, url, 'member', 'member', own.corporationId),
    await makePerson(system, url, 'operator', 'operator'),
  ];
  const clients = await makeClients(system, url, own, other);
  const known = new KnownValues();
  await furnish(system, receiver.url, own, documents.usual, people[0] as Credential, known);
  await furnish(system, receiver.url, other, [documents.foreign], people[1] as Credential, known);
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
  const find = (name: string): Credential => {
    const found = [...people, ...clients].find((one) => one.name === name);
    if (!found) throw new Error(`nobody is called ${name}`);
    return found;
  };
  return {
    url,
    operations: operationsOf(document).filter(isHarmless),
    known,
    credential(name) {
      if (name !== 'admin on another site') return find(name);
      const admin = find('admin');
      return { ...admin, name, role: 'elsewhere', headers: { ...admin.headers, origin: 'https://elsewhere.invalid' } };
    },
    administratorOf: (owner) => find(owner === other.corporationId ? 'admin of the other' : 'admin'),
    otherThan: (owner) => (owner === own.corporationId ? other : own).corporationId,
    async mend() {
      for (const [i, person] of people.entries()) {
        if (await isStillThere(url, person)) continue;
        people[i] = await makePerson(system, url, person.name, person.role as UserRole, person.owner);
      }
    },
    services,
    async stop() {
      receiver.close();
      await system.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * In this world nothing is slow for long, so pausing a source is excluded: every load would wait for it. So are imports, which fetch from
 * outside.
 */
function isHarmless({ path, method }: Operation): boolean {
  return !(method === 'PUT' && path.endsWith('/pause')) && !(method === 'POST' && path.endsWith('/imports'));
}

/** Profiles, a webhook with a delivery, users and a contract, whose ids requests can name from the start. */
async function furnish(
  system: System,
  receiverUrl: string,
  corporation: TestCorporation,
  taxIds: string[],
  { headers }: Credential,
  known: KnownValues,
): Promise<void> {
  const { url } = system.replicas('gateway')[0] as ServiceProcess;
  const { corporationId } = corporation;
  await createWebhook(system.brokerUrl, corporationId, { url: `${receiverUrl}/${corporationId}` });
  const client = new ApiClient(url, corporation);
  for (const taxId of taxIds) await client.load(taxId);
  await client.trigger(taxIds[0] as string);
  known.give(corporationId, 'taxId', ...taxIds);
  known.learn(corporationId, (await client.call('GET', '/v2/cuota/estado-de-cuenta', { headers: await client.authorization() })).body);
  const learn = async (list: string) =>
    known.learn(corporationId, (await (await fetch(`${url}/panel/v1/${list}`, { headers })).json()) as never);
  await waitUntil(async () => (await learn('deliveries'), known.of(corporationId, 'deliveryId').length > 0), {
    what: 'a delivery is listed',
  });
  for (const list of ['webhooks', 'events', 'users', 'sessions']) await learn(list);
}
