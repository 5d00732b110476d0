import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ApiClient,
  createUser,
  livingSystem,
  type PanelClient,
  signedIn,
  startWebhookReceiver,
  type System,
  type WebhookReceiver,
} from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { TestBrowser } from '../../src/browser/browser.js';
import { describeBrowser } from './describe-browser.js';

const taxId = '20990000019';
const clean = { console: [], policy: [] };

describeBrowser('webhooks and the audit of their events', () => {
  let system: System;
  let browser: TestBrowser;
  let receiver: WebhookReceiver;
  let client: ApiClient;
  let admin: PanelClient;
  let member: PanelClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver((response, path) => void response.writeHead(path === '/down' ? 503 : 200).end('{"ok":true}'));
    const { brokerUrl } = system;
    const baseUrl = system.replicas('gateway')[0]!.url;
    const corporation = await system.createCorporation('monthly');
    const { corporationId } = corporation;
    client = new ApiClient(baseUrl, corporation);
    const person = async (role: 'admin' | 'member') => signedIn(baseUrl, await createUser({ brokerUrl, baseUrl }, { corporationId, role }));
    [admin, member] = [await person('admin'), await person('member')];
    browser = await TestBrowser.start(baseUrl);
  }, 120_000);

  afterAll(async () => {
    for (const { configurationId } of (await admin?.get('/webhooks'))?.body.webhooks ?? [])
      await admin.call('PATCH', `/webhooks/${configurationId}`, { body: { active: false } });
    await browser?.stop();
    receiver?.close();
    await system?.stop();
  });

  it('are created with a secret that is shown once, after what is wrong with the headers was said beside them', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Nuevo webhook' }).click();
    await page.getByLabel('Dirección HTTPS').fill(`${receiver.url}/up`);
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Cartera');
    const headers = page.getByLabel('Cabeceras adicionales (JSON)');
    await headers.fill('{"X-Api-Key": "canary",\n}');
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText(/No es JSON válido/).waitFor();
    expect(await headers.getAttribute('aria-invalid')).toBe('true');
    await headers.fill('{"X-Api-Key": "canary"}');
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.getByText('1 de 3 activos').waitFor();
    expect(await page.content()).not.toContain('whsec_');
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('are seen to arrive while the page is open, and what it shows is what the receiver got', async () => {
    const { page, troubles } = await browser.open('/eventos', { cookie: admin.cookie });
    await page.getByText('Todavía no hay eventos').waitFor();
    await client.trigger(taxId);
    await page.getByRole('link', { name: `RUC ${taxId}` }).waitFor({ timeout: 60_000 });
    await page.getByText('Cartera: Entregada').waitFor({ timeout: 60_000 });
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: `RUC ${taxId}` }).click();
    await page.getByText('Intento 1').waitFor();
    const [received] = receiver.received;
    await page.getByText('Cabeceras enviadas').click();
    await page.getByText(String(received!.headers['x-service-signature'])).waitFor();
    expect(await page.content()).not.toContain('canary');
    await page.getByRole('tab', { name: 'Cuerpo' }).click();
    await page.getByText(createHash('sha256').update(received!.body).digest('hex')).waitFor();
    await page.getByRole('tab', { name: 'Comprobar firma' }).click();
    await page.getByLabel('Firma calculada').fill(String(received!.headers['x-service-signature']));
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await page.getByText('Coincide: es la firma correcta.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click();
    await page.getByRole('tab', { name: 'Intentos' }).click();
    await page.getByText('Intento 2').waitFor();
    expect(receiver.received[1]?.body).toEqual(received!.body);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each([1440, 390].flatMap((width) => (['light', 'dark'] as const).map((colours) => ({ width, colours }))))(
    'are read and not changed by a member, without an obstacle at $width px in $colours',
    async (view) => {
      const { page, troubles } = await browser.open('/webhooks', { ...view, cookie: member.cookie });
      await page.getByText('Solo un administrador puede cambiar los webhooks.').waitFor();
      await page.getByRole('heading', { name: 'Cartera' }).waitFor();
      expect(await page.getByRole('button', { name: 'Nuevo webhook' }).count()).toBe(0);
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.goto('/eventos?health=SUCCEEDED&tests=false');
      await page.getByText('Cartera: Entregada').first().waitFor();
      expect(await page.getByLabel('Entrega', { exact: true }).inputValue()).toBe('SUCCEEDED');
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(troubles).toEqual(clean);
      await page.context().close();
    },
  );
});
