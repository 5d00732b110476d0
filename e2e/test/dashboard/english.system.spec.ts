import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ApiClient, livingSystem, startWebhookReceiver, type System, waitUntil } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { addresses, isForOperators } from '../../src/browser/addresses.js';
import { TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { magic } from '../../src/clients/documents.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
const critical = '20990000051';
/** No text in Spanish does without them for long. Names and what registers write are in capitals. */
const spanish =
  /(?<![\p{L}\d_])(el|los|las|una|del|que|con|sin|por|para|su|sus|está|hasta|hace|ningún|ninguna|todavía|sección)(?![\p{L}\d_])/gu;

/** Where a dialog opens by a button, and its name. */
const dialogs: [string, string][] = [
  ['/credenciales', 'Create credential'],
  ['/usuarios', 'Invite user'],
  ['/webhooks', 'New webhook'],
  ['/perfiles/$docType/$taxId', 'Force an update'],
  ['/operador/corporaciones', 'New corporation'],
  ['/operador/corporaciones/$corporationId', 'New contract'],
  ['/operador/corporaciones/$corporationId', 'Invite user'],
  ['/operador/usuarios', 'Invite operator'],
];

describeBrowser('the page in English', () => {
  let system: System;
  let browser: TestBrowser;
  let cookies: Record<string, string | undefined>;
  /** One page of each person, so that the browser keeps what it has read. */
  const pages: Record<string, Awaited<ReturnType<TestBrowser['open']>>> = {};
  let known: Record<string, string>;
  /** Registers are called as their publishers call them, corporations and users as somebody named them; other specs make some too. */
  let names: string[];

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const baseUrl = system.replicas('gateway')[0]!.url;
    const corporation = await system.createCorporation('monthly');
    const { corporationId } = corporation;
    const admin = await newPerson(system, 'admin', corporationId);
    const operator = await newPerson(system, 'operator');
    cookies = { admin: String(admin.cookie), operator: String(operator.cookie) };
    const receiver = await startWebhookReceiver();
    try {
      await admin.call('POST', '/webhooks', { body: { name: 'ERP', url: receiver.url } });
      const { requestId } = (await admin.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [magic.clean, critical] } })).body;
      await waitUntil(async () => (await admin.get(`/loads/${requestId}`)).body.state === 'finished', { what: 'it is loaded' });
      const { triggerId } = (await new ApiClient(baseUrl, corporation).trigger(magic.clean)).body.data;
      await waitUntil(async () => (await admin.get('/deliveries?health=SUCCEEDED')).body.deliveries.length > 0, {
        what: 'it is delivered',
      });
      const [{ contractId }] = (await operator.get(`/operator/corporations/${corporationId}/contracts`)).body.contracts;
      known = { corporationId, contractId, requests: requestId, triggerId, docType: 'RUC', taxId: magic.clean, dataset: 'un' };
      const registers = (await operator.get('/operator/datasets')).body.datasets as { title: string; publisher: string }[];
      const named = await system.database.query<{ name: string }>(
        'SELECT name FROM identity.corporation UNION SELECT name FROM identity.panel_user',
      );
      // A name may be part of another one.
      names = [...registers.flatMap((one) => [one.title, one.publisher]), ...named.map((one) => one.name)].toSorted(
        (one, other) => other.length - one.length,
      );
    } finally {
      for (const { configurationId } of (await admin.get('/webhooks')).body.webhooks)
        await admin.call('PATCH', `/webhooks/${configurationId}`, { body: { active: false } });
      receiver.close();
    }
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  async function open(address: string) {
    const path = address.replaceAll(/\$(\w+)/g, (_, name: string) => known[name]!);
    const who = address === '/ingresar' ? 'nobody' : isForOperators(address) ? 'operator' : 'admin';
    const opened = (pages[who] ??= await browser.open('/ingresar', { language: 'en', cookie: cookies[who] }));
    await opened.page.goto(path);
    await opened.page.locator('h1').first().waitFor();
    await opened.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    return opened;
  }

  it('has a test for each address', () => {
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses).toEqual(expect.arrayContaining(['/', '/portafolio', '/ingresar', '/operador/actividad']));
  });

  it.each(addresses)('has no Spanish on %s, which is accessible', async (address) => {
    const { page, troubles } = await open(address);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const text = names.reduce((rest, name) => rest.replaceAll(name, ''), await page.locator('body').innerText());
    // Reasons, names and addresses are what somebody wrote, also in another test.
    const lines = text.replaceAll(/\b(reason|accepted because|name): [^·\n]*|\S+@\S+/g, '').split('\n');
    expect(lines.filter((line) => line.match(spanish))).toEqual([]);
    expect(await accessibilityFindings(page, { atColours: false })).toEqual([]);
    expect(troubles).toEqual(none);
  });

  it('names the class of the alert of a profile in English, aloud, too', async () => {
    const { page } = await open(`/perfiles/RUC/${critical}`);
    const main = page.getByRole('main');
    await main.getByRole('img', { name: /^Critical alert: / }).waitFor();
    await main.getByRole('region', { name: 'Why this alert' }).getByText('Critical alert', { exact: true }).last().waitFor();
    expect(await main.innerHTML()).not.toMatch(/Alerta (?:baja|media|alta|crítica)|Sin alerta|No procesado/);
  });

  it.each(dialogs)('closes the dialog on %s of “%s” by Escape and returns the focus', async (address, name) => {
    const { page } = await open(address);
    const opener = page.getByRole('button', { name }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator(':focus', { hasText: name }).waitFor();
    expect(await page.locator(':focus').innerText()).toBe(name);
  });
});
