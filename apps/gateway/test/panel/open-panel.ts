import type { UserRole } from '@vigia/contracts';
import { createUser, signedIn, type PanelClient, type TestUser } from '@vigia/testing';
import { openGateways, type GatewayOptions, type Gateways } from '../running/gateways.js';

export interface Panel {
  gateways: Gateways;
  url: string;
  newCorporation(): Promise<string>;
  newUser(corporationId: string | null, role?: UserRole): Promise<TestUser>;
  /** A new user with a page open. */
  newPage(corporationId: string, role?: UserRole): Promise<TestUser & { page: PanelClient }>;
  stop(): Promise<void>;
}

/** A gateway and people who can sign in to it. */
export async function openPanel(options: GatewayOptions = {}): Promise<Panel> {
  const gateways = await openGateways();
  const url = await gateways.start(options);
  const system = { brokerUrl: gateways.brokerUrl, baseUrl: url };
  const newUser: Panel['newUser'] = (corporationId, role = 'admin') => createUser(system, { corporationId, role });
  return {
    gateways,
    url,
    newUser,
    newCorporation: async () => (await gateways.operator.createAccount()).corporationId,
    async newPage(corporationId, role) {
      const user = await newUser(corporationId, role);
      return { ...user, page: await signedIn(url, user) };
    },
    stop: () => gateways.stop(),
  };
}
