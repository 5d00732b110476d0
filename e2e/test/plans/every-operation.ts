import { randomUUID } from 'node:crypto';
import { limaDay, type PayloadOf, type RequestName } from '@vigia/contracts';
import {
  ApiClient,
  createUser,
  PanelClient,
  signedIn,
  startWebhookReceiver,
  waitUntil,
  type System,
  type WebhookReceiver,
  testOrigin,
} from '@vigia/testing';
import { askOperator, timeoutMs } from '../../src/clients/ask-operator.js';
import { loadMany, loadOne, post, read } from '../../src/clients/calls.js';
import { freshRucs, magic } from '../../src/clients/documents.js';
import { endAccess } from '../contract/end-access.js';
import { newClient as newCustomer, type NewClient } from '../../src/clients/new-client.js';
import { failEverySource } from '../quota/faults.js';
import { withAcceptedCalls } from './accepted-calls.js';

const oneTime = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2098-12-31', quotaMonths: 300, documentPriceCents: 150 } as const;
const password = 'una frase nueva y larga';

/** Does once whatever clients, people and operators can do, so that every statement that somebody waits for is sent. */
export async function everyOperation(system: System): Promise<void> {
  const receiver = await startWebhookReceiver((response, path) => void response.writeHead(path === '/down' ? 500 : 200).end());
  try {
    await loadsAndMonths(system);
    await webhooks(system, receiver);
    await people(system);
    await acts(system, receiver);
  } finally {
    receiver.close();
  }
}

async function loadsAndMonths(system: System): Promise<void> {
  const client = await newClient(system, oneTime);
  const monthly = await newClient(system);
  const [first, second, unread, ended, again] = freshRucs(5) as [string, string, string, string, string];
  await failEverySource(system, unread);
  const key = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 2; time += 1)
    await post(client, '/v2/perfiles/cargar-masivo', { taxIds: [first, unread], docType: 'RUC', months: 2 }, key);
  await loadMany(client, [second, ended, first], { months: 1 });
  await loadMany(client, ['no', 'documents'], {}, '/v1');
  await loadOne(client, magic.dni, { docType: 'DNI', isMonitoring: false });
  await Promise.all([loadOne(monthly, again), loadOne(monthly, again)]);
  await loadOne(monthly, first);
  await endAccess(system, client, ended);
  const forced = '/v2/perfiles/forzar-actualizacion';
  for (const path of [`${forced}/simular`, forced]) await post(client, path, { taxIds: [first, second, ended, magic.dni] });
  await post(monthly, forced, { taxIds: [again] });
  await post(client, '/v2/perfiles/cargar/simular', { taxId: again, docType: 'RUC', months: 1 });
  await post(client, '/v2/perfiles/cargar-masivo/simular', { taxIds: [first, again], docType: 'RUC', months: 1 });
  for (const path of [
    'estado-de-cuenta',
    'estado-de-cuenta?desde_linea=2',
    'pronostico',
    'alertas',
    'cargos?desde=2020-01-01&hasta=2099-12-31',
  ])
    await read(client, `/v2/cuota/${path}`);
  for (const path of [
    '/v1/perfiles/D/resumen',
    '/v2/perfiles/D/resumen',
    `/v2/perfiles/D/resumen?fecha=${limaDay(new Date())}`,
    '/v2/perfiles/D/historial',
  ])
    await read(client, path.replace('D', first));
  await read(client, `/v2/perfiles/${first}/historial?desde=2020-01-01&hasta=2099-12-31`);
  await client.call('POST', '/v1/autenticacion/refrescar-token', { headers: await client.authorization() });
  await new ApiClient(client.baseUrl, { accessKey: client.accessKey, accessSecret: 'x' }).obtainToken();
  await operatorsCommands(system, client, [second, magic.dni]);
}

