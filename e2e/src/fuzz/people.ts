import type { UserRole } from '@vigia/contracts';
import { createUser, signedIn, type System } from '@vigia/testing';
import type { Credential } from './credentials.js';

/** A person who is signed in to the panel. */
export async function makePerson(system: System, url: string, name: string, role: UserRole, owner?: string): Promise<Credential> {
  const user = await createUser({ brokerUrl: system.brokerUrl, baseUrl: url }, { corporationId: owner ?? null, role });
  const { cookie = '' } = await signedIn(url, user);
  return { name, role, owner, headers: { cookie, origin: url } };
}

/** A call may have signed them out, deactivated them, or given them another role. */
export async function isStillThere(url: string, { role, headers }: Credential): Promise<boolean> {
  const response = await fetch(`${url}/panel/v1/session`, { headers });
  return response.ok && ((await response.json()) as { user: { role: string } }).user.role === role;
}
