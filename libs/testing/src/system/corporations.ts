import { connectBroker, Messages, requestCredential } from '@vigia/messaging';
import { createLogger } from '@vigia/observability';

export interface TestCorporation {
  corporationId: string;
  accessKey: string;
  accessSecret: string;
}

const timeoutMs = 30_000;
const startsOn = '2020-01-01';
/** A load without months takes as many as fit, so that a contract for ever would soon have used up any quota. */
const oneTime = () => ({ quotaMonths: 1_000_000, startsOn, endsOn: `${new Date().getUTCFullYear() + 1}-12-31` });
const monthly = () => ({ quotaMonths: 0, startsOn, endsOn: '2099-12-31' });

/** Made as an operator makes one: by messages to the running services. */
export async function createCorporation(brokerUrl: string, kind: 'monthly' | 'one_time'): Promise<TestCorporation> {
  const broker = await connectBroker({ url: brokerUrl, service: 'test-operator', logger: createLogger('test', { level: 'silent' }) });
  try {
    const messages = new Messages(broker);
    const { corporationId } = await messages.request('corporations.create', { name: `Prueba ${kind}` }, { timeoutMs });
    await messages.request('contracts.create', { corporationId, kind, ...(kind === 'one_time' ? oneTime() : monthly()) }, { timeoutMs });
    const credential = await requestCredential(messages, corporationId, { timeoutMs });
    return { corporationId, ...credential };
  } finally {
    await broker.close();
  }
}