async function operatorsCommands(system: System, { corporationId, accessKey }: NewClient, [second, dni]: [string, string]): Promise<void> {
  await askOperator(system, async (messages) => {
    const ask = <N extends RequestName>(name: N, payload: PayloadOf<N>) => messages.request(name, payload, { timeoutMs });
    const [contract] = (await ask('contracts.list', { corporationId })).contracts;
    const { contractId } = contract!;
    const signed = () => ({ commandId: randomUUID(), contractId, actor: 'prueba', reason: 'prueba' });
    const documents = [{ docType: 'DNI' as const, taxId: dni }];
    await ask('quota.preview', { operation: 'activate', corporationId, documents, months: 2 });
    await ask('access.activate', { requestId: randomUUID(), corporationId, origin: testOrigin, documents, months: 2 });
    const held = { requestId: randomUUID(), corporationId, origin: testOrigin, docType: 'RUC' as const, taxIds: freshRucs(1), months: 12 };
    await ask('quota.reserve', held);
    await ask('quota.adjust', { ...signed(), months: -250, revokeHolds: true });
    await ask('contracts.amend', { ...signed(), endsOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) });
    await ask('billing.verify', {});
    const settlement = {
      requestId: held.requestId,
      corporationId,
      origin: testOrigin,
      acceptedOn: limaDay(new Date()),
      mode: 'monitoring' as const,
      documents: [{ docType: 'RUC' as const, taxId: second, loaded: true }],
    };
    for (const id of [1, 2]) await messages.deliver('access.settle', settlement, { id: `${randomUUID()}-${id}`, timeoutMs });
    await ask('corporations.list', {});
    await ask('credentials.list', { corporationId });
    await ask('sources.pause', { source: 'protestos', reason: 'prueba' });
    await ask('sources.list', {});
    await ask('sources.resume', { source: 'protestos' });
    await ask('corporations.suspend', { corporationId });
    await ask('corporations.resume', { corporationId });
    await ask('credentials.revoke', { accessKey });
  });
}

async function webhooks(system: System, receiver: WebhookReceiver): Promise<void> {
  const client = await newClient(system);
  const page = await signIn(system, client.corporationId, 'admin');
  const ask = async (method: string, path: string, body?: object) => (await page.call(method, path, body && { body })).body;
  const create = async (path: string) =>
    (await ask('POST', '/webhooks', { url: `${receiver.url}${path}` })).webhook.configurationId as string;
  const [up, down] = [await create('/up'), await create('/down')];
  const [active, loading] = freshRucs(2) as [string, string];
  await loadOne(client, active);
  const trigger = async (taxId: string) => (await client.trigger(taxId)).body.data.triggerId as string;
  const key = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 2; time += 1)
    await post(client, '/v1/webhook/perfiles/resumen', { taxId: active, docType: 'RUC' }, time === 0 ? {} : key);
  const triggers = [await trigger(active), await trigger(loading)];
  const closed = (triggerId: string) =>
    waitUntil(
      async () => {
        const { deliveries = [] } = (await ask('GET', `/events?triggerId=${triggerId}`)).events[0] ?? {};
        return deliveries.length > 0 && deliveries.every(({ health }: { health: string }) => health !== 'PENDING') && deliveries;
      },
      { what: 'the trigger is told' },
    );
  await closed(triggers[1]!);
  const deliveries = (await closed(triggers[0]!)) as { deliveryId: string; configurationId: string }[];
  const { deliveryId } = deliveries.find(({ configurationId }) => configurationId === down)!;
  for (const path of [
    '/webhooks',
    '/webhooks/warnings',
    '/events',
    `/events?taxId=${active}`,
    '/events?before=999',
    '/events?after=1',
    '/deliveries',
    '/deliveries?health=FAILED',
    '/deliveries?failure=http&httpClass=5&isTest=false',
    '/deliveries?httpClass=2&from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z',
    '/events?state=DISPATCHED&health=FAILED&isTest=false&from=2020-01-01T00:00:00Z&to=2099-01-01T00:00:00Z',
  ])
    await ask('GET', path);
  for (const path of [
    `/deliveries?configurationId=${up}&before=999`,
    `/deliveries?configurationId=${up}&after=0`,
    `/events?configurationId=${down}&after=0`,
    `/webhooks/${down}/health?hours=48`,
    `/deliveries/${deliveryId}`,
    `/deliveries/${deliveryId}/attempts`,
    `/deliveries/${deliveryId}/body`,
    `/events/${triggers[0]}/preview`,
    `/profiles/RUC/${active}`,
    `/profiles/RUC/${active}/basis`,
    `/profiles/RUC/${active}/record`,
    `/profiles/RUC/${active}/record?fecha=${limaDay(new Date())}`,
  ])
    await ask('GET', path);
  await ask('POST', `/deliveries/${deliveryId}/signature-check`, { signature: 'sha256=00' });
  await ask('POST', `/webhooks/${up}/test`);
  await ask('POST', `/webhooks/${up}/preflight`);
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await ask('GET', `/webhooks/${down}/recoverable?since=${since}`);
  await ask('POST', `/webhooks/${down}/recover`, { since });
  await ask('POST', `/deliveries/${deliveryId}/resend`);
  await closed(triggers[0]!);
  await ask('PATCH', `/webhooks/${down}`, { name: 'Otra', active: false });
}

