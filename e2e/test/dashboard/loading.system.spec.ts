import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { livingSystem, type PanelClient, signedIn, type System, waitUntil } from '@vigia/testing';
import type { Locator, Page, Route } from 'playwright-core';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { newPerson } from '../../src/browser/new-person.js';
import { signInOn } from '../../src/browser/sign-in.js';
import { whilePaused } from '../../src/clients/ask-operator.js';
import { freshRuc, freshRucs } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { adjustQuota } from '../quota/faults.js';
import { describeBrowser } from './describe-browser.js';

const clean = { console: [], policy: [] };
const away = { statusCode: 503, error: 'Service Unavailable', message: 'away', code: 'unavailable' };
const isPost = (route: Route) => route.request().method() === 'POST';
/** In the page itself: the types of a browser are not those of the tests. */
const warnsWhoLeaves = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`;
/** Adds to the list, and asks at once, before any timer of the page, whether it can be sent. */
const canSendRightAfterTyping = (typed: string) => `(async () => {
  const area = document.querySelector('main textarea');
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(area, area.value + ${JSON.stringify(typed)});
  area.dispatchEvent(new Event('input', { bubbles: true }));
  await undefined;
  return [...document.querySelectorAll('main button')].some((button) => button.textContent === 'Cargar 1 documento' && !button.disabled);
})()`;
const result = { state: 'loaded', reason: null, refusal: null, estado: 'succeeded', access: 'active', done: 17, of: 17 };
const finished = {
  at: new Date().toISOString(),
  kind: 'load',
  actor: null,
  docType: 'RUC',
  mode: 'monitoring',
  months: null,
  state: 'finished',
  counts: { loading: 0, loaded: 99, skipped: 0, failed: 1 },
  activationFailed: 0,
  onlyQueries: 0,
};
const terms = { kind: 'one_time', startsOn: '2020-01-01', endsOn: '2099-12-31' } as const;

describeBrowser('the page for loading', () => {
  let system: System;
  let browser: TestBrowser;
  let client: NewClient;
  let analyst: PanelClient;
  let member: PanelClient;
  let otherGateway: string;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system, { ...terms, quotaMonths: 5_000, documentPriceCents: 150 });
    [analyst, member] = await Promise.all([person(client, 'analyst'), person(client, 'member')]);
    otherGateway = (await system.start('gateway')).url;
    browser = await TestBrowser.start(client.baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  const person = ({ corporationId }: NewClient, role: 'analyst' | 'member') => newPerson(system, role, corporationId);
  const available = async (page: PanelClient) => (await page.get('/contracts')).body.contracts[0].quota.available as number;
  const documents = (page: Page) => page.getByRole('textbox', { name: 'Documentos' });
  const sendOne = async (page: Page, taxId: string) => {
    await documents(page).fill(taxId);
    await page.getByRole('button', { name: 'Cargar 1 documento' }).click();
    await page.getByText(/^0 de 1 solicitud enviada\. /).waitFor();
  };
  const lookElsewhere = async (page: Page) => {
    await page.getByRole('link', { name: 'Portafolio' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Portafolio' }).waitFor();
  };

  it('reports errors and cost of a file, charges a double click once, and shows progress anywhere', async () => {
    const good = freshRucs(110);
    const wrong = ['20990000010', good[0]!, '45678912', 'sin número'];
    const file = ['documento;nombre', ...good.map((taxId) => `${taxId};Prueba`), ...wrong].join('\r\n');
    const { page, troubles } = await browser.open('/cargas', { cookie: analyst.cookie });
    await page.locator('input[type=file]').setInputFiles({ name: 'cartera.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('110 listos para cargar, 4 con problemas').waitFor();
    const told = await page.getByRole('region', { name: '4 líneas no se enviarán' }).getByRole('listitem').allInnerTexts();
    expect(told).toEqual([
      'Línea 112: 20990000010. El dígito verificador no es correcto.',
      `Línea 113: ${good[0]}. Está repetido: se carga una sola vez.`,
      'Línea 114: 45678912. Parece un DNI, no un RUC.',
      'Línea 115: sin número. No tiene la forma de un RUC.',
    ]);
    await page.getByRole('alert').getByText('Una lista larga se carga por partes').waitFor();
    // What is refused has neither a balance afterwards nor an end.
    expect(await page.getByText(/meses de la cuota: hoy hay|^Vencen? e|^El mes en curso/).count()).toBe(0);
    await page.getByLabel('Meses de monitoreo').selectOption('1 mes');
    await page.getByText('Usa 110 meses de la cuota: hoy hay 5,000 y quedarían 4,890.').waitFor();
    await page.getByText(/Hasta S\/.165\.00 por 110 documentos/).waitFor();
    await page.getByText('Se envían en 2 solicitudes de hasta 100 documentos.').waitFor();

    // Nothing is left of the documents of this minute, until the page has said that it waits.
    const bucket = `documents ${client.corporationId}`;
    await system.database.query(`INSERT INTO identity.rate_bucket VALUES ($1, 0, clock_timestamp() + interval '1 hour')`, [bucket]);
    await page.getByRole('button', { name: 'Cargar 110 documentos' }).dblclick();
    await page
      .getByText(/^0 de 2 solicitudes enviadas\. Se pidieron demasiados documentos en un minuto\. La siguiente espera \d+ s/)
      .waitFor();
    await system.database.query('UPDATE identity.rate_bucket SET tokens = 1000 WHERE key = $1', [bucket]);
    await page.getByRole('heading', { name: 'Carga de 110 documentos' }).waitFor({ timeout: 240_000 });
    await page
      .getByText('Puede cerrar esta página')
      .or(page.getByText('110 listos', { exact: true }))
      .first()
      .waitFor();
    const address = new URL(page.url()).pathname;
    await page.context().close();

    const elsewhere = await browser.open(`${otherGateway}${address}`, { cookie: analyst.cookie });
    await elsewhere.page.getByText('110 listos', { exact: true }).waitFor({ timeout: 240_000 });
    const [download] = await Promise.all([
      elsewhere.page.waitForEvent('download'),
      elsewhere.page.getByRole('link', { name: 'Descargar CSV' }).click(),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.slice('RUC '.length, 'RUC '.length + 11)).toSorted()).toEqual(good.toSorted());
    expect(await available(analyst)).toBe(4_890);
    const { loads } = (await analyst.get('/loads')).body;
    expect(loads.map(({ counts }: { counts: { loaded: number } }) => counts.loaded)).toEqual([10, 100]);
    expect([troubles, elsewhere.troubles]).toEqual([clean, clean]);
    await elsewhere.page.context().close();
  }, 600_000);

  it('names the first hundred faulty lines of a long list and counts the others, in a field that keeps its size', async () => {
    const { page, troubles } = await browser.open('/cargas', { cookie: analyst.cookie });
    const { height } = (await documents(page).boundingBox())!;
    await documents(page).fill(Array.from({ length: 1_250 }, (_, i) => 40_000_000 + i).join('\n'));
    const told = page.getByRole('region', { name: '1,250 líneas no se enviarán' }).getByRole('listitem');
    await told.first().waitFor();
    expect([await told.count(), await told.last().innerText()]).toEqual([101, 'Y 1,150 líneas más.']);
    // Fitting the field to its content would measure the whole list each time that the page is drawn.
    expect(await documents(page).boundingBox()).toMatchObject({ height });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('shows the first five hundred results of a long list, those that need attention first', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: analyst.cookie });
    const taxIdsOf = new Map(Array.from({ length: 6 }, () => [randomUUID() as string, freshRucs(100)]));
    const requestIds = [...taxIdsOf.keys()];
    await page.route('**/panel/v1/loads/*', (route) => {
      const requestId = new URL(route.request().url()).pathname.split('/').at(-1)!;
      const items = taxIdsOf
        .get(requestId)!
        .map((taxId, i) => ({ docType: 'RUC', taxId, ...result, estado: 'partial', ...(i === 0 && { state: 'failed' }) }));
      return route.fulfill({ json: { ...finished, requestId, items } });
    });
    await page.goto(`/cargas/${requestIds.join(',')}`);
    await page.getByText('Se muestran 500 de 600 documentos, primero los que requieren atención. El CSV los tiene todos.').waitFor();
    const rows = page.getByRole('table', { name: 'Documentos de la carga' }).getByRole('row');
    expect(await rows.count()).toBe(1 + 500);
    expect(await rows.filter({ hasText: 'No se cargó' }).count()).toBe(6);
    await page.setViewportSize({ width: 360, height: 740 });
    const numbers = page.getByRole('list', { name: 'Documentos de la carga' }).getByRole('link');
    await numbers.first().waitFor();
    // Each in one line.
    expect(await numbers.evaluateAll((links) => links.filter(({ clientHeight }) => clientHeight > 30).length)).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(['somebody else', 'the sender'])('stops a waiting list when its sender signs out and %s signs in', async (who) => {
    const poor = await newClient(system, { ...terms, quotaMonths: 3 });
    const [sender, other] = await Promise.all([person(poor, 'analyst'), person(client, 'analyst')]);
    const next = who === 'the sender' ? sender : other;
    const { page } = await browser.open('/cargas', { cookie: sender.cookie });
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/panel/v1/loads')) sent += 1;
    });
    await page.clock.install();
    // The gateway would accept the list again after a second.
    let isFull = true;
    const tooMany = { statusCode: 429, error: 'Too Many Requests', message: 'x', code: 'too_many_documents', params: { seconds: 60 } };
    await page.route('**/panel/v1/loads', (route) =>
      isFull && route.request().method() === 'POST'
        ? route.fulfill({ status: 429, headers: { 'retry-after': '60' }, json: tooMany })
        : route.continue(),
    );
    const taxId = freshRuc();
    await documents(page).fill(taxId);
    await page.getByText(/^Usa 3 meses/).waitFor();
    await page.getByRole('button', { name: 'Cargar 1 documento' }).click();
    await page
      .getByText(/^0 de 1 solicitud enviada\. Se pidieron demasiados documentos en un minuto\. La siguiente espera \d+ s/)
      .waitFor();
    await page.getByRole('button', { name: /^Su cuenta:/ }).click();
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await signInOn(page, next);
    await page.getByRole('button', { name: /^Su cuenta:/ }).waitFor();
    isFull = false;
    await page.clock.fastForward('02:00');
    await page.getByRole('link', { name: 'Cargar', exact: true }).first().click();
    expect(await documents(page).inputValue()).toBe('');
    // A reload would also end what must not be sent.
    await lookElsewhere(page);
    expect(sent).toBe(1);
    const reader = await signedIn(client.baseUrl, next);
    expect((await reader.get(`/portfolio?q=${taxId}`)).body.entries).toEqual([]);
    await page.context().close();
  });

  it('shows nothing of the list to somebody else who signs in, even if the page may not reload', async () => {
    // The sign-in ends the session of the sender.
    const [sender, other] = await Promise.all([person(client, 'analyst'), person(client, 'analyst')]);
    const { page } = await browser.open('/cargas', { cookie: sender.cookie });
    page.on('dialog', (dialog) => void dialog.dismiss());
    const list = (route: Route) => isPost(route) && new URL(route.request().url()).pathname === '/panel/v1/loads';
    await page.route('**/panel/v1/loads', (route) => (list(route) ? route.fulfill({ status: 503, json: away }) : route.continue()));
    await sendOne(page, freshRuc());
    const tab = await page.context().newPage();
    await tab.goto('/ingresar');
    await signInOn(tab, other);
    await page.getByRole('button', { name: 'Recargar la página' }).waitFor();
    expect(await documents(page).count()).toBe(0);
    await page.context().close();
  });

  it.each(['its writer', 'somebody else'])(
    'gives an unsent list back after the session has ended by itself only to its writer: %s',
    async (who) => {
      const [writer, other] = await Promise.all([person(client, 'analyst'), person(client, 'analyst')]);
      const { page } = await browser.open('/cargas', { cookie: writer.cookie });
      const taxId = freshRuc();
      await documents(page).fill(taxId);
      await page.getByText(/^Usa \d+ meses/).waitFor();
      // In one step: the page soon learns of the end by itself, and then there is no link.
      await page.evaluate(
        `fetch('/panel/v1/session', { method: 'DELETE' }).then(() => document.querySelector('a[href="/consumo"]').click())`,
      );
      await page.getByText('Su sesión terminó.').waitFor();
      await signInOn(page, who === 'its writer' ? writer : other);
      await page.getByRole('heading', { level: 1, name: 'Consumo' }).waitFor();
      await page.getByRole('link', { name: 'Cargar', exact: true }).first().click();
      expect(await documents(page).inputValue()).toBe(who === 'its writer' ? taxId : '');
      await page.context().close();
    },
  );

  it('keeps an unsent list while its writer visits other screens, and of a sent one the lines with a fault', async () => {
    const { page, troubles } = await browser.open('/cargas', { cookie: analyst.cookie });
    const written = `${freshRuc()}\n45678912;Un DNI`;
    const comeBack = async () => {
      await lookElsewhere(page);
      await page.getByRole('link', { name: 'Cargar', exact: true }).first().click();
    };
    await documents(page).fill(written);
    await page.getByText('Consulta de 48 horas').click();
    await comeBack();
    expect(await documents(page).inputValue()).toBe(written);
    expect(await page.getByRole('radio', { name: 'Consulta de 48 horas' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Cargar 1 documento' }).and(page.locator(':enabled')).waitFor();
    expect(await page.evaluate(canSendRightAfterTyping(''))).toBe(true);
    expect(await page.evaluate(canSendRightAfterTyping(`\n${freshRuc()}`))).toBe(false);
    await page.getByRole('button', { name: 'Cargar 2 documentos' }).click();
    await page.getByRole('heading', { name: 'Carga de 2 documentos' }).waitFor();
    await comeBack();
    expect(await documents(page).inputValue()).toBe('45678912;Un DNI');
    await page.getByText('Línea 1: 45678912. Parece un DNI, no un RUC.').waitFor();
    expect(await page.getByRole('radio', { name: 'Consulta de 48 horas' }).isChecked()).toBe(true);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('says before and after a load with monitoring that a query stays one, and offers to monitor it', async () => {
    const own = await newClient(system, { ...terms, quotaMonths: 3 });
    const taxId = freshRuc();
    await own.load(taxId, { isMonitoring: false });
    const { cookie } = await person(own, 'analyst');
    const { page, troubles } = await browser.open('/cargas', { cookie });
    await documents(page).fill(taxId);
    await page.getByText('1 documento ya está en su portafolio en consulta: no cambia ni cuesta, y no quedará en monitoreo.').waitFor();
    await page.getByRole('button', { name: 'Cargar 1 documento' }).click();
    const title = page.getByText('1 documento está en consulta, sin monitoreo');
    await title.waitFor();
    const note = page.getByText('1 en consulta, sin monitoreo', { exact: true });
    await note.waitFor();
    await page.goto('/cargas');
    const row = page.getByRole('row', { name: /RUC · Monitoreo/ });
    await row.getByText('Terminada', { exact: true }).waitFor();
    await row.filter({ has: note }).getByRole('link', { name: '1 documento' }).click();
    await title.waitFor();
    await page
      .getByText(/^Ya estaba en su portafolio\. Ahora está en consulta hasta el \d\d\/\d\d\/\d{4}, \d\d:\d\d, sin monitoreo\.$/)
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Activar el monitoreo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Activar el monitoreo' });
    await dialog.getByLabel('Meses de monitoreo').selectOption('1 mes');
    await dialog.getByText(/^Usa 1 mes de la cuota/).waitFor();
    await dialog.getByRole('button', { name: 'Activar monitoreo' }).click();
    await title.waitFor({ state: 'detached' });
    await note.waitFor({ state: 'detached' });
    await page.getByText('Ya estaba en su portafolio.', { exact: true }).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('goes on with a list while its sender visits other screens, and shows it again on return', async () => {
    const { page } = await browser.open('/cargas', { cookie: analyst.cookie });
    const taxId = freshRuc();
    let isAway = true;
    await page.route('**/panel/v1/loads', (route) =>
      isPost(route) && isAway ? route.fulfill({ status: 503, json: away }) : route.continue(),
    );
    await sendOne(page, taxId);
    await lookElsewhere(page);
    expect(await page.evaluate(warnsWhoLeaves)).toBe(true);
    const comeBack = () => page.getByRole('link', { name: 'Cargar', exact: true }).first().click();
    await comeBack();
    await page.getByText(/^0 de 1 solicitud enviada\. /).waitFor();
    expect(await documents(page).inputValue()).toBe(taxId);
    for (const mode of ['Consulta de 48 horas', 'Monitoreo']) await page.getByText(mode, { exact: true }).click({ force: true });
    expect(await documents(page).isDisabled()).toBe(true);
    isAway = false;
    await page.getByRole('heading', { name: 'Carga de 1 documento' }).waitFor();
    expect(await page.evaluate(warnsWhoLeaves)).toBe(false);
    await comeBack();
    expect(await documents(page).inputValue()).toBe('');
    await page.context().close();
  });

  it('asks once for a load that does not exist, and once more for all changes before its stream', async () => {
    // The progress of a load of an earlier test would be told as a change.
    const { cookie } = await person(await newClient(system), 'analyst');
    const { page } = await browser.open('/cuenta', { cookie });
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => void (request.url().includes('/panel/v1/loads/') && (asked += 1)));
    await page.goto(`/cargas/${randomUUID()}`);
    await waitUntil(async () => asked === 2, { what: 'the page hears the stream' });
    await page.getByRole('alert').getByText('No existe, o no pertenece a su corporación.').waitFor();
    await page.clock.fastForward('00:05');
    await page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).waitFor();
    expect(asked).toBe(2);
    await page.context().close();
  });

  it('reports a refused list on any screen, and keeps the documents that were not sent', async () => {
    const { page } = await browser.open('/cargas', { cookie: analyst.cookie });
    const taxId = freshRuc();
    let answer: { status: number; json: object } = { status: 503, json: away };
    await page.route('**/panel/v1/loads', (route) => (isPost(route) ? route.fulfill(answer) : route.continue()));
    await sendOne(page, taxId);
    await lookElsewhere(page);
    answer = { status: 409, json: { statusCode: 409, error: 'Conflict', message: 'no contract', code: 'contract_not_active' } };
    const told = page.getByText('Su lista no se envió completa: 0 de 1 solicitud');
    await told.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cerrar' }).click();
    await told.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Cargar', exact: true }).first().click();
    await page.getByRole('alert').getByText('No hay un contrato vigente.', { exact: true }).waitFor();
    expect(await documents(page).inputValue()).toBe(taxId);
    await page.getByText(/^Usa \d+ meses/).waitFor();
    const load = page.getByRole('button', { name: 'Cargar 1 documento' });
    // What it costs now, if anything has changed since it was computed.
    await Promise.all([page.waitForRequest('**/panel/v1/loads/preview'), load.click()]);
    await page.unroute('**/panel/v1/loads');
    await load.click();
    await page.getByRole('heading', { name: 'Carga de 1 documento' }).waitFor();
    await page.context().close();
  });

  it('accepts a corrected file of the same name', async () => {
    const { page, troubles } = await browser.open('/cargas', { cookie: analyst.cookie });
    const chosen = page.locator('input[type=file]');
    await chosen.setInputFiles({ name: 'cartera.csv', mimeType: 'text/csv', buffer: Buffer.from('20990000010') });
    await page.getByText('0 listos para cargar, 1 con problemas').waitFor();
    // As long as a browser has the file chosen it tells of no other content.
    expect(await chosen.inputValue()).toBe('');
    await chosen.setInputFiles({ name: 'cartera.csv', mimeType: 'text/csv', buffer: Buffer.from(freshRuc()) });
    await page.getByText(/^1 listo para cargar/).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('asks for months as soon as a contract counts them', async () => {
    const operator = await newPerson(system, 'operator');
    const { corporation } = (await operator.call('POST', '/operator/corporations', { body: { name: 'Sin contrato todavía' } })).body;
    const { corporationId } = corporation as { corporationId: string };
    const { cookie } = await newPerson(system, 'analyst', corporationId);
    const { page, troubles } = await browser.open('/', { cookie });
    let begin!: () => void;
    const began = new Promise<void>((resolve) => (begin = resolve));
    // The stream of changes begins after this one, and tells nothing of it.
    await page.route('**/panel/v1/live', (route) => began.then(() => route.continue()));
    await page.goto('/cargas');
    await documents(page).waitFor();
    expect(await page.getByLabel('Meses de monitoreo').count()).toBe(0);
    const body = {
      kind: 'one_time',
      startsOn: '2020-01-01',
      endsOn: '2099-12-31',
      quotaMonths: 12,
      documentPriceCents: 0,
      excludedSections: [],
    };
    expect((await operator.call('POST', `/operator/corporations/${corporationId}/contracts`, { body })).status).toBe(200);
    begin();
    await page.getByLabel('Meses de monitoreo').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('works by keyboard alone, and activates monitoring later if the quota ran out meanwhile', async () => {
    const poor = await newClient(system, { ...terms, quotaMonths: 3 });
    const page = await person(poor, 'analyst');
    const opened = await browser.open('/cargas', { cookie: page.cookie });
    const reach = async (wanted: Locator) => {
      const isThere = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement);
      for (let steps = 0; steps < 60 && !(await isThere()); steps += 1) await opened.page.keyboard.press('Tab');
      expect(await isThere()).toBe(true);
    };
    await reach(documents(opened.page));
    await opened.page.keyboard.type(`${freshRuc().replace(/^(..)/, '$1 ')}\n`);
    await opened.page.getByText(/^Usa 3 meses/).waitFor();
    const load = opened.page.getByRole('button', { name: 'Cargar 1 documento' });
    await whilePaused(system, 'protestos', async () => {
      await reach(load);
      await opened.page.keyboard.press('Enter');
      await opened.page.getByText(/^Cargando: 16 de 17$/).waitFor();
      await adjustQuota(system, poor, -3);
    });
    const notMonitored = opened.page.getByText('1 perfil se cargó pero no quedó en monitoreo');
    await notMonitored.waitFor();
    const why = 'Se cargó, pero la cuota cambió durante la carga: no quedó en monitoreo y no usó meses.';
    await opened.page.getByRole('table').getByText(why).waitFor();
    const file = await opened.page.getByRole('link', { name: 'Descargar CSV' }).getAttribute('href');
    expect(await (await opened.page.request.get(new URL(file!, opened.page.url()).href)).text()).toContain(`,Listo,"${why}",,,Vencido,`);
    await adjustQuota(system, poor, 2);
    await opened.page.getByRole('button', { name: 'Activar el monitoreo' }).click();
    const dialog = opened.page.getByRole('dialog', { name: 'Activar el monitoreo' });
    await dialog.getByLabel('Meses de monitoreo').selectOption('3 meses');
    await dialog.getByText(/^En la cuota quedan 2 meses y no alcanzan\. Caben hasta 2 meses para todos/).waitFor();
    expect(await dialog.getByRole('button', { name: 'Activar monitoreo' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Meses de monitoreo').selectOption('2 meses');
    await dialog.getByText(/^Usa 2 meses de la cuota: hoy hay 2 y quedarían 0\.$/).waitFor();
    expect(await accessibilityFindings(opened.page)).toEqual([]);
    // The page shows the message for four seconds.
    const told = opened.page.getByText('El perfil está en monitoreo.').waitFor();
    await dialog.getByRole('button', { name: 'Activar monitoreo' }).dblclick();
    await told;
    await notMonitored.waitFor({ state: 'detached' });
    expect(await available(page)).toBe(0);
    expect(opened.troubles).toEqual(clean);
    await opened.page.context().close();
  });

  it('shows the chosen kind and the current screen in forced colours as well', async () => {
    const { page } = await browser.open('/cargas', { cookie: analyst.cookie });
    await page.emulateMedia({ forcedColors: 'active' });
    const paper = (place: Locator) => place.evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundColor);
    const choices = page.getByRole('radiogroup', { name: 'Tipo de documento' }).locator('label');
    expect(await paper(choices.filter({ hasText: 'RUC' }))).not.toBe(await paper(choices.filter({ hasText: 'DNI' })));
    const screens = page.getByRole('navigation', { name: 'Navegación' });
    expect(await paper(screens.getByRole('link', { name: 'Cargar' }))).not.toBe(await paper(screens.getByRole('link', { name: 'Inicio' })));
    await page.context().close();
  });

  it.each(bothWidths)('is accessible at $width px, and tells a member that loading needs another role', async (view) => {
    const { page, troubles } = await browser.open('/cargas', { ...view, cookie: analyst.cookie });
    await documents(page).fill(`${freshRuc()}\nsin número`);
    await page.getByText('Línea 2').waitFor();
    await page.getByText(/^Usa \d+ meses/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.context().close();
    const reading = await browser.open('/cargas', { ...view, cookie: member.cookie });
    await reading.page.getByText('Su rol permite ver las cargas, no iniciarlas.').waitFor();
    expect(await documents(reading.page).count()).toBe(0);
    await reading.page.getByRole('link', { name: '10 documentos', exact: true }).click();
    await reading.page.getByText('10 listos', { exact: true }).waitFor();
    expect(await reading.page.getByRole('link', { name: 'Cargar más' }).count()).toBe(0);
    expect(await accessibilityFindings(reading.page)).toEqual([]);
    expect([troubles, reading.troubles]).toEqual([clean, clean]);
    await reading.page.context().close();
  });
});
