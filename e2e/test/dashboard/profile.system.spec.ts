import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type SectionBasis, type SectionContents, sections, type SummaryV2 } from '@vigia/contracts';
import type { Locator, Page } from 'playwright-core';
import { createWebhook, livingSystem, PanelClient, startWebhookReceiver, type System, todayInLima, waitUntil } from '@vigia/testing';
import { accessibilityFindings } from '../../src/browser/accessibility.js';
import { bothWidths, TestBrowser } from '../../src/browser/browser.js';
import { cutOffHeadings } from '../../src/browser/cut-off-headings.js';
import { newPerson, type Person } from '../../src/browser/new-person.js';
import { askOperator, timeoutMs, whilePaused } from '../../src/clients/ask-operator.js';
import { loadOne } from '../../src/clients/calls.js';
import { controlSource } from '../../src/clients/control-source.js';
import { dayInLima, lastLoadOf, threeDaysPass } from '../../src/clients/days-pass.js';
import { freshRuc, freshRucs, magic } from '../../src/clients/documents.js';
import { newClient, type NewClient } from '../../src/clients/new-client.js';
import { failEverySource } from '../quota/faults.js';
import { describeBrowser } from './describe-browser.js';

const [critical, partial, trader, dni] = ['20990000051', '20990000116', '20990000213', '45678912'];
const [listed, alike, unknown] = ['20990000060', '20990000086', '20990000094'];
const clean = { console: [], policy: [] };