/** Loads, updates, monitoring and events by a person, and what that person then reads of them. */
async function acts(system: System, receiver: WebhookReceiver): Promise<void> {
  const { corporationId } = await newClient(system, oneTime);
  const page = await signIn(system, corporationId, 'admin');
  const post = async (path: string, body: object) => (await page.call('POST', path, { body })).body;
  const [taxId, another, fresh] = freshRucs(3) as [string, string, string];
  const load = { docType: 'RUC', taxIds: [taxId, another] };
  const documents = [{ docType: 'RUC', taxId }];
  await post('/loads/preview', load);
  const { requestId } = await post('/loads', { ...load, isMonitoring: false });
  const finished = (id: string) => waitUntil(async () => (await page.get(`/loads/${id}`)).body.state === 'finished', { what: 'the load' });
  await finished(requestId);
  await post('/monitoring/preview', { documents, months: 2 });
  await post('/monitoring', { documents, months: 2 });
  await post('/updates/preview', { taxIds: [taxId] });
  await finished((await post('/updates', { taxIds: [taxId] })).requestId);
  await post('/webhooks', { url: receiver.url });
  await post('/events', { docType: 'RUC', taxId });
  await post('/events', { docType: 'RUC', taxId: fresh });
  const { older, newer } = (await page.get('/loads?limit=1')).body;
  const year = 'desde=2020-01-01&hasta=2099-12-31';
  for (const path of [
    `/loads?before=${older}`,
    `/loads?after=${newer}`,
    `/loads/${requestId}.csv`,
    '/contracts',
    '/quota/statement',
    '/quota/statement.csv',
    '/quota/forecast',
    '/quota/alerts',
    `/quota/charges?${year}`,
    `/quota/charges.csv?${year}`,
    `/profiles/RUC/${taxId}`,
    `/profiles/RUC/${taxId}/summary`,
    `/profiles/RUC/${taxId}/history`,
    '/webhooks/warnings',
    `/portfolio?taxIds=${taxId},${another}`,
    '/portfolio?q=sim',
    '/portfolio?q=365&standing=active,ended',
    `/portfolio/counts?taxIds=${taxId}`,
    `/portfolio.csv?taxIds=${taxId}`,
  ])
    await page.get(path);
}

