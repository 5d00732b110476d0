import { isDeepStrictEqual } from 'node:util';
import { ApiClient, PanelClient } from '@vigia/testing';
import type { Given } from './languages.js';

type Json = Record<string, any>;

/** What a client has read, by the names of its journey. */
type Read = Record<string, Json>;

const answers: Record<string, string> = {
  'whole v1': '/v1/perfiles/20990000019/resumen',
  'whole v2': '/v2/perfiles/20990000019/resumen',
  'partial v1': '/v1/perfiles/20990000116/resumen',
  'partial v2': '/v2/perfiles/20990000116/resumen',
  'DNI v1': '/v1/perfiles/99990002/resumen',
  'DNI v2': '/v2/perfiles/99990002/resumen',
  charges: '/v2/cuota/cargos?desde=2026-01-01&hasta=2199-12-31',
  statement: '/v2/cuota/estado-de-cuenta',
};

/** Everything that a client has read differently from the answer, by name. */
export async function wronglyRead(read: Read, given: Given): Promise<string[]> {
  const api = new ApiClient(given.BASE, { accessKey: given.ACCESS_KEY, accessSecret: given.ACCESS_SECRET });
  const headers = await api.authorization();
  const wrong: string[] = [];
  for (const [name, path] of Object.entries(answers)) {
    const { status, body } = await api.call('GET', path, { headers });
    if (status !== 200 || !isDeepStrictEqual(plain(read[name]), plain(body))) wrong.push(name);
  }
  const { 'partial v2': partial, 'DNI v2': dni, trigger, refusal, webhooks } = read;
  const facts: Record<string, boolean> = {
    'a partial load has sections without data': Object.values<Json>(partial?.data).some((section) => section?.statusCode === 'SH50'),
    'a DNI has no representatives': dni?.data.legal.statusCode === 'SH40',
    'the trigger has an id': /^trg_[0-9a-f]{32}$/.test(trigger?.data.triggerId),
    'the refusal is told': refusal?.statusCode === 404 && refusal.error === 'Not Found' && refusal.message.includes('20990000094'),
    'the panel shows the webhook': isDeepStrictEqual(webhooks?.webhooks.map(idOf), await configurations(given)),
  };
  return [...wrong, ...Object.keys(facts).filter((fact) => !facts[fact])];
}

const idOf = ({ configurationId }: Json) => configurationId as string;

async function configurations({ BASE, EMAIL, PASSWORD }: Given): Promise<string[]> {
  const panel = new PanelClient(BASE);
  await panel.signIn({ email: EMAIL, password: PASSWORD });
  return (await panel.call('GET', '/webhooks')).body.webhooks.map(idOf);
}

/** Clients may write an instant in another form, and leave out null values. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_, inner: unknown) => {
    if (inner === null) return undefined;
    return typeof inner === 'string' && /^\d{4}-\d\d-\d\dT/.test(inner) ? new Date(inner).toISOString() : inner;
  });
}
