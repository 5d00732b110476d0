import { limaDay, type BasicCredentials, type Contract, type Credential } from '@vigia/contracts';
import { connectBroker, isUnanswered, Messages, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { DemoUsers, type DemoUser } from './demo-users.js';
import type { Home } from './home.js';

const year = (now: Date, years: number, day: string) => `${Number(limaDay(now).slice(0, 4)) + years}-${day}`;

type DemoName = 'mensual' | 'unico';

/** One corporation on a monthly plan and one that paid once for a quota. Both contracts run well beyond today. */
export function demoContracts(now: Date) {
  const period = { startsOn: year(now, 0, '01-01'), endsOn: year(now, 1, '12-31') };
  return {
    mensual: { title: 'Demostración Mensual S.A.C.', contract: { kind: 'monthly', quotaMonths: 0, ...period } },
    unico: { title: 'Demostración Pago Único S.A.C.', contract: { kind: 'one_time', quotaMonths: 1000, ...period } },
  } as const;
}

/** The contract that a corporation lacks: one that is in force today. Those of a home that was kept for years have ended. */
export function missingContract(name: DemoName, contracts: Pick<Contract, 'endsOn'>[], now: Date) {
  if (contracts.some(({ endsOn }) => endsOn >= limaDay(now))) return undefined;
  const { contract } = demoContracts(now)[name];
  const [lastEnd] = contracts.map(({ endsOn }) => endsOn).toSorted((one, other) => other.localeCompare(one));
  const isFree = lastEnd === undefined || lastEnd < contract.startsOn;
  return isFree ? contract : { ...contract, startsOn: dayAfter(lastEnd) };
}

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const timeoutMs = 10_000;

/** Uses what already exists, so that the next start completes one that was interrupted. */
async function ensureCorporation(
  messages: Messages,
  name: DemoName,
  kept: BasicCredentials | undefined,
): Promise<BasicCredentials & { corporationId: string }> {
  const now = new Date();
  const { title } = demoContracts(now)[name];
  const corporationId = await find(messages, title, kept?.accessKey);
  const { contracts } = await messages.request('contracts.list', { corporationId }, { timeoutMs });
  const contract = missingContract(name, contracts, now);
  if (contract) await messages.request('contracts.create', { corporationId, ...contract }, { timeoutMs });
  const known = (await credentialsOf(messages, corporationId)).find(({ accessKey }) => accessKey === kept?.accessKey);
  const { accessKey, accessSecret } =
    kept && known?.status === 'active' ? kept : await requestCredential(messages, corporationId, { timeoutMs });
  return { corporationId, accessKey, accessSecret };
}

async function find(messages: Messages, title: string, accessKey = ''): Promise<string> {
  const { corporations } = await messages.request('corporations.list', {}, { timeoutMs });
  const ids = corporations.filter((corporation) => corporation.name === title).map(({ corporationId }) => corporationId);
  for (const id of ids) if ((await credentialsOf(messages, id)).some((credential) => credential.accessKey === accessKey)) return id;
  return ids[0] ?? (await messages.request('corporations.create', { name: title }, { timeoutMs })).corporationId;
}

async function credentialsOf(messages: Messages, corporationId: string): Promise<Credential[]> {
  return (await messages.request('credentials.list', { corporationId }, { timeoutMs })).credentials;
}

interface DemoCorporation extends BasicCredentials {
  admin: DemoUser;
  analyst: DemoUser;
  member: DemoUser;
}

export interface Demo {
  baseUrl: string;
  /** Null where the simulator is off. */
  simulatorUrl: string | null;
  corporations: Record<DemoName, DemoCorporation>;
  operator: DemoUser;
  /** By email. */
  userIds: Record<string, string>;
}

interface Addresses {
  baseUrl: string;
  simulatorUrl: string | null;
  brokerUrl: string;
}

/** Without the port 80, which no client repeats in `Host`: the gateway refuses an `Origin` that differs from it. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** A home of an earlier version has no users yet, or no ids of users. */
type Kept = Partial<Pick<Demo, 'operator' | 'userIds'>> & {
  corporations?: Partial<Record<DemoName, BasicCredentials & Partial<DemoCorporation>>>;
};

/**
 * Tries again what uses what already exists, if a request had no answer on a busy machine. By then that request was carried out or is past its
 * deadline, so that nothing is created twice.
 */
export async function untilAnswered<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnanswered(error) || tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, timeoutMs));
    return untilAnswered(work, tries - 1);
  }
}

/** Two corporations and their users, to try the product with. Missing ones are created, and all are written to `demo.json` for people and scripts. */
export async function ensureDemo(home: Home, { baseUrl, simulatorUrl, brokerUrl }: Addresses): Promise<Demo> {
  const origin = originOf(baseUrl);
  const broker = await connectBroker({ url: brokerUrl, service: 'standalone', logger: createLogger('standalone', { file: home.logFile }) });
  try {
    const messages = new Messages(broker);
    const kept = home.read<Kept>('demo.json') ?? {};
    const users = new DemoUsers(messages, origin, kept.userIds);
    const ensure = async (name: DemoName): Promise<DemoCorporation> => {
      const before = kept.corporations?.[name];
      const { corporationId, ...credential } = await ensureCorporation(messages, name, before);
      const user = (role: 'admin' | 'analyst' | 'member') =>
        users.ensure({ corporationId, role, email: `${role}.${name}@demo.example` }, before?.[role]);
      return { ...credential, admin: await user('admin'), analyst: await user('analyst'), member: await user('member') };
    };
    const corporations = { mensual: await untilAnswered(() => ensure('mensual')), unico: await untilAnswered(() => ensure('unico')) };
    const newcomer = { corporationId: null, role: 'operator', email: 'operador@demo.example' } as const;
    const operator = await untilAnswered(() => users.ensure(newcomer, kept.operator));
    const demo = { baseUrl: origin, simulatorUrl, corporations, operator, userIds: users.ids };
    home.write('demo.json', demo);
    return demo;
  } finally {
    await broker.close();
  }
}