async function people(system: System): Promise<void> {
  const { corporationId } = await newClient(system);
  const page = await signIn(system, corporationId, 'admin');
  const given = { email: `luz-${randomUUID()}@prueba.example`, name: 'Luz Prueba' };
  const { user, passwordLink } = (await page.call('POST', '/users', { body: { ...given, role: 'member' } })).body;
  const visitor = withAcceptedCalls(new PanelClient(page.baseUrl));
  await visitor.call('PUT', '/password/by-link', { body: { token: passwordLink.token, newPassword: password } });
  const stranger = { email: `nadie-${randomUUID()}@prueba.example`, password: 'otra' };
  await waitUntil(async () => (await new PanelClient(page.baseUrl).signIn(stranger)).status === 429, { what: 'a guess too many' });
  await visitor.signIn({ email: given.email, password });
  await visitor.call('PUT', '/password', { body: { currentPassword: password, newPassword: `${password} otra` } });
  const { sessions } = (await visitor.get('/sessions')).body;
  await visitor.call('DELETE', `/sessions/${sessions[0].sessionId}`);
  await page.call('POST', `/users/${user.userId}/password-link`);
  await page.call('PATCH', `/users/${user.userId}`, { body: { name: 'Otra', role: 'admin' } });
  await page.call('PATCH', `/users/${user.userId}`, { body: { active: false } });
  const { credential } = (await page.call('POST', '/credentials', { body: { name: 'ERP' } })).body;
  await page.call('PATCH', `/credentials/${credential.accessKey}`, { body: { name: 'Otra' } });
  await page.call('DELETE', `/credentials/${credential.accessKey}`);
  const view = { screen: 'portfolio', name: 'Vista', search: '', isShared: true };
  const { viewId } = (await page.call('POST', '/views', { body: view })).body.view;
  await page.call('PATCH', `/views/${viewId}`, { body: { name: 'Otra' } });
  for (const path of ['/session', '/users', '/colleagues', '/credentials', '/views', '/audit', '/audit?before=999', '/audit.csv'])
    await page.get(path);
  await page.call('DELETE', `/views/${viewId}`);
  await operatorsPages(system, corporationId);
  await page.call('DELETE', '/session');
  await askOperator(system, (messages) => messages.request('users.list', { corporationId }, { timeoutMs }));
  await askOperator(system, (messages) => messages.request('users.deactivate', { userId: user.userId }, { timeoutMs }));
  const readdressed = { userId: user.userId, email: `otro-${user.email}` };
  await askOperator(system, (messages) => messages.request('users.readdress', readdressed, { timeoutMs }));
}

async function operatorsPages(system: System, corporationId: string): Promise<void> {
  const page = await signIn(system, null, 'operator');
  const given = { email: `sol-${randomUUID()}@prueba.example`, name: 'Sol Prueba', role: 'member' };
  const ofCorporation = `/operator/corporations/${corporationId}`;
  const { userId } = (await page.call('POST', `${ofCorporation}/users`, { body: given })).body.user;
  await page.call('POST', `/operator/users/${userId}/password-link`);
  await page.call('PATCH', `/operator/users/${userId}`, { body: { active: false } });
  const { credential } = (await page.call('POST', `${ofCorporation}/credentials`, { body: { name: 'ERP' } })).body;
  await page.call('DELETE', `${ofCorporation}/credentials/${credential.accessKey}`);
  for (const path of [
    '/corporations?q=prueba',
    '/users?q=sol&role=member&active=false',
    '/users?before=999',
    '/users?after=1',
    '/audit',
    '/audit?before=999',
    '/audit?after=1',
    `/audit?corporationId=${corporationId}`,
    '/audit.csv',
  ])
    await page.get(`/operator${path}`);
  for (const path of ['', '/users', '/credentials', '/contracts']) await page.get(`${ofCorporation}${path}`);
  for (const what of ['ledgers', 'portfolios']) await page.call('POST', `/operator/verifications/${what}`);
}

async function newClient(system: System, terms?: typeof oneTime): Promise<NewClient> {
  return withAcceptedCalls(await newCustomer(system, terms));
}

async function signIn(system: System, corporationId: string | null, role: 'admin' | 'operator'): Promise<PanelClient> {
  const baseUrl = system.replicas('gateway')[0]!.url;
  return withAcceptedCalls(await signedIn(baseUrl, await createUser({ brokerUrl: system.brokerUrl, baseUrl }, { corporationId, role })));
}
