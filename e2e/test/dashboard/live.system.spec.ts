import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  createWebhook,
  livingSystem,
  type PanelClient,
  type Proxy,
  type ServiceProcess,
  startProxy,
  startWebhookReceiver,
  type System,
  waitUntil,
  type WebhookReceiver,
} from '@vigia/testing';
import { TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { freshRuc, freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const live = '/panel/v1/live';

describeBrowser('a page that stays open behind a proxy', () => {
  let system: System;
  let client: NewClient;
  let receiver: WebhookReceiver;
  let replicas: ServiceProcess[];
  const proxies: Proxy[] = [];
  const browsers: TestBrowser[] = [];
  let page: PanelClient;
  let first: string;
  let second: string;
  let third: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    [first, second, third] = freshRucs(3) as [string, string, string];
    client = await newClient(system);
    receiver = await startWebhookReceiver();
    const { corporationId } = client;
    await createWebhook(system.brokerUrl, corporationId, { url: receiver.url });
    page = await newPerson(system, 'member', corporationId);
    replicas = await Promise.all([1, 2, 3].map(() => system.start('gateway')));
  });

  afterAll(async () => {
    for (const browser of browsers) await browser.stop();
    for (const proxy of proxies) proxy.close();
    receiver?.close();
    await system?.stop();
  });

  async function openScreen(path: string, cookie = page.cookie, options?: Parameters<typeof startProxy>[1]) {
    const proxy = await startProxy(
      replicas.map(({ url }) => url),
      options,
    );
    proxies.push(proxy);
    const browser = await TestBrowser.start(proxy.url);
    browsers.push(browser);
    return { proxy, ...(await browser.open(path, { cookie })) };
  }

  async function openEvents(options?: Parameters<typeof startProxy>[1]) {
    const { proxy, page: events } = await openScreen('/eventos', page.cookie, options);
    await events.getByRole('heading', { name: 'Auditoría de eventos' }).waitFor();
    const shows = (taxId: string) => events.getByRole('link', { name: `RUC ${taxId}` });
    return { proxy, events, shows };
  }

  async function untilDelivered(taxId: string): Promise<void> {
    const health = async () => (await page.get(`/events?taxId=${taxId}`)).body.events[0]?.deliveries[0]?.health as string;
    await waitUntil(async () => (await health()) === 'SUCCEEDED', { what: 'the event is delivered' });
  }

  it('shows new events, also those during the death of its gateway', async () => {
    const { proxy, shows } = await openEvents();
    const holder = await waitUntil(async () => replicas.find(({ url }) => url === proxy.servedBy(live)) ?? false, {
      what: 'the stream is open',
    });
    await client.trigger(first);
    await shows(first).waitFor();
    await holder.kill('SIGKILL');
    await client.trigger(second);
    await shows(second).waitFor();
    await waitUntil(async () => proxy.servedBy(live) !== holder.url, { what: 'the stream is open at the other gateway' });
    await client.trigger(third);
    await shows(third).waitFor();
    expect(await Promise.all([first, second, third].map((taxId) => shows(taxId).count()))).toEqual([1, 1, 1]);
  });

  it('shows events from between a refused stream and the next one', async () => {
    const { events, shows } = await openEvents();
    await untilDelivered(third);
    // The page never takes the stream for silent, however long this takes.
    await events.clock.setFixedTime(new Date());
    let refused = 0;
    await events.route(`**${live}`, (route) => {
      refused += 1;
      return route.fulfill({ status: 503 });
    });
    await events.reload();
    await shows(third).waitFor();
    await waitUntil(async () => refused > 0, { what: 'the gateway refuses the stream' });
    const missed = freshRuc();
    await client.trigger(missed);
    await untilDelivered(missed);
    expect(await shows(missed).count()).toBe(0);
    await events.unroute(`**${live}`);
    await events.clock.fastForward('00:06');
    await shows(missed).waitFor();
  });

  it('shows events from between the first read of a page and the beginning of its stream', async () => {
    const { events, shows } = await openEvents();
    const [before, between] = [freshRuc(), freshRuc()];
    await client.trigger(before);
    await untilDelivered(before);
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    await events.route(`**${live}`, (route) => begun.then(() => route.continue()));
    // The page never takes the stream for silent, however long this takes.
    await events.clock.setFixedTime(new Date());
    await events.reload();
    await shows(before).waitFor();
    await client.trigger(between);
    await untilDelivered(between);
    expect(await shows(between).count()).toBe(0);
    begin();
    await shows(between).waitFor();
  });

  it('learns of the begin and the end of an update that a colleague forces', async () => {
    const taxId = '20990000043';
    const own = await newClient(system);
    await own.load(taxId);
    const [analyst, colleague] = await Promise.all([1, 2].map(() => newPerson(system, 'analyst', own.corporationId)));
    const { page: home } = await openScreen('/', colleague!.cookie);
    const sources = home.getByRole('region', { name: 'Cargas parciales' });
    await sources.getByText('Ninguna fuente falló en la última carga.').waitFor();
    await whilePaused(system, 'protestos', async () => {
      await analyst!.call('POST', '/updates', { body: { taxIds: [taxId] }, headers: { 'idempotency-key': taxId } });
      await sources.getByText('1 perfil se está cargando').waitFor();
    });
    await sources.getByText('Ninguna fuente falló en la última carga.').waitFor();
    expect(await sources.getByText('se está cargando').count()).toBe(0);
  });

  it('reads again after a break only what has changed', async () => {
    const { corporationId } = await newClient(system);
    const admin = await newPerson(system, 'admin', corporationId);
    const { proxy, page: webhooks } = await openScreen('/webhooks', admin.cookie);
    let asked: string[] = [];
    webhooks.on('request', (request) => {
      if (request.isNavigationRequest()) asked = [];
      asked.push(new URL(request.url()).pathname);
    });
    // The page never takes the stream for silent, however long this takes.
    await webhooks.clock.setFixedTime(new Date());
    await webhooks.reload();
    const session = '/panel/v1/session';
    await waitUntil(async () => asked.filter((path) => path === session).length >= 2, { what: 'the page hears the stream' });
    await webhooks.getByText('Todavía no hay webhooks').waitFor();
    const refused: Promise<void>[] = [];
    await webhooks.route(`**${live}`, (route) => void refused.push(route.fulfill({ status: 503 })));
    await replicas.find(({ url }) => url === proxy.servedBy(live))!.kill();
    await waitUntil(async () => refused.length > 0, { what: 'the stream is refused' });
    asked = [];
    await createWebhook(system.brokerUrl, corporationId, { url: receiver.url });
    await webhooks.unroute(`**${live}`);
    await webhooks.clock.fastForward('00:06');
    await webhooks.getByText('1 de 3 activos').waitFor();
    expect(asked.filter((path) => path !== live && !path.startsWith('/panel/v1/webhooks'))).toEqual([]);
  });

  it('polls where a proxy holds the stream back', async () => {
    const { events, shows } = await openEvents({ holdsBack: true });
    await shows(third).waitFor();
    const asked = freshRuc();
    await client.trigger(asked);
    await waitUntil(async () => (await page.get(`/events?taxId=${asked}`)).body.events.length === 1, { what: 'the event is there' });
    // Nothing has come through for longer than a stream is ever silent.
    await events.clock.install();
    await events.clock.fastForward('00:25');
    await shows(asked).waitFor();
    expect(await shows(asked).count()).toBe(1);
  });
});
