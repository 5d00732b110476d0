import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type PanelClient, type System } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { cutOffHeadings } from '../../src/browser/cut-off-headings.js';
import { newPerson } from '../../src/browser/new-person.js';
import { describeBrowser } from './describe-browser.js';

const screens = [
  '/',
  ...['corporaciones', 'usuarios', 'actividad', 'fuentes', 'datos', 'colas', 'verificacion'].map((name) => `/operador/${name}`),
];
/** The others show a table only while there is something to tell. */
const withTable = new Set(
  ['corporaciones', 'usuarios', 'actividad', 'fuentes', 'datos', 'verificacion'].map((name) => `/operador/${name}`),
);
const none = { console: [], policy: [] };
const focusOf = (button: string) =>
  `new Promise((resolve) => document.addEventListener('focusin', ({ target }) => target.textContent === '${button}' && resolve()))`;

describeBrowser('the pages of operators', () => {
  let system: System;
  let browser: TestBrowser;
  let baseUrl: string;
  let operator: PanelClient;
  let cookie: string;
  let colleague: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    baseUrl = system.replicas('gateway')[0]!.url;
    const { corporationId } = await system.createCorporation('monthly');
    operator = await newPerson(system, 'operator');
    cookie = String(operator.cookie);
    colleague = String((await newPerson(system, 'admin', corporationId)).cookie);
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await operator?.call('DELETE', '/operator/sources/boletin_concursal/pause');
    await browser?.stop();
    await system?.stop();
  });

  it('create a corporation, a contract and more months, and show them in the statement', async () => {
    const { page, troubles } = await browser.open('/operador/corporaciones', { cookie });
    await page.getByRole('button', { name: 'Nueva corporación' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Andina de Prueba S.A.C.');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Crear', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Andina de Prueba S.A.C.' }).waitFor();

    await page.getByRole('button', { name: 'Nuevo contrato' }).click();
    await page.getByLabel('Meses de la cuota').fill('120');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Crear contrato' }).click();
    await page.getByText('120 de 120 disponibles').waitFor();

    const actions = page.getByRole('button', { name: /^Acciones del contrato/ });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Ajustar meses' }).click();
    await page.getByLabel('Cuántos meses').fill('6');
    await page.getByLabel('Motivo').fill('cortesía');
    await page.getByText('Quedarán 126 disponibles.').waitFor();
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await page.getByText('126 de 126 disponibles').waitFor();

    await actions.click();
    await page.getByRole('menuitem', { name: 'Estado de cuenta' }).click();
    await page.getByText('cortesía').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('create one corporation, however long the screen that shows it takes to come', async () => {
    const name = `Altiplano de Prueba ${randomUUID()}`;
    const { page, troubles } = await browser.open('/operador/corporaciones', { cookie });
    let letItCome = () => {};
    const file = new Promise<void>((resolve) => (letItCome = resolve));
    const screen = /\/assets\/corporation-(?!status)/;
    await page.route(screen, async (route) => {
      await file;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Nueva corporación' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill(name);
    // After a second without the file, the router removes the list and the button in it.
    const focusReturns = page.evaluate(focusOf('Nueva corporación'));
    const create = page.getByRole('button', { name: 'Crear', exact: true });
    await Promise.all([page.waitForRequest(screen), create.dblclick(), focusReturns]);
    await create.waitFor({ state: 'detached' });
    letItCome();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect((await operator.get(`/operator/corporations?q=${name}`)).body.corporations).toHaveLength(1);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('lead from a page whose rows have moved to the first page', async () => {
    const { page, troubles } = await browser.open('/operador/colas', { cookie });
    await page.route(/\/operator\/(?:users|corporations)\?before=/, (route) =>
      route.fulfill({ json: { users: [], corporations: [], older: null, newer: null } }),
    );
    for (const screen of ['usuarios', 'corporaciones']) {
      await page.goto(`/operador/${screen}?before=x`);
      await page.getByText('Esta página de la lista ya está vacía').waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Ir a la primera página' }).press('Enter');
      await page.getByRole('table').waitFor();
      await page.locator('h1:focus').waitFor();
      expect(new URL(page.url()).search).toBe('');
    }
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('show the months after an adjustment, but not if it may also take held months', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Costa de Prueba S.A.C.' } })).body
      .corporation;
    const terms = {
      kind: 'one_time',
      startsOn: '2020-01-01',
      endsOn: '2099-12-31',
      quotaMonths: 8,
      documentPriceCents: 0,
      excludedSections: [],
    };
    await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: terms });
    const { page, troubles } = await browser.open('/operador/colas', { cookie });
    await page.route(/\/contracts$/, async (route) => {
      const response = await route.fetch();
      const { contracts } = await response.json();
      await route.fulfill({
        response,
        json: { contracts: [{ ...contracts[0], quota: { granted: 8, available: 3, held: 5, consumed: 0 } }] },
      });
    });
    await page.goto(`/operador/corporaciones/${corporationId}`);
    await page.getByRole('button', { name: /^Acciones del contrato/ }).click();
    await page.getByRole('menuitem', { name: 'Ajustar meses' }).click();
    await page.getByText('Quitar', { exact: true }).first().click();
    const amount = page.getByLabel('Cuántos meses');
    await amount.fill('3');
    await page.getByText('Quedarán 0 disponibles.').waitFor();
    await amount.fill('4');
    await page.getByText('Solo hay 3 disponibles.').waitFor();
    await page.getByLabel('Quitar también los reservados').check();
    await page.getByText('Solo hay 3 disponibles.').waitFor({ state: 'detached' });
    expect(await page.getByText(/^Quedar/).count()).toBe(0);
    await amount.fill('003');
    await page.getByText('Quedarán 0 disponibles.').waitFor();
    await amount.fill('00');
    await page.getByText('Escriba un número mayor que cero.').waitFor();
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('offer to take months from a contract that has ended, not to add any, and name its days', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Desierto de Prueba S.A.C.' } })).body
      .corporation;
    const days = { startsOn: '2020-01-01', endsOn: '2020-12-31' };
    const terms = { kind: 'one_time', ...days, quotaMonths: 8, documentPriceCents: 0, excludedSections: [] };
    await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: terms });
    const { page, troubles } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByText('8 de 8 sin usar al terminar').waitFor();
    await page.getByRole('button', { name: /^Acciones del contrato/ }).click();
    await page.getByRole('menuitem', { name: 'Ajustar meses' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ajustar meses del contrato 01/01/2020 – 31/12/2020' });
    await dialog.getByText('El contrato terminó: ya no se le pueden agregar meses, solo quitar.').waitFor();
    expect(await dialog.getByText('Agregar', { exact: true }).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByLabel('Cuántos meses').fill('9');
    await dialog.getByText('Solo hay 8 meses sin usar.').waitFor();
    await dialog.getByLabel('Cuántos meses').fill('3');
    await dialog.getByText('Quedarán 5 meses sin usar.').waitFor();
    await dialog.getByLabel('Motivo').fill('anulados');
    await dialog.getByRole('button', { name: 'Quitar', exact: true }).click();
    await page.getByText('5 de 5 sin usar al terminar').waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('say what is wrong with an amount or a day that is typed for a contract', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Selva de Prueba S.A.C.' } })).body
      .corporation;
    const { page } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByRole('button', { name: 'Nuevo contrato' }).click();
    await page.getByLabel('Meses de la cuota').fill('1,000');
    await page.getByText('Escriba un número entero de hasta seis cifras').waitFor();
    await page.getByLabel('Precio por documento nuevo').fill('1,50');
    await page.getByText('Escriba un monto como 1.50').waitFor();
    const lastDay = page.getByLabel('Último día');
    await lastDay.fill('2020-01-01');
    await page.getByText('El último día no puede ser anterior al primero').waitFor();
    // So far the year is 203, and more digits are to come. Month and day are the same, because browsers ask for either first.
    await lastDay.pressSequentially('0101203');
    expect(await lastDay.inputValue()).toBe('0203-01-01');
    expect(await page.getByText('El último día no puede ser anterior al primero').count()).toBe(0);
    await lastDay.fill('2020-01-01');
    await page.getByText('El último día no puede ser anterior al primero').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('say before a monthly contract is created that it does not bring back the monitoring that ended before it', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Puna de Prueba S.A.C.' } })).body
      .corporation;
    const terms = { kind: 'monthly', startsOn: '2020-01-01', endsOn: '2090-06-30', quotaMonths: 0, documentPriceCents: 0 };
    await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: { ...terms, excludedSections: [] } });
    const { page, troubles } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByText(/2090$/).waitFor();
    await page.getByRole('button', { name: 'Nuevo contrato' }).click();
    const firstDay = page.getByLabel('Primer día');
    const notice = page.getByText(
      /^El contrato mensual anterior tiene como último día el 30\/06\/2090.* desde el 01\/08\/2090, active de nuevo/,
    );
    await firstDay.fill('2090-08-01');
    await page.getByLabel('Meses de la cuota').waitFor();
    expect(await notice.count()).toBe(0);
    await page.getByText('Mensual', { exact: true }).last().click();
    await notice.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await firstDay.fill('2090-07-01');
    await notice.waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('say before a monthly contract is created on its first day, or later, that the monitoring before it has ended', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Puna de Prueba S.A.C.' } })).body
      .corporation;
    const terms = { kind: 'monthly', startsOn: '2020-01-01', endsOn: '2020-06-30', quotaMonths: 0, documentPriceCents: 0 };
    await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: { ...terms, excludedSections: [] } });
    const { page, troubles } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByText(/06\/2020$/).waitFor();
    await page.getByRole('button', { name: 'Nuevo contrato' }).click();
    await page.getByText('Mensual', { exact: true }).last().click();
    await page.getByLabel('Primer día').fill('2020-07-01');
    const notice = page.getByText(/^El contrato mensual anterior terminó el 30\/06\/2020 y con él terminó el monitoreo\. /);
    await notice.getByText('no lo reanuda: cuando lo haya creado, active de nuevo').waitFor();
    await page.getByLabel('Último día').fill('2020-12-31');
    await notice.waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('say before a new end is saved that the next monthly contract does not continue the monitoring', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Puna de Prueba S.A.C.' } })).body
      .corporation;
    const terms = { kind: 'monthly', quotaMonths: 0, documentPriceCents: 0, excludedSections: [] };
    for (const [startsOn, endsOn] of [
      ['2020-01-01', '2090-06-30'],
      ['2090-07-01', '2090-12-31'],
    ]) {
      await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body: { ...terms, startsOn, endsOn } });
    }
    const { page, troubles } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByRole('button', { name: 'Acciones del contrato 01/01/2020 – 30/06/2090' }).click();
    await page.getByRole('menuitem', { name: 'Cambiar fin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar fin' });
    const notice = dialog.getByText(/^El siguiente contrato mensual empieza el 01\/07\/2090 y no al día siguiente\. /);
    await dialog.getByLabel('Último día').fill('2090-06-29');
    await notice.getByText('El monitoreo termina el 29/06/2090').waitFor();
    await dialog.getByLabel('Último día').fill('2090-06-30');
    await notice.waitFor({ state: 'detached' });
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it.each(bothWidths)('show the whole name of a corporation that is one long word at $width px', async (view) => {
    const name = 'A'.repeat(200);
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name } })).body.corporation;
    const { page } = await browser.open(`/operador/corporaciones/${corporationId}`, { ...view, cookie });
    await page.getByRole('button', { name: 'Suspender' }).click();
    await page.getByRole('dialog').getByText(name).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.context().close();
  });

  it('print every column of a list with a name that is one long word', async () => {
    const beginning = `Z${randomUUID().replaceAll('-', '')}`;
    const name = `${beginning}${'A'.repeat(150)}`;
    await operator.call('POST', '/operator/corporations', { body: { name } });
    const { page } = await browser.open(`/operador/corporaciones?q=${beginning}`, { cookie });
    await page.getByRole('link', { name }).waitFor();
    // From then on the frame of the page would change its padding in a transition.
    await page.locator('[data-resizing]').waitFor({ state: 'detached' });
    await page.emulateMedia({ media: 'print' });
    // The width of A4 between its margins.
    const beyond = await page.getByRole('table').evaluate((table) => {
      table.closest('main')!.style.width = '703px';
      return table.parentElement!.scrollWidth - table.parentElement!.clientWidth;
    });
    expect(beyond).toBe(0);
    await page.context().close();
  });

  it.each(bothWidths)('show the whole name of a user that is one long word before deactivating them, at $width px', async (view) => {
    const name = 'A'.repeat(200);
    const { body } = await operator.call('POST', '/operator/corporations', { body: { name: 'Quebrada de Prueba S.A.C.' } });
    const { corporationId } = body.corporation;
    await operator.call('POST', `/operator/corporations/${corporationId}/users`, {
      body: { name, email: `${randomUUID()}@quebrada.example`, role: 'admin' },
    });
    const { page } = await browser.open(`/operador/corporaciones/${corporationId}`, { ...view, cookie });
    await page.getByRole('button', { name: `Acciones sobre ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(name).waitFor();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.context().close();
  });

  it('suspend a corporation that a colleague has suspended meanwhile, instead of resuming it', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Puna de Prueba S.A.C.' } })).body
      .corporation;
    const { page } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByRole('button', { name: 'Suspender' }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspender «Puna de Prueba S.A.C.»' });
    await dialog.waitFor();
    await operator.call('PATCH', `/operator/corporations/${corporationId}`, { body: { status: 'suspended' } });
    // The operator comes back to this tab a minute later: it reads again what it shows.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
    await page.getByText('Esta corporación está suspendida').waitFor();
    await dialog.getByRole('button', { name: 'Suspender' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await operator.get(`/operator/corporations/${corporationId}`)).body.corporation.status).toBe('suspended');
    await page.context().close();
  });

  it('move the end of a contract only after they have been told that a colleague moved it', async () => {
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Quebrada de Prueba S.A.C.' } })).body
      .corporation;
    const terms = { kind: 'monthly', startsOn: '2020-01-01', endsOn: '2099-12-31', quotaMonths: 0, documentPriceCents: 0 };
    const place = `/operator/corporations/${corporationId}/contracts`;
    const { contract } = (await operator.call('POST', place, { body: { ...terms, excludedSections: [] } })).body;
    const { page, troubles } = await browser.open(`/operador/corporaciones/${corporationId}`, { cookie });
    await page.getByRole('button', { name: /^Acciones del contrato/ }).click();
    await page.getByRole('menuitem', { name: 'Cambiar fin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambiar fin' });
    await dialog.getByText(/^El monitoreo termina con el contrato, /).waitFor();
    await dialog.getByLabel('Último día').fill('2097-06-30');
    await dialog.getByLabel('Motivo').fill('adenda 3');
    await operator.call('PATCH', `${place}/${contract.contractId}`, { body: { endsOn: '2098-12-31', reason: 'adenda 2' } });
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.getByText('Otra persona cambió el fin mientras tanto: el contrato termina ahora el 31/12/2098.').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByText('01/01/2020 – 31/12/2098').waitFor();
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('01/01/2020 – 30/06/2097').waitFor();
    await page.getByText(/^El \d\d\/\d\d\/\d{4} el fin pasó del 31\/12\/2099 al 31\/12\/2098\. Motivo: adenda 2$/).waitFor();
    await page.getByText(/ el fin pasó del 31\/12\/2098 al 30\/06\/2097\. Motivo: adenda 3$/).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('count the credentials of a corporation without one that was just revoked', async () => {
    const name = `Valle de Prueba ${randomUUID()}`;
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name } })).body.corporation;
    await operator.call('POST', `/operator/corporations/${corporationId}/credentials`, { body: { name: 'ERP' } });
    const { page } = await browser.open('/operador/colas', { cookie });
    // However long this takes, what the page has read does not become old.
    await page.clock.setFixedTime(Date.now());
    await page.goto(`/operador/corporaciones?q=${name}`);
    const credentials = page.getByRole('row', { name }).getByRole('cell').nth(4);
    await credentials.getByText('1', { exact: true }).waitFor();
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Revocar ERP' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click();
    await page.getByText('Revocada').waitFor();
    await page.goBack();
    await credentials.getByText('0', { exact: true }).waitFor();
    expect(await credentials.innerText()).toBe('0');
    // The page's own way back leads to the list as it was, too.
    await page.getByRole('link', { name }).click();
    await page.getByText('Revocada').waitFor();
    await page.locator('main').getByRole('link', { name: 'Corporaciones' }).click();
    await credentials.waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe(name);
    await page.context().close();
  });

  it('show overdue work whose kind only a newer gateway knows by its own name, and what was not counted to its end', async () => {
    const { page, troubles } = await browser.open('/operador/fuentes', { cookie });
    await page.route(/\/operator\/queues$/, async (route) => {
      const response = await route.fetch();
      const { overdue, ...others } = await response.json();
      const newer = [
        { kind: 'newer_late', rows: 2, oldestAt: '2026-11-21T15:20:00.000Z' },
        { kind: 'newer_on_time', rows: 0, oldestAt: null },
        { kind: 'newer_many', rows: 10_000, oldestAt: '2026-11-21T15:20:00.000Z' },
        { kind: 'newer_unknown', rows: null, oldestAt: null },
      ];
      await route.fulfill({ response, json: { ...others, overdue: [...overdue, ...newer] } });
    });
    await page.goto('/operador/colas');
    await page.getByText('newer_late').first().waitFor();
    await page.getByText('10,000 o más').waitFor();
    await page.getByText('No se pudo contar').waitFor();
    await page.getByText('newer_unknown', { exact: true }).waitFor();
    await page.getByText(/^Al día: .*newer_on_time/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('show overdue work while the broker is away, and lead from the start page to a data set that is late', async () => {
    const { page, troubles } = await browser.open('/operador/fuentes', { cookie });
    await page.route(/\/operator\/queues$/, (route) =>
      route.fulfill({
        json: {
          queues: null,
          refused: null,
          overdue: [
            { kind: 'billing_event', rows: 2, oldestAt: '2026-11-21T15:20:00.000Z' },
            { kind: 'delivery', rows: null, oldestAt: null },
          ],
        },
      }),
    );
    await page.route(/\/operator\/datasets$/, async (route) => {
      const response = await route.fetch();
      const { datasets, leftOver } = await response.json();
      const late = { pause: null, latest: null, missingWeek: null, licenceMissing: false, isLate: true };
      const told = datasets.map((one: { dataset: string }) => (one.dataset === 'un' ? { ...one, ...late } : { ...one, isLate: false }));
      await route.fulfill({ response, json: { datasets: told, leftOver } });
    });
    await page.goto('/');
    const work = page.getByRole('region', { name: 'Trabajo de los servicios' });
    await work.getByText('El broker no responde').waitFor();
    await work.getByText('2 filas atrasadas').waitFor();
    await work.getByText('Parte de los atrasos no se pudo contar').waitFor();
    expect(await work.getByText('Nada está atrasado').count()).toBe(0);
    const data = page.getByRole('region', { name: 'Datos' });
    await data.getByText('Atrasado').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const title = 'Naciones Unidas: lista consolidada del Consejo de Seguridad';
    await data.getByRole('link', { name: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.goBack();
    await work.getByRole('link', { name: 'Ver colas y atrasos' }).click();
    await page.getByRole('alert').getByText('El broker no responde').waitFor();
    await page.getByText('Avisos de facturación').first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().close();
  });

  it('find a corporation by name from any page', async () => {
    const name = `Sierra de Prueba ${randomUUID()}`;
    const { corporationId } = (await operator.call('POST', '/operator/corporations', { body: { name } })).body.corporation;
    const { page, troubles } = await browser.open('/operador/colas', { cookie });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Buscar una corporación o ir a una pantalla' });
    await field.fill('nadie se llama así');
    await page.getByRole('option', { name: 'Buscar «nadie se llama así» en las corporaciones' }).waitFor();
    await field.fill(name.slice(0, -2));
    await page.getByRole('option', { selected: true, name: `${name} Corporación` }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await field.press('Enter');
    await page.waitForURL(`**/operador/corporaciones/${corporationId}`);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('create an administrator and a credential, deactivate users, and show each act in the activity', async () => {
    const name = 'Costa de Prueba S.A.C.';
    const { body } = await operator.call('POST', '/operator/corporations', { body: { name } });
    const { page, troubles } = await browser.open(`/operador/corporaciones/${body.corporation.corporationId}`, { cookie });
    const dialog = page.getByRole('dialog');
    await page.getByText('Todavía no hay usuarios').waitFor();
    await page.getByRole('button', { name: 'Invitar a un usuario' }).click();
    await dialog.getByLabel('Nombre').fill('Rosa Costa');
    await dialog.getByLabel('Correo').fill(`rosa-${Date.now()}@costa.example`);
    expect(await dialog.getByLabel('Administrador').isChecked()).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invitar a un usuario' }).click();
    await dialog.getByText(/\/contrasena#/).waitFor();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.getByRole('row', { name: /Rosa Costa.*Administrador.*Sin contraseña/ }).waitFor();

    await page.getByRole('button', { name: 'Crear credencial' }).click();
    await dialog.getByLabel('Nombre').fill('ERP de Costa');
    await dialog.getByRole('button', { name: 'Crear credencial' }).click();
    await dialog.getByText(/vs_/).waitFor();
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.getByRole('button', { name: 'Revocar ERP de Costa' }).click();
    await dialog.getByRole('button', { name: 'Revocar' }).click();
    await page.getByText('Revocada').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.getByRole('navigation').getByRole('link', { name: 'Usuarios' }).click();
    await page.getByRole('searchbox', { name: 'Buscar por nombre o correo' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('rosa costa');
    await page.getByRole('link', { name }).waitFor();
    const acts = page.getByRole('button', { name: 'Acciones sobre Rosa Costa' });
    await acts.click();
    await page.getByRole('menuitem', { name: 'Generar otro enlace' }).click();
    // A colleague has renamed the only user found.
    const list = /\/panel\/v1\/operator\/users\?/;
    await page.route(list, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), users: [] } });
    });
    await dialog.getByRole('button', { name: 'Generar el enlace' }).click();
    await page.getByText('Ningún usuario coincide').waitFor();
    await dialog.getByText(/\/contrasena#/).waitFor();
    await page.unroute(list);
    await dialog.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.reload();
    await acts.click();
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    await dialog.getByRole('button', { name: 'Desactivar' }).click();
    await dialog.getByText('Es el último administrador activo').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();

    await page.getByRole('navigation').getByRole('link', { name: 'Actividad' }).click();
    await page.getByRole('button', { name }).first().click();
    await page.getByText('Era el último administrador activo').waitFor();
    // The page before stays until the next one is there.
    await page.getByRole('row').nth(6).waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(6);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar CSV' }).click()]);
    expect(download.suggestedFilename()).toBe('actividad-plataforma.csv');
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('pause a source with a reason that the page shows', async () => {
    const { page, troubles } = await browser.open('/operador/fuentes', { cookie });
    await page.getByRole('button', { name: 'Pausar Boletín concursal' }).click();
    await page.getByLabel('Motivo').fill('mantenimiento del proveedor');
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click();
    await page.getByText(/^En pausa desde el \d\d\/\d\d\/\d{4}, \d\d:\d\d: mantenimiento del proveedor$/).waitFor();
    await page.getByRole('button', { name: 'Reanudar Boletín concursal' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reanudar' }).click();
    await page.getByRole('button', { name: 'Pausar Boletín concursal' }).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('compare portfolios, and report differences by corporation without a document', async () => {
    const { corporationId } = await system.createCorporation('monthly');
    const taxId = '20990000019';
    await system.database.query(
      `WITH checked AS (INSERT INTO profiles.portfolio_check (corporation_id, due_at) VALUES ($1, now() + interval '1 day'))
       INSERT INTO profiles.portfolio_entry (corporation_id, tax_id, doc_type, mode) VALUES ($1, $2, 'RUC', 'monitoring')`,
      [corporationId, taxId],
    );
    const { page, troubles } = await browser.open('/operador/verificacion', { cookie });
    await page.getByRole('button', { name: 'Comparar ahora' }).click();
    await page.getByText(`${corporationId} · 1 fila sin acceso`).waitFor();
    expect(await page.getByText(taxId).count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('name a page whose corporation or data set does not exist', async () => {
    const { page } = await browser.open('/', { cookie });
    for (const [path, told, title] of [
      [`corporaciones/${randomUUID()}`, 'Esta corporación no existe', 'Corporaciones'],
      ['datos/nada', 'Este padrón o lista no existe', 'Datos'],
    ] as const) {
      await page.goto(`/operador/${path}`);
      await page.getByText(told).waitFor();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      expect(await page.title()).toBe(`${title} · Vigía`);
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    await page.context().close();
  });

  it('are closed to other users, and offer them nothing', async () => {
    const { page, troubles } = await browser.open('/', { cookie: colleague });
    for (const screen of screens.slice(1)) {
      await page.goto(screen);
      await page.getByText('No tiene permiso').waitFor();
      const offered = page.getByRole('main').locator('a, button, input');
      expect([screen, await offered.allInnerTexts()]).toEqual([screen, []]);
    }
    expect(await page.getByRole('navigation').getByText('Corporaciones').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it.each(bothWidths)('are accessible at $width px', async (view) => {
    const { page, troubles } = await browser.open('/', { ...view, cookie });
    for (const screen of screens) {
      await page.goto(screen);
      await page.locator('h1').waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      expect({ screen, found: await accessibilityFindings(page) }).toEqual({ screen, found: [] });
    }
    expect(troubles).toEqual(none);
    await page.context().close();
  });

  it('keep each column as wide as its heading at 1024 px, scroll only their tables sideways, and at 1440 px not even these', async () => {
    await operator.call('POST', '/operator/corporations', { body: { name: 'Puerto de Prueba S.A.C.' } });
    const { page } = await browser.open('/', { width: 1024, cookie });
    for (const screen of screens) {
      await page.goto(screen);
      await page.locator('h1').waitFor();
      await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      if (withTable.has(screen)) await page.getByRole('main').getByRole('columnheader').first().waitFor();
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect({ screen, fits, cutOff: await cutOffHeadings(page) }).toEqual({ screen, fits: true, cutOff: [] });
      await page.setViewportSize({ width: 1440, height: 900 });
      const frames = page.getByRole('main').locator('*:has(> table)');
      const scrolled = await frames.evaluateAll((all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect({ screen, scrolled }).toEqual({ screen, scrolled: 0 });
      await page.setViewportSize({ width: 1024, height: 900 });
    }
    await page.context().close();
  });

  it('link to the API reference, which is accessible except for one known finding, and back', async () => {
    const { page, troubles } = await browser.open('/docs#/perfiles/perfilesCargarV2');
    // Swagger UI reads the whole document before it opens an operation: four seconds of a processor, minutes of a shared one.
    await page.locator('.opblock.is-open').waitFor({ timeout: 150_000 });
    await page.locator('#servers[aria-label]').waitFor();
    // A row of the library is a button with a link in it.
    expect((await accessibilityFindings(page)).map(({ rule }) => rule)).toEqual(['nested-interactive']);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Ingresar' }).waitFor();
    expect(troubles).toEqual(none);
    await page.context().close();
  });
});
