import { connectBroker, Messages, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { demoContracts, type DemoName } from './demo-contracts.js';
import type { Home } from './home.js';

interface DemoCorporation {
  accessKey: string;
  accessSecret: string;
}

export interface Demo {
  baseUrl: string;
  simulatorUrl: string;
  corporations: Record<DemoName, DemoCorporation>;
}

interface Addresses {
  baseUrl: string;
  simulatorUrl: string;
  brokerUrl: string;
}

const timeoutMs = 10_000;

/** Two corporations to try the product with, made once and written down for people and for scripts. */
export async function ensureDemo(home: Home, { baseUrl, simulatorUrl, brokerUrl }: Addresses): Promise<Demo> {
  const broker = await connectBroker({ url: brokerUrl, service: 'standalone', logger: createLogger('standalone', { file: home.logFile }) });
  try {
    const messages = new Messages(broker);
    const kept = home.read<Demo>('demo.json');
    const corporations = kept && (await isKnown(messages, kept)) ? kept.corporations : await createCorporations(messages);
    const demo = { baseUrl, simulatorUrl, corporations };
    home.write('demo.json', demo);
    return demo;
  } finally {
    await broker.close();
  }
}

/** The folder may have outlived the database that its credentials were made in. */
async function isKnown(messages: Messages, { corporations }: Demo): Promise<boolean> {
  const { corporations: existing } = await messages.request('corporations.list', {}, { timeoutMs });
  const credentials = await Promise.all(
    existing.map(({ corporationId }) => messages.request('credentials.list', { corporationId }, { timeoutMs })),
  );
  const keys = new Set(credentials.flatMap((answer) => answer.credentials.map(({ accessKey }) => accessKey)));
  return Object.values(corporations).every(({ accessKey }) => keys.has(accessKey));
}

async function createCorporations(messages: Messages): Promise<Demo['corporations']> {
  const create = async (name: DemoName) => {
    const { title, contract } = demoContracts(new Date())[name];
    const { corporationId } = await messages.request('corporations.create', { name: title }, { timeoutMs });
    await messages.request('contracts.create', { corporationId, ...contract }, { timeoutMs });
    return requestCredential(messages, corporationId, { timeoutMs });
  };
  return { mensual: await create('mensual'), unico: await create('unico') };
}
