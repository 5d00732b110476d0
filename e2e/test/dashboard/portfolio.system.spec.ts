import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UserRole } from '@vigia/contracts';
import { ApiClient, freshRuc, livingSystem, type System, waitUntil } from '@vigia/testing';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { describeBrowser } from './describe-browser.js';

const none = { console: [], policy: [] };
const high = '20990000043';
const clean = '20990000019';
const partial = '20990000116';
const withoutInformation = '20990000108';

describeBrowser('the portfolio', () => {
  let system: System;
  let browser: TestBrowser;
  let baseUrl: string;
  let corporationId: string;
  let analyst: string | undefined;
  let queried: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    queried = freshRuc();
    baseUrl = system.replicas('gateway')[0]!.url;
    const account = await system.createCorporation('one_time');
    ({ corporationId } = account);
    const client = new ApiClient(baseUrl, account);
    const loads = [high, clean, partial].map((taxId) => client.load(taxId));
    const answers = await Promise.all([...loads, client.load(queried, { isMonitoring: false })]);
    if (answers.some(({ status }) => status !== 200)) throw new Error('not everything was loaded');
    analyst = await cookieOf('analyst');
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const cookieOf = async (role: UserRole, of = corporationId) => (await newPerson(system, role, of)).cookie;
  const row = (page: Page, taxId: string) => page.getByRole('row', { name: new RegExp(taxId) });
  const bar = (page: Page) => page.getByLabel(/^\d+ seleccionados?$/);

  it('leads from a link to a page that is not known any more to the first page', async () => {
    const cursor = Buffer.from('["5","20990000019","RUC","alert"]').toString('base64url');
    const { page, troubles } = await browser.open(`/portafolio?before=${cursor}`, { cookie: analyst });
    await page.getByRole('button', { name: 'Ir a la primera página' }).click();
    await row(page, high).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect(troubles.policy).toEqual([]);
    await page.context().close();
  });

  it('is filtered by the condition of the taxpayer and by the day of the last change, and says since when a load is partial', async () => {
    const { page, troubles } = await browser.open('/portafolio', { cookie: analyst });
    await row(page, partial)
      .getByText(/ · parcial desde el \d\d\/\d\d\/\d{4}$/)
      .waitFor();
    await page.getByRole('button', { name: 'Condición' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'NO HABIDO', exact: true }).click();
    await row(page, clean).waitFor({ state: 'detached' });
    await page.getByRole('menuitemcheckbox', { name: 'HABIDO', exact: true }).click();
    await row(page, clean).waitFor();
    expect(new URL(page.url()).searchParams.get('condition')).toBe('HABIDO');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cambió desde' }).click();
    const since = page.getByRole('dialog', { name: 'Cambió desde' });
    await since.getByLabel('Cambió desde').fill('2099-01-01');
    await row(page, clean).waitFor({ state: 'detached' });
    expect(await accessibilityFindings(page)).toEqual([]);
    await since.getByLabel('Cambió desde').fill('2020-01-01');
    await row(page, clean).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Cambió desde el 01/01/2020' }).and(page.locator(':focus')).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('leaves the focus on the button that led to the last page', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: analyst });
    await page.route('**/panel/v1/portfolio?*', async (route) => {
      const url = new URL(route.request().url());
      const isFurther = url.searchParams.has('before');
      url.searchParams.delete('before');
      const response = await route.fetch({ url: url.href });
      const cursors = isFurther ? { older: null, newer: 'x' } : { older: 'x', newer: null };
      await route.fulfill({ response, json: { ...(await response.json()), ...cursors } });
    });
    await page.goto('/portafolio');
    const next = page.getByRole('button', { name: 'Página siguiente' });
    await next.press('Enter');
    await next.and(page.locator('[aria-disabled=true]:focus')).waitFor();
    await next.press('Enter');
    await page.getByRole('button', { name: 'Página anterior' }).and(page.locator('[aria-disabled=false]')).waitFor();
    expect(new URL(page.url()).searchParams.get('before')).toBe('x');
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  /** More profiles than fit into one act, which the lists show; `found` is what a question about some of them finds. */
  const manyTaxIds = Array.from({ length: 105 }, (_, place) => String(20990100000 + place));
  async function showMany(page: Page, found: Record<string, object>, cursors: object = {}): Promise<void> {
    await page.route('**/panel/v1/portfolio?*', async (route) => {
      const { searchParams } = new URL(route.request().url());
      const asked = searchParams.get('taxIds')?.split(',');
      const response = await route.fetch({ url: `${baseUrl}/panel/v1/portfolio?limit=1` });
      const { entries, ...others } = await response.json();
      const standings = searchParams.get('standing')?.split(',') ?? [];
      const isFound = (taxId: string) => taxId in found && standings.includes({ standing: 'active', ...found[taxId] }.standing);
      const shown = asked ? asked.filter(isFound) : manyTaxIds;
      const entryOf = (taxId: string) => ({ ...entries[0], taxId, estado: 'succeeded', ...(asked && found[taxId]) });
      await route.fulfill({ response, json: { ...others, ...cursors, entries: shown.map(entryOf) } });
    });
  }
  const previewOf = (taxId: string, action: string) => ({
    kind: 'one_time',
    refusal: null,
    documents: [{ taxId, action, refusal: null, returned: 0, deducted: 0, expiresAt: null }],
    returned: 0,
    deducted: 0,
    availableBefore: 5,
    availableAfter: 5,
    fittingMonths: 5,
    daysLeftOfThisMonth: 3,
    documentChargesAtMost: { documents: 0, cents: 0 },
  });
  async function selectMany(page: Page): Promise<void> {
    await page.goto('/portafolio');
    await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
    await bar(page).getByText('105 seleccionados').waitFor();
  }

  it.each(bothWidths)('leads to the next page while profiles are selected at $width px', async (view) => {
    const { page, troubles } = await browser.open('/cuenta', { ...view, cookie: analyst });
    await showMany(page, {}, { older: 'x' });
    await selectMany(page);
    // Like a person: `click` finds a moment at which nothing lies over the button.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    const next = (await page.getByRole('button', { name: 'Página siguiente' }).boundingBox())!;
    await page.mouse.click(next.x + next.width / 2, next.y + next.height / 2);
    await page.waitForURL('**/portafolio?before=x');
    await bar(page).getByText('105 seleccionados').waitFor();
    // Beside the bar, too, the page takes the press.
    expect(await page.evaluate(`document.elementFromPoint(innerWidth - 5, innerHeight - 45).closest('#root') !== null`)).toBe(true);
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('forces an update of the first hundred of a long selection that are not being updated, and stays with the others', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: analyst });
    // One in each of the two questions that so many take.
    const running = { estado: 'loading' };
    await showMany(page, { [manyTaxIds[0]!]: running, [manyTaxIds[104]!]: running });
    await page.route('**/panel/v1/updates/preview', (route) => route.fulfill({ json: previewOf(manyTaxIds[1]!, 'refresh') }));
    let sent: string[] = [];
    await page.route('**/panel/v1/updates', (route) => {
      sent = route.request().postDataJSON().taxIds;
      return route.fulfill({ json: { requestId: randomUUID() } });
    });
    await selectMany(page);
    await bar(page).getByRole('button', { name: 'Forzar actualización' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forzar la actualización de 100 perfiles' });
    await dialog.getByText('Se toman los primeros 100 de 103.').waitFor();
    await dialog.getByText('2 perfiles se dejan fuera: ya se están actualizando.').waitFor();
    await dialog.getByRole('button', { name: 'Forzar actualización' }).click();
    await bar(page).getByText('3 seleccionados').waitFor();
    expect(sent).toEqual(manyTaxIds.slice(1, 101));
    expect(new URL(page.url()).pathname).toBe('/portafolio');
    await page.getByText('Se están actualizando 100 perfiles').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Ver la carga' }).click();
    await page.waitForURL(/\/cargas\//);
    expect(troubles.policy).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('activates the first hundred of a long selection that are not monitored yet and have data, and stays with the others', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: analyst });
    const [monitored, queried] = ['monitoring', 'query'].map((mode) => ({ standing: 'active', mode }));
    const [first = '', second = '', third = ''] = manyTaxIds;
    // The last one is in the second of the two questions that so many take.
    await showMany(page, { [first]: monitored!, [second]: queried!, [third]: { standing: 'failed' }, [manyTaxIds[104]!]: monitored! });
    await page.route('**/panel/v1/monitoring/preview', (route) => route.fulfill({ json: previewOf(second, 'activate') }));
    let sent: { taxId: string }[] = [];
    await page.route('**/panel/v1/monitoring', (route) => {
      sent = route.request().postDataJSON().documents;
      return route.fulfill({ json: { profiles: sent.length } });
    });
    await selectMany(page);
    await bar(page).getByRole('button', { name: 'Activar monitoreo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el monitoreo de 100 perfiles' });
    await dialog.getByText('Se toman los primeros 100 de 102.').waitFor();
    await dialog.getByText('2 perfiles ya están en monitoreo: no cambian ni cuestan.').waitFor();
    await dialog.getByText('1 perfil se deja fuera').waitFor();
    await dialog.getByRole('button', { name: 'Activar monitoreo' }).click();
    await bar(page).getByText('3 seleccionados').waitFor();
    expect(sent.map(({ taxId }) => taxId)).toEqual([second, ...manyTaxIds.slice(3, 102)]);
    expect(troubles.policy).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('leaves out of an update the profiles that are being updated, as they are when the dialog opens', async () => {
    const account = await system.createCorporation('one_time');
    const client = new ApiClient(baseUrl, account);
    const [updated, idle] = [freshRuc(), freshRuc()];
    await Promise.all([updated, idle].map((taxId) => client.load(taxId, { isMonitoring: false })));
    const person = await newPerson(system, 'analyst', account.corporationId);
    const { page, troubles } = await browser.open('/portafolio', { cookie: person.cookie });
    const force = bar(page).getByRole('button', { name: 'Forzar actualización' });
    const dialog = page.getByRole('dialog', { name: 'Forzar la actualización', exact: true });
    const leftOut = dialog.getByText('1 perfil se deja fuera: ya se está actualizando. Podrá pedir otra actualización cuando termine.');
    const confirm = dialog.getByRole('button', { name: 'Forzar actualización' });
    await whilePaused(system, 'trabajadores', async () => {
      await person.call('POST', '/updates', { body: { taxIds: [updated] }, headers: { 'idempotency-key': updated } });
      await row(page, updated).getByText('Cargando…').waitFor();
      for (const taxId of [updated, idle]) await row(page, taxId).getByRole('checkbox').check();
      await force.click();
      await leftOut.waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      const sent = page.waitForRequest('**/panel/v1/updates');
      await confirm.click();
      expect((await sent).postDataJSON()).toEqual({ taxIds: [idle] });
      await page.waitForURL(/\/cargas\//);
      await page.goto('/portafolio');
      await row(page, idle).getByText('Cargando…').waitFor();
      await row(page, idle).getByRole('checkbox').check();
      await force.click();
      await leftOut.waitFor();
      expect(await confirm.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Cancelar' }).click();
    });
    await row(page, idle).getByText('Cargando…').waitFor({ state: 'detached' });
    await force.click();
    await confirm.and(page.locator(':enabled')).waitFor();
    expect(await leftOut.count()).toBe(0);
    expect(troubles.policy).toEqual([]);
    await page.context().close();
  });

  it('asks before it removes a view that the whole corporation uses, and lets nobody else remove it', async () => {
    const admin = await newPerson(system, 'admin', corporationId);
    const name = 'De todos';
    const body = { screen: 'portfolio', name, search: 'alert=5', isShared: true };
    expect((await admin.call('POST', '/views', { body })).status).toBe(200);
    const manage = async (page: Page) => {
      await page.getByRole('button', { name: 'Vistas' }).click();
      await page.getByRole('menuitem', { name: 'Administrar vistas' }).click();
    };
    const remove = (page: Page) => page.getByRole('dialog').getByRole('button', { name: `Eliminar «${name}»` });
    const reading = await browser.open('/portafolio', { cookie: analyst });
    await manage(reading.page);
    await remove(reading.page).and(reading.page.locator(':disabled')).waitFor();

    const { page, troubles } = await browser.open('/portafolio', { cookie: admin.cookie });
    await manage(page);
    await remove(page).click();
    const question = page.getByRole('dialog', { name: `Eliminar «${name}»` });
    await question.getByText('Todos los usuarios de la corporación dejarán de tener esta vista.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await remove(page).click();
    await question.getByRole('button', { name: 'Eliminar para todos' }).click();
    await page.getByRole('dialog', { name: 'Administrar vistas' }).getByText('Todavía no hay vistas guardadas').waitFor();
    expect((await admin.get('/views?screen=portfolio')).body.views).toEqual([]);
    expect([troubles, reading.troubles]).toEqual([none, none]);
    await Promise.all([page.context().close(), reading.page.context().close()]);
  });

  it('is filtered by its URL, and a saved view can be chosen, renamed and removed', async () => {
    const { page, troubles } = await browser.open('/portafolio', { cookie: analyst });
    await page.getByText('4 perfiles').waitFor();
    await page.getByRole('button', { name: 'Alerta', exact: true }).first().click();
    await page.getByRole('menuitemcheckbox', { name: 'Alerta alta' }).click();
    await page.keyboard.press('Escape');
    await row(page, clean).waitFor({ state: 'detached' });
    await row(page, high).waitFor();
    expect(new URL(page.url()).searchParams.get('alert')).toBe('4');

    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByRole('menuitem', { name: 'Guardar esta vista' }).click();
    await dialog.getByLabel('Nombre de la vista').fill('En alerta alta');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'En alerta alta' }).waitFor();

    await page.goto('/portafolio');
    await page.getByText('4 perfiles').waitFor();
    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByRole('menuitem', { name: 'En alerta alta' }).click();
    await row(page, clean).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'En alerta alta' }).click();
    await page.getByRole('menuitem', { name: 'Administrar vistas' }).click();
    await dialog.getByLabel('Nombre de «En alerta alta»').fill('Revisar hoy');
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Guardar' }).press('Enter');
    await dialog.and(page.locator(':focus')).waitFor();
    await dialog.getByRole('button', { name: 'Eliminar «Revisar hoy»' }).press('Enter');
    await dialog.getByText('Todavía no hay vistas guardadas').waitFor();
    await dialog.and(page.locator(':focus')).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('does not take saved views that cannot be read for none', async () => {
    const { page } = await browser.open('/cuenta', { cookie: analyst });
    const views = '**/panel/v1/views?*';
    await page.route(views, (route) => route.fulfill({ status: 503, json: { statusCode: 503, error: 'x', message: 'x' } }));
    await page.goto('/portafolio');
    await page.getByRole('button', { name: 'Vistas' }).click();
    const menu = page.getByRole('menu');
    await menu.getByText('El servicio no puede responder en este momento.').waitFor();
    const nothing = menu.getByText('Todavía no hay vistas guardadas');
    expect(await nothing.count()).toBe(0);
    await page.unroute(views);
    await nothing.waitFor();
    await page.context().close();
  });

  it('does not take a search that failed for one that found nothing', async () => {
    const { page } = await browser.open('/cuenta', { cookie: analyst });
    await page.getByText('Esta sesión').waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Ir a…' });
    const profiles = '**/panel/v1/portfolio?*';
    await page.route(profiles, (route) => route.fulfill({ status: 500, json: { statusCode: 500, error: 'x', message: 'x' } }));
    await dialog.getByRole('combobox').fill(high);
    const told = dialog.getByRole('status').getByText('Algo falló de nuestro lado.');
    await told.waitFor();
    await page.unroute(profiles);
    await dialog.getByRole('combobox').fill(clean);
    await dialog.getByRole('option', { name: new RegExp(`RUC ${clean}`) }).waitFor();
    expect(await told.count()).toBe(0);
    // What was found stays without it when only reading it again fails.
    let failed = 0;
    await page.route(profiles, (route) => {
      failed += 1;
      return route.fulfill({ status: 503 });
    });
    await page.clock.install();
    await page.clock.fastForward('00:06');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill(clean);
    await waitUntil(() => failed >= 2, { what: 'the page has read the profiles again, in vain' });
    await dialog.getByRole('option', { name: new RegExp(`RUC ${clean}`) }).waitFor();
    expect(await dialog.getByRole('status').getByText('El servicio no puede responder').count()).toBe(0);
    await page.context().close();
  });

  it('shows no total of the previous filter while the next one is counted', async () => {
    const { page, troubles } = await browser.open('/portafolio', { cookie: analyst });
    const whole = page.getByText('4 perfiles');
    await whole.waitFor();
    await row(page, high).waitFor();
    let letItCome = () => {};
    const counted = new Promise<void>((resolve) => (letItCome = resolve));
    await page.route('**/panel/v1/portfolio/counts?*', async (route) => {
      await counted;
      await route.continue();
    });
    await page.getByRole('searchbox').fill(clean);
    await row(page, high).waitFor({ state: 'detached' });
    expect(await whole.count()).toBe(0);
    letItCome();
    await page.getByText('1 perfil', { exact: true }).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('works by keyboard, exports the selection, and activates monitoring at an announced cost', async () => {
    const { page, troubles } = await browser.open('/portafolio?sort=taxId', { cookie: analyst });
    const first = row(page, clean).getByRole('checkbox');
    await first.check();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await first.uncheck();
    await page.keyboard.press('j');
    await row(page, high).locator('[data-profile]:focus').waitFor();
    await page.keyboard.press('x');
    await bar(page).getByText('1 seleccionado').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), bar(page).getByRole('link', { name: 'Exportar' }).click()]);
    const lines = (await new Response((await file.createReadStream()) as never).text()).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    await page.getByRole('button', { name: 'Quitar la selección' }).press('Enter');
    await page.locator('h1:focus').waitFor();

    const dialog = page.getByRole('dialog');
    await row(page, high).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Activar monitoreo' }).click();
    await dialog.getByText('1 perfil ya está en monitoreo: no cambia ni cuesta.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Activar monitoreo' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await row(page, queried).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Activar monitoreo' }).click();
    await dialog.getByText(/^Usa \d+ meses? de la cuota/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Activar monitoreo' }).click();
    await row(page, queried).getByText('Monitoreo').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('shows no rating where nobody knows one, and finds those profiles by a filter', async () => {
    const account = await system.createCorporation('one_time');
    const client = new ApiClient(baseUrl, account);
    await Promise.all([high, withoutInformation].map((taxId) => client.load(taxId, { isMonitoring: false })));
    const { page, troubles } = await browser.open('/portafolio', { cookie: await cookieOf('analyst', account.corporationId) });
    await row(page, high).getByText('PER', { exact: true }).waitFor();
    await row(page, withoutInformation).getByText('Sin información', { exact: true }).waitFor();
    expect(await row(page, withoutInformation).innerText()).not.toMatch(/calificación/i);
    await page.getByRole('button', { name: 'Calificación' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Sin calificación conocida' }).click();
    await row(page, high).waitFor({ state: 'detached' });
    expect(await row(page, withoutInformation).count()).toBe(1);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('leaves profiles without data out of an activation, and calls a name that is only similar no hit', async () => {
    const account = await system.createCorporation('one_time');
    const client = new ApiClient(baseUrl, account);
    const [fresh, unregistered, alike] = [freshRuc(), '20990000094', '20990000086'];
    await Promise.all([fresh, unregistered, alike].map((taxId) => client.load(taxId, { isMonitoring: false })));
    const { page, troubles } = await browser.open('/portafolio', { cookie: await cookieOf('analyst', account.corporationId) });
    await row(page, alike).getByText('1 parecida o descartada').waitFor();
    await row(page, unregistered).getByText('No se cargó').waitFor();
    await row(page, unregistered).getByText('No figura en el registro de contribuyentes').waitFor();
    expect(await row(page, unregistered).getByText('Sin respuesta').count()).toBe(0);
    for (const taxId of [fresh, unregistered]) await row(page, taxId).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Activar monitoreo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el monitoreo', exact: true });
    await dialog.getByText('1 perfil se deja fuera: se está cargando, no se cargó o su consulta terminó.').waitFor();
    await dialog.getByText(/^Usa \d+ meses? de la cuota/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Activar monitoreo' }).click();
    await row(page, fresh).getByText('Monitoreo').waitFor();
    await bar(page).getByText('1 seleccionado').waitFor();
    await bar(page).getByRole('button', { name: 'Activar monitoreo' }).click();
    await dialog.getByText('1 perfil se deja fuera').waitFor();
    expect(await dialog.getByRole('button', { name: 'Activar monitoreo' }).isDisabled()).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keeps the selection when Escape closes something else', async () => {
    const { page, troubles } = await browser.open('/portafolio?sort=taxId', { cookie: analyst });
    await row(page, clean).getByRole('checkbox').check();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    await page.getByRole('combobox').blur();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Compliance' }).first().press('Enter');
    await page.getByRole('menuitemcheckbox').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    const search = page.getByRole('searchbox');
    await search.fill('2099');
    await search.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    await search.press('Escape');
    expect(await search.inputValue()).toBe('');
    expect(await bar(page).getByText('1 seleccionado').count()).toBe(1);
    let letItCome = () => {};
    const file = new Promise<void>((resolve) => (letItCome = resolve));
    await page.route('**/assets/force-*.js', async (route) => {
      await file;
      await route.continue();
    });
    await bar(page).getByRole('button', { name: 'Forzar actualización' }).press('Enter');
    await page.keyboard.press('Escape');
    letItCome();
    await page.getByRole('dialog', { name: 'Forzar la actualización', exact: true }).getByRole('button', { name: 'Cancelar' }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator(':focus', { hasText: 'Forzar actualización' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await bar(page).getByText('1 seleccionado').count()).toBe(1);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keeps relative times up to date while it is open', async () => {
    const { page } = await browser.open('/portafolio', { cookie: analyst });
    await row(page, high)
      .getByText(/^(?:hace \d+ (?:segundo|minuto)s?|ahora)$/)
      .waitFor();
    await page.clock.install();
    await page.clock.fastForward('03:00:00');
    await row(page, high).getByText('hace 3 horas').waitFor();
    const loads = await browser.open('/cargas', { cookie: analyst });
    const newest = loads.page.getByRole('row').nth(1);
    await newest.getByText(/^(?:hace \d+ (?:segundo|minuto)s?|ahora)$/).waitFor();
    await loads.page.clock.install();
    await loads.page.clock.fastForward('03:00:00');
    await newest.getByText('hace 3 horas').waitFor();
    expect(await newest.getByText(/segundo|minuto/).count()).toBe(0);
    await Promise.all([page.context().close(), loads.page.context().close()]);
  });

  it('shows a member the profiles, but no act', async () => {
    const { page, troubles } = await browser.open('/portafolio', { cookie: await cookieOf('member') });
    await row(page, high).getByRole('checkbox').check();
    await bar(page).getByRole('button', { name: 'Copiar documentos' }).waitFor();
    expect(await bar(page).getByRole('button').count()).toBe(2);
    expect(await page.getByRole('link', { name: /Exportar/ }).count()).toBe(0);
    expect(troubles).toEqual(none);
    const { corporationId: other } = await system.createCorporation('monthly');
    const empty = await browser.open('/portafolio', { cookie: await cookieOf('member', other) });
    await empty.page.getByText('Cuando un analista o un administrador cargue un documento, aparecerá aquí en segundos.').waitFor();
    await empty.page.context().close();
    // On a small screen the table scrolls, and does not break the words of a name.
    await page.setViewportSize({ width: 1024, height: 768 });
    expect((await page.getByRole('columnheader', { name: 'Perfil' }).boundingBox())!.width).toBeGreaterThanOrEqual(200);
    await page.context().close();
  });

  it('has a menu on a phone that is out of reach while it is closed, and closes when it leads to the same screen', async () => {
    const { page, troubles } = await browser.open('/portafolio?alert=5', { cookie: analyst, width: 390 });
    const link = page.getByRole('navigation').getByRole('link', { name: 'Portafolio' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await link.count()).toBe(0);
    await page.getByRole('button', { name: 'Abrir el menú' }).click();
    await link.click();
    await link.waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('has its filters behind a button on a phone, which tells how many are in use', async () => {
    const { page, troubles } = await browser.open('/portafolio?alert=4,5', { cookie: analyst, width: 390 });
    const menus = page.getByRole('button', { name: /^(Alerta|Condición|Cambió desde)/ });
    const filters = page.getByRole('button', { name: 'Filtros: 1' });
    await filters.waitFor();
    // Safari on a telephone enlarges the page at the focus of a field with smaller text.
    const sizeOf = (field: Locator) => field.evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).fontSize);
    expect(await sizeOf(page.getByRole('searchbox'))).toBe('16px');
    expect(await menus.count()).toBe(0);
    expect(await filters.getAttribute('aria-expanded')).toBe('false');
    expect(await accessibilityFindings(page)).toEqual([]);
    await filters.click();
    await page.getByRole('button', { name: 'Alerta: 2' }).waitFor();
    expect(await menus.count()).toBe(3);
    await page.getByRole('button', { name: 'Modo' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Monitoreo', exact: true }).click();
    await page.getByRole('button', { name: 'Filtros: 2' }).waitFor();
    // What is printed from a phone tells the filters, too.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filtros: 2' }).click();
    await page.emulateMedia({ media: 'print' });
    await page.getByText('Alerta: Alerta crítica, Alerta alta').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('has a palette that leads to profiles, screens and acts, and a list of shortcuts', async () => {
    const { page, troubles } = await browser.open('/consumo', { cookie: analyst });
    await page.getByText('Cuota disponible').waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Atajos de teclado' }).getByText('Perfil siguiente').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Buscar por documento o razón social' });
    const selected = page.getByRole('option', { selected: true });
    for (const place of [1, 2, 3]) {
      await field.press('ArrowDown');
      await page.getByRole('option').nth(place).and(selected).waitFor();
    }
    for (const place of [1, 2]) {
      await page.getByRole('option').nth(place).hover();
      await page.getByRole('option').nth(place).and(selected).waitFor();
    }
    await field.fill('nadie se llama así');
    await page.getByRole('option', { name: 'Buscar «nadie se llama así» en el portafolio' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await field.fill('colores');
    await page.getByRole('option', { name: 'Usar colores claros' }).waitFor();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByRole('option', { name: 'Usar colores oscuros' }).waitFor();
    await field.fill('webh');
    await page.getByRole('option', { name: 'Webhooks Pantalla', exact: false }).waitFor();
    await field.fill(high);
    await page.getByRole('option', { name: new RegExp(`RUC ${high}`) }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    // Enter takes what an input method proposes.
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true });
    expect(await field.inputValue()).toBe(high);
    await field.press('Enter');
    await page.waitForURL(`**/perfiles/RUC/${high}`);

    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    let find!: () => void;
    const found = new Promise<void>((resolve) => (find = resolve));
    await page.route('**/panel/v1/portfolio?q=portaf&*', async (route) => {
      await found;
      const url = route.request().url().replace('q=portaf&', `q=${high}&`);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await field.fill('portaf');
    await page.getByRole('option', { selected: true, name: /^Portafolio/ }).waitFor();
    await field.press('ArrowDown');
    const searchAll = page.getByRole('option', { selected: true, name: 'Buscar «portaf» en el portafolio' });
    await searchAll.waitFor();
    // A profile that is found later stands above what was chosen, and is not chosen in its place.
    find();
    await page.getByRole('option', { name: new RegExp(`RUC ${high}`) }).waitFor();
    expect(await searchAll.count()).toBe(1);
    await field.press('ArrowUp');
    await page.getByRole('option', { selected: true, name: /^Portafolio/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL('**/portafolio');
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('explains what to do if it is empty, or if no profile matches', async () => {
    const { corporationId: empty } = await system.createCorporation('monthly');
    const cookie = await cookieOf('analyst', empty);
    const { page } = await browser.open('/portafolio', { cookie });
    await page.getByText('Todavía no hay perfiles en el portafolio').waitFor();
    await page.getByRole('link', { name: 'Cargar documentos' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto('/portafolio?q=nadie');
    await page.getByText('Ningún perfil cumple estos filtros').waitFor();
    await page.getByRole('button', { name: 'Borrar la búsqueda' }).press('Enter');
    await page.getByText('Todavía no hay perfiles en el portafolio').waitFor();
    const search = page.getByRole('searchbox');
    await search.and(page.locator(':focus')).fill('nadie');
    // A key press from a script clears nothing by itself, like a real one in Firefox.
    await search.dispatchEvent('keydown', { key: 'Escape', isComposing: true });
    await page.getByText('Ningún perfil cumple estos filtros').waitFor();
    expect(await search.inputValue()).toBe('nadie');
    await search.dispatchEvent('keydown', { key: 'Escape' });
    await page.getByText('Todavía no hay perfiles en el portafolio').waitFor();
    await search.fill('nadie');
    await page.getByText('Ningún perfil cumple estos filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar filtros' }).press('Enter');
    await page.getByText('Todavía no hay perfiles en el portafolio').waitFor();
    await page.locator('h1:focus').waitFor();
    await page.context().close();
  });

  it('reports a failed read with a code for support, and recovers on a retry', async () => {
    const rename = (from: string, to: string) => system.database.query(`ALTER VIEW profiles.${from} RENAME TO ${to}`);
    const { page, troubles } = await browser.open('/consumo', { cookie: analyst });
    await page.getByText('Cuota disponible').waitFor();
    // Nothing but the button has the page read again, and it never takes the stream for silent.
    await page.route('**/panel/v1/live', (route) => route.fulfill({ status: 503 }));
    await page.clock.setFixedTime(new Date());
    await rename('listed_profile', 'listed_profile_away');
    try {
      await page.goto('/portafolio');
      const failed = page.getByRole('alert').filter({ hasText: 'No se pudo mostrar' });
      await failed.getByText('Código para soporte').waitFor();
      expect(await page.getByText('Todavía no hay perfiles').count()).toBe(0);
      expect(await accessibilityFindings(page)).toEqual([]);
    } finally {
      await rename('listed_profile_away', 'listed_profile');
    }
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await row(page, high).waitFor();
    await page.getByText('4 perfiles').waitFor();
    expect(troubles.policy).toEqual([]);
    await page.context().close();
  });

  it.each(bothWidths)('is accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/portafolio', { ...view, cookie: analyst });
    await page.getByText(high).waitFor();
    await page.getByRole('checkbox', { name: 'Seleccionar toda la página' }).check();
    await bar(page).getByText('4 seleccionados').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('prints names and fields in the dark theme as in the light one', async () => {
    const { page } = await browser.open('/portafolio', { cookie: analyst });
    const lookOf = (part: Locator) =>
      part.evaluate((element) => {
        const { color, backgroundColor } = element.ownerDocument.defaultView!.getComputedStyle(element);
        return { color, backgroundColor };
      });
    const ink = async () => [await lookOf(row(page, high).getByRole('link')), await lookOf(page.locator('#portfolio-search'))];
    await row(page, high).waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    const byDay = await ink();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    expect(await ink()).toEqual(byDay);
    await page.context().close();
  });

  it('prints every column, the filters, instants, and the time of printing', async () => {
    const { page } = await browser.open('/portafolio?alert=4,5&q=2099', { cookie: analyst });
    await row(page, high).waitFor();
    await page.getByRole('checkbox').nth(1).check();
    await bar(page).waitFor();
    // From then on the frame of the page would change its padding in a transition.
    await page.locator('[data-resizing]').waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'print' });
    expect(await bar(page).isVisible()).toBe(false);
    // The width of A4 between its margins.
    const cut = await page.getByRole('table').evaluate((table) => {
      const [frame, main] = [table.parentElement!, table.closest('main')!];
      main.style.width = '703px';
      const badge = table.ownerDocument.defaultView!.getComputedStyle(table.querySelector('.mantine-Badge-root')!);
      return { beyond: frame.scrollWidth - frame.clientWidth, background: badge.getPropertyValue('print-color-adjust') };
    });
    expect(cut).toEqual({ beyond: 0, background: 'exact' });
    expect(await page.getByRole('checkbox').filter({ visible: true }).count()).toBe(0);
    await page.getByText('«2099»').waitFor();
    await page.getByText('Alerta: Alerta crítica, Alerta alta').waitFor();
    await row(page, high)
      .getByText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/)
      .waitFor();
    await page.evaluate(`{ Date.now = () => Date.parse('2031-02-03T17:30:00Z'); dispatchEvent(new Event('beforeprint')); }`);
    await page.getByText('impreso el 03/02/2031, 12:30').waitFor();
    await page.context().close();
  });

  it('switches to English', async () => {
    const { page, troubles } = await browser.open('/portafolio', { cookie: analyst });
    await page.getByText('4 perfiles').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('switch');
    await page.getByRole('option', { selected: true, name: 'Switch to English' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Portfolio' }).waitFor();
    await page.getByText('4 profiles').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
