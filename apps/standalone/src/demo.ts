import { connectBroker, Messages } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import type { DemoName } from './demo-contracts.js';
import { ensureCorporation, type DemoCredential } from './demo-corporation.js';
import { DemoUsers, type DemoUser } from './demo-users.js';
import type { Home } from './home.js';

interface DemoCorporation extends DemoCredential {
  admin: DemoUser;
  member: DemoUser;
}

export interface Demo {
  baseUrl: string;
  simulatorUrl: string;
  corporations: Record<DemoName, DemoCorporation>;
  operator: DemoUser;
}

interface Addresses {
  baseUrl: string;
  simulatorUrl: string;
  brokerUrl: string;
}

/** A home of an earlier version has no users yet. */
type Kept = { corporations?: Partial<Record<DemoName, DemoCredential & Partial<DemoCorporation>>>; operator?: DemoUser };

/** Two corporations and their people, to try the product with: made where they are missing, and written down for people and for scripts. */
export async function ensureDemo(home: Home, { baseUrl, simulatorUrl, brokerUrl }: Addresses): Promise<Demo> {
  const broker = await connectBroker({ url: brokerUrl, service: 'standalone', logger: createLogger('standalone', { file: home.logFile }) });
  try {
    const messages = new Messages(broker);
    const users = new DemoUsers(messages, baseUrl);
    const kept = home.read<Kept>('demo.json') ?? {};
    const ensure = async (name: DemoName): Promise<DemoCorporation> => {
      const before = kept.corporations?.[name];
      const { corporationId, ...credential } = await ensureCorporation(messages, name, before);
      const user = (role: 'admin' | 'member') =>
        users.ensure({ corporationId, role, email: `${role}.${name}@demo.example` }, before?.[role]);
      return { ...credential, admin: await user('admin'), member: await user('member') };
    };
    const corporations = { mensual: await ensure('mensual'), unico: await ensure('unico') };
    const operator = await users.ensure({ corporationId: null, role: 'operator', email: 'operador@demo.example' }, kept.operator);
    const demo = { baseUrl, simulatorUrl, corporations, operator };
    home.write('demo.json', demo);
    return demo;
  } finally {
    await broker.close();
  }
}
