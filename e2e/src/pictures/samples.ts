import { rucCheckDigit, type BasicCredentials } from '@vigia/contracts';
import { ApiClient, PanelClient, startWebhookReceiver, waitUntil } from '@vigia/testing';
import { magic } from '../clients/documents.js';

interface Person {
  email: string;
  password: string;
}

/** The content of `demo.json`, which `npm start` keeps. */
export interface Demo {
  baseUrl: string;
  corporations: { mensual: BasicCredentials & { admin: Person } };
}

const noPart = [magic.notFound, magic.allFail];
const parts = Object.values(magic).filter((taxId) => /^20\d{9}$/.test(taxId) && !noPart.includes(taxId as (typeof noPart)[number]));
const companies = Array.from({ length: 60 }, (_, place) => {
  const body = String(2_099_100_000 + place * 37);
  return `${body}${rucCheckDigit(body)}`;
});

interface Samples {
  admin: PanelClient;
  triggerId: string;
  /** The delivery of that event which is being retried. */
  failing: string;
}

/**
 * Fills the first corporation of the demo as its analyst would in a week: a portfolio of every kind, and two receivers, one of them in
 * trouble.
 */
export async function loadSamples({ baseUrl, corporations: { mensual } }: Demo): Promise<Samples> {
  const admin = new PanelClient(baseUrl);
  await admin.signIn(mensual.admin);
  await loadAll(admin, [...parts, ...companies]);

  const receiver = await startWebhookReceiver((response, path) => void response.writeHead(path === '/erp' ? 200 : 503).end());
  try {
    const configure = (name: string, path: string) => admin.call('POST', '/webhooks', { body: { name, url: `${receiver.url}${path}` } });
    await configure('ERP de compras', '/erp');
    await configure('Plataforma de crédito', '/credito');
    const client = new ApiClient(baseUrl, mensual);
    const triggers: string[] = [];
    for (const taxId of [magic.clean, magic.medium, magic.trader, magic.high, magic.critical])
      triggers.push((await client.trigger(taxId)).body.data.triggerId);
    await deliveries(admin, triggers.length);
    const triggerId = triggers.at(-1)!;
    return { admin, triggerId, failing: await triedTwice(admin, triggerId) };
  } finally {
    receiver.close();
  }
}

async function loadAll(admin: PanelClient, taxIds: string[]): Promise<void> {
  const { requestId } = (await admin.call('POST', '/loads', { body: { docType: 'RUC', taxIds } })).body;
  const isDone = async () => (await admin.get(`/loads/${requestId}`)).body.state === 'finished';
  await waitUntil(isDone, { what: 'every document is loaded', timeoutMs: 300_000 });
}

async function deliveries(admin: PanelClient, expected: number): Promise<void> {
  const accepted = async () => (await admin.get('/deliveries?health=SUCCEEDED')).body.deliveries.length >= expected;
  await waitUntil(accepted, { what: 'every event is delivered', timeoutMs: 60_000 });
}

async function triedTwice(admin: PanelClient, triggerId: string): Promise<string> {
  return waitUntil(
    async () => {
      const { deliveries: sent } = (await admin.get(`/events?triggerId=${triggerId}`)).body.events[0];
      const { deliveryId } = sent.find(({ health }: { health: string }) => health === 'PENDING');
      return (await admin.get(`/deliveries/${deliveryId}/attempts`)).body.attempts.length > 1 && deliveryId;
    },
    { what: 'a delivery is tried again', timeoutMs: 60_000 },
  );
}
