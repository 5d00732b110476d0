import { connectBroker, Messages, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';

export interface TestCorporation {
  corporationId: string;
  accessKey: string;
  accessSecret: string;
}

const timeoutMs = 10_000;
const always = { startsOn: '2020-01-01', endsOn: '2099-12-31' };

/** Made as an operator makes one: by messages to the running services. */
export async function createCorporation(brokerUrl: string, kind: 'monthly' | 'one_time'): Promise<TestCorporation> {
  const broker = await connectBroker({ url: brokerUrl, service: 'test-operator', logger: createLogger('test', { level: 'silent' }) });
  try {
    const messages = new Messages(broker);
    const { corporationId } = await messages.request('corporations.create', { name: `Prueba ${kind}` }, { timeoutMs });
    await messages.request(
      'contracts.create',
      { corporationId, kind, quotaMonths: kind === 'one_time' ? 1000 : 0, ...always },
      { timeoutMs },
    );
    const credential = await requestCredential(messages, corporationId, { timeoutMs });
    return { corporationId, ...credential };
  } finally {
    await broker.close();
  }
}
