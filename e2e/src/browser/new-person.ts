import type { UserRole } from '@vigia/contracts';
import { createUser, type PanelClient, signedIn, type System, type TestUser } from '@vigia/testing';

export type Person = PanelClient & TestUser;

/** A new person who has signed in; an operator belongs to no corporation. */
export async function newPerson(system: System, role: UserRole, corporationId: string | null = null): Promise<Person> {
  const baseUrl = system.replicas('gateway')[0]!.url;
  const user = await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId, role });
  return Object.assign(await signedIn(baseUrl, user), user);
}
