import { randomBytes } from 'node:crypto';
import type { UserRole } from '@vigia/contracts';
import { connectBroker, Messages, requestInvitation } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { PanelClient } from '../requests/panel-client.js';

export interface TestUser {
  userId: string;
  email: string;
  password: string;
}

const timeoutMs = 30_000;

/** Made as an operator makes one, with a password set as the user would. */
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
    const { user, token } = await requestInvitation(new Messages(broker), 'users.create', asked, { timeoutMs });
    const body = { token, newPassword: password };
    const { status } = await new PanelClient(system.baseUrl).call('PUT', '/password/by-link', { body });
    if (status !== 204) throw new Error(`the password was not set: ${status}`);
    return { userId: user.userId, email, password };
  } finally {
    await broker.close();
  }
}

/** Somebody with a page of the panel open. */
export async function signedIn(baseUrl: string, user: TestUser): Promise<PanelClient> {
  const page = new PanelClient(baseUrl);
  const { status } = await page.signIn(user);
  if (status !== 200) throw new Error(`not signed in: ${status}`);
  return page;
}
