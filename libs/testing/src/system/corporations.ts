import type { BasicCredentials, UserRole } from '@vigia/contracts';
import { connectBroker, requestCredential, requestInvitation } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { randomBytes } from 'node:crypto';
import { PanelClient } from '../requests/panel-client.js';
import { PatientMessages } from './patient-messages.js';

export interface TestCorporation extends BasicCredentials {
  corporationId: string;
}

const timeoutMs = 30_000;
const startsOn = '2020-01-01';
/** A load without months takes as many as fit the contract, so a contract without an end would soon use up any quota. */
const oneTime = () => ({ quotaMonths: 1_000_000, startsOn, endsOn: `${new Date().getUTCFullYear() + 1}-12-31` });
const monthly = () => ({ quotaMonths: 0, startsOn, endsOn: '2099-12-31' });

/** Creates a corporation as the operator does: by messages to the running services. */
export async function createCorporation(brokerUrl: string, kind: 'monthly' | 'one_time'): Promise<TestCorporation> {
  const broker = await connectBroker({ url: brokerUrl, service: 'test-operator', logger: createLogger('test', { level: 'silent' }) });
  try {
    const messages = new PatientMessages(broker);
    const { corporationId } = await messages.request('corporations.create', { name: `Prueba ${kind}` }, { timeoutMs });
    await messages.request('contracts.create', { corporationId, kind, ...(kind === 'one_time' ? oneTime() : monthly()) }, { timeoutMs });
    const credential = await requestCredential(messages, corporationId, { timeoutMs });
    return { corporationId, ...credential };
  } finally {
    await broker.close();
  }
}

export interface TestUser {
  userId: string;
  email: string;
  password: string;
}

/** Creates a user as the operator does, and sets the password as the user would. */
export async function createUser(
  system: { brokerUrl: string; baseUrl: string },
  { corporationId, role }: { corporationId: string | null; role: UserRole },
): Promise<TestUser> {
  const broker = await connectBroker({
    url: system.brokerUrl,
    service: 'test-operator',
    logger: createLogger('test', { level: 'silent' }),
  });
  const email = `${role}-${randomBytes(6).toString('hex')}@prueba.example`;
  const password = randomBytes(12).toString('base64url');
  try {
    const asked = { corporationId, email, name: `Prueba ${role}`, role };
    const { user, token } = await requestInvitation(new PatientMessages(broker), 'users.create', asked, { timeoutMs });
    const body = { token, newPassword: password };
    const { status } = await new PanelClient(system.baseUrl).call('PUT', '/password/by-link', { body });
    if (status !== 204) throw new Error(`the password was not set: ${status}`);
    return { userId: user.userId, email, password };
  } finally {
    await broker.close();
  }
}

/** A signed-in user with a page of the panel. */
export async function signedIn(baseUrl: string, user: TestUser): Promise<PanelClient> {
  const page = new PanelClient(baseUrl);
  const { status } = await page.signIn(user);
  if (status !== 200) throw new Error(`not signed in: ${status}`);
  return page;
}
