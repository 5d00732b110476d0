import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, startWebhookReceiver, type System, waitUntil } from '@vigia/testing';
import type { Page, Route } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { addresses, isForOperators } from '../../src/browser/addresses.js';
import { TestBrowser } from '../../src/browser/browser.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { loadOne } from '../../src/clients/calls.js';
import { freshRuc, magic } from '../../src/clients/documents.js';
import { newClient } from '../../src/clients/new-client.js';
import { describeBrowser } from './describe-browser.js';

const quotaMonths = 10;
const away = { statusCode: 503, error: 'Service Unavailable', message: 'away', code: 'billing_unavailable' };

describeBrowser('a page with failing calls', () => {
  let system: System;
  let browser: TestBrowser;
  let admin: Person;
  let operator: Person;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    const { corporationId } = await system.createCorporation('monthly');
    [admin, operator] = await Promise.all([newPerson(system, 'admin', corporationId), newPerson(system, 'operator')]);
    browser = await TestBrowser.start(system.replicas('gateway')[0]!.url);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const credentials = async () => (await admin.get('/credentials')).body.credentials as { name: string }[];
  const createCredential = async (page: Page, name: string, clickCount = 1) => {
    await page.getByRole('button', { name: 'Crear credencial' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill(name);
    await dialog.getByRole('button', { name: 'Crear credencial' }).click({ clickCount });
    return dialog;
  };
  const updates = '**/panel/v1/updates';
  const profileToUpdate = async () => {
    const client = await newClient(system, { kind: 'one_time', quotaMonths });
    const taxId = freshRuc();
    await loadOne(client, taxId, { months: 2 });
    const analyst = await newPerson(system, 'analyst', client.corporationId);
    const { page } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: analyst.cookie });
    const confirm = async () => {
      await page.getByRole('button', { name: 'Forzar actualización' }).click();
      const dialog = page.getByRole('dialog', { name: 'Forzar la actualización' });
      await dialog.getByRole('button', { name: 'Forzar actualización' }).click();
      return dialog;
    };
    return { page, analyst, confirm };
  };
  /** Once they have ended: a request holds its months a moment after it was accepted. */
  const updatesOf = async (analyst: Person) => {
    const all = async () => (await analyst.get('/loads')).body.loads as { kind: string; state: string }[];
    await waitUntil(async () => (await all()).every(({ state }) => state === 'finished'), { what: 'they end' });
    const { available } = (await analyst.get('/contracts')).body.contracts[0].quota as { available: number };
    return { requests: (await all()).filter(({ kind }) => kind === 'update').length, months: quotaMonths - 2 - available };
  };
  const onPost = (work: (route: Route) => Promise<void>) => (route: Route) =>
    route.request().method() === 'POST' ? work(route) : route.continue();

  const notFetched = /^No hay conexión con el servicio, o Vigía se actualizó/;
  /** As if the gateway did not answer for one file of the page. */
  const withoutFile = async (page: Page, name: string) => {
    let asked = 0;
    const files = `**/assets/${name}-*.js`;
    await page.route(files, async (route) => {
      asked += 1;
      await route.abort('connectionrefused');
    });
    return { asked: () => asked, comes: () => page.unroute(files) };
  };

  it('says that a part of the page itself did not come, in place of a white page, and loads it again', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.clock.install();
    for (const file of ['**/assets/kit-*.js', '**/assets/*.css']) {
      await page.route(file, (route) => route.abort('connectionrefused'));
      await page.reload();
      await page.getByRole('alert').getByText('No llegó toda la página.').waitFor();
      await page.unroute(file);
      await page.clock.fastForward('00:05');
      await page.getByText('Esta sesión').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    }
    await page.context().close();
  });

  it('works although a filter or an extension adds a script that its policy refuses', async () => {
    const { page } = await browser.open('/ingresar', { cookie: admin.cookie });
    await page.route('**/cuenta', async (route) => {
      const response = await route.fetch();
      const added = '<script src="https://otro.example/x.js"></script></head>';
      await route.fulfill({ response, body: (await response.text()).replace('</head>', added) });
    });
    const loaded = page.waitForEvent('load');
    await page.goto('/cuenta');
    await loaded;
    await page.getByText('Esta sesión').waitFor();
    expect(await page.evaluate('document.scripts.length')).toBeGreaterThan(3);
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('does not wait for ever for an answer of a connection that died in silence', async () => {
    const { page } = await browser.open('/ingresar', { cookie: admin.cookie });
    await page.clock.install();
    let asked = 0;
    await page.route('**/panel/v1/session', (route) => ((asked += 1) === 1 ? undefined : route.continue()));
    await page.goto('/cuenta');
    await page.getByRole('status', { name: 'Cargando' }).waitFor();
    expect(asked).toBe(1);
    await page.clock.fastForward('01:20');
    await page.getByText('Esta sesión').waitFor();
    await page.context().close();
  });

  it.each(['the button', 'the link'])(
    'keeps the frame around a screen whose file fails to load, and shows the screen after a retry by %s',
    async (by) => {
      const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
      await page.getByText('Esta sesión').waitFor();
      await page.evaluate('window.isTheSamePage = true');
      const missing = await withoutFile(page, 'quota');
      const consumption = page.getByRole('navigation').getByRole('link', { name: 'Consumo' });
      await consumption.click();
      const told = page.getByRole('main').getByRole('alert');
      await told.getByText(notFetched).waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await page.title()).toBe('No se pudo mostrar · Vigía');
      expect(await consumption.isVisible()).toBe(true);
      await missing.comes();
      await (by === 'the link' ? consumption : told.getByRole('button', { name: 'Reintentar' })).click();
      await page.getByRole('heading', { level: 1, name: 'Consumo' }).waitFor();
      expect(await page.evaluate('window.isTheSamePage')).toBe(true);
      await page.context().close();
    },
  );

  it('reports in a dialog that its file failed to load, and requests it again at each opening', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.getByText('Esta sesión').waitFor();
    const missing = await withoutFile(page, 'help');
    const told = page.getByRole('dialog', { name: 'No se pudo mostrar' });
    for (const times of [1, 2]) {
      await page.keyboard.press('?');
      await told.getByText(notFetched).waitFor();
      expect(missing.asked()).toBe(times);
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await told.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('?');
    await told.getByText(notFetched).waitFor();
    await missing.comes();
    await told.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
    await page.context().close();
  });

  it('shows the figures of a profile without the file that draws its charts, and draws them when it comes', async () => {
    const client = await newClient(system);
    await loadOne(client, magic.trader);
    const { page } = await browser.open('/portafolio', { cookie: (await newPerson(system, 'member', client.corporationId)).cookie });
    const missing = await withoutFile(page, 'charts');
    await page.getByRole('row', { name: magic.trader }).getByRole('link').first().click();
    const debt = page.getByRole('region', { name: 'Deuda en el sistema financiero' });
    await debt.getByRole('row', { name: /^Exposición total S/ }).waitFor();
    await debt.getByRole('alert').getByText(notFetched).waitFor();
    await missing.comes();
    await debt.getByRole('button', { name: 'Reintentar' }).click();
    await page
      .getByRole('img', { name: / por periodo: / })
      .nth(3)
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('opens the palette without a further file, so that nothing typed is lost', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.getByText('Esta sesión').waitFor();
    await page.route('**/assets/**', (route) => route.abort('connectionrefused'));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('portaf');
    await page.getByRole('option', { selected: true, name: /^Portafolio/ }).waitFor();
    expect(await page.getByRole('combobox').inputValue()).toBe('portaf');
    await page.context().close();
  });

  it('leaves the focus in an open dialog when a slow profile arrives, and gives it to the heading when the dialog is closed', async () => {
    const client = await newClient(system);
    const taxId = freshRuc();
    await loadOne(client, taxId);
    const { page } = await browser.open('/portafolio', { cookie: (await newPerson(system, 'member', client.corporationId)).cookie });
    const waiting: (() => void)[] = [];
    await page.route(`**/panel/v1/profiles/RUC/${taxId}`, async (route) => {
      await new Promise<void>((goOn) => waiting.push(goOn));
      await route.continue();
    });
    await page.getByRole('row', { name: taxId }).getByRole('link').first().click();
    await waitUntil(async () => waiting.length === 1, { what: 'the profile is asked for' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('porta');
    waiting.forEach((goOn) => goOn());
    await waitUntil(async () => !(await page.title()).startsWith('Portafolio'), { what: 'the profile is shown' });
    await page.keyboard.type('f');
    expect(await page.getByRole('combobox').inputValue()).toBe('portaf');
    await page.keyboard.press('Escape');
    await page.locator('h1:focus').waitFor();
    await page.context().close();
  });

  it('leaves the focus where the user has moved it when a slow load arrives', async () => {
    const { corporationId } = await system.createCorporation('monthly');
    const analyst = await newPerson(system, 'analyst', corporationId);
    const { requestId } = (await analyst.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [freshRuc()] } })).body;
    const { page } = await browser.open('/cuenta', { cookie: analyst.cookie });
    const waiting: (() => void)[] = [];
    await page.route(`**/panel/v1/loads/${requestId}`, async (route) => {
      await new Promise<void>((goOn) => waiting.push(goOn));
      await route.continue();
    });
    await page.goto(`/cargas/${requestId}`);
    await waitUntil(async () => waiting.length === 1, { what: 'the load is asked for' });
    await page.getByRole('heading', { level: 1, name: 'Carga', exact: true }).waitFor();
    const portfolio = page.getByRole('navigation').getByRole('link', { name: 'Portafolio' });
    await portfolio.focus();
    waiting.forEach((goOn) => goOn());
    await page.getByRole('heading', { level: 1, name: 'Carga de 1 documento' }).waitFor();
    expect(await portfolio.and(page.locator(':focus')).count()).toBe(1);
    await page.context().close();
  });

  it('shows what was created although the list was read before and its answer comes later', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    let letItCome = () => {};
    const held = new Promise<void>((resolve) => (letItCome = resolve));
    let reads = 0;
    await page.route('**/panel/v1/credentials', async (route) => {
      if (route.request().method() !== 'GET' || (reads += 1) > 1) return route.continue();
      const response = await route.fetch();
      await held;
      return route.fulfill({ response });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Credenciales API' }).click();
    const dialog = await createCredential(page, 'Antes de la lista');
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).waitFor();
    letItCome();
    await page.getByRole('row', { name: /Antes de la lista/, includeHidden: true }).waitFor({ state: 'attached' });
    expect(reads).toBe(2);
    await page.context().close();
  });

  it('sends a creation once, and shows what was created although the answer was lost', async () => {
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    let asked = 0;
    await page.route(
      '**/panel/v1/credentials',
      onPost(async (route) => {
        asked += 1;
        await route.fetch();
        await route.abort('connectionreset');
      }),
    );
    const dialog = await createCredential(page, 'Sin respuesta');
    await dialog
      .getByRole('alert')
      .getByText(/^No hay conexión con el servicio\. Puede que se haya hecho/)
      .waitFor();
    expect(asked).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Sin respuesta/ }).waitFor();
    expect((await credentials()).filter(({ name }) => name === 'Sin respuesta')).toHaveLength(1);
    await page.context().close();
  });

  it('charges an update once when a load balancer answers for a dead gateway', async () => {
    const { page, analyst, confirm } = await profileToUpdate();
    await page.route(updates, async (route) => {
      await route.fetch();
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    });
    const dialog = await confirm();
    await dialog
      .getByRole('alert')
      .getByText(/^El servicio no respondió\. Puede que se haya hecho/)
      .waitFor();
    await page.unroute(updates);
    await dialog.getByRole('button', { name: 'Forzar actualización' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await updatesOf(analyst)).toEqual({ requests: 1, months: 1 });
    await page.context().close();
  });

  it('sends the same update again when its dialog is closed without an answer and opened again', async () => {
    const { page, analyst, confirm } = await profileToUpdate();
    await page.route(updates, async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const dialog = await confirm();
    await dialog
      .getByRole('alert')
      .getByText(/^No hay conexión con el servicio\. Puede que se haya hecho/)
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(updates);
    await confirm();
    await dialog.waitFor({ state: 'detached' });
    expect(await updatesOf(analyst)).toEqual({ requests: 1, months: 1 });
    await page.context().close();
  });

  it('shows a new secret although its list cannot be read', async () => {
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Crear credencial' }).waitFor();
    let isMade = false;
    await page.route('**/panel/v1/credentials', async (route) => {
      if (route.request().method() === 'POST') isMade = true;
      else if (isMade) return route.abort('connectionreset');
      return route.continue();
    });
    const dialog = await createCredential(page, 'Sin lista');
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).waitFor();
    expect(isMade).toBe(true);
    await page.context().close();
  });

  it('shows an accepted list although the history cannot be read', async () => {
    const { corporationId } = await system.createCorporation('monthly');
    const { page } = await browser.open('/cargas', { cookie: (await newPerson(system, 'analyst', corporationId)).cookie });
    let isSent = false;
    await page.route('**/panel/v1/loads', async (route) => {
      if (route.request().method() === 'POST') isSent = true;
      else if (isSent) return route.abort('connectionreset');
      return route.continue();
    });
    await page.getByRole('textbox', { name: 'Documentos' }).fill(freshRuc());
    await page.getByRole('button', { name: 'Cargar 1 documento' }).click();
    await page.getByRole('heading', { name: 'Carga de 1 documento' }).waitFor();
    expect(isSent).toBe(true);
    await page.context().close();
  });

  it('sends one request for a double click, and keeps its dialog open meanwhile', async () => {
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    const waiting: (() => void)[] = [];
    await page.route(
      '**/panel/v1/credentials',
      onPost(async (route) => {
        await new Promise<void>((goOn) => waiting.push(goOn));
        await route.continue();
      }),
    );
    const dialog = await createCredential(page, 'Con espera', 2);
    await waitUntil(async () => waiting.length === 1, { what: 'the credential is asked for' });
    await dialog.getByRole('button', { name: 'Cerrar' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.isVisible()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Cerrar' }).count()).toBe(0);
    waiting.forEach((goOn) => goOn());
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).waitFor();
    expect((await credentials()).filter(({ name }) => name === 'Con espera')).toHaveLength(1);
    await page.context().close();
  });

  it('reports that sign-out failed, even if the file with this message loads late', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    const missing = await withoutFile(page, 'esm');
    await page.reload();
    await page.getByRole('button', { name: /^Su cuenta:/ }).click();
    const isEnd = (route: Route) => route.request().method() === 'DELETE';
    await page.route('**/panel/v1/session', (route) => (isEnd(route) ? route.abort('connectionrefused') : route.continue()));
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    // The page shows the message for four seconds.
    const told = page.getByText('Su sesión sigue abierta').waitFor();
    await missing.comes();
    await told;
    expect(missing.asked()).toBeGreaterThan(0);
    expect(new URL(page.url()).pathname).toBe('/cuenta');
    expect((await admin.get('/session')).status).toBe(200);
    await page.context().close();
  });

  it('marks outdated content, and removes content that the user may no longer see', async () => {
    const { page } = await browser.open('/cargas', { cookie: admin.cookie });
    const shown = page.getByText('Todavía no hay cargas');
    await shown.waitFor();
    let status = 500;
    const list = /\/panel\/v1\/loads$/;
    await page.route(list, (route) => route.fulfill({ status, json: { statusCode: status, error: 'x', message: 'x' } }));
    const outdated = page.getByText('No se pudo actualizar: lo que ve puede no estar al día');
    await outdated.waitFor();
    expect(await shown.isVisible()).toBe(true);
    status = 403;
    await page.getByText('Su rol no permite esta acción.').waitFor();
    expect(await shown.count()).toBe(0);
    await page.unroute(list);
    await shown.waitFor();
    expect(await outdated.count()).toBe(0);
    await page.context().close();
  });

  it('explains why a cost is unknown, and allows only what needs no months meanwhile', async () => {
    const { corporationId } = await system.createCorporation('one_time');
    const { page } = await browser.open('/cargas', { cookie: (await newPerson(system, 'analyst', corporationId)).cookie });
    await page.route('**/panel/v1/loads/preview', (route) => route.fulfill({ status: 503, json: away }));
    await page.getByRole('textbox', { name: 'Documentos' }).fill(freshRuc());
    await page.getByText(/^No se pudo verificar la cuota\. .* Se volverá a intentar /).waitFor();
    const load = page.getByRole('button', { name: 'Cargar 1 documento' });
    expect(await load.isDisabled()).toBe(true);
    const asked = page.waitForRequest('**/panel/v1/loads/preview').then(() => 'asked');
    await page.getByText('Consulta de 48 horas').click();
    const told = page.getByText('Puede continuar sin saberlo').waitFor();
    expect(await Promise.race([asked, told])).toBe('asked');
    await told;
    await load.click();
    await page.getByRole('heading', { name: 'Carga de 1 documento' }).waitFor();
    await page.context().close();
  });

  const toldOf = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'Se volverá a intentar' });
  const withSession = addresses.filter((address) => !['/ingresar', '/contrasena'].includes(address));
  /** One page of each person, so that the browser keeps its files; nothing but the session is answered. */
  const unanswered: Record<string, Page> = {};
  const openUnanswered = async ({ cookie }: Person) => {
    const { page } = await browser.open('/cuenta', { cookie });
    await page.route(/\/panel\/v1\/(?!session$)/, (route) => route.fulfill({ status: 503, json: away }));
    return page;
  };

  it.each(withSession)('announces on %s that it retries what it waits for', async (address) => {
    const isOperators = isForOperators(address);
    const page = (unanswered[String(isOperators)] ??= await openUnanswered(isOperators ? operator : admin));
    await page.goto(address.replaceAll(/\$\w+/g, freshRuc()));
    expect(await toldOf(page).first().innerText()).toContain('No se pudo verificar la cuota.');
  });

  it('announces the retry of a part of a screen, although the rest has been answered', async () => {
    const taxId = freshRuc();
    const { requestId } = (await admin.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [taxId] } })).body;
    const isFinished = async () => (await admin.get(`/loads/${requestId}`)).body.state === 'finished';
    await waitUntil(isFinished, { what: 'the profile is loaded' });
    for (const [path, asked, { cookie }] of [
      [`/perfiles/RUC/${taxId}?vista=cambios`, /v1\/profiles\/.*history/, admin],
      [`/perfiles/RUC/${taxId}`, /v1\/profiles\/.*basis$/, admin],
      [`/operador/corporaciones/${randomUUID()}/contratos/${randomUUID()}`, /v1\/operator\/.*statement/, operator],
    ] as const) {
      const { page } = await browser.open('/cuenta', { cookie });
      await page.route(asked, (route) => route.fulfill({ status: 503, json: away }));
      await page.goto(path);
      expect(await toldOf(page).innerText()).toContain('No se pudo verificar la cuota.');
      await page.context().close();
    }
  });

  it('says why the first view waits for the session, and shows it after a retry, also on request after a fault', async () => {
    const { page } = await browser.open('/cuenta', { cookie: admin.cookie });
    await page.getByText('Esta sesión').waitFor();
    const session = '**/panel/v1/session';
    await page.route(session, (route) => route.fulfill({ status: 503, json: away }));
    await page.reload();
    await page.getByRole('status').getByText('Se volverá a intentar').waitFor();
    await page.unroute(session);
    await page.getByText('Esta sesión').waitFor();
    await page.route(session, (route) => route.fulfill({ status: 500, json: { statusCode: 500, error: 'x', message: 'x' } }));
    await page.reload();
    const retry = page.getByRole('alert').getByRole('button', { name: 'Reintentar' });
    await retry.waitFor();
    await page.unroute(session);
    await retry.click();
    await page.getByText('Esta sesión').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it('retries the body of a delivery, and reports a missing connection', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const client = await newClient(system);
      const taxId = freshRuc();
      await loadOne(client, taxId);
      const owner = await newPerson(system, 'admin', client.corporationId);
      await owner.call('POST', '/webhooks', { body: { url: receiver.url } });
      const { triggerId } = (await owner.call('POST', '/events', { body: { docType: 'RUC', taxId } })).body;
      await waitUntil(async () => receiver.received.length > 0, { what: 'it is delivered' });
      const { page } = await browser.open('/cuenta', { cookie: owner.cookie });
      const body = /v1\/deliveries\/[^/]+\/body$/;
      await page.route(body, (route) => route.abort('connectionrefused'));
      await page.goto(`/eventos/${triggerId}`);
      await page.getByRole('tab', { name: 'Cuerpo' }).click();
      await page.getByText(/^No hay conexión con el servicio\. Se volverá a intentar /).waitFor();
      await page.unroute(body);
      expect(await page.getByRole('region', { name: 'Cuerpo' }).innerText()).toContain(taxId);
      await page.context().close();
    } finally {
      receiver.close();
    }
  });

  it('reports a missing connection, and recovers by itself', async () => {
    const { page } = await browser.open('/cargas', { cookie: admin.cookie });
    await page.getByRole('heading', { name: 'Cargas anteriores' }).waitFor();
    await page.context().setOffline(true);
    const away = page.getByText(/^No hay conexión con el servicio\. Se volverá a intentar /);
    await away.first().waitFor();
    await page.context().setOffline(false);
    await waitUntil(async () => (await away.count()) === 0, { what: 'the page is up to date again' });
    expect(await page.getByText('No se pudo actualizar').count()).toBe(0);
    await page.context().close();
  });

  it('does not send an act later that was requested offline', async () => {
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    await page.getByRole('button', { name: 'Crear credencial' }).waitFor();
    await page.context().setOffline(true);
    const dialog = await createCredential(page, 'Sin red');
    await dialog
      .getByRole('alert')
      .getByText(/^No hay conexión con el servicio\./)
      .waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByRole('button', { name: 'Crear credencial' }).waitFor();
    expect((await credentials()).filter(({ name }) => name === 'Sin red')).toEqual([]);
    await page.context().close();
  });

  it('disables Cancel while an act runs', async () => {
    await admin.call('POST', '/credentials', { body: { name: 'Por revocar' } });
    const { page } = await browser.open('/credenciales', { cookie: admin.cookie });
    const waiting: (() => void)[] = [];
    await page.route('**/panel/v1/credentials/*', async (route) => {
      await new Promise<void>((goOn) => waiting.push(goOn));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Revocar Por revocar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Revocar' }).click();
    await waitUntil(async () => waiting.length === 1, { what: 'the end of the credential is asked for' });
    const cancel = dialog.getByRole('button', { name: 'Cancelar' });
    await waitUntil(() => cancel.isDisabled(), { what: 'nobody can cancel' });
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    waiting.forEach((goOn) => goOn());
    await dialog.waitFor({ state: 'detached' });
    await page.context().close();
  });
});
