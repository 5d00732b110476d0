import type { PayloadOf, ReplyOf, RequestName } from '@vigia/contracts';
import { connectBroker, Messages, type Broker } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import type { Surroundings } from '../surroundings.js';
import { addressesOf } from './addresses.js';

export const patience = { timeoutMs: 10_000 };

export async function withBroker<T>(surroundings: Surroundings, work: (broker: Broker) => Promise<T>): Promise<T> {
  const { brokerUrl } = addressesOf(surroundings);
  const broker = await connectBroker({ url: brokerUrl, service: 'operator', logger: createLogger('operator', { level: 'silent' }) });
  try {
    return await work(broker);
  } finally {
    await broker.close();
  }
}

/** Lets the service that owns the matter do it. */
export function ask<N extends RequestName>(surroundings: Surroundings, name: N, payload: PayloadOf<N>): Promise<ReplyOf<N>> {
  return withBroker(surroundings, (broker) => new Messages(broker).request(name, payload, patience));
}

/** Only the gateway knows corporations: elsewhere a mistyped id would be taken for one that has nothing yet. */
export async function assertCorporation(surroundings: Surroundings, corporationId: string): Promise<void> {
  const { corporations } = await ask(surroundings, 'corporations.list', {});
  if (!corporations.some((corporation) => corporation.corporationId === corporationId)) {
    throw new Error(`no corporation has the id ${corporationId}: \`corporation list\` shows them`);
  }
}