describeBrowser('the page of a profile', () => {
  let system: System;
  let browser: TestBrowser;
  let client: NewClient;
  let person: PanelClient;
  let analyst: Person;
  let onPlanWithout: PanelClient;

  beforeAll(async () => {
    system = await livingSystem(import.meta.url);
    client = await newClient(system);
    const withheld = await newClient(system, { excludedSections: ['alerta_compliance', 'judicial', 'alerta_servicio'] });
    const { baseUrl } = client;
    const documents = [critical, partial, trader, listed, alike, unknown];
    await Promise.all([...documents.map((taxId) => client.load(taxId)), client.load(dni, { docType: 'DNI' })]);
    await withheld.load(magic.clean);
    [person, analyst, onPlanWithout] = await Promise.all([
      newPerson(system, 'member', client.corporationId),
      newPerson(system, 'analyst', client.corporationId),
      newPerson(system, 'member', withheld.corporationId),
    ]);
    browser = await TestBrowser.start(baseUrl);
  });

  afterAll(async () => {
    await browser?.stop();
    await system?.stop();
  });

  async function lastTwoDays(taxId: string): Promise<string> {
    const at = await lastLoadOf(system.database, taxId);
    return `a=${dayInLima(1, at)}&b=${dayInLima(0, at)}`;
  }

  it.each([critical, trader])('shows every value of %s', async (taxId) => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: person.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    const text = normal(await page.locator('main').innerText());
    const { body } = await person.get(`/profiles/RUC/${taxId}/summary`);
    const values = valuesOf((body as { data: SummaryV2 }).data);
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter(({ forms }) => !forms.some((form) => text.includes(form)))).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('keeps the row headings and the latest period of a table in view on a phone, and marks where the table is cut off', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { width: 360, cookie: person.cookie });
    const isInFrame = async (frame: Locator, cell: Locator) => {
      const [within, box] = await Promise.all([frame.boundingBox(), cell.boundingBox()]);
      return box!.x >= within!.x - 1 && box!.x + box!.width <= within!.x + within!.width + 1;
    };
    for (const title of ['Deuda en el sistema financiero', 'Boletín comercial', 'Judicial', 'Laboral', 'Representantes legales']) {
      const frame = page.getByRole('region', { name: title }).getByRole('group').first();
      const heading = frame.getByRole('rowheader').first();
      const [first, last] = [frame.getByRole('columnheader').nth(1), frame.getByRole('columnheader').last()];
      const [cutLeft, cutRight] = [frame.and(page.locator('[data-cut-left]')), frame.and(page.locator('[data-cut-right]'))];
      const isOfPeriods = title !== 'Representantes legales';
      await (isOfPeriods ? cutLeft : cutRight).waitFor();
      expect([title, await isInFrame(frame, heading), await isInFrame(frame, last)]).toEqual([title, true, isOfPeriods]);
      expect((await heading.boundingBox())!.width).toBeLessThan((await frame.boundingBox())!.width / 2);
      await (isOfPeriods ? first : last).scrollIntoViewIfNeeded();
      await (isOfPeriods ? cutRight : cutLeft).waitFor();
      expect([title, await isInFrame(frame, heading), await isInFrame(frame, last)]).toEqual([title, true, !isOfPeriods]);
    }
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(bothWidths)('says beside the field of a day at $width px what the day is for', async (view) => {
    const { page } = await browser.open(`/perfiles/RUC/${critical}`, { ...view, cookie: person.cookie });
    const [label, field] = [page.getByText('Ver como estaba el día', { exact: true }), page.getByLabel('Ver como estaba el día')];
    await label.waitFor();
    expect((await label.boundingBox())!.y).toBeLessThan((await field.boundingBox())!.y);
    await page.context().close();
  });

  it('shows the largest of many links, and all of them when they are asked for and on paper', async () => {
    const huge = '20990000264';
    await client.load(huge);
    const { page, troubles } = await browser.open(`/perfiles/RUC/${huge}`, { width: 390, cookie: person.cookie });
    const { body } = await person.get(`/profiles/RUC/${huge}/summary`);
    const finances = (body as { data: SummaryV2 }).data.finanzas.data as SectionContents['finanzas'];
    const { a_favor, como_garante } = finances.codeudores_avales;
    const links = page.getByRole('region', { name: 'Codeudores y avales' });
    const rows = links.getByRole('group', { name: 'A favor del perfil' }).getByRole('rowheader');
    const [shown, all] = [50, a_favor.vinculos.length];
    expect([all, como_garante.vinculos.length]).toEqual([500, 3_000]);
    await rows.nth(shown - 1).waitFor();
    expect(await rows.count()).toBe(shown);
    const largest = Math.max(...a_favor.vinculos.map(({ monto }) => monto ?? 0));
    expect(normal(await rows.first().locator('..').innerText())).toContain(normal(soles.format(largest)));
    const whenPrinted = await page.evaluate<number[]>(`['beforeprint', 'afterprint'].map((moment) => {
      dispatchEvent(new Event(moment));
      return document.querySelectorAll('[aria-label="Codeudores y avales"] tbody tr').length;
    })`);
    const totals = 2;
    expect(whenPrinted).toEqual([totals + all + como_garante.vinculos.length, totals + 2 * shown]);
    await links.getByRole('button', { name: `Ver los ${all}` }).click();
    await rows.nth(all - 1).waitFor();
    await links.getByRole('button', { name: 'Ver solo los 50 mayores' }).and(page.locator(':focus')).click();
    await rows.nth(shown).waitFor({ state: 'detached' });
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('never shows a failed source as a clean record', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${partial}`, { cookie: person.cookie });
    await page.getByText(/Fuentes que no respondieron en la última carga: .*Deuda financiera/).waitFor();
    await page.getByRole('link', { name: /Finanzas Fuente con falla · SH50/ }).waitFor();
    await page.getByText('3 de 4 módulos').waitFor();
    await page.getByText('Faltan módulos: no equivale a un historial limpio.').waitFor();
    const debt = page.getByRole('region', { name: 'Deuda en el sistema financiero' });
    await debt.getByText('Esto no significa que no haya registros.').waitFor();
    await debt.getByText('No respondió en la última carga').first().waitFor();
    await page.getByRole('region', { name: 'Por qué esta alerta' }).getByText('Sin datos: el módulo no se incluye').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('distinguishes a failed or unasked source from a clean record, even beside an answered one', async () => {
    const [taxId] = freshRucs(1) as [string];
    const answers = (outcome: string, ...sources: string[]) => sources.map((source) => controlSource(system, source, taxId, { outcome }));
    await Promise.all([
      ...answers('malformed', 'deuda_laboral', 'protestos'),
      ...answers('not_contracted', 'resoluciones_laborales', 'edictos_judiciales', 'boletin_concursal', 'codeudores_avales'),
      ...answers('no_data', 'morosos_judiciales', 'deuda_financiera', 'deuda_coactiva', 'deuda_vencida'),
    ]);
    await client.load(taxId);
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: analyst.cookie });
    const said = (region: string, text: string) => page.getByRole('region', { name: region }).getByText(text, { exact: true });
    const unread = (region: string, row: string) => page.getByRole('region', { name: region }).getByRole('row', { name: row });
    await said('Laboral', 'La fuente no respondió').waitFor();
    await unread('Laboral', 'Cantidad No consultado').waitFor();
    await page.getByRole('link', { name: /Boletín comercial Fuente con falla · SH50/ }).waitFor();
    await said('Judicial', 'Boletín concursal: No consultado').waitFor();
    await said('Judicial', 'Incompleta · SH11').waitFor();
    await page.getByRole('link', { name: 'Judicial Incompleta · SH11' }).waitFor();
    await unread('Judicial', 'Edictos judiciales (12 meses) No consultado').waitFor();
    await said('Codeudores y avales', 'No consultado').waitFor();
    await said('Alerta del servicio', 'No consultado').waitFor();
    await said('Por qué esta alerta', 'Sin respuesta de Edictos judiciales: no suma puntos').waitFor();
    await said('Deuda en el sistema financiero', 'Sin información').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('distribución por calificación');
    const lookClean = /No registra deudas laborales|No figura|No hay vínculos|Sin registros/;
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('main').innerText()).not.toMatch(lookClean);
    expect(await said('Laboral', 'La fuente no respondió').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/perfiles/RUC/${taxId}?vista=expediente`);
    await page.getByRole('row', { name: /^Judicial Incompleta · SH11/ }).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(lookClean);
    await page.evaluate(`localStorage.setItem('vigia-language', 'en')`);
    await page.goto(`/perfiles/RUC/${taxId}`);
    await unread('Labour', 'Number Not asked').waitFor();
    await said('Courts', 'Insolvency bulletin: Not asked').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await threeDaysPass(system.database, taxId);
    await controlSource(system, 'boletin_concursal', taxId, { outcome: 'ok' });
    await (await newClient(system)).load(taxId);
    await page.goto(`/perfiles/RUC/${taxId}?vista=comparar&${await lastTwoDays(taxId)}`);
    await page.getByRole('row', { name: 'Section status Incomplete · SH11 Complete · SH10' }).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('distinguishes a profile whose name no source knows from one whose screening failed', async () => {
    const [taxId, nameless] = freshRucs(2) as [string, string];
    await controlSource(system, 'representantes_legales', taxId, { outcome: 'malformed' });
    for (const source of ['identificacion', 'representantes_legales'])
      await controlSource(system, source, nameless, { outcome: 'no_data' });
    await controlSource(system, 'protestos', nameless, { outcome: 'malformed' });
    await Promise.all([taxId, nameless, magic.noInfo].map((one) => client.load(one)));
    const means = 'No se pudo revisar: ninguna fuente informa el nombre';
    const { page, troubles } = await browser.open(`/perfiles/RUC/${magic.noInfo}`, { cookie: analyst.cookie });
    await page.getByRole('link', { name: 'Compliance Sin revisar · SH50' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page.getByRole('region', { name: 'Compliance' }).getByText(means).waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/Fuente con falla|no respondió/);
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`/perfiles/RUC/${magic.noInfo}?vista=expediente`);
    await page.getByRole('row', { name: /^Compliance Sin revisar · SH50/ }).waitFor();
    await page.goto(`/perfiles/RUC/${taxId}`);
    await page.getByRole('link', { name: 'Compliance Fuente con falla · SH50' }).waitFor();
    await page.goto('/portafolio');
    for (const one of [magic.noInfo, nameless]) {
      await page.getByRole('row', { name: new RegExp(`${one} .*Sin revisar: falta el nombre SH50`) }).waitFor();
    }
    await page.getByRole('row', { name: new RegExp(`${taxId} .*Sin respuesta SH50`) }).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('explains the alert, and a hit word by word with the list and its version', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { cookie: person.cookie });
    const { body } = await person.get(`/profiles/RUC/${critical}/basis`);
    const { sections: bases, sha256 } = body as Basis;
    const reasons = page.getByRole('region', { name: 'Por qué esta alerta' });
    const texts = bases.find(({ section }) => section === 'alerta_servicio')!.score!.reasons.map(({ text }) => normal(text));
    expect(texts.length).toBeGreaterThan(3);
    const shown = normal(await reasons.innerText());
    expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
    await page.getByRole('link', { name: `Ver las ${texts.length} razones` }).click();
    await page.waitForURL(/#razones$/);
    await page.goto(`/perfiles/RUC/${alike}`);
    const compliance = page.getByRole('region', { name: 'Compliance' });
    await compliance.getByText('1 nombre que solo se parece.').waitFor();
    await compliance.getByText('Listas de sanciones, personas expuestas políticamente (PEP) e inhabilitaciones').waitFor();
    expect(normal(await compliance.getByRole('article').innerText())).toMatch(
      /QORI WASI .*SANCIONES-INVENTADAS \(versión .+\).*Solo por el nombre.*Perfil qori wasi agroexportadora Lista qori wasi — Relación igual igual no está en la lista/,
    );
    expect(await compliance.getByText('El operador de Vigía decide').count()).toBe(0);
    await page.goto(`/perfiles/RUC/${listed}`);
    await compliance.getByText('Mismo documento', { exact: true }).waitFor();
    await compliance.getByText('El operador de Vigía decide sobre cada una').waitFor();
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('marks invented data on a past day as well as today', async () => {
    await todayInLima();
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { cookie: person.cookie });
    const mark = (title: string) => page.getByRole('region', { name: title }).getByText('Incluye datos inventados por el simulador');
    await mark('Alerta del servicio').waitFor();
    await page.goto(`/perfiles/RUC/${critical}?fecha=${dayInLima(0)}`);
    // A day that has not ended has no close.
    await page.getByText('Como está hoy, hasta ahora').waitFor();
    await mark('Alerta del servicio').waitFor();
    await mark('Exposición total').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('ignores an invalid or future day in the URL, and asks for a valid one in the field', async () => {
    const { page, troubles } = await browser.open('/cuenta', { cookie: person.cookie });
    const day = page.getByLabel('Ver como estaba el día');
    for (const fecha of ['hola', '2199-01-01']) {
      await page.goto(`/perfiles/RUC/${critical}?fecha=${fecha}`);
      await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
      expect(await page.getByText(/^Así estaba/).count()).toBe(0);
      expect(await day.inputValue()).toBe('');
    }
    await page.goto(`/perfiles/RUC/${critical}`);
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    await day.fill('2199-01-01');
    await page.getByText(/^Elija un día hasta el/).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`/perfiles/RUC/${critical}?vista=comparar&a=hola&b=2199-01-01`);
    await page.getByText('Elija dos días').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('shows analysts who requested what, with a hash for every printed page', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}?vista=expediente`, { cookie: analyst.cookie });
    const { sha256 } = (await analyst.get(`/profiles/RUC/${critical}/record`)).body as { sha256: string };
    await page.getByRole('region', { name: 'Evidencia' }).getByText(sha256).waitFor();
    const acts = page.getByRole('region', { name: 'Quién pidió qué' });
    await acts.getByRole('link', { name: 'Carga con monitoreo' }).waitFor();
    await acts.getByText('Acceso abierto por la carga').waitFor();
    const bases = page.getByRole('region', { name: 'Sustento por sección' });
    expect(await bases.getByRole('row').count()).toBe(sections.length + 1);
    await bases.getByRole('row', { name: /^Identificación .*Dato inventado por el simulador/ }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Descargar JSON' }).click()]);
    const kept = JSON.parse(await readFile(await download.path(), 'utf8')) as { evidence: object; sha256: string };
    expect(createHash('sha256').update(JSON.stringify(kept.evidence)).digest('hex')).toBe(sha256);
    expect(await headOfPages(page, `SHA-256 ${sha256}`)).toBe(true);
    expect(troubles).toEqual(clean);
    await page.context().close();
    const refused = await browser.open(`/perfiles/RUC/${critical}?vista=expediente`, { cookie: person.cookie });
    await refused.page.getByText('No tiene permiso').waitFor();
    await refused.page.goto(`/perfiles/RUC/${critical}`);
    await refused.page.getByRole('tab', { name: 'Comparar' }).waitFor();
    expect(await refused.page.getByRole('tab', { name: 'Expediente' }).count()).toBe(0);
    expect(refused.troubles).toEqual(clean);
    await refused.page.context().close();
  });

  it('promises that evidence can be read again only once its day is over', async () => {
    const [taxId] = freshRucs(1) as [string];
    await client.load(taxId);
    const loadedAt = await lastLoadOf(system.database, taxId);
    await threeDaysPass(system.database, taxId);
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}?vista=expediente`, { cookie: analyst.cookie });
    const evidence = page.getByRole('region', { name: 'Evidencia' });
    const keepIt = evidence.getByText('El perfil todavía puede cambiar hoy');
    const readAgain = evidence.getByText('Con la misma fecha, cualquiera puede volver a leerlo');
    await keepIt.waitFor();
    expect(await readAgain.count()).toBe(0);
    await page.goto(`/perfiles/RUC/${taxId}?vista=expediente&fecha=${dayInLima(2, loadedAt)}`);
    await readAgain.waitFor();
    expect(await keepIt.count()).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('lists who sent an event, and the receivers that were notified', async () => {
    const receiver = await startWebhookReceiver();
    try {
      await createWebhook(system.brokerUrl, client.corporationId, { url: receiver.url });
      const { triggerId } = (await analyst.call('POST', '/events', { body: { docType: 'RUC', taxId: trader } })).body;
      const told = async () => (await analyst.get(`/profiles/RUC/${trader}/record`)).body.events;
      const events = await waitUntil(async () => (await told())[0]?.deliveries[0]?.health === 'SUCCEEDED' && told(), {
        what: 'it is told',
      });
      expect(events).toMatchObject([
        { triggerId, actor: `user ${analyst.email}`, deliveries: [{ health: 'SUCCEEDED', attempts: 1, lastStatus: 200 }] },
      ]);
      const { page, troubles } = await browser.open(`/perfiles/RUC/${trader}?vista=expediente`, { cookie: analyst.cookie });
      const acts = page.getByRole('region', { name: 'Quién pidió qué' });
      const event = acts.getByRole('row').filter({ has: page.getByRole('link', { name: 'Evento por webhook' }) });
      await event.getByText('Recibido por 1 de 1 receptor').waitFor();
      expect(await event.getByText(analyst.email, { exact: true }).count()).toBe(1);
      expect(troubles).toEqual(clean);
      await page.context().close();
    } finally {
      receiver.close();
    }
  });

  it('names in the record the operator who activated monitoring, and the key that loaded, in the words of the ledger', async () => {
    const [taxId] = freshRucs(1) as [string];
    await client.load(taxId, { isMonitoring: false });
    const documents = [{ docType: 'RUC' as const, taxId }];
    const { corporationId } = client;
    const origin = { actor: 'operator', correlationId: randomUUID() };
    const activated = await askOperator(system, (messages) =>
      messages.request('access.activate', { requestId: randomUUID(), origin, corporationId, documents }, { timeoutMs }),
    );
    expect(activated.outcome).toBe('activated');
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}?vista=expediente`, { cookie: analyst.cookie });
    const acts = page.getByRole('region', { name: 'Quién pidió qué' });
    await acts.getByRole('row', { name: / Monitoreo activado Operador / }).waitFor();
    await acts.getByRole('row', { name: new RegExp(` Carga en consulta Credencial ${client.accessKey} `) }).waitFor();
    await acts.getByRole('row', { name: / Acceso abierto por la carga Sistema / }).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('explains in the record why a request changed nothing', async () => {
    const [taxId] = freshRucs(1) as [string];
    await client.load(taxId);
    await client.load(taxId);
    const acts = (page: Page) => page.getByRole('region', { name: 'Quién pidió qué' });
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}?vista=expediente`, { cookie: analyst.cookie });
    await acts(page).getByText('Ya estaba en su portafolio').waitFor();
    await analyst.call('POST', '/updates', { body: { taxIds: [unknown] }, headers: { 'idempotency-key': randomUUID() } });
    await page.goto(`/perfiles/RUC/${unknown}?vista=expediente`);
    await acts(page)
      .getByRole('row', { name: /Actualización forzada/ })
      .getByText('No estaba activo en su portafolio')
      .waitFor();
    await page.getByText('Este documento no figura en el registro de contribuyentes').waitFor();
    expect(await page.locator('main').innerText()).not.toMatch(/Fuente con falla|Sin registros|Sin identificar|SH50/);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  const begin = (taxId: string) =>
    analyst.call('POST', '/loads', { body: { docType: 'RUC', taxIds: [taxId] }, headers: { 'idempotency-key': randomUUID() } });
  const told = (page: Page, text: RegExp | string) => page.getByRole('status').filter({ hasText: text });

  it('shows sections as they load, then all of them, and announces the end only on this profile', async () => {
    const [loading] = freshRucs(1) as [string];
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { cookie: analyst.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await whilePaused(system, 'trabajadores', async () => {
      await begin(loading);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(loading);
      await page.getByRole('option', { name: new RegExp(`RUC ${loading}`) }).click();
      await told(page, /Cargando: \d de 10 secciones listas/).waitFor();
      await page.getByText('Primera carga en curso').waitFor();
      const compliance = page.getByRole('region', { name: 'Compliance' });
      await compliance.getByText('El detalle de esta revisión se muestra cuando termina la carga.').waitFor();
      const courts = page.getByRole('region', { name: 'Judicial' });
      await courts
        .getByRole('listitem')
        .filter({ hasText: /Edictos judiciales\s*carga en curso/ })
        .waitFor();
      await courts.getByText('Boletín concursal: Carga en curso').waitFor();
      const shown = await page.locator('main').innerText();
      expect(shown).not.toMatch(/no se conservó|sin información de esta fuente|No se conoce/);
    });
    await page.getByRole('region', { name: 'Por qué esta alerta' }).or(page.getByText('Ninguna regla suma puntos.')).first().waitFor();
    await page.getByText(/Última carga: /).waitFor();
    await page.getByText('Cargando: ').waitFor({ state: 'detached' });
    await told(page, 'La carga terminó').waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    expect(await page.getByText('La carga terminó').count()).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('closes a dialog about one profile when Back leads to another, whose heading gets the focus', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}`, { cookie: analyst.cookie });
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    const name = await heading.innerText();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill(trader);
    await page.getByRole('option', { name: new RegExp(`RUC ${trader}`) }).click();
    await heading.filter({ hasNotText: name }).waitFor();
    await page.getByRole('button', { name: 'Forzar actualización' }).click();
    const dialog = page.getByRole('dialog', { name: 'Forzar la actualización' });
    await dialog.getByRole('button', { name: 'Cancelar' }).waitFor();
    await page.goBack();
    await page.locator('h1', { hasText: name }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('h1:focus').waitFor();
    await page.goForward();
    await heading.filter({ hasNotText: name }).and(page.locator(':focus')).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('announces the end of a failed load, too', async () => {
    const [failing] = freshRucs(1) as [string];
    await failEverySource(system, failing);
    const { page, troubles } = await whilePaused(system, 'trabajadores', async () => {
      await begin(failing);
      const opened = await browser.open(`/perfiles/RUC/${failing}`, { cookie: analyst.cookie });
      await told(opened.page, /Cargando: \d/).waitFor();
      return opened;
    });
    await page.getByText('No se pudo cargar este perfil').waitFor();
    await told(page, 'La carga terminó').waitFor();
    await page.getByText('Puede cargarlo de nuevo más tarde.').waitFor();
    const reading = await browser.open(`/perfiles/RUC/${failing}`, { cookie: person.cookie });
    await reading.page.getByText('Un analista o un administrador puede cargarlo de nuevo más tarde.').waitFor();
    expect([troubles, reading.troubles]).toEqual([clean, clean]);
    await Promise.all([page.context().close(), reading.page.context().close()]);
  });

  it('shows for a failed profile that nothing is known, without sections', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${unknown}`, { cookie: analyst.cookie });
    await page.getByText('Este documento no figura en el registro de contribuyentes').waitFor();
    const again = page.getByRole('link', { name: 'Cargar de nuevo' });
    await again.waitFor();
    expect(await page.getByText('SH11').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await again.click();
    const documents = page.getByRole('textbox', { name: 'Documentos' });
    await documents.waitFor();
    expect(await documents.inputValue()).toBe(unknown);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('says of a CE with small letters that only the API loads it, in place of a link to a form that cannot name it', async () => {
    const [failing, missing] = [freshRuc().replace(/^../, 'ce'), freshRuc().replace(/^../, 'ce')];
    await failEverySource(system, failing);
    await loadOne(client, failing, { docType: 'CE' });
    const { page, troubles } = await browser.open(`/perfiles/CE/${failing}`, { cookie: analyst.cookie });
    const onlyByApi = page.getByText('Un CE con letras minúsculas solo se carga por la API: el formulario las escribe en mayúsculas.');
    await page.getByText('No se pudo cargar este perfil').waitFor();
    await onlyByApi.waitFor();
    expect(await page.getByRole('link', { name: 'Cargar de nuevo' }).count()).toBe(0);
    await page.goto(`/perfiles/CE/${missing}`);
    await page.getByText('Su corporación no tiene este perfil').waitFor();
    await onlyByApi.waitFor();
    expect(await page.getByRole('main').getByRole('link', { name: 'Cargar documentos' }).count()).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('says that the register does not know a document also where the plan shows none of the sections', async () => {
    const onBarePlan = await newClient(system, { excludedSections: [...sections] });
    await onBarePlan.load(unknown);
    const reader = await newPerson(system, 'member', onBarePlan.corporationId);
    const { page, troubles } = await browser.open(`/perfiles/RUC/${unknown}`, { cookie: reader.cookie });
    await page.getByText('Este documento no figura en el registro de contribuyentes').waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('marks sections that the plan excludes, and those that do not apply to a DNI', async () => {
    const [withheld, person8] = await Promise.all([
      browser.open(`/perfiles/RUC/${magic.clean}`, { cookie: onPlanWithout.cookie }),
      browser.open(`/perfiles/DNI/${dni}`, { cookie: person.cookie }),
    ]);
    await withheld.page.getByRole('link', { name: /Compliance Sin contratar · SH30/ }).waitFor();
    await withheld.page
      .getByRole('region', { name: 'Judicial' })
      .getByText(/^El plan no incluye esta sección/)
      .waitFor();
    const identification = withheld.page.getByRole('region', { name: 'Identificación' });
    // Whether they were asked is told by the alert, which the plan leaves out.
    expect(normal(await identification.innerText())).toContain('Omisiones tributarias No se conoce');
    await person8.page.getByRole('link', { name: /Legal No aplica · SH40/ }).waitFor();
    expect([withheld.troubles, person8.troubles]).toEqual([clean, clean]);
    await Promise.all([withheld, person8].map(({ page }) => page.context().close()));
  });

  it('keeps its view in the URL, and reports a profile that the corporation does not have', async () => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${critical}?vista=cambios`, { cookie: person.cookie });
    await page.getByRole('tab', { name: 'Cambios', selected: true }).waitFor();
    await page.getByLabel('Sección').selectOption('finanzas');
    await page.waitForURL(/vista=cambios&seccion=finanzas/);
    await page.getByRole('tab', { name: 'Comparar' }).click();
    await page.getByText('Elija dos días').waitFor();
    await page.goto(`/perfiles/RUC/${critical}#laboral`);
    await page.getByRole('region', { name: 'Laboral' }).waitFor();
    const place = "Math.abs(document.getElementById('laboral').getBoundingClientRect().top) < innerHeight / 2";
    await waitUntil(() => page.evaluate<boolean>(place), { what: 'the section of the address is on the screen' });
    await page.goto('/perfiles/RUC/20990000167');
    await page.getByText('Su corporación no tiene este perfil').waitFor();
    await page.goto('/perfiles/RUC/20991234562');
    await page.getByText('No es un RUC válido').waitFor();
    expect(await page.getByText(/cargarlo|Lo puede cargar/).count()).toBe(0);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('compares two days, with the sources of each, and cuts off no heading of a table at 1024 px', async () => {
    await client.load(magic.drifts);
    await threeDaysPass(system.database, magic.drifts);
    await (await newClient(system)).load(magic.drifts);
    const address = `/perfiles/RUC/${magic.drifts}?vista=comparar&${await lastTwoDays(magic.drifts)}`;
    const { page, troubles } = await browser.open(address, { cookie: analyst.cookie });
    const finances = page.getByRole('region', { name: 'Finanzas' });
    await finances.getByRole('row', { name: /^Máximo de días vencidos \d+ \d+$/ }).waitFor();
    const sources = finances.getByRole('list', { name: 'Fuentes' }).getByRole('listitem');
    await sources.filter({ hasText: 'Dato inventado' }).nth(1).waitFor();
    for (const said of await sources.allInnerTexts())
      expect(normal(said)).toMatch(/^\d\d\/\d\d\/\d{4} .*Deuda financiera: dato del .*Dato inventado por el simulador/);
    expect(await sources.count()).toBe(2);
    expect(await accessibilityFindings(page)).toEqual([]);

    // The other views of this profile have tables, too.
    await page.setViewportSize({ width: 1024, height: 900 });
    expect(await cutOffHeadings(page)).toEqual([]);
    for (const vista of ['cambios', 'expediente']) {
      await page.goto(`/perfiles/RUC/${magic.drifts}?vista=${vista}`);
      await page.getByRole('main').getByRole('columnheader').first().waitFor();
      expect({ vista, cutOff: await cutOffHeadings(page) }).toEqual({ vista, cutOff: [] });
    }
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('shows a hit that only one of two days has, even if the level is the same', async () => {
    const [taxId] = freshRucs(1) as [string];
    await client.load(taxId);
    await threeDaysPass(system.database, taxId);
    await (await newClient(system)).load(taxId);
    const hit = { list: 'oece_multas', topic: 'inhabilitacion', entityId: 'R-1', subject: 'titular', askedName: 'OTRO NOMBRE' };
    const found = { ...hit, listedName: 'UN NOMBRE', document: null, similarity: 0.75, words: null };
    // As if the load of the second day had found a name that is only similar.
    await system.database.query(
      `INSERT INTO profiles.section_version (tax_id, doc_type, section, valid_from, content_hash, fragment_v1, fragment_v2, provenance)
       SELECT tax_id, doc_type, section, $2, 'another', fragment_v1, fragment_v2, jsonb_set(provenance, '{hits}', $3)
       FROM profiles.section_version WHERE tax_id = $1 AND section = 'alerta_compliance' ORDER BY valid_from DESC LIMIT 1`,
      [taxId, await lastLoadOf(system.database, taxId), JSON.stringify([found])],
    );
    const address = `/perfiles/RUC/${taxId}?vista=comparar&${await lastTwoDays(taxId)}`;
    const { page, troubles } = await browser.open(address, { cookie: analyst.cookie });
    const compliance = page.getByRole('region', { name: 'Compliance' });
    const name = 'Coincidencia · OECE, proveedores multados R-1, OTRO NOMBRE';
    await compliance.getByRole('row', { name: `${name} No figura Multa · UN NOMBRE · Similitud de nombres: 75%` }).waitFor();
    expect(await page.getByText('No hay diferencias').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('offers no second update while one runs, and counts no sections, which keep their data meanwhile', async () => {
    const [taxId] = freshRucs(1) as [string];
    await client.load(taxId);
    const { page, troubles } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: analyst.cookie });
    const force = page.getByRole('main').getByRole('button', { name: 'Forzar actualización' });
    await whilePaused(system, 'trabajadores', async () => {
      await force.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Forzar actualización' }).click();
      await told(page, /^Cargando: se consulta a las fuentes/).waitFor();
      await force.and(page.locator('[aria-disabled=true]:focus')).waitFor();
      await force.hover();
      await page.getByRole('tooltip', { name: /^Ya se está actualizando/ }).waitFor();
      expect(await page.getByText('secciones listas').count()).toBe(0);
    });
    await told(page, 'La carga terminó').waitFor();
    await force.and(page.locator('[aria-disabled=false]')).waitFor();
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it.each(bothWidths)('is accessible at $width px in Spanish, and in English', async (view) => {
    const { page, troubles } = await browser.open(`/perfiles/RUC/${listed}`, { ...view, cookie: analyst.cookie });
    await page.getByText('Mismo documento', { exact: true }).waitFor();
    expect(await accessibilityFindings(page, { byNight: true })).toEqual([]);
    await page.goto(`/perfiles/RUC/${critical}?vista=expediente`);
    await page.getByRole('region', { name: 'Quién pidió qué' }).waitFor();
    expect(await accessibilityFindings(page, { byNight: true })).toEqual([]);
    await page.evaluate(`localStorage.setItem('vigia-language', 'en')`);
    await page.goto(`/perfiles/RUC/${critical}`);
    await page.getByRole('region', { name: 'Why this alert' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(troubles).toEqual(clean);
    await page.context().close();
  });

  it('prints the text of a warning in the dark theme as dark as in the light one', async () => {
    const { page } = await browser.open(`/perfiles/RUC/${partial}`, { cookie: person.cookie });
    const text = page.getByText(/^Lo que depende de ellas puede estar incompleto/);
    await text.waitFor();
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
    expect(await text.evaluate((one) => one.ownerDocument.defaultView!.getComputedStyle(one).color)).toBe('rgb(22, 29, 36)');
    await page.context().close();
  });

  it('prints its cards in no grid, from which Firefox would lose what a sheet has no room for', async () => {
    const { page } = await browser.open(`/perfiles/RUC/${trader}`, { cookie: person.cookie });
    const cards = page.getByRole('main').locator('section');
    await cards.filter({ hasText: 'Representantes legales' }).waitFor();
    const around = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('main section, main table')].flatMap((part) => {
        const displays = [];
        for (let one = part; one.matches('main *'); one = one.parentElement) displays.push(getComputedStyle(one).display);
        return displays;
      })`);
    expect(await around()).toContain('grid');
    await page.emulateMedia({ media: 'print' });
    expect(await around()).not.toContain('grid');
    const [score, exposure] = await Promise.all(
      ['Score de tercero', 'Exposición total'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect(score!.y).toBe(exposure!.y);
    await page.context().close();
  });

  it('shows in forced colours which colour of a chart is which', async () => {
    const { page } = await browser.open(`/perfiles/RUC/${trader}`, { cookie: person.cookie });
    const debt = page.getByRole('region', { name: 'Deuda en el sistema financiero' });
    const keys = debt.locator('li', { hasText: /^(Vigente|Vencida)$/ }).locator('span');
    await keys.nth(1).waitFor();
    await page.emulateMedia({ forcedColors: 'active' });
    const colours = await keys.evaluateAll((all) => all.map((one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundColor));
    expect(new Set(colours).size).toBe(2);
    await page.context().close();
  });

  it.each([trader, partial])('prints %s on A4, with its document on every page and without the navigation', async (taxId) => {
    const { page } = await browser.open(`/perfiles/RUC/${taxId}`, { cookie: person.cookie });
    await page.getByRole('region', { name: 'Representantes legales' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Navegación' }).isVisible()).toBe(false);
    expect(await page.getByText(`RUC ${taxId}`, { exact: true }).isVisible()).toBe(true);
    await waitUntil(() => headOfPages(page, `Vigía · RUC ${taxId} · `), { what: 'the head of the printed pages' });
    await page
      .getByRole('note')
      .getByText(/un simulador inventa lo que responden/)
      .waitFor();
    await page.getByText(/Vigía · impreso el \d\d\/\d\d\/\d{4}, \d\d:\d\d/).waitFor();
    const pdf = await page.pdf({ preferCSSPageSize: true });
    const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
    const inMm = (points?: string) => Math.round((Number(points) / 72) * 25.4);
    expect(new Set([...boxes].map(([, width, height]) => `${inMm(width)} × ${inMm(height)}`))).toEqual(new Set(['210 × 297']));
    await page.context().close();
  });
});

/** Whether the style sheet of printed pages has this text in their head. */
const headOfPages = (page: Page, text: string) =>
  page.evaluate<boolean>(`[...document.querySelectorAll('style')].some(({ textContent }) => textContent.includes('${text}'))`);

interface Basis {
  sha256: string;
  sections: SectionBasis[];
}

const normal = (text: string) => text.replaceAll(/\s+/g, ' ');

interface Shown {
  path: string;
  /** Ways of writing it, one of which has to be on the page. */
  forms: string[];
}

/** What stands in the sections of a summary, with the ways in which a page may write it. */
function valuesOf(summary: SummaryV2): Shown[] {
  const contents = Object.fromEntries(sections.map((section) => [section, summary[section]]));
  return leaves(contents, '').flatMap(([path, value]) => {
    const forms = formsOf(path, value);
    return forms ? [{ path, forms: forms.map(normal) }] : [];
  });
}

function leaves(value: unknown, path: string): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, `${path}.${name}`));
}

const soles = new Intl.NumberFormat('es-PE', { style: 'currency', currency: 'PEN' });
const plain = new Intl.NumberFormat('es-PE');
const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'set', 'oct', 'nov', 'dic'];
/** Shown by a word, a colour or a place of their own. */
const saidOtherwise = /semaforo|\.ventana$|\.valor$|\.tipo$|\.rol$|modulos_incluidos|\.nivel$|\.periodo$/;

function formsOf(path: string, value: unknown): string[] | undefined {
  if (value === null || typeof value === 'boolean' || saidOtherwise.test(path)) return undefined;
  if (typeof value === 'number') return [soles.format(value), plain.format(value), `${plain.format(Math.round(value * 100) / 100)}%`];
  if (typeof value !== 'string') throw new Error(`${path} is no value of a summary`);
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(value) ?? [];
  if (!year) return [value];
  return [...(day ? [`${day}/${month}/${year}`] : []), `${months[Number(month) - 1]} ${year}`];
}
