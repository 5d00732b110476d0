import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ApiClient,
  livingSystem,
  type PanelClient,
  startWebhookReceiver,
  type System,
  waitUntil,
  type WebhookReceiver,
} from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { freshRuc } from '../../src/clients/documents.js';
import { newClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const taxId = '20990000019';
const clean = { console: [], policy: [] };

describeBrowser('the pages of webhooks and events', () => {
  let system: System;
  let browser: TestBrowser;
  let receiver: WebhookReceiver;
  let client: ApiClient;
  let admin: PanelClient;
  let analyst: PanelClient;
  let member: PanelClient;
  let isDown = true;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    receiver = await startWebhookReceiver(
      (response, path) => void response.writeHead(path === '/down' && isDown ? 503 : 200).end('{"ok":true}'),
    );
    const baseUrl = system.replicas('gateway')[0]!.url;
    const corporation = await system.createCorporation('monthly');
    const { corporationId } = corporation;
    client = new ApiClient(baseUrl, corporation);
    const person = (role: 'admin' | 'analyst' | 'member') => newPerson(system, role, corporationId);
    [admin, analyst, member] = await Promise.all([person('admin'), person('analyst'), person('member')]);
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    for (const { configurationId } of (await admin?.get('/webhooks'))?.body.webhooks ?? [])
      await admin.call('PATCH', `/webhooks/${configurationId}`, { body: { active: false } });
    await browser?.stop();
    receiver?.close();
    await system?.stop();
  });

  it('create a webhook with a secret shown once, and report wrong headers or addresses at their fields', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Nuevo webhook' }).click();
    const address = page.getByLabel('Dirección HTTPS');
    await address.fill('https://ana:clave@cliente.example/');
    await page.getByRole('textbox', { name: 'Nombre' }).fill('Cartera');
    const headers = page.getByLabel('Cabeceras adicionales (JSON)');
    await headers.fill('{"X-Api-Key": "canary",\n}');
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText(/No es JSON válido/).waitFor();
    expect(await headers.getAttribute('aria-invalid')).toBe('true');
    await headers.fill('{"X-Api-Key": "canary"}');
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText('Quite de la dirección el usuario y la contraseña').waitFor();
    await address.blur();
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill(`${receiver.url}/up`);
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText(/^whsec_/).waitFor();
    // The button that opened the dialog is gone.
    await page.getByText('1 de 3 activos').waitFor();
    await page.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.locator('h1:focus').waitFor();
    expect(await page.content()).not.toContain('whsec_');
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('show deliveries as they arrive, with the bytes and the signature that the receiver got', async () => {
    const { page, troubles } = await browser.open('/eventos', { cookie: admin.cookie });
    await page.getByText('Todavía no hay eventos').waitFor();
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/panel/v1/webhooks', (route) => held.then(() => route.continue()));
    await page.reload();
    await client.trigger(taxId);
    // Nobody knows the name of its webhook yet.
    await page.getByRole('table').getByText('Entregada', { exact: true }).waitFor();
    answer();
    await page.getByRole('link', { name: `RUC ${taxId}` }).waitFor();
    await page.getByText('Cartera: Entregada').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: `RUC ${taxId}` }).click();
    await page.getByText('Intento 1').waitFor();
    const [received] = receiver.received;
    await page.getByText('Cabeceras enviadas').click();
    await page.getByText(String(received!.headers['x-service-signature'])).waitFor();
    expect(await page.content()).not.toContain('canary');
    await page.getByRole('tab', { name: 'Cuerpo' }).click();
    const sha256 = createHash('sha256').update(received!.body).digest('hex');
    await page.getByRole('navigation', { name: 'Entregas' }).getByText(sha256).waitFor();
    await page.getByRole('tabpanel').getByText(sha256).waitFor();
    await page.getByRole('tab', { name: 'Comprobar firma' }).click();
    await page.getByLabel('Firma calculada').fill(String(received!.headers['x-service-signature']));
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await page.getByText('Coincide: es la firma correcta.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByLabel('Firma calculada').fill('sha256=otra');
    await page.getByText('Coincide: es la firma correcta.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reenviar' }).click();
    await page.getByRole('tab', { name: 'Intentos' }).click();
    await page.getByText('Intento 2').waitFor();
    // An attempt is recorded, and shown, before its request is sent.
    const again = await waitUntil(async () => receiver.received[1], { what: 'it arrives again' });
    expect(again.body).toEqual(received!.body);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('read again what they have read just before a delivery ended', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    const { triggerId } = (await admin.get(`/events?taxId=${taxId}&limit=1`)).body.events[0];
    // As if a resend ended between the reads: of its delivery, of its attempts, of the list.
    let read = (_attempt: object): object[] => [];
    await page.route('**/attempts', async (route) => {
      const response = await route.fetch();
      const { attempts } = await response.json();
      await route.fulfill({ response, json: { attempts: read(attempts[0]) } });
    });
    await page.goto(`/eventos/${triggerId}`);
    await page.getByText('Todavía no hay intentos.').waitFor();
    read = (attempt) => [{ ...attempt, state: 'IN_FLIGHT', status: null, endedAt: null }];
    await page.getByText('En curso').waitFor();
    const earlier = page.getByText('Los intentos anteriores no se muestran.');
    expect(await earlier.count()).toBe(0);
    read = (attempt) => [{ ...attempt, state: 'IN_FLIGHT', status: null, endedAt: null, number: 101 }];
    await earlier.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('Aceptado · HTTP 200').first().waitFor();
    const list = /\/panel\/v1\/deliveries(\?|$)/;
    await page.route(list, async (route) => {
      const response = await route.fetch();
      const { deliveries, ...rest } = await response.json();
      const pending = { ...deliveries[0], health: 'PENDING', nextAttemptAt: new Date().toISOString(), closedAt: null };
      await route.fulfill({ response, json: { ...rest, deliveries: [pending] } });
    });
    await page.goto('/eventos?view=deliveries');
    await page.getByRole('row', { name: /Reintentando/ }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    const delivered = page.getByRole('row', { name: /Entregada/ });
    await delivered.first().waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('say of an answer that was purged that it is not kept, and do not show it as empty', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    const { triggerId } = (await admin.get(`/events?taxId=${taxId}&limit=1`)).body.events[0];
    await system.database.query(
      `UPDATE webhooks.attempt SET response_body = NULL, response_truncated = NULL
       FROM webhooks.delivery WHERE delivery.id = delivery_id AND trigger_id = $1 AND number = 1`,
      [triggerId],
    );
    await page.goto(`/eventos/${triggerId}`);
    const first = page.getByRole('listitem').filter({ hasText: 'Intento 1' });
    await first.getByText('Respuesta del receptor').click();
    await first.getByText('No se conserva: lo que responde un receptor se borra junto con el cuerpo, a los 90 días').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('show the URL that an attempt was made to, also after its webhook has got another one', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    const { triggerId, deliveries } = (await admin.get(`/events?taxId=${taxId}&limit=1`)).body.events[0];
    const { configurationId, url } = deliveries[0];
    const move = (to: string) => admin.call('PATCH', `/webhooks/${configurationId}`, { body: { url: to } });
    expect((await move(new URL('/otro', url).href)).status).toBe(200);
    await page.goto(`/eventos/${triggerId}`);
    const first = page.getByRole('listitem').filter({ hasText: 'Intento 1' });
    await first.getByText(url, { exact: true }).waitFor();
    await first.getByText('Cabeceras enviadas').click();
    await first.getByRole('button', { name: 'Copiar como cURL' }).waitFor();
    expect(await page.getByText('/otro').count()).toBe(0);
    expect((await move(url)).status).toBe(200);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('filter events by the URL, and the field shows the same', async () => {
    const { page, troubles } = await browser.open('/eventos', { cookie: member.cookie });
    const found = page.getByRole('link', { name: `RUC ${taxId}` });
    const field = page.getByRole('search').getByLabel('Documento');
    await found.waitFor();
    const healths = page.getByRole('search').getByLabel('Entrega', { exact: true }).locator('option');
    expect(await healths.allTextContents()).toEqual(['Todas', 'Entregada', 'Fallida', 'Por entregar', 'Omitida']);
    await field.fill(freshRuc());
    await found.waitFor({ state: 'detached' });
    await page.getByText('Entregas', { exact: true }).click();
    await page.getByText('Eventos', { exact: true }).click();
    await found.waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill(freshRuc());
    await found.waitFor({ state: 'detached' });
    await field.fill('RUC 2099');
    await page.getByText('No es un número de documento completo: no se busca por él.').waitFor();
    await found.waitFor();
    expect(await field.inputValue()).toBe('RUC 2099');
    await field.fill(freshRuc());
    await found.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Auditoría de eventos' }).click();
    await found.waitFor();
    expect(await field.inputValue()).toBe('');
    await field.fill(`RUC ${taxId}`);
    await page.waitForURL(`**/eventos?document=${taxId}`);
    await found.click();
    await page.getByRole('heading', { name: `Evento · RUC ${taxId}` }).waitFor();
    await page.locator('main').getByRole('link', { name: 'Auditoría de eventos' }).click();
    await found.waitFor();
    expect(await field.inputValue()).toBe(taxId);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  const menu = async (page: Page, webhook: string, act: string) => {
    await page.getByRole('button', { name: `Más acciones de ${webhook}` }).click();
    await page.getByRole('menuitem', { name: act }).click();
  };

  it('try a webhook by a test delivery, which the events mark, and by a connection check step by step', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await menu(page, 'Cartera', 'Comprobar conexión');
    const dialog = page.getByRole('dialog', { name: 'Comprobar conexión' });
    await dialog.getByText('Respuesta del receptor').waitFor();
    expect(await dialog.getByText('Bien', { exact: true }).count()).toBe(2);
    await dialog.getByRole('button', { name: 'Comprobar de nuevo' }).press('Enter');
    await dialog.getByText('Respuesta del receptor').waitFor();
    await dialog.getByRole('button', { name: 'Comprobar de nuevo' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await menu(page, 'Cartera', 'Enviar prueba');
    await page.getByRole('heading', { name: /^Evento · / }).waitFor();
    await page.getByText('Prueba', { exact: true }).waitFor();
    await page.getByText('Intento 1').waitFor();
    await page.goto('/eventos?tests=false');
    await page.getByRole('link', { name: `RUC ${taxId}` }).waitFor();
    expect(await page.getByText('Prueba', { exact: true }).count()).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('let an analyst send an event once after its cost is known, but not a member', async () => {
    const { page, troubles } = await browser.open('/eventos', { cookie: analyst.cookie });
    const send = page.getByRole('button', { name: 'Enviar evento' });
    await send.click();
    const dialog = page.getByRole('dialog', { name: 'Enviar un evento' });
    const confirm = dialog.getByRole('button', { name: 'Enviar', exact: true });
    await dialog.getByLabel('Documento').fill('20990000010');
    await dialog.getByText('No es un RUC válido').waitFor();
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel('Documento').fill(`RUC ${taxId}`);
    await dialog.getByText('se envía lo que hay y no cuesta nada').waitFor();
    const keyboard = () => dialog.getByLabel('Documento').getAttribute('inputmode');
    expect(await keyboard()).toBe('numeric');
    await dialog.getByLabel('Tipo').selectOption('CE');
    expect(await keyboard()).toBe('text');
    await dialog.getByText('No es un CE válido').waitFor();
    await dialog.getByLabel('Documento').fill(taxId);
    await dialog.getByText('Parece un RUC, no un CE. Si es un CE, escriba «CE» delante').waitFor();
    await dialog.getByLabel('Documento').fill(`CE ${taxId}`);
    await dialog.getByText('El perfil no está activo y primero se carga.').waitFor();
    const fresh = freshRuc();
    await dialog.getByLabel('Documento').fill(`DNI ${fresh.slice(2, 10)}`);
    await dialog.getByText('El perfil no está activo y primero se carga.').waitFor();
    expect(await dialog.getByLabel('Tipo').inputValue()).toBe('DNI');
    await dialog.getByLabel('Tipo').selectOption('RUC');
    await dialog.getByLabel('Documento').fill(fresh);
    await dialog.getByText('El perfil no está activo y primero se carga.').waitFor();
    await dialog.getByText('Su plan es mensual').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await confirm.dblclick();
    await page.getByRole('heading', { name: `Evento · RUC ${fresh}` }).waitFor();
    await page.getByText('Intento 1').waitFor();
    expect((await analyst.get(`/events?taxId=${fresh}`)).body.events).toHaveLength(1);
    expect(troubles).toEqual(clean);
    await page.context().close();

    const reading = await browser.open('/eventos', { cookie: member.cookie });
    const off = reading.page.getByRole('button', { name: 'Enviar evento', disabled: true });
    await off.focus();
    await reading.page.getByText('Lo envían analistas y administradores.').waitFor();
    await off.press('Enter');
    expect(await reading.page.getByRole('dialog').count()).toBe(0);
    const { corporationId } = await newClient(system);
    const lonely = await newPerson(system, 'analyst', corporationId);
    const without = await browser.open('/eventos', { cookie: lonely.cookie });
    await without.page.getByRole('button', { name: 'Enviar evento' }).click();
    await without.page.getByText('Ningún webhook está activo: no hay a quién enviarlo').waitFor();
    expect(await accessibilityFindings(without.page)).toEqual([]);
    await without.page.getByRole('dialog').getByRole('link', { name: 'Ir a Webhooks' }).click();
    await without.page.getByText('Todavía no hay webhooks').waitFor();
    expect([reading.troubles, without.troubles]).toEqual([clean, clean]);
    await Promise.all([reading.page.context().close(), without.page.context().close()]);
  });

  it('say that an event waits for the load of another request', async () => {
    const loading = freshRuc();
    const page = await whilePaused(system, 'trabajadores', async () => {
      const body = { docType: 'RUC', taxIds: [loading] };
      const { requestId } = (await analyst.call('POST', '/loads', { body, headers: { 'idempotency-key': randomUUID() } })).body;
      const isLoading = async () => (await analyst.get(`/loads/${requestId}`)).body.items[0].access === 'pending';
      await waitUntil(isLoading, { what: 'the document is loading' });
      const opened = await browser.open('/eventos', { cookie: analyst.cookie });
      await opened.page.getByRole('button', { name: 'Enviar evento' }).click();
      const dialog = opened.page.getByRole('dialog', { name: 'Enviar un evento' });
      await dialog.getByLabel('Documento').fill(loading);
      await dialog.getByText('Otra solicitud lo está cargando: el evento se envía cuando esa carga termine').waitFor();
      expect(await dialog.getByText(/El perfil (?:no )?está activo/).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
      await opened.page.getByRole('heading', { name: `Evento · RUC ${loading}` }).waitFor();
      return opened.page;
    });
    await page.getByText('Intento 1').waitFor();
    await page.context().close();
  });

  it('report a webhook after ten failures in a row once, also on the home page, and its recovery', async () => {
    await admin.call('POST', '/webhooks', { body: { url: `${receiver.url}/down`, name: 'Cobranzas' } });
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await menu(page, 'Cobranzas', 'Comprobar conexión');
    await page.getByRole('dialog').getByText('El receptor respondió 503').waitFor();
    await page.keyboard.press('Escape');
    for (let count = 0; count < 10; count += 1) expect((await client.trigger(taxId)).status).toBe(202);
    await page.getByText('Cobranzas no acepta entregas').waitFor();
    await page.getByText(/intentos fallidos seguidos desde el .* Sigue activo y se sigue reintentando/).waitFor();
    const failed = () => admin.get('/deliveries?health=FAILED&limit=50').then(({ body }) => body.deliveries.length as number);
    await waitUntil(async () => (await failed()) === 10, { what: 'all of them have failed' });
    expect((await client.trigger(taxId)).status).toBe(202);
    await waitUntil(async () => (await failed()) === 11, { what: 'one more has failed' });
    expect(await page.getByText('Cobranzas no acepta entregas').count()).toBe(1);
    const home = await browser.open('/', { cookie: admin.cookie });
    await home.page.getByText('1 webhook está fallando').waitFor();

    const arrived = () => receiver.received.filter(({ path }) => path === '/down').length;
    isDown = false;
    const got = arrived();
    await menu(page, 'Cobranzas', 'Recuperar fallidas');
    const dialog = page.getByRole('dialog', { name: 'Recuperar entregas fallidas' });
    await dialog.getByText('11 entregas se enviarán de nuevo').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reenviar' }).click();
    await page.getByText('Cobranzas volvió a aceptar entregas').waitFor();
    await page.getByText('Cobranzas no acepta entregas').waitFor({ state: 'detached' });
    await waitUntil(() => arrived() - got >= 11, { what: 'all of them have arrived' });
    await waitUntil(async () => (await failed()) === 0, { what: 'none of them counts as failed' });
    expect(arrived() - got).toBe(11);
    await home.page.reload();
    await home.page.getByText('Ningún webhook está fallando.').waitFor();
    expect([troubles, home.troubles]).toEqual([clean, clean]);
    await Promise.all([page.context().close(), home.page.context().close()]);
  });

  it('say in a dialog what it waits for', async () => {
    const { page } = await browser.open('/webhooks', { cookie: admin.cookie });
    const away = { status: 503, json: { statusCode: 503, error: 'x', message: 'x' } };
    const told = page.getByRole('dialog').getByText(/^El servicio no puede responder en este momento\. Se volverá a intentar/);
    await page.route('**/recoverable?*', (route) => route.fulfill(away));
    await menu(page, 'Cartera', 'Recuperar fallidas');
    await told.waitFor();
    expect(await page.getByRole('button', { name: 'Reenviar' }).isDisabled()).toBe(true);
    await page.route('**/panel/v1/webhooks', (route) => route.fulfill(away));
    await page.goto('/eventos');
    await page.getByRole('button', { name: 'Enviar evento' }).click();
    await told.waitFor();
    await page.unroute('**/panel/v1/webhooks');
    await told.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('ask again in a dialog for what could not be answered, and claim nothing until then', async () => {
    const { page } = await browser.open('/webhooks', { cookie: admin.cookie });
    const broken = { status: 500, json: { statusCode: 500, error: 'x', message: 'x' } };
    const dialog = page.getByRole('dialog');
    const failed = dialog.getByRole('alert').getByText('Algo falló de nuestro lado.');
    const retry = dialog.getByRole('button', { name: 'Reintentar' });
    await page.route('**/recoverable?*', (route) => route.fulfill(broken));
    await menu(page, 'Cartera', 'Recuperar fallidas');
    await failed.waitFor();
    await page.unroute('**/recoverable?*');
    await retry.press('Enter');
    await failed.waitFor({ state: 'detached' });
    await dialog.and(page.locator(':focus')).waitFor();
    await dialog.getByText(/^No hay entregas fallidas|^\d+ entregas?/).waitFor();

    await page.route('**/loads/preview', (route) => route.fulfill(broken));
    await page.goto('/eventos');
    await page.getByRole('button', { name: 'Enviar evento' }).click();
    await dialog.getByLabel('Documento').fill(taxId);
    await failed.waitFor();
    await dialog.getByText('Si el perfil no está activo, primero se carga. ¿Cómo?').waitFor();
    expect(await dialog.getByText(/^El perfil no está activo/).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.unroute('**/loads/preview');
    await retry.press('Enter');
    await dialog.getByText('se envía lo que hay y no cuesta nada').waitFor();
    await dialog.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('lead from a page of events or deliveries whose rows have moved to the first page', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.route(/\/panel\/v1\/(?:events|deliveries)\?.*before=/, (route) =>
      route.fulfill({ json: { events: [], deliveries: [], older: null, newer: null } }),
    );
    for (const search of ['?', '?view=deliveries&']) {
      await page.goto(`/eventos${search}before=x`);
      await page.getByText('Esta página de la lista ya está vacía').waitFor();
      await page.getByRole('button', { name: 'Ir a la primera página' }).press('Enter');
      await page.getByRole('table').waitFor();
      await page.locator('h1:focus').waitFor();
      expect(new URL(page.url()).searchParams.has('before')).toBe(false);
    }
    expect(troubles).toEqual(clean);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('return the focus from each dialog to its menu', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    const acts = page.getByRole('button', { name: 'Más acciones de Cartera' });
    for (const act of ['Comprobar conexión', 'Recuperar fallidas', 'Cambiar secreto']) {
      await acts.press('Enter');
      await page.getByRole('menuitem', { name: act }).press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await acts.and(page.locator(':focus')).waitFor();
    }
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('change a secret in three steps, each with the task of the receiver', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await menu(page, 'Cartera', 'Cambiar secreto');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Paso 1 de 3: Preparar').waitFor();
    await dialog.getByText('Todavía no tiene que cambiar nada.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Preparar secreto nuevo' }).click();
    const secret = await dialog.getByText(/^whsec_/).innerText();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).press('Enter');
    await dialog.getByText('Paso 2 de 3: Cambiar').waitFor();
    await dialog.and(page.locator(':focus')).waitFor();
    await dialog.getByText('Haga que su sistema acepte los dos secretos: el actual y el nuevo.').waitFor();
    const kept = dialog.getByLabel('Secreto nuevo, como lo guardó');
    const over = dialog.getByRole('button', { name: 'Cambiar al secreto nuevo' });
    await kept.fill('whsec_otro');
    await over.click();
    await dialog.getByRole('alert').getByText('No es el secreto que se preparó.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await kept.fill(secret);
    await over.click();
    await dialog.getByText('Paso 3 de 3: Terminar').waitFor();
    await dialog.getByText('Compruebe en la auditoría que las entregas llegan.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const { triggerId } = (await client.trigger(taxId)).body.data;
    const isOwn = ({ path, headers }: WebhookReceiver['received'][number]) =>
      path === '/up' && headers['x-service-trigger-id'] === triggerId;
    const { body, headers } = await waitUntil(() => receiver.received.find(isOwn), { what: 'a delivery' });
    expect(headers['x-service-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    await page.getByRole('button', { name: 'Cambio de secreto en curso' }).click();
    await dialog.getByRole('button', { name: 'Eliminar el anterior' }).click();
    await page.getByRole('button', { name: 'Cambio de secreto en curso' }).waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(bothWidths)('have accessible dialogs at $width px', async (view) => {
    const { page, troubles } = await browser.open('/webhooks', { ...view, cookie: admin.cookie });
    const isClear = async (dialog: string) => {
      await page.getByRole('dialog', { name: dialog }).waitFor();
      expect({ dialog, findings: await accessibilityFindings(page) }).toEqual({ dialog, findings: [] });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await page.getByRole('button', { name: 'Nuevo webhook' }).click();
    await page.getByLabel('Pedir un token OAuth 2.0 antes de cada entrega').check();
    for (const field of ['Cabeceras adicionales (JSON)', 'Client ID', 'Audience', 'Scope'])
      expect(await page.getByLabel(field).getAttribute('autocapitalize')).toBe('none');
    await page.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByText('Escriba una dirección completa que empiece con https://').waitFor();
    await isClear('Nuevo webhook');
    await menu(page, 'Cartera', 'Desactivar');
    await isClear('Desactivar Cartera');
    await menu(page, 'Cartera', 'Comprobar conexión');
    await page.getByRole('dialog').getByText('Respuesta del receptor').waitFor();
    await isClear('Comprobar conexión');
    // Nothing but the button has the page read again, and it never takes the stream for silent.
    await page.route('**/panel/v1/live', (route) => route.fulfill({ status: 503 }));
    await page.clock.setFixedTime(new Date());
    await page.goto(`/eventos?document=${taxId}&tests=false`);
    await page
      .getByRole('link', { name: `RUC ${taxId}` })
      .first()
      .click();
    let isPreviewAway = true;
    await page.route('**/preview', (route) =>
      isPreviewAway ? route.fulfill({ status: 404, json: { code: 'event_not_found' } }) : route.continue(),
    );
    await page.getByRole('button', { name: 'Vista previa actual' }).click();
    const repeats = page.getByRole('dialog').getByRole('button', { name: 'Reintentar' });
    await repeats.waitFor();
    isPreviewAway = false;
    await repeats.press('Enter');
    await page.getByRole('dialog').getByRole('tab', { name: 'v2' }).waitFor();
    await page.locator('[role=dialog]:focus').waitFor();
    await isClear('Lo que se enviaría ahora');
    await page.getByRole('button', { name: 'Reenviar' }).click();
    await isClear('Reenviar la entrega');
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(bothWidths)('are read-only for a member, and accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/webhooks', { ...view, cookie: member.cookie });
    await page.getByText('Solo un administrador puede cambiar los webhooks.').waitFor();
    await page.getByRole('heading', { name: 'Cartera' }).waitFor();
    expect(await page.getByRole('button', { name: 'Nuevo webhook' }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto('/eventos?health=SUCCEEDED&tests=false');
    await page.getByText('Cartera: Entregada').first().waitFor();
    expect(await page.getByLabel('Entrega', { exact: true }).inputValue()).toBe('SUCCEEDED');
    await page.getByLabel('Evento', { exact: true }).selectOption('Cargando el perfil');
    await page.getByText('No hay eventos con estos filtros').waitFor();
    await page.getByLabel('Evento', { exact: true }).selectOption('Despachado');
    await page.getByText('Cartera: Entregada').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('name a page whose event is missing or cannot be read', async () => {
    const { page } = await browser.open('/eventos', { cookie: member.cookie });
    for (const [triggerId, told] of [
      [`trg_${'0'.repeat(32)}`, 'No existe, o no pertenece a su corporación.'],
      ['trg_0', 'No se pudo mostrar'],
    ] as const) {
      await page.goto(`/eventos/${triggerId}`);
      await page.getByText(told).waitFor();
      await page.getByRole('heading', { level: 1, name: 'Evento', exact: true }).waitFor();
      expect(await page.title()).toBe('Evento · Vigía');
    }
    await page.context().close();
  });

  it('create a fourth webhook switched off, and say so before', async () => {
    const { corporationId } = await newClient(system);
    const owner = await newPerson(system, 'admin', corporationId);
    for (const name of ['Uno', 'Dos', 'Tres'])
      expect((await owner.call('POST', '/webhooks', { body: { url: `${receiver.url}/up`, name } })).status).toBe(200);
    const { page, troubles } = await browser.open('/webhooks', { cookie: owner.cookie });
    await page.getByText('3 de 3 activos').waitFor();
    await page.getByRole('button', { name: 'Nuevo webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ya hay tres webhooks activos, el máximo: este se creará desactivado.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByLabel('Dirección HTTPS').fill(`${receiver.url}/up`);
    await dialog.getByRole('textbox', { name: 'Nombre' }).fill('Cuatro');
    await dialog.getByRole('button', { name: 'Crear webhook' }).click();
    await page.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.getByRole('region', { name: 'Cuatro' }).getByText('Desactivado').waitFor();
    await page.getByText('3 de 3 activos').waitFor();
    for (const { configurationId } of (await owner.get('/webhooks')).body.webhooks)
      await owner.call('PATCH', `/webhooks/${configurationId}`, { body: { active: false } });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('say why a delivery was skipped and why it cannot be sent again', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: admin.cookie });
    const [{ triggerId }] = (await admin.get(`/events?taxId=${taxId}&limit=1`)).body.events;
    let changed: object = { health: 'SKIPPED_INACTIVE', nextAttemptAt: null, attempts: 0 };
    await page.route('**/panel/v1/events?*', async (route) => {
      const response = await route.fetch();
      const { events, ...rest } = await response.json();
      const deliveries = events[0].deliveries.map((delivery: object) => ({ ...delivery, ...changed }));
      await route.fulfill({ response, json: { ...rest, events: [{ ...events[0], deliveries }] } });
    });
    await page.route('**/panel/v1/webhooks', async (route) => {
      const response = await route.fetch();
      const { webhooks } = await response.json();
      await route.fulfill({ response, json: { webhooks: webhooks.map((webhook: object) => ({ ...webhook, active: false })) } });
    });
    await page.route('**/attempts', (route) => route.fulfill({ json: { attempts: [] } }));
    await page.goto(`/eventos/${triggerId}`);
    await page.getByText('Se omitió porque el webhook se desactivó').waitFor();
    await page.getByText('No se hizo ningún intento.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const resend = page.getByRole('button', { name: 'Reenviar', disabled: true });
    await resend.focus();
    await page.getByText('El webhook está desactivado: actívelo para reenviar.').waitFor();
    changed = { health: 'PENDING', nextAttemptAt: null, attempts: 0, payloadVersion: null };
    await page.reload();
    await page.getByText('Todavía no hay intentos.').waitFor();
    await resend.focus();
    await page.getByText('El cuerpo se arma cuando termina la carga del perfil.').waitFor();
    expect(troubles).toEqual(clean);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('keep what was entered for one address from another, which somebody else has entered meanwhile', async () => {
    const { webhook } = (await admin.call('POST', '/webhooks', { body: { url: `${receiver.url}/up`, name: 'Mudanza', active: false } }))
      .body;
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    const card = page.getByRole('region', { name: 'Mudanza' });
    await card.getByRole('button', { name: 'Editar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Cabeceras adicionales (JSON)').fill('{"X-Clave": "1"}');
    const place = `/webhooks/${webhook.configurationId}`;
    expect((await admin.call('PATCH', place, { body: { url: `${receiver.url}/moved/${'x'.repeat(60)}` } })).status).toBe(200);
    const save = dialog.getByRole('button', { name: 'Guardar' });
    await save.click();
    await dialog.getByText(/^Este webhook cambió después de que usted abrió el formulario/).waitFor();
    await card.getByText('/moved').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await card.getByText('X-Clave').count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await card.getByText('/moved').evaluate((address) => address.scrollWidth <= address.clientWidth)).toBe(true);
    await card.getByRole('button', { name: 'Editar' }).click();
    await dialog.getByLabel('Cabeceras adicionales (JSON)').fill('{"X-Clave": "1"}');
    await save.click();
    await card.getByText('Cabeceras: X-Clave').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('take away the headers of a webhook whatever was typed before', async () => {
    const { page, troubles } = await browser.open('/webhooks', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Editar' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Cabeceras adicionales (JSON)').fill('{"X');
    await dialog.getByLabel('Quitar las cabeceras actuales').check();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Webhook guardado').waitFor();
    await page.getByText('Cabeceras: X-Api-Key').waitFor({ state: 'detached' });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });
});
