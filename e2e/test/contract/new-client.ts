import type { PayloadOf } from '@vigia/contracts';
import { connectBroker, Messages, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';
import { ApiClient, type System } from '@vigia/testing';

type Terms = Partial<Omit<PayloadOf<'contracts.create'>, 'corporationId'>>;

const timeoutMs = 10_000;
const monthlyForEver = { kind: 'monthly', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0 } as const;

export interface NewClient extends ApiClient {
  corporationId: string;
}

/** A corporation of its own under the terms that are given, and a client that speaks for it. */
export async function newClient(system: System, terms: Terms = {}): Promise<NewClient> {
  const logger = createLogger('test', { level: 'silent' });
  const broker = await connectBroker({ url: system.brokerUrl, service: 'test-operator', logger });
  try {
    const messages = new Messages(broker);
    const { corporationId } = await messages.request('corporations.create', { name: 'Prueba' }, { timeoutMs });
    await messages.request('contracts.create', { corporationId, ...monthlyForEver, ...terms }, { timeoutMs });
    const credential = await requestCredential(messages, corporationId, { timeoutMs });
    return Object.assign(new ApiClient(system.replicas('gateway')[0]!.url, credential), { corporationId });
  } finally {
    await broker.close();
  }
}
